"""What stands on a Clever sheet besides the areas' own entries, and the reading of them all. RULES.md section 3."""

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass

from companion.rules.clever4ever.area import BONUSES, AreaEntry
from companion.rules.clever4ever.layout import DICE, JOKERS
from companion.rules.clever4ever.sheet import AREAS
from companion.rules.game import BadEntry, Json
from companion.rules.reading import read


@dataclass(frozen=True, slots=True)
class Forgo:
    """A waiting ? is given up."""

    bonus: str

    def to_json(self) -> dict[str, Json]:
        return {"action": "forgo", "bonus": self.bonus}


@dataclass(frozen=True, slots=True)
class UseJoker:
    """A joker is spent.

    :param die: the die that an extra die uses once more; None for the other jokers
    """

    joker: str
    die: str | None = None

    def to_json(self) -> dict[str, Json]:
        return {"action": "use", "joker": self.joker} | ({} if self.die is None else {"die": self.die})


@dataclass(frozen=True, slots=True)
class NextRound:
    """The next round begins."""

    def to_json(self) -> dict[str, Json]:
        return {"action": "round"}


CleverEntry = AreaEntry | Forgo | UseJoker | NextRound

FORGO = {bonus: Forgo(bonus) for bonus in BONUSES}
USES = (
    *(UseJoker(joker) for joker in JOKERS if joker != "extra_die"),
    *(UseJoker("extra_die", die) for die in DICE),
)
NEXT_ROUND = NextRound()


def entry_from_json(data: Json) -> CleverEntry:
    """
    :raises BadEntry: if the JSON is no entry of this game
    """
    kind = data.get("area", data.get("action")) if isinstance(data, dict) else None
    if not isinstance(kind, str):
        raise BadEntry(f"neither an area nor an action: {data!r}")
    if "area" in data and kind in AREAS:
        entry: CleverEntry = AREAS[kind].entry_from_json(data)
        return entry
    if "action" in data and kind in ACTIONS:
        return ACTIONS[kind](data)
    raise BadEntry(f"no such area or action: {kind!r}")


def _forgo(data: Json) -> Forgo:
    return FORGO[_read_action(data, "forgo", {"bonus": BONUSES})["bonus"]]


def _use(data: Json) -> UseJoker:
    die: dict[str, Collection[Json]] = {"die": DICE} if data.get("joker") == "extra_die" else {}
    values = _read_action(data, "use", {"joker": JOKERS, **die})
    return UseJoker(values["joker"], values.get("die"))


def _round(data: Json) -> NextRound:
    _read_action(data, "round", {})
    return NEXT_ROUND


def _read_action(data: Json, action: str, allowed: Mapping[str, Collection[Json]]) -> dict[str, Json]:
    return read(data, {"action": (action,), **allowed})


ACTIONS: Mapping[str, Callable[[Json], CleverEntry]] = {"forgo": _forgo, "use": _use, "round": _round}
