"""The printed Qwinto sheet against the sheet on the table, and against itself."""

from collections import Counter

import pytest

from companion.rules.qwinto import layout

PRINTED = {
    "orange": [3, 4, 5, 7, 8, 9, 10, 11, 12],
    "yellow": [2, 3, 4, 5, 6, 8, 9, 10, 11],
    "purple": [1, 2, 3, 4, 6, 7, 8, 9, 10],
}
GAPS = {"orange": 6, "yellow": 7, "purple": 5}


def fields_by_column() -> Counter[int]:
    return Counter(field.column for field in layout.FIELDS)


def test_the_rows_stand_in_the_order_orange_yellow_purple() -> None:
    assert [row.colour for row in layout.ROWS] == ["orange", "yellow", "purple"]


def test_every_row_has_nine_fields() -> None:
    assert [len(row.columns) for row in layout.ROWS] == [9, 9, 9]


@pytest.mark.parametrize("colour", PRINTED)
def test_a_row_stands_in_its_printed_columns_with_one_gap(colour: str) -> None:
    row = layout.ROW[colour]
    assert list(row.columns) == PRINTED[colour]
    assert row.gap == GAPS[colour]
    assert sorted([*row.columns, row.gap]) == list(range(row.columns[0], row.columns[-1] + 1))


def test_the_rows_are_shifted_by_one_column_each() -> None:
    assert [row.columns[0] for row in layout.ROWS] == [3, 2, 1]


def test_five_columns_hold_three_fields() -> None:
    assert sorted(column for column, count in fields_by_column().items() if count == 3) == [3, 4, 8, 9, 10]


def test_five_columns_hold_two_fields() -> None:
    assert sorted(column for column, count in fields_by_column().items() if count == 2) == [2, 5, 6, 7, 11]


def test_the_outermost_columns_hold_one_field() -> None:
    assert sorted(column for column, count in fields_by_column().items() if count == 1) == [1, 12]


def test_each_three_field_column_has_one_pentagon() -> None:
    assert dict(layout.BONUS_COLUMNS) == {3: "purple", 4: "orange", 8: "orange", 9: "yellow", 10: "purple"}
    assert list(layout.BONUS_COLUMNS) == [3, 4, 8, 9, 10]


def test_a_pentagon_is_a_field_of_its_row() -> None:
    assert [field.name for field in layout.PENTAGONS] == ["purple-3", "orange-4", "orange-8", "yellow-9", "purple-10"]


def test_a_field_knows_the_others_of_its_column() -> None:
    for field in layout.FIELDS:
        others = {layout.FIELDS[place].row for place in field.beside}
        assert others == {row for row, columns in PRINTED.items() if field.column in columns} - {field.row}
        assert {layout.FIELDS[place].column for place in field.beside} <= {field.column}


def test_a_field_knows_the_others_of_its_row() -> None:
    for field in layout.FIELDS:
        assert [f.column for f in layout.FIELDS[field.before]] == [c for c in PRINTED[field.row] if c < field.column]
        assert [f.column for f in layout.FIELDS[field.after]] == [c for c in PRINTED[field.row] if c > field.column]


def test_the_deck_has_thirty_two_cards() -> None:
    assert layout.CARD_COLOURS == ("orange", "yellow", "purple", "grey")
    assert layout.CARD_VALUES == (-2, 0, 1, 2, 3, 4, 5, 6)
    assert len(layout.CARD_COLOURS) * len(layout.CARD_VALUES) == 32
