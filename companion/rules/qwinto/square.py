"""The 2 × 2 square of open cards: what lies where, and the call that laying on it makes. No sheet and no table."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import ClassVar

from companion.rules.game import BadEntry, IllegalEntry, Json
from companion.rules.qwinto.calls import Card, CardsCall, card_from_json
from companion.rules.reading import read_list, read_numbers, read_object

PLACES = range(4)
"""Top left, top right, bottom left, bottom right."""
MOST_LAID = 2
"""The cards that a turn may lay: one, or two of equal value."""

Laying = Sequence[tuple[int, Card]]
"""Places and the cards laid there, in the order of laying."""


NEIGHBOURS: Mapping[int, tuple[int, ...]] = {
    place: tuple(other for other in PLACES if other not in (place, PLACES[-1] - place)) for place in PLACES
}
"""Place → the two places beside it; the diagonal one is none."""


@dataclass(frozen=True, slots=True)
class Square:
    """The card that lies open on each of the ``PLACES``; None where nobody told."""

    cards: tuple[Card | None, ...] = (None,) * len(PLACES)
    neighbours: ClassVar = NEIGHBOURS

    def corrected(self, told: Laying) -> "Square":
        """What really lies there; a card told for one place that was thought to lie at another swaps with that one.

        :raises IllegalEntry: ``card_lies_open`` (colour, value) if there is nothing to swap with
        """
        for place, card in told:
            instead = self.cards[place]
            if card in self.cards and instead is None:
                raise IllegalEntry("card_lies_open", colour=card.colour, value=card.value)
            if card in self.cards:
                self = self._with(self.cards.index(card), instead)
            self = self._with(place, card)
        return self

    def laid(self, laying: Laying) -> tuple["Square", CardsCall]:
        """The square after a turn, and the call that the card laid last and its two neighbours make.

        :param laying: one card, or two of equal value on neighbouring places (the rules, section 2, Cards)
        :raises IllegalEntry: ``card_lies_open`` (colour, value), ``same_card_twice`` (colour, value), ``not_equal``,
            ``not_neighbours``, ``neighbour_unknown``
        """
        self._check(laying)
        after = self
        for place, card in laying:
            after = after._with(place, card)
        last = laying[-1][0]
        beside = [card for card in (after.cards[place] for place in NEIGHBOURS[last]) if card]
        if len(beside) < len(NEIGHBOURS[last]):
            raise IllegalEntry("neighbour_unknown")
        return after, CardsCall(True, (laying[-1][1], *beside))

    def to_json(self) -> list[Json]:
        return [card.to_json() if card else None for card in self.cards]

    def _check(self, laying: Laying) -> None:
        places, cards = zip(*laying, strict=True)
        for card in cards:
            if card in self.cards:
                raise IllegalEntry("card_lies_open", colour=card.colour, value=card.value)
        first, last = cards[0], cards[-1]
        if len(laying) < MOST_LAID:
            return
        if first == last:
            raise IllegalEntry("same_card_twice", colour=last.colour, value=last.value)
        if first.value != last.value:
            raise IllegalEntry("not_equal")
        if places[0] not in NEIGHBOURS[places[-1]]:
            raise IllegalEntry("not_neighbours")

    def _with(self, place: int, card: Card | None) -> "Square":
        return Square((*self.cards[:place], card, *self.cards[place + 1 :]))


def square_from_json(data: Json) -> Square:
    """The square that ``Square.to_json`` gave.

    :raises BadEntry: unless it is a card of the deck or None for each place, and no card lies twice
    """
    if len(read_list("square", data, len(PLACES))) < len(PLACES):
        raise BadEntry(f"a square has {len(PLACES)} places, not {data!r}")
    cards = tuple(None if card is None else card_from_json(card) for card in data)
    lying = [card for card in cards if card]
    if len(set(lying)) < len(lying):
        raise BadEntry("a card cannot lie at two places")
    return Square(cards)


def laying_from_json(data: Json, least: int = 1, most: int = MOST_LAID) -> Laying:
    """Which cards are laid (or told to lie) where: ``{"places": [2], "cards": [{"colour": …, "value": …}]}``.

    :raises BadEntry: unless there are as many places as cards, ``least`` to ``most`` of them, and no place twice
    """
    data = read_object(data, ("places", "cards"))
    places = read_numbers("places", data["places"], PLACES, most)
    cards = [card_from_json(card) for card in read_list("cards", data["cards"], most)]
    if not least <= len(places) == len(cards) or len(set(places)) < len(places):
        raise BadEntry(f"cards do not lie at these places: {data!r}")
    return list(zip(places, cards, strict=True))
