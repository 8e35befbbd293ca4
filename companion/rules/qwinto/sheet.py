"""One player's Qwinto sheet: its marks, which numbers its fields still take, and its JSON.

No call is made or answered here, and no points are counted.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace

from companion.rules.game import BadEntry, Json
from companion.rules.qwinto.calls import Call, call_from_json
from companion.rules.qwinto.layout import (
    COLOURS,
    FIELD,
    FIELDS,
    FIELDS_OF,
    MISTHROWS,
    NUMBERS,
    ROWS,
    ROWS_TO_END,
    Field,
)
from companion.rules.reading import read_choice, read_object

OPEN = 0
"""Stands in ``QwintoSheet.numbers`` for a field without a number."""


@dataclass(frozen=True, slots=True)
class QwintoSheet:
    """The marks of one sheet and the call that waits for its answer.

    ``numbers`` holds one number for each of ``layout.FIELDS``, 1..18 or ``OPEN``; ``misthrows`` lies in 0..4.
    """

    numbers: tuple[int, ...] = (OPEN,) * len(FIELDS)
    misthrows: int = 0
    call: Call | None = None

    def number(self, row: str, column: int) -> int | None:
        """What stands in this field; None if it is open or if the row has no such field."""
        field = FIELD.get((row, column))
        return (self.numbers[field.place] or None) if field else None

    def rising(self, field: Field) -> range:
        """The numbers that keep the field's row rising strictly (the rules, section 2, The sheet)."""
        above = max(self.numbers[field.before], default=OPEN)
        below = min(filter(None, self.numbers[field.after]), default=NUMBERS.stop)
        return range(above + 1, below)

    def beside(self, field: Field) -> tuple[int, ...]:
        """What stands in the other fields of its column, ``OPEN`` ones included; none of it may stand there twice."""
        return tuple([self.numbers[place] for place in field.beside])

    def takes(self, field: Field) -> list[int]:
        """Every number that this field would take now, the least first."""
        if self.numbers[field.place]:
            return []
        beside = self.beside(field)
        return [number for number in self.rising(field) if number not in beside]

    def is_column_full(self, field: Field) -> bool:
        """Whether the field and all others of its column hold a number."""
        return bool(self.numbers[field.place]) and all(self.beside(field))

    @property
    def full_rows(self) -> tuple[str, ...]:
        """The colours of the rows without an open field."""
        return tuple([row.colour for row in ROWS if OPEN not in self.numbers[row.places]])

    @property
    def is_over(self) -> bool:
        """Whether a second row is full or the fourth misthrow marked (the rules, section 2, The end)."""
        return self.misthrows >= MISTHROWS or len(self.full_rows) >= ROWS_TO_END

    def with_number(self, field: Field, number: int) -> "QwintoSheet":
        """The sheet with this number written, its call answered; nothing is checked."""
        numbers = (*self.numbers[: field.place], number, *self.numbers[field.place + 1 :])
        return QwintoSheet(numbers, self.misthrows)

    def with_misthrow(self) -> "QwintoSheet":
        """The sheet with one more misthrow, its call answered; nothing is checked."""
        return QwintoSheet(self.numbers, self.misthrows + 1)

    def with_call(self, call: Call | None) -> "QwintoSheet":
        """The sheet with this call waiting for its answer, or none; nothing is checked."""
        return replace(self, call=call)

    def to_json(self) -> dict[str, Json]:
        """The marks row by row, columns as text: ``{"orange": {"4": 7}, …, "misthrows": 0, "call": None}``."""
        rows = {
            colour: {str(field.column): self.numbers[field.place] for field in fields if self.numbers[field.place]}
            for colour, fields in FIELDS_OF.items()
        }
        return {**rows, "misthrows": self.misthrows, "call": self.call.to_json() if self.call else None}


def sheet_from_json(data: Json) -> QwintoSheet:
    """The sheet that ``QwintoSheet.to_json`` gave.

    :raises BadEntry: if keys or types are wrong, or if no game could have led to these marks
    """
    data = read_object(data, (*COLOURS, "misthrows", "call"))
    numbers = tuple(number for colour in COLOURS for number in _row_from_json(data[colour], colour))
    misthrows = read_choice("misthrows", data["misthrows"], range(MISTHROWS + 1))
    call = None if data["call"] is None else call_from_json(data["call"])
    sheet = QwintoSheet(numbers, misthrows, call)
    for reason in _contradictions(sheet):
        raise BadEntry(f"no game leads to this sheet: {reason}")
    return sheet


def _row_from_json(data: Json, colour: str) -> Iterator[int]:
    columns = [str(field.column) for field in FIELDS_OF[colour]]
    row = read_object(data, columns, optional=columns)
    for column in columns:
        yield read_choice(f"{colour} {column}", row[column], NUMBERS) if column in row else OPEN


def _contradictions(sheet: QwintoSheet) -> Iterator[str]:
    for field in FIELDS:
        number = sheet.numbers[field.place]
        if number and number not in sheet.rising(field):
            yield f"{number} in {field.name} breaks the rise of its row"
        if number and number in sheet.beside(field):
            yield f"{number} stands twice in column {field.column}"
    if len(sheet.full_rows) > ROWS_TO_END or (len(sheet.full_rows) == ROWS_TO_END and sheet.misthrows == MISTHROWS):
        yield "something was marked after its end"
    if sheet.is_over and sheet.call:
        yield "a call came after its end"
