"""Yellow: three rows of five, filled from left to right. RULES.md section 1, The areas."""

from dataclasses import dataclass
from typing import NamedTuple

from companion.rules.clever4ever.area import BONUSES, Area, AreaEntry, Gain
from companion.rules.clever4ever.layout import FACES, YELLOW_BONUSES, YELLOW_COLUMN_POINTS, YELLOW_COLUMNS
from companion.rules.game import BadEntry, IllegalEntry, Json
from companion.rules.reading import read_numbers, read_object

ROWS = tuple(YELLOW_BONUSES)


class YellowMarks(NamedTuple):
    top: tuple[int, ...] = ()
    middle: tuple[int, ...] = ()
    bottom: tuple[int, ...] = ()

    @property
    def is_closed(self) -> bool:
        """Whether the top row takes no number any more, as it must rise and the highest stands in it."""
        return self.top[-1:] == (FACES[-1],)


@dataclass(frozen=True, slots=True)
class YellowEntry(AreaEntry):
    area = "yellow"
    row: str
    value: int


ENTRIES = {
    (bonus, row): tuple(YellowEntry(bonus, row, value) for value in FACES) for bonus in (None, *BONUSES) for row in ROWS
}


class Yellow(Area[YellowMarks, YellowEntry]):
    name = "yellow"
    empty = YellowMarks()
    Entry = YellowEntry
    choices = {"row": ROWS, "value": FACES}

    def options(self, marks: YellowMarks, bonus: str | None = None) -> tuple[YellowEntry, ...]:
        return tuple(
            entry
            for row, numbers in zip(ROWS, marks, strict=True)
            if len(numbers) < YELLOW_COLUMNS
            for entry in ENTRIES[bonus, row][numbers[-1] if row == "top" and numbers else 0 :]
        )

    def enter(self, marks: YellowMarks, entry: YellowEntry) -> YellowMarks:
        numbers: tuple[int, ...] = getattr(marks, entry.row)
        if len(numbers) == YELLOW_COLUMNS:
            raise IllegalEntry("row_full", area=self.name, row=entry.row)
        if entry.row == "top" and numbers and entry.value <= numbers[-1]:
            if marks.is_closed:
                raise IllegalEntry("row_closed", area=self.name, row=entry.row, last=numbers[-1])
            raise IllegalEntry("not_rising", area=self.name, row=entry.row, value=entry.value, last=numbers[-1])
        return marks._replace(**{entry.row: (*numbers, entry.value)})

    def earned(self, marks: YellowMarks) -> tuple[Gain, ...]:
        return tuple(
            Gain(bonus, self.name, (row, column))
            for row, numbers in zip(ROWS, marks, strict=True)
            for column, bonus in enumerate(YELLOW_BONUSES[row][: len(numbers)])
            if bonus
        )

    def points(self, marks: YellowMarks) -> int:
        full_columns = min(map(len, marks))
        return sum(YELLOW_COLUMN_POINTS[:full_columns]) - sum(marks.middle) + sum(marks.bottom)

    def field(self, marks: YellowMarks, entry: YellowEntry) -> str:
        return f"yellow-{entry.row}-{len(getattr(marks, entry.row)) + 1}"

    def to_json(self, marks: YellowMarks) -> Json:
        return {row: list(numbers) for row, numbers in zip(ROWS, marks, strict=True)}

    def from_json(self, data: Json) -> YellowMarks:
        rows = read_object(data, ROWS)
        marks = YellowMarks(**{row: read_numbers(row, rows[row], FACES, YELLOW_COLUMNS) for row in ROWS})
        if list(marks.top) != sorted(set(marks.top)):
            raise BadEntry(f"the top row does not rise: {marks.top}")
        return marks


yellow = Yellow()
