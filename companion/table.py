"""A table: its seats, its rounds and calls, its undos and its end, as the fold of its log.

It asks the rules and knows no SQL, no Flask, no clock and no randomness.
"""

import unicodedata
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from companion.course import Course
from companion.rules import games
from companion.rules.game import BadEntry, Effect, Game, IllegalEntry, Json, Score

LONGEST_NAME = 24
"""Characters that a seat's name may have."""

_BIDI_CONTROLS = frozenset("\u200e\u200f\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Refused(ValueError):
    """The table does not allow this now; nothing was changed.

    :param reason: a stable code: ``no_such_table``, ``no_such_game``, ``no_such_seat``, ``no_such_line``, ``no_sheet``
        (everybody plays on paper), ``bad_name``, ``name_taken``, ``table_full``, ``game_began``, ``seat_on_paper``,
        ``seat_taken``, ``seat_not_taken``, ``seat_moved``, ``table_ended``, ``table_not_ended``, ``nothing_to_undo``,
        ``undo_breaks``, ``nothing_to_mend``, ``not_mendable``, ``mend_breaks``, ``spread_in_doubt`` or ``no_turns``
    :param details: the numbers and names that a sentence about it needs
    """

    def __init__(self, reason: str, /, **details: Json) -> None:
        self.reason = reason
        self.details: Mapping[str, Json] = details
        super().__init__(" ".join([reason, *(f"{name}={value!r}" for name, value in details.items())]))


@dataclass(frozen=True, slots=True)
class Line:
    """One line of a table's log.

    :param number: 1, 2, … along the table's log
    :param seat: whom it concerns; None for the whole table
    :param kind: ``opened``, ``seat``, ``renamed``, ``removed``, ``taken``, ``freed``, ``entry``, ``mend``, ``undo``,
        ``turn``, ``spread``, ``ended`` or ``reopened``
    :param data: a JSON object; its keys depend on the kind
    :param key: made by the page for one tap, so that the tap is never written twice; empty if nobody gave one
    :param at: when it was written, ISO 8601
    """

    number: int
    seat: int | None
    kind: str
    data: Mapping[str, Json]
    key: str
    at: str


@dataclass(frozen=True, slots=True)
class Draft:
    """A line that is decided but not yet written."""

    seat: int | None
    kind: str
    data: Mapping[str, Json]

    def line(self, number: int, key: str, at: str) -> Line:
        return Line(number, self.seat, self.kind, self.data, key, at)


@dataclass(frozen=True, slots=True)
class Seat:
    """A player's place at the table.

    :param number: 1, 2, … in the order of sitting down; a removed seat leaves a gap
    :param paper: the player writes on paper: counts for the rounds, has no sheet here
    :param holder: an opaque id of the device that keeps this seat's sheet; None if no device does
    :param since: number of the line by which the seat came to its holder or became free
    """

    number: int
    name: str
    paper: bool = False
    holder: str | None = None
    since: int = 0


@dataclass(frozen=True, slots=True)
class Mend:
    """The number of a line that changed an earlier entry, and the entry that stood until then."""

    line: int
    before: Any


@dataclass(frozen=True, slots=True)
class Step:
    """One live line on one sheet: the entry as this sheet heard it, the sheet after it, and what it set off.

    :param mends: what changed the entry since it was written, the oldest first
    """

    line: int
    shared: bool
    entry: Any
    sheet: Any
    effects: tuple[Effect, ...]
    mends: tuple[Mend, ...] = ()

    @property
    def live(self) -> tuple[int, ...]:
        """The lines that may be taken back: its own, and the newest of its mends."""
        return (self.line, *(mend.line for mend in self.mends[-1:]))

    def mended(self, line: int, entry: Any) -> "Step":
        return replace(self, entry=entry, mends=(*self.mends, Mend(line, self.entry)))

    def without(self, line: int) -> tuple["Step", ...]:
        """What is left of it without one of its live lines: nothing, or the entry before its newest mend."""
        if line == self.line:
            return ()
        return (replace(self, entry=self.mends[-1].before, mends=self.mends[:-1]),)


@dataclass(frozen=True, slots=True)
class _Fallen:
    """An entry that would no longer stand on a seat's sheet, and why."""

    seat: int
    step: Step
    why: IllegalEntry


@dataclass(frozen=True, slots=True)
class Table:
    """What stands on a table after its log was read; immutable, so it may be kept and shared between threads.

    :param watch: the code under which others may look on without sitting down; None at a table that has none
    :param blank: the sheet that every player begins with, for this number of players
    :param steps: seat → the live lines of its sheet in order, its own and the shared ones; seats on paper are absent
    :param versions: seat → number of the last line that concerns its sheet (taking, freeing and naming a seat, turns
        and what lies on the table do not)
    :param version: number of the last line
    :param course: whose turn it is and what lies on the table, as the live rounds, calls and turns leave them
    :param ended: the players closed the table
    """

    code: str
    game: Game[Any, Any]
    host: str | None
    watch: str | None
    seats: tuple[Seat, ...]
    blank: Any
    steps: Mapping[int, tuple[Step, ...]]
    versions: Mapping[int, int]
    version: int
    course: Course = Course()
    ended: bool = False

    # Reading the log

    @classmethod
    def of(cls, code: str, lines: Iterable[Line]) -> "Table":
        """The table that this log tells of.

        Every log that begins with the opening of a known game can be read: a later line that means nothing, or that the
        rules forbid where it stands, changes nothing but the version.

        :raises Refused: ``no_such_table`` if the log does not begin with an opening, ``no_such_game`` if it opens one
            that is not in the registry
        """
        log = iter(lines)
        first = next(log, None)
        if first is None or first.kind != "opened":
            raise Refused("no_such_table", code=code)
        game = _game(first.data.get("game"))
        host, watch = (_text(first.data.get(name)) for name in ("host", "watch"))
        course = Course.opening(game.spread)
        table = cls(code, game, host, watch, (), game.new_sheet(1), {}, {}, first.number, course)
        for line in log:
            table = table.after(line)
        return table

    def after(self, line: Line) -> "Table":
        """The table after one more line; a line that it has read already leaves it as it is."""
        if line.number <= self.version:
            return self
        fold = _FOLDS.get(line.kind)
        if fold is None:
            return replace(self, version=line.number)
        table = fold(self, line)
        versions = {**table.versions, **dict.fromkeys(table._concerned_by(line), line.number)}
        return replace(table, version=line.number, versions=versions)

    def _concerned_by(self, line: Line) -> list[int]:
        if line.kind in _NO_CONCERN_OF_THE_SHEET:
            return []
        everybody = line.seat is None or line.kind in ("seat", "removed")
        return [number for number in self.steps if everybody or number == line.seat]

    def _fold_seat(self, line: Line) -> "Table":
        name = line.data.get("name")
        full = len(self.seats) == self.game.max_players
        if line.seat != self._next_seat or full or self.began or not isinstance(name, str):
            return self
        paper = line.data.get("paper") is True
        holder = None if paper else _text(line.data.get("holder"))
        return self._seated((*self.seats, Seat(line.seat, name, paper, holder, line.number)))

    def _fold_removed(self, line: Line) -> "Table":
        left = tuple(seat for seat in self.seats if seat.number != line.seat)
        return self if self.began or not _has_sheet(left) else self._seated(left)

    def _seated(self, seats: tuple[Seat, ...]) -> "Table":
        """One player more or fewer changes the number of rounds on every sheet, and none has an entry yet."""
        steps: dict[int, tuple[Step, ...]] = {seat.number: () for seat in seats if not seat.paper}
        versions = {number: version for number, version in self.versions.items() if number in steps}
        blank, course = self.game.new_sheet(len(seats)), Course.opening(self.course.last.spread)
        return replace(self, seats=seats, blank=blank, steps=steps, versions=versions, course=course)

    @property
    def _next_seat(self) -> int:
        return self.seats[-1].number + 1 if self.seats else 1

    def _fold_renamed(self, line: Line) -> "Table":
        name = line.data.get("name")
        return self._with_seat(line.seat, name=name) if isinstance(name, str) else self

    def _fold_taken(self, line: Line) -> "Table":
        holder = line.data.get("holder")
        return self._held(line, holder) if isinstance(holder, str) else self

    def _fold_freed(self, line: Line) -> "Table":
        return self._held(line, None)

    def _held(self, line: Line, holder: str | None) -> "Table":
        if line.seat not in self.steps:
            return self
        return self._with_seat(line.seat, holder=holder, since=line.number)

    def _with_seat(self, number: int | None, **changes: Any) -> "Table":
        seats = [replace(seat, **changes) if seat.number == number else seat for seat in self.seats]
        return replace(self, seats=tuple(seats))

    def _fold_entry(self, line: Line) -> "Table":
        try:
            entry = self.game.entry_from_json(line.data.get("entry"))
        except BadEntry:
            return self
        shared = self.game.is_shared(entry)
        if shared != (line.seat is None):
            return self
        by = line.data.get("by") if shared else None
        steps = dict(self.steps)
        for number, sheet in self.sheets.items():
            if not shared and number != line.seat:
                continue
            heard = self._heard(entry, number, by) if shared else entry
            try:
                steps[number] += (self._step(sheet, line.number, heard, shared),)
            except IllegalEntry:
                continue
        table = replace(self, steps=steps)
        if not shared or steps == self.steps:
            return table
        who, spread = self._number(by), self._spread(line.data.get("spread"))
        return replace(table, course=self.course.entered(line.number, entry, who, self._turn_after(who), spread))

    def _fold_turn(self, line: Line) -> "Table":
        told = line.data.get("to")
        to, by = self._number(told), self._number(line.data.get("by"))
        through = told is None and self.game.turns_make_rounds
        return replace(self, course=self.course.passed(line.number, by, to)) if to or through else self

    def _fold_spread(self, line: Line) -> "Table":
        spread = self._spread(line.data.get("spread"))
        return self if spread is None else replace(self, course=self.course.arranged(spread))

    def _spread(self, data: Json) -> Any:
        """What this JSON tells of the table; None if it tells nothing."""
        try:
            return self.game.spread_from_json(data)
        except BadEntry:
            return None

    def _turn_after(self, by: int | None) -> int | None:
        """Whose turn it is after a round or a call.

        A round that begins although nobody passed a turn on since the one before: these players keep no turns.
        """
        if self.game.turns_make_rounds:
            return self._order[0] if self.turn and self.course.last.passed else None
        caller = by or self.turn
        return self._next_to(caller) if caller else None

    def _next_to(self, seat: int) -> int:
        at = self._order.index(seat)
        return self._order[(at + 1) % len(self._order)]

    @property
    def _order(self) -> list[int]:
        return [seat.number for seat in self.seats]

    def _number(self, told: Json) -> int | None:
        """The number of a seat that a line names."""
        return told if type(told) is int and told in self._order else None

    def _fold_mend(self, line: Line) -> "Table":
        try:
            _, steps, _ = self._mended(line.seat, line.data.get("line"), line.data.get("entry"), line.number)
        except (BadEntry, IllegalEntry, Refused):
            return self
        return self._stepped(steps, self.course)

    def _fold_undo(self, line: Line) -> "Table":
        taken_back, answers = line.data.get("line"), line.data.get("answers")
        steps, _ = self._without(line.seat, taken_back, answers if isinstance(answers, list) else ())
        return self._stepped(steps, self.course if line.seat else self.course.without(taken_back, line.number))

    def _stepped(self, steps: Mapping[int, tuple[Step, ...]], course: Course) -> "Table":
        """The table with other steps, and a course without what no sheet hears any more."""
        heard = {step.line for own in steps.values() for step in own if step.shared}
        return replace(self, steps=steps, course=course.heard(heard))

    def _fold_ended(self, line: Line) -> "Table":
        return replace(self, ended=True)

    def _fold_reopened(self, line: Line) -> "Table":
        return replace(self, ended=False)

    def _heard(self, entry: Any, number: int, by: Json) -> Any:
        return self.game.for_sheet(entry, active=number == by)

    def _step(self, sheet: Any, line: int, entry: Any, shared: bool, mends: tuple[Mend, ...] = ()) -> Step:
        entered = self.game.enter(sheet, entry)
        return Step(line, shared, entry, entered.sheet, entered.effects, mends)

    def _mended(
        self, seat: int | None, line: Json, data: Json, number: int
    ) -> tuple[Any, dict[int, tuple[Step, ...]], list[_Fallen]]:
        """The entry that this JSON means, the steps with it in place of the line's, and the later entries that fall.

        :param number: of the line that mends
        :raises Refused: ``no_such_line``, ``not_mendable``, ``nothing_to_mend``
        :raises BadEntry: if the JSON is no entry of this game
        :raises IllegalEntry: if the rules forbid it at its place
        """
        own = self.steps.get(seat, ()) if seat is not None else ()
        old = next((step for step in own if step.line == line and not step.shared), None)
        if old is None:
            raise Refused("no_such_line", line=line)
        entry = self.game.entry_from_json(data)
        if self.game.is_shared(entry):
            raise Refused("not_mendable")
        if entry == old.entry:
            raise Refused("nothing_to_mend")
        steps, fallen = self._changed(seat, old.line, lambda step: (step.mended(number, entry),))
        if fallen and fallen[0].step.line == old.line:
            raise fallen[0].why
        return entry, steps, fallen

    def _without(
        self, seat: int | None, line: Json, answers: Collection[Json] = ()
    ) -> tuple[dict[int, tuple[Step, ...]], list[_Fallen]]:
        """The steps without this line of the seat (or of the table), and the entries that no longer stand.

        :param answers: the lines of entries that go with it
        """
        return self._changed(seat, line, lambda step: step.without(line), answers)

    def _changed(
        self,
        seat: int | None,
        line: Json,
        change: Callable[[Step], tuple[Step, ...]],
        answers: Collection[Json] = (),
    ) -> tuple[dict[int, tuple[Step, ...]], list[_Fallen]]:
        """The steps after a change of the one that this line of the seat (or of the table) is about.

        The second part are the entries that no longer stand, the changed one included.
        """
        steps, fallen = dict(self.steps), list[_Fallen]()
        for number, old in self.steps.items():
            if seat not in (None, number):
                continue
            at = next((i for i, step in enumerate(old) if line in step.live and step.shared == (seat is None)), None)
            if at is not None:
                later = (step for step in old[at + 1 :] if step.shared or step.line not in answers)
                steps[number], its_fallen = self._replayed(number, old[:at], (*change(old[at]), *later))
                fallen += its_fallen
        return steps, fallen

    def _replayed(
        self, number: int, kept: tuple[Step, ...], later: Iterable[Step]
    ) -> tuple[tuple[Step, ...], list[_Fallen]]:
        steps, fallen = list(kept), []
        for step in later:
            sheet = steps[-1].sheet if steps else self.blank
            try:
                steps.append(self._step(sheet, step.line, step.entry, step.shared, step.mends))
            except IllegalEntry as why:
                fallen.append(_Fallen(number, step, why))
        return tuple(steps), fallen

    # What stands

    @property
    def sheets(self) -> dict[int, Any]:
        """Seat → its sheet; seats on paper are absent."""
        return {number: steps[-1].sheet if steps else self.blank for number, steps in self.steps.items()}

    @property
    def began(self) -> bool:
        """Whether an entry stands on some sheet."""
        return any(self.steps.values())

    @property
    def is_over(self) -> bool:
        """Whether some sheet ends the game for the whole table."""
        return any(self.game.is_over(sheet) for sheet in self.sheets.values())

    def is_closed(self, seat: int) -> bool:
        """Whether the game is over for this sheet: it is over, and no call waits for the sheet's answer.

        A table that plays without calls cannot tell who has still to answer the last one: there it stays open.
        """
        return self.is_over and self.undoable(None) is not None and not self.game.is_awaited(self.sheets[seat])

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is; None alone at a table, and where the players keep no turns."""
        if len(self.seats) == 1:
            return None
        if self.course.begun:
            return self.course.last.turn
        enters_without_calls = self.began and not self.game.turns_make_rounds
        return None if enters_without_calls else self._order[0]

    @property
    def thinking(self) -> list[Seat]:
        """The players with a sheet who still owe an answer to a call; free seats answer nothing.

        Where no device is told, as for those who watch, every sheet counts.
        """
        untold = not any(seat.holder for seat in self.seats)
        answering = [seat for seat in self.seats if seat.number in self.steps and (seat.holder or untold)]
        return [seat for seat in answering if self.game.is_awaited(self.sheets[seat.number])]

    @property
    def owing(self) -> list[Seat]:
        """The players whose sheet is kept by a device and waits for something that they may still enter."""
        kept = [seat for seat in self.seats if seat.holder and seat.number in self.steps]
        return [seat for seat in kept if self.game.is_owing(self.sheets[seat.number])]

    @property
    def passing_begins(self) -> bool:
        """Whether passing the turn on now begins the next round."""
        last = self.turn == self._order[-1]
        return self.game.turns_make_rounds and last and self.next_round is not None

    @property
    def is_finished(self) -> bool:
        """Whether all is played: the game is over and nobody still thinks, or the last turn of all was passed on."""
        return self.course.is_through or (self.is_over and not self.thinking)

    @property
    def is_spread_in_doubt(self) -> bool:
        """Whether something else may lie on the table than was told, since a call came of which nobody told how."""
        return not self.course.last.known and self.course.last.spread != self.game.spread

    @property
    def names(self) -> dict[int, str]:
        """Seat → name."""
        return {seat.number: seat.name for seat in self.seats}

    @property
    def next_round(self) -> Any:
        """The entry that begins the next round on every sheet; None if there is none, or none is left."""
        a_sheet = next(iter(self.sheets.values()))
        return next((entry for entry in self.game.options(a_sheet) if self.game.is_shared(entry)), None)

    @property
    def scores(self) -> dict[int, Score]:
        """Seat → the points of its sheet as if the game ended now."""
        return {number: self.game.score(sheet) for number, sheet in self.sheets.items()}

    def ranking(self) -> list[tuple[int, int, Score]]:
        """Place, seat and score, the best first; equal rankings share a place, and the next place is left out."""
        scores = sorted(self.scores.items(), key=lambda item: item[1].ranking, reverse=True)
        better = {score.ranking: index for index, (_, score) in reversed(list(enumerate(scores)))}
        return [(better[score.ranking] + 1, number, score) for number, score in scores]

    def effects(self, line: int) -> dict[int, tuple[Effect, ...]]:
        """Seat → what this line set off on its sheet; empty if the line is not (or no longer) live.

        For a mend: what the entry sets off at its place.
        """
        return {number: step.effects for number, steps in self.steps.items() for step in steps if line in step.live}

    def undoable(self, seat: int | None) -> int | None:
        """The last live entry or mend of a seat, or with None the last round, call or turn of the table."""
        return max(self._live(seat), default=None)

    def _live(self, seat: int | None) -> list[int]:
        if seat is None:
            return [move.line for move in self.course.moves[1:]]
        return [line for step in self.steps.get(seat, ()) if not step.shared for line in step.live]

    def seat(self, number: int) -> Seat:
        """The seat of this number.

        :raises Refused: ``no_such_seat``
        """
        for seat in self.seats:
            if seat.number == number:
                return seat
        raise Refused("no_such_seat", seat=number)

    def for_watching(self) -> "Table":
        """The same table under its watching code, for somebody who may only look: no device is told.

        :raises Refused: ``no_such_table`` if it has no such code
        """
        if self.watch is None:
            raise Refused("no_such_table", code=self.code)
        seats = tuple(replace(seat, holder=None) for seat in self.seats)
        return replace(self, code=self.watch, host=None, seats=seats)

    # Deciding: each gives the line to write, or raises, and changes nothing

    def add_seat(self, name: str, paper: bool = False, holder: str | None = None) -> Draft:
        """One player more sits down; the number of players fixes the rounds (the rules, section 1).

        :param holder: the device that keeps the new seat's sheet at once; None leaves the seat free
        :raises Refused: ``table_ended``, ``game_began`` once an entry stands, ``table_full``, ``bad_name``,
            ``name_taken``
        """
        self._check_not_begun()
        if len(self.seats) == self.game.max_players:
            raise Refused("table_full", most=self.game.max_players)
        held = {"holder": holder} if holder and not paper else {}
        return Draft(self._next_seat, "seat", {"name": self._new_name(name), "paper": paper, **held})

    def remove_seat(self, seat: int) -> Draft:
        """A player leaves before the first entry; the others keep their numbers.

        :raises Refused: ``no_such_seat``, ``table_ended``, ``game_began`` once an entry stands, ``no_sheet`` if nobody
            with a sheet would be left
        """
        leaving = self.seat(seat)
        self._check_not_begun()
        if not _has_sheet([place for place in self.seats if place is not leaving]):
            raise Refused("no_sheet")
        return Draft(seat, "removed", {})

    def rename(self, seat: int, name: str) -> Draft:
        """The player is called something else, at any time.

        :raises Refused: ``no_such_seat``, ``bad_name``, ``name_taken``
        """
        self.seat(seat)
        return Draft(seat, "renamed", {"name": self._new_name(name, seat)})

    def _new_name(self, name: str, seat: int | None = None) -> str:
        others = [place.name for place in self.seats if place.number != seat]
        return _unlike(others, clean_name(name))

    def take(self, seat: int, holder: str) -> Draft:
        """A device takes the seat and keeps its sheet from now on.

        :raises Refused: ``no_such_seat``, ``seat_on_paper``, ``seat_taken`` if another device holds it
        """
        place = self._check_sheet(seat)
        if place.holder not in (None, holder):
            raise Refused("seat_taken", seat=seat)
        return Draft(seat, "taken", {"holder": holder})

    def move(self, seat: int, since: int, holder: str) -> Draft:
        """A device takes the seat over from whoever holds it since that line.

        :raises Refused: ``no_such_seat``, ``seat_on_paper``, ``seat_moved`` if it was taken or freed meanwhile
        """
        if self._check_sheet(seat).since != since:
            raise Refused("seat_moved", seat=seat)
        return Draft(seat, "taken", {"holder": holder})

    def free(self, seat: int) -> Draft:
        """The seat is free for another device.

        :raises Refused: ``no_such_seat``, ``seat_on_paper``, ``seat_not_taken``
        """
        if self._check_sheet(seat).holder is None:
            raise Refused("seat_not_taken", seat=seat)
        return Draft(seat, "freed", {})

    def enter(self, seat: int | None, entry: Json, by: int | None = None) -> Draft:
        """An entry in its JSON (the rules, section 3): on the seat's own sheet, a round or a call on every sheet.

        :param seat: who enters it; None for a round or a call that comes from nobody's sheet
        :param by: the player on paper whose call it is; None for the seat's own, or whichever of them has the turn
        :raises Refused: ``table_ended``, ``no_such_seat``, ``seat_on_paper``
        :raises BadEntry: if the JSON is no entry of this game
        :raises IllegalEntry: if the rules forbid it; for a round or a call the details name the ``seat`` whose sheet
            forbids it (``game_over``: it has ended the game already), and then no sheet hears it
        """
        self._check_playing()
        if seat is not None:
            self._check_sheet(seat)
        read = self.game.entry_from_json(entry)
        if self.game.is_shared(read):
            return self._enter_shared(seat, read, by)
        if seat is None:
            raise Refused("no_such_seat", seat=None)
        if self.is_closed(seat):
            raise IllegalEntry("game_over")
        self.game.enter(self.sheets[seat], read)
        return Draft(seat, "entry", {"entry": read.to_json()})

    def _enter_shared(self, seat: int | None, entry: Any, by: int | None = None) -> Draft:
        data = entry.to_json()
        by = by or (self._paper_in_turn if data.get("active") is False else seat)
        # Whoever ended the game answers first: that another sheet still owes its answer matters no more.
        for number, sheet in sorted(self.sheets.items(), key=lambda item: not self.game.is_over(item[1])):
            try:
                self.game.enter(sheet, self._heard(entry, number, by))
            except IllegalEntry as illegal:
                raise IllegalEntry(illegal.reason, **{**illegal.details, "seat": number}) from illegal
        return Draft(None, "entry", {"entry": data, "by": by})

    @property
    def _paper_in_turn(self) -> int | None:
        """The seat on paper that is next to have a turn."""
        at = self._order.index(self.turn) if self.turn else 0
        return next((seat.number for seat in (*self.seats[at:], *self.seats[:at]) if seat.paper), None)

    def lay(self, seat: int, laying: Json, by: int | None = None) -> Draft:
        """What the active player lays on the table makes the call that reaches every sheet.

        :param by: as for :meth:`enter`
        :raises Refused: ``table_ended``, ``no_such_seat``, ``seat_on_paper``, ``spread_in_doubt``
        :raises BadEntry: if the JSON is no laying of this game
        :raises IllegalEntry: if the rules forbid the laying, or as for :meth:`enter` the call
        """
        self._check_playing()
        self._check_sheet(seat)
        if self.is_spread_in_doubt:
            raise Refused("spread_in_doubt")
        spread, entry = self.game.lay(self.course.last.spread, laying)
        draft = self._enter_shared(seat, self.game.for_sheet(entry, active=by is None), by)
        return replace(draft, data={**draft.data, "spread": spread.to_json()})

    def arrange(self, told: Json) -> Draft:
        """Somebody tells or corrects what lies on the table.

        :raises Refused: ``table_ended``
        :raises BadEntry: if the JSON tells nothing of this game
        """
        self._check_playing()
        return Draft(None, "spread", {"spread": self.game.arrange(self.course.last.spread, told).to_json()})

    def pass_turn(self, by: int | None = None) -> Draft:
        """The turn goes on to the next seat. After the last one the next round begins, or the game is through.

        :param by: the seat that passes it on; None if it comes from the table
        :raises Refused: ``table_ended``, ``no_turns`` alone at a table and after the last turn of all
        """
        self._check_playing()
        if len(self.seats) == 1 or self.course.is_through:
            raise Refused("no_turns")
        to = self._next_to(self.turn) if self.turn else self._order[0]
        if self.passing_begins:
            return self._enter_shared(None, self.next_round)
        is_last_of_all = self.turn and self.game.turns_make_rounds and to == self._order[0]
        return Draft(None, "turn", {"to": None if is_last_of_all else to, "by": by})

    def mend(self, seat: int, line: int, entry: Json) -> Draft:
        """The seat changes one of its own live entries where it stands; everything after it must still stand.

        :param line: the line that wrote the entry
        :param entry: in its JSON (the rules, section 3), what stands there from now on
        :raises Refused: ``table_ended``, ``no_such_seat``, ``seat_on_paper``, ``no_such_line`` if no live entry of this
            seat was written there, ``not_mendable`` into a round or a call, ``nothing_to_mend`` if it stands there
            already, ``mend_breaks`` with details as for ``undo_breaks`` in :meth:`undo`
        :raises BadEntry: if the JSON is no entry of this game
        :raises IllegalEntry: if the rules forbid it at its place
        """
        self._check_playing()
        self._check_sheet(seat)
        read, _, fallen = self._mended(seat, line, entry, self.version + 1)
        _check_stands("mend_breaks", fallen)
        return Draft(seat, "mend", {"line": line, "entry": read.to_json()})

    def undo(self, seat: int, line: int | None = None) -> Draft:
        """The seat takes one of its own live lines back; everything after it must still stand.

        An entry goes together with its mends; without a mend the entry before it stands again.

        :param line: an entry, or the newest mend of one; None for the seat's last line
        :raises Refused: ``table_ended``, ``no_such_seat``, ``seat_on_paper``, ``nothing_to_undo``, ``no_such_line`` if
            the line is not a live one of this seat, ``undo_breaks`` with the ``line``, ``seat`` and ``entry`` of the
            first entry that would no longer stand, and the ``reason`` and ``details`` why
        """
        self._check_playing()
        self._check_sheet(seat)
        return self._undo(seat, line)

    def undo_shared(self) -> Draft:
        """The table takes its last live round, call or turn back, from every sheet, and a call with its answers.

        :raises Refused: ``table_ended``, ``nothing_to_undo``, ``undo_breaks`` as for :meth:`undo`
        """
        self._check_playing()
        return self._undo(None, None)

    def _undo(self, seat: int | None, line: int | None) -> Draft:
        live = self._live(seat)
        if line is not None and line not in live:
            raise Refused("no_such_line", line=line)
        if not live:
            raise Refused("nothing_to_undo")
        taken_back = max(live) if line is None else line
        answers = list(self._answers(taken_back)) if seat is None else []
        _, fallen = self._without(seat, taken_back, answers)
        _check_stands("undo_breaks", fallen)
        return Draft(seat, "undo", {"line": taken_back, **({"answers": answers} if answers else {})})

    def _answers(self, line: int) -> Iterator[int]:
        """The lines of the entries that answered what this line of the table asked of every sheet."""
        for steps in self.steps.values():
            awaited = False
            for step in steps:
                if awaited and not step.shared and not self.game.is_awaited(step.sheet):
                    yield step.line
                    break
                awaited = self.game.is_awaited(step.sheet) and (awaited or step.line == line)

    def end(self) -> Draft:
        """The players close the table; until it is reopened nothing is entered or undone.

        :raises Refused: ``table_ended``
        """
        self._check_playing()
        return Draft(None, "ended", {})

    def reopen(self) -> Draft:
        """The players go on.

        :raises Refused: ``table_not_ended``
        """
        if not self.ended:
            raise Refused("table_not_ended")
        return Draft(None, "reopened", {})

    def _check_not_begun(self) -> None:
        self._check_playing()
        if self.began:
            raise Refused("game_began")

    def _check_playing(self) -> None:
        if self.ended:
            raise Refused("table_ended")

    def _check_sheet(self, number: int) -> Seat:
        seat = self.seat(number)
        if seat.paper:
            raise Refused("seat_on_paper", seat=number)
        return seat


_NO_CONCERN_OF_THE_SHEET = frozenset({"renamed", "taken", "freed", "turn", "spread"})

_FOLDS: Mapping[str, Callable[[Table, Line], Table]] = {
    "seat": Table._fold_seat,
    "renamed": Table._fold_renamed,
    "removed": Table._fold_removed,
    "taken": Table._fold_taken,
    "freed": Table._fold_freed,
    "entry": Table._fold_entry,
    "mend": Table._fold_mend,
    "undo": Table._fold_undo,
    "turn": Table._fold_turn,
    "spread": Table._fold_spread,
    "ended": Table._fold_ended,
    "reopened": Table._fold_reopened,
}


def open_table(game: str, seats: Sequence[tuple[str, bool]], host: str, watch: str | None = None) -> list[Draft]:
    """The lines that open a table.

    :param game: its name in the registry
    :param seats: name and whether the player writes on paper; 1 to the game's most players, one at least not on paper
    :param host: an opaque id of the device that opens it
    :param watch: a secret code for those who only look on; None for no such code
    :raises Refused: ``no_such_game``, ``table_full``, ``no_sheet``, ``bad_name``, ``name_taken``
    """
    most = _game(game).max_players
    if len(seats) > most:
        raise Refused("table_full", most=most)
    if all(paper for _, paper in seats):
        raise Refused("no_sheet")
    names: list[str] = []
    for name, _ in seats:
        names.append(_unlike(names, clean_name(name)))
    sitting = [
        Draft(number, "seat", {"name": name, "paper": paper})
        for number, (name, (_, paper)) in enumerate(zip(names, seats, strict=True), start=1)
    ]
    watched = {"watch": watch} if watch else {}
    return [Draft(None, "opened", {"game": game, "host": host, **watched}), *sitting]


def clean_name(name: Json) -> str:
    """The name as it is shown: composed, white space collapsed, control characters removed.

    :raises Refused: ``bad_name`` if 1 to 24 characters, one of them visible, do not remain
    """
    if not isinstance(name, str):
        raise Refused("bad_name", longest=LONGEST_NAME)
    kept = "".join(char for char in unicodedata.normalize("NFC", name) if char.isspace() or not _is_control(char))
    clean = " ".join(kept.split())
    visible = any(unicodedata.category(char) != "Cf" for char in clean)
    if not visible or len(clean) > LONGEST_NAME:
        raise Refused("bad_name", longest=LONGEST_NAME)
    return clean


def _unlike(names: Iterable[str], name: str) -> str:
    """The name, unless somebody is called so already."""
    if name.casefold() in map(str.casefold, names):
        raise Refused("name_taken", name=name)
    return name


def _is_control(char: str) -> bool:
    # Lone surrogates cannot be written as UTF-8; marks of direction would turn what is printed beside the name.
    return unicodedata.category(char) in ("Cc", "Cs") or char in _BIDI_CONTROLS


def _game(name: Json) -> Game[Any, Any]:
    game = games.get(name) if isinstance(name, str) else None
    if game is None:
        raise Refused("no_such_game", game=name)
    return game


def _text(value: Json) -> str | None:
    return value if isinstance(value, str) else None


def _has_sheet(seats: Iterable[Seat]) -> bool:
    return any(not seat.paper for seat in seats)


def _check_stands(reason: str, fallen: Sequence[_Fallen]) -> None:
    if not fallen:
        return
    first = min(fallen, key=lambda one: (one.step.line, one.seat))
    raise Refused(
        reason,
        line=first.step.line,
        seat=first.seat,
        entry=first.step.entry.to_json(),
        reason=first.why.reason,
        details=dict(first.why.details),
    )
