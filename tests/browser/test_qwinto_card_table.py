"""A whole game of Qwinto with cards on four phones, from the seats to the ranking. No shortcut past the pages."""

import re
from collections.abc import Callable
from typing import NamedTuple

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import ConsoleErrors
from tests.browser.taps import CARDS, at_table, enter, field, number, open_table, shows, shows_total, sit_down

ADA, BEN, CLEO, DORA = "Ada", "Ben", "Cleo", "Dora"
PASS, MISTHROW = "pass", "misthrow"


class Turn(NamedTuple):
    """One call, and what each player writes for it: a field, a pass or a misthrow.

    :param cards: the card laid last and its two neighbours, if the app adds them
    """

    active: str
    number: int
    colours: tuple[str, ...]
    ada: str
    ben: str
    cleo: str
    cards: tuple[str, ...] = ()
    dora: str = PASS

    @property
    def answers(self) -> dict[str, str]:
        return {ADA: self.ada, BEN: self.ben, CLEO: self.cleo, DORA: self.dora}


# Ada fills orange (1 3 5 7 9 11 13 15 18) and yellow (2 4 6 8 10 12 14 16 17), one number with each call but the 11th.
TURNS = (
    Turn(ADA, 9, ("orange", "purple"), "orange-8", "purple-6", PASS),
    Turn(BEN, 8, ("yellow", "purple"), "yellow-5", "purple-4", "yellow-5"),
    Turn(CLEO, 10, ("yellow", "purple"), "yellow-6", "purple-7", "purple-7", ("yellow 5", "purple 4", "grey 1")),
    Turn(ADA, 3, ("orange",), "orange-4", "orange-3", PASS),
    Turn(BEN, 14, ("orange", "yellow"), "yellow-9", "orange-10", "yellow-9"),
    Turn(CLEO, 12, ("yellow",), "yellow-8", PASS, "yellow-8"),
    Turn(ADA, 4, ("yellow", "purple"), "yellow-3", "purple-1", PASS, dora="purple-4"),
    Turn(BEN, 7, ("orange",), "orange-7", "orange-7", "orange-7"),
    Turn(CLEO, 2, ("orange", "yellow"), "yellow-2", PASS, "yellow-2"),
    Turn(ADA, 15, ("orange", "purple"), "orange-11", "purple-10", "purple-10"),
    Turn(BEN, 14, ("orange",), PASS, MISTHROW, "orange-10"),  # his orange has a 14 already
    Turn(CLEO, 6, ("yellow",), "yellow-4", "yellow-4", "yellow-4", ("yellow 4", "grey 0", "yellow 2")),
    Turn(ADA, 5, ("orange", "purple"), "orange-5", "orange-4", "purple-4"),
    Turn(BEN, 16, ("yellow", "purple"), "yellow-10", "yellow-10", "yellow-10"),
    Turn(CLEO, 11, ("orange",), "orange-9", "orange-8", "orange-8", dora="orange-9"),
    Turn(ADA, 1, ("orange",), "orange-3", PASS, "orange-3"),
    Turn(BEN, 13, ("orange", "purple"), "orange-10", "purple-9", "purple-9"),
    Turn(CLEO, 17, ("yellow",), "yellow-11", PASS, "yellow-11", ("yellow 6", "grey 6", "yellow 5")),
)
LAST = Turn(ADA, 18, ("orange", "yellow"), "orange-12", "orange-12", PASS)

# The sheets at the end, counted by hand:
#         orange                             yellow                   purple                 columns
#   Ada   full: 18                           full: 17                 none: 0                none full
#   Cleo  1 . . 7 11 . 14 . .           : 4  2 . 6 8 . 12 14 16 17 : 7  5 10 13 15        : 4  10 (14 16 15): 15
#   Ben   3 5 . 7 11 . 14 . 18          : 6  6 16                  : 2  4 8 9 10 13 15    : 6  4 (5 6 8): 5; 10: 15
#   Dora  11                          : 1  none                 : 0  4                  : 1  none full
#   Ada   18 + 17 + 0                = 35, place 1
#   Cleo  4 + 7 + 4 + 15             = 30, place 2
#   Ben   6 + 2 + 6 + 5 + 15 − 1 × 5 = 29, place 3
#   Dora  1 + 0 + 1                  = 2, place 4
RANKING = ((ADA, 35), (CLEO, 30), (BEN, 29), (DORA, 2))
BREAKDOWN = {  # in the order of the ranking
    '[data-row="orange"]': ["18", "4", "6", "1"],
    '[data-row="yellow"]': ["17", "7", "2", "0"],
    '[data-row="purple"]': ["0", "4", "6", "1"],
    '[data-column="3"]': ["0", "0", "0", "0"],
    '[data-column="4"]': ["0", "0", "5", "0"],
    '[data-column="8"]': ["0", "0", "0", "0"],
    '[data-column="9"]': ["0", "0", "0", "0"],
    '[data-column="10"]': ["0", "15", "15", "0"],
    "[data-misthrows]": ["0", "0", "−5", "0"],
}


def test_four_phones_play_cards_until_the_second_row_is_full(
    open_phone: Callable[..., Page], console_errors: ConsoleErrors
) -> None:
    phones = {name: open_phone() for name in (ADA, BEN, CLEO, DORA)}
    table = open_table(phones[ADA], CARDS, phones)
    at_table(phones[ADA], ADA).get_by_role("link", name="Open my sheet").tap()
    for name in (BEN, CLEO, DORA):
        sit_down(phones[name], table, name)

    for turn in TURNS:
        make_call(phones, turn)
        if turn is TURNS[1]:
            a_misthrow_is_refused_while_the_number_fits(phones[BEN], console_errors)
        if turn is TURNS[10]:
            a_number_that_stands_in_the_row_is_refused(phones[BEN], console_errors)
        for name, answer in turn.answers.items():
            answer_call(phones[name], turn, answer)
    # The last call: Ada's answer fills her second row, and the others may still answer.
    make_call(phones, LAST)
    answer_call(phones[ADA], LAST, LAST.ada)
    shows_total(phones[ADA], 35)
    expect(make_a_call(phones[ADA])).to_have_count(0)
    for name in (BEN, CLEO, DORA):
        expect(phones[name].get_by_role("button", name="End the game")).to_be_visible()
        expect(make_a_call(phones[name])).to_have_count(0)
        answer_call(phones[name], LAST, LAST.answers[name])

    # All have answered: everybody is asked, and whoever wants to sees the result takes all the others along.
    for phone in phones.values():
        expect(phone.get_by_role("button", name="Show the result")).to_be_visible()
    phones[BEN].get_by_role("button", name="Show the result").tap()
    for phone in phones.values():
        shows_the_result(phone)


def make_a_call(phone: Page) -> Locator:
    return phone.get_by_role("button", name="Make a call")


def call_on(phone: Page) -> Locator:
    return phone.get_by_role("group", name="The call")


def make_call(phones: dict[str, Page], turn: Turn) -> None:
    """The active player makes the call, and it arrives on every phone without a reload."""
    phone = phones[turn.active]
    make_a_call(phone).tap()
    if turn.cards:
        lay_cards(phone, turn.cards)
    else:
        for colour in turn.colours:
            phone.get_by_role("checkbox", name=colour).check()
        phone.locator(f'[data-call="{turn.number}"]').tap()
    for name, other in phones.items():
        said = "Your call: " if name == turn.active else f"{turn.active} Call: "
        expect(call_on(other)).to_contain_text(f"{said}{turn.number} {' '.join(turn.colours)}")


def lay_cards(phone: Page, cards: tuple[str, ...]) -> None:
    """Tell which cards lie beside the top left place, as the calls before were only said, and lay a card there."""
    laid, *beside = cards
    if phone.get_by_text("Which cards lie open?").is_visible():
        beside = ["orange 0", *beside, "orange 6"]
        for place, card in enumerate(beside):
            tell(phone, place, card)
    else:
        for place, card in enumerate(beside, 1):
            if place > 1:
                phone.get_by_role("button", name="Something else lies there").tap()
                expect(phone.get_by_text("Which place is wrong?")).to_be_visible()
            tell(phone, place, card)
        phone.get_by_role("button", name="All is right").tap()
        expect(phone.get_by_text("Tap the place where your card is laid.")).to_be_visible()
    on_square(phone, 0).tap()
    phone.locator(f'[data-card="{laid}"]').tap()
    phone.get_by_role("button", name="Call it").tap()


def tell(phone: Page, place: int, card: str) -> None:
    """Say that this card lies there."""
    on_square(phone, place).tap()
    phone.locator(f'[data-card="{card}"]').tap()
    expect(on_square(phone, place)).to_have_attribute("aria-label", re.compile(f": {card}$"))


def on_square(phone: Page, place: int) -> Locator:
    return phone.locator(f'[data-place="{place}"]')


def answer_call(phone: Page, turn: Turn, answer: str) -> None:
    if answer == PASS:
        phone.get_by_role("button", name="Pass").tap()
    elif answer == MISTHROW:
        field(phone, MISTHROW).tap()
    else:
        row, column = answer.split("-")
        enter(phone, {"row": row, "column": int(column), "value": turn.number}, field_first=turn.number % 2 == 0)
        shows(phone, answer, turn.number)
    expect(call_on(phone)).to_have_count(0)


def a_misthrow_is_refused_while_the_number_fits(phone: Page, console_errors: ConsoleErrors) -> None:
    field(phone, MISTHROW).tap()
    refused(phone, "The 8 still fits somewhere, so it has to be entered.", total=1, console_errors=console_errors)
    assert says_why_near(phone, MISTHROW)


def a_number_that_stands_in_the_row_is_refused(phone: Page, console_errors: ConsoleErrors) -> None:
    """Ben's orange has 3 7 14, his purple 4 8 9 10 15, and the call is 14 in orange."""
    number(phone, 14).tap()
    field(phone, "orange-9").tap()
    refused(phone, "Must be more than 7 and less than 14.", total=8, console_errors=console_errors)
    assert says_why_near(phone, "orange-9")


def refused(phone: Page, why: str, total: int, console_errors: ConsoleErrors) -> None:
    """The sentence shows, the call still waits, and the points are what they were."""
    expect(phone.get_by_role("alert")).to_have_text(why)
    expect(phone.get_by_role("alert")).to_be_in_viewport()
    expect(call_on(phone)).to_be_visible()
    shows_total(phone, total)
    console_errors.provoke("status of 422")


def says_why_near(phone: Page, name: str) -> bool:
    """Whether the sentence stands at most a thumb's width (60 px) above or below the field."""
    why, where = phone.get_by_role("alert").bounding_box(), field(phone, name).bounding_box()
    assert why
    assert where
    return where["y"] - 60 <= why["y"] <= where["y"] + where["height"] + 60


def shows_the_result(phone: Page) -> None:
    expect(phone.get_by_role("heading", name="Result")).to_be_visible()
    expect(phone.get_by_text("Ada wins.")).to_be_visible()
    places = phone.get_by_role("listitem")
    expect(places).to_have_count(len(RANKING))
    for place, (name, total) in enumerate(RANKING):
        expect(places.nth(place)).to_contain_text(f"{place + 1}. {name}")
        expect(places.nth(place).locator("[data-total]")).to_have_attribute("data-total", str(total))
    for cells, points in BREAKDOWN.items():
        expect(phone.locator(cells)).to_have_text(points)
