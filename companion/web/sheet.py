"""A player's sheet: look at it, enter on it, take entries back. It knows no game; the game's template draws."""

import re
import secrets
from collections.abc import Callable, Hashable, Iterator
from dataclasses import dataclass
from functools import cached_property
from hashlib import blake2b
from typing import Any, Generic, TypeVar

from flask import Blueprint, abort, redirect, render_template, request, url_for
from flask_babel import get_locale
from flask_babel import gettext as _
from jinja2.runtime import Macro
from markupsafe import Markup, escape
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response

from companion.rules.game import BadEntry, Effect, Game, IllegalEntry, Json, Score
from companion.table import Draft, Refused, Seat, Step, Table
from companion.web import current, words
from companion.web.forms import posted_entry, posted_number, posted_object
from companion.web.preferences import hides_points
from companion.web.words import WebRefused

blueprint = Blueprint("sheet", __name__)

KEY = re.compile(r"[A-Za-z0-9_-]{1,64}")
STATUS = {
    "stale": 409,
    "table_ended": 409,
    "not_yours": 403,
    "not_seated": 403,
    "bad_request": 400,
    "no_such_seat": 404,
}
"""Reason → HTTP status; every other refusal is a 422."""


D = TypeVar("D")


class Drawings(Generic[D]):
    """Pieces of pages as they were drawn before, by all that they depend on. They can be thrown away at any time."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._kept: dict[Hashable, D] = {}

    def get(self, key: Hashable, draw: Callable[[], D]) -> D:
        drawing = self._kept.get(key)
        if drawing is None:
            if len(self._kept) >= self._most:
                self._kept.clear()
            drawing = self._kept[key] = draw()
        return drawing


_fields: Drawings[Markup] = Drawings(20_000)
_sections: Drawings[tuple[Markup, str]] = Drawings(2_000)

Answer = Response | tuple[str, int]
Foreseen = tuple[tuple[int | None, ...], tuple[Effect, ...]]
"""Numbers, and the effects that all of them would have."""
MOST_NAMES = 2
"""How many players are named above the number keys."""
REFUSALS = (BadEntry, IllegalEntry, Refused, WebRefused)


@dataclass(frozen=True)
class Choice:
    """What the player has picked so far.

    :param number: the picked number, waiting for its field
    :param field: the picked field, waiting for its number
    :param bonus: which of several waiting ? to use
    :param mend: a filled field whose entry may be changed or taken back
    :param sure: what to ask about first: ``"round"``, ``"undo"`` or ``"end"``
    :param later: the player does not want to see the result yet
    :param version: the sheet's version when this was picked; mending ends when the sheet moves on
    """

    number: int | None = None
    field: str | None = None
    bonus: str | None = None
    mend: str | None = None
    sure: str | None = None
    later: bool = False
    version: int | None = None

    @classmethod
    def of(cls, args: MultiDict[str, str]) -> "Choice":
        return cls(
            number=args.get("number", type=int),
            field=args.get("field"),
            bonus=args.get("bonus"),
            mend=args.get("mend"),
            sure=args.get("sure"),
            later="later" in args,
            version=args.get("version", type=int),
        )


@dataclass(frozen=True)
class AtSeat:
    """A player's place at the table, as it stands now."""

    table: Table
    seat: Seat

    @staticmethod
    def new_key() -> str:
        """One for each form, so that posting it twice enters once."""
        return secrets.token_urlsafe(12)

    @property
    def game(self) -> Game[Any, Any]:
        return self.table.game

    @property
    def printed(self) -> Any:
        """The printed sheet, for the template of this game."""
        return self.game.printed

    @property
    def version(self) -> int:
        return self.table.versions[self.seat.number]

    @property
    def moment(self) -> str:
        """The same as long as nobody calls, passes the turn on or tells what lies on the table."""
        now = (self.table.turn, self.table.course.last)
        return blake2b(repr(now).encode(), digest_size=6).hexdigest()


@dataclass(frozen=True)
class View(AtSeat):
    """Everything that a sheet's template needs.

    :param mine: whether this browser keeps the sheet
    :param why: why the last tap was refused, to be shown at ``why_field`` if there is one
    :param effects: what the last entry set off
    :param said: what was taken back or changed just now, as a sentence
    :param heard: the entry that was made just now, for those who do not see it
    """

    mine: bool
    choice: Choice = Choice()
    why: str | None = None
    why_field: str | None = None
    effects: tuple[Effect, ...] = ()
    said: str | None = None
    heard: str | None = None

    @cached_property
    def own(self) -> list[Seat]:
        """The seats whose sheets this browser keeps."""
        return [seat for seat in self.table.seats if current.holds(seat)]

    @cached_property
    def sheet(self) -> Any:
        return self.table.sheets[self.seat.number]

    @cached_property
    def score(self) -> Score:
        return self.game.score(self.sheet)

    @cached_property
    def hides(self) -> bool:
        return hides_points()

    @property
    def hidden(self) -> bool:
        """Whether points are hidden until the game has ended."""
        return self.hides and not self.table.ended

    def shown(self, points: int) -> str:
        """The points with a true minus, or a mark where they are hidden."""
        return "–" if self.hidden else words.minus(points)

    @property
    def open(self) -> bool:
        """Whether something may be entered here and now by this browser."""
        return self.mine and not self.table.ended

    @cached_property
    def options(self) -> list[tuple[Any, dict[str, Json]]]:
        """Every legal entry and its JSON; none on somebody else's or an ended sheet."""
        closed = not self.open or self.table.is_closed(self.seat.number)
        return [] if closed else [(entry, entry.to_json()) for entry in self.game.options(self.sheet)]

    @cached_property
    def waiting(self) -> list[str]:
        """The ? that wait, each colour once."""
        return list(dict.fromkeys(data["bonus"] for _, data in self.options if data.get("action") == "forgo"))

    @cached_property
    def bonus(self) -> str | None:
        """The waiting ? that the next field uses."""
        if self.choice.bonus in self.waiting:
            return self.choice.bonus
        return self.waiting[0] if self.waiting else None

    @cached_property
    def entries(self) -> dict[str, list[tuple[Any, int | None]]]:
        """Field → its legal entries, each with its number; None for a field that takes no number, only a tap."""
        found: dict[str, list[tuple[Any, int | None]]] = {}
        for entry, data in self.options:
            if data.get("bonus") == self.bonus and (name := self.game.field(self.sheet, entry)):
                found.setdefault(name, []).append((entry, data.get("value")))
        return found

    @cached_property
    def fields(self) -> dict[str, list[int | None]]:
        """Field → the numbers that it takes now."""
        return {name: [number for _, number in entries] for name, entries in self.entries.items()}

    @cached_property
    def actions(self) -> list[dict[str, Json]]:
        """The legal actions that mark no field."""
        return [data for _, data in self.options if "action" in data]

    @cached_property
    def is_called(self) -> bool:
        """Whether a call waits for an answer here, and shows large."""
        return self.open and self.game.is_awaited(self.sheet)

    @cached_property
    def called(self) -> int | None:
        """The number of a waiting call, which counts as picked: one tap on a field enters it, or says why it cannot."""
        return self.game.called(self.sheet) if self.open else None

    @cached_property
    def number(self) -> int | None:
        return self.choice.number if self.choice.number in self.game.numbers else self.called

    @cached_property
    def field(self) -> str | None:
        """The picked field, if it still takes a number."""
        return self.choice.field if self.takes(self.choice.field) else None

    def takes(self, name: str | None) -> list[int]:
        """The numbers that this field takes now."""
        return [number for number in self.fields.get(name or "", []) if number is not None]

    def is_legal(self, name: str) -> bool:
        numbers = self.fields.get(name, [])
        return bool(numbers) and (self.number is None or None in numbers or self.number in numbers)

    @cached_property
    def fitting(self) -> tuple[int, ...]:
        """The numbers that can be entered: in the picked field, else anywhere."""
        takers = [self.takes(self.field)] if self.field else self.fields.values()
        found = {number for numbers in takers for number in numbers if number is not None}
        return tuple(sorted(found))

    def entry(self, base: dict[str, Json], number: int | None = None) -> dict[str, Json]:
        """The JSON of an entry, completed by the picked number and the waiting ? that it uses."""
        data = dict(base)
        if number is not None:
            data["value"] = number
        if self.bonus:
            data["bonus"] = self.bonus
        return data

    @cached_property
    def sets_off(self) -> dict[str, tuple[Foreseen, ...]]:
        """Field → what an entry would set off there now, for every field that is legal."""
        return {name: tuple(self._foreseen(entries)) for name, entries in self.entries.items()}

    def _foreseen(self, entries: list[tuple[Any, int | None]]) -> Iterator[Foreseen]:
        found: dict[tuple[Effect, ...], list[int | None]] = {}
        for entry, number in entries:
            effects = tuple(e for e in self.game.foresee(self.sheet, entry) if e.kind in words.FORESEEN)
            found.setdefault(effects, []).append(number)
        return ((tuple(numbers), effects) for effects, numbers in found.items() if effects)

    @cached_property
    def looks(self) -> dict[str, tuple[object, ...]]:
        """Field → its numbers and what it would set off, for every field that is legal now."""
        return {name: (name, tuple(numbers), self.sets_off[name]) for name, numbers in self.fields.items()}

    def draw(self, macro: Macro, name: str, mark: object, *args: object) -> Markup:
        """A field as its macro draws it: most fields look as they looked before, so drawings are kept.

        :param args: whatever else the macro needs; the same for the same field of a printed sheet
        """
        picked = (self.open, self.bonus, self.number, self.field == name or self.is_mended(name))
        key = (self.language, self.game.layout, name, mark, self.looks.get(name), picked, self.why_field == name)
        return _fields.get(key, lambda: Markup(macro(name, mark, *args)))

    def keep(self, macro: Macro, name: str, mark: object, *args: object) -> Markup:
        """A part of a field that looks the same whatever is legal."""
        key = (self.language, self.game.layout, macro.name, name, mark)
        return _fields.get(key, lambda: Markup(macro(name, mark, *args)))

    @cached_property
    def language(self) -> str:
        return str(get_locale())

    def section(self, name: str, classes: str, label: str, *state: Hashable, caller: Callable[[], Markup]) -> Markup:
        """A part of the sheet; of one that the page shows already only the frame is sent, and htmx keeps the rest.

        :param name: begins the names of its fields
        :param state: everything that it shows besides fields, what was picked, and why the last tap was refused
        """
        mine = f"{name}-"
        looks = tuple(look for field, look in self.looks.items() if field.startswith(mine))
        picked = self.field or (self.choice.mend if self.mending else None)
        why = (self.why, self.why_field) if (self.why_field or "").startswith(mine) else None
        key = (self.language, self.game.layout, name, state, looks, self.open, self.bonus, self.number, picked, why)
        inside, digest = _sections.get(key, lambda: _with_digest(name, caller()))
        frame = f'<section id="{name}" class="{classes}" aria-label="{escape(label)}" data-digest="{digest}"'
        if digest in self.shown_already:
            return Markup(f"{frame} hx-morph-skip-children></section>")
        return Markup(f"{frame}>{inside}</section>")

    @cached_property
    def shown_already(self) -> frozenset[str]:
        """The digests of the parts that the page which asks shows."""
        return frozenset(request.values.get("have", "").split()) if is_fragment_wanted() else frozenset()

    def field_entry(self, number: int) -> dict[str, Json]:
        """The JSON of the entry of this number in the picked field."""
        options = (data for entry, data in self.options if self.game.field(self.sheet, entry) == self.field)
        return self.entry(next(options), number)

    @cached_property
    def own_line(self) -> int:
        """The seat's last live entry or mend; 0 before the first."""
        return self.table.undoable(self.seat.number) or 0

    @cached_property
    def heard_line(self) -> int:
        """The last live round or call that this sheet heard; 0 before the first."""
        return max((step.line for step in self.table.steps[self.seat.number] if step.shared), default=0)

    @cached_property
    def shared_line(self) -> int:
        """The table's last round or call, or the turn that this player passed on since; 0 if none is live."""
        last = self.table.course.last
        return last.line if last.by == self.seat.number else self.heard_line

    @property
    def untouched(self) -> bool:
        """Whether nothing was entered here since the last round or call."""
        return self.own_line <= self.heard_line

    @property
    def turn(self) -> Seat | None:
        """Whose turn it is, as long as the game goes on; None where the players keep no turns."""
        turn = None if self.table.ended else self.table.turn
        return self.table.seat(turn) if turn else None

    @property
    def is_my_turn(self) -> bool:
        return self.turn == self.seat

    @property
    def caller(self) -> Seat | None:
        """Whose call came last; None if nobody said so."""
        by = self.table.course.last.by
        return self.table.seat(by) if by else None

    @property
    def is_caller_thinking(self) -> bool:
        """Whether the player who made the last call still owes the own answer."""
        return self.caller in self.table.thinking

    @property
    def thinking(self) -> str:
        """The names of the others who still owe their answer to a call, or how many they are if they are many."""
        names = [seat.name for seat in self.table.thinking if seat != self.seat]
        return ", ".join(names) if len(names) <= MOST_NAMES else str(len(names))

    @property
    def entered_since(self) -> str:
        """The names of the others who have entered something since the table's last round or call."""
        others = (seat for seat in self.table.seats if seat != self.seat)
        return ", ".join(at.name for at in others if (self.table.undoable(at.number) or 0) > self.heard_line)

    @property
    def leads(self) -> bool:
        """Whether something waits here that has to be entered before anything else."""
        return self.open and self.game.is_owing(self.sheet)

    @property
    def owing(self) -> str:
        """The names of those who have something left to enter, as far as a device keeps their sheet."""
        return ", ".join(seat.name for seat in self.table.owing)

    @property
    def news(self) -> str | None:
        """What somebody else did for the whole table, as long as nothing was entered here since."""
        withdrawn, move = self.table.course.withdrawn, self.table.course.last
        if withdrawn and withdrawn.line > self.own_line:
            return words.withdrawn(self.table, withdrawn)
        if move.line <= self.own_line or move.by == self.seat.number or self.table.ended:
            return None
        effects = self.table.effects(move.line).get(self.seat.number, ())
        return words.news(self.table, move, effects, self.is_my_turn)

    @property
    def undo_url(self) -> str | None:
        """Where ↶ posts to: for the seat's own last entry, or alone at the table for its last round or call."""
        if not self.open or not self.own_line + self.shared_line:
            return None
        if len(self.table.seats) == 1 and self.untouched:
            return url_for("table.undo", code=self.table.code)
        return url_for("sheet.undo", code=self.table.code, number=self.seat.number) if self.own_line else None

    @property
    def undo_asks(self) -> bool:
        """Whether ↶ could mean either the seat's own last entry, or the round or call that came after it."""
        return self.open and len(self.table.seats) > 1 and self.shared_line > self.own_line

    def said_by(self, line: int) -> str | None:
        """The words of the entry that this live line wrote."""
        return _words_of(self.table, self.seat.number, line)

    @cached_property
    def mending(self) -> tuple[int, dict[str, Json]] | None:
        """Line and JSON of the entry in the field that is to be mended."""
        before = self.table.blank
        asked = self.open and self.choice.mend and self.choice.version in (None, self.version)
        for step in self.table.steps[self.seat.number] if asked else ():
            if self.choice.mend in _marked(self.game, before, step):
                return step.line, step.entry.to_json()
            before = step.sheet
        return None

    def is_mended(self, name: str) -> bool:
        return self.mending is not None and self.choice.mend == name

    @cached_property
    def mendable(self) -> tuple[int, ...]:
        """The other numbers that the entry which is being mended could have, everything after it still standing."""
        return tuple(number for number in self.game.numbers if self._stands(self.mended(number)))

    def _stands(self, mended: dict[str, Json] | None) -> bool:
        if self.mending is None or mended is None:
            return False
        try:
            self.table.mend(self.seat.number, self.mending[0], mended)
        except REFUSALS:
            return False
        return True

    def mended(self, number: int) -> dict[str, Json] | None:
        """The JSON of the entry that is being mended, with another number; None if it has no number to change."""
        if self.mending is None or "value" not in self.mending[1]:
            return None
        return {**self.mending[1], "value": number}


def _words_of(table: Table, seat: int, line: int) -> str | None:
    found = (step for step in table.steps[seat] if line in step.live)
    step = next(found, None)
    return words.entry(step.entry.to_json()) if step else None


def _with_digest(name: str, inside: Markup) -> tuple[Markup, str]:
    return inside, f"{name}-{blake2b(inside.encode(), digest_size=6).hexdigest()}"


def _marked(game: Game[Any, Any], before: Any, step: Step) -> set[str]:
    """The fields that a step marked: its own, and those written besides."""
    own = game.field(before, step.entry)
    return {name for name in (own, *(e.name for e in step.effects if e.kind == "written")) if name}


def seat_at(table: Table, number: int) -> Seat:
    """The seat, if it has a sheet; answers 404 if not."""
    if number not in table.sheets:
        abort(404)
    return table.seat(number)


@blueprint.get("/t/<code>/s/<int:number>")
def show(code: str, number: int) -> Answer:
    table = current.table(code)
    seat = seat_at(table, number)
    mine, choice = current.holds(seat), Choice.of(request.args)
    if not mine or "why" not in request.args:
        return rendered(View(table, seat, mine, choice), 200)
    try:
        asked = posted_object(request.args, "why")
        field = str(asked.pop("field", ""))
        if choice.bonus:
            asked["bonus"] = choice.bonus
        return rendered(View(table, seat, mine, choice, _why_not(table, number, asked, field), field), 200)
    except BadEntry as bad:
        return rendered(View(table, seat, mine, choice, words.why(bad)), status_of(bad))


def _why_not(table: Table, seat: int, base: dict[str, Json], field: str) -> str | None:
    """Why no number can be entered in this field now; None if one can.

    :param base: the JSON of an entry there, but for its number
    :raises BadEntry: if it is no such entry
    """
    found: dict[str, str] = {}
    for value in table.game.numbers:
        try:
            _entered(table, seat, {**base, "value": value}, field)
        except (IllegalEntry, Refused, WebRefused) as refused:
            found.setdefault(words.why(refused, table.names, seat), refused.reason)
        else:
            return None
    elsewhere = [sentence for sentence, reason in found.items() if reason == "other_field_next"]
    return " ".join(elsewhere or found)


@blueprint.get("/t/<code>/s/<int:number>/others")
def others(code: str, number: int) -> Answer:
    """How the others stand, for the menu."""
    table = current.table(code)
    seat = seat_at(table, number)
    return render_template("sheet/others.html", v=View(table, seat, current.holds(seat))), 200


@blueprint.post("/t/<code>/s/<int:number>/entries")
def enter(code: str, number: int) -> Answer:
    """Enter on the seat's own sheet; a round or a call reaches every sheet of the table."""

    def decision(table: Table) -> Draft:
        return _entered(table, number, posted_entry(request.form), request.form.get("field"))

    return decided(code, number, decision)


@blueprint.post("/t/<code>/s/<int:number>/undo")
def undo(code: str, number: int) -> Answer:
    """Take back the seat's last entry, or the one of a given log line."""

    def decision(table: Table) -> Draft:
        return table.undo(number, posted_number(request.form, "line"))

    return decided(code, number, decision, _mending_refused(number))


@blueprint.post("/t/<code>/s/<int:number>/mend")
def mend(code: str, number: int) -> Answer:
    """Change the entry of an earlier log line; everything that followed must still stand."""

    def decision(table: Table) -> Draft:
        line = posted_number(request.form, "line")
        if line is None:
            raise WebRefused("bad_request")
        return table.mend(number, line, posted_entry(request.form))

    return decided(code, number, decision, _mending_refused(number))


def decided(
    code: str,
    number: int,
    decision: Callable[[Table], Draft],
    answer_refused: Callable[[Table, Exception], Answer] | None = None,
) -> Answer:
    """Write what the decision gives and answer with the sheet; a refusal changes nothing and says why at the field.

    :param answer_refused: answers a refusal in place of the sheet
    """
    seat_at(current.table(code), number)
    try:
        key, version = _key(), _version()
        before = None

        def checked(table: Table) -> Draft:
            nonlocal before
            check_holder(table, number)
            if table.versions[number] != version:
                raise WebRefused("stale")
            before = table
            return decision(table)

        written = current.decide(code, key, checked)
        if written.line.seat not in (None, number):
            raise WebRefused("bad_request")
    except REFUSALS as refused:
        return (answer_refused or _sheet_refused(number))(current.table(code), refused)
    said, effects = _outcome(before or written.table, written, number)
    seat = written.table.seat(number)
    mine = current.holds(seat)  # not always: a tap may arrive again after its sheet has moved to another phone
    heard = None if said else words.marked(written.line.data.get("entry"))
    return rendered(View(written.table, seat, mine, effects=effects, said=said, heard=heard), 200)


def status_of(refused: Exception) -> int:
    return STATUS.get(getattr(refused, "reason", "bad_request"), 422)


def _sheet_refused(number: int, mend: str | None = None) -> Callable[[Table, Exception], Answer]:
    def answer(table: Table, refused: Exception) -> Answer:
        seat = table.seat(number)
        why = words.why(refused, table.names, number)
        choice = Choice(bonus=request.form.get("bonus"), mend=mend)
        view = View(table, seat, current.holds(seat), choice, why, mend or request.form.get("field"))
        return rendered(view, status_of(refused))

    return answer


def _mending_refused(number: int) -> Callable[[Table, Exception], Answer]:
    """The entry that was to be mended stays picked, and the reason stands at its field."""

    def answer(table: Table, refused: Exception) -> Answer:
        field = _field_of(table, number, request.form.get("line", type=int))
        return _sheet_refused(number, field)(table, refused)

    return answer


def _field_of(table: Table, seat: int, line: int | None) -> str | None:
    """The field that the live entry of this line marked."""
    before = table.blank
    for step in table.steps[seat]:
        if step.line == line:
            return table.game.field(before, step.entry)
        before = step.sheet
    return None


def _outcome(before: Table, written: current.Written, number: int) -> tuple[str | None, tuple[Effect, ...]]:
    """What was taken back or changed, in words, and what that set off which had not come before."""
    line = written.line
    effects = written.table.effects(line.number).get(number, ())
    if line.kind == "undo" and (entry := _words_of(before, number, line.data["line"])):
        return _("Taken back: %(entry)s", entry=entry), ()
    if line.kind == "mend":
        earlier = before.effects(line.data["line"]).get(number, ())
        changed = _("Changed to: %(entry)s", entry=words.entry(line.data["entry"]))
        return changed, tuple(effect for effect in effects if effect not in earlier)
    return words.said(line.data.get("entry")), effects


def is_fragment_wanted() -> bool:
    """Whether htmx asks, and so wants the sheet alone."""
    return request.headers.get("HX-Request") == "true"


def rendered(view: View, status: int) -> Answer:
    """The sheet: alone for htmx, else as a page of its own; a form that was posted with success leads back to it."""
    if is_fragment_wanted():
        return render_template("sheet/fragment.html", v=view), status
    if request.method == "POST" and status == 200:
        return redirect(url_for("sheet.show", code=view.table.code, number=view.seat.number), 303)
    return render_template("sheet/page.html", v=view), status


def check_holder(table: Table, number: int) -> None:
    if not current.holds(table.seat(number)):
        raise WebRefused("not_yours")


def _entered(table: Table, number: int, data: Json, tapped: str | None) -> Draft:
    """The entry, where it was tapped: in a row that fills from left to right that must be its next field."""
    draft = table.enter(number, data)
    marked = table.game.field(table.sheets[number], table.game.entry_from_json(data))
    if tapped and marked and tapped != marked:
        raise WebRefused("other_field_next", next=marked.rpartition("-")[2])
    return draft


def _key() -> str:
    key = request.form.get("key", "")
    if not KEY.fullmatch(key):
        raise WebRefused("bad_request")
    return key


def _version() -> int:
    version = posted_number(request.form, "version")
    if version is None:
        raise WebRefused("bad_request")
    return version
