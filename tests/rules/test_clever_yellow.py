"""The yellow area of Clever 4ever: three rows of five. No other area comes in."""

import pytest

from tests.rules.clever import (
    FULL,
    GAME,
    NUMBERS,
    area_points,
    full,
    options,
    play,
    position,
    reason,
    refused,
    seen,
    yellow,
)

THREE_ROWS = ("top", "middle", "bottom")


def test_a_row_is_filled_from_left_to_right():
    sheet = play(position(), yellow("top", 2), yellow("top", 5), yellow("top", 6))
    assert seen(sheet)["yellow"] == {"top": [2, 5, 6], "middle": [], "bottom": []}


def test_each_row_is_filled_on_its_own():
    sheet = play(position(), yellow("bottom", 4), yellow("middle", 3), yellow("bottom", 1), yellow("top", 2))
    assert seen(sheet)["yellow"] == {"top": [2], "middle": [3], "bottom": [4, 1]}


@pytest.mark.parametrize("row", THREE_ROWS)
def test_the_next_free_field_of_a_row_is_the_one_marked(row):
    for filled in range(5):
        sheet = position(yellow={row: list(range(1, filled + 1))})
        entry = GAME.entry_from_json(yellow(row, filled + 1))
        assert GAME.field(sheet, entry) == f"yellow-{row}-{filled + 1}"


@pytest.mark.parametrize("row", THREE_ROWS)
@pytest.mark.parametrize("value", NUMBERS)
def test_an_empty_row_takes_any_number(row, value):
    assert seen(play(position(), yellow(row, value)))["yellow"][row] == [value]


@pytest.mark.parametrize("row", THREE_ROWS)
def test_a_row_has_five_fields(row):
    assert reason(position(yellow={row: FULL["yellow"][row]}), yellow(row, 6)) == "row_full"


@pytest.mark.parametrize("value", [1, 2, 3, 4])
def test_the_top_row_must_rise_strictly(value):
    refusal = refused(position(yellow={"top": [2, 4]}), yellow("top", value))
    assert refusal.reason == "not_rising"
    assert {key: refusal.details[key] for key in ("row", "value", "last")} == {"row": "top", "value": value, "last": 4}


def test_the_top_row_takes_only_numbers_above_its_last():
    offered = [option for option in options(position(yellow={"top": [2, 4]})) if option.get("area") == "yellow"]
    assert [option["value"] for option in offered if option["row"] == "top"] == [5, 6]


@pytest.mark.parametrize("value", NUMBERS)
def test_the_top_row_is_closed_after_a_6(value):
    assert reason(position(yellow={"top": [1, 6]}), yellow("top", value)) == "row_closed"


@pytest.mark.parametrize(("top", "closed"), [([], False), ([1, 5], False), ([6], True), ([1, 2, 3, 4, 6], True)])
def test_a_sheet_knows_whether_its_top_row_is_closed(top, closed):
    assert position(yellow={"top": top}).yellow.is_closed is closed


@pytest.mark.parametrize("row", ["middle", "bottom"])
@pytest.mark.parametrize("value", NUMBERS)
def test_the_middle_and_bottom_rows_take_any_number_after_any_other(row, value):
    for last in NUMBERS:
        sheet = play(position(yellow={row: [last]}, pending=[]), yellow(row, value))
        assert seen(sheet)["yellow"][row] == [last, value]


def test_the_top_row_scores_nothing_itself():
    assert area_points("yellow", yellow={"top": [2, 3, 5, 6]}) == 0


def test_the_middle_row_counts_against_you():
    assert area_points("yellow", yellow={"middle": [6, 1, 4]}) == -11


def test_the_bottom_row_counts_for_you():
    assert area_points("yellow", yellow={"bottom": [6, 1, 4]}) == 11


@pytest.mark.parametrize(
    ("columns", "points"), [(0, 0), (1, 10), (2, 10 + 10), (3, 20 + 15), (4, 35 + 15), (5, 50 + 20)]
)
def test_a_column_filled_in_all_three_rows_scores_its_points(columns, points):
    balanced = {"top": [2, 3, 4, 5, 6][:columns], "middle": [3] * columns, "bottom": [3] * columns}
    assert area_points("yellow", yellow=balanced) == points


@pytest.mark.parametrize("open_row", THREE_ROWS)
def test_a_column_with_one_field_open_scores_no_column_points(open_row):
    rows = {"top": [1, 2], "middle": [4, 4], "bottom": [4, 4]}
    rows[open_row] = rows[open_row][:1]
    own = {"top": 0, "middle": 4, "bottom": -4}[open_row]
    assert area_points("yellow", yellow=rows) == 10 + own


def test_the_worked_example_of_the_yellow_area_scores_49():
    rows = {"top": [2, 3, 5], "middle": [1, 1, 5], "bottom": [6, 6, 5, 4]}
    assert area_points("yellow", yellow=rows) == 49


def test_the_full_yellow_area_takes_nothing_more():
    assert not [option for option in options(full("yellow")) if option.get("area") == "yellow"]
