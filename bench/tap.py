"""How fast a tap is, for the server and for the eye, and what the first pages weigh. It prints figures and judges none.

Run it with ``python -m bench.tap``; ``--quick`` plays less. It needs Chromium. Every run plays the same games.
"""

import argparse
import gzip
import json
import multiprocessing
import random
import re
import sqlite3
import subprocess
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from http.client import HTTPConnection
from itertools import count
from math import ceil, inf
from multiprocessing.connection import Connection
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any, NamedTuple
from urllib.parse import urlencode, urlsplit

from flask import Flask, request
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

from bench.rules import AnyGame, line
from companion.app import create_app
from companion.cli import listen
from companion.rules import games
from companion.rules.game import Entry, Json, Sheet
from companion.web.limits import Limit

GAMES = ("clever-4ever", "qwinto-cards")
TAPS = {False: 600, True: 30}
"""Quick or not → entries of each game over HTTP, counted in whole games."""
BROWSER_TAPS = {False: 50, True: 8}
"""Quick or not → taps in Chromium for each game and each page of the second phone."""
RATIO_TARGET = 3  # times a bare view that commits one row
ANSWER_TARGET = 4096  # bytes, gzipped
PAGE_TARGET = 60  # KB of 1024 bytes over the wire
PAINT_TARGET = 100  # ms from the finger to the paint
OTHER_TARGET = 300  # ms until another phone shows it

PLAYERS = ("Ada", "Bob")
LOCAL = "127.0.0.1"
PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "locale": "en",
}
SLOW_DOWN = 4
BETWEEN_TAPS = 400  # ms: the page has come to rest, and the eye has found the field
FIND_CHROMIUM = Path(__file__).parents[1] / "scripts" / "chromium.sh"
SPAWN = multiprocessing.get_context("spawn")
VERSION = re.compile(r'name="version" value="(\d+)"')
DIGEST = re.compile(r'data-digest="([^"]+)"')

ENDLESS = {"requests": Limit(at_once=1e9, a_second=1e9)}
"""Nobody taps as fast as this does; what counting the requests costs is measured all the same."""

Show = Callable[[str], Any]
Choose = Callable[[AnyGame, Sheet], list[Entry]]


# The games that are played


class Tap(NamedTuple):
    """One entry, and the sheet's total after it.

    :param field: the field that it marks; None for a joker, a round or a ? given up
    """

    entry: Json
    field: str | None
    total: int


def walk(game: AnyGame, seed: int, choose: Choose) -> Iterator[Tap]:
    """A random game on one sheet until it is over or nothing is left to choose."""
    rng = random.Random(seed)
    sheet = game.new_sheet(len(PLAYERS))
    while not game.is_over(sheet) and (options := choose(game, sheet)):
        entry = rng.choice(options)
        field = game.field(sheet, entry)
        sheet = game.enter(sheet, entry).sheet
        yield Tap(entry.to_json(), field, game.score(sheet).total)


def everything(game: AnyGame, sheet: Sheet) -> list[Entry]:
    return list(game.options(sheet))


def new_marks(game: AnyGame, sheet: Sheet) -> list[Entry]:
    """The entries that mark a field, with the ? that the page offers first if one waits; no misthrows."""
    options = game.options(sheet)
    bonuses = [entry.to_json().get("bonus") for entry in options]
    waiting = next((bonus for bonus in bonuses if bonus), None)
    return [
        entry
        for entry, bonus in zip(options, bonuses, strict=True)
        if bonus == waiting and game.field(sheet, entry) and "action" not in entry.to_json()
    ]


# The servers, each in a process of its own, so that no measuring slows them down


def bare_app(db: Path) -> Flask:
    """The least that a saved tap can cost: a view that commits one row."""
    app = Flask("bare")
    local = threading.local()
    with sqlite3.connect(db) as first:
        first.execute("pragma journal_mode = wal")
        first.execute("create table taps (number integer primary key, entry text not null) strict")
    first.close()

    def connection() -> sqlite3.Connection:
        if not hasattr(local, "db"):
            local.db = sqlite3.connect(db, isolation_level=None)
            local.db.execute("pragma synchronous = full")
        kept: sqlite3.Connection = local.db
        return kept

    @app.post("/")
    def enter() -> str:
        connection().execute("insert into taps (entry) values (?)", [request.form["entry"]])
        return "entered"

    return app


def serve(make_app: Callable[[Path], Flask], db: Path, port: Connection) -> None:
    server = listen(make_app(db), LOCAL, 0)
    port.send(int(server.effective_port))
    server.run()


@contextmanager
def served(make_app: Callable[[Path], Flask], db: Path) -> Iterator[int]:
    """The port of this app under the companion's own server."""
    port, sender = SPAWN.Pipe(duplex=False)
    process = SPAWN.Process(target=serve, args=(make_app, db, sender), daemon=True)
    process.start()
    sender.close()
    try:
        yield port.recv()
    finally:
        process.terminate()
        process.join()


# The server's time


class Answer(NamedTuple):
    """What came back over the wire, and how many seconds after it was asked for."""

    status: int
    headers: dict[str, str]
    body: bytes
    seconds: float

    @property
    def text(self) -> str:
        return (gzip.decompress(self.body) if "Content-Encoding" in self.headers else self.body).decode()


class Caller:
    """One kept connection that asks as htmx does, with its cookie."""

    def __init__(self, port: int) -> None:
        self._http = HTTPConnection(LOCAL, port, timeout=30)
        self._headers = {"HX-Request": "true", "Accept-Encoding": "gzip"}

    @property
    def cookie(self) -> str:
        return self._headers["Cookie"]

    def ask(self, method: str, path: str, form: Any = ()) -> Answer:
        body = urlencode(form)
        headers = {**self._headers, "Content-Type": "application/x-www-form-urlencoded"}
        begin = perf_counter()
        self._http.request(method, path, body, headers)
        response = self._http.getresponse()
        answer = Answer(response.status, dict(response.headers), response.read(), perf_counter() - begin)
        if answer.status not in (200, 303):
            raise RuntimeError(f"{method} {path} {form}: answered with {answer.status}")
        if "Set-Cookie" in answer.headers:
            self._headers["Cookie"] = answer.headers["Set-Cookie"].partition(";")[0]
        return answer

    def open_table(self, game: str) -> str:
        """The path of a new table; its first seat is the caller's."""
        return self.ask("POST", "/tables", [("game", game), *(("name", name) for name in PLAYERS)]).headers["Location"]


def posted(tap: Tap, key: str, shown: str) -> dict[str, str]:
    """What the page that is shown posts for this tap."""
    form = {"entry": json.dumps(tap.entry), "key": key, "have": " ".join(DIGEST.findall(shown))}
    form |= {"version": found[1]} if (found := VERSION.search(shown)) else {}
    form |= {"field": tap.field} if tap.field else {}
    return form | ({"bonus": tap.entry["bonus"]} if "bonus" in tap.entry else {})


def play(name: str, seed: int, app: Caller, bare: Caller) -> Iterator[tuple[Answer, Answer]]:
    """A whole game; each of its entries is sent to the app, and then to the bare view."""
    sheet = app.open_table(name) + "/s/1"
    text = app.ask("GET", sheet).text
    for number, tap in enumerate(walk(games[name], seed, everything)):
        form = posted(tap, f"tap-{number}", text)
        answer = app.ask("POST", sheet + "/entries", form)
        text = answer.text
        if f'data-total="{tap.total}"' not in text:
            raise RuntimeError(f"{tap} is not what the answer shows")
        yield answer, bare.ask("POST", "/", form)


def time_taps(name: str, taps: int, app: Caller, bare: Caller, show: Show) -> None:
    answers: list[tuple[Answer, Answer]] = []
    for seed in count():
        answers += play(name, seed, app, bare)
        if len(answers) >= taps:
            break
    ours, theirs = ([answer.seconds * 1e3 for answer in side] for side in zip(*answers, strict=True))
    sizes = [len(answer.body) for answer, _ in answers]
    show(line(name, "tap ÷ bare commit, p50", median(ours) / median(theirs), RATIO_TARGET, "× "))
    show(fact(name, f"server time of {len(ours)} taps", ours) + f"   bare {median(theirs):.2f}, {p95(theirs):.2f} ms")
    show(line(name, "answer gzipped, median", median(sizes), ANSWER_TARGET, "B "))
    show(line(name, "answer gzipped, largest", max(sizes), ANSWER_TARGET, "B "))


# The weight of a first visit


class Wire:
    """What a page fetches, as Chromium counts it: heads and encoded bodies."""

    def __init__(self, page: Page) -> None:
        self.urls: list[str] = []
        self._sizes: dict[str, int] = {}
        cdp = page.context.new_cdp_session(page)
        cdp.on("Network.requestWillBeSent", lambda event: self.urls.append(event["request"]["url"]))
        cdp.on("Network.responseReceived", lambda event: self._set(event, event["response"]["encodedDataLength"]))
        cdp.on("Network.dataReceived", lambda event: self._set(event, event["encodedDataLength"], more=True))
        cdp.on("Network.loadingFinished", lambda event: self._set(event, event["encodedDataLength"]))
        cdp.send("Network.enable")

    def _set(self, event: dict[str, Any], size: float, more: bool = False) -> None:
        known = self._sizes.get(event["requestId"], 0) if more else 0
        self._sizes[event["requestId"]] = known + int(size)

    @property
    def kilobytes(self) -> float:
        return sum(self._sizes.values()) / 1024


# Headless Chromium shows no tabs and installs nothing, so it leaves these out; a phone fetches them.
FETCH_LINKED = """() => Promise.all(
    [...document.querySelectorAll("link[rel~=icon], link[rel=manifest]")].map((link) => fetch(link.href)))"""


def weigh(browser: Browser, base: str, path: str, cookie: str, name: str, show: Show) -> None:
    with phone(browser, base, cookie) as context:
        page = context.new_page()
        wire = Wire(page)
        page.goto(path)
        page.evaluate(FETCH_LINKED)
        page.wait_for_timeout(500)
        leaving = [url for url in wire.urls if urlsplit(url).hostname not in (LOCAL, None)]
        show(line(name, f"first visit, {len(wire.urls)} requests", wire.kilobytes, PAGE_TARGET, "KB"))
        show(f"{name:14} {'of them leave the host':30} {len(leaving):8}      target    0      {' '.join(leaving)}")


# From the finger to the paint

WATCH = """([seen, selector, pointer]) => {
    const now = () => performance.timeOrigin + performance.now();
    window[seen] = new Promise((found) => {
        if (pointer) {
            addEventListener("pointerdown", (event) => found(performance.timeOrigin + event.timeStamp),
                {once: true, capture: true});
            return;
        }
        const look = () => {
            if (!document.querySelector(selector)) return;
            observer.disconnect();
            requestAnimationFrame(() => requestAnimationFrame(() => found(now())));
        };
        const observer = new MutationObserver(look);
        observer.observe(document.documentElement, {subtree: true, childList: true, attributes: true});
        setTimeout(() => found(Infinity), 5000);
    });
}"""
"""Makes ``window[seen]`` the time in ms of the next pointer event, or of the second frame after something is shown."""


def watch(page: Page, selector: str) -> None:
    page.evaluate(WATCH, ["painted", selector, False])


def painted(page: Page) -> float:
    """When the browser had painted what is watched for; infinity if it has not within five seconds."""
    return float(page.evaluate("() => window.painted"))


def touch(page: Page, target: str, shown_as: str) -> tuple[float, float]:
    """Tap the target; when the pointer came down, and when what it brings about was painted."""
    page.evaluate(WATCH, ["touched", "", True])
    watch(page, shown_as)
    page.locator(target).first.tap()
    down, shown = float(page.evaluate("() => window.touched")), painted(page)
    if shown == inf:
        raise RuntimeError(f"a tap on {target} did not lead to {shown_as}")
    return down, shown


@contextmanager
def phone(browser: Browser, base: str, cookie: str = "") -> Iterator[BrowserContext]:
    """A phone with an empty cache; with this cookie it keeps the sheets of whoever got it."""
    context = browser.new_context(**PHONE, base_url=base)
    if cookie:
        name, _, value = cookie.partition("=")
        context.add_cookies([{"name": name, "value": value, "url": base}])
    yield context
    context.close()


def opened(context: BrowserContext, path: str) -> Page:
    """A page that runs as on a slow phone."""
    page = context.new_page()
    page.goto(path)
    page.context.new_cdp_session(page).send("Emulation.setCPUThrottlingRate", {"rate": SLOW_DOWN})
    page.wait_for_timeout(BETWEEN_TAPS)
    return page


class Seen(NamedTuple):
    """ms from the pointer event to the paint: of what a picked number lights up, of the faint mark that comes at once,
    of the mark that the server has saved, on another phone."""

    numbers: list[float]
    faint: list[float]
    marks: list[float]
    others: list[float]


def tap_fields(mine: Page, other: Page, game: AnyGame, seed: int, most: int, seen: Seen) -> None:
    """A game under the thumb, at most until as many marks are seen; the other phone shows its totals."""
    total = game.score(game.new_sheet(len(PLAYERS))).total
    for tap in walk(game, seed, new_marks):
        if len(seen.marks) == most:
            return
        # A grey segment is no rectangle: its middle may belong to its neighbour.
        field = f'[data-field="{tap.field}"] .cell, [data-field="{tap.field}"]:not(:has(.cell))'
        mine.locator(field).first.scroll_into_view_if_needed()
        mine.wait_for_timeout(BETWEEN_TAPS)
        if "value" in tap.entry:
            key = f'[data-number="{tap.entry["value"]}"]'
            down, shown = touch(mine, key, key + "[aria-pressed=true]")
            seen.numbers.append(shown - down)
        if tap.total != total:
            watch(other, f'.seats li:first-child [data-total="{tap.total}"], #sheet .bar [data-total="{tap.total}"]')
        mine.evaluate(WATCH, ["faint", f'[data-field="{tap.field}"]:is([data-pending], [data-marked])', False])
        down, shown = touch(mine, field, f'[data-field="{tap.field}"][data-marked]')
        seen.faint.append(float(mine.evaluate("() => window.faint")) - down)
        seen.marks.append(shown - down)
        if tap.total != total:
            seen.others.append(painted(other) - down)
        total = tap.total


def time_paint(browser: Browser, base: str, app: Caller, name: str, other_page: str, taps: int, show: Show) -> None:
    """:param other_page: what the second phone has open, as the end of a table's path"""
    seen = Seen([], [], [], [])
    for seed in count():
        table = app.open_table(name)
        with phone(browser, base, app.cookie) as mine, phone(browser, base) as other:
            pages = opened(mine, table + "/s/1"), opened(other, table + other_page)
            tap_fields(*pages, games[name], seed, taps, seen)
        if len(seen.marks) == taps:
            break
    other_name = "the sheet" if other_page else "the table"
    show(line(name, f"number to lit fields, p95 of {len(seen.numbers)}", p95(seen.numbers), PAINT_TARGET, "ms"))
    show(fact(name, "number to lit fields", seen.numbers))
    show(line(name, f"tap to paint, p95 of {len(seen.faint)}", p95(seen.faint), PAINT_TARGET, "ms"))
    show(fact(name, "tap to paint", seen.faint))
    show(line(name, f"tap to saved mark, p95 of {len(seen.marks)}", p95(seen.marks), PAINT_TARGET, "ms"))
    show(fact(name, "tap to saved mark", seen.marks))
    show(line(name, f"other phone, {other_name}, p95 of {len(seen.others)}", p95(seen.others), OTHER_TARGET, "ms"))
    show(fact(name, f"other phone, {other_name}", seen.others))


# The figures


def p95(values: list[float]) -> float:
    return sorted(values)[ceil(0.95 * len(values)) - 1]


def fact(name: str, what: str, values: list[float]) -> str:
    """A line without a target."""
    return f"{name:14} {what:30} {median(values):8.2f} ms p50   {p95(values):.2f} p95   {max(values):.2f} max"


def chromium() -> str:
    found = subprocess.run(["sh", FIND_CHROMIUM], capture_output=True, text=True)
    if found.returncode:
        raise SystemExit(found.stderr)
    return found.stdout.strip()


def main(quick: bool, show: Show = print) -> None:
    executable = chromium()
    with (
        TemporaryDirectory() as folder,
        served(partial(create_app, LIMITS=ENDLESS), Path(folder) / "companion.db") as port,
        served(bare_app, Path(folder) / "bare.db") as bare_port,
    ):
        app = Caller(port)
        for name in GAMES:
            time_taps(name, TAPS[quick], app, Caller(bare_port), show)
        base = f"http://{LOCAL}:{port}"
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=executable, args=["--no-sandbox", "--disable-dev-shm-usage"]
            )
            weigh(browser, base, "/", "", "start page", show)
            for name in GAMES:
                weigh(browser, base, app.open_table(name) + "/s/1", app.cookie, name, show)
            weigh(browser, base, app.open_table(GAMES[0]), app.cookie, "table page", show)
            for name in GAMES:
                for other_page in ("", "/s/1"):
                    time_paint(browser, base, app, name, other_page, BROWSER_TAPS[quick], show)
            browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="How fast a tap is, and what the first pages weigh.")
    parser.add_argument("--quick", action="store_true", help="play less; the figures are rougher")
    main(parser.parse_args().quick)
