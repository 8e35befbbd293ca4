"""The start page: pick a game and open a table, or join one by its code."""

from flask import Blueprint, Response, abort, redirect, render_template, request, session, url_for
from flask_babel import gettext as _
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as BaseResponse

from companion.rules import games
from companion.table import Draft, Refused, open_table
from companion.web import current, limits, words
from companion.web.addresses import code_in

blueprint = Blueprint("lobby", __name__)

Answer = str | BaseResponse | tuple[str, int]


@blueprint.get("/")
def start() -> Answer:
    return page()


def page(why: str | None = None, status: int = 200, at: str | None = None) -> tuple[str, int]:
    """The start page, with a sentence about what could not be done.

    :param at: whose form was refused: the id of a game, or ``join``
    """
    shown = {"games": games.values(), "recent": _recent(), "why": why, "at": at, "form": request.form}
    return render_template("start.html", **shown), status


def _recent() -> list[tuple[str, str, str, bool]]:
    """Code, game title, names and whether it ended, for the tables that this browser was at."""
    tables = []
    for code in session.get("tables", []):
        if table := current.find(code):
            names = ", ".join(seat.name for seat in table.seats)
            tables.append((code, table.game.title, names, table.ended))
    return tables


@blueprint.post("/tables")
def open_new() -> Answer:
    """Open a table; whoever opens it takes the first seat that is not on paper."""
    alone = "alone" in request.form
    game = request.form.get("game", "")
    at = game if game in games else None
    names = request.form.getlist("name")
    on_paper = set(request.form.getlist("paper"))
    seats = [(name, str(place) in on_paper) for place, name in enumerate(names, 1) if name.strip()]
    if alone:
        seats = [(_("Me"), False)]
    if not seats:
        return page(_("Type at least one name."), 422, at)
    try:
        watch = current.new_code(current.WATCH_LENGTH)
        drafts = open_table(game, seats, current.device(), watch)
    except Refused as refused:
        return page(words.why(refused), 422, at)
    limits.spend("tables")
    first = next(draft for draft in drafts if draft.kind == "seat" and not draft.data["paper"])
    code = current.create([*drafts, Draft(first.seat, "taken", {"holder": current.device()})])
    current.remember(code)
    if alone:
        return redirect(url_for("sheet.show", code=code, number=first.seat), 303)
    return redirect(url_for("table.show", code=code), 303)


@blueprint.get("/join")
def join() -> Answer:
    """Find a table by the code that somebody read out, or by its whole address."""
    code = code_in(request.args.get("code", ""))
    try:
        current.table(code)
    except NotFound:
        sentence = _(
            "No table has this code. Look at it again: it has %(count)s letters and digits, "
            "or %(watch)s if it is for those who only watch.",
            count=current.CODE_LENGTH,
            watch=current.WATCH_LENGTH,
        )
        return page(sentence, 404, "join")
    return redirect(url_for("table.show", code=code), 303)


@blueprint.get("/t/<typed>/")
def typed_out(typed: str) -> Answer:
    """A table's address with a stroke at its end is the table's."""
    return redirect(url_for("table.show", code=code_in(typed) or abort(404)), 301)


def forgive() -> Answer | None:
    """An address that was typed with capitals, spaces or hyphens in its code leads to the one that is meant."""
    typed = (request.view_args or {}).get("code", "")
    code = code_in(typed)
    if request.method != "GET" or code == typed or len(code) not in (current.CODE_LENGTH, current.WATCH_LENGTH):
        return None
    meant = url_for(str(request.endpoint), **{**(request.view_args or {}), "code": code})
    asked = request.query_string.decode("ascii", "replace")
    return redirect(f"{meant}?{asked}" if asked else meant, 301)


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a phone needs to put the app on its home screen."""
    return Response(render_template("manifest.json"), mimetype="application/manifest+json")
