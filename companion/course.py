"""The course of a game: whose turn it is and what lies on the table, as its live rounds, calls and turns leave them.

It knows no seats but their numbers, no game by name and no log.
"""

from collections.abc import Collection
from dataclasses import dataclass, replace
from typing import Any


@dataclass(frozen=True, slots=True)
class Move:
    """One live line of the whole table, and how it left the table.

    :param line: 0 for the opening, which nobody takes back
    :param entry: the round or call; None for a turn passed on
    :param by: the seat that made it; None if it came from the table
    :param turn: whose turn it is since then; None if nobody's
    :param spread: what lies open on the table since then
    :param known: whether somebody told so with the move or after it, and it was not only what lay there before
    """

    line: int
    entry: Any = None
    by: int | None = None
    turn: int | None = None
    spread: Any = None
    known: bool = True

    @property
    def passed(self) -> bool:
        """Whether it passed the turn on."""
        return self.entry is None and self.line > 0


@dataclass(frozen=True, slots=True)
class Course:
    """The moves of a table, the oldest first; the first one is the opening.

    :param withdrawn: the move taken back last, under the number of the line that did so; None once another came
    """

    moves: tuple[Move, ...] = (Move(0),)
    withdrawn: Move | None = None

    @classmethod
    def opening(cls, spread: Any) -> "Course":
        return cls((Move(0, spread=spread),))

    @property
    def last(self) -> Move:
        return self.moves[-1]

    @property
    def begun(self) -> bool:
        return len(self.moves) > 1

    @property
    def is_through(self) -> bool:
        """Whether the last turn of all was passed on."""
        return self.last.passed and self.last.turn is None

    def entered(self, line: int, entry: Any, by: int | None, turn: int | None, spread: Any = None) -> "Course":
        """One round or call more.

        :param spread: what lies on the table now; None if nobody told
        """
        known = spread is not None or self.last.spread is None
        lies = self.last.spread if spread is None else spread
        return Course((*self.moves, Move(line, entry, by, turn, lies, known)))

    def passed(self, line: int, by: int | None, turn: int | None) -> "Course":
        """The turn was passed on; what lies on the table stays."""
        return Course((*self.moves, replace(self.last, line=line, entry=None, by=by, turn=turn)))

    def arranged(self, spread: Any) -> "Course":
        """Somebody told what lies on the table; it goes with the last move when that is taken back."""
        return Course((*self.moves[:-1], replace(self.last, spread=spread, known=True)))

    def without(self, line: Any, by_line: int) -> "Course":
        """The move of this line was taken back by another line."""
        kept = tuple(move for move in self.moves if not move.line or move.line != line)
        gone = next((replace(move, line=by_line) for move in self.moves if move not in kept), None)
        return Course(kept, gone)

    def heard(self, lines: Collection[int]) -> "Course":
        """Without the rounds and calls that no sheet hears any more."""
        return replace(self, moves=tuple(move for move in self.moves if move.entry is None or move.line in lines))
