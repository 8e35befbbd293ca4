"""Clever 4ever: what may be entered and how bonuses chain; the areas know their own rules. RULES.md section 1."""

from collections import deque
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from typing import Any, ClassVar

from companion.rules.clever4ever import layout as printed_sheet
from companion.rules.clever4ever import scoring
from companion.rules.clever4ever import sheet as sheets
from companion.rules.clever4ever.area import AreaEntry
from companion.rules.clever4ever.entries import (
    FORGO,
    NEXT_ROUND,
    USES,
    CleverEntry,
    Forgo,
    NextRound,
    UseJoker,
    entry_from_json,
)
from companion.rules.clever4ever.layout import (
    FACES,
    JOKER_SLOTS,
    JOKER_WHEN_FULL,
    MAX_PLAYERS,
    ROUND_BONUSES,
    ROUNDS,
)
from companion.rules.clever4ever.scoring import CleverScore
from companion.rules.clever4ever.sheet import AREAS, CleverSheet
from companion.rules.game import Effect, Entered, Game, IllegalEntry, Json

DIE_AREAS = {
    **{area: (area,) for area in AREAS},
    "white": tuple(area for area in AREAS if area != "blue"),
}
BONUS_AREAS = {**{area: (area,) for area in AREAS}, "black": tuple(AREAS)}


class Clever4ever(Game[CleverSheet, CleverEntry]):
    """Dice, 1 to 4 players. The table ends it after the last round."""

    id = "clever-4ever"
    title = "Clever 4ever"
    layout = "clever-4ever"
    max_players = MAX_PLAYERS
    numbers = FACES
    printed: ClassVar[Any] = printed_sheet
    turns_make_rounds = True

    def new_sheet(self, players: int) -> CleverSheet:
        if players not in ROUNDS:
            raise ValueError(f"Clever 4ever is for 1 to {MAX_PLAYERS} players, not {players}")
        return begin_round(CleverSheet(round=0, rounds=ROUNDS[players])).sheet

    def entry_from_json(self, data: Json) -> CleverEntry:
        return entry_from_json(data)

    def options(self, sheet: CleverSheet) -> tuple[CleverEntry, ...]:
        return tuple(_options(sheet))

    def enter(self, sheet: CleverSheet, entry: CleverEntry) -> Entered[CleverSheet]:
        if isinstance(entry, AreaEntry):
            return enter_area(sheet, entry)
        if isinstance(entry, UseJoker):
            return use_joker(sheet, entry)
        if isinstance(entry, Forgo):
            return forgo(sheet, entry)
        return begin_round(sheet)

    def foresee(self, sheet: CleverSheet, entry: CleverEntry) -> tuple[Effect, ...]:
        if not isinstance(entry, AreaEntry):
            return ()
        _, gains, _ = marked(entry, sheet.marks(entry.area))
        return credit(sheet, gains, []).effects if gains else ()

    def score(self, sheet: CleverSheet) -> CleverScore:
        return scoring.score(sheet)

    def sheet_to_json(self, sheet: CleverSheet) -> dict[str, Json]:
        return sheet.to_json()

    def sheet_from_json(self, data: Json) -> CleverSheet:
        return sheets.sheet_from_json(data)

    def field(self, sheet: CleverSheet, entry: CleverEntry) -> str | None:
        if not isinstance(entry, AreaEntry):
            return None
        return AREAS[entry.area].field(sheet.marks(entry.area), entry)

    def is_shared(self, entry: CleverEntry) -> bool:
        return isinstance(entry, NextRound)

    def for_sheet(self, entry: CleverEntry, active: bool) -> CleverEntry:
        return entry

    def is_over(self, sheet: CleverSheet) -> bool:
        return False

    def is_owing(self, sheet: CleverSheet) -> bool:
        """Whether a ? or an extra die waits."""
        return bool(sheet.pending or sheet.waiting_die)


clever_4ever = Clever4ever()


@lru_cache(maxsize=8192)
def area_options(area: str, marks: Any, bonus: str | None = None) -> tuple[AreaEntry, ...]:
    """The area's options; between two entries four of the five areas stay as they were."""
    return AREAS[area].options(marks, bonus)


def _options(sheet: CleverSheet) -> Iterator[CleverEntry]:
    for bonus in dict.fromkeys(sheet.pending):
        yield from _options_in(sheet, BONUS_AREAS[bonus], bonus)
        yield FORGO[bonus]
    if not sheet.pending:
        yield from _options_in(sheet, open_areas(sheet))
        for use in USES:
            if refusal_of_joker(sheet, use) is None:
                yield use
    if sheet.round < sheet.rounds:
        yield NEXT_ROUND


def _options_in(sheet: CleverSheet, areas: Iterable[str], bonus: str | None = None) -> Iterator[AreaEntry]:
    for area in areas:
        yield from area_options(area, sheet.marks(area), bonus)


def open_areas(sheet: CleverSheet) -> tuple[str, ...]:
    """The areas that a die may be entered in: all, or those of a waiting extra die."""
    return tuple(AREAS) if sheet.waiting_die is None else DIE_AREAS[sheet.waiting_die]


def is_full(sheet: CleverSheet, areas: Iterable[str]) -> bool:
    """Whether none of the areas has a legal field left, whatever the number."""
    return not any(area_options(area, sheet.marks(area)) for area in areas)


def enter_area(sheet: CleverSheet, entry: AreaEntry) -> Entered[CleverSheet]:
    """A die, an extra die or a ? is entered in an area, and its bonuses come.

    :raises IllegalEntry: if the area does not take it, or something else has to be entered first
    """
    rest = _use_die(sheet, entry.area) if entry.bonus is None else _use_bonus(sheet, entry.bonus, entry.area)
    after, gains, written = marked(entry, sheet.marks(entry.area))
    return credit(replace(rest, **{entry.area: after}), gains, [Effect("written", field) for field in written])


@lru_cache(maxsize=8192)
def marked(entry: AreaEntry, before: Any) -> tuple[Any, tuple[tuple[str, str], ...], tuple[str, ...]]:
    """The area's marks after the entry, the bonuses gained with their sources, and the fields written besides.

    :raises IllegalEntry: if the area does not take it
    """
    area = AREAS[entry.area]
    after = area.enter(before, entry)
    had = set(area.earned(before))
    gains = tuple((gain.bonus, gain.source) for gain in area.earned(after) if gain not in had)
    return after, gains, area.written(before, after)


def _use_bonus(sheet: CleverSheet, bonus: str, area: str) -> CleverSheet:
    rest = _without_pending(sheet, bonus)
    if area not in BONUS_AREAS[bonus]:
        raise IllegalEntry("bonus_other_area", bonus=bonus, area=area)
    return rest


def _use_die(sheet: CleverSheet, area: str) -> CleverSheet:
    if sheet.pending:
        raise IllegalEntry("bonus_waiting", waiting=list(sheet.pending))
    if sheet.waiting_die is None:
        return replace(sheet, dice_used=())
    if area not in DIE_AREAS[sheet.waiting_die]:
        raise IllegalEntry("wrong_area", die=sheet.waiting_die, area=area)
    return replace(sheet, waiting_die=None)


def _without_pending(sheet: CleverSheet, bonus: str) -> CleverSheet:
    if bonus not in sheet.pending:
        raise IllegalEntry("bonus_not_waiting", bonus=bonus, waiting=list(sheet.pending))
    place = sheet.pending.index(bonus)
    return replace(sheet, pending=sheet.pending[:place] + sheet.pending[place + 1 :])


def forgo(sheet: CleverSheet, entry: Forgo) -> Entered[CleverSheet]:
    """A waiting ? is given up.

    :raises IllegalEntry: if it does not wait
    """
    return Entered(_without_pending(sheet, entry.bonus))


def refusal_of_joker(sheet: CleverSheet, use: UseJoker) -> IllegalEntry | None:
    """Why the joker cannot be spent now; None if it can. RULES.md section 1, Jokers."""
    track = getattr(sheet.jokers, use.joker)
    if sheet.pending:
        return IllegalEntry("bonus_waiting", waiting=list(sheet.pending))
    if sheet.waiting_die is not None:
        return IllegalEntry("extra_die_waiting", die=sheet.waiting_die)
    if track.used == track.earned:
        return IllegalEntry("joker_not_earned", joker=use.joker, earned=track.earned)
    if use.die is None:
        return None
    if use.die in sheet.dice_used:
        return IllegalEntry("die_used", die=use.die)
    if is_full(sheet, DIE_AREAS[use.die]):
        return IllegalEntry("die_fits_nowhere", die=use.die)
    return None


def use_joker(sheet: CleverSheet, use: UseJoker) -> Entered[CleverSheet]:
    """A joker is spent; an extra die then waits to be entered.

    :raises IllegalEntry: as ``refusal_of_joker`` tells
    """
    if refusal := refusal_of_joker(sheet, use):
        raise refusal
    track = getattr(sheet.jokers, use.joker)
    jokers = sheet.jokers._replace(**{use.joker: track._replace(used=track.used + 1)})
    dice_used = () if use.die is None else (*sheet.dice_used, use.die)
    return Entered(replace(sheet, jokers=jokers, waiting_die=use.die, dice_used=dice_used))


def begin_round(sheet: CleverSheet) -> Entered[CleverSheet]:
    """The next round begins and its bonus comes; what waits goes on waiting.

    :raises IllegalEntry: after the last round
    """
    if sheet.round == sheet.rounds:
        raise IllegalEntry("last_round", rounds=sheet.rounds)
    bonus = ROUND_BONUSES[sheet.round]
    begun = replace(sheet, round=sheet.round + 1, dice_used=())
    return credit(begun, [(bonus, "round")] if bonus else [], [Effect("round", str(begun.round))])


def credit(sheet: CleverSheet, gains: Iterable[tuple[str, str]], effects: list[Effect]) -> Entered[CleverSheet]:
    """Credit bonuses, each with its source: jokers and foxes at once, while a ? waits or lapses."""
    waiting = deque(gains)
    while waiting:
        bonus, source = waiting.popleft()
        effects.append(_effect(bonus, source))
        if bonus.startswith("?"):
            sheet = replace(sheet, pending=(*sheet.pending, bonus[1:]))
        elif bonus in JOKER_SLOTS:
            sheet = _earn_joker(sheet, bonus)
            when_full = JOKER_WHEN_FULL[bonus]
            if when_full and getattr(sheet.jokers, bonus).earned == JOKER_SLOTS[bonus]:
                waiting.append((when_full, bonus))
    return _lapse(sheet, effects)


@lru_cache
def _effect(bonus: str, source: str) -> Effect:
    if bonus.startswith("?"):
        return Effect("bonus", bonus[1:])
    return Effect("joker", bonus) if bonus in JOKER_SLOTS else Effect("fox", source)


def _earn_joker(sheet: CleverSheet, joker: str) -> CleverSheet:
    track = getattr(sheet.jokers, joker)
    earned = min(track.earned + 1, JOKER_SLOTS[joker])
    return replace(sheet, jokers=sheet.jokers._replace(**{joker: track._replace(earned=earned)}))


def _lapse(sheet: CleverSheet, effects: list[Effect]) -> Entered[CleverSheet]:
    """What waits and has no legal field left lapses by itself."""
    if sheet.pending:
        lapsed = [bonus for bonus in sheet.pending if is_full(sheet, BONUS_AREAS[bonus])]
        if lapsed:
            sheet = replace(sheet, pending=tuple(bonus for bonus in sheet.pending if bonus not in lapsed))
            effects += [Effect("lapsed", bonus) for bonus in lapsed]
    if sheet.waiting_die is not None and is_full(sheet, DIE_AREAS[sheet.waiting_die]):
        effects.append(Effect("lapsed", "extra_die"))
        sheet = replace(sheet, waiting_die=None)
    return Entered(sheet, tuple(effects))
