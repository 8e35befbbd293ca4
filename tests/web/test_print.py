"""The print page and its documents, as a browser asks for them: what comes, what is refused, who gets it."""

import io
import xml.dom.minidom
from urllib.parse import parse_qs, urlsplit

import pytest
from pypdf import PdfReader

from companion import printing
from companion.printing import NoPrinting

PINK = {"area": "pink", "value": 6}


@pytest.fixture
def app(new_server, tmp_path):
    app = new_server()
    app.config["PRINT_CACHE"] = tmp_path / "print"
    return app


def text(response, page=0):
    return PdfReader(io.BytesIO(response.data)).pages[page].extract_text()


def pages(response):
    return len(PdfReader(io.BytesIO(response.data)).pages)


def test_the_start_page_leads_to_the_print_page(ada, page):
    assert "/print" in page(ada.get("/")).values("href")
    assert "Blank sheets" in page(ada.get("/print")).text


def test_a_pad_comes_as_pdf_with_as_many_pages_as_asked_for(ada):
    answer = ada.get("/print/clever-4ever.pdf?paper=a4&up=2&pages=3&title=Cup&name=Ada&name=Bo")
    assert (answer.status_code, answer.mimetype) == (200, "application/pdf")
    assert pages(answer) == 3
    assert all(word in text(answer) for word in ("Cup", "Ada", "Bo"))


def test_the_same_pad_is_drawn_once_and_kept(ada, app, monkeypatch):
    first = ada.get("/print/qwinto-dice.pdf?paper=a6").data

    def draw_again(pad):
        raise AssertionError(f"{pad} was drawn a second time")

    monkeypatch.setattr(printing, "blank", draw_again)
    assert ada.get("/print/qwinto-dice.pdf?paper=a6").data == first
    assert len(list(app.config["PRINT_CACHE"].glob("*.pdf"))) == 1


@pytest.mark.parametrize(
    ("path", "sentence"),
    [
        ("/print/clever-4ever.pdf?paper=a6", "too small for a pen"),
        ("/print/clever-4ever.pdf?paper=a4&up=4", "too small for a pen"),
        ("/print/clever-4ever.pdf?up=3", "1, 2 or 4 sheets"),
        ("/print/clever-4ever.pdf?up=-1", "1, 2 or 4 sheets"),
        ("/print/clever-4ever.pdf?pages=51", "From 1 to 50 pages"),
        ("/print/clever-4ever.pdf?pages=many", "From 1 to 50 pages"),
        ("/print/clever-4ever.pdf?paper=b5", "paper is not offered"),
        ("/print/clever-4ever.pdf?ink=gold", "colour or ink-saving"),
        ("/print/clever-4ever.pdf?language=fr", "German or English"),
        ("/print/clever-4ever.pdf?title=" + "x" * 41, "up to 40 characters"),
        ("/print/clever-4ever.pdf?" + "&".join(["name=A"] * 5), "more than 4 names"),
        ("/print/clever-4ever.pdf?title=%00", "only such as can be printed"),
        ("/print/clever-4ever.pdf?name=" + "x" * 25, "A name may have up to 24 characters"),
        ("/print/clever-4ever/preview.svg?up=9", "1, 2 or 4 sheets"),
        ("/print/clever-4ever/rules.pdf?paper=b5", "paper is not offered"),
        ("/print/extras.pdf?language=fr", "German or English"),
    ],
)
def test_what_is_not_offered_is_refused_with_a_sentence(ada, page, path, sentence):
    answer = ada.get(path)
    assert answer.status_code == 422
    assert sentence in page(answer).text


@pytest.mark.parametrize(
    "path", ["/print/chess.pdf", "/print/chess/preview.svg", "/print/chess/rules.pdf", "/print?game=chess"]
)
def test_a_game_that_is_not_there_is_not_found(ada, path):
    assert ada.get(path).status_code == 404


@pytest.mark.parametrize("ink", ["colour", "saving"])
@pytest.mark.parametrize("game", ["clever-4ever", "qwinto-cards", "qwinto-dice"])
def test_the_picture_of_a_pad_is_well_formed_and_asks_for_no_other_file(ada, game, ink):
    answer = ada.get(f"/print/{game}/preview.svg?ink={ink}&language=de&title=<b>%26&name=O'Neil")
    assert answer.mimetype == "image/svg+xml"
    picture = answer.get_data(as_text=True)
    xml.dom.minidom.parseString(picture.encode())
    assert "<b>&" not in picture
    assert all(link.lstrip("\"'").startswith("data:") for link in picture.split("url(")[1:])


def test_a_refused_pad_leaves_paper_and_language_as_they_were(ada):
    answer = ada.get("/print?game=qwinto-cards&format=a6-2&pages=51", headers={"Accept-Language": "de"})
    assert answer.status_code == 422
    chosen = answer.get_data(as_text=True)
    assert 'value="a6-2" selected' in chosen
    assert 'value="de" selected' in chosen


def test_the_button_leads_to_the_pdf_of_what_is_typed_and_a_refusal_keeps_it(ada, page):
    typed = (
        "game=clever-4ever&format=a4-2&pages=%s&ink=saving&language=de&title=Oma+%%26+Opa&name=Ada&name=&name=Bo&pdf=1"
    )
    answer = ada.get(f"/print?{typed % 3}")
    assert answer.status_code == 303
    to = urlsplit(answer.headers["Location"])
    assert to.path == "/print/clever-4ever.pdf"
    options = {"paper": ["a4"], "up": ["2"], "pages": ["3"], "ink": ["saving"], "language": ["de"]}
    assert parse_qs(to.query) == {**options, "title": ["Oma & Opa"], "name": ["Ada", "Bo"]}
    refused = ada.get(f"/print?{typed % 51}")
    assert refused.status_code == 422
    assert {"51", "Oma & Opa", "Ada", "Bo"} <= set(page(refused).values("value"))
    assert "preview.svg" not in refused.get_data(as_text=True)


def test_there_are_as_many_pages_as_the_names_need(ada):
    names = "name=Ada&name=Bo&name=Cem"
    assert pages(ada.get(f"/print/qwinto-cards.pdf?{names}")) == 3
    assert pages(ada.get(f"/print/qwinto-cards.pdf?up=2&{names}")) == 2
    assert pages(ada.get(f"/print/qwinto-cards.pdf?up=2&pages=5&{names}")) == 5


def test_points_that_are_hidden_until_the_end_are_not_printed_before(ada):
    table = ada.with_friends("clever-4ever", "Ada", "Bo")
    ada.enter(f"{table}/s/1", PINK)
    ada.post("/totals", totals="hidden")
    hidden = ada.get(f"{table}/sheets.pdf")
    assert pages(hidden) == 2
    ada.post(f"{table}/end")
    assert pages(ada.get(f"{table}/sheets.pdf")) == 3


def test_what_still_waits_stands_on_the_sheet(ada):
    sheet = ada.alone()
    ada.enter(sheet, {"area": "yellow", "row": "top", "value": 1})
    before = text(ada.get(f"{sheet.removesuffix('/s/1')}/sheets.pdf"))
    ada.enter(sheet, {"area": "pink", "value": 6})
    ada.enter(sheet, {"action": "round"})
    ada.enter(sheet, {"action": "use", "joker": "extra_die", "die": "pink"})
    waits = "Extra die: enter the pink die."
    assert waits not in before
    assert waits in text(ada.get(f"{sheet.removesuffix('/s/1')}/sheets.pdf")).replace("\n", " ")


def test_only_what_a_pen_can_use_can_be_chosen(ada, page):
    offered = page(ada.get("/print?game=clever-4ever")).values("value")
    assert {"a4-1", "a4-2", "letter-1", "a5-1"} <= set(offered)
    assert not {"a6-1", "a6-2", "a4-4", "a5-4"} & set(offered)


def test_the_rules_and_the_extras_come_on_one_page_each(ada):
    for path in ("/print/clever-4ever/rules.pdf", "/print/qwinto-cards/rules.pdf?language=de", "/print/extras.pdf"):
        answer = ada.get(path)
        assert (answer.mimetype, pages(answer)) == ("application/pdf", 1)


def test_a_table_comes_with_every_sheet_and_the_ranking_and_one_sheet_alone(ada, bo):
    table = ada.with_friends("clever-4ever", "Ada", "Bo", "(Cy)")
    ada.enter(f"{table}/s/1", PINK)
    both = ada.get(f"{table}/sheets.pdf")
    assert pages(both) == 3
    assert "Ada" in text(both, 0)
    assert "Bo" in text(both, 1)
    assert pages(bo.get(f"{table}/sheets.pdf?seat=2")) == 1
    assert bo.get("/t/nothere234/sheets.pdf").status_code == 404


@pytest.mark.parametrize("seat", ["2", "9", "x", "", "-1", "1.5", "²"])
def test_of_a_seat_that_has_no_sheet_nothing_is_printed(ada, page, seat):
    table = ada.with_friends("qwinto-cards", "Ada", "(Grandma)")
    answer = ada.get(f"{table}/sheets.pdf", query_string={"seat": seat})
    assert answer.status_code == 422
    assert "Nobody keeps a sheet on this seat." in page(answer).text


def test_without_the_system_library_the_page_says_what_to_install_and_the_rest_works(ada, page, monkeypatch):
    def missing(*args, **more):
        raise NoPrinting("cannot load library 'libpango'")

    for document in ("blank", "filled", "rules", "extras"):
        monkeypatch.setattr(printing, document, missing)
    sheet = ada.alone()
    for path in ("/print/clever-4ever.pdf", "/print/extras.pdf", f"{sheet.rpartition('/s/')[0]}/sheets.pdf"):
        answer = ada.get(path)
        assert answer.status_code == 503
        assert "apt-get install" in page(answer).text
        assert "brew install pango" in page(answer).text
    assert ada.get("/print/clever-4ever/preview.svg").status_code == 200
    assert ada.enter(sheet, PINK).status_code == 200
