"""Blank sheets as a printer gets them: real millimetres, and everything that the printed pads offer."""

from collections import Counter
from typing import NamedTuple

import pytest

from companion.printing import INKS, LANGUAGES, MARGIN, PAPERS, NotPrintable, Pad, blank, offered
from companion.rules import games
from tests.printing.conftest import read
from tests.printing.paper import Box, Page

CLEVER = [("a4", 1), ("a4", 2), ("letter", 1), ("letter", 2), ("a5", 1)]
QWINTO = [*((paper, up) for paper in ("a4", "letter", "a5") for up in (1, 2, 4)), ("a6", 1), ("a6", 2)]
PADS = [
    Pad(game, paper, up, ink=ink, language=language)
    for game, formats in (("clever-4ever", CLEVER), ("qwinto-cards", QWINTO), ("qwinto-dice", QWINTO[-1:]))
    for paper, up in formats
    for ink in INKS
    for language in LANGUAGES
]
"""All that is offered; the two games of Qwinto have the same sheet, and the cards the longer title."""

CLEVER_FIELDS = 15 + 36 + 64 + 22 + 12 + 7 + 7 + 9 + 6 + 7
"""The five areas, the slots of the jokers, the rounds, and the score: five areas, the foxes' points, the total."""
QWINTO_FIELDS = 27 + 4 + 3 + 5 + 1 + 1
"""Three rows of nine, four misthrows, and the score: rows, pentagons, misthrows, the total."""


class Printed(NamedTuple):
    pad: Pad
    page: Page


@pytest.fixture(
    scope="module", params=PADS, ids=lambda pad: f"{pad.game}-{pad.paper}-{pad.up}-{pad.ink}-{pad.language}"
)
def every(request) -> Printed:
    """Each pad in turn: pytest runs all that is asked of one pad before it draws the next."""
    (page,) = read(request.param).pages
    return Printed(request.param, page)


def one(printed, game, paper, up=1, ink="colour", language="en", **how) -> Page:
    (page,) = printed(game, paper=paper, up=up, ink=ink, language=language, **how).pages
    return page


# What is offered


@pytest.mark.parametrize(
    ("game", "expected"), [("clever-4ever", CLEVER), ("qwinto-cards", QWINTO), ("qwinto-dice", QWINTO)]
)
def test_what_keeps_six_millimetres_is_offered(game, expected):
    assert offered(games[game]) == expected


@pytest.mark.parametrize(
    ("game", "paper", "up"),
    [
        ("clever-4ever", "a4", 4),
        ("clever-4ever", "letter", 4),
        ("clever-4ever", "a5", 2),
        ("clever-4ever", "a6", 1),
        ("qwinto-dice", "a6", 4),
    ],
)
def test_what_no_pen_could_write_into_is_refused(game, paper, up):
    with pytest.raises(NotPrintable) as refused:
        Pad(game, paper, up)
    assert refused.value.reason == "too_small"
    assert refused.value.details == {"paper": paper, "up": up}


@pytest.mark.parametrize(
    ("how", "reason"),
    [
        ({"game": "chess"}, "no_such_game"),
        ({"paper": "a3"}, "no_such_paper"),
        ({"ink": "gold"}, "no_such_ink"),
        ({"language": "fr"}, "no_such_language"),
        ({"up": 3}, "bad_number"),
        ({"pages": 0}, "bad_number"),
        ({"pages": 51}, "bad_number"),
        ({"title": "x" * 41}, "bad_text"),
        ({"title": "a\0b"}, "bad_text"),
        ({"title": "\ud800"}, "bad_text"),
        ({"names": ("x" * 25,)}, "bad_text"),
        ({"names": ("Ada", "Bo", "Cy", "Di", "Ed")}, "too_many_names"),
    ],
)
def test_a_pad_that_cannot_be_is_refused_with_its_reason(how, reason):
    with pytest.raises(NotPrintable) as refused:
        Pad(**{"game": "clever-4ever", **how})
    assert refused.value.reason == reason


# Paper


def test_a_page_has_the_real_size_of_its_paper(every):
    page = every.page
    assert sorted((page.width, page.height)) == pytest.approx(sorted(PAPERS[every.pad.paper]), abs=0.1)


def test_nothing_lies_within_eight_millimetres_of_the_edge(every):
    page = every.page
    inside = Box(MARGIN, MARGIN, page.width - MARGIN, page.height - MARGIN)
    assert len(page.painted) > 100
    assert [box for box in page.painted if not box.within(inside)] == []


def test_no_text_is_smaller_than_six_points(every):
    assert min(said.size for said in every.page.said) >= 6


@pytest.mark.parametrize(("paper", "up", "marks"), [("a5", 1, 0), ("a5", 2, 2), ("a5", 4, 4)])
def test_cut_marks_stand_between_the_sheets_of_a_page(printed, paper, up, marks):
    page = one(printed, "qwinto-dice", paper, up)
    thin = [b for b in page.painted if sorted((round(b.width, 2), round(b.height, 2))) == [0.2, 5.0]]
    assert len(thin) == marks
    for mark in thin:
        middle = (mark.left + mark.right) / 2, (mark.top + mark.bottom) / 2
        assert middle[0] == pytest.approx(page.width / 2, abs=0.01) or middle[1] == pytest.approx(
            page.height / 2, abs=0.01
        )


# Good to write on


def test_every_sheet_has_all_its_fields_and_a_pen_can_write_into_each(every):
    pad, page = every
    assert len(page.framed) == pad.up * (CLEVER_FIELDS if pad.game == "clever-4ever" else QWINTO_FIELDS)
    least = 6 if (pad.paper, pad.up) == ("a6", 2) else 7
    assert min(box.width for box in page.framed) >= least
    assert min(box.height for box in page.framed) >= least


@pytest.mark.parametrize("paper", ["a4", "letter", "a5"])
def test_the_fields_of_clever_stand_in_the_rows_of_the_pad(printed, paper):
    runs = Counter(len(run) for run in one(printed, "clever-4ever", paper).runs())
    # grey 4 × 16, blue 6 × 6, yellow 3 × 5, green 2 × 11, pink 12, the jokers 7, 7 and 9; rounds and score stand apart
    assert runs == {16: 4, 6: 6, 5: 3, 11: 2, 12: 1, 7: 2, 9: 1, 1: 6 + 7}


@pytest.mark.parametrize(("paper", "up"), CLEVER)
def test_three_dice_of_seventeen_millimetres_find_their_place(printed, paper, up):
    page = one(printed, "clever-4ever", paper, up)
    dice = [box for box in page.rounded if box.width == pytest.approx(17) and box.height == pytest.approx(17)]
    assert len(dice) == 3 * up


@pytest.mark.parametrize(("paper", "up"), QWINTO)
def test_each_row_of_qwinto_has_its_gap_and_its_shift(printed, paper, up):
    page = one(printed, "qwinto-dice", paper, up)
    runs = [run for run in page.runs() if len(run) > 1]
    # left and right of the gaps in columns 6, 7 and 5; rows of two sheets side by side stand at the same height
    assert Counter(len(run) for run in runs) == {3: up, 6: up, 5: 2 * up, 4: 2 * up}
    pitch = runs[0][1].left - runs[0][0].left
    begins = {len(run): run[0].left for run in sorted(runs, key=lambda run: -run[0].left)}
    assert round((begins[3] - begins[4]) / pitch) == 2  # orange begins in column 3, purple in column 1
    assert round((begins[5] - begins[4]) / pitch) == 1  # yellow in column 2


# What is printed there

FOX = "mmllllllf mmlllllf mmllmllmllf"
PENTAGON = "mmllllS"
POLISH = "mmlllllllmlllllllf"
REROLL = "mmcmcS mmllmllS"
EXTRA_DIE = "mlclclclcS mmlmlmllS"
"""The drawings, by the steps of their paths: move, line, curve, fill, stroke."""


def test_every_bonus_of_the_clever_pad_stands_there_once(printed):
    page = one(printed, "clever-4ever", "a5")
    # RULES.md: 7 re-rolls, 7 extra dice and 9 polishes, and one sign at each track; 7 foxes, and 7 to count them
    assert page.drawings[REROLL] == 7 + 1
    assert page.drawings[EXTRA_DIE] == 7 + 1
    assert page.drawings[POLISH] == 9 + 1
    assert page.drawings[FOX] == 7 + 7
    # counted on the printed sheet
    asked = {"Ye?": 6, "Bl?": 5, "Gy?": 4, "Gn?": 5, "Pi?": 5, "?": 1}
    assert {word: page.words[word] for word in asked} == asked


def test_the_points_of_the_clever_pad_stand_in_their_order(printed):
    page = one(printed, "clever-4ever", "a4")
    lines: dict[float, list[tuple[float, str]]] = {}
    for said in page.said:
        if said.text.isdigit():
            lines.setdefault(round(said.box.bottom), []).append((said.box.left, said.text))
    rows = {tuple(int(text) for _, text in sorted(line)) for line in lines.values()}
    assert (1, 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11) in rows
    assert (2, 4, 6, 9, 12, 15, 19, 23, 27, 32, 37, 42) in rows
    assert (10, 10, 15, 15, 20) in rows
    assert (6, 7, 8, 9, 10, 11, 12) in rows
    assert page.words["×2"] == 8


@pytest.mark.parametrize(("ink", "language"), [("colour", "en"), ("saving", "de")])
def test_the_three_shades_of_grey_differ_by_their_pattern(printed, ink, language):
    page = one(printed, "clever-4ever", "a5", 1, ink, language)
    # 21 dark and 24 light cells, and a swatch of each under them; the white ones are plain
    assert sorted(count for count in page.drawings.values() if count in (22, 25)) == [22, 25]


def test_arrows_point_into_the_cells_of_grey_that_a_player_begins_with(printed):
    # RULES.md section 1: segments a and i, which are the four cells of the left edge
    assert max(drawn.count("mmllf") for drawn in one(printed, "clever-4ever", "a5").drawings) == 4


@pytest.mark.parametrize(("paper", "up"), QWINTO)
def test_five_pentagons_four_misthrows_and_three_letters_stand_on_a_qwinto_sheet(printed, paper, up):
    page = one(printed, "qwinto-dice", paper, up)
    assert page.drawings[PENTAGON] == (5 + 5) * up  # in the rows, and over the score line
    assert page.words["−5"] == 4 * up
    # one letter in each gap, and one over each pentagon's score
    assert [page.words[word] for word in ("Or", "Ye", "Pu")] == [3 * up, 2 * up, 3 * up]


def test_a_german_sheet_speaks_german(printed):
    said = one(printed, "clever-4ever", "a5", language="de").words
    assert {"Gelb", "Blau", "Grau", "Grün", "Rosa", "Datum", "Gesamt"} <= said.keys()
    assert not {"Yellow", "Grey", "Date", "Total"} & said.keys()
    assert "Fehlwürfe" in one(printed, "qwinto-dice", "a6", language="de").words


def test_title_and_names_stand_on_the_sheets_in_turn(printed):
    pdf = printed("qwinto-dice", up=4, pages=3, title="Hüttenabend", names=("Ada", "Bo", "Cy"))
    assert [page.words["Hüttenabend"] for page in pdf.pages] == [4, 4, 4]
    names = [[page.words[name] for name in ("Ada", "Bo", "Cy")] for page in pdf.pages]
    assert names == [[2, 1, 1], [1, 2, 1], [1, 1, 2]]


def test_the_longest_names_and_titles_stay_on_their_lines(printed):
    name, title = "Wilhelmine-Mathilde Wumms", "DIE WÖCHENTLICHE GROSSE WETTKAMPFRUNDE M"
    for game in ("clever-4ever", "qwinto-cards"):
        page = one(printed, game, "a5", title=title, names=(name[:24],))
        assert page.words[name[:24]] == 1
        written = next(said for said in page.said if said.text == name[:24])
        assert written.size >= 6
        lines = [said for said in page.said if set(said.text.split()) & set(title.split())]
        assert " ".join(said.text.strip() for said in lines) == title
        assert min(said.box.height for said in lines) > 1  # whole, not cut by what is below


# Pages


def test_fifty_pages_are_hardly_more_than_one():
    single, fifty = blank(Pad("clever-4ever", up=2)), blank(Pad("clever-4ever", up=2, pages=50))
    assert len(fifty) < len(single) + 20_000


def test_every_page_of_a_pad_is_the_same(printed):
    pages = printed("qwinto-dice", paper="a5", pages=3).pages
    assert len(pages) == 3
    assert pages[0].words == pages[1].words == pages[2].words
    assert pages[0].painted == pages[2].painted
