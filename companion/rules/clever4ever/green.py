"""Green: 11 fields of two halves, each row of halves filled from left to right. RULES.md section 1, The areas."""

from dataclasses import dataclass
from typing import NamedTuple

from companion.rules.clever4ever.area import BONUSES, Area, AreaEntry, Gain
from companion.rules.clever4ever.layout import FACES, GREEN_BOTTOM_BONUSES, GREEN_DOUBLED_FROM, GREEN_FIELDS
from companion.rules.game import IllegalEntry, Json
from companion.rules.reading import read_numbers, read_object

ROWS = ("top", "bottom")


class GreenMarks(NamedTuple):
    top: tuple[int, ...] = ()
    bottom: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class GreenEntry(AreaEntry):
    area = "green"
    row: str
    value: int


ENTRIES = {
    (bonus, row): tuple(GreenEntry(bonus, row, value) for value in FACES) for bonus in (None, *BONUSES) for row in ROWS
}


class Green(Area[GreenMarks, GreenEntry]):
    name = "green"
    empty = GreenMarks()
    Entry = GreenEntry
    choices = {"row": ROWS, "value": FACES}

    def options(self, marks: GreenMarks, bonus: str | None = None) -> tuple[GreenEntry, ...]:
        return tuple(
            entry
            for row, numbers in zip(ROWS, marks, strict=True)
            if len(numbers) < GREEN_FIELDS
            for entry in ENTRIES[bonus, row]
        )

    def enter(self, marks: GreenMarks, entry: GreenEntry) -> GreenMarks:
        numbers: tuple[int, ...] = getattr(marks, entry.row)
        if len(numbers) == GREEN_FIELDS:
            raise IllegalEntry("row_full", area=self.name, row=entry.row)
        return marks._replace(**{entry.row: (*numbers, entry.value)})

    def earned(self, marks: GreenMarks) -> tuple[Gain, ...]:
        return tuple(
            Gain(bonus, self.name, field) for field, bonus in enumerate(GREEN_BOTTOM_BONUSES[: len(marks.bottom)])
        )

    def points(self, marks: GreenMarks) -> int:
        sums = [top + bottom for top, bottom in zip(marks.top, marks.bottom, strict=False)]
        return sum(sums) + sum(sums[GREEN_DOUBLED_FROM - 1 :])

    def field(self, marks: GreenMarks, entry: GreenEntry) -> str:
        return f"green-{entry.row}-{len(getattr(marks, entry.row)) + 1}"

    def to_json(self, marks: GreenMarks) -> Json:
        return {row: list(numbers) for row, numbers in zip(ROWS, marks, strict=True)}

    def from_json(self, data: Json) -> GreenMarks:
        rows = read_object(data, ROWS)
        return GreenMarks(**{row: read_numbers(row, rows[row], FACES, GREEN_FIELDS) for row in ROWS})


green = Green()
