"""Entering on a sheet: what stands, what is refused and how, and the same tap arriving twice."""

import json
from threading import Barrier, Thread

import pytest

NO_ENTRY = "Something is missing in this entry; nothing was entered."
PINK_6 = {"area": "pink", "value": 6}

NOT_ENTRIES = {
    "empty": "",
    "words": "pink six",
    "half a JSON": '{"area":"pink","value":6',
    "two JSONs": json.dumps(PINK_6) * 2,
    "null": "null",
    "a number": "6",
    "a list": "[]",
    "a text": '"pink"',
    "an empty object": "{}",
    "deep lists": "[" * 200 + "]" * 200,
    "lists as deep as the reader goes": "[" * 900 + "]" * 900,
    "deeper lists": "[" * 9000 + "]" * 9000,
    "deep objects": '{"a":' * 3000 + "1" + "}" * 3000,
    "deep value": '{"area":"pink","value":' + "[" * 150 + "]" * 150 + "}",
    "NaN": '{"area":"pink","value":NaN}',
    "Infinity": '{"area":"pink","value":Infinity}',
    "1e999": '{"area":"pink","value":1e999}',
    "a fraction": '{"area":"pink","value":6.0}',
    "true for 1": '{"area":"pink","value":true}',
    "a number as text": '{"area":"pink","value":"6"}',
    "zero": '{"area":"pink","value":0}',
    "seven": '{"area":"pink","value":7}',
    "minus one": '{"area":"pink","value":-1}',
    "a huge number": '{"area":"pink","value":' + "9" * 400 + "}",
    "an absurd number": '{"area":"pink","value":' + "9" * 10_000 + "}",
    "no value": '{"area":"pink"}',
    "one key too many": '{"area":"pink","value":6,"x":1}',
    "a key twice": '{"area":"pink","value":5,"value":6}',
    "the same key and value twice": '{"area":"pink","value":6,"value":6}',
    "no such area": '{"area":"red","value":6}',
    "area is a list": '{"area":["pink"],"value":6}',
    "area and action": '{"area":"pink","action":"round","value":6}',
    "lone surrogate": '{"area":"\\ud800","value":6}',
    "NUL": '{"area":"pink\\u0000","value":6}',
    "entry of another game": '{"row":"orange","column":4,"value":7}',
    "a call": '{"action":"call","value":7,"colours":["orange"],"active":true}',
    "a bonus of no colour": '{"area":"pink","value":6,"bonus":"red"}',
}


def test_an_entry_stands_and_its_points_and_effects_show(ada, page, sheet_json):
    sheet = ada.alone()
    answer = ada.enter(sheet, PINK_6, field="pink-1")
    assert answer.status_code == 200
    assert sheet_json(sheet)["pink"] == [6]
    # 2 points above the first field and 3 for the 6; a 5 or 6 there gives a polish.
    assert page(answer).values("data-total") == ["5"]
    assert "polish earned" in page(answer).text


def test_without_script_an_entry_leads_back_to_the_sheet(ada):
    sheet = ada.alone()
    form = {"key": "k", "version": ada.version(sheet), "entry": json.dumps(PINK_6)}
    answer = ada.post(f"{sheet}/entries", **form)
    assert (answer.status_code, answer.headers["Location"]) == (303, sheet)


def test_an_illegal_entry_says_why_at_its_field_and_changes_nothing(ada, page, lines):
    sheet = ada.alone()
    ada.enter(sheet, {"area": "yellow", "row": "top", "value": 4})
    before = lines(sheet)
    answer = ada.enter(sheet, {"area": "yellow", "row": "top", "value": 4}, field="yellow-top-2")
    assert answer.status_code == 422
    assert "Must be more than 4." in page(answer).text
    assert page(answer).values("data-why") == ["yellow-top-2"]
    assert lines(sheet) == before


def test_without_script_an_illegal_entry_is_a_whole_page_that_says_why(ada, page):
    sheet = ada.alone()
    entry = json.dumps({"area": "grey", "segment": "q", "value": 6})
    answer = ada.post(f"{sheet}/entries", key="k", version=ada.version(sheet), entry=entry)
    assert answer.status_code == 422
    assert page(answer).all("html")
    assert "Begin at the left edge: segment a or i." in page(answer).text


def test_a_tap_further_along_a_row_names_the_field_that_is_next(ada, page, lines):
    sheet = ada.alone()
    before = lines(sheet)
    answer = ada.enter(sheet, {"area": "yellow", "row": "top", "value": 4}, field="yellow-top-3")
    assert answer.status_code == 422
    assert "field 1 is next" in page(answer).text
    assert lines(sheet) == before


def test_a_tap_in_a_full_row_says_that_it_is_full(ada, page):
    sheet = ada.alone()
    for _ in range(12):
        assert ada.enter(sheet, {"area": "pink", "value": 1}).status_code == 200
    answer = ada.enter(sheet, {"area": "pink", "value": 1}, field="pink-12")
    assert answer.status_code == 422
    assert "This row is full." in page(answer).text


def test_an_odd_field_and_bonus_beside_an_entry_are_text_at_most(ada, page, sheet_json):
    sheet = ada.alone()
    odd = '"><script>x()</script>'
    for form in ({"field": odd}, {"bonus": odd}, {"have": odd}, {"field": "yellow-\x00", "bonus": "\x00"}):
        answer = ada.enter(sheet, {"area": "grey", "segment": "q", "value": 6}, **form)
        assert answer.status_code == 422
        assert not page(answer).all("script")
    assert sheet_json(sheet)["grey"] == []


@pytest.mark.parametrize("text", NOT_ENTRIES.values(), ids=NOT_ENTRIES)
def test_what_is_no_entry_is_refused_and_changes_nothing(ada, page, lines, text):
    sheet = ada.alone()
    before = lines(sheet)
    answer = ada.enter(sheet, text)
    assert answer.status_code == 400
    assert NO_ENTRY in page(answer).text
    assert lines(sheet) == before


@pytest.mark.parametrize(
    "odd",
    [
        {"key": None},
        {"key": ""},
        {"key": "k" * 65},
        {"key": "a b"},
        {"key": "k\x00"},
        {"key": "k\n"},
        {"key": "ключ"},
        {"version": None},
        {"version": ""},
        {"version": "new"},
        {"version": "1.0"},
        {"version": "9" * 5000},
    ],
)
def test_a_tap_without_a_proper_key_and_version_enters_nothing(ada, page, lines, odd):
    sheet = ada.alone()
    before = lines(sheet)
    answer = ada.enter(sheet, PINK_6, **odd)
    assert answer.status_code == 400
    assert NO_ENTRY in page(answer).text
    assert lines(sheet) == before


@pytest.mark.parametrize("version", ["0", "-1", "1", str(10**30)])
def test_a_version_that_the_sheet_never_had_is_stale(ada, version):
    sheet = ada.alone()
    assert ada.enter(sheet, PINK_6, version=version).status_code == 409


def test_the_same_tap_arriving_twice_enters_once_and_is_answered_the_same(ada, page, sheet_json, lines):
    sheet = ada.alone()
    tap = {"key": "tap", "version": ada.version(sheet)}
    first = ada.enter(sheet, PINK_6, **tap)
    after = lines(sheet)
    second = ada.enter(sheet, PINK_6, **tap)
    assert [first.status_code, second.status_code] == [200, 200]
    for answer in (first, second):
        assert "polish earned" in page(answer).text
        assert page(answer).values("data-total") == ["5"]
    assert sheet_json(sheet)["pink"] == [6]
    assert lines(sheet) == after


def test_a_tap_that_arrives_again_after_the_next_one_enters_nothing(ada, page, sheet_json):
    sheet = ada.alone()
    tap = {"key": "tap", "version": ada.version(sheet)}
    ada.enter(sheet, PINK_6, **tap)
    ada.enter(sheet, {"area": "pink", "value": 1})
    answer = ada.enter(sheet, PINK_6, **tap)
    assert answer.status_code == 200
    assert "polish earned" in page(answer).text
    assert sheet_json(sheet)["pink"] == [6, 1]


def test_a_tap_that_was_taken_back_does_not_come_again(ada, sheet_json):
    sheet = ada.alone()
    tap = {"key": "tap", "version": ada.version(sheet)}
    ada.enter(sheet, PINK_6, **tap)
    ada.undo(sheet)
    assert ada.enter(sheet, PINK_6, **tap).status_code == 200
    assert sheet_json(sheet)["pink"] == []


def test_the_key_of_a_refused_tap_may_be_used_again(ada, sheet_json):
    sheet = ada.alone()
    assert ada.enter(sheet, {"area": "grey", "segment": "q", "value": 6}, key="tap").status_code == 422
    assert ada.enter(sheet, PINK_6, key="tap").status_code == 200
    assert sheet_json(sheet)["pink"] == [6]


def test_the_key_of_another_seat_enters_nothing_and_shows_no_success(ada, page, sheet_json, lines):
    table = ada.with_friends("clever-4ever", "Ada", "Grandma")
    ada.take(table, 2)
    ada.enter(f"{table}/s/1", PINK_6, key="tap")
    before = lines(table)
    answer = ada.enter(f"{table}/s/2", PINK_6, key="tap")
    assert answer.status_code == 400
    assert NO_ENTRY in page(answer).text
    assert sheet_json(table, 2)["pink"] == []
    assert lines(table) == before


def test_a_stale_tap_gets_the_sheet_as_it_is_now_and_a_sentence(ada, page, sheet_json):
    sheet = ada.alone()
    seen = ada.version(sheet)
    ada.enter(sheet, PINK_6)
    answer = ada.enter(sheet, PINK_6, version=seen)
    assert answer.status_code == 409
    assert "The sheet has changed meanwhile; nothing was entered. Look again." in page(answer).text
    assert page(answer).values("data-total") == ["5"]
    assert page(answer).hidden("version") == ada.version(sheet)
    assert sheet_json(sheet)["pink"] == [6]


def test_what_another_player_enters_does_not_make_my_tap_stale(ada, bo):
    table = ada.with_friends("clever-4ever", "Ada", "Bo")
    theirs = bo.take(table, 2)
    seen = ada.version(f"{table}/s/1")
    bo.enter(theirs, PINK_6)
    assert ada.enter(f"{table}/s/1", PINK_6, version=seen).status_code == 200


def test_a_call_that_reached_the_sheet_meanwhile_makes_the_tap_stale(ada, bo, sheet_json):
    table = ada.with_friends("qwinto-dice", "Ada", "Bo")
    theirs = bo.take(table, 2)
    seen = bo.version(theirs)
    ada.enter(f"{table}/s/1", {"action": "call", "value": 7, "colours": ["orange", "purple"], "active": True})
    assert bo.enter(theirs, {"row": "orange", "column": 4, "value": 7}, version=seen).status_code == 409
    assert sheet_json(table, 2)["orange"] == {}


def test_a_stranger_may_look_but_not_enter(ada, bo, page, lines):
    sheet = ada.alone()
    assert bo.get(sheet).status_code == 200
    assert not page(bo.get(sheet)).values("data-legal")
    before = lines(sheet)
    answer = bo.enter(sheet, PINK_6)
    assert answer.status_code == 403
    assert "This is somebody else's sheet: you can look, but not enter." in page(answer).text
    assert lines(sheet) == before


@pytest.mark.parametrize("cookie", ["", "x", "eyJkZXZpY2UiOiJ4In0.aaaaaa.bbbbbb", "\x7f" * 200])
def test_a_forged_cookie_holds_no_sheet(ada, new_phone, lines, cookie):
    sheet = ada.alone()
    before = lines(sheet)
    thief = new_phone(cookie)
    assert thief.enter(sheet, PINK_6).status_code == 403
    assert lines(sheet) == before


def test_a_cookie_with_one_letter_changed_holds_no_sheet(ada, new_phone):
    sheet = ada.alone()
    payload, _, signature = ada.cookie.rpartition(".")
    forged = f"{payload}.{'A' if signature[0] != 'A' else 'B'}{signature[1:]}"
    assert new_phone(ada.cookie).enter(sheet, PINK_6).status_code == 200
    assert new_phone(forged).enter(sheet, PINK_6).status_code == 403


@pytest.mark.parametrize("where", ["/t/aaaaaaaaaa/s/1", "/t/x/s/1", "/t/%00/s/1", "/t/%ff%fe/s/1"])
def test_there_is_no_sheet_at_an_unknown_table(ada, where):
    form = {"key": "k", "version": "1", "entry": json.dumps(PINK_6)}
    assert ada.get(where).status_code == 404
    assert ada.post(f"{where}/entries", **form).status_code == 404
    assert ada.post(f"{where}/undo", **form).status_code == 404


@pytest.mark.parametrize("seat", ["0", "2", "3", "-1", "x", "1.0", "9" * 30, "9" * 5000])
def test_there_is_no_sheet_at_a_seat_on_paper_or_none_at_all(ada, seat):
    table = ada.with_friends("clever-4ever", "Ada", "(Grandma)")
    form = {"key": "k", "version": "1", "entry": json.dumps(PINK_6)}
    assert ada.get(f"{table}/s/{seat}").status_code == 404
    assert ada.post(f"{table}/s/{seat}/entries", **form).status_code == 404
    assert ada.post(f"{table}/s/{seat}/undo", **form).status_code == 404


def test_after_the_end_nothing_is_entered_or_taken_back(ada, page, sheet_json):
    sheet = ada.alone()
    ada.enter(sheet, PINK_6)
    ada.post(f"{sheet.removesuffix('/s/1')}/end")
    for answer in (ada.enter(sheet, PINK_6), ada.undo(sheet)):
        assert answer.status_code == 409
        assert "The game has ended. Reopen it to go on." in page(answer).text
    assert sheet_json(sheet)["pink"] == [6]


def test_an_ended_sheet_offers_nothing_to_tap(ada, page):
    sheet = ada.alone()
    ada.post(f"{sheet.removesuffix('/s/1')}/end")
    assert not page(ada.get(sheet)).values("data-legal")


def test_a_bonus_is_used_where_it_belongs(ada, page, sheet_json):
    sheet = ada.alone()
    # The middle row's second field gives a pink ?.
    for value in (1, 1):
        answer = ada.enter(sheet, {"area": "yellow", "row": "middle", "value": value})
    assert "pink" in page(answer).values("data-bonus")
    refused = ada.enter(sheet, {"area": "green", "row": "top", "value": 2})
    assert refused.status_code == 422
    assert "First use what waits: ? pink." in page(refused).text
    assert ada.enter(sheet, {**PINK_6, "bonus": "pink"}).status_code == 200
    assert sheet_json(sheet)["pink"] == [6]
    assert sheet_json(sheet)["pending"] == []


@pytest.mark.parametrize(
    "parts",
    [
        {"entry-value": "7", "entry-colours[]": ['"orange"', '"purple"']},
        {"entry-dice.orange": "3", "entry-dice.purple": "4", "entry-dice.yellow": ""},
    ],
)
def test_without_script_an_entry_is_put_together_from_the_fields_of_a_form(ada, sheet_json, parts):
    sheet = ada.alone("qwinto-dice")
    form = {"entry-action": '"call"', "entry-active": "true", **parts}
    assert ada.enter(sheet, **form).status_code == 200
    assert sheet_json(sheet)["call"] == {"value": 7, "colours": ["orange", "purple"], "active": True}


@pytest.mark.parametrize(
    "parts",
    [
        {"entry-dice": "3", "entry-dice.orange": "4"},
        {"entry-dice[]": "3", "entry-dice.orange": "4"},
        {"entry-dice": '"x"', "entry-dice.orange": "4"},
        {"entry-dice.orange": "4", "entry-dice": "3"},
        {"entry-dice.orange": "{"},
        {"entry-": "1"},
        {"entry-.": "1"},
        {"entry-[]": "1"},
        {"entry-dice.orange.x": "1"},
        {"entry-value": "7", "entry-colours[]": "["},
        {},
    ],
)
def test_a_form_that_makes_no_entry_is_refused_and_changes_nothing(ada, page, lines, parts):
    sheet = ada.alone("qwinto-dice")
    before = lines(sheet)
    form = {"entry-action": '"call"', "entry-active": "true", **parts}
    answer = ada.enter(sheet, **form)
    assert answer.status_code == 400
    assert NO_ENTRY in page(answer).text
    assert lines(sheet) == before


def test_of_two_taps_at_the_same_moment_exactly_one_enters(ada, new_phone, sheet_json, lines):
    sheet = ada.alone()
    before = lines(sheet)
    version = ada.version(sheet)
    phones = [new_phone(ada.cookie) for _ in range(4)]
    start, statuses = Barrier(len(phones)), []

    def tap(phone, number):
        form = {"key": f"tap-{number}", "version": version, "entry": json.dumps(PINK_6)}
        start.wait(timeout=30)
        statuses.append(phone.post(f"{sheet}/entries", **form).status_code)

    _together(tap, phones)
    assert sorted(statuses) == [303, 409, 409, 409]
    assert sheet_json(sheet)["pink"] == [6]
    assert lines(sheet) == before + 1


def test_the_same_tap_arriving_several_times_at_once_enters_once(ada, new_phone, sheet_json):
    sheet = ada.alone()
    version = ada.version(sheet)
    phones = [new_phone(ada.cookie) for _ in range(4)]
    start, statuses = Barrier(len(phones)), []

    def tap(phone, number):
        form = {"key": "tap", "version": version, "entry": json.dumps(PINK_6)}
        start.wait(timeout=30)
        statuses.append(phone.post(f"{sheet}/entries", **form).status_code)

    _together(tap, phones)
    assert statuses == [303] * 4
    assert sheet_json(sheet)["pink"] == [6]


def test_two_players_tapping_at_the_same_moment_both_enter(ada, bo, sheet_json):
    table = ada.with_friends("clever-4ever", "Ada", "Bo")
    bo.take(table, 2)
    phones = [(ada, f"{table}/s/1"), (bo, f"{table}/s/2")]
    versions = [phone.version(sheet) for phone, sheet in phones]
    start, statuses = Barrier(2), []

    def tap(place, number):
        phone, sheet = place
        form = {"key": f"tap-{number}", "version": versions[number], "entry": json.dumps(PINK_6)}
        start.wait(timeout=30)
        statuses.append(phone.post(f"{sheet}/entries", **form).status_code)

    _together(tap, phones)
    assert statuses == [303, 303]
    assert [sheet_json(table, seat)["pink"] for seat in (1, 2)] == [[6], [6]]


def _together(tap, phones):
    threads = [Thread(target=tap, args=(phone, number)) for number, phone in enumerate(phones)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_a_field_names_the_numbers_within_its_range_that_it_does_not_take(ada, page):
    sheet = ada.alone("qwinto-cards")
    ada.enter(sheet, {"row": "orange", "column": 8, "value": 9})
    shown = page(ada.get(sheet))
    assert shown.field("purple-8")["aria-label"] == "Purple, column 8, empty, takes 1–18 except 9"
    assert shown.field("purple-7")["aria-label"] == "Purple, column 7, empty, takes 1–18"


# A field that takes no number now


def test_a_field_that_takes_no_number_says_why_without_scripts_too(ada, page):
    sheet = ada.alone()
    button = page(ada.get(sheet)).field("yellow-top-3")
    answer = page(ada.get(sheet, query_string={button["name"]: button["value"]}))
    assert button["formmethod"] == "get"
    assert "This row is filled from left to right: field 1 is next." in answer.text


def test_looking_at_somebody_elses_sheet_asks_nothing_of_it(ada, bo, page):
    sheet = ada.alone()
    question = {"why": json.dumps({"area": "yellow", "row": "top", "field": "yellow-top-3"})}
    assert "field 1 is next" in page(ada.get(sheet, query_string=question)).text
    assert "field 1 is next" not in page(bo.get(sheet, query_string=question)).text
