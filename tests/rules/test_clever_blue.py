"""The blue area of Clever 4ever: a grid of 6 × 6 with one cross in a cell. No other area comes in."""

from itertools import permutations

import pytest

from tests.rules.clever import (
    BLUE_ROW_BONUSES,
    GAME,
    ROWS,
    area_points,
    blue,
    effect_of,
    enter,
    gains,
    options,
    position,
    reason,
    seen,
)

COLUMN_POINTS = {1: 7, 2: 8, 3: 9, 4: 10, 5: 11, 6: 12}
FALLING = [[1, 1], [2, 2], [3, 3], [4, 4], [5, 5], [6, 6]]
RISING = [[6, 1], [5, 2], [4, 3], [3, 4], [2, 5], [1, 6]]
OFF_THE_FALLING_DIAGONAL = {row: [column for column in ROWS if column != row] for row in ROWS}


def test_the_blue_die_names_the_row_and_the_white_die_the_column():
    sheet, _ = enter(position(), blue(4, 2))
    assert seen(sheet)["blue"] == [[4, 2]]
    assert GAME.field(position(), GAME.entry_from_json(blue(4, 2))) == "blue-4-2"


def test_every_one_of_the_36_cells_of_an_empty_grid_takes_a_cross():
    cells = [(option["row"], option["column"]) for option in options(position()) if option.get("area") == "blue"]
    assert sorted(cells) == [(row, column) for row in ROWS for column in ROWS]


def test_a_cell_takes_one_cross_only():
    assert reason(position(blue=[[4, 2]]), blue(4, 2)) == "cell_taken"


def test_a_cross_leaves_the_mirrored_cell_free():
    sheet, _ = enter(position(blue=[[4, 2]]), blue(2, 4))
    assert seen(sheet)["blue"] == [[2, 4], [4, 2]]


@pytest.mark.parametrize("row", ROWS)
def test_a_first_cross_in_a_row_gives_no_bonus(row):
    for column in ROWS:
        sheet, effects = enter(position(), blue(row, column))
        assert (gains(position(), sheet), effects) == ([], [])


@pytest.mark.parametrize("row", ROWS)
def test_a_second_cross_in_a_row_gives_its_bonus_once(row):
    bonus = BLUE_ROW_BONUSES[row - 1]
    first, second, *later = OFF_THE_FALLING_DIAGONAL[row]
    before = position(blue=[[row, first]])
    after, effects = enter(before, blue(row, second))
    assert gains(before, after) == [bonus]
    assert effects == [effect_of(bonus, "blue")]
    crosses = [[row, first], [row, second]]
    for column in later:
        before = position(blue=crosses)
        after, effects = enter(before, blue(row, column))
        assert (gains(before, after), effects) == ([], [])
        crosses = [*crosses, [row, column]]


@pytest.mark.parametrize(("first", "second"), list(permutations(FALLING, 2)))
def test_the_second_cross_on_the_falling_diagonal_gives_a_re_roll(first, second):
    before = position(blue=[first])
    after, effects = enter(before, blue(*second))
    assert gains(before, after) == ["reroll"]
    assert effects == [("joker", "reroll")]


def test_the_falling_diagonal_gives_its_bonus_once():
    for crosses in (2, 3, 4, 5):
        before = position(blue=FALLING[:crosses])
        after, effects = enter(before, blue(*FALLING[crosses]))
        assert (gains(before, after), effects) == ([], [])


def test_one_cross_can_give_the_bonus_of_its_row_and_of_the_falling_diagonal():
    before = position(blue=[[1, 5], [4, 4]])
    after, effects = enter(before, blue(1, 1))
    assert gains(before, after) == ["?green", "reroll"]
    assert sorted(effects) == [("bonus", "green"), ("joker", "reroll")]


def test_two_crosses_on_the_rising_diagonal_give_no_bonus_but_points():
    before = position(blue=[[6, 1]])
    after, effects = enter(before, blue(1, 6))
    assert (gains(before, after), effects) == ([], [])
    assert GAME.score(after).to_json()["areas"]["blue"] == 6


@pytest.mark.parametrize("column", ROWS)
def test_a_column_with_two_crosses_scores_its_points_and_no_more_with_a_third(column):
    rising = 7 - column
    rows = [row for row in ROWS if row != rising]
    assert area_points("blue", blue=[[rows[0], column]]) == 0
    for crosses in (2, 3, 4, 5):
        assert area_points("blue", blue=[[row, column] for row in rows[:crosses]]) == COLUMN_POINTS[column]


@pytest.mark.parametrize("crosses", [2, 3, 6])
def test_two_or_more_crosses_on_the_rising_diagonal_score_6(crosses):
    assert area_points("blue", blue=sorted(RISING[:crosses])) == 6


def test_one_cross_on_the_rising_diagonal_scores_nothing():
    for cell in RISING:
        assert area_points("blue", blue=[cell]) == 0


def test_the_falling_diagonal_scores_nothing():
    assert area_points("blue", blue=FALLING) == 0


def test_two_crosses_in_a_row_score_nothing():
    assert area_points("blue", blue=[[1, 1], [1, 2]]) == 0


def test_the_worked_example_of_the_blue_area_scores_25():
    assert area_points("blue", blue=[[1, 2], [1, 5], [2, 5], [5, 2]]) == 25


def test_the_full_grid_scores_all_columns_and_the_rising_diagonal():
    everything = [[row, column] for row in ROWS for column in ROWS]
    assert area_points("blue", blue=everything) == 7 + 8 + 9 + 10 + 11 + 12 + 6
