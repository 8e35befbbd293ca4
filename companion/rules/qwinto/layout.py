"""The printed Qwinto sheet, the deck and the dice: which fields there are and where they stand.

Nothing that a player wrote, no rule of play and no points counted.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

COLUMNS = range(1, 13)
"""The columns of the sheet, counted from the left."""
NUMBERS = range(1, 19)
"""The numbers that a field can take."""
MISTHROWS = 4
"""The boxes for misthrows; the last one ends the game."""
MISTHROW_POINTS = -5
"""What one misthrow costs."""
ROWS_TO_END = 2
"""The full rows that end the game."""
CARD_VALUES = (-2, 0, 1, 2, 3, 4, 5, 6)
"""The deck holds each of these once in each of the ``CARD_COLOURS``."""
CARDS_IN_A_CALL = 3
"""The card laid last and its two neighbours."""
GREY_SUMS = range(NUMBERS.start, sum(CARD_VALUES[-CARDS_IN_A_CALL:]) + 1)
"""The sums that grey cards alone can make: up to 6 + 5 + 4, for no card is there twice."""
FACES = range(1, 7)
"""What a die can show."""


@dataclass(frozen=True, slots=True, eq=False)
class Row:
    """One row of the sheet, named by its colour.

    ``columns`` are those of its fields from left to right, ``gap`` is the column that the row leaves out between them,
    ``pentagons`` are the columns whose bonus stands in this row, and ``places`` cuts the row out of ``FIELDS``.
    """

    colour: str
    columns: tuple[int, ...]
    gap: int
    pentagons: tuple[int, ...]
    places: slice


@dataclass(frozen=True, slots=True, eq=False)
class Field:
    """One field of the sheet; ``place`` is its index in ``FIELDS``.

    ``before`` and ``after`` cut out the fields to its left and right in its row, ``beside`` are the places of the other
    fields in its column.
    """

    row: str
    column: int
    place: int
    before: slice
    after: slice
    beside: tuple[int, ...]

    @property
    def name(self) -> str:
        """The field's name on the pages, such as ``"orange-4"``."""
        return f"{self.row}-{self.column}"


FIELDS_IN_A_ROW = 9

_PRINTED = (
    # colour, columns, gap, pentagons
    ("orange", (3, 4, 5, 7, 8, 9, 10, 11, 12), 6, (4, 8)),
    ("yellow", (2, 3, 4, 5, 6, 8, 9, 10, 11), 7, (9,)),
    ("purple", (1, 2, 3, 4, 6, 7, 8, 9, 10), 5, (3, 10)),
)

ROWS: tuple[Row, ...] = tuple(
    Row(colour, columns, gap, pentagons, slice(FIELDS_IN_A_ROW * index, FIELDS_IN_A_ROW * (index + 1)))
    for index, (colour, columns, gap, pentagons) in enumerate(_PRINTED)
)
"""The rows from top to bottom."""

ROW: Mapping[str, Row] = MappingProxyType({row.colour: row for row in ROWS})
COLOURS: tuple[str, ...] = tuple(ROW)
"""The colours of the rows and of the dice, in the order of the sheet."""
CARD_COLOURS: tuple[str, ...] = (*COLOURS, "grey")


def _fields() -> tuple[Field, ...]:
    spots = [(row, column) for row in ROWS for column in row.columns]
    return tuple(
        Field(
            row=row.colour,
            column=column,
            place=place,
            before=slice(row.places.start, place),
            after=slice(place + 1, row.places.stop),
            beside=tuple(p for p, (_, other) in enumerate(spots) if other == column and p != place),
        )
        for place, (row, column) in enumerate(spots)
    )


FIELDS: tuple[Field, ...] = _fields()
"""Every field, row by row and from left to right."""

FIELD: Mapping[tuple[str, int], Field] = MappingProxyType({(field.row, field.column): field for field in FIELDS})
"""The field of a row and a column; a gap and what lies outside the row are missing."""

FIELDS_OF: Mapping[str, tuple[Field, ...]] = MappingProxyType({row.colour: FIELDS[row.places] for row in ROWS})

BONUS_COLUMNS: Mapping[int, str] = MappingProxyType(
    dict(sorted((column, row.colour) for row in ROWS for column in row.pentagons))
)
"""The columns that score, and the row in which the pentagon of each stands."""

PENTAGONS: tuple[Field, ...] = tuple(FIELD[row, column] for column, row in BONUS_COLUMNS.items())
"""The fields with a pentagon, from left to right."""
