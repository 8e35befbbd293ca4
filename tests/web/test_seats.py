"""What happens to a seat after somebody sat down: it moves, is named, removed, taken over, or only watched."""

import json
import re

import pytest

from companion.web import seats

PINK_6 = {"area": "pink", "value": 6}
GONE = "This link is too old, or the seat has moved already. Ask for a new one."


@pytest.fixture
def clever(ada, bo):
    """A table of Ada (who opened it), Bo and a free seat for Cem."""
    table = ada.with_friends("clever-4ever", "Ada", "Bo", "Cem")
    bo.take(table, 2)
    return table


@pytest.fixture
def link(page):
    """``link(phone, sheet)``: the link in the code with which that phone hands a sheet over."""

    def link(phone, sheet):
        picture = next(src for src in page(phone.get(f"{sheet}/move")).values("src") if src.startswith("/move/"))
        return picture.removesuffix("/qr.svg")

    return link


@pytest.fixture
def watching(clever, ada, read_table):
    """The path of the table for those who only watch."""
    return f"/t/{read_table(clever).watch}"


# To another phone


def test_looking_at_a_link_changes_nothing_and_its_button_moves_the_sheet(clever, bo, new_phone, page, link, lines):
    bo.enter(f"{clever}/s/2", PINK_6)
    tablet, way = new_phone(), link(bo, f"{clever}/s/2")
    before = lines(clever)
    shown = page(tablet.get(way))
    assert [form["action"] for form in shown.all("form")] == [way, "/language"]
    assert lines(clever) == before
    answer = tablet.post(way)
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{clever}/s/2")
    assert tablet.enter(f"{clever}/s/2", PINK_6).status_code == 200
    assert bo.enter(f"{clever}/s/2", PINK_6).status_code == 403


def test_only_the_page_that_gives_a_sheet_away_follows_the_table(clever, bo, new_phone, page, link):
    way = link(bo, f"{clever}/s/2")
    assert page(bo.get(f"{clever}/s/2/move")).values("hx-sse:connect") == [f"{clever}/events"]
    assert page(new_phone().get(way)).values("hx-sse:connect") == []


def test_a_link_moves_a_sheet_once(clever, bo, new_phone, page, link, read_table):
    tablet, way = new_phone(), link(bo, f"{clever}/s/2")
    tablet.post(way)
    holder = read_table(clever).seat(2).holder
    for answer in (new_phone().get(way), new_phone().post(way), bo.post(way)):
        assert answer.status_code == 410
        assert GONE in page(answer).text
    assert new_phone().get(f"{way}/qr.svg").status_code == 200  # it draws what it is told, and tells nothing
    assert read_table(clever).seat(2).holder == holder


def test_a_link_is_of_no_use_once_the_seat_was_given_back_and_taken_again(clever, bo, new_phone, link):
    way = link(bo, f"{clever}/s/2")
    bo.post(f"{clever}/seats", free="2")
    assert new_phone().post(way).status_code == 410
    bo.take(clever, 2)
    assert new_phone().post(way).status_code == 410


def test_a_link_ages(clever, bo, new_phone, link, monkeypatch):
    way = link(bo, f"{clever}/s/2")
    monkeypatch.setattr(seats, "MOVE_SECONDS", -1)
    assert [new_phone().get(way).status_code, new_phone().post(way).status_code] == [410, 410]
    assert new_phone().get(f"{way}/qr.svg").status_code == 410


def test_a_made_up_link_leads_nowhere(clever, bo, new_phone, link):
    way = link(bo, f"{clever}/s/2")
    for made_up in ("/move/x", way[:-1], way + "x", "/move/" + way.removeprefix("/move/").partition(".")[0]):
        assert [new_phone().get(made_up).status_code, new_phone().post(made_up).status_code] == [404, 404]


def test_the_phone_that_keeps_the_sheet_is_led_to_it_by_the_link(clever, bo, link):
    assert bo.get(link(bo, f"{clever}/s/2")).headers["Location"] == f"{clever}/s/2"


def test_who_opened_the_table_may_hand_over_anybodys_sheet_and_others_only_their_own(clever, ada, bo, new_phone, link):
    assert new_phone().post(link(ada, f"{clever}/s/2")).status_code == 303
    for phone, sheet in ((bo, f"{clever}/s/1"), (bo, f"{clever}/s/2"), (new_phone(), f"{clever}/s/1")):
        answer = phone.get(f"{sheet}/move")
        assert (answer.status_code, answer.headers["Location"]) == (303, clever)


def test_a_free_seat_needs_no_link(clever, ada):
    assert ada.get(f"{clever}/s/3/move").headers["Location"] == clever


def test_who_opened_the_table_takes_over_a_seat_that_was_left(clever, ada, bo):
    bo.enter(f"{clever}/s/2", PINK_6)
    answer = ada.post(f"{clever}/s/2/take-over")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{clever}/s/2")
    assert ada.enter(f"{clever}/s/2", PINK_6).status_code == 200
    assert bo.enter(f"{clever}/s/2", PINK_6).status_code == 403


def test_nobody_else_takes_a_seat_over(clever, bo, new_phone, read_table):
    for phone in (bo, new_phone()):
        assert phone.post(f"{clever}/s/1/take-over").status_code == 403
    assert read_table(clever).seat(1).holder == read_table(clever).host


@pytest.mark.parametrize("form", [{"free": "2"}, {}])
def test_a_page_that_has_not_seen_who_keeps_the_seat_now_takes_nothing_from_them(clever, ada, bo, read_table, form):
    seen = read_table(clever).seat(2).since
    bo.post(f"{clever}/seats", free="2")
    bo.take(clever, 2)
    path = f"{clever}/seats" if form else f"{clever}/s/2/take-over"
    assert ada.post(path, since=str(seen), **form).status_code == 409
    assert bo.enter(f"{clever}/s/2", PINK_6).status_code == 200


# What a phone that lost its sheet is told

MOVED = "The sheet of Bo has moved to another phone. To get it back, ask whoever opened the table."


def test_who_opened_the_table_is_asked_before_another_phone_loses_its_sheet(clever, ada, page):
    shown = page(ada.get(clever))
    assert {"take-2", "free-2"} <= {box["id"] for box in shown.all("div") if "popover" in box}
    assert [form["action"] for form in shown.all("form")].count(f"{clever}/s/2/take-over") == 1
    assert {"take-2", "free-2"} <= set(shown.values("popovertarget"))
    assert "Another phone keeps the sheet of Bo. Take it over? That phone can then only look." in shown.text


def test_a_phone_that_lost_its_sheet_is_told_where_it_is_and_how_to_get_it_back(clever, ada, bo, new_phone, page):
    assert MOVED not in page(bo.get(f"{clever}/s/2")).text
    ada.post(f"{clever}/s/2/take-over")
    for _ in range(2):  # also when it looks again
        shown = page(bo.get(f"{clever}/s/2"))
        assert MOVED in shown.text
        assert clever in [link["href"] for link in shown.all("a") if link.get("class") == "button"]
    for phone in (ada, new_phone()):
        assert MOVED not in page(phone.get(f"{clever}/s/2")).text


def test_a_tap_without_script_on_a_lost_sheet_is_told_so_as_well(clever, ada, bo, page):
    version = bo.version(f"{clever}/s/2")
    ada.post(f"{clever}/s/2/take-over")
    answer = bo.post(f"{clever}/s/2/entries", key="tap", version=version, entry=json.dumps(PINK_6))
    assert answer.status_code == 403
    assert MOVED in page(answer).text


def test_a_tap_whose_answer_was_lost_counts_as_entered_even_after_its_sheet_moved(clever, ada, bo, sheet_json, lines):
    sheet = f"{clever}/s/2"
    tap = {"key": "lost-answer", "version": bo.version(sheet)}
    assert bo.enter(sheet, PINK_6, **tap).status_code == 200
    ada.post(f"{clever}/s/2/take-over")
    before = lines(clever)
    assert bo.enter(sheet, PINK_6, **tap).status_code == 200
    assert bo.enter(sheet, PINK_6).status_code == 403
    assert lines(clever) == before
    assert sheet_json(clever, 2)["pink"] == [6]


def test_a_phone_whose_seat_was_freed_is_told_that_it_can_take_it_again(clever, ada, bo, page):
    ada.post(f"{clever}/seats", free="2")
    told = "This phone no longer keeps the sheet of Bo. The seat is free: you can take it again."
    assert told in page(bo.get(f"{clever}/s/2")).text
    bo.take(clever, 2)
    assert told not in page(bo.get(f"{clever}/s/2")).text


def test_a_sheet_that_came_with_a_name_and_was_lost_is_told_of_too(clever, ada, new_phone, page):
    eve = new_phone()
    sheet = eve.post(f"{clever}/seats", name="Eve").headers["Location"]
    ada.post(f"{sheet}/take-over")
    assert "The sheet of Eve has moved to another phone." in page(eve.get(sheet)).text


def test_after_the_end_nobody_is_told_how_to_get_a_sheet_back(clever, ada, bo, page):
    ada.post(f"{clever}/s/2/take-over")
    ada.post(f"{clever}/end")
    assert MOVED not in page(bo.get(f"{clever}/s/2")).text


def test_a_page_for_watching_tells_nobody_to_get_a_sheet_back(clever, watching, ada, bo, page):
    ada.post(f"{clever}/s/2/take-over")
    assert MOVED not in page(bo.get(f"{watching}/s/2")).text


def test_the_link_that_moves_a_sheet_can_be_read_as_well(clever, bo, page, link):
    shown = page(bo.get(f"{clever}/s/2/move")).text
    assert re.search(r"http://localhost/move/[\w.-]+", shown)


# Names


@pytest.mark.parametrize(
    ("who", "path", "opened"),
    [("ada", "/s/2/name", 2), ("ada", "/seats", 1), ("bo", "/s/2/name", 2), ("stranger", "/seats", 1)],
)
def test_a_refused_name_stays_where_it_was_typed(clever, ada, bo, new_phone, page, who, path, opened):
    phone = {"ada": ada, "bo": bo, "stranger": new_phone()}[who]
    shown = page(phone.post(f"{clever}{path}", name="B" * 25, paper="1"))
    assert "A name has 1 to 24 characters." in shown.text
    assert [field.get("value") for field in shown.all("input") if field.get("name") == "name"].count("B" * 25) == 1
    assert [("open" in fold) for fold in shown.all("details")].count(True) == opened


@pytest.mark.parametrize("who", ["ada", "bo", "stranger"])
def test_a_name_of_any_length_may_be_typed_and_is_refused_only_then(clever, ada, bo, new_phone, page, who):
    phone = {"ada": ada, "bo": bo, "stranger": new_phone()}[who]
    assert page(phone.get(clever)).values("maxlength") + page(phone.get("/")).values("maxlength") == []


def test_a_player_is_renamed_at_any_time_and_keeps_the_sheet(clever, bo, read_table, sheet_json):
    bo.enter(f"{clever}/s/2", PINK_6)
    assert bo.post(f"{clever}/s/2/name", name="  Boris ").status_code == 303
    bo.post(f"{clever}/end")
    assert bo.post(f"{clever}/s/2/name", name="Boris B.").status_code == 303
    assert read_table(clever).seat(2).name == "Boris B."
    assert sheet_json(clever, 2)["pink"] == [6]


def test_a_name_may_be_given_while_somebody_enters_on_that_sheet(clever, ada, bo):
    version = bo.version(f"{clever}/s/2")
    ada.post(f"{clever}/s/2/name", name="Boris")
    assert bo.enter(f"{clever}/s/2", PINK_6, version=version).status_code == 200


def test_others_players_are_renamed_only_by_who_opened_the_table(clever, ada, bo, new_phone, read_table):
    assert [phone.post(f"{clever}/s/1/name", name="X").status_code for phone in (bo, new_phone())] == [403, 403]
    assert ada.post(f"{clever}/s/3/name", name="Cleo").status_code == 303
    assert [seat.name for seat in read_table(clever).seats] == ["Ada", "Bo", "Cleo"]


@pytest.mark.parametrize("form", [{"name": ""}, {"name": "B" * 25}, {}])
def test_a_name_that_is_none_is_refused(clever, bo, page, read_table, form):
    answer = bo.post(f"{clever}/s/2/name", **form)
    assert answer.status_code == 422
    assert "A name has 1 to 24 characters." in page(answer).text
    assert read_table(clever).seat(2).name == "Bo"


# Leaving before the game


def test_a_removed_player_leaves_the_numbers_of_the_others_and_changes_the_rounds(
    clever, ada, bo, read_table, sheet_json
):
    assert sheet_json(clever, 1)["rounds"] == 5  # with three players
    assert ada.post(f"{clever}/s/2/remove").status_code == 303
    assert [seat.number for seat in read_table(clever).seats] == [1, 3]
    assert sheet_json(clever, 1)["rounds"] == 6  # with two
    assert bo.get(f"{clever}/s/2").status_code == 404
    assert bo.post(f"{clever}/end").status_code == 403
    ada.post(f"{clever}/seats", name="Dora")
    assert [seat.number for seat in read_table(clever).seats] == [1, 3, 4]


def test_a_link_for_a_removed_seat_does_not_open_the_next_one_of_its_number(clever, ada, new_phone, link):
    cem = new_phone()
    cem.take(clever, 3)
    way = link(cem, f"{clever}/s/3")
    ada.post(f"{clever}/s/3/remove")
    assert new_phone().post(way).status_code == 410
    new_phone().post(f"{clever}/seats", name="Dora")
    assert new_phone().post(way).status_code == 410


def test_once_the_game_began_nobody_is_removed(clever, ada, bo, page, read_table):
    bo.enter(f"{clever}/s/2", PINK_6)
    answer = ada.post(f"{clever}/s/3/remove")
    assert answer.status_code == 422
    assert "The game has begun" in page(answer).text
    assert len(read_table(clever).seats) == 3


def test_the_last_sheet_stays(ada, page, read_table):
    table = ada.with_friends("clever-4ever", "Ada", "(Grandma)")
    answer = ada.post(f"{table}/s/1/remove")
    assert answer.status_code == 422
    assert "At least one player needs a sheet here." in page(answer).text
    assert ada.post(f"{table}/s/2/remove").status_code == 303
    assert [seat.name for seat in read_table(table).seats] == ["Ada"]


# Only watching


def test_who_watches_sees_the_table_and_every_sheet(watching, bo, clever, new_phone, page):
    bo.enter(f"{clever}/s/2", PINK_6)
    eve = new_phone()
    assert page(eve.get(watching)).values("data-total") == ["0", "5", "0"]
    for seat in (1, 2, 3):
        assert eve.get(f"{watching}/s/{seat}").status_code == 200
        assert eve.get(f"{watching}/s/{seat}/others").status_code == 200
    with eve.get(f"{watching}/events?since=0") as answer:
        stream = iter(answer.response)
        assert b"event: moved" in next(stream) + next(stream)


def test_no_page_for_watching_tells_the_code_or_offers_anything(watching, clever, ada, new_phone, page):
    code = clever.removeprefix("/t/")
    for phone in (new_phone(), ada):  # also for a phone that keeps a sheet at this table
        for path in (watching, f"{watching}/s/1", f"{watching}/s/3", f"{watching}/qr.svg", f"{watching}/s/1/others"):
            answer = phone.get(path)
            assert code not in answer.text
            forms = page(answer).all("form")
            assert {form["action"] for form in forms} <= {
                "/language",
                "/totals",
                f"{watching}/s/1/entries",
                f"{watching}/s/3/entries",
            }
            assert not re.search(r"data-legal|That&#39;s me", answer.text)


@pytest.mark.parametrize("deed", ["seats", "shared", "undo", "end", "reopen", "s/3/entries", "s/3/undo", "s/3/mend"])
def test_with_the_code_for_watching_nothing_can_be_done(watching, clever, ada, lines, deed):
    before = lines(clever)
    form = {"seat": "3", "key": "tap", "version": "1", "line": "1", "entry": json.dumps(PINK_6)}
    assert ada.post(f"{watching}/{deed}", **form).status_code in (403, 404)
    assert lines(clever) == before


def test_the_link_for_watching_stands_on_the_table_page_of_those_who_play(watching, clever, bo, page):
    assert f"{watching}/qr.svg" in page(bo.get(clever)).values("src")


def test_a_table_of_an_older_log_has_no_link_for_watching(app, ada, page):
    from companion.table import open_table

    app.extensions["store"].create("aaaaaaaaaa", open_table("clever-4ever", [("Ada", False)], "host"), "then")
    shown = page(ada.get("/t/aaaaaaaaaa"))
    assert "Join with another phone" in shown.text
    assert "For those who only watch" not in shown.text
