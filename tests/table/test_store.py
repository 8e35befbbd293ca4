"""The log in a real SQLite file: what was written stays, once, in order, and is never rewritten."""

import os
import re
import sqlite3
import stat
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from threading import Barrier

import pytest

from companion.store import CodeTaken, Store, StoreError
from companion.table import Draft, Line, Table, open_table

NOW = "2030-01-02T20:15:00+00:00"
LATER = "2030-01-02T20:16:00+00:00"
OPENING = open_table("clever-4ever", [("Ada", False), ("Zoë", True)], "host")
PINK_6 = Draft(1, "entry", {"entry": {"area": "pink", "value": 6}})


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "data" / "companion.db")
    yield store
    store.close()


@pytest.fixture
def opened(store):
    """A store with the table ABCD."""
    store.create("ABCD", OPENING, NOW)
    return store


def append(store, code, key, draft=PINK_6):
    with store.writing(code) as log:
        return log.append(draft, key, LATER)


def test_a_table_is_read_back_as_it_was_opened(opened):
    assert opened.read("ABCD") == [
        Line(1, None, "opened", {"game": "clever-4ever", "host": "host"}, "", NOW),
        Line(2, 1, "seat", {"name": "Ada", "paper": False}, "", NOW),
        Line(3, 2, "seat", {"name": "Zoë", "paper": True}, "", NOW),
    ]


def test_opening_a_table_gives_the_lines_that_stand_in_the_log(store):
    assert store.create("ABCD", OPENING, NOW) == store.read("ABCD")


def test_a_code_is_given_to_one_table(opened):
    with pytest.raises(CodeTaken):
        opened.create("ABCD", OPENING, LATER)
    assert [line.at for line in opened.read("ABCD")] == [NOW] * 3


def test_a_table_exists_once_it_was_opened(opened):
    assert opened.exists("ABCD")
    assert not opened.exists("WXYZ")
    assert opened.read("WXYZ") == []


def test_numbers_run_along_each_table_for_itself(opened):
    opened.create("WXYZ", OPENING, NOW)
    assert append(opened, "ABCD", "tap 1").number == 4
    assert append(opened, "WXYZ", "tap 1").number == 4
    assert append(opened, "ABCD", "tap 2").number == 5
    assert opened.last_numbers(["ABCD", "WXYZ", "none"]) == {"ABCD": 5, "WXYZ": 4}


def test_the_lines_since_a_number_are_read(opened):
    line = append(opened, "ABCD", "tap")
    assert opened.read("ABCD", since=3) == [line]
    assert opened.read("ABCD", since=4) == []
    with opened.writing("ABCD") as log:
        assert log.read(since=3) == [line]


def test_a_key_that_was_seen_before_finds_its_line_and_enters_nothing(opened):
    line = append(opened, "ABCD", "tap")
    with opened.writing("ABCD") as log:
        assert log.with_key("tap") == line
        assert log.with_key("another tap") is None
        assert log.with_key("") is None
    with pytest.raises(StoreError):
        append(opened, "ABCD", "tap")
    assert opened.last_numbers(["ABCD"]) == {"ABCD": 4}


def test_the_same_key_at_another_table_is_another_tap(opened):
    opened.create("WXYZ", OPENING, NOW)
    append(opened, "ABCD", "tap")
    with opened.writing("WXYZ") as log:
        assert log.with_key("tap") is None
    assert append(opened, "WXYZ", "tap").number == 4


def write_and_fail(store):
    with store.writing("ABCD") as log:
        log.append(PINK_6, "tap", LATER)
        raise LookupError("the page went away")


def test_an_exception_in_the_block_leaves_no_line_and_the_next_writer_goes_on(opened):
    with pytest.raises(LookupError, match="the page went away"):
        write_and_fail(opened)
    assert opened.last_numbers(["ABCD"]) == {"ABCD": 3}
    assert append(opened, "ABCD", "tap").number == 4


def test_an_opening_that_fails_half_way_opens_nothing(store):
    with pytest.raises(TypeError):
        store.create("ABCD", [*OPENING, Draft(None, "ended", {"not": {"a", "JSON"}})], NOW)
    assert not store.exists("ABCD")


def test_two_threads_that_write_at_once_get_distinct_numbers(opened):
    together = Barrier(2, timeout=10)

    def write(name):
        together.wait()
        numbers = [append(opened, "ABCD", f"{name} {tap}").number for tap in range(20)]
        opened.close()
        return numbers

    with ThreadPoolExecutor(2) as threads:
        ada, bo = threads.map(write, ["Ada", "Bo"])
    assert sorted(ada + bo) == list(range(4, 44))
    assert [line.number for line in opened.read("ABCD")] == list(range(1, 44))


def test_of_two_threads_that_saw_the_same_version_only_one_writes(opened):
    together = Barrier(2, timeout=10)

    def write_if_unchanged(name):
        together.wait()
        with opened.writing("ABCD") as log:
            wins = not log.read(since=3)
            if wins:
                log.append(PINK_6, name, LATER)
        opened.close()
        return wins

    with ThreadPoolExecutor(2) as threads:
        assert sorted(threads.map(write_if_unchanged, ["Ada", "Bo"])) == [False, True]
    assert opened.last_numbers(["ABCD"]) == {"ABCD": 4}


def test_what_is_not_yet_committed_is_seen_by_nobody_else(opened):
    def last():
        number = opened.last_numbers(["ABCD"])
        opened.close()
        return number

    with ThreadPoolExecutor(1) as other, opened.writing("ABCD") as log:
        log.append(PINK_6, "tap", LATER)
        assert other.submit(last).result(timeout=10) == {"ABCD": 3}
    assert opened.last_numbers(["ABCD"]) == {"ABCD": 4}


KILLED = """
import os, sys
from companion.store import Store
from companion.table import Draft

store = Store(sys.argv[1])
with store.writing("ABCD") as log:
    log.append(Draft(1, "entry", {"entry": {"area": "pink", "value": 6}}), "answered", "then")
with store.writing("ABCD") as log:
    log.append(Draft(1, "entry", {"entry": {"area": "pink", "value": 6}}), "not answered", "then")
    os._exit(9)
"""


def test_a_process_killed_while_writing_loses_nothing_that_was_committed(opened):
    killed = subprocess.run(
        [sys.executable, "-c", KILLED, str(opened.path)], env={"PYTHONPATH": os.pathsep.join(sys.path)}
    )
    assert killed.returncode == 9
    assert [line.key for line in opened.read("ABCD", since=3)] == ["answered"]
    assert append(opened, "ABCD", "not answered").number == 5


@pytest.mark.parametrize(
    "rewriting",
    [
        "update lines set data = '{}' where number = 2",
        "update lines set at = at",
        "delete from lines",
        "delete from lines where number = 3",
        "insert or replace into lines (code, number, seat, kind, data, at) values ('ABCD', 3, 1, 'ended', '{}', '')",
        "insert or replace into lines (code, number, kind, data, key, at) values ('ABCD', 5, 'ended', '{}', 'tap', '')",
        "insert into lines (code, number, kind, data, at) values ('ABCD', 9, 'ended', '{}', '')",
        "insert into lines (code, number, kind, data, at) values ('ABCD', 0, 'ended', '{}', '')",
        "insert into lines (code, number, kind, data, at) values ('ABCD', null, 'ended', '{}', '')",
    ],
)
def test_the_database_itself_refuses_to_rewrite_the_log(opened, rewriting):
    append(opened, "ABCD", "tap")
    before = opened.read("ABCD")
    with closing(sqlite3.connect(opened.path)) as anybody:
        with pytest.raises(sqlite3.IntegrityError):
            anybody.execute(rewriting)
        anybody.rollback()
    assert opened.read("ABCD") == before


def test_every_connection_waits_for_others_and_syncs_what_it_commits(opened):
    pragmas = {name: opened._db.execute(f"pragma {name}").fetchone()[0] for name in PRAGMAS}
    assert pragmas == PRAGMAS


PRAGMAS = {"journal_mode": "wal", "synchronous": 2, "busy_timeout": 5000}


def test_the_data_version_changes_when_another_connection_commits_and_only_then(opened):
    seen = opened.data_version()
    opened.read("ABCD")
    assert opened.data_version() == seen
    with ThreadPoolExecutor(1) as other:
        other.submit(append, opened, "ABCD", "tap").result(timeout=10)
        other.submit(opened.close).result(timeout=10)
    assert opened.data_version() != seen


def test_a_backup_made_while_somebody_writes_holds_the_same_table(opened, tmp_path):
    append(opened, "ABCD", "tap")
    secret = opened.secret()
    with ThreadPoolExecutor(1) as other, opened.writing("ABCD") as log:
        log.append(PINK_6, "not yet committed", LATER)
        other.submit(opened.backup, tmp_path / "copy.db").result(timeout=10)
        other.submit(opened.close).result(timeout=10)
    copy = Store(tmp_path / "copy.db")
    table = Table.of("ABCD", copy.read("ABCD"))
    assert table == Table.of("ABCD", opened.read("ABCD")[:4])
    assert table.game.sheet_to_json(table.sheets[1])["pink"] == [6]
    assert copy.secret() == secret
    assert append(copy, "ABCD", "goes on").number == 5
    copy.close()


def test_a_backup_is_one_file_that_only_its_owner_reads(opened, tmp_path):
    opened.backup(tmp_path / "copy.db")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["copy.db", "data"]
    for path in (tmp_path / "copy.db", opened.path):
        assert stat.S_IMODE(path.stat().st_mode) & 0o077 == 0


def test_a_backup_overwrites_nothing(opened, tmp_path):
    (tmp_path / "copy.db").write_text("precious")
    with pytest.raises(StoreError, match="exists already"):
        opened.backup(tmp_path / "copy.db")
    assert (tmp_path / "copy.db").read_text() == "precious"


def test_a_backup_into_a_folder_that_is_not_there_says_so(opened, tmp_path):
    with pytest.raises(StoreError, match=re.escape(str(tmp_path / "nowhere" / "copy.db"))):
        opened.backup(tmp_path / "nowhere" / "copy.db")


def test_the_secret_is_made_once_and_survives_a_restart(store):
    secret = store.secret()
    assert len(secret) == 32
    assert store.secret() == secret
    again = Store(store.path)
    assert again.secret() == secret
    again.close()


def test_two_stores_have_different_secrets(store, tmp_path):
    other = Store(tmp_path / "other.db")
    assert other.secret() != store.secret()
    other.close()


def test_a_store_opened_again_holds_what_was_written(opened):
    again = Store(opened.path)
    assert again.read("ABCD") == opened.read("ABCD")
    again.close()


@pytest.mark.parametrize("attempt", range(10))
def test_several_processes_may_start_at_once_on_a_new_file(attempt, tmp_path):
    together = Barrier(8, timeout=10)

    def start(number):
        together.wait()
        store = Store(tmp_path / "companion.db")
        store.create(f"TABLE{number}", OPENING, NOW)
        store.close()

    with ThreadPoolExecutor(8) as threads:
        list(threads.map(start, range(8)))
    store = Store(tmp_path / "companion.db")
    assert store.last_numbers([f"TABLE{number}" for number in range(8)]) == {f"TABLE{number}": 3 for number in range(8)}
    store.close()


def test_a_file_that_is_no_database_is_refused_with_a_sentence_and_left_alone(tmp_path):
    path = tmp_path / "companion.db"
    path.write_text("Dear diary, " * 500)
    with pytest.raises(StoreError, match=re.escape(f"The database {path} cannot be used: file is not a database.")):
        Store(path)
    assert path.read_text() == "Dear diary, " * 500


def test_a_folder_in_place_of_the_file_is_refused_with_a_sentence(tmp_path):
    with pytest.raises(StoreError, match=re.escape(str(tmp_path))):
        Store(tmp_path)


def test_a_folder_that_cannot_be_made_is_refused_with_a_sentence(tmp_path):
    (tmp_path / "file").write_text("")
    with pytest.raises(StoreError, match=re.escape(str(tmp_path / "file" / "data" / "companion.db"))):
        Store(tmp_path / "file" / "data" / "companion.db")
