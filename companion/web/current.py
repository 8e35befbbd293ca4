"""The table as it stands now, and the one way to write on it: check, ask the rules, append, in one transaction."""

import secrets
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from threading import Lock
from typing import NoReturn

from flask import abort, current_app, session

from companion.store import CodeTaken, Store
from companion.table import Draft, Line, Refused, Seat, Table
from companion.web import limits

ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"
"""For codes: no letter that looks like another one."""
CODE_LENGTH = 10
"""31 ** 10 is about 2 ** 49: nobody guesses a table."""
WATCH_LENGTH = 16
"""31 ** 16 is about 2 ** 79; it tells nothing of the code of the same table."""
LONGEST_KEY = 64
KEPT_TABLES = 256
RECENT_TABLES = 6


@dataclass(frozen=True, slots=True)
class Written:
    """The table after a decision, the line that holds it, and whether the same tap had been written before."""

    table: Table
    line: Line
    repeated: bool


class Snapshots:
    """The tables folded last, so that a tap reads only the lines since. They can be thrown away at any time."""

    def __init__(self) -> None:
        self._tables: OrderedDict[str, Table] = OrderedDict()
        self._lock = Lock()

    def get(self, code: str) -> Table | None:
        with self._lock:
            return self._tables.get(code)

    def keep(self, table: Table) -> None:
        with self._lock:
            known = self._tables.get(table.code)
            if known is None or known.version < table.version:
                self._tables[table.code] = table
            self._tables.move_to_end(table.code)
            while len(self._tables) > KEPT_TABLES:
                self._tables.popitem(last=False)


def store() -> Store:
    found: Store = current_app.extensions["store"]
    return found


def snapshots() -> Snapshots:
    kept: Snapshots = current_app.extensions["snapshots"]
    return kept


def find(code: str) -> Table | None:
    """The table of this code, or the one to be watched with it; None if this companion knows no such table."""
    if len(code) != WATCH_LENGTH:
        return _caught_up(code, store().read)
    own_code = store().watched(code)
    watched = _caught_up(own_code, store().read) if own_code else None
    return watched.for_watching() if watched else None


def table(code: str) -> Table:
    """The table of this code; answers 404 if there is none, and slows guessing down."""
    _check_guessing(code)
    return find(code) or _missed()


def log_code(at: Table) -> str:
    """The code under which the log of this table stands, also for those who watch."""
    if at.code != at.watch:
        return at.code
    return store().watched(at.code) or abort(404)


def _check_guessing(code: str) -> None:
    """Who guessed wrong too often waits, right or wrong; but not a phone that was at this table before."""
    if code not in session.get("tables", []):
        limits.check("wrong_codes")


def _missed() -> NoReturn:
    limits.spend("wrong_codes")
    abort(404)


def decide(code: str, key: str, decision: Callable[[Table], Draft]) -> Written:
    """Write what the decision gives, unless this key was written before; then that line stands for it.

    :param key: made by the page for one tap; empty for none
    :param decision: looks at the table inside the write transaction, and raises if nothing may be written
    """
    _check_guessing(code)
    with store().writing(code) as log:
        now_table = _caught_up(code, lambda _, since: log.read(since)) or _missed()
        if line := log.with_key(key):
            return Written(now_table, line, repeated=True)
        line = log.append(decision(now_table), key, now())
    after = now_table.after(line)
    snapshots().keep(after)
    return Written(after, line, repeated=False)


def _caught_up(code: str, read: Callable[[str, int], list[Line]]) -> Table | None:
    known = snapshots().get(code)
    if known is None:
        known = _folded(code, read(code, 0))
    else:
        for line in read(code, known.version):
            known = known.after(line)
    if known is not None:
        snapshots().keep(known)
    return known


def _folded(code: str, lines: list[Line]) -> Table | None:
    try:
        return Table.of(code, lines)
    except Refused:
        return None


def create(drafts: list[Draft]) -> str:
    """Write a new table's first lines, and give its code."""
    while True:
        code = new_code(CODE_LENGTH)
        try:
            store().create(code, drafts, now())
        except CodeTaken:
            continue
        return code


def new_code(length: int) -> str:
    return "".join(secrets.choice(ALPHABET) for _ in range(length))


def now() -> str:
    return datetime.now(UTC).isoformat(timespec="milliseconds")


def device() -> str:
    """This browser's secret name, from its signed cookie; a new one if it has none."""
    if "device" not in session:
        session["device"] = secrets.token_urlsafe(16)
    session.permanent = True
    name: str = session["device"]
    return name


def holds(seat: Seat) -> bool:
    """Whether this browser keeps the seat's sheet."""
    return seat.holder is not None and seat.holder == session.get("device")


def may_steer(at: Table) -> bool:
    """Whether this browser may begin rounds, call, end: it opened the table or keeps a sheet at it."""
    name = session.get("device")
    return name is not None and (at.host == name or any(seat.holder == name for seat in at.seats))


def hosts(at: Table) -> bool:
    return at.host is not None and at.host == session.get("device")


def remember(code: str) -> None:
    """Let the start page offer this table again.

    A page that is asked for once more sets no cookie: it could overwrite the one of a seat taken at the same moment.
    """
    if session.get("tables", [])[:1] == [code]:
        return
    recent = [code, *(known for known in session.get("tables", []) if known != code)]
    session["tables"] = recent[:RECENT_TABLES]
    session.permanent = True
