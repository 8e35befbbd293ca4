"""Changing an earlier entry where it stands, and taking that back. No database."""

import pytest

from companion.rules.game import BadEntry, Effect, IllegalEntry
from companion.table import Refused

POLISH = Effect("joker", "polish")


def pink(value):
    return {"area": "pink", "value": value}


def yellow(value):
    return {"area": "yellow", "row": "top", "value": value}


@pytest.fixture
def ada(sit_down):
    """Ada alone at Clever 4ever, nothing entered yet."""
    return sit_down("clever-4ever", "Ada")


@pytest.fixture
def rising(ada):
    """Ada with 2, 3 and 5 in yellow's top row, written by the lines 3, 4 and 5; a grey ? waits."""
    for value in (2, 3, 5):
        ada.enter(1, **yellow(value))
    return ada


def top_row(evening):
    return evening.json(1)["yellow"]["top"]


def test_an_entry_is_changed_where_it_stands_and_what_followed_stays(rising):
    rising.mend(1, 4, **yellow(4))
    assert top_row(rising) == [2, 4, 5]


def test_an_entry_may_be_moved_to_another_area_and_what_followed_moves_up(rising):
    mend = rising.mend(1, 4, area="blue", row=1, column=6)
    assert (top_row(rising), rising.json(1)["blue"]) == ([2, 5], [[1, 6]])
    # The 5 stands in the second field now, which gives a polish.
    assert POLISH in rising.table.effects(5)[1]
    assert POLISH not in rising.table.effects(mend)[1]


def test_a_mended_entry_gives_the_bonus_of_its_place_and_one_that_no_longer_earns_it_loses_it(ada):
    first = ada.enter(1, **pink(4))
    ada.enter(1, **pink(4))
    # The bonus of the first pink field, a polish, comes only with a 5 or 6.
    mend = ada.mend(1, first, **pink(6))
    assert ada.json(1)["jokers"]["polish"]["earned"] == 1
    assert POLISH in ada.table.effects(mend)[1]
    assert ada.table.effects(first) == ada.table.effects(mend)
    again = ada.mend(1, first, **pink(3))
    assert ada.json(1)["jokers"]["polish"]["earned"] == 0
    assert ada.table.effects(again) == {1: (Effect("written", "pink-2"),)}
    assert ada.table.effects(mend) == {}


def test_a_3_mended_into_pink_is_written_twice_and_what_followed_moves_on(ada):
    first = ada.enter(1, **pink(1))
    ada.enter(1, **pink(2))
    ada.mend(1, first, **pink(3))
    assert ada.json(1)["pink"] == [3, 3, 2]


def test_a_mended_entry_keeps_its_line_and_its_place_among_the_entries(rising):
    rising.mend(1, 4, **yellow(4))
    steps = rising.table.steps[1]
    assert [step.line for step in steps] == [3, 4, 5]
    assert [step.entry.to_json() for step in steps] == [yellow(2), yellow(4), yellow(5)]


def test_a_mend_concerns_the_sheet_of_its_seat_alone(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    hers = evening.enter(1, **pink(1))
    his = evening.enter(2, **pink(1))
    number = evening.mend(1, hers, **pink(2))
    assert (evening.json(1)["pink"], evening.json(2)["pink"]) == ([2], [1])
    assert evening.table.versions == {1: number, 2: his}
    assert evening.table.version == number


def test_an_entry_before_a_round_is_mended_and_the_round_stays(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    own = evening.enter(1, **pink(2))
    evening.round(2)
    evening.mend(1, own, **pink(4))
    assert (evening.json(1)["pink"], evening.json(1)["round"]) == ([4], 2)


def test_an_answer_to_an_earlier_call_is_mended_by_what_that_call_allowed(sit_down):
    evening = sit_down("qwinto-dice", "Ada", "Bo")
    evening.call(1, 9, "purple", "yellow")
    evening.enter(1, row="yellow", column=5, value=9)
    answer = evening.enter(2, row="yellow", column=5, value=9)
    evening.call(2, 4, "orange")
    with pytest.raises(IllegalEntry) as illegal:
        evening.mend(2, answer, row="orange", column=4, value=9)
    assert illegal.value.reason == "wrong_colour"
    evening.mend(2, answer, row="purple", column=6, value=9)
    assert (evening.json(2)["purple"], evening.json(2)["yellow"]) == ({"6": 9}, {})
    assert (evening.json(2)["call"]["value"], evening.json(1)["yellow"]) == (4, {"5": 9})
    evening.mend(2, answer, action="pass")
    assert evening.json(2)["purple"] == {}


def test_a_mend_into_the_fourth_misthrow_is_refused_if_a_call_was_made_since(sit_down):
    evening = sit_down("qwinto-dice", "Ada", "Bo")
    for _ in range(3):
        evening.call(1, 9, "purple", "yellow")
        evening.enter(1, action="misthrow")
    evening.call(1, 9, "purple", "yellow")
    last = evening.enter(1, row="yellow", column=5, value=9)
    made = evening.call(2, 4, "orange")
    with pytest.raises(Refused) as no:
        evening.mend(1, last, action="misthrow")
    details = no.value.details
    assert (no.value.reason, details["line"], details["seat"]) == ("mend_breaks", made, 1)
    assert (details["entry"]["action"], details["reason"]) == ("call", "game_over")


def test_what_the_rules_forbid_at_the_place_of_the_entry_is_refused_with_their_reason(rising):
    before = rising.table
    with pytest.raises(IllegalEntry) as illegal:
        before.mend(1, 4, yellow(2))
    assert (illegal.value.reason, illegal.value.details["last"]) == ("not_rising", 2)
    assert rising.table == before


def test_the_first_later_entry_that_would_no_longer_stand_is_named_with_the_reason(rising):
    rising.enter(1, action="forgo", bonus="grey")
    rising.enter(1, **yellow(6))
    before = rising.table
    with pytest.raises(Refused) as no:
        before.mend(1, 4, yellow(5))
    assert no.value.reason == "mend_breaks"
    details = dict(no.value.details)
    why = details.pop("details")
    assert details == {"line": 5, "seat": 1, "entry": yellow(5), "reason": "not_rising"}
    assert (why["value"], why["last"]) == (5, 5)
    assert rising.table == before


def test_an_entry_whose_bonus_was_used_cannot_lose_it(ada):
    for value in (1, 1):
        ada.enter(1, **pink(value))
    # The third pink field gives a green ? with a 5 or 6.
    began = ada.enter(1, **pink(5))
    used = ada.enter(1, area="green", row="bottom", value=3, bonus="green")
    with pytest.raises(Refused) as no:
        ada.mend(1, began, **pink(4))
    details = no.value.details
    assert (no.value.reason, details["line"], details["reason"]) == ("mend_breaks", used, "bonus_not_waiting")
    ada.mend(1, began, **pink(6))
    assert (ada.json(1)["pink"], ada.json(1)["green"]["bottom"]) == ([1, 1, 6], [3])


def test_a_bonus_entry_is_mended_into_another_use_of_its_bonus(ada):
    for value in (1, 1, 5):
        ada.enter(1, **pink(value))
    used = ada.enter(1, area="green", row="bottom", value=3, bonus="green")
    ada.enter(1, **pink(1))
    ada.mend(1, used, area="green", row="top", value=6, bonus="green")
    assert ada.json(1)["green"] == {"top": [6], "bottom": []}
    ada.mend(1, used, action="forgo", bonus="green")
    assert (ada.json(1)["green"]["top"], ada.json(1)["pink"]) == ([], [1, 1, 5, 1])


def test_a_bonus_that_a_mend_sets_off_must_not_be_passed_over_by_what_followed(ada):
    for value in (1, 1):
        ada.enter(1, **pink(value))
    third = ada.enter(1, **pink(4))
    later = ada.enter(1, **yellow(1))
    with pytest.raises(Refused) as no:
        ada.mend(1, third, **pink(5))
    details = no.value.details
    assert (no.value.reason, details["line"], details["reason"]) == ("mend_breaks", later, "bonus_waiting")


def test_nobody_mends_what_another_seat_or_the_table_wrote_or_what_is_no_entry(sit_down, reason):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    hers = evening.enter(1, **pink(2))
    begun = evening.round(1)
    his = evening.enter(2, **pink(2))
    mend = evening.mend(2, his, **pink(4))
    for line in (hers, begun, mend, 1, 2, 99, 0):
        assert reason(lambda line=line: evening.table.mend(2, line, pink(1))) == "no_such_line"


def test_what_was_taken_back_cannot_be_mended(ada, reason):
    line = ada.enter(1, **pink(2))
    ada.undo(1)
    assert reason(lambda: ada.table.mend(1, line, pink(1))) == "no_such_line"


def test_an_entry_cannot_be_mended_into_a_round_or_a_call(sit_down, reason):
    clever, qwinto = sit_down("clever-4ever", "Ada"), sit_down("qwinto-dice", "Ada")
    line = clever.enter(1, **pink(2))
    assert reason(lambda: clever.table.mend(1, line, {"action": "round"})) == "not_mendable"
    line = qwinto.enter(1, row="orange", column=4, value=7)
    call = {"action": "call", "value": 9, "colours": ["orange"], "active": True}
    assert reason(lambda: qwinto.table.mend(1, line, call)) == "not_mendable"


def test_what_stands_already_need_not_be_mended(ada, reason):
    line = ada.enter(1, **pink(2))
    assert reason(lambda: ada.table.mend(1, line, pink(2))) == "nothing_to_mend"
    ada.mend(1, line, **pink(4))
    assert reason(lambda: ada.table.mend(1, line, pink(4))) == "nothing_to_mend"
    ada.mend(1, line, **pink(2))
    assert ada.json(1)["pink"] == [2]


@pytest.mark.parametrize("entry", [None, [], "pink", {}, {"area": "pink"}, {"area": "pink", "value": 7}])
def test_what_is_no_entry_of_the_game_mends_nothing(ada, entry):
    line = ada.enter(1, **pink(2))
    with pytest.raises(BadEntry):
        ada.table.mend(1, line, entry)


def test_a_seat_without_a_sheet_and_an_ended_table_mend_nothing(sit_down, reason):
    evening = sit_down("clever-4ever", "Ada", "(Bo)")
    line = evening.enter(1, **pink(2))
    assert reason(lambda: evening.table.mend(2, line, pink(1))) == "seat_on_paper"
    assert reason(lambda: evening.table.mend(3, line, pink(1))) == "no_such_seat"
    evening.write(evening.table.end())
    assert reason(lambda: evening.table.mend(1, line, pink(1))) == "table_ended"


# Taking a mend back


def test_undo_takes_a_mend_back_before_the_entries_that_were_written_before_it(rising):
    before = rising.table.steps
    mend = rising.mend(1, 4, **yellow(4))
    assert rising.table.undoable(1) == mend
    rising.undo(1)
    assert (top_row(rising), rising.table.steps) == ([2, 3, 5], before)
    assert rising.table.undoable(1) == 5
    rising.undo(1)
    assert top_row(rising) == [2, 3]


def test_undo_takes_an_entry_written_after_a_mend_first(rising):
    mend = rising.mend(1, 4, **yellow(4))
    last = rising.enter(1, action="forgo", bonus="grey")
    assert rising.table.undoable(1) == last
    rising.undo(1)
    assert (rising.json(1)["pending"], top_row(rising)) == (["grey"], [2, 4, 5])
    assert rising.table.undoable(1) == mend


def test_several_mends_of_one_entry_are_taken_back_the_newest_first(ada, reason):
    line = ada.enter(1, **pink(1))
    first, second = ada.mend(1, line, **pink(2)), ada.mend(1, line, **pink(4))
    assert reason(lambda: ada.table.undo(1, first)) == "no_such_line"
    ada.undo(1, second)
    assert ada.json(1)["pink"] == [2]
    assert reason(lambda: ada.table.undo(1, second)) == "no_such_line"
    ada.undo(1, first)
    assert (ada.json(1)["pink"], ada.table.undoable(1)) == ([1], line)


def test_an_entry_that_is_taken_back_takes_its_mends_along(rising, reason):
    mend = rising.mend(1, 4, **yellow(4))
    rising.undo(1, 4)
    assert (top_row(rising), rising.table.undoable(1)) == ([2, 5], 5)
    assert rising.table.effects(mend) == {}
    assert reason(lambda: rising.table.undo(1, mend)) == "no_such_line"


def test_an_entry_keeps_its_mends_when_another_one_before_it_is_mended_or_taken_back(rising):
    rising.mend(1, 4, **yellow(4))
    rising.mend(1, 3, **yellow(1))
    rising.undo(1, 3)
    assert top_row(rising) == [4, 5]
    rising.undo(1)
    assert top_row(rising) == [3, 5]


def test_a_mend_stays_if_a_later_entry_stands_only_with_it(ada):
    line = ada.enter(1, **yellow(4))
    mend = ada.mend(1, line, **yellow(2))
    later = ada.enter(1, **yellow(3))
    with pytest.raises(Refused) as no:
        ada.table.undo(1, mend)
    details = no.value.details
    assert (no.value.reason, details["line"], details["seat"]) == ("undo_breaks", later, 1)
    assert (details["entry"], details["reason"]) == (yellow(3), "not_rising")


def test_a_mend_stays_if_the_entry_before_it_would_not_stand_any_more(rising):
    rising.undo(1)
    second = rising.mend(1, 4, **yellow(6))
    rising.mend(1, 3, **yellow(4))
    with pytest.raises(Refused) as no:
        rising.table.undo(1, second)
    details = no.value.details
    assert (no.value.reason, details["line"], details["entry"]) == ("undo_breaks", 4, yellow(3))
    assert details["reason"] == "not_rising"
    for row in ([2, 6], [2, 3]):
        rising.undo(1)
        assert top_row(rising) == row


def test_nobody_takes_the_mend_of_another_seat_back(sit_down, reason):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    mend = evening.mend(1, evening.enter(1, **pink(1)), **pink(2))
    assert reason(lambda: evening.table.undo(2, mend)) == "no_such_line"
    assert reason(evening.table.undo_shared) == "nothing_to_undo"
    assert evening.table.undoable(2) is None
