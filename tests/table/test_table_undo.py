"""Taking lines back: through a bonus chain, an earlier mistake, a round or call of the table. No database."""

import pytest

from companion.rules.game import Effect
from companion.table import Refused, Table

CHAIN = (
    # The third pink field gives a green ? with a 5; green's second lower half a blue ?; the second cross in blue's
    # second row a pink ?; pink's fourth field an extra die with a 6.
    {"area": "pink", "value": 5},
    {"area": "green", "row": "bottom", "value": 3, "bonus": "green"},
    {"area": "blue", "row": 2, "column": 4, "bonus": "blue"},
    {"area": "pink", "value": 6, "bonus": "pink"},
)


@pytest.fixture
def chained(sit_down):
    """Ada before the chain, Bo beside her."""
    evening = sit_down("clever-4ever", "Ada", "Bo")
    for entry in (
        {"area": "blue", "row": 2, "column": 1},
        {"area": "green", "row": "bottom", "value": 4},
        {"area": "pink", "value": 1},
        {"area": "pink", "value": 1},
    ):
        evening.enter(1, **entry)
    return evening


def test_undo_goes_back_through_a_bonus_chain_step_by_step_to_exactly_the_same_sheets(chained):
    before, waiting = [], []
    for entry in CHAIN:
        before.append((chained.table.steps, chained.json(1)))
        chained.enter(1, **entry)
        waiting.append(chained.json(1)["pending"])
    assert waiting == [["green"], ["blue"], ["pink"], []]
    assert chained.json(1)["jokers"]["extra_die"]["earned"] == 1
    for steps, sheet in reversed(before):
        chained.undo(1)
        assert (chained.table.steps, chained.json(1)) == (steps, sheet)


def test_a_chain_that_was_taken_back_may_be_played_again(chained):
    for entry in CHAIN:
        chained.enter(1, **entry)
    played = chained.json(1)
    for _ in CHAIN:
        chained.undo(1)
    for entry in CHAIN:
        chained.enter(1, **entry)
    assert chained.json(1) == played


def test_the_entry_that_began_a_chain_cannot_go_while_its_bonus_is_used(chained):
    began, used, *_ = [chained.enter(1, **entry) for entry in CHAIN[:2]]
    with pytest.raises(Refused) as no:
        chained.table.undo(1, began)
    assert no.value.reason == "undo_breaks"
    assert dict(no.value.details) == {
        "line": used,
        "seat": 1,
        "entry": {"area": "green", "row": "bottom", "value": 3, "bonus": "green"},
        "reason": "bonus_not_waiting",
        "details": {"bonus": "green", "waiting": []},
    }


def test_an_earlier_mistake_is_mended_and_what_followed_still_stands(sit_down):
    evening = sit_down("clever-4ever", "Ada")
    evening.enter(1, area="yellow", row="top", value=2)
    mistake = evening.enter(1, area="yellow", row="top", value=3)
    last = evening.enter(1, area="yellow", row="top", value=5)
    evening.undo(1, mistake)
    assert evening.json(1)["yellow"]["top"] == [2, 5]
    # The 5 stands in the second field now, which gives a polish.
    assert Effect("joker", "polish") in evening.table.effects(last)[1]
    assert evening.table.effects(mistake) == {}


def test_the_first_entry_that_would_no_longer_stand_is_named_with_the_reason(sit_down):
    evening = sit_down("clever-4ever", "Ada")
    start = evening.enter(1, area="grey", segment="a", value=1)
    evening.enter(1, area="pink", value=1)
    second = evening.enter(1, area="grey", segment="b", value=5)
    evening.enter(1, area="grey", segment="c", value=5)
    before = evening.table
    with pytest.raises(Refused) as no:
        before.undo(1, start)
    assert no.value.reason == "undo_breaks"
    details = no.value.details
    assert (details["line"], details["seat"]) == (second, 1)
    assert details["entry"] == {"area": "grey", "segment": "b", "value": 5}
    assert evening.table == before


def test_undo_takes_the_own_last_entry_and_leaves_the_round_that_began_since(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    own = evening.enter(1, area="pink", value=2)
    evening.round(2)
    assert evening.table.undoable(1) == own
    number = evening.undo(1)
    assert (evening.json(1)["pink"], evening.json(1)["round"]) == ([], 2)
    assert evening.table.versions == {1: number, 2: number - 1}


def test_nobody_undoes_what_another_seat_or_the_table_wrote(sit_down, reason):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    hers = evening.enter(1, area="pink", value=2)
    begun = evening.round(1)
    for line in (hers, begun, 1, 2, 99, 0):
        assert reason(lambda line=line: evening.table.undo(2, line)) == "no_such_line"


def test_with_nothing_entered_there_is_nothing_to_undo(sit_down, reason):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    evening.enter(2, area="pink", value=2)
    assert evening.table.undoable(1) is None
    assert reason(lambda: evening.table.undo(1)) == "nothing_to_undo"
    assert reason(evening.table.undo_shared) == "nothing_to_undo"


def test_a_line_is_undone_once(sit_down, reason):
    evening = sit_down("clever-4ever", "Ada")
    line = evening.enter(1, area="pink", value=2)
    evening.undo(1)
    assert reason(lambda: evening.table.undo(1, line)) == "no_such_line"
    assert reason(lambda: evening.table.undo(1)) == "nothing_to_undo"


def test_the_table_takes_its_last_round_back_from_every_sheet(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    evening.round(1)
    begun = evening.round(2)
    evening.enter(1, area="pink", value=2)
    assert evening.table.undoable(None) == begun
    number = evening.undo_shared()
    assert [evening.json(seat)["round"] for seat in (1, 2)] == [2, 2]
    assert [evening.json(seat)["jokers"]["polish"]["earned"] for seat in (1, 2)] == [0, 0]
    assert evening.json(1)["pink"] == [2]
    assert evening.table.versions == {1: number, 2: number}


def test_a_round_whose_joker_was_spent_cannot_be_taken_back(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    evening.round()
    spent = evening.enter(2, action="use", joker="extra_die", die="pink")
    with pytest.raises(Refused) as no:
        evening.table.undo_shared()
    details = no.value.details
    assert (no.value.reason, details["line"], details["seat"]) == ("undo_breaks", spent, 2)
    assert details["reason"] == "joker_not_earned"


def test_the_table_takes_an_unanswered_call_back(sit_down):
    evening = sit_down("qwinto-dice", "Ada", "Bo", "(Cleo)")
    sheets = evening.table.sheets
    evening.call(1, 9, "purple", "yellow")
    evening.undo_shared()
    assert evening.table.sheets == sheets
    evening.call(2, 4, "orange")
    assert evening.json(2)["call"]["active"] is True


def test_a_call_that_is_taken_back_takes_its_answers_along_and_nothing_else(sit_down):
    evening = sit_down("qwinto-dice", "Ada", "Bo", "Cleo", "Dan")
    first = evening.call(1, 4, "orange")
    evening.enter(1, row="orange", column=5, value=4)
    evening.enter(2, row="orange", column=4, value=4)
    evening.enter(3, action="pass")
    evening.enter(4, action="pass")
    made = evening.call(2, 9, "purple", "yellow")
    answers = [evening.enter(1, row="yellow", column=5, value=9), evening.enter(3, action="pass")]
    evening.mend(1, answers[0], row="purple", column=6, value=9)
    draft = evening.table.undo_shared()
    assert draft.data == {"line": made, "answers": answers}
    evening.write(draft)
    assert [evening.json(seat)["orange"] for seat in (1, 2, 3, 4)] == [{"5": 4}, {"4": 4}, {}, {}]
    assert [evening.json(seat)["purple"] for seat in (1, 2, 3, 4)] == [{}] * 4
    assert [evening.json(seat)["call"] for seat in (1, 2, 3, 4)] == [None] * 4
    assert Table.of("ABCD", evening.lines) == evening.table
    assert evening.table.undo_shared().data["line"] == first


def test_the_active_player_cannot_take_an_answer_back_once_another_call_was_made(sit_down):
    evening = sit_down("qwinto-dice", "Ada", "Bo")
    evening.call(1, 9, "purple", "yellow")
    evening.enter(1, row="yellow", column=5, value=9)
    made = evening.call(2, 4, "orange")
    with pytest.raises(Refused) as no:
        evening.table.undo(1)
    details = no.value.details
    assert (no.value.reason, details["line"], details["seat"]) == ("undo_breaks", made, 1)
    assert details["reason"] == "call_unanswered"


def test_an_entry_undone_on_one_sheet_leaves_the_others_as_they_are(sit_down):
    evening = sit_down("qwinto-dice", "Ada", "Bo")
    evening.call(1, 9, "purple", "yellow")
    evening.enter(2, row="purple", column=6, value=9)
    evening.enter(1, row="yellow", column=5, value=9)
    evening.undo(2)
    assert evening.json(2)["purple"] == {}
    assert evening.json(2)["call"]["active"] is False
    assert evening.json(1)["yellow"] == {"5": 9}
