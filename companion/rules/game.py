"""The vocabulary that every game speaks: Game, Entry, Sheet, Entered, Effect, Score, IllegalEntry, BadEntry.

No game by name, no Flask, no SQL, no clock, no randomness and no language.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Protocol, TypeVar

Json = Any
"""What ``json.loads`` gives: dicts with string keys, lists, strings, ints, bools and None."""


class BadEntry(ValueError):
    """The data is not an entry (or a sheet) at all: a missing or unknown key, a wrong type, a number out of range."""


class IllegalEntry(ValueError):
    """A well-formed entry that the rules forbid on this sheet now.

    :param reason: a stable code such as ``"not_rising"``; the web layer turns it into a sentence
    :param details: the numbers and names that the sentence needs (ints, strings, or lists of them)
    """

    def __init__(self, reason: str, **details: Json) -> None:
        self.reason = reason
        self.details: Mapping[str, Json] = details
        super().__init__(" ".join([reason, *(f"{name}={value!r}" for name, value in details.items())]))


@dataclass(frozen=True, slots=True)
class Effect:
    """One thing that an entry set off.

    :param kind: a stable code: what happened
    :param name: to what it happened: a joker, an area, a field, a row, a number as text
    """

    kind: str
    name: str = ""

    def to_json(self) -> dict[str, str]:
        return {"kind": self.kind, "name": self.name}


class Entry(Protocol):
    """One line that a player writes on a sheet. Immutable and hashable; RULES.md section 3 fixes its JSON."""

    def to_json(self) -> dict[str, Json]: ...


class Sheet(Protocol):
    """What stands on one player's sheet. Immutable and comparable; every game brings its own."""


S = TypeVar("S", bound=Sheet)
E = TypeVar("E", bound=Entry)


class Score(Protocol):
    """The points of one sheet, area by area."""

    @property
    def total(self) -> int: ...

    @property
    def ranking(self) -> tuple[int, ...]:
        """Compared from the left to rank sheets, higher first; equal tuples share the victory."""

    def to_json(self) -> dict[str, Json]: ...


@dataclass(frozen=True, slots=True)
class Entered(Generic[S]):
    """The sheet after an entry, and what the entry set off, in order."""

    sheet: S
    effects: tuple[Effect, ...] = ()


class Game(ABC, Generic[S, E]):
    """A game: pure functions over immutable sheets.

    >>> from companion.rules import games
    >>> game = games["clever-4ever"]
    >>> sheet = game.new_sheet(players=3)
    >>> entered = game.enter(sheet, game.entry_from_json({"area": "pink", "value": 6}))
    >>> game.score(entered.sheet).total
    5
    """

    id: ClassVar[str]
    """The name in the registry, in URLs and in saved games."""
    title: ClassVar[str]
    """The name on the box."""
    layout: ClassVar[str]
    """The printed sheet; games with the same layout share their sheet template."""
    max_players: ClassVar[int]
    numbers: ClassVar[range]
    """Every number that a player can enter on this sheet."""
    printed: ClassVar[Any]
    """The printed sheet: fields, points and bonuses, for the templates that draw it."""
    turns_make_rounds: ClassVar[bool] = False
    """Whether a round is over when everybody had a turn. Otherwise whoever makes a shared entry has a turn by that."""
    spread: ClassVar[Any] = None
    """What lies open on the table for everybody, as it is known at first; None if the game needs nothing there."""

    @abstractmethod
    def new_sheet(self, players: int) -> S:
        """An empty sheet for a game of 1 to ``max_players`` players, ready for its first entry.

        :raises ValueError: if ``players`` lies outside that range
        """

    @abstractmethod
    def entry_from_json(self, data: Json) -> E:
        """The entry that this JSON means (RULES.md section 3).

        :raises BadEntry: if the JSON is anything else
        """

    @abstractmethod
    def options(self, sheet: S) -> tuple[E, ...]:
        """Every entry that is legal now, except calls, in a stable order."""

    @abstractmethod
    def enter(self, sheet: S, entry: E) -> Entered[S]:
        """Enter it, and let its bonuses come.

        :raises IllegalEntry: if the rules forbid it; the sheet stays as it was
        """

    def foresee(self, sheet: S, entry: E) -> tuple[Effect, ...]:
        """What a legal entry would set off, without entering it."""
        return self.enter(sheet, entry).effects

    @abstractmethod
    def score(self, sheet: S) -> Score:
        """The points of this sheet as it stands, as if the game ended now."""

    @abstractmethod
    def sheet_to_json(self, sheet: S) -> dict[str, Json]:
        """The whole sheet; ``sheet_from_json`` gives an equal one back."""

    @abstractmethod
    def sheet_from_json(self, data: Json) -> S:
        """The sheet that this JSON means.

        :raises BadEntry: if keys or types are wrong, or if no game could have led to these marks
        """

    @abstractmethod
    def field(self, sheet: S, entry: E) -> str | None:
        """The printed field that the entry would mark, such as ``"yellow-top-3"``; None if it marks none."""

    @abstractmethod
    def is_shared(self, entry: E) -> bool:
        """Whether the entry reaches every sheet of a table (a round, a call) and not only its player's own."""

    @abstractmethod
    def for_sheet(self, entry: E, active: bool) -> E:
        """A shared entry as one sheet hears it.

        :param active: whether this sheet belongs to the player who made it
        """

    @abstractmethod
    def is_over(self, sheet: S) -> bool:
        """Whether this sheet ends the game for the whole table."""

    def is_awaited(self, sheet: S) -> bool:
        """Whether a shared entry still waits for this sheet's answer, which may come even after the game is over."""
        return self.called(sheet) is not None

    def called(self, sheet: S) -> int | None:
        """The number of the call that waits for this sheet's answer, even if it fits nowhere; None if no call waits."""
        return None

    def is_owing(self, sheet: S) -> bool:
        """Whether something waits on this sheet that its owner may still enter."""
        return self.is_awaited(sheet)

    def plainly(self, entry: E) -> dict[str, Json]:
        """The entry in its JSON, a shared one as plainly as it can be said, however it came about."""
        return entry.to_json()

    def spread_from_json(self, data: Json) -> Any:
        """What lies open on the table, as its ``to_json`` gave it.

        :raises BadEntry: if the JSON is anything else, and always in a game that needs nothing there
        """
        raise BadEntry("nothing lies on the table")

    def arrange(self, spread: Any, told: Json) -> Any:
        """What lies open on the table once a player has told or corrected a part of it.

        :raises BadEntry: as for ``spread_from_json``
        :raises IllegalEntry: if that cannot lie there
        """
        raise BadEntry("nothing lies on the table")

    def lay(self, spread: Any, laying: Json) -> tuple[Any, E]:
        """What lies open after a player's laying, and the shared entry that the laying makes.

        :raises BadEntry: as for ``spread_from_json``
        :raises IllegalEntry: if the rules forbid it
        """
        raise BadEntry("nothing lies on the table")
