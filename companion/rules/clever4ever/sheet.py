"""One player's Clever sheet: the marks of the five areas, what waits, the jokers, the round. No rules of entering."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from companion.rules.clever4ever.area import BONUSES, Area, Place
from companion.rules.clever4ever.blue import BlueMarks, blue
from companion.rules.clever4ever.green import GreenMarks, green
from companion.rules.clever4ever.grey import GreyMarks, grey
from companion.rules.clever4ever.layout import DICE, FOXES, JOKER_SLOTS, JOKERS, ROUNDS
from companion.rules.clever4ever.pink import PinkMarks, pink
from companion.rules.clever4ever.yellow import YellowMarks, yellow
from companion.rules.game import BadEntry, Json
from companion.rules.reading import read, read_choice, read_list, read_object

AREAS: Mapping[str, Area[Any, Any]] = {area.name: area for area in (yellow, blue, grey, green, pink)}
MOST_PENDING = 64  # more ? than any sheet has


class Track(NamedTuple):
    """A joker track: how many were earned (0 to its slots) and how many of these are spent."""

    earned: int = 0
    used: int = 0


class Jokers(NamedTuple):
    reroll: Track = Track()
    extra_die: Track = Track()
    polish: Track = Track()


@dataclass(frozen=True, slots=True)
class CleverSheet:
    """
    :param round: the running round, 1 to ``rounds``
    :param pending: the ? that wait to be used, in the order in which they came
    :param waiting_die: the die named by a spent extra die and not entered yet
    :param dice_used: the dice that extra dice in a row have used
    """

    round: int
    rounds: int
    yellow: YellowMarks = yellow.empty
    blue: BlueMarks = blue.empty
    grey: GreyMarks = grey.empty
    green: GreenMarks = green.empty
    pink: PinkMarks = pink.empty
    pending: tuple[str, ...] = ()
    jokers: Jokers = Jokers()
    waiting_die: str | None = None
    dice_used: tuple[str, ...] = ()

    def marks(self, area: str) -> Any:
        """The marks of one area, of that area's own type."""
        return getattr(self, area)

    def scoring(self, area: str) -> frozenset[Place]:
        """The lines of blue and the columns of grey whose printed points are scored."""
        return AREAS[area].scoring(self.marks(area))

    def gained(self, area: str) -> frozenset[Place | None]:
        """Where in this area a printed bonus was earned."""
        return frozenset(gain.place for gain in AREAS[area].earned(self.marks(area)))

    @property
    def foxes(self) -> int:
        """0 to 7, as the marks have earned them."""
        return sum(gain.bonus == "fox" for name, area in AREAS.items() for gain in area.earned(self.marks(name)))

    def to_json(self) -> dict[str, Json]:
        return {
            "round": self.round,
            "rounds": self.rounds,
            **{name: area.to_json(self.marks(name)) for name, area in AREAS.items()},
            "pending": list(self.pending),
            "jokers": {joker: track._asdict() for joker, track in self.jokers._asdict().items()},
            "foxes": self.foxes,
            "waiting_die": self.waiting_die,
            "dice_used": list(self.dice_used),
        }


KEYS = ("round", "rounds", *AREAS, "pending", "jokers", "foxes", "waiting_die", "dice_used")


def sheet_from_json(data: Json) -> CleverSheet:
    """The sheet that this JSON means. Its foxes follow from its marks; the number given is checked for range alone.

    :raises BadEntry: if keys, types or ranges are wrong, or no game could have led to these marks
    """
    record = read_object(data, KEYS)
    rounds = read_choice("rounds", record["rounds"], ROUNDS.values())
    read_choice("foxes", record["foxes"], range(FOXES + 1))
    return CleverSheet(
        round=read_choice("round", record["round"], range(1, rounds + 1)),
        rounds=rounds,
        **{name: area.from_json(record[name]) for name, area in AREAS.items()},
        pending=tuple(
            read_choice("pending", b, BONUSES) for b in read_list("pending", record["pending"], MOST_PENDING)
        ),
        jokers=_jokers_from_json(record["jokers"]),
        waiting_die=None if record["waiting_die"] is None else read_choice("waiting_die", record["waiting_die"], DICE),
        dice_used=_dice_from_json(record["dice_used"]),
    )


def _jokers_from_json(data: Json) -> Jokers:
    record = read_object(data, JOKERS)
    return Jokers(**{joker: _track_from_json(joker, record[joker]) for joker in JOKERS})


def _track_from_json(joker: str, data: Json) -> Track:
    numbers = range(JOKER_SLOTS[joker] + 1)
    track = Track(**read(data, {"earned": numbers, "used": numbers}))
    if track.used > track.earned:
        raise BadEntry(f"{joker} used more often than earned")
    return track


def _dice_from_json(data: Json) -> tuple[str, ...]:
    dice = tuple(read_choice("dice_used", die, DICE) for die in read_list("dice_used", data, len(DICE)))
    if len(set(dice)) != len(dice):
        raise BadEntry(f"a die used twice in a row: {data!r}")
    return dice
