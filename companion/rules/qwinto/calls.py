"""Calls: how a turn makes one number and its rows, with cards, with dice, or simply said.

No sheet and nothing of how a call is answered.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable
from dataclasses import dataclass

from companion.rules.game import BadEntry, IllegalEntry, Json
from companion.rules.qwinto.layout import CARD_COLOURS, CARD_VALUES, CARDS_IN_A_CALL, COLOURS, FACES, NUMBERS
from companion.rules.qwinto.reading import flag, record, whole, word, words


@dataclass(frozen=True, slots=True)
class Call:
    """A number, the rows it may go into, and whether the sheet's owner made it.

    ``value`` lies in 1..18; ``colours`` stand in the order of the sheet.
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
    """A call of which only the number (1..18) and the colours are told, in the order in which they were said."""

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
        """Their sum, in their colours.

        :raises IllegalEntry: ``same_card_twice`` (colour, value), ``no_colour``, ``sum_too_low`` (sum)
        """
        for card in self.cards:
            if self.cards.count(card) > 1:
                raise IllegalEntry("same_card_twice", colour=card.colour, value=card.value)
        colours = _in_order(card.colour for card in self.cards)
        if not colours:
            raise IllegalEntry("no_colour")
        value = sum(card.value for card in self.cards)
        if value < NUMBERS.start:
            raise IllegalEntry("sum_too_low", sum=value)
        return Call(value, colours, self.active)

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
    """:raises BadEntry: unless it is a call told by ``value`` and ``colours`` (the rules, section 3)"""
    data = record(data, ("action", "value", "colours", "active"), "a call")
    return SaidCall(
        active=flag(data["active"], "active"),
        value=whole(data["value"], NUMBERS, "the called number"),
        colours=words(data["colours"], COLOURS, "the colours of a call"),
    )


def cards_from_json(data: Json) -> CardsCall:
    """:raises BadEntry: unless it is a call told by three ``cards`` of the deck (the rules, section 3)"""
    data = record(data, ("action", "cards", "active"), "a call")
    active, cards = flag(data["active"], "active"), data["cards"]
    if not isinstance(cards, list) or len(cards) != CARDS_IN_A_CALL:
        raise BadEntry(f"a call needs a list of {CARDS_IN_A_CALL} cards, not {cards!r}")
    return CardsCall(active=active, cards=tuple(_card_from_json(card) for card in cards))


def dice_from_json(data: Json) -> DiceCall:
    """:raises BadEntry: unless it is a call told by one, two or three ``dice`` (the rules, section 3)"""
    data = record(data, ("action", "dice", "active"), "a call")
    active, dice = flag(data["active"], "active"), data["dice"]
    if not isinstance(dice, dict) or not dice or not dice.keys() <= set(COLOURS):
        raise BadEntry(f"a call needs dice out of {', '.join(COLOURS)}, not {dice!r}")
    shown = {colour: whole(face, FACES, f"the {colour} die") for colour, face in dice.items()}
    return DiceCall(active=active, dice=tuple((colour, shown[colour]) for colour in _in_order(shown)))


def call_from_json(data: Json) -> Call:
    """The open call of a saved sheet.

    :raises BadEntry: unless it has a ``value`` of 1..18, ``colours`` and ``active``
    """
    data = record(data, ("value", "colours", "active"), "an open call")
    return Call(
        value=whole(data["value"], NUMBERS, "the called number"),
        colours=_in_order(words(data["colours"], COLOURS, "the colours of a call")),
        active=flag(data["active"], "active"),
    )


def _card_from_json(data: Json) -> Card:
    data = record(data, ("colour", "value"), "a card")
    return Card(
        word(data["colour"], CARD_COLOURS, "a card's colour"), whole(data["value"], CARD_VALUES, "a card's value")
    )


def _in_order(colours: Iterable[str]) -> tuple[str, ...]:
    """Those of the colours that name a row, once each, in the order of the sheet."""
    named = set(colours)
    return tuple(colour for colour in COLOURS if colour in named)
