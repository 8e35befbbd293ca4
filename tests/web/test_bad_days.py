"""A database that fails, is busy or is shared by several servers; and what must be forgotten after a refusal."""

import json
import sqlite3
from contextlib import closing

import pytest
from flask import Flask

from companion import store
from companion.web import current

PINK_6 = {"area": "pink", "value": 6}
UNREACHABLE = "The saved games cannot be reached right now. Nothing is lost; try again in a moment."


@pytest.fixture
def impatient(monkeypatch):
    """Nobody waits long for another writer."""
    monkeypatch.setattr(store, "BUSY_SECONDS", 0.02)


def test_a_database_that_fails_is_answered_with_503_and_a_sentence(ada, page, database):
    table = ada.with_friends("clever-4ever", "Ada", "Bo")
    form = {"key": "tap", "version": ada.version(f"{table}/s/1"), "entry": json.dumps(PINK_6)}
    with closing(sqlite3.connect(database)) as other:
        other.execute("alter table lines rename to lost")
    answers = [ada.get(path) for path in (table, f"{table}/s/1", "/", "/t/aaaaaaaaaa", f"{table}/events")]
    answers += [ada.post(f"{table}/s/1/entries", **form), ada.post("/tables", game="clever-4ever", alone="1")]
    for answer in answers:
        assert answer.status_code == 503
        assert UNREACHABLE in page(answer).text
        assert "lines" not in page(answer).text
    assert ada.get("/healthz").status_code == 200
    with closing(sqlite3.connect(database)) as other:
        other.execute("alter table lost rename to lines")
    assert ada.get(table).status_code == 200


def test_a_failing_database_takes_no_place_among_the_event_streams(ada, database):
    table = ada.with_friends("clever-4ever", "Ada", "Bo")
    with closing(sqlite3.connect(database)) as other:
        other.execute("alter table lines rename to lost")
        for _ in range(50):
            with ada.get(f"{table}/events") as answer:
                assert answer.status_code == 503
        other.execute("alter table lost rename to lines")
    with ada.get(f"{table}/events") as answer:
        assert answer.status_code == 200


def test_a_tap_while_the_database_is_busy_is_answered_with_503_and_counts_when_it_comes_again(
    impatient, new_phone, page, database, sheet_json
):
    ada = new_phone()
    sheet = ada.alone()
    tap = {"key": "tap", "version": ada.version(sheet)}
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("begin immediate")
        answer = ada.post(f"{sheet}/entries", entry=json.dumps(PINK_6), **tap)
        other.execute("rollback")
    assert answer.status_code == 503
    assert UNREACHABLE in page(answer).text
    assert sheet_json(sheet)["pink"] == []
    assert ada.enter(sheet, PINK_6, **tap).status_code == 200
    assert sheet_json(sheet)["pink"] == [6]


def test_while_somebody_writes_for_long_the_pages_can_still_be_read(impatient, new_phone, database):
    ada = new_phone()
    sheet = ada.alone()
    with closing(sqlite3.connect(database, isolation_level=None)) as other:
        other.execute("begin immediate")
        assert ada.get(sheet).status_code == 200
        other.execute("rollback")


def test_two_servers_over_one_database_show_the_same_sheet(ada, new_server, page):
    sheet = ada.alone()
    second = new_server().test_client()
    second.set_cookie("companion", ada.cookie)
    assert page(second.get(sheet)).values("data-total") == ["0"]
    ada.enter(sheet, PINK_6)
    assert page(second.get(sheet)).values("data-total") == ["5"]
    form = {"key": "second", "version": page(second.get(sheet)).hidden("version")}
    assert second.post(f"{sheet}/undo", data=form).status_code == 303
    assert page(ada.get(sheet)).values("data-total") == ["0"]


def test_what_one_server_has_not_seen_makes_a_tap_stale_on_the_other(ada, new_server, sheet_json):
    sheet = ada.alone()
    seen = ada.version(sheet)
    second = new_server().test_client()
    second.set_cookie("companion", ada.cookie)
    assert second.get(sheet).status_code == 200
    ada.enter(sheet, PINK_6)
    form = {"key": "second", "version": seen, "entry": json.dumps(PINK_6)}
    assert second.post(f"{sheet}/entries", data=form).status_code == 409
    assert sheet_json(sheet)["pink"] == [6]


def test_a_server_started_anew_knows_every_phone_and_every_entry(ada, new_server, page):
    sheet = ada.alone()
    ada.enter(sheet, PINK_6, key="tap")
    again = new_server().test_client()
    again.set_cookie("companion", ada.cookie)
    shown = page(again.get(sheet))
    assert shown.values("data-total") == ["5"]
    assert shown.values("data-legal")


def test_a_refused_entry_leaves_nothing_behind(ada, page, lines):
    sheet = ada.alone()
    before, seen = lines(sheet), ada.version(sheet)
    for entry in ({"area": "grey", "segment": "q", "value": 6}, {"action": "use", "joker": "polish"}):
        assert ada.enter(sheet, entry).status_code == 422
    assert ada.version(sheet) == seen
    assert lines(sheet) == before
    assert ada.enter(sheet, PINK_6, version=seen).status_code == 200


def test_tables_that_were_forgotten_to_save_memory_are_read_again(monkeypatch, new_phone, page):
    monkeypatch.setattr(current, "KEPT_TABLES", 1)
    ada = new_phone()
    sheets = [ada.alone() for _ in range(3)]
    for value, sheet in enumerate(sheets, 4):
        ada.enter(sheet, {"area": "pink", "value": value})
    # 2 points above the first field, and 4 for a 4 or 3 for a 6.
    assert [page(ada.get(sheet)).values("data-total") for sheet in sheets] == [["6"], ["2"], ["5"]]


def test_a_table_of_a_game_that_this_server_does_not_know_hides_only_itself(ada, new_server, page, database):
    known = ada.with_friends("clever-4ever", "Ada", "Bo")
    other = ada.with_friends("clever-4ever", "Ada", "Cem")
    with closing(sqlite3.connect(database)) as db:
        db.execute("drop trigger lines_update")
        db.execute(
            "update lines set data = replace(data, 'clever-4ever', 'clever-5ever') where code = ? and kind = 'opened'",
            [other.removeprefix("/t/")],
        )
        db.commit()
    anew = new_server().test_client()
    anew.set_cookie("companion", ada.cookie)
    start = anew.get("/")
    assert start.status_code == 200
    assert known in page(start).values("href")
    assert other not in page(start).values("href")
    assert anew.get(other).status_code == 404


def test_a_part_of_a_page_that_cannot_be_had_makes_the_phone_load_the_whole_page(app: Flask) -> None:
    answer = app.test_client().get("/t/nobodyhere/s/1", headers={"HX-Request": "true"})
    assert (answer.status_code, answer.headers["HX-Refresh"], answer.data) == (404, "true", b"")
