"""The points of a Clever sheet: the five areas, and the foxes with the lowest of them. RULES.md section 1, The end."""

from bisect import bisect_right
from dataclasses import dataclass

from companion.rules.clever4ever.layout import SOLO_RATING_STEPS
from companion.rules.clever4ever.sheet import AREAS, CleverSheet
from companion.rules.game import Json


@dataclass(frozen=True, slots=True)
class CleverScore:
    """
    :param areas: area → points, in the order of the printed sheet; yellow may be negative
    :param foxes: 0 to 7, each worth the lowest area
    """

    areas: dict[str, int]
    foxes: int

    @property
    def fox_points(self) -> int:
        return self.foxes * min(self.areas.values())

    @property
    def total(self) -> int:
        return sum(self.areas.values()) + self.fox_points

    @property
    def ranking(self) -> tuple[int, int]:
        """Most points; on a tie the better single area; then the victory is shared."""
        return self.total, max(self.areas.values())

    @property
    def rating(self) -> int:
        """How many of the ten steps for one player alone the total reaches, 0 to 10."""
        return bisect_right(SOLO_RATING_STEPS, self.total)

    def to_json(self) -> dict[str, Json]:
        return {"areas": dict(self.areas), "foxes": self.foxes, "fox_points": self.fox_points, "total": self.total}


def score(sheet: CleverSheet) -> CleverScore:
    return CleverScore({name: area.points(sheet.marks(name)) for name, area in AREAS.items()}, sheet.foxes)
