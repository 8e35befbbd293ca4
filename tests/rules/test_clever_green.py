"""The green area of Clever 4ever: 11 fields of two halves. No other area comes in."""

import pytest

from tests.rules.clever import (
    GAME,
    GREEN_BONUSES,
    NUMBERS,
    area_points,
    effect_of,
    enter,
    gains,
    green,
    play,
    position,
    reason,
    seen,
)

FIELDS = range(1, 12)
HALVES = ("top", "bottom")


@pytest.mark.parametrize("half", HALVES)
def test_halves_are_filled_from_left_to_right(half):
    sheet = position(green={half: [4, 1]})
    assert GAME.field(sheet, GAME.entry_from_json(green(half, 5))) == f"green-{half}-3"
    assert seen(play(sheet, green(half, 5)))["green"][half] == [4, 1, 5]


def test_upper_and_lower_halves_are_filled_independently_of_each_other():
    ahead = play(position(), green("top", 6), green("top", 5), green("top", 4))
    assert seen(ahead)["green"] == {"top": [6, 5, 4], "bottom": []}
    assert seen(play(ahead, green("bottom", 1)))["green"] == {"top": [6, 5, 4], "bottom": [1]}
    below = play(position(), green("bottom", 2))
    assert seen(below)["green"] == {"top": [], "bottom": [2]}


@pytest.mark.parametrize("half", HALVES)
@pytest.mark.parametrize("value", NUMBERS)
def test_a_half_takes_any_number_after_any_other(half, value):
    for last in NUMBERS:
        assert seen(play(position(green={half: [last]}), green(half, value)))["green"][half] == [last, value]


@pytest.mark.parametrize("half", HALVES)
def test_there_are_eleven_fields(half):
    last = play(position(green={half: [1] * 10}), green(half, 6))
    assert seen(last)["green"][half] == [1] * 10 + [6]
    assert reason(position(green={half: [1] * 11}), green(half, 6)) == "row_full"


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("value", NUMBERS)
def test_a_lower_half_gives_its_bonus_when_filled_with_any_number(field, value):
    bonus = GREEN_BONUSES[field - 1]
    before = position(green={"bottom": [1] * (field - 1)})
    after, effects = enter(before, green("bottom", value))
    assert gains(before, after) == [bonus]
    assert effects == [effect_of(bonus, "green")]


@pytest.mark.parametrize("field", FIELDS)
def test_an_upper_half_gives_no_bonus(field):
    before = position(green={"top": [1] * (field - 1), "bottom": [1] * 11})
    after, effects = enter(before, green("top", 6))
    assert (gains(before, after), effects) == ([], [])


@pytest.mark.parametrize("field", FIELDS)
def test_a_field_with_both_halves_scores_their_sum_doubled_from_the_4th_on(field):
    before = [1] * (field - 1)
    only_twos = min(field - 1, 3) * 2 + max(field - 4, 0) * 4
    worth = 9 if field < 4 else 18
    assert area_points("green", green={"top": [*before, 5], "bottom": [*before, 4]}) == only_twos + worth


@pytest.mark.parametrize(("half", "other"), [("top", "bottom"), ("bottom", "top")])
def test_a_half_filled_field_scores_nothing(half, other):
    assert area_points("green", green={half: [6] * 11}) == 0
    assert area_points("green", green={half: [6] * 11, other: [2]}) == 8


def test_the_worked_example_of_the_green_area_scores_42():
    assert area_points("green", green={"top": [4, 5, 6, 3], "bottom": [6, 3, 4, 4]}) == 42
