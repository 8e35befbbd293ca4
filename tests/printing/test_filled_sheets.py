"""Played sheets on paper: what stands on the sheet stands on the page, with its points, and the ranking comes last."""

from datetime import date

import pytest

from companion import printing
from companion.printing import NotPrintable
from tests.printing.conftest import CLEVER, QWINTO
from tests.printing.paper import Page

INK = tuple(round(int(printing.PEN[at : at + 2], 16) / 255, 6) for at in (1, 3, 5))


def pen(page: Page) -> list[str]:
    """The numbers that are larger than any printed one: what a pen wrote, line by line from the top."""
    return [said.text for said in page.written(INK)]


def test_every_number_of_a_clever_sheet_is_written(filled, table):
    page = filled(table("clever-4ever", {"Ada": CLEVER}), seat=1).pages[0]
    numbers = [*CLEVER["yellow"].values(), *CLEVER["green"].values()]
    written = [number for row in numbers for number in row] + CLEVER["pink"]
    points = [49, 25, 7, 42, 32, 7, 162]
    expected = sorted(str(number) for number in [*written, *points])
    assert sorted(text for text in pen(page) if text.lstrip("−").isdigit()) == expected


def test_crosses_and_rings_are_drawn_where_the_sheet_has_them(filled, table):
    page = filled(table("clever-4ever", {"Ada": CLEVER}), seat=1).pages[0]
    # 4 blue, 1 + 4 + 5 + 4 + 6 grey cells, 4 rounds, 1 + 2 spent jokers, and the bonuses that pink missed in 1, 3 and 4
    grey = sum("abbccccddeefgghhibbjjjcdddefgkhhiiblljmnneeogkkhippljjmnneoogkqh".count(segment) for segment in "abcij")
    assert page.crosses(INK) == 4 + grey + 4 + 3 + 3


@pytest.mark.parametrize("ink", ["colour", "saving"])
def test_what_was_earned_and_what_scores_is_ringed(filled, table, ink):
    page = filled(table("clever-4ever", {"Ada": CLEVER}), seat=1, ink=ink).pages[0]
    jokers, foxes = 3 + 2 + 4, 1
    yellow = 2 + 3 + 3  # bonuses of the top and the middle row, full columns
    blue = 2 + 1  # columns 2 and 5, the rising diagonal
    grey = 2  # columns 1 and 6
    green = 4  # every lower half gives a bonus
    pink = 3 + 1  # the 6 of field 5 and the 5 of fields 7 and 8; the points above field 8
    assert page.rings(INK) == jokers + foxes + yellow + blue + grey + green + pink


def test_points_stand_under_the_names_of_their_areas(filled, table):
    page = filled(table("clever-4ever", {"Ada": CLEVER}), seat=1).pages[0]
    labels = {"Yellow": "49", "Blue": "25", "Grey": "7", "Green": "42", "Pink": "32", "Total": "162"}
    assert {label: page.below(label) for label in labels} == labels


def test_the_second_three_of_pink_is_told_by_an_arrow(filled, table):
    page = filled(table("clever-4ever", {"Ada": CLEVER}), seat=1).pages[0]
    assert pen(page).count("→") == 1


def test_name_and_date_stand_on_the_sheet(filled, table):
    there = table("clever-4ever", {"Ada": CLEVER})
    assert filled(there, seat=1, on=date(2026, 11, 30)).pages[0].after("Name") == "Ada"
    assert filled(there, seat=1, on=date(2026, 11, 30)).pages[0].after("Date") == "Nov 30, 2026"
    assert filled(there, seat=1, on=date(2026, 11, 30), language="de").pages[0].after("Datum") == "30.11.2026"


def test_every_number_of_a_qwinto_sheet_is_written_and_its_points_too(filled, table):
    page = filled(table("qwinto-dice", {"Bo": QWINTO}), seat=1).pages[0]
    numbers = [number for row in ("orange", "yellow", "purple") for number in QWINTO[row].values()]
    points = [18, 8, 1, 0, 0, 9, 0, 0]  # rows; columns 3, 4, 8, 9 and 10
    expected = sorted([*map(str, numbers), *map(str, points), "−10", "26"])
    assert sorted(text for text in pen(page) if text != "Bo") == expected
    assert page.crosses(INK) == 2


def test_a_table_prints_every_sheet_and_then_the_ranking_with_its_ties(filled, table):
    fewer = {**QWINTO, "misthrows": 3}
    there = table("qwinto-cards", {"Ada": fewer, "Bo": QWINTO, "Cleo": QWINTO, "Oma": None})
    pages = filled(there).pages
    assert [page.after("Name") for page in pages[:3]] == ["Ada", "Bo", "Cleo"]
    assert len(pages) == 4
    ranked = [
        (said.text.strip(), pages[3].after(said.text.strip()))
        for said in pages[3].said
        if said.text.strip() in ("1.", "3.", "–")
    ]
    assert [place for place, _ in ranked] == ["1.", "1.", "3.", "–"]
    text = " ".join(said.text for said in pages[3].said)
    assert "Bo, Cleo share the victory." in text
    assert "Oma (on paper)" in text
    assert pages[3].words["26"] == 2 + 2
    assert pages[3].words["21"] == 1 + 1


def test_the_ranking_of_clever_tells_where_the_points_come_from(filled, table):
    page = filled(table("clever-4ever", {"Ada": CLEVER, "Bo": CLEVER})).pages[2]
    assert [page.after(area) for area in ("yellow", "blue", "grey", "green", "pink")] == ["49", "25", "7", "42", "32"]
    assert page.words["162"] == 2 + 2


def test_a_running_game_prints_how_it_stands_and_names_no_winner(filled, table):
    page = filled(table("clever-4ever", {"Ada": CLEVER, "Bo": CLEVER}, ended=False)).pages[2]
    text = " ".join(said.text for said in page.said)
    assert "So far" in text
    assert "victory" not in text


def test_one_seat_alone_is_one_page(filled, table):
    there = table("clever-4ever", {"Ada": CLEVER, "Bo": CLEVER})
    (page,) = filled(there, seat=2).pages
    assert page.after("Name") == "Bo"


@pytest.mark.parametrize("seat", [2, 3])
def test_a_seat_without_a_sheet_here_cannot_be_printed(table, seat):
    there = table("clever-4ever", {"Ada": CLEVER, "Oma": None})
    with pytest.raises(NotPrintable, match="no_such_seat"):
        printing.filled(there, seat=seat)


@pytest.mark.parametrize(("how", "reason"), [({"paper": "a6"}, "too_small"), ({"language": "fr"}, "no_such_language")])
def test_a_played_sheet_is_refused_like_a_blank_one(table, how, reason):
    with pytest.raises(NotPrintable, match=reason):
        printing.filled(table("clever-4ever", {"Ada": CLEVER}), **how)


def test_six_long_names_fit_on_the_ranking_of_every_paper(filled, table):
    names = [f"{letter}ilhelmine-Mathilde Wumm" for letter in "ABCDEF"]
    for paper in ("a4", "letter", "a5", "a6"):
        *sheets, page = filled(table("qwinto-dice", dict.fromkeys(names, QWINTO)), paper=paper).pages
        assert len(sheets) == 6
        assert min(said.size for said in page.said) >= 6
        assert min(box.left for box in page.painted) >= 7.99
        assert max(box.right for box in page.painted) <= page.width - 7.99
