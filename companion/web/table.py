"""A table: who sits at it, how they stand, the next round or call, its end. It knows no game."""

import secrets
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Any

from flask import Blueprint, Response, current_app, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from companion.course import Move
from companion.live import TooManyStreams
from companion.rules.game import BadEntry, Json
from companion.table import Draft, Seat, Table
from companion.web import current, words
from companion.web.addresses import for_other_phones, qr_code
from companion.web.forms import posted_entry, posted_number
from companion.web.preferences import hides_points
from companion.web.sheet import REFUSALS, STATUS, decided
from companion.web.words import WebRefused

blueprint = Blueprint("table", __name__)

Answer = BaseResponse | tuple[str, int]


@dataclass(frozen=True)
class View:
    """Everything that the table's template needs."""

    table: Table
    why: str | None = None
    form: MultiDict[str, str] = field(default_factory=MultiDict)

    @property
    def steers(self) -> bool:
        return current.may_steer(self.table)

    @property
    def hosts(self) -> bool:
        return current.hosts(self.table)

    @property
    def join_url(self) -> str:
        """The table's address for other phones."""
        return for_other_phones("table.show", code=self.table.code)

    @property
    def watches(self) -> bool:
        """Whether this page was opened with the code for those who only watch."""
        return self.table.code == self.table.watch

    @property
    def watch_url(self) -> str | None:
        """The address for those who only watch; of no use for sitting down."""
        return for_other_phones("table.show", code=self.table.watch) if self.table.watch else None

    def manages(self, seat: Seat) -> bool:
        """Whether this browser may rename, move, free or remove the seat."""
        return self.hosts or current.holds(seat)

    @property
    def round_entry(self) -> dict[str, Json] | None:
        """The JSON of the next round, if this game has rounds and one is left."""
        entry = self.table.next_round
        return entry.to_json() if entry else None

    @property
    def shared_version(self) -> int:
        return shared_version(self.table)

    @staticmethod
    def new_key() -> str:
        """One for each form, so that pressing it twice counts once."""
        return secrets.token_urlsafe(12)

    @property
    def last_move(self) -> Move | None:
        """The last round, call or turn, which the table can take back."""
        return self.table.course.last if self.table.course.begun else None

    @property
    def turn(self) -> str | None:
        """Whose turn it is, as a sentence."""
        return words.turn(self.table, mine=False)

    @property
    def a_sheet(self) -> Any:
        """Some sheet of the table, for what all of them share, such as the round."""
        return next(iter(self.table.sheets.values()))

    @property
    def mine(self) -> list[int]:
        """The seats whose sheets this browser keeps."""
        return [seat.number for seat in self.table.seats if current.holds(seat)]

    def shown(self, points: int) -> str:
        """The points with a true minus, or a mark where this browser hides them until the end."""
        return "–" if hides_points() and not self.table.ended else words.minus(points)

    @property
    def hidden(self) -> bool:
        return hides_points() and not self.table.ended

    def names(self, ranked: list[tuple[int, int, Any]]) -> str:
        return ", ".join(self.table.seat(number).name for _, number, _ in ranked)

    def holds(self, number: int) -> bool:
        return current.holds(self.table.seat(number))


@blueprint.get("/t/<code>")
def show(code: str) -> Answer:
    table = current.table(code)
    current.remember(code)
    return rendered(View(table), 200)


@blueprint.get("/t/<code>/qr.svg")
def qr(code: str) -> Response:
    """The table's address, for the cameras of the others."""
    return qr_code(View(current.table(code)).join_url)


@blueprint.post("/t/<code>/shared")
def share(code: str) -> Answer:
    """A round (or the call of a player on paper) that reaches every sheet."""
    return _steered(code, lambda table: table.enter(None, _shared_entry(table)))


@blueprint.post("/t/<code>/undo")
def undo(code: str) -> Answer:
    """The table takes its last round, call or turn back; asked for on a sheet (``back``), the answer is that sheet."""
    seat = request.form.get("back", type=int)
    if seat is not None:
        return decided(code, seat, lambda table: _unless_overtaken(table).undo_shared())
    return _steered(code, lambda table: table.undo_shared())


@blueprint.post("/t/<code>/turn")
def turn(code: str) -> Answer:
    """The turn goes on to the next seat; passed on from a sheet (``back``), the answer is that sheet."""
    seat = request.form.get("back", type=int)
    if seat is not None:
        return decided(code, seat, lambda table: _unless_overtaken(table).pass_turn(seat))
    return _steered(code, lambda table: table.pass_turn())


def _unless_overtaken(table: Table) -> Table:
    """The table, if the sheet that posts has seen its last round, call or turn."""
    if posted_number(request.form, "shared") not in (None, shared_version(table)):
        raise WebRefused("overtaken")
    return table


@blueprint.post("/t/<code>/end")
def end(code: str) -> Answer:
    return _steered(code, lambda table: table.end())


@blueprint.post("/t/<code>/reopen")
def reopen(code: str) -> Answer:
    return _steered(code, lambda table: table.reopen())


@blueprint.get("/t/<code>/events")
def events(code: str) -> Answer | Response:
    """Server-sent events: ``moved`` with the number of the table's last line."""
    table = current.table(code)
    last = request.headers.get("Last-Event-ID", type=int) or request.args.get("since", 0, type=int)
    try:
        stream: Iterator[str] = current_app.extensions["live"].stream(current.log_code(table), last)
    except TooManyStreams:
        return "", 503
    return Response(stream, mimetype="text/event-stream", headers={"X-Accel-Buffering": "no"})


def _shared_entry(table: Table) -> Json:
    entry = posted_entry(request.form)
    if not table.game.is_shared(table.game.entry_from_json(entry)):
        raise BadEntry("not for the whole table")
    return entry


def shared_version(table: Table) -> int:
    """The last live round, call or turn; 0 before the first."""
    return table.undoable(None) or 0


def _steered(code: str, decision: Callable[[Table], Draft]) -> Answer:
    """Only who sits at the table (or opened it) may do this."""

    def checked(table: Table) -> Draft:
        if not current.may_steer(table):
            raise WebRefused("not_seated")
        return decision(table)

    return answered(code, checked)


def answered(code: str, decision: Callable[[Table], Draft]) -> Answer:
    """Write it and go back to the table; ``shared`` guards against two players pressing at once."""

    def checked(table: Table) -> Draft:
        seen = posted_number(request.form, "shared")
        if seen is not None and seen != shared_version(table):
            raise WebRefused("stale")
        return decision(table)

    try:
        current.decide(code, posted_key(), checked)
    except REFUSALS as refused:
        return refused_with(code, refused)
    return redirect(url_for("table.show", code=code), 303)


def posted_key() -> str:
    """What the page made for this tap; empty if it made nothing."""
    return request.form.get("key", "")[: current.LONGEST_KEY]


def refused_with(code: str, refused: Exception) -> Answer:
    status = STATUS.get(getattr(refused, "reason", "bad_request"), 422)
    table = current.table(code)
    return rendered(View(table, words.why(refused, table.names), request.form), status)


def rendered(view: View, status: int) -> Answer:
    template = "table/fragment.html" if request.headers.get("HX-Request") else "table/page.html"
    return render_template(template, v=view), status
