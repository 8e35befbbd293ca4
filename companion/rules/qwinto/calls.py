"""Calls: how a turn makes one number and its rows, with cards, with dice, or simply said.

No sheet and nothing of how a call is answered.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules.game import BadEntry, IllegalEntry, Json
from companion.rules.qwinto.layout import CARD_COLOURS, CARD_VALUES, CARDS_IN_A_CALL, COLOURS, FACES, NUMBERS
from companion.rules.reading import read, read_choice, read_list, read_object


@dataclass(frozen=True, slots=True)
class Call:
    """A number, the rows it may go into, and whether the sheet's owner made it.

    ``value`` lies in 1..18; ``colours`` stand in the order of the sheet. Three grey cards leave none: then no row takes
    the number.
    """

    value: int
    colours: tuple[str, ...]
    active: bool

    def to_json(self) -> dict[str, Json]:
        return {"value": self.value, "colours": list(self.colours), "active": self.active}


@dataclass(frozen=True, slots=True)
class CallEntry(ABC):
    """A call as it reaches a sheet; ``active`` says whether the sheet's owner made it."""

    active: bool

    @abstractmethod
    def call(self) -> Call:
        """The number and the rows that it makes (the rules, section 2, Calls).

        :raises IllegalEntry: if nobody may make this call
        """

    @abstractmethod
    def to_json(self) -> dict[str, Json]: ...


@dataclass(frozen=True, slots=True)
class SaidCall(CallEntry):
    """A call of which only the number (1..18) and the colours are told, at least one, in the order they were said."""

    value: int
    colours: tuple[str, ...]

    def call(self) -> Call:
        return Call(self.value, _in_order(self.colours), self.active)

    def to_json(self) -> dict[str, Json]:
        return {"action": "call", "value": self.value, "colours": list(self.colours), "active": self.active}


@dataclass(frozen=True, slots=True)
class Card:
    """One card of the deck: a colour of the rows or grey, and a value of -2, 0 or 1..6."""

    colour: str
    value: int

    def to_json(self) -> dict[str, Json]:
        return {"colour": self.colour, "value": self.value}


@dataclass(frozen=True, slots=True)
class CardsCall(CallEntry):
    """The card laid last, then its two neighbours."""

    cards: tuple[Card, ...]

    def call(self) -> Call:
        """Their sum, in their colours; grey is none.

        :raises IllegalEntry: ``same_card_twice`` (colour, value), ``sum_too_low`` (sum)
        """
        for card in self.cards:
            if self.cards.count(card) > 1:
                raise IllegalEntry("same_card_twice", colour=card.colour, value=card.value)
        value = sum(card.value for card in self.cards)
        if value < NUMBERS.start:
            raise IllegalEntry("sum_too_low", sum=value)
        return Call(value, _in_order(card.colour for card in self.cards), self.active)

    def to_json(self) -> dict[str, Json]:
        return {"action": "call", "cards": [card.to_json() for card in self.cards], "active": self.active}


@dataclass(frozen=True, slots=True)
class DiceCall(CallEntry):
    """The colours rolled and what each die shows, in the order of the sheet."""

    dice: tuple[tuple[str, int], ...]

    def call(self) -> Call:
        """Their sum, in their colours."""
        return Call(sum(face for _, face in self.dice), _in_order(colour for colour, _ in self.dice), self.active)

    def to_json(self) -> dict[str, Json]:
        return {"action": "call", "dice": dict(self.dice), "active": self.active}


def said_from_json(data: Json) -> SaidCall:
    """:raises BadEntry: unless it is a call told by ``value`` and one colour or more (the rules, section 3)"""
    data = read_object(data, ("action", "value", "colours", "active"))
    colours = _colours(data)
    if not colours:
        raise BadEntry("a said call needs at least one colour")
    return SaidCall(_active(data), read_choice("value", data["value"], NUMBERS), colours)


def cards_from_json(data: Json) -> CardsCall:
    """:raises BadEntry: unless it is a call told by three ``cards`` of the deck (the rules, section 3)"""
    data = read_object(data, ("action", "cards", "active"))
    cards = read_list("cards", data["cards"], CARDS_IN_A_CALL)
    if len(cards) < CARDS_IN_A_CALL:
        raise BadEntry(f"a call needs {CARDS_IN_A_CALL} cards, not {cards!r}")
    return CardsCall(_active(data), tuple(card_from_json(card) for card in cards))


def dice_from_json(data: Json) -> DiceCall:
    """:raises BadEntry: unless it is a call told by one, two or three ``dice`` (the rules, section 3)"""
    data = read_object(data, ("action", "dice", "active"))
    dice = read(data["dice"], dict.fromkeys(COLOURS, FACES), optional=COLOURS)
    if not dice:
        raise BadEntry("a call needs at least one die")
    return DiceCall(_active(data), tuple((colour, dice[colour]) for colour in _in_order(dice)))


def call_from_json(data: Json) -> Call:
    """The open call of a saved sheet.

    :raises BadEntry: unless it has a ``value`` of 1..18, ``colours`` and ``active``
    """
    data = read_object(data, ("value", "colours", "active"))
    return Call(read_choice("value", data["value"], NUMBERS), _in_order(_colours(data)), _active(data))


def card_from_json(data: Json) -> Card:
    """:raises BadEntry: unless it is a card of the deck"""
    return Card(**read(data, {"colour": CARD_COLOURS, "value": CARD_VALUES}))


def _colours(data: dict[str, Json]) -> tuple[str, ...]:
    """Colours of the rows, none of them twice, in the order given."""
    colours = tuple(
        read_choice("colours", colour, COLOURS) for colour in read_list("colours", data["colours"], len(COLOURS))
    )
    if len(set(colours)) < len(colours):
        raise BadEntry(f"colours cannot be {data['colours']!r}")
    return colours


def _active(data: dict[str, Json]) -> bool:
    active = data["active"]
    if not isinstance(active, bool):
        raise BadEntry(f"active cannot be {active!r}")
    return active


def _in_order(colours: Iterable[str]) -> tuple[str, ...]:
    """Those of the colours that name a row, once each, in the order of the sheet."""
    named = set(colours)
    return tuple(colour for colour in COLOURS if colour in named)
