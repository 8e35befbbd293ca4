"""The pink area of Clever 4ever: 12 fields in a row. No other area comes in."""

import pytest

from tests.rules.clever import (
    GAME,
    NUMBERS,
    PINK_BONUSES,
    area_points,
    effect_of,
    enter,
    gains,
    pink,
    play,
    position,
    reason,
    score,
    seen,
)

FIELDS = range(1, 13)
POINTS_ABOVE = {1: 2, 2: 4, 3: 6, 4: 9, 5: 12, 6: 15, 7: 19, 8: 23, 9: 27, 10: 32, 11: 37, 12: 42}


def test_fields_are_filled_from_left_to_right():
    assert seen(play(position(pink=[4, 1]), pink(2)))["pink"] == [4, 1, 2]
    assert GAME.field(position(pink=[4, 1, 2, 1, 1, 1]), GAME.entry_from_json(pink(6))) == "pink-7"


@pytest.mark.parametrize("value", [1, 2, 4, 5, 6])
def test_a_field_takes_any_number_after_any_other(value):
    for last in (1, 2, 4, 5, 6):
        assert seen(play(position(pink=[last]), pink(value)))["pink"] == [last, value]


def test_there_are_twelve_fields():
    for value in NUMBERS:
        assert reason(position(pink=[1] * 12), pink(value)) == "row_full"


@pytest.mark.parametrize("field", range(1, 12))
def test_a_3_also_writes_a_3_into_the_next_field_and_that_one_does_not_go_on(field):
    sheet, effects = enter(position(pink=[1] * (field - 1)), pink(3))
    assert seen(sheet)["pink"] == [1] * (field - 1) + [3, 3]
    assert effects == [("written", f"pink-{field + 1}")]


def test_in_the_last_field_a_3_writes_no_second_one():
    sheet, effects = enter(position(pink=[1] * 11), pink(3))
    assert seen(sheet)["pink"] == [1] * 11 + [3]
    assert effects == []


def test_after_two_3s_the_next_field_takes_a_3_that_writes_again():
    assert seen(play(position(), pink(3), pink(3)))["pink"] == [3, 3, 3, 3]


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("value", [5, 6])
def test_a_field_gives_its_bonus_with_a_5_or_a_6(field, value):
    bonuses = [bonus for bonus in [PINK_BONUSES[field - 1]] if bonus]
    before = position(pink=[1] * (field - 1))
    after, effects = enter(before, pink(value))
    assert gains(before, after) == bonuses
    assert effects == [effect_of(bonus, "pink") for bonus in bonuses]


@pytest.mark.parametrize("field", FIELDS)
@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_a_field_gives_no_bonus_with_less_than_a_5(field, value):
    before = position(pink=[1] * (field - 1))
    after, _ = enter(before, pink(value))
    assert gains(before, after) == []


@pytest.mark.parametrize("field", FIELDS)
def test_the_points_above_the_last_filled_field_count(field):
    assert area_points("pink", pink=[1] * field) == POINTS_ABOVE[field]


def test_an_empty_pink_area_scores_nothing():
    assert area_points("pink", pink=[]) == 0


@pytest.mark.parametrize(("value", "extra"), [(1, 0), (2, 2), (4, 4), (5, 0), (6, 3)])
def test_each_2_adds_2_each_4_adds_4_and_each_6_adds_3(value, extra):
    assert area_points("pink", pink=[value]) == 2 + extra
    assert area_points("pink", pink=[1, value, value, value]) == 9 + 3 * extra


def test_a_3_adds_nothing_but_reaches_two_fields_further():
    assert score(play(position(), pink(3)))["areas"]["pink"] == 4


def test_the_worked_example_of_the_pink_area_scores_32():
    assert area_points("pink", pink=[1, 5, 2, 1, 4, 1, 6, 1]) == 32
