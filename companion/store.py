"""The log of every table in one SQLite file, through sqlite-utils: read, append, back up. Nothing is ever rewritten.

It knows no game and no Flask: a line is carried, not understood.
"""

import json
import os
import secrets
import sqlite3
import stat
import threading
import time
from collections.abc import Iterable, Iterator, Sequence
from contextlib import closing, contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlite_utils import Database, Migrations

from companion.table import Draft, Line

BUSY_SECONDS = 5.0
"""How long a writer waits for another one before it gives up."""

_SECRET_BYTES = 32
_COLUMNS = "number, seat, kind, data, key, at"

_migrations = Migrations("companion")


class StoreError(Exception):
    """The database cannot be used; the text is a sentence for whoever runs the app."""


class CodeTaken(StoreError):
    """A table of this code exists already."""


@_migrations()
def keep_the_log(db: Database) -> None:
    columns = {"code": str, "number": int, "seat": int, "kind": str, "data": str, "key": str, "at": str}
    lines = db.table("lines").create(
        columns, pk=("code", "number"), not_null=["code", "number", "kind", "data", "at"], strict=True
    )
    lines.create_index(["code", "key"], unique=True)


@_migrations()
def refuse_to_rewrite_the_log(db: Database) -> None:
    for change in ("update", "delete"):
        db.execute(
            f"create trigger lines_{change} before {change} on lines "
            "begin select raise(abort, 'the log is append-only'); end"
        )
    # INSERT OR REPLACE would delete the old line without asking the trigger above.
    db.execute(
        "create trigger lines_insert before insert on lines "
        "when new.number is not (select coalesce(max(number), 0) + 1 from lines where code = new.code) "
        "or exists (select 1 from lines where code = new.code and key = new.key) "
        "begin select raise(abort, 'a line has the next number and a new key'); end"
    )


@_migrations()
def keep_settings(db: Database) -> None:
    db.table("settings").create({"name": str, "value": bytes}, pk="name", not_null=["value"], strict=True)


@_migrations()
def find_tables_by_their_watching_code(db: Database) -> None:
    db.execute(
        "create unique index lines_watch on lines (json_extract(data, '$.watch')) "
        "where kind = 'opened' and json_extract(data, '$.watch') is not null"
    )


_EVERY_MIGRATION = frozenset(migration.name for migration in _migrations.pending(Database(memory=True)))


class Log:
    """One table's log inside one write transaction."""

    def __init__(self, db: Database, code: str) -> None:
        self._db = db
        self._code = code

    def read(self, since: int = 0) -> list[Line]:
        """The lines after number ``since``, in order."""
        return _read(self._db, self._code, since)

    def with_key(self, key: str) -> Line | None:
        """The line that carries this key, if one does; an empty key is no key."""
        if not key:
            return None
        where = f"select {_COLUMNS} from lines where code = ? and key = ?"
        row = self._db.execute(where, [self._code, key]).fetchone()
        return _line(row) if row else None

    def append(self, draft: Draft, key: str, now: str) -> Line:
        """Write the draft as the table's next line.

        :param key: of the tap that caused it; empty for none
        :param now: ISO 8601
        :raises StoreError: when the transaction ends, if a line already carries the key
        """
        last = self._db.execute("select coalesce(max(number), 0) from lines where code = ?", [self._code]).fetchone()[0]
        line = draft.line(last + 1, key, now)
        data = json.dumps(line.data, ensure_ascii=False, separators=(",", ":"))
        row = [self._code, line.number, line.seat, line.kind, data, key or None, now]
        self._db.execute(f"insert into lines (code, {_COLUMNS}) values (?, ?, ?, ?, ?, ?, ?)", row)
        return line


class Store:
    """The database file; safe to share between threads, each of which gets its own connection.

    :param path: the file; it and its folder are made if they do not exist
    :raises StoreError: if it cannot be made, read or written, or is something else than a database of this app
    """

    def __init__(self, path: str | Path) -> None:
        self.path = Path(path)
        self._local = threading.local()
        self._make_file()
        with self._explained():
            self._check_ours()
            _keep_private(self.path)
            # Closed again at once: a connection must not be carried into forked server processes.
            with closing(self._connect()) as db:
                _migrate(db)

    def create(self, code: str, drafts: Sequence[Draft], now: str) -> list[Line]:
        """Open a table with these first lines.

        :raises CodeTaken: if a table of this code exists
        """
        with self.writing(code) as log:
            if log.read():
                raise CodeTaken(f"A table with the code {code} exists already.")
            return [log.append(draft, "", now) for draft in drafts]

    def exists(self, code: str) -> bool:
        return bool(self.last_numbers([code]))

    def watched(self, watch: str) -> str | None:
        """The code of the table with this watching code; None if there is none."""
        opening = "select code from lines where kind = 'opened' and json_extract(data, '$.watch') = ?"
        with self._explained():
            row = self._db.execute(opening, [watch]).fetchone()
        return row[0] if row else None

    def read(self, code: str, since: int = 0) -> list[Line]:
        """The lines of a table after number ``since``, in order; none if there is no such table."""
        with self._explained():
            return _read(self._db, code, since)

    @contextmanager
    def writing(self, code: str) -> Iterator[Log]:
        """One write transaction on a table's log: nobody else writes until it ends; an exception rolls it back.

        What was appended survives a power cut once the block has ended without an exception.

        :raises StoreError: if another writer does not finish in time, or the disk refuses
        """
        with self._explained():
            db = self._db
            db.execute("begin immediate")
            try:
                yield Log(db, code)
                db.commit()
            except BaseException:
                db.rollback()
                raise

    def last_numbers(self, codes: Iterable[str]) -> dict[str, int]:
        """Code → number of its table's last line; codes without a table are left out."""
        wanted = json.dumps(list(codes))
        numbers = "select value, (select max(number) from lines where code = value) from json_each(?)"
        with self._explained():
            return {code: number for code, number in self._db.execute(numbers, [wanted]) if number is not None}

    def data_version(self) -> int:
        """A number that changes when another connection (of any thread or process) has committed something."""
        with self._explained():
            return int(self._db.execute("pragma data_version").fetchone()[0])

    def secret(self) -> bytes:
        """32 random bytes, made once and kept, for signing cookies. A backup carries them along."""
        made = secrets.token_bytes(_SECRET_BYTES)
        with self._explained():
            self._db.execute("insert or ignore into settings (name, value) values ('secret', ?)", [made])
            return bytes(self._db.execute("select value from settings where name = 'secret'").fetchone()[0])

    def backup(self, path: str | Path) -> None:
        """Copy everything, as it stands at one moment, into a new file; others may go on reading and writing.

        :raises StoreError: if the file exists already or cannot be written
        """
        target = Path(path)
        try:
            _make_private(target)
        except FileExistsError:
            raise StoreError(f"{target} exists already; nothing was overwritten.") from None
        except OSError as error:
            raise StoreError(f"{target} cannot be written: {error.strerror}.") from error
        try:
            with self._explained(), closing(sqlite3.connect(target)) as copy:
                self._db.conn.backup(copy)
        except BaseException:
            target.unlink(missing_ok=True)
            raise

    def close(self) -> None:
        """Close this thread's connection; the next use opens another one."""
        db: Database | None = self._local.__dict__.pop("db", None)
        if db is not None:
            db.close()

    @property
    def _db(self) -> Database:
        db: Database | None = getattr(self._local, "db", None)
        if db is None:
            db = self._local.db = self._connect()
        return db

    def _connect(self) -> Database:
        conn = sqlite3.connect(self.path, timeout=BUSY_SECONDS, isolation_level=None)
        conn.execute("pragma synchronous = full")
        return Database(conn, execute_plugins=False)

    def _make_file(self) -> None:
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            if not self.path.exists():
                _make_private(self.path)
        except FileExistsError:
            return  # somebody else made it just now
        except OSError as error:
            raise StoreError(f"The database {self.path} cannot be made: {error.strerror}.") from error

    def _check_ours(self) -> None:
        """Look before anything is written: what this version cannot keep well stays as it is.

        :raises StoreError: if the file is damaged, another program's, or written by a newer version
        """
        size = self.path.stat().st_size
        uri = f"{self.path.resolve().as_uri()}?mode=ro"
        with closing(sqlite3.connect(uri, BUSY_SECONDS, isolation_level=None, uri=True)) as conn:
            conn.execute("begin")  # all of it at one moment: another process may be making the tables
            if size and not conn.execute("pragma page_count").fetchone()[0]:
                raise sqlite3.DatabaseError("file is not a database")  # but a note, too short to be taken for one
            if why := _why_not(Database(conn, execute_plugins=False)):
                raise StoreError(f"The database {self.path} {why} It was left as it is.")

    @contextmanager
    def _explained(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.Error as error:
            raise StoreError(f"The database {self.path} cannot be used: {error}.") from error


def _why_not(db: Database) -> str | None:
    """Why this version must not write to this database."""
    problem = db.execute("pragma quick_check(1)").fetchone()[0]
    if problem != "ok":
        return f"is damaged: {problem}."
    applied = {migration.name for migration in _migrations.applied(db)}
    if applied - _EVERY_MIGRATION:
        return "was written by a newer companion; install that version or a later one."
    if not applied and db.table_names():
        return "belongs to another program."
    return None


def _migrate(db: Database) -> None:
    _write_ahead(db)
    if not _migrations.pending(db):
        return
    # Two processes may start at once on a new file; the second one waits and finds nothing to do.
    db.execute("begin immediate")
    try:
        _migrations.apply(db)
        db.commit()
    except BaseException:
        db.rollback()
        raise


def _write_ahead(db: Database) -> None:
    """Switch the file to WAL for good. SQLite refuses at once while another process does so: the waiting is ours."""
    patience = time.monotonic() + BUSY_SECONDS
    while True:
        try:
            db.execute("pragma journal_mode = wal")
        except sqlite3.OperationalError:
            if time.monotonic() > patience:
                raise
            db.execute("begin immediate")  # returns once the other one has finished
            db.rollback()
        else:
            return


def _make_private(path: Path) -> None:
    """A new empty file that only its owner reads: it will hold the secret."""
    os.close(os.open(path, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))


def _keep_private(path: Path) -> None:
    """A file that was copied here may have become readable for others; whose it is not, leaves it."""
    mode = stat.S_IMODE(path.stat().st_mode)
    if mode & 0o077:
        with suppress(OSError):
            path.chmod(mode & 0o700)


def _read(db: Database, code: str, since: int) -> list[Line]:
    rows = db.execute(f"select {_COLUMNS} from lines where code = ? and number > ? order by number", [code, since])
    return [_line(row) for row in rows]


def _line(row: tuple[Any, ...]) -> Line:
    number, seat, kind, data, key, at = row
    return Line(number, seat, kind, json.loads(data), key or "", at)
