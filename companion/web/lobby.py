"""The start page: pick a game and open a table, or join one by its code."""

from flask import Blueprint, Response, redirect, render_template, request, session, url_for
from flask_babel import gettext as _
from werkzeug.exceptions import NotFound
from werkzeug.wrappers import Response as BaseResponse

from companion.rules import games
from companion.table import Draft, Refused, open_table
from companion.web import current, limits, words

blueprint = Blueprint("lobby", __name__)

Answer = str | BaseResponse | tuple[str, int]


@blueprint.get("/")
def start() -> Answer:
    return page()


def page(why: str | None = None, status: int = 200) -> tuple[str, int]:
    """The start page, with a sentence about what could not be done."""
    return render_template("start.html", games=games.values(), recent=_recent(), why=why, form=request.form), status


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
    names = request.form.getlist("name")
    on_paper = set(request.form.getlist("paper"))
    seats = [(name, str(place) in on_paper) for place, name in enumerate(names, 1) if name.strip()]
    if alone:
        seats = [(_("Me"), False)]
    if not seats:
        return page(_("Type at least one name."), 422)
    try:
        watch = current.new_code(current.WATCH_LENGTH)
        drafts = open_table(request.form.get("game", ""), seats, current.device(), watch)
    except Refused as refused:
        return page(words.why(refused), 422)
    limits.spend("tables")
    first = next(draft for draft in drafts if draft.kind == "seat" and not draft.data["paper"])
    code = current.create([*drafts, Draft(first.seat, "taken", {"holder": current.device()})])
    current.remember(code)
    if alone:
        return redirect(url_for("sheet.show", code=code, number=first.seat), 303)
    return redirect(url_for("table.show", code=code), 303)


@blueprint.get("/join")
def join() -> Answer:
    """Find a table by the code that somebody read out: spaces, hyphens and capitals do not matter."""
    typed = request.args.get("code", "")
    code = "".join(char for char in typed.lower() if char in current.ALPHABET)
    try:
        current.table(code)
    except NotFound:
        sentence = _(
            "No table has this code. Look at it again: it has %(count)s letters and digits.", count=current.CODE_LENGTH
        )
        return page(sentence, 404)
    return redirect(url_for("table.show", code=code), 303)


@blueprint.get("/manifest.webmanifest")
def manifest() -> Response:
    """What a phone needs to put the app on its home screen."""
    return Response(render_template("manifest.json"), mimetype="application/manifest+json")
