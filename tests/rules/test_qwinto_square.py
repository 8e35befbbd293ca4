"""The square of open cards: laying on it, and what the laying calls. Sums by hand from RULES.md section 2, Cards."""

import pytest

from companion.rules import games
from companion.rules.game import BadEntry, IllegalEntry
from companion.rules.qwinto.square import NEIGHBOURS, Square

CARDS = games["qwinto-cards"]
ORANGE_2, GREY_6 = {"colour": "orange", "value": 2}, {"colour": "grey", "value": 6}
PURPLE_MINUS_2, YELLOW_4 = {"colour": "purple", "value": -2}, {"colour": "yellow", "value": 4}
OPEN = [ORANGE_2, GREY_6, PURPLE_MINUS_2, YELLOW_4]
"""Top left, top right, bottom left, bottom right."""


def card(colour, value):
    return {"colour": colour, "value": value}


def laid(square, *cards):
    """The square and the call (number and rows) after laying cards: place, colour, value."""
    places, told = [place for place, *_ in cards], [card(*of) for _, *of in cards]
    after, entry = CARDS.lay(CARDS.spread_from_json(square), {"places": places, "cards": told})
    call = entry.call()
    return after.to_json(), (call.value, list(call.colours)), entry


def refused(square, *cards):
    with pytest.raises(IllegalEntry) as no:
        laid(square, *cards)
    return no.value.reason


def test_a_place_has_two_neighbours_and_not_the_one_across():
    assert NEIGHBOURS == {0: (1, 2), 1: (0, 3), 2: (0, 3), 3: (1, 2)}


@pytest.mark.parametrize(
    ("place", "colour", "value", "number", "rows"),
    [
        (0, "purple", 5, 9, ["purple"]),  # 5 + grey 6 + purple −2
        (1, "orange", 5, 11, ["orange", "yellow"]),  # 5 + orange 2 + yellow 4
        (2, "grey", 1, 7, ["orange", "yellow"]),  # 1 + orange 2 + yellow 4
        (3, "yellow", 6, 10, ["yellow", "purple"]),  # 6 + grey 6 + purple −2
    ],
)
def test_the_call_is_the_sum_of_the_card_laid_and_its_two_neighbours(place, colour, value, number, rows):
    after, call, _ = laid(OPEN, (place, colour, value))
    assert call == (number, rows)
    assert after == [*OPEN[:place], card(colour, value), *OPEN[place + 1 :]]


def test_the_call_tells_the_card_laid_last_and_then_its_neighbours():
    _, _, entry = laid(OPEN, (0, "purple", 5))
    assert entry.to_json() == {"action": "call", "cards": [card("purple", 5), GREY_6, PURPLE_MINUS_2], "active": True}


def test_of_two_cards_of_equal_value_the_one_laid_last_decides():
    after, call, _ = laid(OPEN, (0, "purple", 5), (1, "orange", 5))
    assert call == (14, ["orange", "yellow", "purple"])  # orange 5 + purple 5 + yellow 4
    assert after == [card("purple", 5), card("orange", 5), PURPLE_MINUS_2, YELLOW_4]
    assert laid(OPEN, (1, "orange", 5), (0, "purple", 5))[1] == (8, ["orange", "purple"])  # 5 + 5 − 2


def test_two_cards_need_equal_values_and_neighbouring_places():
    assert refused(OPEN, (0, "purple", 5), (1, "orange", 6)) == "not_equal"
    assert refused(OPEN, (0, "purple", 5), (3, "orange", 5)) == "not_neighbours"
    assert refused(OPEN, (0, "purple", 5), (1, "purple", 5)) == "same_card_twice"


@pytest.mark.parametrize("place", range(4))
def test_a_card_that_lies_open_is_in_nobodys_hand(place):
    assert refused(OPEN, (place, "grey", 6)) == "card_lies_open"


def test_a_sum_below_1_must_not_be_made():
    square = CARDS.spread_from_json([ORANGE_2, card("grey", -2), PURPLE_MINUS_2, YELLOW_4])
    _, entry = CARDS.lay(square, {"places": [0], "cards": [card("yellow", 3)]})
    with pytest.raises(IllegalEntry, match="sum_too_low"):
        entry.call()  # 3 − 2 − 2 = −1


def test_three_grey_cards_call_a_number_for_no_row():
    assert laid([ORANGE_2, GREY_6, card("grey", 1), YELLOW_4], (0, "grey", 3))[1] == (10, [])


def test_only_the_neighbours_of_the_place_must_be_known():
    assert laid([ORANGE_2, None, None, YELLOW_4], (1, "purple", 1))[1] == (7, ["orange", "yellow", "purple"])
    assert refused([ORANGE_2, None, PURPLE_MINUS_2, YELLOW_4], (0, "purple", 1)) == "neighbour_unknown"
    assert refused([None] * 4, (0, "purple", 1)) == "neighbour_unknown"


def test_a_card_told_for_the_place_of_another_swaps_with_it():
    told = CARDS.arrange(CARDS.spread_from_json(OPEN), {"places": [0], "cards": [YELLOW_4]})
    assert told.to_json() == [YELLOW_4, GREY_6, PURPLE_MINUS_2, ORANGE_2]


def test_a_card_told_for_its_own_place_changes_nothing():
    told = CARDS.arrange(CARDS.spread_from_json(OPEN), {"places": [3], "cards": [YELLOW_4]})
    assert told.to_json() == OPEN


def test_a_card_cannot_be_told_for_two_places_while_the_second_one_is_not_known():
    told = CARDS.arrange(Square(), {"places": [3], "cards": [YELLOW_4]})
    with pytest.raises(IllegalEntry) as no:
        CARDS.arrange(told, {"places": [0], "cards": [YELLOW_4]})
    assert (no.value.reason, no.value.details) == ("card_lies_open", {"colour": "yellow", "value": 4})


def test_all_four_cards_can_be_told_at_once_and_none_confirms_the_square():
    told = CARDS.arrange(Square(), {"places": [3, 2, 1, 0], "cards": OPEN[::-1]})
    assert told.to_json() == OPEN
    assert CARDS.arrange(told, {"places": [], "cards": []}) == told


def test_a_square_goes_through_its_json_unchanged():
    for square in (OPEN, [None] * 4, [None, GREY_6, None, YELLOW_4]):
        assert CARDS.spread_from_json(square).to_json() == square


@pytest.mark.parametrize(
    "square",
    [
        None,
        {},
        "square",
        OPEN[:3],
        [*OPEN, ORANGE_2],
        [ORANGE_2, ORANGE_2, GREY_6, YELLOW_4],
        [card("orange", 7), None, None, None],
        [card("orange", -1), None, None, None],
        [card("blue", 1), None, None, None],
        [0, None, None, None],
        [False, None, None, None],
    ],
)
def test_what_is_no_square_is_refused(square):
    with pytest.raises(BadEntry):
        CARDS.spread_from_json(square)


@pytest.mark.parametrize(
    "laying",
    [
        None,
        {},
        {"places": [0]},
        {"places": [], "cards": []},
        {"places": [0], "cards": []},
        {"places": [4], "cards": [GREY_6]},
        {"places": [True], "cards": [GREY_6]},
        {"places": [0, 0], "cards": [GREY_6, YELLOW_4]},
        {"places": [0, 1, 2], "cards": [GREY_6, YELLOW_4, ORANGE_2]},
        {"places": [0], "cards": [{"colour": "grey"}]},
        {"places": [0], "cards": [GREY_6], "by": 1},
    ],
)
def test_what_is_no_laying_is_refused(laying):
    with pytest.raises(BadEntry):
        CARDS.lay(CARDS.spread_from_json(OPEN), laying)


@pytest.mark.parametrize("game", ["clever-4ever", "qwinto-dice"])
def test_nothing_lies_on_the_table_of_a_game_with_dice(game):
    assert games[game].spread is None
    for ask in (
        lambda: games[game].spread_from_json(OPEN),
        lambda: games[game].arrange(None, {"places": [], "cards": []}),
        lambda: games[game].lay(None, {"places": [0], "cards": [GREY_6]}),
    ):
        with pytest.raises(BadEntry):
            ask()
