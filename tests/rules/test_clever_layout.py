"""The printed Clever 4ever sheet: what must add up on it. How each field works stands with its area."""

from collections import Counter

import pytest

from companion.rules.clever4ever import layout
from tests.rules.clever import (
    AREAS,
    BLUE_ROW_BONUSES,
    GAME,
    GREEN_BONUSES,
    NEIGHBOURS,
    PINK_BONUSES,
    ROUND_BONUSES,
    SEGMENT_BONUSES,
    SEGMENTS,
    SHADES,
    SIZES,
    YELLOW_BONUSES,
)

PRINTED = Counter(
    bonus
    for bonuses in (
        *layout.YELLOW_BONUSES.values(),
        layout.BLUE_ROW_BONUSES,
        (layout.BLUE_FALLING_DIAGONAL_BONUS,),
        layout.GREY_CELL_BONUSES.values(),
        layout.GREEN_BOTTOM_BONUSES,
        layout.PINK_BONUSES,
        layout.ROUND_BONUSES,
    )
    for bonus in bonuses
    if bonus
)


@pytest.mark.parametrize(("joker", "slots"), [("reroll", 7), ("extra_die", 7), ("polish", 9)])
def test_over_sheet_and_rounds_exactly_the_slots_of_each_joker_track_can_be_earned(joker, slots):
    assert PRINTED[joker] == slots
    assert layout.JOKER_SLOTS[joker] == slots


def test_there_are_7_foxes_4_printed_and_3_for_the_grey_shades():
    assert PRINTED["fox"] == 4
    assert layout.GREY_SHADE_BONUS == "fox"
    assert len(layout.GREY_SHADES) == 3


def test_the_question_marks_on_the_sheet_and_the_rounds_are_counted():
    colours = {name: count for name, count in PRINTED.items() if name.startswith("?")}
    assert colours == {"?yellow": 6, "?blue": 5, "?grey": 4, "?green": 5, "?pink": 4, "?black": 1}


def test_every_printed_bonus_stands_where_the_paper_sheet_has_it():
    assert layout.YELLOW_BONUSES == YELLOW_BONUSES
    assert layout.BLUE_ROW_BONUSES == BLUE_ROW_BONUSES
    assert layout.GREEN_BOTTOM_BONUSES == GREEN_BONUSES
    assert layout.PINK_BONUSES == PINK_BONUSES
    assert tuple(ROUND_BONUSES.values()) == layout.ROUND_BONUSES


def test_every_grey_cell_bonus_lies_in_its_segment():
    found = [
        (layout.GREY_SEGMENT_ROWS[row - 1][column - 1], bonus)
        for (row, column), bonus in layout.GREY_CELL_BONUSES.items()
    ]
    assert sorted(found) == sorted(SEGMENT_BONUSES.items())


def cells_of(segment):
    return {
        (row, column)
        for row, names in enumerate(layout.GREY_SEGMENT_ROWS, 1)
        for column, name in enumerate(names, 1)
        if name == segment
    }


def beside(cells):
    return {(row + down, column + right) for row, column in cells for down, right in ((0, 1), (1, 0), (0, -1), (-1, 0))}


def test_the_grey_area_has_4_rows_of_16_cells_in_17_segments():
    assert [len(row) for row in layout.GREY_SEGMENT_ROWS] == [16, 16, 16, 16]
    assert "".join(sorted(set("".join(layout.GREY_SEGMENT_ROWS)))) == SEGMENTS


def test_the_segments_have_1_to_6_cells():
    assert {segment: len(cells_of(segment)) for segment in SEGMENTS} == SIZES
    assert sorted(SIZES.values()) == [1, 1, 2, 2, 2, 3, 3, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6]


@pytest.mark.parametrize("segment", SEGMENTS)
def test_the_cells_of_a_segment_hang_together_by_their_edges(segment):
    cells = cells_of(segment)
    reached = {min(cells)}
    for _ in cells:
        reached |= beside(reached) & cells
    assert reached == cells


@pytest.mark.parametrize("segment", SEGMENTS)
def test_the_neighbours_of_a_segment_share_an_edge_with_it(segment):
    around = beside(cells_of(segment))
    assert {other for other in SEGMENTS if other != segment and cells_of(other) & around} == set(NEIGHBOURS[segment])


def test_every_segment_has_one_shade():
    assert layout.GREY_SHADES == SHADES
    assert "".join(sorted("".join(SHADES.values()))) == SEGMENTS


def test_the_start_segments_are_those_at_the_left_edge():
    assert {row[0] for row in layout.GREY_SEGMENT_ROWS} == set(layout.GREY_START_SEGMENTS) == {"a", "i"}


def test_the_columns_and_fields_are_as_many_as_their_points():
    assert len(layout.YELLOW_COLUMN_POINTS) == 5
    assert len(layout.BLUE_COLUMN_POINTS) == 6
    assert len(layout.GREY_COLUMN_POINTS) == 16
    assert len(layout.GREEN_BOTTOM_BONUSES) == 11
    assert len(layout.PINK_POINTS) == len(layout.PINK_BONUSES) == 12


def test_solo_games_are_graded_in_ten_rising_steps():
    assert layout.SOLO_RATING_STEPS == (180, 210, 240, 270, 300, 330, 360, 390, 420, 450)


def test_there_are_six_dice_and_numbers_from_1_to_6():
    assert (*AREAS, "white") == layout.DICE
    assert list(GAME.numbers) == [1, 2, 3, 4, 5, 6]
    assert (GAME.id, GAME.max_players) == ("clever-4ever", 4)
