"""Databases of other days: older, newer, damaged, another program's; and copies made while people play.

schemas/ holds a dump of every schema that there ever was, named after its newest migration, with the same two games.
"""

import os
import sqlite3
import stat
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path

import pytest

from companion.store import Store, StoreError
from companion.table import Draft, Table, open_table

NOW = "2030-01-02T20:15:00+00:00"
SCHEMAS = sorted((Path(__file__).parent / "schemas").glob("*.sql"))
SECRET = b"0123456789abcdef0123456789abcdef"
PINK_6 = {"area": "pink", "value": 6}


@pytest.fixture
def path(tmp_path):
    return tmp_path / "companion.db"


def restore(path, schema):
    with closing(sqlite3.connect(path)) as db:
        db.executescript(schema.read_text("utf-8"))


def contents(path):
    with closing(sqlite3.connect(path)) as db:
        return list(db.iterdump())


def shape(path):
    """Tables, indexes and triggers, and what was done to make them."""
    with closing(sqlite3.connect(path)) as db:
        made = db.execute("select type, name, sql from sqlite_master where name not like 'sqlite_%' order by name")
        return made.fetchall(), db.execute("select migration_set, name from _sqlite_migrations order by id").fetchall()


def table(store, code):
    return Table.of(code, store.read(code))


def totals(store, code):
    return {seat: score.total for seat, score in table(store, code).scores.items()}


# Older ones


def test_the_newest_schema_has_a_dump_here(path):
    Store(path).close()
    assert shape(path)[1][-1][1] in [schema.stem for schema in SCHEMAS]


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: schema.stem)
def test_every_older_database_is_brought_up_to_date_and_keeps_every_line(path, tmp_path, schema):
    restore(path, schema)
    with closing(sqlite3.connect(path)) as db:
        before = db.execute("select * from lines order by code, number").fetchall()
    Store(path).close()
    Store(tmp_path / "new.db").close()
    with closing(sqlite3.connect(path)) as db:
        assert db.execute("select * from lines order by code, number").fetchall() == before
    assert shape(path) == shape(tmp_path / "new.db")


@pytest.mark.parametrize("schema", SCHEMAS, ids=lambda schema: schema.stem)
def test_games_of_every_older_database_stand_as_they_were_left_and_go_on(path, schema):
    restore(path, schema)
    store = Store(path)
    # Ada: 4 in yellow's bottom row, one pink field (2). Bo: one pink field (2) with a 4 (4 more), one blue cross.
    assert totals(store, "cleverevng") == {1: 6, 2: 6}
    assert totals(store, "qwntevenng") == {1: 1, 2: 0}
    clever, qwinto = table(store, "cleverevng"), table(store, "qwntevenng")
    assert [seat.holder for seat in clever.seats] == ["device-ada", "device-new", None]
    assert clever.game.sheet_to_json(clever.sheets[1])["round"] == 2
    assert (clever.ended, qwinto.ended) == (False, True)
    assert store.secret() == SECRET
    with store.writing("cleverevng") as log:
        log.append(clever.enter(1, {"area": "pink", "value": 2}), "goes on", NOW)
    assert totals(store, "cleverevng")[1] == 10  # 4 for two pink fields, 2 for the 2
    store.close()


# Newer, damaged, another program's


def refused(path):
    with pytest.raises(StoreError) as no:
        Store(path)
    assert str(path) in str(no.value)
    return str(no.value)


def test_a_database_of_a_newer_version_is_refused_and_left_as_it_was(path):
    Store(path).close()
    with closing(sqlite3.connect(path)) as db:
        with db:
            db.execute("insert into _sqlite_migrations (migration_set, name) values ('companion', 'dice_that_glow')")
        db.execute("pragma journal_mode = delete")
    before = path.read_bytes()
    assert "was written by a newer companion; install that version or a later one." in refused(path)
    assert path.read_bytes() == before


@pytest.mark.parametrize("journal", ["delete", "wal"])
def test_a_database_of_another_program_is_refused_and_left_as_it_was(path, journal):
    with closing(sqlite3.connect(path)) as db:
        db.execute(f"pragma journal_mode = {journal}")
        with db:
            db.execute("create table lines (recipe text)")
            db.execute("insert into lines values ('two eggs')")
    before = path.read_bytes()
    assert "belongs to another program." in refused(path)
    assert path.read_bytes() == before


def test_a_database_with_the_migrations_of_another_program_alone_is_refused(path):
    with closing(sqlite3.connect(path)) as db, db:
        db.execute("create table _sqlite_migrations (id integer primary key, migration_set, name, applied_at)")
        db.execute("insert into _sqlite_migrations (migration_set, name) values ('recipes', 'keep_the_log')")
    before = contents(path)
    assert "belongs to another program." in refused(path)
    assert contents(path) == before


@pytest.mark.parametrize("kept", [1, 99, 100, 4096, 0.5, 0.9])
def test_a_truncated_database_is_refused_and_left_as_it_was(path, kept):
    restore(path, SCHEMAS[-1])
    whole = path.read_bytes()
    path.write_bytes(whole[: kept if isinstance(kept, int) else int(len(whole) * kept)])
    before = path.read_bytes()
    refused(path)
    assert path.read_bytes() == before


def test_a_database_with_an_overwritten_page_is_refused_and_left_as_it_was(path):
    restore(path, SCHEMAS[-1])
    damaged = bytearray(path.read_bytes())
    damaged[4096:8192] = b"\xa5" * 4096
    path.write_bytes(damaged)
    refused(path)
    assert path.read_bytes() == damaged


def test_an_empty_file_becomes_a_database(path):
    path.touch()
    store = Store(path)
    store.create("ABCD", open_table("clever-4ever", [("Ada", False)], "host"), NOW)
    assert store.exists("ABCD")
    store.close()


def test_a_database_copied_here_becomes_private_again(path):
    restore(path, SCHEMAS[-1])
    path.chmod(0o644)
    Store(path).close()
    assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_every_file_beside_a_database_in_use_is_as_private_as_it(path):
    before = os.umask(0o000)
    try:
        store = Store(path)
        store.create("ABCD", open_table("clever-4ever", [("Ada", False)], "host"), NOW)
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in path.parent.iterdir()}
    finally:
        os.umask(before)
    assert modes == dict.fromkeys(["companion.db", "companion.db-shm", "companion.db-wal"], 0o600)
    store.close()


# Copies


def test_copies_made_while_somebody_writes_each_hold_a_moment_of_the_log(path, tmp_path):
    store = Store(path)
    store.create("ABCD", open_table("clever-4ever", [("Ada", False)], "host"), NOW)
    copies = [tmp_path / f"copy-{number}.db" for number in range(5)]

    def copy():
        for target in copies:
            store.backup(target)
        store.close()

    with ThreadPoolExecutor(1) as other:
        copying = other.submit(copy)
        written = 0
        while not copying.done() or written < 20:
            with store.writing("ABCD") as log:
                log.append(Draft(1, "entry", {"entry": PINK_6}), f"tap {written}", NOW)
            written += 1
        copying.result()
    log = store.read("ABCD")
    lengths = []
    for target in copies:
        kept = Store(target)
        lines = kept.read("ABCD")
        assert lines == log[: len(lines)]
        lengths.append(len(lines))
        kept.close()
    assert lengths == sorted(lengths)
    store.close()
