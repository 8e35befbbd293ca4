"""Paper: blank pads with a picture of them, the sheets of a table, the rules, a platter. It knows no game."""

import json
import os
from datetime import date, datetime
from hashlib import blake2b
from pathlib import Path
from tempfile import NamedTemporaryFile
from urllib.parse import urlencode

from flask import Blueprint, Response, abort, current_app, redirect, render_template, request, send_file, url_for
from werkzeug.datastructures import MultiDict
from werkzeug.wrappers import Response as BaseResponse

from companion import __version__, printing
from companion.printing import NoPrinting, NotPrintable, Pad
from companion.rules import games
from companion.web import current, limits, words
from companion.web.preferences import LANGUAGES, chosen, hides_points

blueprint = Blueprint("print", __name__)

Answer = BaseResponse | str | tuple[str, int]

FULL_PAGES = ("a4", "letter")
"""The papers for what fills a page: the rules of a game, a platter and four cards."""
KEPT = 200
"""Blank pads that are kept on disk, the newest."""


@blueprint.before_request
def bound() -> None:
    """Drawing is the longest work here: one client may not ask for it without end."""
    if request.endpoint != "print.pads":
        limits.spend("prints")


@blueprint.get("/print")
def pads() -> Answer:
    """The page on which a pad is put together; a ``format`` is a paper and the sheets on a page, as ``a4-2``.

    With ``pdf`` it leads to the PDF itself, so that this holds whatever was typed last.
    """
    game = request.args.get("game", next(iter(games)))
    if game not in games:
        abort(404)
    formats = printing.offered(games[game])
    paper, _, up = request.args.get("format", "").partition("-")
    if (paper, up) not in [(one, str(many)) for one, many in formats]:
        paper, up = formats[0][0], str(formats[0][1])
    asked = request.args.items(multi=True)
    args = MultiDict([(key, value) for key, value in asked if key not in ("format", "game", "pdf") and value])
    args["paper"], args["up"] = paper, up
    why, status = None, 200
    try:
        pad = _pad(game, args)
    except NotPrintable as refused:
        pad, why, status = Pad(game, paper, int(up), language=chosen()), words.not_printable(refused), 422
    if "pdf" in request.args and not why:
        return redirect(f"{url_for('print.pad', game=game)}?{urlencode(list(args.items(multi=True)))}", 303)
    template = "print/fragment.html" if request.headers.get("HX-Request") else "print/page.html"
    shown = {"pad": pad, "games": games, "formats": formats, "why": why, "languages": LANGUAGES, "inks": printing.INKS}
    return render_template(template, pages=printing.PAGES, full=FULL_PAGES, **shown), status


@blueprint.get("/print/<game>.pdf")
def pad(game: str) -> Answer:
    """Blank sheets: ``paper``, ``up``, ``pages``, ``ink``, ``language``, ``title``, and a ``name`` for each player."""
    if game not in games:
        abort(404)
    wanted = _pad(game, request.args)
    return send_file(_kept(wanted), "application/pdf", download_name=f"{game}.pdf", max_age=0)


@blueprint.get("/print/<game>/preview.svg")
def preview(game: str) -> Answer:
    """The first page as a picture."""
    if game not in games:
        abort(404)
    return Response(printing.preview(_pad(game, request.args)), mimetype="image/svg+xml")


@blueprint.get("/print/<game>/rules.pdf")
def rules(game: str) -> Answer:
    if game not in games:
        abort(404)
    paper, language = request.args.get("paper", "a4"), request.args.get("language", chosen())
    return _sent(printing.rules(games[game], language, paper), f"{game}-rules")


@blueprint.get("/print/extras.pdf")
def extras() -> Answer:
    """A silver platter, and a place for four cards."""
    return _sent(printing.extras(request.args.get("language", chosen()), request.args.get("paper", "a4")), "extras")


@blueprint.get("/t/<code>/sheets.pdf")
def sheets(code: str) -> Answer:
    """Every sheet of a table as played, with the ranking; or the sheet of one ``seat``."""
    table = current.table(code)
    seat = _number(request.args["seat"]) if "seat" in request.args else None
    paper, language = request.args.get("paper", "a4"), request.args.get("language", chosen())
    day, points = _day_of(current.log_code(table)), table.ended or not hides_points()
    pdf = printing.filled(table, on=day, language=language, paper=paper, seat=seat, points=points)
    return _sent(pdf, f"{table.game.id}-{code}" if seat is None else f"{table.game.id}-{code}-{seat}")


def refused(error: NotPrintable) -> Answer:
    """The print page again, with the sentence why not."""
    return render_template("error.html", code=422, sentence=words.not_printable(error)), 422


def missing(error: NoPrinting) -> Answer:
    """What to install, for each platform; everything else works without it."""
    current_app.logger.warning("No PDF: %s", error)
    return render_template("print/missing.html"), 503


def _pad(game: str, args: MultiDict[str, str]) -> Pad:
    """The pad that an address asks for.

    :raises NotPrintable: if there is no such pad
    """
    return Pad(
        game,
        paper=args.get("paper", "a4"),
        up=_number(args.get("up", "1")),
        pages=_number(args.get("pages", "1")),
        ink=args.get("ink", "colour"),
        language=args.get("language", chosen()),
        title=args.get("title", "").strip(),
        names=tuple(name for name in args.getlist("name") if name.strip()),
    )


def _kept(pad: Pad) -> Path:
    """The file that holds this pad; it is made if it is not there yet.

    :raises NoPrinting: if it has to be made and WeasyPrint cannot be used here
    """
    folder = Path(current_app.config["PRINT_CACHE"])
    options = json.dumps([__version__, *vars(pad).values()])
    path = folder / f"{blake2b(options.encode(), digest_size=16).hexdigest()}.pdf"
    if not path.exists():
        pdf = printing.blank(pad)
        folder.mkdir(parents=True, exist_ok=True)
        with NamedTemporaryFile(dir=folder, suffix=".part", delete=False) as part:
            part.write(pdf)
        os.replace(part.name, path)  # whole, or not there: others may be reading
        for old in sorted(folder.glob("*.pdf"), key=lambda file: file.stat().st_mtime)[:-KEPT]:
            old.unlink(missing_ok=True)
    return path


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 4 else -1


def _day_of(code: str) -> date:
    """The day of the table's last line."""
    return datetime.fromisoformat(current.store().read(code)[-1].at).date()


def _sent(pdf: bytes, name: str) -> Response:
    headers = {"Content-Disposition": f'inline; filename="{name}.pdf"'}
    return Response(pdf, mimetype="application/pdf", headers=headers)
