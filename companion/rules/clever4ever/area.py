"""What the five areas have in common. An area knows its marks and nothing of the rest of the sheet."""

from abc import ABC, abstractmethod
from collections.abc import Collection, Mapping
from dataclasses import dataclass, fields
from typing import ClassVar, Generic, NamedTuple, TypeVar

from companion.rules.clever4ever.layout import AREAS
from companion.rules.game import Json
from companion.rules.reading import read

BONUSES = (*AREAS, "black")
"""The colours of a ?; the black one also leaves the area free."""


Place = int | str | tuple[int | str, int]
"""Where in its area something is printed: a line by its number or name, a field by row and column."""


class Gain(NamedTuple):
    """A bonus that marks have earned.

    :param bonus: a joker, ``"fox"`` or a ? such as ``"?grey"``
    :param source: the area (for a fox of the grey area: the shade) that gave it
    :param place: tells two equal gains of one source apart
    """

    bonus: str
    source: str
    place: Place | None = None


@dataclass(frozen=True, slots=True)
class AreaEntry:
    """An entry into one area; each area adds its own fields.

    :param bonus: the waiting ? that it uses: one of ``BONUSES``, or None for a die
    """

    area: ClassVar[str]
    bonus: str | None

    def to_json(self) -> dict[str, Json]:
        shown = {field.name: getattr(self, field.name) for field in fields(self) if field.name != "bonus"}
        bonus = {} if self.bonus is None else {"bonus": self.bonus}
        return {"area": self.area, **shown, **bonus}


M = TypeVar("M")
E = TypeVar("E", bound=AreaEntry)


class Area(ABC, Generic[M, E]):
    """One area of the sheet: pure functions over its marks."""

    name: ClassVar[str]
    empty: M
    """The marks of a new sheet."""
    Entry: type[E]
    choices: Mapping[str, Collection[Json]]
    """For each field of an entry the values that it may take."""

    def entry_from_json(self, data: Json) -> E:
        """
        :raises BadEntry: if this is no entry of this area
        """
        allowed = {"area": (self.name,), **self.choices, "bonus": BONUSES}
        values = read(data, allowed, optional=("bonus",))
        return self.Entry(bonus=values.get("bonus"), **{key: values[key] for key in self.choices})

    @abstractmethod
    def options(self, marks: M, bonus: str | None = None) -> tuple[E, ...]:
        """Every legal entry of this area, as one that uses ``bonus``, in a stable order."""

    @abstractmethod
    def enter(self, marks: M, entry: E) -> M:
        """The marks after the entry.

        :raises IllegalEntry: if the area does not take it
        """

    @abstractmethod
    def earned(self, marks: M) -> tuple[Gain, ...]:
        """Every bonus that these marks have earned so far, in the order of the printed sheet."""

    def scoring(self, marks: M) -> frozenset[Place]:
        """The lines whose printed points these marks score; none in an area that is not scored by lines."""
        return frozenset()

    @abstractmethod
    def points(self, marks: M) -> int:
        """The points of this area (may be negative in yellow)."""

    @abstractmethod
    def field(self, marks: M, entry: E) -> str:
        """The printed field that the entry would mark, such as ``"pink-7"``."""

    def written(self, before: M, after: M) -> tuple[str, ...]:
        """The fields that an entry filled besides its own."""
        return ()

    @abstractmethod
    def to_json(self, marks: M) -> Json: ...

    @abstractmethod
    def from_json(self, data: Json) -> M:
        """
        :raises BadEntry: if these are no marks that a game could have led to
        """
