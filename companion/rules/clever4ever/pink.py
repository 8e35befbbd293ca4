"""Pink: 12 fields from left to right, where a 3 is written twice. RULES.md section 1, The areas."""

from dataclasses import dataclass

from companion.rules.clever4ever.area import BONUSES, Area, AreaEntry, Gain
from companion.rules.clever4ever.layout import (
    FACES,
    PINK_BONUS_FROM,
    PINK_BONUSES,
    PINK_DOUBLE,
    PINK_EXTRA_POINTS,
    PINK_FIELDS,
    PINK_POINTS,
)
from companion.rules.game import BadEntry, IllegalEntry, Json
from companion.rules.reading import read_numbers

PinkMarks = tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PinkEntry(AreaEntry):
    area = "pink"
    value: int


ENTRIES = {bonus: tuple(PinkEntry(bonus, value) for value in FACES) for bonus in (None, *BONUSES)}


class Pink(Area[PinkMarks, PinkEntry]):
    name = "pink"
    empty: PinkMarks = ()
    Entry = PinkEntry
    choices = {"value": FACES}

    def options(self, marks: PinkMarks, bonus: str | None = None) -> tuple[PinkEntry, ...]:
        return ENTRIES[bonus] if len(marks) < PINK_FIELDS else ()

    def enter(self, marks: PinkMarks, entry: PinkEntry) -> PinkMarks:
        if len(marks) == PINK_FIELDS:
            raise IllegalEntry("row_full", area=self.name, row="pink")
        written = (entry.value,) * (2 if entry.value == PINK_DOUBLE else 1)
        return (*marks, *written)[:PINK_FIELDS]

    def earned(self, marks: PinkMarks) -> tuple[Gain, ...]:
        return tuple(
            Gain(bonus, self.name, field)
            for field, (number, bonus) in enumerate(zip(marks, PINK_BONUSES, strict=False))
            if bonus and number >= PINK_BONUS_FROM
        )

    def points(self, marks: PinkMarks) -> int:
        last = PINK_POINTS[len(marks) - 1] if marks else 0
        return last + sum(PINK_EXTRA_POINTS.get(number, 0) for number in marks)

    def field(self, marks: PinkMarks, entry: PinkEntry) -> str:
        return f"pink-{len(marks) + 1}"

    def written(self, before: PinkMarks, after: PinkMarks) -> tuple[str, ...]:
        return tuple(f"pink-{field}" for field in range(len(before) + 2, len(after) + 1))

    def to_json(self, marks: PinkMarks) -> Json:
        return list(marks)

    def from_json(self, data: Json) -> PinkMarks:
        numbers = read_numbers("pink", data, FACES, PINK_FIELDS)
        marks = self.empty
        while len(marks) < len(numbers):
            marks = self.enter(marks, PinkEntry(None, numbers[len(marks)]))
        if marks != numbers:
            raise BadEntry(f"a 3 in pink is always written twice: {data!r}")
        return marks


pink = Pink()
