"""Blue: a 6 × 6 grid, one cross in a cell. RULES.md section 1, The areas."""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.clever4ever.area import BONUSES, Area, AreaEntry, Gain, Place
from companion.rules.clever4ever.layout import (
    BLUE_COLUMN_POINTS,
    BLUE_CROSSES_NEEDED,
    BLUE_FALLING_DIAGONAL,
    BLUE_FALLING_DIAGONAL_BONUS,
    BLUE_RISING_DIAGONAL,
    BLUE_RISING_DIAGONAL_POINTS,
    BLUE_ROW_BONUSES,
    FACES,
)
from companion.rules.game import BadEntry, IllegalEntry, Json
from companion.rules.reading import read_choice, read_list

Cell = tuple[int, int]
BlueMarks = frozenset[Cell]

CELLS = tuple((row, column) for row in FACES for column in FACES)
ROWS = {row: frozenset((row, column) for column in FACES) for row in FACES}
COLUMNS = {column: frozenset((row, column) for row in FACES) for column in FACES}

BONUS_LINES = (
    *((Gain(bonus, "blue", row), ROWS[row]) for row, bonus in enumerate(BLUE_ROW_BONUSES, 1)),
    (Gain(BLUE_FALLING_DIAGONAL_BONUS, "blue", "falling_diagonal"), BLUE_FALLING_DIAGONAL),
)
POINT_LINES: Mapping[Place, tuple[int, frozenset[Cell]]] = {
    **{column: (points, COLUMNS[column]) for column, points in enumerate(BLUE_COLUMN_POINTS, 1)},
    "rising_diagonal": (BLUE_RISING_DIAGONAL_POINTS, BLUE_RISING_DIAGONAL),
}


@dataclass(frozen=True, slots=True)
class BlueEntry(AreaEntry):
    """
    :param row: the blue die, 1–6
    :param column: the white die, 1–6
    """

    area = "blue"
    row: int
    column: int


ENTRIES = {bonus: {cell: BlueEntry(bonus, *cell) for cell in CELLS} for bonus in (None, *BONUSES)}


def has_crosses_needed(marks: BlueMarks, line: frozenset[Cell]) -> bool:
    return len(marks & line) >= BLUE_CROSSES_NEEDED


class Blue(Area[BlueMarks, BlueEntry]):
    name = "blue"
    empty: BlueMarks = frozenset()
    Entry = BlueEntry
    choices = {"row": FACES, "column": FACES}

    def options(self, marks: BlueMarks, bonus: str | None = None) -> tuple[BlueEntry, ...]:
        return tuple(entry for cell, entry in ENTRIES[bonus].items() if cell not in marks)

    def enter(self, marks: BlueMarks, entry: BlueEntry) -> BlueMarks:
        cell = (entry.row, entry.column)
        if cell in marks:
            raise IllegalEntry("cell_taken", area=self.name, row=entry.row, column=entry.column)
        return marks | {cell}

    def earned(self, marks: BlueMarks) -> tuple[Gain, ...]:
        return tuple(gain for gain, line in BONUS_LINES if has_crosses_needed(marks, line))

    def scoring(self, marks: BlueMarks) -> frozenset[Place]:
        return frozenset(place for place, (_, line) in POINT_LINES.items() if has_crosses_needed(marks, line))

    def points(self, marks: BlueMarks) -> int:
        return sum(POINT_LINES[place][0] for place in self.scoring(marks))

    def field(self, marks: BlueMarks, entry: BlueEntry) -> str:
        return f"blue-{entry.row}-{entry.column}"

    def to_json(self, marks: BlueMarks) -> Json:
        return [list(cell) for cell in sorted(marks)]

    def from_json(self, data: Json) -> BlueMarks:
        cells = [
            tuple(read_choice("blue", place, FACES) for place in read_list("blue", cell, 2))
            for cell in read_list("blue", data, len(CELLS))
        ]
        marks = frozenset((cell[0], cell[1]) for cell in cells if len(cell) == 2)
        if len(marks) != len(cells):
            raise BadEntry(f"not every blue cell is one of its own: {data!r}")
        return marks


blue = Blue()
