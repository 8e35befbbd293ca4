"""What the rules say about a Qwinto sheet, its calls, its end and its points, sentence by sentence."""

import itertools
from collections.abc import Mapping
from typing import Any

import pytest

from companion.rules.game import Effect, Entered, IllegalEntry
from companion.rules.qwinto import qwinto_cards, qwinto_dice
from companion.rules.qwinto.game import QwintoGame
from companion.rules.qwinto.sheet import QwintoSheet

Data = dict[str, Any]

BOTH = pytest.mark.parametrize("game", [qwinto_cards, qwinto_dice], ids=["cards", "dice"])

ORANGE_FULL = {3: 2, 4: 4, 5: 5, 7: 7, 8: 9, 9: 11, 10: 12, 11: 15, 12: 18}
YELLOW_FULL = {2: 1, 3: 3, 4: 5, 5: 6, 6: 7, 8: 8, 9: 10, 10: 13, 11: 14}
MISTHROW = {"action": "misthrow"}
PASS = {"action": "pass"}


def sheet_of(
    orange: Mapping[int, int] | None = None,
    yellow: Mapping[int, int] | None = None,
    purple: Mapping[int, int] | None = None,
    misthrows: int = 0,
    call: Data | None = None,
) -> QwintoSheet:
    rows = {"orange": orange or {}, "yellow": yellow or {}, "purple": purple or {}}
    marks = {row: {str(column): value for column, value in numbers.items()} for row, numbers in rows.items()}
    return qwinto_cards.sheet_from_json({**marks, "misthrows": misthrows, "call": call})


def without(row: Mapping[int, int], column: int) -> dict[int, int]:
    return {other: number for other, number in row.items() if other != column}


def number(row: str, column: int, value: int) -> Data:
    return {"row": row, "column": column, "value": value}


def said(value: int, *colours: str, active: bool = False) -> Data:
    return {"action": "call", "value": value, "colours": list(colours), "active": active}


def laid(*cards: tuple[str, int], active: bool = False) -> Data:
    return {"action": "call", "cards": [{"colour": c, "value": v} for c, v in cards], "active": active}


def rolled(active: bool = False, **dice: int) -> Data:
    return {"action": "call", "dice": dice, "active": active}


def waiting(value: int, *colours: str, active: bool) -> Data:
    return {"value": value, "colours": list(colours), "active": active}


def enter(game: QwintoGame, sheet: QwintoSheet, data: Data) -> Entered[QwintoSheet]:
    return game.enter(sheet, game.entry_from_json(data))


def refusal(game: QwintoGame, sheet: QwintoSheet, data: Data) -> tuple[str, Data]:
    before = game.sheet_to_json(sheet)
    with pytest.raises(IllegalEntry) as caught:
        enter(game, sheet, data)
    assert game.sheet_to_json(sheet) == before
    return caught.value.reason, dict(caught.value.details)


def options(game: QwintoGame, sheet: QwintoSheet) -> list[Data]:
    return [entry.to_json() for entry in game.options(sheet)]


def points(sheet: QwintoSheet) -> Data:
    return qwinto_cards.score(sheet).to_json()


# The two games


def test_two_games_share_one_sheet() -> None:
    assert (qwinto_cards.id, qwinto_cards.title) == ("qwinto-cards", "Qwinto – Das Kartenspiel")
    assert (qwinto_dice.id, qwinto_dice.title) == ("qwinto-dice", "Qwinto")
    assert qwinto_cards.layout == qwinto_dice.layout == "qwinto"


@BOTH
@pytest.mark.parametrize("players", range(1, 7))
def test_one_to_six_play_and_begin_with_an_empty_sheet(game: QwintoGame, players: int) -> None:
    sheet = game.new_sheet(players=players)
    assert game.sheet_to_json(sheet) == {"orange": {}, "yellow": {}, "purple": {}, "misthrows": 0, "call": None}


@BOTH
@pytest.mark.parametrize("players", [-1, 0, 7])
def test_nobody_and_seven_players_are_refused(game: QwintoGame, players: int) -> None:
    with pytest.raises(ValueError, match="1 to 6"):
        game.new_sheet(players=players)


@BOTH
def test_the_number_bar_holds_1_to_18(game: QwintoGame) -> None:
    assert list(game.numbers) == list(range(1, 19))


# The sheet


@BOTH
def test_any_number_goes_into_any_field_of_an_empty_sheet(game: QwintoGame) -> None:
    sheet = game.new_sheet(players=2)
    assert len([option for option in options(game, sheet) if "row" in option]) == 27 * 18


@BOTH
def test_a_number_is_written_into_its_field(game: QwintoGame) -> None:
    after = enter(game, game.new_sheet(players=2), number("orange", 4, 7)).sheet
    assert game.sheet_to_json(after) == {"orange": {"4": 7}, "yellow": {}, "purple": {}, "misthrows": 0, "call": None}
    assert after.number("orange", 4) == 7
    assert after.number("orange", 5) is None
    assert after.number("orange", 6) is None


@BOTH
@pytest.mark.parametrize(
    ("row", "column"),
    [("orange", 6), ("yellow", 7), ("purple", 5), ("orange", 2), ("yellow", 1), ("yellow", 12), ("purple", 11)],
)
def test_a_row_has_no_field_in_its_gap_and_beyond_its_ends(game: QwintoGame, row: str, column: int) -> None:
    assert refusal(game, sheet_of(), number(row, column, 9)) == ("no_such_field", {"row": row, "column": column})


@BOTH
def test_fields_may_be_filled_in_any_order(game: QwintoGame) -> None:
    for order in itertools.permutations([(3, 2), (7, 9), (12, 18)]):
        sheet = sheet_of()
        for column, value in order:
            sheet = enter(game, sheet, number("orange", column, value)).sheet
        assert sheet == sheet_of(orange={3: 2, 7: 9, 12: 18})


@BOTH
def test_a_field_takes_one_number_only(game: QwintoGame) -> None:
    sheet = sheet_of(yellow={5: 9})
    assert refusal(game, sheet, number("yellow", 5, 9)) == ("field_taken", {"row": "yellow", "column": 5})
    assert refusal(game, sheet, number("yellow", 5, 10)) == ("field_taken", {"row": "yellow", "column": 5})


@BOTH
@pytest.mark.parametrize("value", [1, 3, 4, 9, 10, 18])
def test_a_number_between_two_must_be_more_than_the_left_and_less_than_the_right_one(
    game: QwintoGame, value: int
) -> None:
    sheet = sheet_of(orange={3: 4, 12: 9})
    details = {"row": "orange", "column": 8, "value": value, "above": 4, "below": 9}
    assert refusal(game, sheet, number("orange", 8, value)) == ("not_rising", details)


@BOTH
@pytest.mark.parametrize("value", [5, 6, 7, 8])
def test_a_gap_left_between_numbers_may_be_filled_later(game: QwintoGame, value: int) -> None:
    after = enter(game, sheet_of(orange={3: 4, 12: 9}), number("orange", 8, value)).sheet
    assert after == sheet_of(orange={3: 4, 8: value, 12: 9})


@BOTH
def test_only_the_nearest_numbers_of_the_row_count(game: QwintoGame) -> None:
    sheet = sheet_of(purple={1: 2, 3: 6, 8: 11, 10: 17})
    details = {"row": "purple", "column": 6, "value": 5, "above": 6, "below": 11}
    assert refusal(game, sheet, number("purple", 6, 5)) == ("not_rising", details)


@BOTH
def test_numbers_rise_across_the_gap_of_a_row(game: QwintoGame) -> None:
    details = {"row": "yellow", "column": 8, "value": 7, "above": 7, "below": None}
    assert refusal(game, sheet_of(yellow={6: 7}), number("yellow", 8, 7)) == ("not_rising", details)


@BOTH
def test_left_of_every_number_only_a_lesser_one_may_stand(game: QwintoGame) -> None:
    details = {"row": "purple", "column": 1, "value": 12, "above": None, "below": 5}
    assert refusal(game, sheet_of(purple={2: 5}), number("purple", 1, 12)) == ("not_rising", details)


@BOTH
def test_no_number_stands_twice_in_a_row(game: QwintoGame) -> None:
    sheet = sheet_of(yellow={6: 9})
    assert [o for o in options(game, sheet) if o.get("row") == "yellow" and o.get("value") == 9] == []
    for column in (2, 3, 4, 5, 8, 9, 10, 11):
        assert refusal(game, sheet, number("yellow", column, 9))[0] == "not_rising"


@BOTH
@pytest.mark.parametrize("column", [3, 4, 8, 9, 10])
def test_no_number_stands_twice_in_a_three_field_column(game: QwintoGame, column: int) -> None:
    for first, second in itertools.permutations(["orange", "yellow", "purple"], 2):
        sheet = sheet_of(**{first: {column: 9}})
        assert refusal(game, sheet, number(second, column, 9)) == ("twice_in_column", {"column": column, "value": 9})


@BOTH
@pytest.mark.parametrize(
    ("column", "rows"),
    [
        (2, ("yellow", "purple")),
        (5, ("orange", "yellow")),
        (6, ("yellow", "purple")),
        (7, ("orange", "purple")),
        (11, ("orange", "yellow")),
    ],
)
def test_no_number_stands_twice_in_a_two_field_column(game: QwintoGame, column: int, rows: tuple[str, str]) -> None:
    for first, second in itertools.permutations(rows):
        sheet = sheet_of(**{first: {column: 9}})
        assert refusal(game, sheet, number(second, column, 9)) == ("twice_in_column", {"column": column, "value": 9})


@BOTH
def test_the_same_number_may_stand_in_two_rows_in_different_columns(game: QwintoGame) -> None:
    after = enter(game, sheet_of(orange={4: 7}), number("yellow", 5, 7)).sheet
    assert after == sheet_of(orange={4: 7}, yellow={5: 7})


@BOTH
def test_a_different_number_may_stand_in_the_same_column(game: QwintoGame) -> None:
    after = enter(game, sheet_of(orange={4: 7}), number("yellow", 4, 8)).sheet
    assert after == sheet_of(orange={4: 7}, yellow={4: 8})


@BOTH
def test_misthrows_are_marked_up_to_the_fourth(game: QwintoGame) -> None:
    sheet = game.new_sheet(players=2)
    for count in range(1, 5):
        sheet = enter(game, sheet, MISTHROW).sheet
        assert game.sheet_to_json(sheet)["misthrows"] == count
    assert refusal(game, sheet, MISTHROW) == ("game_over", {})


# Calls


@BOTH
def test_a_call_is_kept_until_it_is_answered(game: QwintoGame) -> None:
    entered = enter(game, sheet_of(), said(11, "purple", "yellow", active=True))
    assert game.sheet_to_json(entered.sheet)["call"] == waiting(11, "yellow", "purple", active=True)
    assert entered.effects == (Effect("called", "11"),)


@BOTH
@pytest.mark.parametrize(
    ("active", "answer"),
    [
        (True, number("orange", 4, 6)),
        (True, MISTHROW),
        (False, number("orange", 4, 6)),
        (False, PASS),
    ],
    ids=["active number", "active misthrow", "passive number", "passive pass"],
)
def test_an_answer_is_awaited_while_a_call_is_open_and_no_longer(game: QwintoGame, active: bool, answer: Data) -> None:
    # In orange column 3 holds a 14 for the misthrow of the card player: no orange field takes a 6 then.
    sheet = sheet_of({3: 14} if answer == MISTHROW else None)
    assert game.is_awaited(sheet) is False
    called = enter(game, sheet, said(6, "orange", active=active)).sheet
    assert game.is_awaited(called) is True
    assert game.called(called) == 6
    assert game.is_awaited(enter(game, called, answer).sheet) is False


@BOTH
def test_numbers_and_misthrows_without_a_call_are_awaited_by_nobody(game: QwintoGame) -> None:
    for entry in (number("orange", 4, 6), MISTHROW):
        assert game.is_awaited(enter(game, game.new_sheet(players=2), entry).sheet) is False


@BOTH
def test_the_called_number_goes_into_one_field_of_a_called_colour(game: QwintoGame) -> None:
    sheet = enter(game, sheet_of(), said(11, "purple", "yellow")).sheet
    numbers = [o for o in options(game, sheet) if "row" in o]
    assert {o["value"] for o in numbers} == {11}
    assert {o["row"] for o in numbers} == {"yellow", "purple"}
    assert len(numbers) == 18


@BOTH
def test_another_number_than_the_called_one_is_refused(game: QwintoGame) -> None:
    sheet = sheet_of(call=waiting(11, "yellow", "purple", active=False))
    assert refusal(game, sheet, number("yellow", 5, 12)) == ("wrong_number", {"called": 11})


@BOTH
def test_a_row_that_was_not_called_is_refused(game: QwintoGame) -> None:
    sheet = sheet_of(call=waiting(11, "yellow", "purple", active=False))
    assert refusal(game, sheet, number("orange", 5, 11)) == ("wrong_colour", {"colours": ["yellow", "purple"]})


@BOTH
def test_a_wrong_number_is_told_before_a_wrong_colour_and_that_before_the_field(game: QwintoGame) -> None:
    sheet = sheet_of(orange={4: 9}, yellow={4: 5, 5: 6}, call=waiting(5, "yellow", active=False))
    assert refusal(game, sheet, number("orange", 4, 12))[0] == "wrong_number"
    assert refusal(game, sheet, number("orange", 6, 5))[0] == "wrong_colour"
    assert refusal(game, sheet, number("yellow", 7, 5))[0] == "no_such_field"
    assert refusal(game, sheet, number("yellow", 4, 5))[0] == "field_taken"


def test_the_rise_is_told_before_the_column() -> None:
    sheet = sheet_of(orange={4: 9}, yellow={3: 9})
    assert refusal(qwinto_cards, sheet, number("yellow", 4, 9))[0] == "not_rising"


@BOTH
@pytest.mark.parametrize("active", [True, False])
def test_the_called_number_is_entered_once(game: QwintoGame, active: bool) -> None:
    heard = enter(game, sheet_of(), said(11, "yellow", "purple", active=active)).sheet
    answered = enter(game, heard, number("purple", 8, 11)).sheet
    assert answered == sheet_of(purple={8: 11})
    assert refusal(game, answered, PASS) == ("no_call", {})


@BOTH
def test_a_passive_player_need_not_enter_the_number(game: QwintoGame) -> None:
    sheet = sheet_of(call=waiting(5, "yellow", active=False))
    assert PASS in options(game, sheet)
    assert enter(game, sheet, PASS) == Entered(sheet_of())


@BOTH
def test_a_passive_player_never_marks_a_misthrow(game: QwintoGame) -> None:
    sheet = sheet_of(call=waiting(5, "yellow", active=False))
    assert MISTHROW not in options(game, sheet)
    assert refusal(game, sheet, MISTHROW) == ("misthrow_when_passive", {})


@BOTH
def test_a_passive_player_without_a_fitting_field_can_only_pass(game: QwintoGame) -> None:
    sheet = sheet_of(orange=without(ORANGE_FULL, 3), call=waiting(4, "orange", active=False))
    assert options(game, sheet) == [PASS]


@BOTH
def test_the_active_player_cannot_pass(game: QwintoGame) -> None:
    sheet = sheet_of(call=waiting(5, "yellow", active=True))
    assert PASS not in options(game, sheet)
    assert refusal(game, sheet, PASS) == ("pass_when_active", {})


@BOTH
def test_without_a_call_there_is_nothing_to_pass(game: QwintoGame) -> None:
    assert PASS not in options(game, sheet_of())
    assert refusal(game, sheet_of(), PASS) == ("no_call", {})


@BOTH
def test_without_a_call_numbers_and_misthrows_are_free(game: QwintoGame) -> None:
    assert enter(game, sheet_of(), number("purple", 1, 18)).sheet == sheet_of(purple={1: 18})
    assert enter(game, sheet_of(), MISTHROW).sheet == sheet_of(misthrows=1)
    assert options(game, sheet_of())[-1] == MISTHROW


def test_with_cards_the_active_player_must_enter_a_number_that_fits() -> None:
    sheet = sheet_of(call=waiting(13, "yellow", active=True))
    assert MISTHROW not in options(qwinto_cards, sheet)
    assert refusal(qwinto_cards, sheet, MISTHROW) == ("number_fits", {"value": 13})


def test_with_cards_the_active_player_must_enter_even_if_one_single_field_takes_the_number() -> None:
    sheet = sheet_of(orange=without(ORANGE_FULL, 12), call=waiting(18, "orange", active=True))
    assert options(qwinto_cards, sheet) == [number("orange", 12, 18)]
    assert refusal(qwinto_cards, sheet, MISTHROW) == ("number_fits", {"value": 18})


def test_with_cards_the_active_player_marks_a_misthrow_if_no_field_takes_the_number() -> None:
    sheet = sheet_of(orange=without(ORANGE_FULL, 12), call=waiting(15, "orange", active=True))
    assert options(qwinto_cards, sheet) == [MISTHROW]
    after = enter(qwinto_cards, sheet, MISTHROW).sheet
    assert after == sheet_of(orange=without(ORANGE_FULL, 12), misthrows=1)


def test_with_cards_a_number_that_fits_only_an_uncalled_row_is_a_misthrow() -> None:
    sheet = sheet_of(orange=ORANGE_FULL, call=waiting(9, "orange", active=True))
    assert options(qwinto_cards, sheet) == [MISTHROW]


def test_with_cards_a_column_that_holds_the_number_leads_to_a_misthrow() -> None:
    sheet = sheet_of(orange=without(ORANGE_FULL, 3), purple={3: 1}, call=waiting(1, "orange", active=True))
    assert options(qwinto_cards, sheet) == [MISTHROW]


def test_with_dice_the_active_player_may_choose_the_misthrow() -> None:
    sheet = sheet_of(call=waiting(13, "yellow", "purple", "orange", active=True))
    found = options(qwinto_dice, sheet)
    assert len(found) == 28
    assert found[-1] == MISTHROW
    assert enter(qwinto_dice, sheet, MISTHROW).sheet == sheet_of(misthrows=1)


@BOTH
def test_a_new_call_closes_one_that_a_passive_sheet_left_unanswered(game: QwintoGame) -> None:
    sheet = sheet_of(call=waiting(6, "yellow", active=False))
    after = enter(game, sheet, said(4, "orange", active=True)).sheet
    assert after == sheet_of(call=waiting(4, "orange", active=True))


@BOTH
def test_a_new_call_is_refused_while_the_active_sheet_owes_its_answer(game: QwintoGame) -> None:
    sheet = sheet_of(call=waiting(6, "yellow", active=True))
    assert refusal(game, sheet, said(4, "orange")) == ("call_unanswered", {})
    assert refusal(game, sheet, said(4, "orange", active=True)) == ("call_unanswered", {})


@BOTH
def test_a_call_reaches_every_sheet_and_says_on_each_whether_its_owner_made_it(game: QwintoGame) -> None:
    mine = game.entry_from_json(said(6, "yellow", active=True))
    theirs = game.for_sheet(mine, active=False)
    assert theirs == game.entry_from_json(said(6, "yellow", active=False))
    assert game.for_sheet(theirs, active=True) == mine


def test_a_call_by_cards_and_by_dice_is_heard_as_the_same_cards_and_dice() -> None:
    cards = [("purple", 5), ("yellow", 6), ("grey", 2)]
    by_cards = qwinto_cards.for_sheet(qwinto_cards.entry_from_json(laid(*cards, active=True)), active=False)
    by_dice = qwinto_dice.for_sheet(qwinto_dice.entry_from_json(rolled(orange=3, active=True)), active=False)
    assert by_cards.to_json() == laid(*cards, active=False)
    assert by_dice.to_json() == rolled(orange=3, active=False)


@BOTH
@pytest.mark.parametrize(
    ("data", "shared", "field"),
    [
        (said(6, "yellow"), True, None),
        (number("orange", 4, 7), False, "orange-4"),
        (number("orange", 6, 7), False, None),
        (MISTHROW, False, "misthrow"),
        (PASS, False, None),
    ],
)
def test_calls_are_shared_and_marks_have_a_field(game: QwintoGame, data: Data, shared: bool, field: str | None) -> None:
    entry = game.entry_from_json(data)
    assert game.is_shared(entry) is shared
    assert game.field(sheet_of(), entry) == field


# Calls with cards


def test_with_cards_the_call_is_the_sum_of_the_card_and_its_two_neighbours() -> None:
    entered = enter(qwinto_cards, sheet_of(), laid(("purple", 5), ("yellow", 6), ("grey", 2), active=True))
    assert entered.sheet == sheet_of(call=waiting(13, "yellow", "purple", active=True))
    assert entered.effects == (Effect("called", "13"),)


def test_minus_two_is_taken_off_and_zero_adds_nothing() -> None:
    after = enter(qwinto_cards, sheet_of(), laid(("orange", -2), ("orange", 6), ("yellow", 0))).sheet
    assert after == sheet_of(call=waiting(4, "orange", "yellow", active=False))


def test_with_cards_of_one_colour_only_that_row_is_called() -> None:
    after = enter(qwinto_cards, sheet_of(), laid(("yellow", 1), ("yellow", 2), ("yellow", 3))).sheet
    assert after == sheet_of(call=waiting(6, "yellow", active=False))


def test_grey_is_no_colour() -> None:
    after = enter(qwinto_cards, sheet_of(), laid(("grey", 6), ("grey", 5), ("orange", 1))).sheet
    assert after == sheet_of(call=waiting(12, "orange", active=False))


GREY = (("grey", 6), ("grey", 5), ("grey", 1))


@pytest.mark.parametrize("active", [True, False])
def test_three_grey_cards_may_be_called_but_allow_no_row(active: bool) -> None:
    entered = enter(qwinto_cards, sheet_of(), laid(*GREY, active=active))
    assert entered.sheet == sheet_of(call=waiting(12, active=active))
    assert entered.effects == (Effect("called", "12"),)
    for row, column in (("orange", 7), ("yellow", 6), ("purple", 6)):
        assert refusal(qwinto_cards, entered.sheet, number(row, column, 12)) == ("wrong_colour", {"colours": []})


def test_after_three_grey_cards_the_active_player_can_only_mark_a_misthrow() -> None:
    called = enter(qwinto_cards, sheet_of(), laid(*GREY, active=True)).sheet
    assert options(qwinto_cards, called) == [MISTHROW]
    assert refusal(qwinto_cards, called, PASS) == ("pass_when_active", {})
    assert enter(qwinto_cards, called, MISTHROW).sheet == sheet_of(misthrows=1)


def test_after_three_grey_cards_a_passive_player_can_only_pass() -> None:
    called = enter(qwinto_cards, sheet_of(), laid(*GREY)).sheet
    assert options(qwinto_cards, called) == [PASS]
    assert refusal(qwinto_cards, called, MISTHROW) == ("misthrow_when_passive", {})
    assert enter(qwinto_cards, called, PASS).sheet == sheet_of()


@pytest.mark.parametrize(
    ("cards", "total"), [((("grey", -2), ("grey", 0), ("grey", 3)), 1), ((("grey", 6), ("grey", 5), ("grey", 4)), 15)]
)
def test_three_grey_cards_make_1_to_15(cards: tuple[tuple[str, int], ...], total: int) -> None:
    assert enter(qwinto_cards, sheet_of(), laid(*cards)).sheet == sheet_of(call=waiting(total, active=False))


def test_one_grey_card_cannot_lie_in_two_places_either() -> None:
    cards = laid(("grey", 6), ("grey", 6), ("grey", 1))
    assert refusal(qwinto_cards, sheet_of(), cards) == ("same_card_twice", {"colour": "grey", "value": 6})


@pytest.mark.parametrize(
    ("cards", "total"),
    [
        ([("orange", 0), ("yellow", 0), ("purple", 0)], 0),
        ([("orange", -2), ("yellow", -2), ("purple", 3)], -1),
        ([("orange", -2), ("yellow", -2), ("grey", -2)], -6),
        ([("grey", -2), ("grey", 0), ("grey", 2)], 0),
    ],
)
def test_a_sum_below_one_must_not_be_made(cards: list[tuple[str, int]], total: int) -> None:
    assert refusal(qwinto_cards, sheet_of(), laid(*cards)) == ("sum_too_low", {"sum": total})


def test_the_least_and_the_greatest_sum_of_cards_are_1_and_18() -> None:
    least = enter(qwinto_cards, sheet_of(), laid(("orange", 0), ("yellow", 0), ("purple", 1))).sheet
    greatest = enter(qwinto_cards, sheet_of(), laid(("orange", 6), ("yellow", 6), ("purple", 6))).sheet
    assert least == sheet_of(call=waiting(1, "orange", "yellow", "purple", active=False))
    assert greatest == sheet_of(call=waiting(18, "orange", "yellow", "purple", active=False))


@pytest.mark.parametrize("spots", [(0, 1), (0, 2), (1, 2)])
def test_the_same_card_cannot_lie_in_two_places(spots: tuple[int, int]) -> None:
    cards = [("yellow", 4), ("yellow", 4), ("yellow", 4)]
    other = ({0, 1, 2} - set(spots)).pop()
    cards[other] = ("orange", 4)
    details = {"colour": "yellow", "value": 4}
    assert refusal(qwinto_cards, sheet_of(), laid(*cards)) == ("same_card_twice", details)


def test_cards_of_equal_value_in_different_colours_may_lie_side_by_side() -> None:
    after = enter(qwinto_cards, sheet_of(), laid(("yellow", 4), ("orange", 4), ("purple", 4))).sheet
    assert after == sheet_of(call=waiting(12, "orange", "yellow", "purple", active=False))


def test_a_number_said_at_a_card_table_may_come_in_any_count_of_colours() -> None:
    after = enter(qwinto_cards, sheet_of(), said(13, "purple")).sheet
    assert after == sheet_of(call=waiting(13, "purple", active=False))


# Calls with dice


@pytest.mark.parametrize(
    ("dice", "value", "colours"),
    [
        ({"orange": 3}, 3, ["orange"]),
        ({"purple": 4, "orange": 3}, 7, ["orange", "purple"]),
        ({"orange": 6, "yellow": 6, "purple": 6}, 18, ["orange", "yellow", "purple"]),
        ({"orange": 1, "yellow": 1, "purple": 1}, 3, ["orange", "yellow", "purple"]),
    ],
)
def test_with_dice_the_call_is_their_sum_in_the_colours_rolled(
    dice: dict[str, int], value: int, colours: list[str]
) -> None:
    entered = enter(qwinto_dice, sheet_of(), rolled(active=True, **dice))
    assert entered.sheet == sheet_of(call=waiting(value, *colours, active=True))
    assert entered.effects == (Effect("called", str(value)),)


@pytest.mark.parametrize(("count", "least", "greatest"), [(1, 1, 6), (2, 2, 12), (3, 3, 18)])
def test_with_k_dice_the_sum_lies_between_k_and_6k(count: int, least: int, greatest: int) -> None:
    colours = ["orange", "yellow", "purple"][:count]
    for value in range(1, 19):
        if least <= value <= greatest:
            after = enter(qwinto_dice, sheet_of(), said(value, *colours)).sheet
            assert after == sheet_of(call=waiting(value, *colours, active=False))
        else:
            told = refusal(qwinto_dice, sheet_of(), said(value, *colours))
            assert told == ("sum_impossible", {"value": value, "dice": count})


# The end


@BOTH
def test_a_second_full_row_ends_the_game(game: QwintoGame) -> None:
    sheet = sheet_of(orange=ORANGE_FULL, yellow=without(YELLOW_FULL, 11))
    assert not game.is_over(sheet)
    entered = enter(game, sheet, number("yellow", 11, 14))
    assert entered.effects == (Effect("row_complete", "yellow"), Effect("game_over"))
    assert game.is_over(entered.sheet)


@BOTH
def test_one_full_row_does_not_end_the_game(game: QwintoGame) -> None:
    entered = enter(game, sheet_of(orange=without(ORANGE_FULL, 5)), number("orange", 5, 5))
    assert entered.effects == (Effect("row_complete", "orange"),)
    assert not game.is_over(entered.sheet)


@BOTH
def test_the_fourth_misthrow_ends_the_game(game: QwintoGame) -> None:
    assert not game.is_over(sheet_of(misthrows=3))
    entered = enter(game, sheet_of(misthrows=3), MISTHROW)
    assert entered.effects == (Effect("game_over"),)
    assert game.is_over(entered.sheet)


@BOTH
@pytest.mark.parametrize(
    "ended",
    [sheet_of(misthrows=4), sheet_of(orange=ORANGE_FULL, yellow=YELLOW_FULL)],
    ids=["four misthrows", "two full rows"],
)
def test_on_a_sheet_that_ended_the_game_nothing_more_is_entered(game: QwintoGame, ended: QwintoSheet) -> None:
    assert game.options(ended) == ()
    for data in (number("purple", 1, 3), MISTHROW, PASS, said(5, "purple"), said(5, "purple", active=True)):
        assert refusal(game, ended, data) == ("game_over", {})


@BOTH
def test_an_answer_that_ends_the_game_closes_its_call(game: QwintoGame) -> None:
    call = waiting(14, "orange", "yellow", "purple", active=True)
    sheet = sheet_of(orange=ORANGE_FULL, yellow=without(YELLOW_FULL, 11), call=call)
    after = enter(game, sheet, number("yellow", 11, 14)).sheet
    assert after == sheet_of(orange=ORANGE_FULL, yellow=YELLOW_FULL)


@BOTH
@pytest.mark.parametrize(
    ("column", "values"), [(3, (2, 3, 1)), (4, (4, 5, 3)), (8, (9, 10, 12)), (9, (11, 10, 12)), (10, (14, 13, 15))]
)
def test_the_last_number_of_a_bonus_column_completes_it(
    game: QwintoGame, column: int, values: tuple[int, int, int]
) -> None:
    orange, yellow, purple = values
    sheet = sheet_of(orange={column: orange}, yellow={column: yellow})
    assert enter(game, sheet, number("purple", column, purple)).effects == (Effect("column_complete", str(column)),)


@BOTH
def test_a_two_field_column_has_no_bonus(game: QwintoGame) -> None:
    assert enter(game, sheet_of(orange={5: 9}), number("yellow", 5, 8)).effects == ()


@BOTH
def test_one_number_can_complete_a_row_and_a_column_and_end_the_game(game: QwintoGame) -> None:
    sheet = sheet_of(orange=ORANGE_FULL, yellow=without(YELLOW_FULL, 8), purple={8: 12})
    assert enter(game, sheet, number("yellow", 8, 8)).effects == (
        Effect("row_complete", "yellow"),
        Effect("column_complete", "8"),
        Effect("game_over"),
    )


# The points


def test_an_empty_sheet_scores_nothing() -> None:
    assert points(sheet_of()) == {
        "rows": {"orange": 0, "yellow": 0, "purple": 0},
        "columns": {"3": 0, "4": 0, "8": 0, "9": 0, "10": 0},
        "misthrows": 0,
        "misthrow_points": 0,
        "total": 0,
    }


def test_a_full_row_scores_its_last_number() -> None:
    assert points(sheet_of(orange=ORANGE_FULL))["rows"]["orange"] == 18
    assert points(sheet_of(yellow=YELLOW_FULL))["rows"]["yellow"] == 14


def test_an_unfinished_row_scores_one_point_for_each_number() -> None:
    assert points(sheet_of(yellow=without(YELLOW_FULL, 6)))["rows"]["yellow"] == 8
    assert points(sheet_of(purple={1: 17, 10: 18}))["rows"]["purple"] == 2


def test_a_full_column_scores_the_number_in_its_pentagon() -> None:
    assert points(sheet_of(orange={8: 9}, yellow={8: 10}, purple={8: 12}))["columns"]["8"] == 9


@pytest.mark.parametrize(("column", "expected"), [(3, 7), (4, 5), (8, 5), (9, 6), (10, 7)])
def test_every_bonus_column_scores_its_own_pentagon(column: int, expected: int) -> None:
    sheet = sheet_of(orange={column: 5}, yellow={column: 6}, purple={column: 7})
    scored = points(sheet)
    assert scored["columns"] == {**dict.fromkeys(["3", "4", "8", "9", "10"], 0), str(column): expected}
    assert scored["total"] == 3 + expected


@pytest.mark.parametrize("still_open", ["orange", "yellow", "purple"])
def test_a_column_with_one_field_open_scores_nothing(still_open: str) -> None:
    rows = {"orange": {8: 9}, "yellow": {8: 10}, "purple": {8: 12}}
    del rows[still_open]
    assert points(sheet_of(**rows))["columns"]["8"] == 0


def test_each_misthrow_costs_five() -> None:
    assert points(sheet_of(misthrows=2))["misthrow_points"] == -10
    assert [points(sheet_of(misthrows=count))["total"] for count in range(5)] == [0, -5, -10, -15, -20]


def test_the_total_adds_rows_and_columns_and_takes_the_misthrows_off() -> None:
    sheet = sheet_of(
        orange=ORANGE_FULL, yellow=without(YELLOW_FULL, 11), purple={3: 1, 4: 3, 8: 12, 9: 13, 10: 14}, misthrows=1
    )
    assert points(sheet) == {
        "rows": {"orange": 18, "yellow": 8, "purple": 5},
        "columns": {"3": 1, "4": 4, "8": 9, "9": 10, "10": 14},
        "misthrows": 1,
        "misthrow_points": -5,
        "total": 18 + 8 + 5 + 1 + 4 + 9 + 10 + 14 - 5,
    }


def test_an_open_call_changes_no_points() -> None:
    marks = {"orange": ORANGE_FULL, "misthrows": 1}
    assert points(sheet_of(**marks, call=waiting(5, "purple", active=True))) == points(sheet_of(**marks))


def test_most_points_win_and_a_tie_is_shared() -> None:
    two_numbers = qwinto_cards.score(sheet_of(orange={3: 1, 4: 2}))
    two_others = qwinto_cards.score(sheet_of(yellow={2: 17}, purple={10: 18}))
    three_numbers = qwinto_cards.score(sheet_of(purple={1: 1, 2: 2, 3: 3}))
    assert two_numbers.ranking == two_others.ranking == (2,)
    assert three_numbers.ranking > two_numbers.ranking
