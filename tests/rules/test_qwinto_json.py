"""The entry language of Qwinto and its saved sheets: what is read, what is given back, what is refused."""

import json
from typing import Any

import pytest

from companion.rules.game import BadEntry
from companion.rules.qwinto import qwinto_cards, qwinto_dice
from companion.rules.qwinto.game import QwintoGame

Data = dict[str, Any]

BOTH = pytest.mark.parametrize("game", [qwinto_cards, qwinto_dice], ids=["cards", "dice"])

NUMBER = {"row": "orange", "column": 4, "value": 7}
SAID = {"action": "call", "value": 13, "colours": ["purple", "yellow"], "active": True}
CARD = {"colour": "purple", "value": 5}
CARDS = {
    "action": "call",
    "cards": [CARD, {"colour": "grey", "value": -2}, {"colour": "yellow", "value": 0}],
    "active": False,
}
DICE = {"action": "call", "dice": {"orange": 3, "purple": 4}, "active": False}
EMPTY = {"orange": {}, "yellow": {}, "purple": {}, "misthrows": 0, "call": None}
OPEN_CALL = {"value": 9, "colours": ["yellow", "purple"], "active": True}

ORANGE_FULL = {"3": 2, "4": 4, "5": 5, "7": 7, "8": 9, "9": 11, "10": 12, "11": 15, "12": 18}
YELLOW_FULL = {"2": 1, "3": 3, "4": 5, "5": 6, "6": 7, "8": 8, "9": 10, "10": 13, "11": 14}
PURPLE_FULL = {"1": 2, "2": 3, "3": 4, "4": 6, "6": 8, "7": 9, "8": 10, "9": 12, "10": 14}

NOT_A_NUMBER = [None, True, False, 7.0, "7", [7], {}]
NOT_A_WORD = [None, True, 1, ["orange"], {}, "green", "Orange", ""]


@BOTH
@pytest.mark.parametrize("data", [NUMBER, SAID, {"action": "misthrow"}, {"action": "pass"}])
def test_an_entry_gives_back_the_json_that_it_was_read_from(game: QwintoGame, data: Data) -> None:
    entry = game.entry_from_json(data)
    assert entry.to_json() == data
    assert game.entry_from_json(json.loads(json.dumps(entry.to_json()))) == entry
    assert hash(entry) == hash(game.entry_from_json(data))


def test_a_call_by_cards_gives_its_cards_back_in_their_order() -> None:
    assert qwinto_cards.entry_from_json(CARDS).to_json() == CARDS


def test_a_call_by_dice_gives_its_dice_back() -> None:
    assert qwinto_dice.entry_from_json(DICE).to_json() == DICE


def test_the_order_of_the_dice_means_nothing() -> None:
    turned = {**DICE, "dice": {"purple": 4, "orange": 3}}
    assert qwinto_dice.entry_from_json(turned) == qwinto_dice.entry_from_json(DICE)


def test_a_card_table_knows_no_dice_and_a_dice_table_no_cards() -> None:
    with pytest.raises(BadEntry):
        qwinto_cards.entry_from_json(DICE)
    with pytest.raises(BadEntry):
        qwinto_dice.entry_from_json(CARDS)


@BOTH
@pytest.mark.parametrize("data", [None, True, 7, "pass", [], [NUMBER], {}])
def test_what_is_no_object_of_the_entry_language_is_refused(game: QwintoGame, data: Any) -> None:
    with pytest.raises(BadEntry):
        game.entry_from_json(data)


@BOTH
@pytest.mark.parametrize("action", [None, True, 1, [], {}, "", "Pass", "use", "round", "forgo"])
def test_an_unknown_action_is_refused(game: QwintoGame, action: Any) -> None:
    with pytest.raises(BadEntry):
        game.entry_from_json({"action": action})


def forms() -> list[Any]:
    plain = [NUMBER, SAID, {"action": "misthrow"}, {"action": "pass"}]
    cases = [(game, data) for game in (qwinto_cards, qwinto_dice) for data in plain]
    cases += [(qwinto_cards, CARDS), (qwinto_dice, DICE)]
    return [pytest.param(game, data, id=f"{game.id} {'-'.join(data)}") for game, data in cases]


@pytest.mark.parametrize(("game", "data"), forms())
def test_a_missing_key_is_refused(game: QwintoGame, data: Data) -> None:
    for key in data:
        with pytest.raises(BadEntry):
            game.entry_from_json({other: value for other, value in data.items() if other != key})


@pytest.mark.parametrize(("game", "data"), forms())
def test_an_unknown_key_is_refused(game: QwintoGame, data: Data) -> None:
    for key in ("bonus", "area", "note", ""):
        with pytest.raises(BadEntry):
            game.entry_from_json({**data, key: 1})


def test_a_call_told_in_two_forms_is_refused() -> None:
    with pytest.raises(BadEntry):
        qwinto_cards.entry_from_json({**SAID, **CARDS})
    with pytest.raises(BadEntry):
        qwinto_dice.entry_from_json({**SAID, **DICE})


@BOTH
@pytest.mark.parametrize("column", [*NOT_A_NUMBER, 0, 13, -1])
def test_a_column_is_a_whole_number_from_1_to_12(game: QwintoGame, column: Any) -> None:
    with pytest.raises(BadEntry):
        game.entry_from_json({**NUMBER, "column": column})


@BOTH
@pytest.mark.parametrize("value", [*NOT_A_NUMBER, 0, 19, -2])
def test_a_number_is_a_whole_number_from_1_to_18(game: QwintoGame, value: Any) -> None:
    for data in (NUMBER, SAID):
        with pytest.raises(BadEntry):
            game.entry_from_json({**data, "value": value})


@BOTH
@pytest.mark.parametrize("row", [*NOT_A_WORD, "grey"])
def test_a_row_is_orange_yellow_or_purple(game: QwintoGame, row: Any) -> None:
    with pytest.raises(BadEntry):
        game.entry_from_json({**NUMBER, "row": row})


@BOTH
@pytest.mark.parametrize(
    "colours",
    [None, "orange", {}, {"orange": 1}, ["grey"], ["orange", "orange"], ["orange", 1], [["orange"]], ["green"]],
)
def test_the_colours_of_a_call_are_a_list_of_different_rows(game: QwintoGame, colours: Any) -> None:
    with pytest.raises(BadEntry):
        game.entry_from_json({**SAID, "colours": colours})


@BOTH
def test_a_said_call_has_at_least_one_colour(game: QwintoGame) -> None:
    with pytest.raises(BadEntry):
        game.entry_from_json({**SAID, "colours": []})


@pytest.mark.parametrize("active", [None, 0, 1, "true", []])
@pytest.mark.parametrize(("game", "data"), [(qwinto_cards, SAID), (qwinto_cards, CARDS), (qwinto_dice, DICE)])
def test_active_is_true_or_false(game: QwintoGame, data: Data, active: Any) -> None:
    with pytest.raises(BadEntry):
        game.entry_from_json({**data, "active": active})


@pytest.mark.parametrize("cards", [None, {}, "", [], [CARD], [CARD] * 2, [CARD] * 4])
def test_a_call_by_cards_takes_exactly_three(cards: Any) -> None:
    with pytest.raises(BadEntry):
        qwinto_cards.entry_from_json({**CARDS, "cards": cards})


@pytest.mark.parametrize(
    "card",
    [None, 5, "purple", [], {}, {"colour": "purple"}, {"value": 5}, {**CARD, "note": 1}]
    + [{"colour": "purple", "value": value} for value in [*NOT_A_NUMBER, -3, -1, 7]]
    + [{"colour": colour, "value": 5} for colour in NOT_A_WORD],
)
def test_a_card_is_one_of_the_deck(card: Any) -> None:
    for place in range(3):
        cards = [{"colour": "orange", "value": 1}, {"colour": "orange", "value": 2}, {"colour": "orange", "value": 3}]
        cards[place] = card
        with pytest.raises(BadEntry):
            qwinto_cards.entry_from_json({**CARDS, "cards": cards})


@pytest.mark.parametrize(
    "dice",
    [None, [], "orange", {}, {"grey": 3}, {"white": 3}, {"orange": 3, "green": 1}, {1: 3}]
    + [{"orange": face} for face in [*NOT_A_NUMBER, 0, 7, -1]],
)
def test_a_die_has_a_colour_of_the_rows_and_shows_1_to_6(dice: Any) -> None:
    with pytest.raises(BadEntry):
        qwinto_dice.entry_from_json({**DICE, "dice": dice})


# Saved sheets


@BOTH
@pytest.mark.parametrize(
    "data",
    [
        EMPTY,
        {**EMPTY, "orange": {"4": 7}},
        {**EMPTY, "misthrows": 4},
        {**EMPTY, "call": OPEN_CALL},
        {"orange": ORANGE_FULL, "yellow": YELLOW_FULL, "purple": {"1": 1}, "misthrows": 3, "call": None},
        {"orange": ORANGE_FULL, "yellow": {}, "purple": {"10": 1}, "misthrows": 3, "call": OPEN_CALL},
    ],
)
def test_a_saved_sheet_comes_back_as_it_was(game: QwintoGame, data: Data) -> None:
    sheet = game.sheet_from_json(data)
    assert game.sheet_to_json(sheet) == data
    assert game.sheet_from_json(json.loads(json.dumps(game.sheet_to_json(sheet)))) == sheet


@BOTH
@pytest.mark.parametrize("data", [None, True, 0, "", [], {}, {**EMPTY, "grey": {}}, {**EMPTY, "round": 1}])
def test_what_is_no_sheet_is_refused(game: QwintoGame, data: Any) -> None:
    with pytest.raises(BadEntry):
        game.sheet_from_json(data)


@BOTH
def test_a_sheet_without_one_of_its_keys_is_refused(game: QwintoGame) -> None:
    for key in EMPTY:
        with pytest.raises(BadEntry):
            game.sheet_from_json({other: value for other, value in EMPTY.items() if other != key})


@BOTH
@pytest.mark.parametrize(
    "row",
    [None, [], "4", 7, {"6": 7}, {"2": 7}, {"13": 7}, {"04": 7}, {" 4": 7}, {4: 7}, {"": 7}, {"four": 7}]
    + [{"4": number} for number in [*NOT_A_NUMBER, 0, 19]],
)
def test_a_saved_row_holds_numbers_in_its_own_fields_only(game: QwintoGame, row: Any) -> None:
    with pytest.raises(BadEntry):
        game.sheet_from_json({**EMPTY, "orange": row})


@BOTH
@pytest.mark.parametrize("misthrows", [None, True, 1.0, "1", -1, 5, []])
def test_a_saved_sheet_has_0_to_4_misthrows(game: QwintoGame, misthrows: Any) -> None:
    with pytest.raises(BadEntry):
        game.sheet_from_json({**EMPTY, "misthrows": misthrows})


@BOTH
@pytest.mark.parametrize(
    "call",
    [False, 13, [], {}, {**OPEN_CALL, "action": "call"}, {**OPEN_CALL, "value": 0}, {**OPEN_CALL, "value": True}]
    + [{**OPEN_CALL, "colours": colours} for colours in (None, {}, ["grey"], ["yellow", "yellow"], "yellow")]
    + [{**OPEN_CALL, "active": active} for active in (None, 1)]
    + [{key: value for key, value in OPEN_CALL.items() if key != missing} for missing in OPEN_CALL],
)
def test_a_saved_call_has_its_value_its_colours_and_its_owner(game: QwintoGame, call: Any) -> None:
    with pytest.raises(BadEntry):
        game.sheet_from_json({**EMPTY, "call": call})


@pytest.mark.parametrize("active", [True, False])
@pytest.mark.parametrize("value", [1, 15])
def test_a_saved_call_of_three_grey_cards_has_no_colours(value: int, active: bool) -> None:
    data = {**EMPTY, "call": {"value": value, "colours": [], "active": active}}
    assert qwinto_cards.sheet_to_json(qwinto_cards.sheet_from_json(data)) == data


@pytest.mark.parametrize("value", [16, 17, 18])
def test_a_saved_call_that_no_three_grey_cards_can_make_is_refused(value: int) -> None:
    with pytest.raises(BadEntry):
        qwinto_cards.sheet_from_json({**EMPTY, "call": {"value": value, "colours": [], "active": False}})


@pytest.mark.parametrize("value", range(1, 19))
def test_a_saved_call_with_dice_has_at_least_one_colour(value: int) -> None:
    with pytest.raises(BadEntry):
        qwinto_dice.sheet_from_json({**EMPTY, "call": {"value": value, "colours": [], "active": False}})


def test_a_saved_call_that_no_dice_can_make_is_refused() -> None:
    with pytest.raises(BadEntry):
        qwinto_dice.sheet_from_json({**EMPTY, "call": {"value": 13, "colours": ["yellow", "purple"], "active": False}})
    with pytest.raises(BadEntry):
        qwinto_dice.sheet_from_json({**EMPTY, "call": {"value": 1, "colours": ["yellow", "purple"], "active": False}})


@BOTH
@pytest.mark.parametrize(
    "marks",
    [
        {"orange": {"4": 7, "5": 7}},
        {"orange": {"5": 7, "7": 6}},
        {"purple": {"1": 18, "10": 2}},
        {"orange": {"5": 7}, "yellow": {"5": 7}},
        {"orange": {"8": 7}, "purple": {"8": 7}},
        {"yellow": {"6": 7}, "purple": {"6": 7}},
    ],
)
def test_marks_that_break_a_row_or_a_column_are_refused(game: QwintoGame, marks: Data) -> None:
    with pytest.raises(BadEntry):
        game.sheet_from_json({**EMPTY, **marks})


@BOTH
@pytest.mark.parametrize(
    "marks",
    [
        {"orange": ORANGE_FULL, "yellow": YELLOW_FULL, "misthrows": 4},
        {"orange": ORANGE_FULL, "yellow": YELLOW_FULL, "call": OPEN_CALL},
        {"misthrows": 4, "call": OPEN_CALL},
    ],
)
def test_marks_made_after_the_end_of_the_game_are_refused(game: QwintoGame, marks: Data) -> None:
    with pytest.raises(BadEntry):
        game.sheet_from_json({**EMPTY, **marks})


@BOTH
def test_three_full_rows_are_refused_because_the_second_ended_the_game(game: QwintoGame) -> None:
    purple_open = {column: value for column, value in PURPLE_FULL.items() if column != "1"}
    two_full = {**EMPTY, "orange": ORANGE_FULL, "yellow": YELLOW_FULL, "purple": purple_open}
    assert game.sheet_to_json(game.sheet_from_json(two_full)) == two_full
    with pytest.raises(BadEntry):
        game.sheet_from_json({**two_full, "purple": PURPLE_FULL})
