"""Entries on one sheet, rounds and calls on all of them, and how the sheets rank. No database."""

import pytest

from companion.rules.game import BadEntry, Effect, IllegalEntry


def a_call(value, *colours, active=True):
    return {"action": "call", "value": value, "colours": list(colours), "active": active}


def call_on(evening, seat):
    call = evening.json(seat)["call"]
    return call and (call["value"], sorted(call["colours"]), call["active"])


def test_an_entry_stands_on_its_own_sheet_and_on_no_other(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    number = evening.enter(1, area="pink", value=6)
    assert (evening.json(1)["pink"], evening.json(2)["pink"]) == ([6], [])
    assert evening.table.versions == {1: number, 2: 3}


def test_the_table_tells_what_an_entry_set_off(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    number = evening.enter(1, area="pink", value=6)
    effects = evening.table.effects(number)
    assert list(effects) == [1]
    assert Effect("joker", "polish") in effects[1]
    evening.undo(1)
    assert evening.table.effects(number) == {}


def test_what_the_rules_forbid_is_refused_with_their_reason_and_changes_nothing(sit_down):
    evening = sit_down("clever-4ever", "Ada")
    evening.enter(1, area="yellow", row="top", value=4)
    before = evening.table
    with pytest.raises(IllegalEntry) as illegal:
        before.enter(1, {"area": "yellow", "row": "top", "value": 4})
    assert illegal.value.reason == "not_rising"
    assert evening.table == before


@pytest.mark.parametrize("entry", [None, [], "pink", {}, {"area": "pink"}, {"area": "pink", "value": 6, "by": 1}])
def test_what_is_no_entry_of_the_game_is_refused(sit_down, entry):
    with pytest.raises(BadEntry):
        sit_down("clever-4ever", "Ada").table.enter(1, entry)


def test_a_round_begins_on_every_sheet(sit_down):
    evening = sit_down("clever-4ever", "Ada", "(Bo)", "Cleo")
    number = evening.round(1)
    for seat in (1, 3):
        assert evening.json(seat)["round"] == 2
        assert evening.json(seat)["jokers"]["extra_die"]["earned"] == 1
        assert Effect("joker", "extra_die") in evening.table.effects(number)[seat]
    assert evening.table.versions == {1: number, 3: number}


def test_a_round_can_begin_from_nobodys_sheet(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    evening.round(None)
    assert [evening.json(seat)["round"] for seat in (1, 2)] == [2, 2]


def test_after_the_last_round_no_further_one_begins(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo", "Cleo", "Dan")
    for _ in range(3):
        evening.round()
    with pytest.raises(IllegalEntry) as illegal:
        evening.round()
    assert illegal.value.reason == "last_round"
    assert illegal.value.details["seat"] == 1


def test_an_entry_of_ones_own_needs_a_seat(sit_down, reason):
    table = sit_down("clever-4ever", "Ada").table
    assert reason(lambda: table.enter(None, {"area": "pink", "value": 6})) == "no_such_seat"


@pytest.mark.parametrize("game", ["qwinto-cards", "qwinto-dice"])
def test_a_call_reaches_every_sheet_and_is_active_for_the_caller_only(sit_down, game):
    evening = sit_down(game, "Ada", "(Bo)", "Cleo", "Dan")
    number = evening.call(3, 9, "purple", "yellow")
    assert {seat: call_on(evening, seat) for seat in (1, 3, 4)} == {
        1: (9, ["purple", "yellow"], False),
        3: (9, ["purple", "yellow"], True),
        4: (9, ["purple", "yellow"], False),
    }
    assert evening.table.versions == {1: number, 3: number, 4: number}


def test_a_call_by_a_player_on_paper_is_active_on_no_sheet(sit_down):
    evening = sit_down("qwinto-dice", "Ada", "(Bo)", "Cleo")
    evening.call(1, 9, "purple", "yellow", active=False)
    assert [call_on(evening, seat)[2] for seat in (1, 3)] == [False, False]


def test_a_call_that_one_sheet_refuses_reaches_no_sheet_and_names_the_seat(sit_down):
    evening = sit_down("qwinto-dice", "Ada", "Bo")
    evening.call(2, 9, "purple", "yellow")
    before = evening.table
    with pytest.raises(IllegalEntry) as illegal:
        evening.call(1, 4, "orange")
    assert (illegal.value.reason, illegal.value.details["seat"]) == ("call_unanswered", 2)
    assert evening.table == before
    assert call_on(evening, 1) == (9, ["purple", "yellow"], False)


def test_a_new_call_closes_one_that_passive_sheets_left_unanswered(sit_down):
    evening = sit_down("qwinto-dice", "Ada", "Bo")
    evening.call(2, 9, "purple", "yellow")
    evening.enter(2, row="yellow", column=5, value=9)
    evening.call(1, 4, "orange")
    assert (call_on(evening, 1), call_on(evening, 2)) == ((4, ["orange"], True), (4, ["orange"], False))


def test_after_the_fourth_misthrow_everyone_answers_the_last_call_and_no_further_one_is_made(sit_down, reason):
    evening = sit_down("qwinto-dice", "Ada", "Bo")
    for _ in range(4):
        evening.call(1, 9, "purple", "yellow")
        assert not evening.table.is_over
        evening.enter(1, action="misthrow")
    assert evening.table.is_over
    evening.enter(2, row="yellow", column=5, value=9)
    assert evening.json(2)["yellow"] == {"5": 9}
    with pytest.raises(IllegalEntry) as illegal:
        evening.table.enter(2, a_call(4, "orange"))
    assert (illegal.value.reason, illegal.value.details["seat"]) == ("game_over", 1)
    assert reason(lambda: evening.table.enter(None, a_call(4, "orange", active=False))) == "game_over"


def test_a_call_after_the_end_is_refused_for_the_end_even_if_another_sheet_still_owes_its_answer(sit_down):
    evening = sit_down("qwinto-dice", "Ada", "Bo")
    for column, value in zip((3, 4, 5, 7, 8, 9, 10, 11, 12), range(10, 19), strict=True):
        evening.enter(2, row="orange", column=column, value=value)
    for column, value in zip((2, 3, 4, 5, 6, 8, 9, 10), range(1, 9), strict=True):
        evening.enter(2, row="yellow", column=column, value=value)
    evening.call(1, 9, "purple", "yellow")
    evening.enter(2, row="yellow", column=11, value=9)
    with pytest.raises(IllegalEntry) as illegal:
        evening.table.enter(2, a_call(4, "orange"))
    assert (illegal.value.reason, illegal.value.details["seat"]) == ("game_over", 2)


def a_second_row_with_the_last_call(sit_down):
    """Bo's answer to the call of a 9 filled his second row; Ada, who made it, and Cleo have not answered yet."""
    evening = sit_down("qwinto-dice", "Ada", "Bo", "Cleo")
    for column, value in zip((3, 4, 5, 7, 8, 9, 10, 11, 12), range(10, 19), strict=True):
        evening.enter(2, row="orange", column=column, value=value)
    for column, value in zip((2, 3, 4, 5, 6, 8, 9, 10), range(1, 9), strict=True):
        evening.enter(2, row="yellow", column=column, value=value)
    evening.call(1, 9, "purple", "yellow")
    assert not evening.table.is_over
    evening.enter(2, row="yellow", column=11, value=9)
    assert evening.table.is_over
    return evening


def test_after_the_end_a_sheet_whose_call_is_open_may_still_answer_it_and_then_nothing_more(sit_down, reason):
    evening = a_second_row_with_the_last_call(sit_down)
    assert {seat: evening.table.is_closed(seat) for seat in (1, 2, 3)} == {1: False, 2: True, 3: False}
    evening.enter(1, row="purple", column=6, value=9)
    evening.enter(3, action="pass")
    assert evening.json(1)["purple"] == {"6": 9}
    before = evening.table
    for seat in (1, 2, 3):
        assert evening.table.is_closed(seat)
        for entry in ({"row": "orange", "column": 4, "value": 7}, {"action": "misthrow"}):
            assert reason(lambda seat=seat, entry=entry: evening.table.enter(seat, entry)) == "game_over"
    assert evening.table == before


def test_after_the_end_the_caller_may_still_mark_the_misthrow(sit_down):
    evening = a_second_row_with_the_last_call(sit_down)
    evening.enter(1, action="misthrow")
    assert evening.json(1)["misthrows"] == 1
    assert evening.table.is_closed(1)


def test_an_answer_taken_back_after_the_end_may_be_given_anew(sit_down):
    evening = a_second_row_with_the_last_call(sit_down)
    evening.enter(1, row="purple", column=6, value=9)
    evening.undo(1)
    assert not evening.table.is_closed(1)
    evening.enter(1, row="yellow", column=5, value=9)
    assert (evening.json(1)["purple"], evening.json(1)["yellow"]) == ({}, {"5": 9})


def test_while_the_game_goes_on_no_sheet_is_closed(sit_down):
    evening = sit_down("qwinto-dice", "Ada", "Bo")
    evening.call(1, 9, "purple", "yellow")
    evening.enter(1, action="misthrow")
    evening.enter(2, action="pass")
    assert not any(evening.table.is_closed(seat) for seat in (1, 2))
    evening.enter(2, row="orange", column=4, value=7)
    assert evening.json(2)["orange"] == {"4": 7}


@pytest.mark.parametrize("game", ["qwinto-cards", "qwinto-dice"])
def test_at_a_table_without_any_call_the_others_enter_the_last_number_after_the_end(sit_down, game):
    evening = sit_down(game, "Ada", "Bo")
    for _ in range(4):
        evening.enter(1, action="misthrow")
    assert evening.table.is_over
    assert not evening.table.is_closed(2)
    evening.enter(2, row="orange", column=4, value=7)
    evening.enter(2, action="misthrow")
    assert (evening.json(2)["orange"], evening.json(2)["misthrows"]) == ({"4": 7}, 1)


def test_undoing_the_fourth_misthrow_opens_the_game_again(sit_down):
    evening = sit_down("qwinto-dice", "Ada", "Bo")
    for _ in range(4):
        evening.call(1, 9, "purple", "yellow")
        evening.enter(1, action="misthrow")
    evening.undo(1)
    assert not evening.table.is_over
    evening.enter(1, row="purple", column=6, value=9)
    evening.call(2, 4, "orange")
    assert call_on(evening, 2) == (4, ["orange"], True)


def test_most_points_win_and_equal_sheets_share_a_place(sit_down):
    evening = sit_down("qwinto-cards", "Ada", "(Bo)", "Cleo", "Dan", "Eve")
    evening.enter(1, action="misthrow")
    for column, value in ((3, 4), (4, 7)):
        evening.enter(3, row="orange", column=column, value=value)
        evening.enter(5, row="orange", column=column, value=value)
    evening.enter(4, row="orange", column=3, value=18)
    assert [(place, seat, score.total) for place, seat, score in evening.table.ranking()] == [
        (1, 3, 2),
        (1, 5, 2),
        (3, 4, 1),
        (4, 1, -5),
    ]
    assert {seat: score.total for seat, score in evening.table.scores.items()} == {1: -5, 3: 2, 4: 1, 5: 2}


def test_on_a_tie_in_clever_the_better_single_area_decides_and_then_the_victory_is_shared(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo", "Cleo")
    # Pink 2 + 3 for the 6, grey column 1: 5 + 1.
    evening.enter(1, area="pink", value=6)
    for segment, value in (("a", 1), ("i", 4)):
        evening.enter(1, area="grey", segment=segment, value=value)
    # Pink 4 + 2 for the 2: 6.
    for value in (2, 1):
        evening.enter(2, area="pink", value=value)
    # Grey columns 1, 2 and 3: 1 + 2 + 3.
    for segment, value in (("a", 1), ("i", 4), ("p", 2), ("b", 5)):
        evening.enter(3, area="grey", segment=segment, value=value)
    ranking = [(place, seat, score.total) for place, seat, score in evening.table.ranking()]
    assert ranking == [(1, 2, 6), (1, 3, 6), (3, 1, 6)]
