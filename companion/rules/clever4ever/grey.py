"""Grey: 17 segments over 4 × 16 cells; a die crosses one whole segment. RULES.md section 1, The areas."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.rules.clever4ever.area import BONUSES, Area, AreaEntry, Gain, Place
from companion.rules.clever4ever.layout import (
    FACES,
    GREY_CELL_BONUSES,
    GREY_CELLS,
    GREY_COLUMN_POINTS,
    GREY_NEIGHBOURS,
    GREY_SEGMENT_ROWS,
    GREY_SHADE_BONUS,
    GREY_SHADES,
    GREY_START_SEGMENTS,
)
from companion.rules.game import BadEntry, IllegalEntry, Json
from companion.rules.reading import read_choice, read_list

GreyMarks = frozenset[str]

SEGMENTS = tuple(GREY_CELLS)
SIZES = {segment: len(cells) for segment, cells in GREY_CELLS.items()}
CELL_GAINS = {
    segment: tuple(Gain(GREY_CELL_BONUSES[cell], "grey", cell) for cell in cells if cell in GREY_CELL_BONUSES)
    for segment, cells in GREY_CELLS.items()
}
SHADE_GAINS = tuple((Gain(GREY_SHADE_BONUS, shade), frozenset(segments)) for shade, segments in GREY_SHADES.items())
POINT_COLUMNS: Mapping[Place, tuple[int, frozenset[str]]] = {
    number: (points, frozenset(column))
    for number, (points, column) in enumerate(
        zip(GREY_COLUMN_POINTS, zip(*GREY_SEGMENT_ROWS, strict=True), strict=True), 1
    )
}


@dataclass(frozen=True, slots=True)
class GreyEntry(AreaEntry):
    """
    :param segment: ``"a"`` to ``"q"``
    :param value: what the die shows, 1–6; what exceeds the segment's size is lost
    """

    area = "grey"
    segment: str
    value: int


ENTRIES = {
    bonus: {
        segment: tuple(GreyEntry(bonus, segment, value) for value in FACES if value >= SIZES[segment])
        for segment in SEGMENTS
    }
    for bonus in (None, *BONUSES)
}


def reachable(marks: GreyMarks) -> Iterator[str]:
    """The open segments that may come next: the start segments, later those that share an edge with a crossed cell."""
    if not marks:
        return iter(GREY_START_SEGMENTS)
    return (segment for segment in SEGMENTS if segment not in marks and not marks.isdisjoint(GREY_NEIGHBOURS[segment]))


class Grey(Area[GreyMarks, GreyEntry]):
    name = "grey"
    empty: GreyMarks = frozenset()
    Entry = GreyEntry
    choices = {"segment": SEGMENTS, "value": FACES}

    def options(self, marks: GreyMarks, bonus: str | None = None) -> tuple[GreyEntry, ...]:
        return tuple(entry for segment in reachable(marks) for entry in ENTRIES[bonus][segment])

    def enter(self, marks: GreyMarks, entry: GreyEntry) -> GreyMarks:
        segment = entry.segment
        if segment in marks:
            raise IllegalEntry("segment_taken", area=self.name, segment=segment)
        if segment not in reachable(marks):
            start = [] if marks else list(GREY_START_SEGMENTS)
            raise IllegalEntry("segment_not_adjacent", area=self.name, segment=segment, start=start)
        if SIZES[segment] > entry.value:
            raise IllegalEntry(
                "segment_too_large", area=self.name, segment=segment, size=SIZES[segment], value=entry.value
            )
        return marks | {segment}

    def earned(self, marks: GreyMarks) -> tuple[Gain, ...]:
        cell_gains = [gain for segment in SEGMENTS if segment in marks for gain in CELL_GAINS[segment]]
        return (*cell_gains, *(gain for gain, segments in SHADE_GAINS if segments <= marks))

    def scoring(self, marks: GreyMarks) -> frozenset[Place]:
        return frozenset(place for place, (_, segments) in POINT_COLUMNS.items() if segments <= marks)

    def points(self, marks: GreyMarks) -> int:
        return sum(POINT_COLUMNS[place][0] for place in self.scoring(marks))

    def field(self, marks: GreyMarks, entry: GreyEntry) -> str:
        return f"grey-{entry.segment}"

    def to_json(self, marks: GreyMarks) -> Json:
        return sorted(marks)

    def from_json(self, data: Json) -> GreyMarks:
        named = [read_choice("grey", segment, SEGMENTS) for segment in read_list("grey", data, len(SEGMENTS))]
        marks = frozenset([segment for segment in GREY_START_SEGMENTS if segment in named][:1])
        while grown := marks.union(segment for segment in reachable(marks) if segment in named) - marks:
            marks |= grown
        if sorted(marks) != sorted(named):
            raise BadEntry(f"these grey segments cannot have been crossed one after another: {data!r}")
        return marks


grey = Grey()
