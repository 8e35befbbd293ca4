"""Taking entries back: the last one, one of earlier, the table's rounds; and why sometimes not."""

import pytest

PINK_1 = {"area": "pink", "value": 1}


@pytest.fixture
def line_of(read_table):
    """The log line of a sheet's entry, counted from 0."""
    return lambda sheet, place: read_table(sheet).steps[int(sheet.rpartition("/")[2])][place].line


def test_the_last_entry_is_taken_back(ada, page, sheet_json):
    sheet = ada.alone()
    ada.enter(sheet, PINK_1)
    ada.enter(sheet, {"area": "pink", "value": 6})
    answer = ada.undo(sheet)
    assert answer.status_code == 200
    assert sheet_json(sheet)["pink"] == [1]
    assert page(answer).values("data-total") == ["2"]


def test_entry_after_entry_is_taken_back_as_far_as_the_empty_sheet(ada, page, sheet_json):
    sheet = ada.alone()
    for value in (1, 2, 4):
        ada.enter(sheet, {"area": "pink", "value": value})
    for _ in range(3):
        assert ada.undo(sheet).status_code == 200
    assert sheet_json(sheet)["pink"] == []
    answer = ada.undo(sheet)
    assert answer.status_code == 422
    assert "There is nothing to take back." in page(answer).text


def test_without_script_taking_back_leads_back_to_the_sheet(ada):
    sheet = ada.alone()
    ada.enter(sheet, PINK_1)
    answer = ada.post(f"{sheet}/undo", key="undo", version=ada.version(sheet))
    assert (answer.status_code, answer.headers["Location"]) == (303, sheet)


def test_an_earlier_entry_is_taken_back_and_what_followed_stays(ada, sheet_json, line_of):
    sheet = ada.alone()
    ada.enter(sheet, {"area": "yellow", "row": "middle", "value": 5})
    ada.enter(sheet, PINK_1)
    assert ada.undo(sheet, line=line_of(sheet, 0)).status_code == 200
    assert sheet_json(sheet)["yellow"]["middle"] == []
    assert sheet_json(sheet)["pink"] == [1]


def test_a_filled_field_offers_its_entry_to_be_taken_back(ada, page, line_of):
    sheet = ada.alone()
    ada.enter(sheet, PINK_1)
    ada.enter(sheet, {"area": "pink", "value": 2})
    offered = page(ada.get(sheet, query_string={"mend": "pink-1"}))
    assert offered.hidden("line") == str(line_of(sheet, 0))


def test_an_entry_that_others_stand_on_stays_and_the_first_of_them_is_named(ada, page, sheet_json, line_of):
    sheet = ada.alone()
    ada.enter(sheet, {"area": "grey", "segment": "a", "value": 1})
    ada.enter(sheet, {"area": "grey", "segment": "b", "value": 6})
    answer = ada.undo(sheet, line=line_of(sheet, 0))
    assert answer.status_code == 422
    text = page(answer).text
    assert "This cannot be taken back: grey, b: 6, entered later, would no longer stand." in text
    assert "Begin at the left edge: segment a or i." in text
    assert sheet_json(sheet)["grey"] == ["a", "b"]


@pytest.mark.parametrize("line", ["first", "", "1.5", "9" * 5000])
def test_a_garbled_line_takes_nothing_back(ada, page, sheet_json, line):
    sheet = ada.alone()
    ada.enter(sheet, PINK_1)
    answer = ada.undo(sheet, line=line)
    assert answer.status_code == 400
    assert sheet_json(sheet)["pink"] == [1]


@pytest.mark.parametrize("line", ["1", "0", "-1", "999", str(10**30)])
def test_a_line_that_is_no_entry_of_this_sheet_takes_nothing_back(ada, page, sheet_json, line):
    sheet = ada.alone()
    ada.enter(sheet, PINK_1)
    answer = ada.undo(sheet, line=line)
    assert answer.status_code == 422
    assert "This entry was taken back already." in page(answer).text
    assert sheet_json(sheet)["pink"] == [1]


def test_an_earlier_entry_is_mended_where_it_stands(ada, sheet_json, line_of):
    sheet = ada.alone()
    for value in (1, 2):
        ada.enter(sheet, {"area": "pink", "value": value})
    assert ada.mend(sheet, line_of(sheet, 0), {"area": "pink", "value": 4}).status_code == 200
    assert sheet_json(sheet)["pink"] == [4, 2]
    assert ada.undo(sheet).status_code == 200


def test_a_mend_that_a_later_entry_does_not_stand_changes_nothing(ada, page, sheet_json, line_of):
    sheet = ada.alone()
    for value in (2, 4):
        ada.enter(sheet, {"area": "yellow", "row": "top", "value": value})
    answer = ada.mend(sheet, line_of(sheet, 0), {"area": "yellow", "row": "top", "value": 5})
    assert answer.status_code == 422
    assert "yellow, top row: 4, entered later, would no longer stand." in page(answer).text
    assert "Must be more than 5." in page(answer).text
    assert page(answer).values("data-why") == ["yellow-top-1"]  # said where it stands, and it can be mended still
    assert page(answer).field("yellow-top-1")["aria-pressed"] == "true"
    assert page(answer).hidden("line") == str(line_of(sheet, 0))
    assert sheet_json(sheet)["yellow"]["top"] == [2, 4]


@pytest.mark.parametrize(
    ("line", "entry", "status"),
    [
        (None, '{"area":"pink","value":2}', 400),
        ("", '{"area":"pink","value":2}', 400),
        ("x", '{"area":"pink","value":2}', 400),
        ("9" * 5000, '{"area":"pink","value":2}', 400),
        ("own", "{", 400),
        ("own", '{"area":"pink","value":7}', 400),
        ("own", '{"area":"pink","value":1}', 422),
        ("own", '{"action":"round"}', 422),
        ("own", '{"action":"use","joker":"polish"}', 422),
        ("1", '{"area":"pink","value":2}', 422),
        ("-1", '{"area":"pink","value":2}', 422),
        ("999", '{"area":"pink","value":2}', 422),
    ],
)
def test_a_mend_that_makes_no_sense_changes_nothing(ada, sheet_json, lines, line_of, line, entry, status):
    sheet = ada.alone()
    ada.enter(sheet, PINK_1)
    before = lines(sheet)
    assert ada.mend(sheet, line_of(sheet, 0) if line == "own" else line, entry).status_code == status
    assert sheet_json(sheet)["pink"] == [1]
    assert lines(sheet) == before


def test_nobody_mends_what_another_player_entered(ada, bo, sheet_json, line_of):
    table = ada.with_friends("clever-4ever", "Ada", "Bo")
    theirs = bo.take(table, 2)
    bo.enter(theirs, PINK_1)
    assert ada.mend(f"{table}/s/1", line_of(theirs, 0), {"area": "pink", "value": 2}).status_code == 422
    assert ada.mend(theirs, line_of(theirs, 0), {"area": "pink", "value": 2}).status_code == 403
    assert sheet_json(table, 2)["pink"] == [1]


def test_nobody_takes_back_what_another_player_entered(ada, bo, sheet_json, line_of):
    table = ada.with_friends("clever-4ever", "Ada", "Bo")
    theirs = bo.take(table, 2)
    bo.enter(theirs, PINK_1)
    assert ada.undo(f"{table}/s/1", line=line_of(theirs, 0)).status_code == 422
    assert ada.undo(theirs).status_code == 403
    assert sheet_json(table, 2)["pink"] == [1]


def test_a_stale_undo_takes_nothing_back(ada, sheet_json):
    sheet = ada.alone()
    ada.enter(sheet, PINK_1)
    seen = ada.version(sheet)
    ada.enter(sheet, {"area": "pink", "value": 2})
    assert ada.undo(sheet, version=seen).status_code == 409
    assert sheet_json(sheet)["pink"] == [1, 2]


def test_the_same_undo_arriving_twice_takes_back_once(ada, sheet_json):
    sheet = ada.alone()
    ada.enter(sheet, PINK_1)
    ada.enter(sheet, {"area": "pink", "value": 2})
    tap = {"key": "tap", "version": ada.version(sheet)}
    assert [ada.undo(sheet, **tap).status_code for _ in range(2)] == [200, 200]
    assert sheet_json(sheet)["pink"] == [1]


def test_a_bonus_chain_is_taken_back_step_by_step(ada, sheet_json):
    sheet = ada.alone()
    for value in (1, 1):
        ada.enter(sheet, {"area": "yellow", "row": "middle", "value": value})
    ada.enter(sheet, {"area": "pink", "value": 1, "bonus": "pink"})
    ada.undo(sheet)
    assert sheet_json(sheet)["pending"] == ["pink"]
    ada.undo(sheet)
    assert sheet_json(sheet)["pending"] == []
    assert sheet_json(sheet)["yellow"]["middle"] == [1]


def test_alone_a_round_is_taken_back_from_the_sheet_which_is_the_answer(ada, page, sheet_json):
    sheet = ada.alone()
    table = sheet.removesuffix("/s/1")
    ada.enter(sheet, {"action": "round"})
    assert sheet_json(sheet)["round"] == 2
    form = {"back": "1", "version": ada.version(sheet), "key": "undo"}
    answer = ada.post(f"{table}/undo", headers={"HX-Request": "true"}, **form)
    assert answer.status_code == 200
    assert "sheet" in page(answer).values("id")
    assert sheet_json(sheet)["round"] == 1


def test_a_round_taken_back_from_a_stale_sheet_stays_and_the_sheet_says_so(ada, page, sheet_json):
    sheet = ada.alone()
    table = sheet.removesuffix("/s/1")
    ada.enter(sheet, {"action": "round"})
    seen = ada.version(sheet)
    ada.enter(sheet, PINK_1)
    answer = ada.post(f"{table}/undo", headers={"HX-Request": "true"}, back="1", version=seen, key="undo")
    assert answer.status_code == 409
    assert "sheet" in page(answer).values("id")
    assert sheet_json(sheet)["round"] == 2


def test_without_script_a_round_taken_back_from_a_sheet_leads_back_to_it(ada):
    sheet = ada.alone()
    ada.enter(sheet, {"action": "round"})
    form = {"back": "1", "version": ada.version(sheet), "key": "undo"}
    answer = ada.post(f"{sheet.removesuffix('/s/1')}/undo", **form)
    assert (answer.status_code, answer.headers["Location"]) == (303, sheet)


def test_an_entry_that_needs_the_round_keeps_the_round(ada, page, sheet_json):
    sheet = ada.alone()
    table = sheet.removesuffix("/s/1")
    # The second round gives an extra die.
    ada.enter(sheet, {"action": "round"})
    ada.enter(sheet, {"action": "use", "joker": "extra_die", "die": "pink"})
    answer = ada.post(f"{table}/undo")
    assert answer.status_code == 422
    assert "spending extra die, which Me entered later, would no longer stand." in page(answer).text
    assert sheet_json(sheet)["round"] == 2


# What is asked first


@pytest.fixture
def table_of_two(ada, bo):
    table = ada.with_friends("clever-4ever", "Ada", "Bo")
    bo.take(table, 2)
    return table


def taps(shown, attribute="formaction"):
    """Where the buttons of a page post to."""
    return {attrs[attribute] for attrs in shown.all("button") if attribute in attrs}


def test_a_round_in_which_nothing_was_entered_is_asked_about_and_none_begins(ada, page, lines):
    sheet = ada.alone()
    before = lines(sheet)
    shown = page(ada.get(sheet, query_string={"sure": "round"}))
    assert "Nothing was entered here in this round." in shown.text
    assert "Next round all the same" in shown.text
    assert lines(sheet) == before


def test_a_round_in_which_something_was_entered_is_not_asked_about(ada, page):
    sheet = ada.alone()
    ada.enter(sheet, PINK_1)
    shown = page(ada.get(sheet, query_string={"sure": "round"}))
    assert "Nothing was entered here in this round." not in shown.text


def test_a_round_asks_anew_after_each_round(ada, page):
    sheet = ada.alone()
    question = {"sure": "round"}
    ada.enter(sheet, PINK_1)
    ada.enter(sheet, {"action": "round"})
    assert "Nothing was entered here in this round." in page(ada.get(sheet, query_string=question)).text


def test_taking_back_after_a_round_at_a_table_of_two_offers_the_round_and_the_own_entry(
    ada, bo, page, table_of_two, lines
):
    sheet = f"{table_of_two}/s/1"
    ada.enter(sheet, PINK_1)
    bo.enter(f"{table_of_two}/s/2", {"action": "round"})
    before = lines(sheet)
    shown = page(ada.get(sheet, query_string={"sure": "undo"}))
    assert "Take back what? the next round, for everybody pink: 1 Nothing" in shown.text
    assert {f"{table_of_two}/undo", f"{sheet}/undo"} <= taps(shown)
    assert lines(sheet) == before


def test_taking_back_after_a_round_offers_the_round_alone_to_a_player_who_entered_nothing(ada, page, table_of_two):
    sheet = f"{table_of_two}/s/1"
    ada.enter(sheet, {"action": "round"})
    shown = page(ada.get(sheet, query_string={"sure": "undo"}))
    assert "Take back what? the next round, for everybody Nothing" in shown.text
    assert f"{sheet}/undo" not in taps(shown)


def test_who_takes_a_round_back_is_told_who_entered_since_and_the_others_that_it_was(ada, bo, page, table_of_two):
    mine, his = f"{table_of_two}/s/1", f"{table_of_two}/s/2"
    ada.enter(mine, {"action": "round"})
    bo.enter(his, PINK_1)
    shown = page(ada.get(mine, query_string={"sure": "undo"}))
    assert "the next round, for everybody Bo entered since" in shown.text
    ada.enter(mine, {"action": "round"})
    ada.post(f"{table_of_two}/undo")
    assert "Taken back: the next round" in page(bo.get(his)).text
    bo.enter(his, {"area": "pink", "value": 2})
    assert "Taken back" not in page(bo.get(his)).text


def test_a_round_that_another_player_needs_names_that_player(ada, bo, page, table_of_two):
    ada.enter(f"{table_of_two}/s/1", {"action": "round"})
    bo.enter(f"{table_of_two}/s/2", {"action": "use", "joker": "extra_die", "die": "pink"})
    form = {"back": "1", "version": ada.version(f"{table_of_two}/s/1"), "key": "undo"}
    answer = ada.post(f"{table_of_two}/undo", **form)
    assert answer.status_code == 422
    assert "spending extra die, which Bo entered later, would no longer stand." in page(answer).text


def test_the_end_names_who_is_not_done(ada, bo, page, table_of_two):
    mine = f"{table_of_two}/s/1"
    assert "Not done yet" not in page(ada.get(mine, query_string={"sure": "end"})).text
    bo.enter(f"{table_of_two}/s/2", {"action": "round"})
    bo.enter(f"{table_of_two}/s/2", {"action": "use", "joker": "extra_die", "die": "pink"})  # its entry waits
    assert "Not done yet: Bo. End the game now" in page(ada.get(mine, query_string={"sure": "end"})).text
    assert "Not done yet: Bo. End the game now" in page(ada.get(table_of_two)).text
    ada.enter(mine, {"action": "use", "joker": "extra_die", "die": "pink"})
    assert "Not done yet: Ada, Bo. End the game now" in page(ada.get(mine, query_string={"sure": "end"})).text


def test_taking_back_an_entry_after_the_round_is_not_asked_about(ada, page, table_of_two):
    sheet = f"{table_of_two}/s/1"
    ada.enter(sheet, {"action": "round"})
    ada.enter(sheet, PINK_1)
    assert "Take back what?" not in page(ada.get(sheet, query_string={"sure": "undo"})).text


def test_alone_taking_back_is_never_asked_about(ada, page):
    sheet = ada.alone()
    ada.enter(sheet, PINK_1)
    ada.enter(sheet, {"action": "round"})
    assert "Take back what?" not in page(ada.get(sheet, query_string={"sure": "undo"})).text


def test_somebody_elses_sheet_asks_nothing(ada, bo, page, table_of_two):
    ada.enter(f"{table_of_two}/s/1", {"action": "round"})
    for question in ("round", "undo"):
        shown = page(bo.get(f"{table_of_two}/s/1", query_string={"sure": question})).text
        assert "Take back what?" not in shown
        assert "Nothing was entered here" not in shown


@pytest.mark.parametrize(
    ("entry", "words"),
    [
        (PINK_1, "pink: 1"),
        ({"area": "yellow", "row": "top", "value": 4}, "yellow, top row: 4"),
        ({"action": "use", "joker": "reroll"}, "spending re-roll"),
    ],
)
def test_the_answer_says_which_entry_was_taken_back(ada, page, entry, words):
    sheet = ada.alone()
    ada.enter(sheet, entry)
    assert f"Taken back: {words} " in page(ada.undo(sheet)).text
    assert "Taken back" not in page(ada.get(sheet)).text


def test_the_answer_says_that_the_round_was_taken_back(ada, page, table_of_two):
    sheet = f"{table_of_two}/s/1"
    ada.enter(sheet, {"action": "round"})
    form = {"back": "1", "version": ada.version(sheet), "key": "undo"}
    answer = ada.post(f"{table_of_two}/undo", headers={"HX-Request": "true"}, **form)
    assert "Taken back: the next round " in page(answer).text


@pytest.mark.parametrize(
    ("before", "after", "told"), [(4, 5, "pink: 5 → polish"), (5, 6, "pink: 6"), (6, 4, "pink: 4")]
)
def test_the_answer_says_what_was_changed_and_only_what_that_newly_set_off(
    ada, page, line_of, before, after, told
):  # the first pink field gives a polish with a 5 or 6
    sheet = ada.alone()
    ada.enter(sheet, {"area": "pink", "value": before})
    text = page(ada.mend(sheet, line_of(sheet, 0), {"area": "pink", "value": after})).text
    assert f"Changed to: {told}" in text
    assert ("polish" in text.partition("Changed to: ")[2][:20]) == ("polish" in told)


def test_mending_ends_when_the_sheet_moves_on(ada, page):
    sheet = ada.alone()
    ada.enter(sheet, PINK_1)
    asked = {"mend": "pink-1", "version": ada.version(sheet)}
    assert "Take it back" in page(ada.get(sheet, query_string=asked)).text
    ada.enter(sheet, {"area": "pink", "value": 2})
    moved_on = page(ada.get(sheet, query_string=asked))
    assert "Take it back" not in moved_on.text
    assert not [attrs for attrs in moved_on.all("input") if attrs.get("name") == "line"]
