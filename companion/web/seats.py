"""Who sits where: take a seat, add one, give it back, name it, and move it to another phone. It knows no game."""

from collections.abc import Callable
from dataclasses import dataclass

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, session, url_for
from itsdangerous import BadData, SignatureExpired, URLSafeTimedSerializer

from companion.table import Draft, Refused, Seat, Table
from companion.web import current, words
from companion.web.addresses import for_other_phones, qr_code
from companion.web.forms import posted_number
from companion.web.sheet import REFUSALS, seat_at
from companion.web.table import Answer, View, answered, posted_key, refused_with
from companion.web.words import WebRefused

blueprint = Blueprint("seats", __name__)

MOVE_SECONDS = 600
"""How long a link that moves a seat is good for."""


@dataclass(frozen=True)
class Move:
    """A link that moves a seat; signed, and of no use once the seat has changed hands.

    :param since: number of the line by which the seat came to whoever holds it
    """

    code: str
    seat: int
    since: int

    @classmethod
    def of(cls, token: str) -> "Move":
        """What a token says; answers 404 if it is made up.

        :raises Refused: ``seat_moved`` if it is too old
        """
        try:
            code, seat, since = _signer().loads(token, max_age=MOVE_SECONDS)
        except SignatureExpired:
            raise Refused("seat_moved") from None
        except BadData:
            abort(404)
        return cls(code, seat, since)

    @property
    def token(self) -> str:
        return str(_signer().dumps([self.code, self.seat, self.since]))

    @property
    def url(self) -> str:
        return for_other_phones("seats.offer", token=self.token)

    def to(self, device: str, table: Table) -> Draft:
        return table.move(self.seat, self.since, device)


def _signer() -> URLSafeTimedSerializer:
    return URLSafeTimedSerializer(str(current_app.secret_key), salt="move a seat")


@blueprint.post("/t/<code>/seats")
def sit(code: str) -> Answer:
    """Take a seat (its ``seat`` number), give one back (``free``), or add one (``name``, perhaps on ``paper``)."""
    if "name" in request.form:
        return _added(code)
    if "free" in request.form:
        return _about_seat(code, lambda: _posted_seat("free"), lambda table, seat: table.free(seat.number))
    return _sat(code, "", lambda table: table.take(_posted_seat("seat"), current.device()))


@blueprint.post("/t/<code>/s/<int:number>/name")
def rename(code: str, number: int) -> Answer:
    """Call the player something else: who keeps the sheet may, and whoever opened the table."""
    return _about_seat(code, lambda: number, lambda table, seat: table.rename(number, request.form.get("name", "")))


@blueprint.post("/t/<code>/s/<int:number>/remove")
def remove(code: str, number: int) -> Answer:
    """The player does not play after all; only before the first entry."""
    return _about_seat(code, lambda: number, lambda table, seat: table.remove_seat(number))


@blueprint.post("/t/<code>/s/<int:number>/take-over")
def take_over(code: str, number: int) -> Answer:
    """Whoever opened the table keeps the sheet of somebody who left."""

    def decision(table: Table) -> Draft:
        if not current.hosts(table):
            raise WebRefused("not_yours")
        seat = table.seat(number)
        _check_since(seat)
        return table.move(number, seat.since, current.device())

    return _sat(code, posted_key(), decision)


@blueprint.get("/t/<code>/s/<int:number>/move")
def move(code: str, number: int) -> Answer:
    """A QR code with which another phone takes the seat over; once it has, this is the table's page."""
    table = current.table(code)
    seat = seat_at(table, number)
    if not seat.holder or not _may(table, seat):
        return redirect(url_for("table.show", code=code), 303)
    return _page("give", table, seat, Move(code, number, seat.since))


@blueprint.get("/move/<token>/qr.svg")
def qr(token: str) -> Response:
    try:
        return qr_code(Move.of(token).url)
    except Refused:
        abort(410)


@blueprint.get("/move/<token>")
def offer(token: str) -> Answer:
    """Ask whether this phone shall keep the sheet; nothing has changed yet."""
    try:
        wanted = Move.of(token)
        table = current.table(wanted.code)
        wanted.to("this phone", table)
    except Refused as refused:
        return _too_late(refused)
    seat = table.seat(wanted.seat)
    return _at_the_sheet(wanted.code, wanted.seat) if current.holds(seat) else _page("take", table, seat, wanted)


@blueprint.post("/move/<token>")
def accept(token: str) -> Answer:
    """This phone keeps the sheet from now on; the one that kept it can look."""
    try:
        wanted = Move.of(token)
        current.decide(wanted.code, "", lambda table: wanted.to(current.device(), table))
    except Refused as refused:
        return _too_late(refused)
    current.remember(wanted.code)
    return _at_the_sheet(wanted.code, wanted.seat)


@blueprint.app_template_global()
def has_lost(table: Table, seat: Seat) -> bool:
    """Whether this browser kept the seat's sheet once, and cannot fetch it back by itself; not after the end."""
    device = session.get("device")
    if not device or seat.holder == device or current.hosts(table) or table.ended or table.code == table.watch:
        return False
    log = current.store().read(table.code)
    return any(line.seat == seat.number and line.data.get("holder") == device for line in log)


def _page(what: str, table: Table, seat: Seat, link: Move) -> Answer:
    part = "table/move.html" if request.headers.get("HX-Request") else "table/move_page.html"
    return render_template(part, what=what, v=View(table), seat=seat, link=link), 200


def _too_late(refused: Refused) -> Answer:
    return render_template("error.html", code=410, sentence=words.why(refused)), 410


def _added(code: str) -> Answer:
    """One player more. Who does not sit at the table yet sits down on the new seat, with a sheet."""
    name, on_paper = request.form["name"], "paper" in request.form
    if current.may_steer(current.table(code)):
        return answered(code, lambda table: table.add_seat(name, on_paper))
    return _sat(code, posted_key(), lambda table: table.add_seat(name, holder=current.device()))


def _about_seat(code: str, number: Callable[[], int], decision: Callable[[Table, Seat], Draft]) -> Answer:
    """What only the seat's holder may do, and for a lost phone or a wrong name whoever opened the table."""

    def checked(table: Table) -> Draft:
        seat = table.seat(number())
        if not _may(table, seat):
            raise WebRefused("not_yours")
        _check_since(seat)
        return decision(table, seat)

    return answered(code, checked)


def _may(table: Table, seat: Seat) -> bool:
    return current.holds(seat) or current.hosts(table)


def _sat(code: str, key: str, decision: Callable[[Table], Draft]) -> Answer:
    """Write it, and open the sheet that this phone keeps from now on."""
    try:
        written = current.decide(code, key, decision)
    except REFUSALS as refused:
        return refused_with(code, refused)
    current.remember(code)
    return _at_the_sheet(code, written.line.seat)


def _at_the_sheet(code: str, number: int | None) -> Answer:
    return redirect(url_for("sheet.show", code=code, number=number), 303)


def _posted_seat(name: str) -> int:
    number = posted_number(request.form, name)
    if number is None:
        raise Refused("no_such_seat", seat=None)
    return number


def _check_since(seat: Seat) -> None:
    """The page that posts, if it says so, has seen who keeps the seat now."""
    if posted_number(request.form, "since") not in (None, seat.since):
        raise WebRefused("stale")
