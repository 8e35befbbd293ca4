"""printables/ to PDF: blank and filled sheets, a platter, the rules of a game on one page.

No Flask, no route, no database and no game by name. WeasyPrint, and the system's libraries that it needs, are asked for
only when a PDF is made.
"""

import gc
import json
import re
import threading
import unicodedata
from bisect import bisect_left
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from itertools import cycle, islice
from math import ceil, lcm
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote

from babel.dates import format_date
from babel.support import Translations
from jinja2 import Environment, FileSystemLoader
from markupsafe import Markup

from companion.home import HOME
from companion.names import NAMES, SHORT
from companion.rules import games
from companion.rules.game import Game, Json, Score
from companion.table import LONGEST_NAME, Table

PAPERS: Mapping[str, tuple[float, float]] = {
    "a4": (210, 297),
    "letter": (215.9, 279.4),
    "a5": (148, 210),
    "a6": (105, 148),
}
"""Paper → its shorter and its longer edge in mm."""
UPS = (1, 2, 4)
"""How many sheets a page can hold."""
INKS = ("colour", "saving")
LANGUAGES = ("en", "de")
PAGES = range(1, 51)
MARGIN = 8.0
"""mm at each edge of the paper that stay empty: no printer needs more."""
GUTTER = 6.0
"""mm between two sheets of a page, with the cut marks in it."""
SMALLEST_FIELD = 6.0
"""mm: into anything smaller no pen writes."""
PIXELS = 96 / 25.4
"""A browser's pixels in a mm."""
LONGEST_TITLE = 40
"""Characters of the line that a pad can carry."""

PEN = "#12308f"
"""The colour of what was written."""

TRANSLATIONS = HOME / "translations"
PRINTABLES = HOME / "printables"
GRIDS = {1: ((1, 1),), 2: ((1, 2), (2, 1)), 4: ((2, 2),)}
RULES_SIZES = tuple(size / 4 for size in range(64, 23, -1))
"""The sizes of type in pt that a page of rules is tried in, until it fits; no text is smaller than 6 pt."""


class NotPrintable(ValueError):
    """Such a page is not offered.

    :param reason: a stable code: ``no_such_game``, ``no_such_paper``, ``no_such_ink``, ``no_such_language``,
        ``bad_number`` (``what``: ``up`` or ``pages``), ``too_small`` (``paper``, ``up``: a pen could not write into the
        fields), ``bad_text`` (``what``: ``title`` or ``names``; ``longest`` characters), ``too_many_names`` (``most``),
        ``no_such_seat``
    :param details: the numbers and names that a sentence about it needs
    """

    def __init__(self, reason: str, **details: Json) -> None:
        self.reason = reason
        self.details: Mapping[str, Json] = details
        super().__init__(" ".join([reason, *(f"{name}={value!r}" for name, value in details.items())]))


class NoPrinting(RuntimeError):
    """WeasyPrint cannot be used here: it, or a library of the system that it needs, is missing. Its text says which."""


class Size(NamedTuple):
    """How a printed sheet is drawn: in units that are 1 mm at scale 1.

    :param width: of the whole sheet, in units
    :param height: of the whole sheet, in units
    :param field: the clear width and height of its smallest writing field, in units
    """

    width: float
    height: float
    field: float


class Place(NamedTuple):
    """How sheets lie on a page.

    :param width: of the page in mm, as it is held
    :param height: of the page in mm, as it is held
    :param scale: mm for each unit of the sheet
    """

    width: float
    height: float
    columns: int
    rows: int
    scale: float

    @staticmethod
    def centre(edge: float, sheets: int, number: int) -> float:
        """mm from the margin to the middle of a sheet along one edge of the paper; ``number`` counts from 0."""
        share = _share(edge, sheets)
        return share / 2 + number * (share + GUTTER)

    @classmethod
    def cut(cls, edge: float, sheets: int, number: int) -> float:
        """mm from the margin to the cut before a sheet."""
        return cls.centre(edge, sheets, number) - (_share(edge, sheets) + GUTTER) / 2


@dataclass(frozen=True)
class Pad:
    """A pad of blank sheets, checked when it is made.

    :param game: a name in the registry
    :param paper: one of ``PAPERS``
    :param up: sheets on a page: 1, 2 or 4
    :param pages: 1 to 50; as many as the names need, if these are more
    :param ink: ``"colour"``, or ``"saving"`` for pale fills and strong lines
    :param language: ``"en"`` or ``"de"``
    :param title: a line of at most 40 characters for every sheet
    :param names: written on the sheets in turn; at most as many as can play
    :raises NotPrintable: if there is no such pad
    """

    game: str
    paper: str = "a4"
    up: int = 1
    pages: int = 1
    ink: str = "colour"
    language: str = "en"
    title: str = ""
    names: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        if self.game not in games:
            raise NotPrintable("no_such_game", game=self.game)
        _check_page(self.paper, self.language, self.ink)
        for what, number, allowed in (("up", self.up, UPS), ("pages", self.pages, PAGES)):
            if number not in allowed:
                raise NotPrintable("bad_number", what=what, number=number, allowed=list(allowed))
        _place(games[self.game], self.paper, self.up)
        object.__setattr__(self, "title", _clean(self.title, LONGEST_TITLE, "title"))
        names = tuple(_clean(name, LONGEST_NAME, "names") for name in self.names)
        object.__setattr__(self, "names", tuple(filter(None, names)))
        if len(self.names) > (most := games[self.game].max_players):
            raise NotPrintable("too_many_names", most=most)
        object.__setattr__(self, "pages", max(self.pages, ceil(len(self.names) / self.up)))


@dataclass(frozen=True)
class Shown:
    """One sheet on a page: blank, or as it was played.

    :param title: a line that the whole pad carries
    :param date: as it is read; empty for one to be written by hand
    """

    name: str = ""
    title: str = ""
    date: str = ""
    sheet: Any = None
    score: Score | None = None


def offered(game: Game[Any, Any]) -> list[tuple[str, int]]:
    """The papers, and how many sheets on a page, at which every field keeps ``SMALLEST_FIELD``."""
    return [(paper, up) for paper in PAPERS for up in UPS if _fits(game, _largest(game, paper, up))]


def blank(pad: Pad) -> bytes:
    """A pad of blank sheets as a PDF. The same pad gives the same bytes.

    :raises NoPrinting: if WeasyPrint cannot be used here
    """
    different = lcm(pad.up, len(pad.names) or 1) // pad.up  # after these pages the names come round again
    return _pdf(_pad(pad, min(different, pad.pages)), pages=pad.pages)


def preview(pad: Pad) -> str:
    """The first page of a pad as a picture (SVG), for which WeasyPrint is not needed."""
    page = _place(games[pad.game], pad.paper, pad.up)
    body = _pad(pad, 1).partition("<body")[2].rpartition("</body>")[0]
    styles = re.findall(r"<style>(.*?)</style>", _pad(pad, 1), re.DOTALL)
    linked = [_inlined(PRINTABLES / file) for file in ("print.css", f"{games[pad.game].layout}/sheet.css")]
    width, height = page.width * PIXELS, page.height * PIXELS
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}">'
        f"<style>{''.join([styles[0], *linked, *styles[1:]])}</style>"
        '<rect width="100%" height="100%" fill="#fff"/><foreignObject width="100%" height="100%">'
        f'<body xmlns="http://www.w3.org/1999/xhtml"{body}</body></foreignObject></svg>'
    )


def filled(
    table: Table,
    *,
    on: date | None = None,
    language: str = "en",
    paper: str = "a4",
    ink: str = "colour",
    seat: int | None = None,
    points: bool = True,
) -> bytes:
    """The sheets of a table as they stand, one on a page, and the ranking of several after them, as a PDF.

    :param on: the day of the game
    :param points: whether the points are told; without them there is no ranking either
    :param seat: this seat's sheet alone, without the ranking
    :raises NotPrintable: ``no_such_seat`` if the seat has no sheet here, or for the page as for a pad
    :raises NoPrinting: if WeasyPrint cannot be used here
    """
    _check_page(paper, language, ink)
    if seat is not None and seat not in table.sheets:
        raise NotPrintable("no_such_seat", seat=seat)
    day = format_date(on, "medium", locale=language) if on else ""
    scores = table.scores if points else {}
    sheets = [
        Shown(table.seat(number).name, "", day, sheet, scores.get(number))
        for number, sheet in table.sheets.items()
        if seat in (None, number)
    ]
    ranked = table if points and seat is None and len(table.seats) > 1 else None
    return _pdf(_sheets(table.game, sheets, paper, 1, ink, language, t=ranked, day=day))


def extras(language: str = "en", paper: str = "a4") -> bytes:
    """A silver platter and a place for four cards, for those who lost theirs, as a PDF.

    :raises NotPrintable: ``no_such_paper``, ``no_such_language``
    :raises NoPrinting: if WeasyPrint cannot be used here
    """
    _check_page(paper, language)
    return _pdf(_render("extras.html", language, page=_page(paper)))


def rules(game: Game[Any, Any], language: str = "en", paper: str = "a4") -> bytes:
    """The rules of a game in short, on one page, as a PDF.

    :raises NotPrintable: ``no_such_paper``, ``no_such_language``, ``too_small`` if the page cannot hold them
    :raises NoPrinting: if WeasyPrint cannot be used here
    """
    _check_page(paper, language)

    def document(size: float) -> Any:
        v = {"printed": game.printed, "game": game}
        return _document(_render("rules.html", language, v=v, page=_page(paper), size=size))

    fitting = bisect_left(RULES_SIZES, True, key=lambda size: len(document(size).pages) == 1)
    if fitting == len(RULES_SIZES):
        raise NotPrintable("too_small", paper=paper, up=1)
    return _written(document(RULES_SIZES[fitting]))


def _check_page(paper: str, language: str, ink: str = INKS[0]) -> None:
    if paper not in PAPERS:
        raise NotPrintable("no_such_paper", paper=paper)
    if language not in LANGUAGES:
        raise NotPrintable("no_such_language", language=language)
    if ink not in INKS:
        raise NotPrintable("no_such_ink", ink=ink)


def _clean(text: str, longest: int, what: str) -> str:
    """The text with its white space collapsed.

    :raises NotPrintable: ``bad_text`` if it is too long or holds what cannot be printed
    """
    clean = " ".join(unicodedata.normalize("NFC", text).split())
    if len(clean) > longest or any(unicodedata.category(char) in ("Cc", "Cs", "Cn") for char in clean):
        raise NotPrintable("bad_text", what=what, longest=longest)
    return clean


# How sheets lie on paper


@lru_cache
def _size(layout: str) -> Size:
    return Size(**json.loads((PRINTABLES / layout / "size.json").read_text("utf-8")))


def _largest(game: Game[Any, Any], paper: str, up: int) -> Place:
    """The way to lay the sheets on the paper in which they are largest; held upright if it makes no difference."""
    size = _size(game.layout)
    short, long = PAPERS[paper]
    places = [
        Place(
            width, height, columns, rows, min(_share(width, columns) / size.width, _share(height, rows) / size.height)
        )
        for width, height in ((short, long), (long, short))
        for columns, rows in GRIDS[up]
    ]
    return max(places, key=lambda place: place.scale)


def _share(edge: float, sheets: int) -> float:
    return (edge - 2 * MARGIN - (sheets - 1) * GUTTER) / sheets


def _fits(game: Game[Any, Any], place: Place) -> bool:
    return _size(game.layout).field * place.scale >= SMALLEST_FIELD


def _place(game: Game[Any, Any], paper: str, up: int) -> Place:
    """
    :raises NotPrintable: ``too_small``
    """
    place = _largest(game, paper, up)
    if not _fits(game, place):
        raise NotPrintable("too_small", paper=paper, up=up)
    return place


def _page(paper: str) -> Place:
    return Place(*PAPERS[paper], 1, 1, 1.0)


# From templates to pages


def _sheets(
    game: Game[Any, Any], sheets: Sequence[Shown], paper: str, up: int, ink: str, language: str, **more: Any
) -> str:
    place = _place(game, paper, up)
    return _render(
        "sheets.html",
        language,
        game=game,
        p=game.printed,
        pages=[sheets[first : first + up] for first in range(0, len(sheets), up)],
        page=place,
        size=_size(game.layout),
        ink=ink,
        v={"shown": _minus},
        **more,
    )


def _pad(pad: Pad, pages: int) -> str:
    sheets = [Shown(name, pad.title) for name in islice(cycle(pad.names or ("",)), pages * pad.up)]
    return _sheets(games[pad.game], sheets, pad.paper, pad.up, pad.ink, pad.language)


@lru_cache
def _inlined(style: Path) -> str:
    """A style sheet with its drawings inside it, and without its fonts: a picture cannot ask for other files."""

    def inside(match: re.Match[str]) -> str:
        drawing = quote((style.parent / match[1]).read_text("utf-8"))
        return f'url("data:image/svg+xml,{drawing}")'

    text = re.sub(r"@font-face \{.*?\}", "", style.read_text("utf-8"))
    return re.sub(r'url\("?([\w-]+\.svg)"?\)', inside, text)


def _render(template: str, language: str, **values: Any) -> str:
    constants = {"margin": MARGIN, "gutter": GUTTER, "language": language}
    html = _environment(language).get_template(template).render({**constants, **values})
    return re.sub(r'<svg[^>]*><use href="#icon-(\w+)"/></svg>', r'<i class="icon icon-\1"></i>', html)


@lru_cache
def _environment(language: str) -> Environment:
    """Templates that speak this language. printables/ comes first: there a shared fragment finds its printed frame."""
    environment = Environment(
        loader=FileSystemLoader([PRINTABLES, HOME / "templates"]),
        extensions=["jinja2.ext.i18n"],
        autoescape=True,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    translations = Translations.load(TRANSLATIONS, [language])
    environment.install_gettext_translations(translations, newstyle=True)  # type: ignore[attr-defined]

    def name(code: str) -> str:
        return str(translations.gettext(NAMES[code])) if code in NAMES else code

    environment.filters.update(
        name=name,
        short=lambda code: translations.gettext(SHORT[code]),
        bonus=lambda code: f"?\N{NO-BREAK SPACE}{name(code)}",
        minus=_minus,
        halves=_halves,
    )
    environment.globals.update(icons=_icons(), tokens=_tokens(), pen=PEN)
    return environment


def _minus(points: int) -> str:
    return str(points).replace("-", "−")


def _halves(cards: Markup) -> list[Markup]:
    """Sections in two columns of about the same length; a browser's own columns take WeasyPrint minutes to balance."""
    sections = [Markup("<section>") + section for section in cards.split("<section>")[1:]]
    lengths = [len(section.striptags()) for section in sections]
    cut = min(range(len(sections)), key=lambda cut: abs(sum(lengths[:cut]) - sum(lengths[cut:])))
    return [Markup("").join(sections[:cut]), Markup("").join(sections[cut:])]


@lru_cache
def _icons() -> Markup:
    """Style rules for the icons of the screen, in black."""
    icons = (HOME / "templates" / "icons.svg").read_text("utf-8")
    rules = [
        f'.icon-{name} {{ background-image: url("data:image/svg+xml,{_svg(view, inside)}"); }}'
        for name, view, inside in re.findall(r'<symbol id="icon-(\w+)" (viewBox="[^"]*")>(.*?)</symbol>', icons)
    ]
    return Markup("\n".join(rules))


def _svg(view: str, inside: str) -> str:
    return quote(f'<svg xmlns="http://www.w3.org/2000/svg" {view}>{inside.replace("currentColor", "#000")}</svg>')


@lru_cache
def _tokens() -> Markup:
    """The colours of the screen, as its style sheet begins with them."""
    style = (HOME / "static" / "companion.css").read_text("utf-8")
    found = re.search(r":root \{(.*?)\}", style, re.DOTALL)
    if not found:
        raise ValueError("static/companion.css begins without its colours")
    return Markup(found[1])


def _pdf(html: str, pages: int | None = None) -> bytes:
    return _written(_document(html), pages)


def _document(html: str) -> Any:
    """
    :raises NoPrinting: if WeasyPrint cannot be used here
    """
    try:
        from weasyprint import HTML
        from weasyprint.text.fonts import FontConfiguration
    except (ImportError, OSError) as error:
        raise NoPrinting(str(error)) from error
    with _undisturbed():
        return HTML(string=html, base_url=PRINTABLES.as_uri() + "/").render(font_config=FontConfiguration())


def _written(document: Any, pages: int | None = None) -> bytes:
    """The document as a PDF, its pages repeated in turn until there are so many.

    The same document gives the same bytes: no date stands in them, and a fixed identifier.
    """

    def repeat(_document: Any, pdf: Any) -> None:
        drawn = [pdf.objects[number] for number in pdf.pages["Kids"][::3]]  # each kid is "number 0 R"
        for page in islice(cycle(drawn), max((pages or 0) - len(drawn), 0)):
            pdf.add_page(type(page)(page))  # shares what is drawn on it, so that fifty pages are hardly more than one

    with _undisturbed():
        return bytes(document.write_pdf(finisher=repeat, pdf_variant="pdf/ua-1", pdf_identifier=b"companion"))


_one_at_a_time = threading.Lock()
"""Pango's caches of fonts are shared by all threads."""


@contextmanager
def _undisturbed() -> Iterator[None]:
    """One document at a time, and no search for garbage meanwhile: it would find none, and take a fifth of the time."""
    with _one_at_a_time:
        collecting = gc.isenabled()
        gc.disable()
        try:
            yield
        finally:
            if collecting:
                gc.enable()
