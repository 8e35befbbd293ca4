"""The grey area of Clever 4ever: 4 × 16 cells in 17 segments of three shades. No other area comes in."""

import pytest

from companion.rules.clever4ever import layout
from tests.rules.clever import (
    GAME,
    NEIGHBOURS,
    NUMBERS,
    SEGMENT_BONUSES,
    SEGMENTS,
    SHADES,
    SIZES,
    WAY_TO,
    area_points,
    effect_of,
    enter,
    gains,
    grey,
    options,
    position,
    reason,
    seen,
)

GROWING = (  # each step adds segments that complete further columns: (segments, points of those columns)
    ("ai", 1),
    ("bp", 2 + 3),
    ("ljc", 4 + 5 + 6),
    ("m", 6),
    ("dn", 7 + 7),
    ("e", 8),
    ("o", 8),
    ("f", 9),
    ("g", 9),
    ("k", 10),
    ("q", 0),
    ("h", 10 + 11),
)
WITHOUT = {  # a segment that may stay open to the last → the columns that stay incomplete with it
    "a": 1,
    "b": 2 + 3,
    "c": 4 + 5 + 6 + 6,
    "d": 7 + 7 + 8,
    "f": 9,
    "h": 10 + 11,
    "i": 1 + 2,
    "j": 4 + 5 + 6,
    "k": 10 + 10,
    "l": 4 + 5,
    "m": 6,
    "n": 7 + 7,
    "o": 8 + 9,
    "p": 2 + 3,
    "q": 10,
}
ALL_COLUMNS = 106


def reachable(sheet):
    return {option["segment"] for option in options(sheet) if option.get("area") == "grey"}


def test_a_die_crosses_one_whole_segment():
    sheet, _ = enter(position(grey=list("ab")), grey("c", 5))
    assert seen(sheet)["grey"] == ["a", "b", "c"]
    assert GAME.field(position(grey=list("ab")), GAME.entry_from_json(grey("c", 5))) == "grey-c"


def test_the_first_segment_must_be_a_start_segment_at_the_left_edge():
    assert reachable(position()) == {"a", "i"}
    for segment in set(SEGMENTS) - {"a", "i"}:
        assert reason(position(), grey(segment)) == "segment_not_adjacent"


@pytest.mark.parametrize("segment", SEGMENTS)
def test_a_later_segment_must_share_an_edge_with_a_crossed_cell(segment):
    crossed = WAY_TO[segment] + segment
    beside = {neighbour for each in crossed for neighbour in NEIGHBOURS[each]} - set(crossed)
    sheet = position(grey=sorted(crossed))
    assert reachable(sheet) == beside
    for far in set(SEGMENTS) - beside - set(crossed):
        assert reason(sheet, grey(far)) == "segment_not_adjacent"


def test_a_segment_that_touches_only_with_a_corner_is_not_reachable():
    assert reason(position(grey=list("abc")), grey("n")) == "segment_not_adjacent"


@pytest.mark.parametrize("segment", SEGMENTS)
def test_the_number_must_be_at_least_the_size_of_the_segment(segment):
    before = position(grey=sorted(WAY_TO[segment]))
    for value in NUMBERS:
        if value < SIZES[segment]:
            assert reason(before, grey(segment, value)) == "segment_too_large"
            continue
        after, _ = enter(before, grey(segment, value))
        assert seen(after)["grey"] == sorted(WAY_TO[segment] + segment)


def test_what_is_left_over_of_a_number_is_lost():
    with_1, effects_1 = enter(position(), grey("a", 1))
    with_6, effects_6 = enter(position(), grey("a", 6))
    assert (with_1, effects_1) == (with_6, effects_6)


@pytest.mark.parametrize("segment", SEGMENTS)
def test_a_segment_is_crossed_once(segment):
    assert reason(position(grey=sorted(WAY_TO[segment] + segment)), grey(segment)) == "segment_taken"


@pytest.mark.parametrize("segment", SEGMENTS)
def test_the_cell_bonus_in_a_segment_comes_when_it_is_crossed(segment):
    bonuses = [SEGMENT_BONUSES[segment]] if segment in SEGMENT_BONUSES else []
    before = position(grey=sorted(WAY_TO[segment]))
    after, effects = enter(before, grey(segment))
    assert gains(before, after) == bonuses
    assert effects == [effect_of(bonus, "grey") for bonus in bonuses]


@pytest.mark.parametrize(
    ("shade", "crossed", "last", "cell_bonuses"),
    [
        ("white", "abcdefghko", "m", []),
        ("light", "abcdefghil", "q", ["polish"]),
        ("dark", "abcdefghjn", "p", []),
    ],
)
def test_a_shade_gives_a_fox_when_all_its_segments_are_crossed(shade, crossed, last, cell_bonuses):
    assert set(SHADES[shade]) - set(crossed) == {last}
    before = position(grey=sorted(crossed))
    assert seen(before)["foxes"] == 0
    after, effects = enter(before, grey(last))
    assert gains(before, after) == sorted([*cell_bonuses, "fox"])
    assert sorted(effects) == sorted([("fox", shade), *(("joker", bonus) for bonus in cell_bonuses)])
    assert seen(after)["foxes"] == 1


def test_a_cell_bonus_and_the_fox_of_a_shade_can_come_from_one_segment():
    _, effects = enter(position(grey=list("abcdefghil")), grey("q"))
    assert len(effects) == 2


def test_a_column_with_all_four_cells_crossed_scores_its_points():
    crossed, points = "", 0
    for segments, added in GROWING:
        crossed, points = crossed + segments, points + added
        assert area_points("grey", grey=sorted(crossed)) == points
    assert points == ALL_COLUMNS


@pytest.mark.parametrize("segment", WITHOUT)
def test_a_column_with_a_cell_open_scores_nothing(segment):
    others = [other for other in SEGMENTS if other != segment]
    assert area_points("grey", grey=others) == ALL_COLUMNS - WITHOUT[segment]


def test_segments_that_complete_columns_1_2_3_and_7_score_12():
    assert area_points("grey", grey=list("abcimp")) == 1 + 2 + 3 + 6


def test_the_columns_of_the_worked_example_of_the_grey_area_are_worth_55():
    assert sum(layout.GREY_COLUMN_POINTS[column - 1] for column in (1, 6, 10, 12, 14, 15, 16)) == 55
