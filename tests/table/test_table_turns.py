"""Whose turn it is, what lies on the table, who still thinks, and when all is played. No database."""

import pytest

from companion.table import Line, Table

NOW = "2030-01-02T20:15:00+00:00"
OPEN = [
    {"colour": "orange", "value": 2},
    {"colour": "grey", "value": 6},
    {"colour": "purple", "value": -2},
    {"colour": "yellow", "value": 4},
]
PURPLE_5 = {"colour": "purple", "value": 5}
AFTER = [PURPLE_5, *OPEN[1:]]
"""Purple 5 laid top left: 5 + 6 − 2 = 9 in purple."""


@pytest.fixture
def cards(sit_down):
    """Ada, Bo and Cem with phones, Dan on paper, and the four open cards told."""
    evening = sit_down("qwinto-cards", "Ada", "Bo", "Cem", "(Dan)")
    for seat in (1, 2, 3):
        evening.write(evening.table.take(seat, f"phone {seat}"))
    told(evening, *enumerate(OPEN))
    return evening


def told(evening, *cards):
    """Tell which cards lie where."""
    return evening.write(
        evening.table.arrange({"places": [place for place, _ in cards], "cards": [card for _, card in cards]})
    )


def lay(evening, seat, place=0, card=PURPLE_5, by=None):
    return evening.write(evening.table.lay(seat, {"places": [place], "cards": [card]}, by))


def lies(evening):
    return evening.table.course.last.spread.to_json()


def passed(evening, by=None):
    return evening.write(evening.table.pass_turn(by))


# What lies on the table


def test_a_card_laid_makes_the_call_and_lies_there_since(cards):
    lay(cards, 1)
    assert [cards.json(seat)["call"] for seat in (1, 2)] == [
        {"value": 9, "colours": ["purple"], "active": True},
        {"value": 9, "colours": ["purple"], "active": False},
    ]
    assert lies(cards) == AFTER


def test_the_log_tells_the_call_in_the_language_of_entries_and_the_square_besides(cards):
    line = cards.lines[lay(cards, 1) - 1]
    assert (line.seat, line.kind) == (None, "entry")
    assert line.data == {
        "entry": {"action": "call", "cards": [PURPLE_5, OPEN[1], OPEN[2]], "active": True},
        "by": 1,
        "spread": AFTER,
    }


def test_taking_a_call_back_restores_the_square(cards):
    lay(cards, 1)
    cards.undo_shared()
    assert lies(cards) == OPEN
    assert cards.table.turn == 1


def test_a_correction_after_a_call_goes_with_the_call(cards):
    lay(cards, 1)
    told(cards, (3, {"colour": "yellow", "value": 5}))
    assert lies(cards)[3] == {"colour": "yellow", "value": 5}
    cards.undo_shared()
    assert lies(cards) == OPEN


def test_after_a_call_that_was_only_said_the_square_is_in_doubt_until_somebody_tells(cards, reason):
    cards.call(1, 9, "purple")
    assert lies(cards) == OPEN
    cards.enter(1, row="purple", column=4, value=9)
    assert reason(lambda: cards.table.lay(2, {"places": [0], "cards": [PURPLE_5]})) == "spread_in_doubt"
    told(cards, (3, {"colour": "yellow", "value": 5}))
    lay(cards, 2)
    assert lies(cards) == [PURPLE_5, OPEN[1], OPEN[2], {"colour": "yellow", "value": 5}]


def test_a_square_that_nobody_told_is_never_in_doubt(sit_down):
    evening = sit_down("qwinto-cards", "Ada", "Bo")
    evening.call(1, 9, "purple")
    assert not evening.table.is_spread_in_doubt


def test_telling_is_no_move_that_the_table_takes_back_and_changes_no_sheet(cards, reason):
    assert reason(cards.table.undo_shared) == "nothing_to_undo"
    before = dict(cards.table.versions)
    told(cards, (0, PURPLE_5))
    assert cards.table.versions == before


@pytest.mark.parametrize("spread", [None, "square", OPEN[:3], [OPEN[0]] * 4])
def test_a_line_that_tells_no_square_changes_nothing(cards, spread):
    number = len(cards.lines) + 1
    table = cards.table.after(Line(number, None, "spread", {"spread": spread}, "", NOW))
    assert table.course == cards.table.course


def test_the_same_log_always_gives_the_same_square_and_turn(cards):
    lay(cards, 1)
    cards.enter(1, row="purple", column=4, value=9)
    lay(cards, 2, 3, {"colour": "grey", "value": 5})
    cards.undo_shared()
    again = Table.of("ABCD", cards.lines)
    assert (again.course, again.turn) == (cards.table.course, cards.table.turn)
    assert (lies(cards), again.turn) == (AFTER, 2)


# Turns with calls


def test_whoever_calls_has_had_the_turn_and_paper_counts(cards):
    seen = [cards.table.turn]
    for seat in (1, 2, 3):
        cards.call(seat, 9, "purple")
        cards.enter(seat, row="purple", column=4, value=9)
        seen.append(cards.table.turn)
    cards.call(1, 5, "orange", active=False)  # Dan's, told on Ada's phone
    assert [*seen, cards.table.turn] == [1, 2, 3, 4, 1]
    assert cards.table.course.last.by == 4


def test_in_another_order_the_next_one_follows_whoever_called(cards):
    cards.call(3, 9, "purple")
    assert cards.table.turn == 4


def test_a_call_of_a_player_on_paper_can_name_the_player(sit_down, reason):
    evening = sit_down("qwinto-cards", "Ada", "(Bo)", "(Cem)")
    call = {"action": "call", "value": 9, "colours": ["purple"], "active": False}
    evening.write(evening.table.enter(1, call, by=3))
    assert evening.table.course.last.by == 3
    assert evening.table.turn == 1
    assert evening.json(1)["call"]["active"] is False


def test_players_who_enter_without_calls_keep_no_turns(sit_down):
    evening = sit_down("qwinto-dice", "Ada", "Bo")
    assert evening.table.turn == 1
    evening.enter(2, row="orange", column=4, value=7)
    assert evening.table.turn is None


def test_alone_there_are_no_turns(sit_down, reason):
    for game in ("clever-4ever", "qwinto-cards"):
        evening = sit_down(game, "Ada")
        assert evening.table.turn is None
        assert reason(evening.table.pass_turn) == "no_turns"


def test_who_holds_a_sheet_and_has_not_answered_still_thinks(cards):
    cards.write(cards.table.free(3))
    cards.call(1, 9, "purple")
    assert [seat.name for seat in cards.table.thinking] == ["Ada", "Bo"]
    cards.enter(2, action="pass")
    assert [seat.name for seat in cards.table.thinking] == ["Ada"]
    cards.enter(1, row="purple", column=4, value=9)
    assert cards.table.thinking == []


# Turns that make rounds


def test_after_the_last_turn_of_a_round_the_next_one_begins(sit_down):
    evening = sit_down("clever-4ever", "Ada", "(Bo)", "Cem")
    turns = [evening.table.turn]
    for _ in range(3):
        passed(evening)
        turns.append(evening.table.turn)
    assert turns == [1, 2, 3, 1]
    assert [evening.json(seat)["round"] for seat in (1, 3)] == [2, 2]


def test_the_turn_passed_on_changes_no_sheet_and_is_taken_back_by_the_table(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    before = evening.table.versions
    passed(evening, by=1)
    assert evening.table.versions == before
    passed(evening, by=2)
    evening.undo_shared()
    assert (evening.table.turn, evening.json(1)["round"]) == (2, 1)
    evening.undo_shared()
    assert evening.table.turn == 1


def test_a_round_by_hand_gives_the_first_player_the_turn_again(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo", "Cem")
    passed(evening)
    evening.round(2)
    assert (evening.table.turn, evening.json(1)["round"]) == (1, 2)


def test_players_who_only_begin_rounds_by_hand_keep_no_turns_until_they_want_to(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    evening.round(1)
    assert evening.table.turn is None
    evening.round(1)
    assert evening.table.turn is None
    passed(evening)
    assert (evening.table.turn, evening.json(1)["round"]) == (1, 3)


def test_after_the_last_turn_of_the_last_round_all_is_played(sit_down, reason):
    evening = sit_down("clever-4ever", "Ada", "Bo", "Cem", "Dan")
    for _ in range(15):  # 4 rounds of 4 turns, but the last
        assert not evening.table.is_finished
        passed(evening)
    assert evening.table.turn == 4
    passed(evening)
    assert evening.table.is_finished
    assert evening.table.turn is None
    assert evening.json(1)["round"] == 4
    assert reason(evening.table.pass_turn) == "no_turns"
    evening.enter(1, area="green", row="top", value=2, bonus="black")  # the ? of round 4 waited
    evening.undo_shared()
    assert not evening.table.is_finished


@pytest.mark.parametrize("to", [None, 0, 3, "1", True, 1.0, [1]])
def test_a_line_that_names_no_seat_passes_no_turn_on(sit_down, to):
    evening = sit_down("qwinto-dice", "Ada", "Bo")
    table = evening.table.after(Line(4, None, "turn", {"to": to}, "", NOW))
    assert (table.turn, table.is_finished) == (1, False)


def test_one_player_more_begins_the_turns_anew(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    passed(evening)
    evening.write(evening.table.add_seat("Cem"))
    assert evening.table.turn == 1


# The end of a game with calls


def test_all_is_played_when_the_game_is_over_and_nobody_thinks_any_more(sit_down):
    evening = sit_down("qwinto-dice", "Ada", "Bo")
    for seat in (1, 2):
        evening.write(evening.table.take(seat, f"phone {seat}"))
    for _ in range(4):
        evening.call(1, 5, "orange")
        evening.enter(1, action="misthrow")
    assert (evening.table.is_over, evening.table.is_finished) == (True, False)
    evening.enter(2, action="pass")
    assert evening.table.is_finished
    evening.undo(2)
    assert not evening.table.is_finished


def test_without_calls_all_is_played_at_once(sit_down):
    evening = sit_down("qwinto-dice", "Ada", "Bo")
    for _ in range(4):
        evening.enter(1, action="misthrow")
    assert evening.table.is_finished
