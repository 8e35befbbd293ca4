"""The pages in German: no sentence of code and templates lacks it, and a browser that asks for German gets it.

The catalogue is read and compiled afresh here, so no test speaks from one that an earlier build left behind.
"""

import ast
import json
import re
from collections.abc import Callable, Iterator
from html.parser import HTMLParser
from pathlib import Path

import pytest
from babel.messages import Catalog, Message
from babel.messages.extract import DEFAULT_KEYWORDS, extract_from_dir
from babel.messages.frontend import parse_keywords, parse_mapping_cfg
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po
from flask import Flask
from flask.testing import FlaskClient
from flask_babel import ngettext

from companion.app import create_app
from companion.rules.game import IllegalEntry
from companion.web import words

ROOT = Path(__file__).parents[1]
GERMAN = ROOT / "translations" / "de" / "LC_MESSAGES" / "messages.po"
PLACEHOLDER = re.compile(r"%\(\w+\)[sd]")
SPOKEN = ("aria-label", "alt", "placeholder", "title", "data-lost", "data-again")
"""The attributes of a page that a player sees or hears."""
GAMES = ("clever-4ever", "qwinto-cards", "qwinto-dice")


def keywords() -> dict[str, object]:
    """The names under which code and templates translate: Babel's own, and those that the gathering script adds."""
    script = (ROOT / "scripts" / "catalogues.sh").read_text("utf-8")
    ours = re.search(r'--keywords "([^"]+)"', script)
    assert ours, "scripts/catalogues.sh names no keywords"
    return {**DEFAULT_KEYWORDS, **parse_keywords(ours[1].split())}


def forms(sentence: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (sentence,) if isinstance(sentence, str) else tuple(sentence)


def of(catalogue: Catalog) -> Iterator[Message]:
    """The sentences of a catalogue, without its header."""
    return (message for message in catalogue if message.id)


@pytest.fixture(scope="module")
def said() -> Catalog:
    """Every sentence that code and templates say, gathered as the script gathers them."""
    with (ROOT / "babel.cfg").open(encoding="utf-8") as mapping:
        methods, options = parse_mapping_cfg(mapping)
    catalogue = Catalog()
    for file, line, sentence, comments, context in extract_from_dir(ROOT, methods, options, keywords()):
        catalogue.add(sentence, None, [(file, line)], auto_comments=comments, context=context)
    return catalogue


@pytest.fixture(scope="module")
def german() -> Catalog:
    with GERMAN.open("rb") as file:
        return read_po(file, locale="de", abort_invalid=True)


@pytest.fixture(scope="module")
def translations(tmp_path_factory: pytest.TempPathFactory, german: Catalog) -> Path:
    """A folder with the German compiled just now."""
    translations = tmp_path_factory.mktemp("translations")
    compiled = translations / "de" / "LC_MESSAGES" / "messages.mo"
    compiled.parent.mkdir(parents=True)
    with compiled.open("wb") as file:
        write_mo(file, german)
    return translations


@pytest.fixture
def app(translations: Path, tmp_path: Path) -> Flask:
    """It compiles its templates itself: a word worked out on the way would stay in the first visitor's language."""
    app = create_app(tmp_path / "companion.db", BABEL_TRANSLATION_DIRECTORIES=str(translations))
    app.jinja_env.bytecode_cache = None
    return app


@pytest.fixture
def browser(app: Flask) -> Callable[[str], FlaskClient]:
    """``browser("de")``: one more browser, with its own cookies, that asks for these languages."""

    def browser(languages: str) -> FlaskClient:
        client = app.test_client()
        client.environ_base["HTTP_ACCEPT_LANGUAGE"] = languages
        return client

    return browser


class Heard(HTMLParser):
    """What a page says: its language, its text, and what its attributes say aloud."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.language = ""
        self.sentences: list[str] = []
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.sentences += [value or "" for name, value in attrs if name in SPOKEN]
        if tag == "html":
            self.language = dict(attrs)["lang"] or ""

    def handle_data(self, data: str) -> None:
        self.sentences.append(data)

    @property
    def text(self) -> str:
        return " ".join(" | ".join(self.sentences).split())


def heard(client: FlaskClient, path: str) -> Heard:
    return Heard(client.get(path).get_data(as_text=True))


def open_alone(client: FlaskClient, game: str) -> str:
    """Open a table alone; the path of the sheet."""
    return client.post("/tables", data={"game": game, "alone": "1"}).headers["Location"]


def enter(client: FlaskClient, sheet: str, entry: dict[str, object], key: str) -> str:
    """Tap an entry; the page that answers."""
    version = re.search(r'name="version" value="(\d+)"', client.get(sheet).get_data(as_text=True))
    assert version
    form = {"entry": json.dumps(entry), "key": key, "version": version[1]}
    return client.post(f"{sheet}/entries", data=form, follow_redirects=True).get_data(as_text=True)


# The catalogue


def test_every_name_under_which_the_code_translates_is_gathered():
    used = {
        alias.asname or alias.name
        for file in (ROOT / "companion").rglob("*.py")
        for node in ast.walk(ast.parse(file.read_text("utf-8")))
        if isinstance(node, ast.ImportFrom) and node.module == "flask_babel"
        for alias in node.names
        if alias.name.endswith("gettext")
    }
    assert used
    assert used - keywords().keys() == set()


def test_sentences_of_code_of_pages_and_of_the_home_screen_are_all_gathered(said):
    places = {Path(file).suffix for message in of(said) for file, _line in message.locations}
    assert places == {".py", ".html", ".json"}


def test_every_sentence_of_code_and_pages_stands_in_the_german_catalogue(said, german):
    assert [message.id for message in of(said) if german.get(message.id, message.context) is None] == []


def test_the_german_catalogue_holds_no_sentence_that_is_no_longer_said(said, german):
    assert [message.id for message in of(german) if said.get(message.id, message.context) is None] == []
    assert list(german.obsolete) == []


def test_every_sentence_has_its_german_in_singular_and_plural(german):
    lacking = [
        message.id
        for message in of(german)
        if len(forms(message.string)) != len(forms(message.id))
        or not all(form.strip() for form in forms(message.string))
    ]
    assert lacking == []


def test_no_german_sentence_is_a_guess(german):
    assert not german.fuzzy
    assert [message.id for message in of(german) if message.fuzzy] == []


def test_german_names_the_same_names_and_numbers_as_english(german):
    different = [
        (english, deutsch)
        for message in of(german)
        for english, deutsch in zip(forms(message.id), forms(message.string), strict=True)
        if set(PLACEHOLDER.findall(english)) != set(PLACEHOLDER.findall(deutsch))
    ]
    assert different == []


def test_german_has_one_form_for_one_and_another_for_every_other_number(german):
    assert german.num_plurals == 2
    assert german.plural_expr == "(n != 1)"


def test_the_catalogue_names_no_person_and_no_line_that_moves():
    text = GERMAN.read_text("utf-8")
    assert "@" not in text
    assert re.findall(r"^#: .*:\d+", text, re.MULTILINE) == []


# The pages


@pytest.mark.parametrize("languages", ["de", "de-AT,de;q=0.9,en;q=0.5", "de-CH", "fr,de;q=0.8,en;q=0.2"])
def test_a_browser_that_asks_for_german_gets_german(browser, languages):
    page = heard(browser(languages), "/")
    assert page.language == "de"
    assert "An einen Tisch setzen" in page.text
    assert "Join a table" not in page.text


@pytest.mark.parametrize("languages", ["en", "en-GB,en;q=0.9,de;q=0.5", "fr", ""])
def test_every_other_browser_gets_english(browser, languages):
    page = heard(browser(languages), "/")
    assert page.language == "en"
    assert "Join a table" in page.text
    assert "An einen Tisch setzen" not in page.text


def test_the_language_picked_by_hand_wins_and_is_remembered(browser):
    client = browser("en")
    sheet = open_alone(client, "clever-4ever")
    answer = client.post("/language", data={"language": "de", "back": sheet})
    assert (answer.status_code, answer.headers["Location"]) == (303, sheet)
    assert "Expires=" in answer.headers["Set-Cookie"]
    assert heard(client, sheet).language == "de"
    assert heard(client, "/").language == "de"
    assert heard(browser("en"), "/").language == "en"


def test_a_german_browser_can_be_switched_to_english(browser):
    client = browser("de")
    client.post("/language", data={"language": "en", "back": "/"})
    assert heard(client, "/").language == "en"


def test_a_language_that_the_app_does_not_speak_changes_nothing(browser):
    client = browser("de")
    client.post("/language", data={"language": "fr", "back": "/"})
    assert heard(client, "/").language == "de"


def test_no_english_sentence_is_left_on_a_german_page_that_was_first_seen_in_english(browser, german):
    client, reader = browser("de"), browser("en")
    sheets = [open_alone(client, game) for game in GAMES]
    tables = [sheet.rpartition("/s/")[0] for sheet in sheets]
    print_pages = [f"/print?game={game}" for game in GAMES]
    friends = client.post("/tables", data={"game": "qwinto-cards", "name": ["Ada", "Bo"], "paper": ["2"]})
    paths = ["/", *sheets, *tables, friends.headers["Location"], "/t/nothing", *print_pages]
    english_pages, texts = [heard(reader, path).text for path in paths], [heard(client, path).text for path in paths]
    assert len(set(english_pages) & set(texts)) == 0
    for table in tables:
        client.post(f"{table}/end")
        heard(reader, table)
        texts.append(heard(client, table).text)
    english = {
        sentence
        for message in of(german)
        if not PLACEHOLDER.search(str(message.id))
        for sentence in {str(message.id), str(message.id).capitalize()}
        if sentence not in (str(message.string), str(message.string).capitalize())
    }
    left = [
        sentence for sentence in english for text in texts if re.search(rf"(?<!\w){re.escape(sentence)}(?!\w)", text)
    ]
    assert left == []


@pytest.mark.parametrize("game", GAMES)
def test_a_sheet_seen_in_english_by_one_player_is_german_for_another(browser, game):
    ada, bo = browser("en"), browser("de")
    sheet = open_alone(ada, game)
    assert "empty" in heard(ada, sheet).text
    assert "leer" in heard(bo, sheet).text
    assert "empty" not in heard(bo, sheet).text


def test_a_refusal_says_why_in_german(browser):
    client = browser("de")
    sheet = open_alone(client, "clever-4ever")
    enter(client, sheet, {"area": "yellow", "row": "top", "value": 5}, "first")
    refusal = enter(client, sheet, {"area": "yellow", "row": "top", "value": 4}, "second")
    assert "Muss höher als 5 sein." in refusal


def test_the_home_screen_gets_its_description_in_german(browser):
    manifest = browser("de").get("/manifest.webmanifest").get_json(force=True)
    assert manifest["lang"] == "de"
    assert manifest["description"].startswith("Der Wertungsblock auf deinem Handy.")


# The sentences


@pytest.mark.parametrize(("foxes", "sentence"), [(0, "0 Füchse"), (1, "1 Fuchs"), (2, "2 Füchse")])
def test_one_fox_is_a_fuchs_and_more_or_none_are_fuechse(app, foxes, sentence):
    with app.test_request_context(headers={"Accept-Language": "de"}):
        assert ngettext("%(num)s fox", "%(num)s foxes", foxes) == sentence


@pytest.mark.parametrize(
    ("earned", "sentence"),
    [
        (0, "„Silber polieren“ hast du noch nicht verdient."),
        (1, "Dein einziger Joker „Silber polieren“ ist schon eingesetzt."),
        (2, "Alle 2 verdienten Joker „Silber polieren“ sind schon eingesetzt."),
    ],
)
def test_a_joker_that_cannot_be_spent_is_counted_right(app, earned, sentence):
    with app.test_request_context(headers={"Accept-Language": "de"}):
        assert words.why(IllegalEntry("joker_not_earned", joker="polish", earned=earned)) == sentence


@pytest.mark.parametrize(
    ("refusal", "sentence"),
    [
        (IllegalEntry("wrong_colour", colours=["purple", "yellow"]), "Die Ansage gilt für Lila und Gelb."),
        (IllegalEntry("wrong_area", die="grey"), "Der Zusatzwürfel ist Grau: Trage ihn in seinem eigenen Bereich ein."),
        (IllegalEntry("same_card_twice", colour="orange", value=4), "In Orange gibt es nur eine 4."),
        (IllegalEntry("die_used", die="white"), "Weiß war eben schon Zusatzwürfel: Nimm einen anderen Würfel."),
    ],
)
def test_colours_read_well_inside_german_sentences(app, refusal, sentence):
    with app.test_request_context(headers={"Accept-Language": "de"}):
        assert words.why(refusal) == sentence
