"""A real server that is killed while eight phones enter and take back: what it answered stands, once, and is legal."""

import json
import random
import re
import subprocess
import sys
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from pathlib import Path
from threading import Condition
from urllib.parse import urlencode

from companion.store import Store
from companion.table import Table

ROOT = Path(__file__).parents[2]
SERVE = """
import sys
from companion.app import create_app
from companion.cli import listen

server = listen(create_app(sys.argv[1], LIMITS={}), "127.0.0.1", 0)
print(server.effective_port, flush=True)
server.run()
"""
FORM = {"Content-Type": "application/x-www-form-urlencoded", "HX-Request": "true"}
VERSION = re.compile(rb'name="version" value="(\d+)"')
PLAYERS = 6
CLIENTS = 8
"""The last two enter on the sheets of the first two as well, with the same phone."""
TAPS = 2000
"""Entries and undos that must stand in the end: half of them or more are entries."""
KILLS = 5
COLUMNS = {"orange": (3, 4, 5, 7, 8, 9, 10, 11, 12), "purple": (1, 2, 3, 4, 6, 7, 8, 9, 10)}


class Server:
    """The server process; whoever gets no answer waits here until it runs again."""

    def __init__(self, database):
        self._command = [sys.executable, "-c", SERVE, str(database)]
        self._changed = Condition()
        self._port = None
        self._taps = 0
        self._given_up = False
        self._start()

    def _start(self):
        self._process = subprocess.Popen(self._command, cwd=ROOT, stdout=subprocess.PIPE, text=True)
        port = int(self._process.stdout.readline())
        with self._changed:
            self._port = port
            self._changed.notify_all()

    def kill(self):
        with self._changed:
            self._port = None
        self._process.kill()
        self._process.wait()
        self._process.stdout.close()

    def kill_and_restart_after(self, taps):
        with self._changed:
            self._changed.wait_for(lambda: self._taps >= taps or self._given_up)
        self.kill()
        self._start()

    def port(self):
        with self._changed:
            assert self._changed.wait_for(lambda: self._port, timeout=60)
            return self._port

    def count(self):
        with self._changed:
            self._taps += 1
            self._changed.notify_all()

    def give_up(self):
        """A player failed: nobody waits for the taps that will not come."""
        with self._changed:
            self._given_up = True
            self._changed.notify_all()


class Client:
    """A phone's connection. It sends a request again until somebody answers."""

    def __init__(self, server, cookie=""):
        self._server = server
        self._headers = {**FORM, "Cookie": cookie}
        self._connection = None

    def post(self, path, **form):
        while True:
            try:
                return self._send("POST", path, urlencode(form))
            except (OSError, HTTPException):
                self.close()

    def _send(self, method, path, body):
        if self._connection is None:
            self._connection = HTTPConnection("127.0.0.1", self._server.port(), timeout=30)
        self._connection.request(method, path, body, self._headers)
        answer = self._connection.getresponse()
        return answer.status, answer.headers, answer.read()

    def close(self):
        if self._connection:
            self._connection.close()
        self._connection = None


class Player:
    """Enters and takes back on one sheet until enough of its taps were answered with success."""

    def __init__(self, server, cookie, table, number):
        self._client = Client(server, cookie)
        self._server = server
        self._sheet = f"/t/{table}/s/{number % PLAYERS + 1}"
        self._random = random.Random(number)
        self._rows = ["orange", "purple"] if number < PLAYERS else ["purple"]
        self._name = number
        self._version = "0"
        self.stands, self.refused = [], []

    def play(self, taps):
        try:
            self._enter_and_take_back(taps)
        except BaseException:
            self._server.give_up()
            raise
        finally:
            self._client.close()
        return self

    def _enter_and_take_back(self, taps):
        while len(self.stands) < taps:
            key = f"{self._name}-{len(self.stands) + len(self.refused)}"
            wants_undo = self._random.random() < 0.4
            if self._tap("undo" if wants_undo else "entries", key, {} if wants_undo else {"entry": self._entry()}):
                self.stands.append(key)
                self._server.count()
            else:
                self.refused.append(key)

    def _entry(self):
        """Some field with a number that fits its place in the row: odd in one row and even in the other."""
        row = self._random.choice(self._rows)
        place = self._random.randrange(8)  # never the ninth: two full rows would end the game
        return json.dumps({"row": row, "column": COLUMNS[row][place], "value": 2 * place + 1 + (row == "purple")})

    def _tap(self, what, key, form):
        """Whether it stands. A page that was not up to date looks again, with the same key."""
        while True:
            status, _, page = self._client.post(f"{self._sheet}/{what}", key=key, version=self._version, **form)
            self._version = VERSION.search(page)[1].decode()
            if status != 409:
                assert status in (200, 422)
                return status == 200


@contextmanager
def running(database):
    server = Server(database)
    try:
        yield server
    finally:
        server.kill()


def open_table(server):
    """The code of a table whose seats are all kept by one phone, and that phone's cookie."""
    body = urlencode({"game": "qwinto-dice", "name": [f"Player {n}" for n in range(1, PLAYERS + 1)]}, doseq=True)
    status, headers, _ = Client(server)._send("POST", "/tables", body)
    assert status == 303
    code, cookie = headers["Location"].rpartition("/")[2], headers["Set-Cookie"].partition(";")[0]
    phone = Client(server, cookie)
    for seat in range(2, PLAYERS + 1):
        assert phone.post(f"/t/{code}/seats", seat=seat)[0] == 303
    phone.close()
    return code, cookie


def replay(code, lines):
    """The table after these lines, of which each is one that the table would have decided itself."""
    table = Table.of(code, lines[:1])
    for line in lines[1:]:
        if line.kind == "entry":
            table.enter(line.seat, line.data["entry"])
        if line.kind == "undo":
            table.undo(line.seat, line.data["line"])
        table = table.after(line)
    return table


def test_every_answered_tap_stands_exactly_once_and_legally_though_the_server_is_killed(tmp_path):
    database = tmp_path / "companion.db"
    with running(database) as server:
        code, cookie = open_table(server)
        players = [Player(server, cookie, code, number) for number in range(CLIENTS)]
        with ThreadPoolExecutor(CLIENTS) as threads:
            playing = [threads.submit(player.play, TAPS // CLIENTS) for player in players]
            for kill in range(1, KILLS + 1):
                server.kill_and_restart_after(TAPS * kill // (KILLS + 1))
            played = [done.result() for done in playing]
    lines = Store(database).read(code)
    found = Counter(line.key for line in lines if line.key)
    assert found == Counter(key for player in played for key in player.stands)
    assert not found.keys() & {key for player in played for key in player.refused}
    assert found.total() == TAPS
    assert sum(line.kind == "entry" for line in lines) >= TAPS // 2
    assert [line.number for line in lines] == list(range(1, len(lines) + 1))
    assert replay(code, lines) == Table.of(code, lines)
