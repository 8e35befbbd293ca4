"""What a printer and a screen reader ask of the file itself, whatever stands on its pages."""

import subprocess
import sys
from collections import Counter
from pathlib import Path

import pytest

from companion import printing
from companion.printing import NoPrinting, NotPrintable, Pad
from companion.rules import games
from tests.printing.conftest import CLEVER
from tests.printing.paper import Box, Pdf

ROOT = Path(__file__).parents[2]


def every_kind(table, sheet):
    yield printing.blank(Pad("clever-4ever", language="de", title="Abend"))
    yield printing.blank(Pad("qwinto-cards", up=4, pages=2))
    yield printing.filled(table("clever-4ever", {"Ada": sheet}), language="de")
    yield printing.rules(games["clever-4ever"], "de")
    yield printing.extras("de")


@pytest.fixture(scope="module")
def files(table):
    return [Pdf(data) for data in every_kind(table, CLEVER)]


def test_title_and_language_are_told(files):
    titles = [str(pdf.reader.metadata.title) for pdf in files]
    assert titles == [
        "Clever 4ever – Abend",
        "Qwinto – Das Kartenspiel",
        "Clever 4ever",
        "Clever 4ever – Die Regeln in Kürze",
        "Silbertablett und Plätze für vier Karten",
    ]
    assert [pdf.catalog["/Lang"] for pdf in files] == ["de", "en", "de", "de", "de"]


def test_every_font_is_embedded(files):
    for pdf in files:
        assert pdf.fonts
        assert all("/FontFile2" in font or "/FontFile3" in font for font in pdf.fonts)


def test_nothing_is_made_of_pixels(files):
    assert [pdf.images for pdf in files] == [[]] * len(files)


def test_a_screen_reader_finds_structure(files):
    for pdf in files:
        assert pdf.catalog["/MarkInfo"]["/Marked"]
        assert "/StructTreeRoot" in pdf.catalog


def test_the_same_pad_gives_the_same_bytes_in_another_process():
    make = (
        "import sys; from companion.printing import Pad, blank; "
        "sys.stdout.buffer.write(blank(Pad('clever-4ever', 'a5', names=('Ada',))))"
    )
    made = [
        subprocess.run([sys.executable, "-c", make], cwd=ROOT, env={"PYTHONHASHSEED": seed}, capture_output=True)
        for seed in ("1", "2")
    ]
    assert made[0].stdout.startswith(b"%PDF-1.7")
    assert made[0].stdout == made[1].stdout


def test_without_the_systems_libraries_it_says_so_and_the_rest_works():
    script = (
        "import sys; sys.modules['weasyprint'] = None\n"
        "import companion, companion.app\n"
        "from companion.printing import *\n"
        "from companion import printing\n"
        "assert offered(games['clever-4ever'])\n"
        "try: printing.blank(Pad('clever-4ever'))\n"
        "except NoPrinting as missing: print('missing:', missing)\n"
    )
    run = subprocess.run([sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True)
    assert run.stdout.startswith("missing:"), run.stderr


def test_a_missing_library_is_told_by_name(monkeypatch):
    class Broken:
        def find_spec(self, name, path=None, target=None):
            if name == "weasyprint" or name.startswith("weasyprint."):
                raise OSError("cannot load library 'libpango-1.0-0'")

    for name in [name for name in sys.modules if name.partition(".")[0] == "weasyprint"]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setattr(sys, "meta_path", [Broken(), *sys.meta_path])
    with pytest.raises(NoPrinting, match="libpango"):
        printing.extras()


# Rules and extras


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize(
    ("game", "papers"),
    [
        ("clever-4ever", ("a4", "letter", "a5")),
        ("qwinto-cards", ("a4", "letter", "a5", "a6")),
        ("qwinto-dice", ("a4", "letter", "a5", "a6")),
    ],
)
def test_the_rules_of_a_game_stand_on_one_page(game, papers, language):
    for paper in papers:
        (page,) = Pdf(printing.rules(games[game], language, paper)).pages
        assert min(said.size for said in page.said) >= 6
        inside = Box(8, 8, page.width - 8, page.height - 8)
        assert [box for box in page.painted if not box.within(inside)] == []


def test_the_rules_of_clever_need_more_than_an_a6():
    with pytest.raises(NotPrintable, match="too_small"):
        printing.rules(games["clever-4ever"], "de", "a6")


def test_the_rules_name_all_areas_and_no_tapping():
    (page,) = Pdf(printing.rules(games["clever-4ever"], "en", "a4")).pages
    assert {"Yellow", "Blue", "Grey", "Green", "Pink", "Bonuses", "Foxes"} <= page.words.keys()
    assert not any("Tap" in said.text for said in page.said)


@pytest.mark.parametrize("paper", ["a4", "letter", "a5", "a6"])
def test_the_extras_are_a_platter_and_four_equal_places_in_a_square(paper):
    (page,) = Pdf(printing.extras("en", paper)).pages
    assert page.words["Silver platter"] == 1
    sizes = Counter((round(box.width, 1), round(box.height, 1)) for box in page.rounded)
    (size,) = [size for size, count in sizes.items() if count == 4]
    places = [box for box in page.rounded if (round(box.width, 1), round(box.height, 1)) == size]
    assert len({round(box.left, 1) for box in places}) == len({round(box.top, 1) for box in places}) == 2
    inside = Box(8, 8, page.width - 8, page.height - 8)
    assert [box for box in page.painted if not box.within(inside)] == []


@pytest.mark.parametrize("game", ["clever-4ever", "qwinto-cards", "qwinto-dice"])
def test_the_rules_fill_both_columns_of_their_page(game):
    (page,) = Pdf(printing.rules(games[game], "de", "a4")).pages
    text = [said.box for said in page.said[:-1]]  # without the note under them
    left = max(box.bottom for box in text if box.right < page.width / 2)
    right = max(box.bottom for box in text if box.left > page.width / 2)
    assert min(left, right) > 0.6 * page.height
