"""Making a call: what the active player lays, rolls or says, what it comes to, and what lies open on the table.

It knows no game: the game's template draws what there is to pick, the rules tell what it comes to.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, redirect, render_template, request, url_for
from werkzeug.datastructures import MultiDict

from companion.rules.game import BadEntry, Json
from companion.table import Draft, Seat, Table
from companion.web import current, words
from companion.web.forms import LAYING, PREFIX, posted_entry, posted_number, posted_parts
from companion.web.sheet import REFUSALS, Answer, AtSeat, check_holder, decided, is_fragment_wanted, seat_at, status_of
from companion.web.words import WebRefused

blueprint = Blueprint("calling", __name__)

Picks = MultiDict[str, str]


@dataclass(frozen=True)
class View(AtSeat):
    """Everything that the dialog's template needs.

    :param picks: what the player has picked so far, as the fields of a form
    :param refused: why it was refused when it was posted
    """

    picks: Picks
    refused: str | None = None

    @property
    def url(self) -> str:
        """The dialog with nothing picked."""
        return url_for("calling.show", code=self.table.code, number=self.seat.number)

    @property
    def url_now(self) -> str:
        """The dialog as it is."""
        return f"{self.url}?{urlencode(list(self.picks.items(multi=True)))}".removesuffix("?")

    @property
    def url_told(self) -> str:
        """Where what lies on the table is told to."""
        return url_for("calling.tell", code=self.table.code, number=self.seat.number)

    @property
    def spread(self) -> Any:
        return self.table.course.last.spread

    @cached_property
    def lying(self) -> list[Json]:
        """The JSON of what lies on the table, each place in turn."""
        return [] if self.spread is None else self.spread.to_json()

    @property
    def doubt(self) -> bool:
        return self.table.is_spread_in_doubt

    @cached_property
    def callers(self) -> list[Seat]:
        """Whose call it can be: the sheet's owner, or a player on paper."""
        return [self.seat, *(seat for seat in self.table.seats if seat.paper)]

    @cached_property
    def by(self) -> Seat:
        """Whose call it is: as picked, else a player on paper who has the turn."""
        picked = self.picks.get("by", self.table.turn, type=int)
        return next((seat for seat in self.callers if seat.number == picked), self.seat)

    @cached_property
    def laying(self) -> dict[str, Json]:
        return _parts(self.picks, LAYING)

    @cached_property
    def entry(self) -> dict[str, Json]:
        return _parts(self.picks, PREFIX)

    def comes_to(self) -> tuple[Any, str | None]:
        """The call that the picks would make, as an entry; or why they make none."""
        try:
            draft = _called(self.table, self.seat.number, self.picks)
        except REFUSALS as refused:
            return None, self.why(refused)
        return self.game.entry_from_json(draft.data["entry"]), None

    def why(self, refused: Exception) -> str:
        return words.why(refused, self.table.names, self.seat.number)


def _parts(picks: Picks, prefix: str) -> dict[str, Json]:
    """What the picks hold; nothing, if somebody made them up."""
    try:
        return posted_parts(picks, prefix)
    except BadEntry:
        return {}


@blueprint.app_template_global()
def calling(table: Table, seat: Seat) -> View:
    """The dialog of this sheet with nothing picked yet."""
    return View(table, seat, MultiDict())


@blueprint.get("/t/<code>/s/<int:number>/call")
def show(code: str, number: int) -> Answer:
    """The dialog with what was picked so far; nothing is called yet."""
    table = _table(code)
    seat = seat_at(table, number)
    if not current.holds(seat):
        return redirect(url_for("sheet.show", code=code, number=number), 303)
    return _rendered(View(table, seat, request.args), 200)


@blueprint.post("/t/<code>/s/<int:number>/call")
def call(code: str, number: int) -> Answer:
    """Make the call; the answer is the sheet, or the dialog with what was picked and why it was refused."""

    def answer_refused(table: Table, refused: Exception) -> Answer:
        view = View(table, table.seat(number), _without_key(request.form))
        return _rendered(View(table, view.seat, view.picks, view.why(refused)), status_of(refused))

    _table(code)
    return decided(code, number, lambda table: _called(table, number, request.form), answer_refused)


@blueprint.post("/t/<code>/s/<int:number>/spread")
def tell(code: str, number: int) -> Answer:
    """Tell what lies open on the table."""

    def decision(table: Table) -> Draft:
        check_holder(table, number)
        return table.arrange(posted_parts(request.form, LAYING))

    seat_at(_table(code), number)
    key = request.form.get("key", "")[: current.LONGEST_KEY]
    picks: Picks = MultiDict({"mode": "tell"} if request.form.get("mode") == "tell" else {})
    try:
        table = current.decide(code, key, decision).table
    except REFUSALS as refused:
        table = current.table(code)
        view = View(table, table.seat(number), picks, words.why(refused))
        return _rendered(view, status_of(refused))
    view = View(table, table.seat(number), picks)
    return _rendered(view, 200) if is_fragment_wanted() else redirect(view.url_now, 303)


def _table(code: str) -> Table:
    """The table; answers 404 if nobody calls in its game."""
    table = current.table(code)
    return abort(404) if table.game.turns_make_rounds else table


def _called(table: Table, number: int, picks: Picks) -> Draft:
    by = posted_number(picks, "by")
    on_paper = None if by in (None, number) else by
    if on_paper is not None and not table.seat(on_paper).paper:
        raise WebRefused("not_yours")
    if laying := posted_parts(picks, LAYING):
        return table.lay(number, laying, on_paper)
    if "entry-value" in picks and "entry-colours[]" not in picks:
        raise WebRefused("rows_first")
    return table.enter(number, {**posted_entry(picks), "active": on_paper is None}, on_paper)


def _without_key(form: Picks) -> Picks:
    return MultiDict([(name, value) for name, value in form.items(multi=True) if name not in ("key", "version")])


def _rendered(view: View, status: int) -> Answer:
    if not is_fragment_wanted():
        return render_template("sheet/call_page.html", c=view), status
    fragment = Response(render_template(f"sheet/{view.game.layout}/call.html", c=view), status)
    # Asked for by a form whose answer is else the sheet.
    fragment.headers.update({"HX-Retarget": "#call-body", "HX-Reswap": "outerMorph"})
    return fragment
