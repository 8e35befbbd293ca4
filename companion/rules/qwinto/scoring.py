"""What a Qwinto sheet scores, from its marks alone.

No entry and no call: what may be written is decided elsewhere.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from companion.rules.game import Json
from companion.rules.qwinto.layout import MISTHROW_POINTS, PENTAGONS, ROWS
from companion.rules.qwinto.sheet import OPEN, QwintoSheet


@dataclass(frozen=True, slots=True)
class QwintoScore:
    """The points of one sheet: for each row, for each bonus column, and the misthrows marked (0..4)."""

    rows: Mapping[str, int]
    columns: Mapping[int, int]
    misthrows: int

    @property
    def misthrow_points(self) -> int:
        """What the misthrows cost: 0 to -20."""
        return MISTHROW_POINTS * self.misthrows

    @property
    def total(self) -> int:
        return sum(self.rows.values()) + sum(self.columns.values()) + self.misthrow_points

    @property
    def ranking(self) -> tuple[int, ...]:
        """The total alone: a tie is shared."""
        return (self.total,)

    def to_json(self) -> dict[str, Json]:
        return {
            "rows": dict(self.rows),
            "columns": {str(column): points for column, points in self.columns.items()},
            "misthrows": self.misthrows,
            "misthrow_points": self.misthrow_points,
            "total": self.total,
        }


def score(sheet: QwintoSheet) -> QwintoScore:
    """The points as if the game ended now (the rules, section 2, The end)."""
    return QwintoScore(
        rows={row.colour: _row_points(sheet.numbers[row.places]) for row in ROWS},
        columns={field.column: sheet.numbers[field.place] if sheet.is_column_full(field) else 0 for field in PENTAGONS},
        misthrows=sheet.misthrows,
    )


def _row_points(numbers: tuple[int, ...]) -> int:
    """The last number of a full row, one point for each number of another."""
    still_open = numbers.count(OPEN)
    return len(numbers) - still_open if still_open else numbers[-1]
