"""Phones that talk to the real app over a real SQLite file, through Flask's test client. No browser and no server."""

import itertools
import json
from collections.abc import Callable
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest
from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask
from werkzeug.test import TestResponse

from companion.app import create_app
from companion.table import Table

PO = Path(__file__).parents[2] / "translations" / "de" / "LC_MESSAGES" / "messages.po"
HTMX = {"HX-Request": "true"}
VOID = frozenset({"area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"})


class Page(HTMLParser):
    """What stands on a page: its elements with their attributes, and its text."""

    def __init__(self, response: TestResponse) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str]]] = []
        self.words: list[str] = []
        self.styles_and_scripts: list[str] = []
        self._open: list[str] = []
        self.feed(response.get_data(as_text=True))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))
        if tag not in VOID:
            self._open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, {name: value or "" for name, value in attrs}))

    def handle_endtag(self, tag: str) -> None:
        if tag in self._open:
            while self._open.pop() != tag:
                pass

    def handle_data(self, data: str) -> None:
        kept = self.styles_and_scripts if self._open and self._open[-1] in ("script", "style") else self.words
        kept.append(data)

    @property
    def text(self) -> str:
        return " ".join(" ".join(self.words).split())

    def all(self, tag: str) -> list[dict[str, str]]:
        return [attrs for name, attrs in self.elements if name == tag]

    def values(self, attribute: str) -> list[str]:
        return [attrs[attribute] for _, attrs in self.elements if attribute in attrs]

    def field(self, name: str) -> dict[str, str]:
        """The button of a field of the sheet."""
        return next(attrs for _, attrs in self.elements if attrs.get("data-field") == name)

    def hidden(self, name: str) -> str:
        return next(attrs["value"] for attrs in self.all("input") if attrs.get("name") == name)


class Phone:
    """One browser with its own cookies."""

    def __init__(self, app: Flask, keys: Callable[[], str], cookie: str | None, headers: dict[str, str]) -> None:
        self.client = app.test_client()
        self.headers = headers
        self._keys = keys
        if cookie is not None:
            self.client.set_cookie("companion", cookie)

    @property
    def cookie(self) -> str:
        """The value of the cookie that says which phone this is."""
        kept = self.client.get_cookie("companion")
        return kept.value if kept else ""

    def get(self, path: str, *, headers: dict[str, str] | None = None, **args: Any) -> TestResponse:
        return self.client.get(path, headers={**self.headers, **(headers or {})}, **args)

    def post(self, path: str, *, headers: dict[str, str] | None = None, **form: Any) -> TestResponse:
        return self.client.post(path, data=form, headers={**self.headers, **(headers or {})})

    def alone(self, game: str = "clever-4ever") -> str:
        """Open a table alone; the path of the sheet."""
        return self.post("/tables", game=game, alone="1").headers["Location"]

    def with_friends(self, game: str, *names: str) -> str:
        """Open a table; names in brackets play on paper. The path of the table."""
        paper = [str(place) for place, name in enumerate(names, 1) if name.startswith("(")]
        bare = [name.strip("()") if name.startswith("(") else name for name in names]
        answer = self.post("/tables", game=game, name=bare, paper=paper)
        return answer.headers["Location"]

    def take(self, table: str, seat: int) -> str:
        """Sit down; the path of the sheet."""
        return self.post(f"{table}/seats", seat=seat).headers["Location"]

    def version(self, sheet: str) -> str:
        return Page(self.get(sheet)).hidden("version")

    def enter(self, sheet: str, entry: Any = None, **form: Any) -> TestResponse:
        """Tap an entry (JSON, or text that goes as it is), as the page's script posts it; None leaves a part out."""
        text = entry if entry is None or isinstance(entry, str) else json.dumps(entry)
        return self._tap(f"{sheet}/entries", sheet, {"entry": text} | form)

    def undo(self, sheet: str, **form: Any) -> TestResponse:
        return self._tap(f"{sheet}/undo", sheet, form)

    def mend(self, sheet: str, line: Any, entry: Any) -> TestResponse:
        text = entry if isinstance(entry, str) else json.dumps(entry)
        return self._tap(f"{sheet}/mend", sheet, {"line": line, "entry": text})

    def _tap(self, path: str, sheet: str, form: dict[str, Any]) -> TestResponse:
        form = {"key": self._keys(), "version": self.version(sheet)} | form
        return self.post(path, headers=HTMX, **_given(form))


def _given(form: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in form.items() if value is not None}


@pytest.fixture
def database(tmp_path: Path) -> Path:
    return tmp_path / "companion.db"


@pytest.fixture(scope="session")
def german() -> Catalog:
    """The German sentences, by the English ones."""
    with PO.open("rb") as file:
        return read_po(file, locale="de")


@pytest.fixture(scope="session")
def translations(german: Catalog, tmp_path_factory: pytest.TempPathFactory) -> str:
    """The catalogue as it is now, compiled, so that no test depends on what was compiled when."""
    folder = tmp_path_factory.mktemp("translations")
    compiled = folder / "de" / "LC_MESSAGES" / "messages.mo"
    compiled.parent.mkdir(parents=True)
    with compiled.open("wb") as file:
        write_mo(file, german)
    return str(folder)


@pytest.fixture
def new_server(database: Path, translations: str) -> Callable[[], Flask]:
    """``new_server()``: one more process, as it were, over the same database."""
    paper = database.parent / "print"
    return lambda: create_app(database, BABEL_TRANSLATION_DIRECTORIES=translations, PRINT_CACHE=paper)


@pytest.fixture
def app(new_server: Callable[[], Flask]) -> Flask:
    return new_server()


@pytest.fixture
def new_phone(app: Flask) -> Callable[..., Phone]:
    """``new_phone()``: one more browser; its cookie and the headers that it always sends may be given."""
    numbers = itertools.count(1)

    def new_phone(cookie: str | None = None, **headers: str) -> Phone:
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        return Phone(app, lambda: f"key-{next(numbers)}", cookie, named)

    return new_phone


@pytest.fixture
def ada(new_phone: Callable[..., Phone]) -> Phone:
    return new_phone()


@pytest.fixture
def bo(new_phone: Callable[..., Phone]) -> Phone:
    return new_phone()


@pytest.fixture
def read_table(app: Flask) -> Callable[[str], Table]:
    """The table of a path, read afresh from the log."""

    def read_table(path: str) -> Table:
        code = path.split("/")[2]
        return Table.of(code, app.extensions["store"].read(code))

    return read_table


@pytest.fixture
def sheet_json(read_table: Callable[[str], Table]) -> Callable[..., dict[str, Any]]:
    """``sheet_json(path, seat)``: what stands on a sheet, as its game writes it."""

    def sheet_json(path: str, seat: int = 1) -> dict[str, Any]:
        table = read_table(path)
        return table.game.sheet_to_json(table.sheets[seat])

    return sheet_json


@pytest.fixture
def lines(read_table: Callable[[str], Table]) -> Callable[[str], int]:
    """How many lines the log of a path's table has."""
    return lambda path: read_table(path).version


@pytest.fixture(scope="session")
def page() -> type[Page]:
    """``page(response)``: its elements and its text."""
    return Page
