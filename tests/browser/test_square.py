"""Four phones play Qwinto with cards: the square of open cards makes the calls, and everybody sees everybody."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import CUT, ConsoleErrors
from tests.browser.taps import CARDS, at_table, field, open_table, shows, sit_down

ADA, BEN, CEM, DORA = NAMES = ("Ada", "Ben", "Cem", "Dora")
OPEN = ("orange 2", "grey 6", "purple -2", "yellow 4")


@pytest.fixture
def phones(open_phone: Callable[..., Page]) -> dict[str, Page]:
    """Ada opened the table, all have sat down, and Ada has told the four open cards."""
    phones = {name: open_phone() for name in NAMES}
    table = open_table(phones[ADA], CARDS, NAMES)
    at_table(phones[ADA], ADA).get_by_role("link", name="Open my sheet").tap()
    for name in NAMES[1:]:
        sit_down(phones[name], table, name)
    ada = phones[ADA]
    make_a_call(ada).tap()
    for place, card in enumerate(OPEN):
        card_of(ada, card).tap()  # the next place that nobody told of is marked by itself
        expect(spot(ada, place)).to_have_attribute("aria-label", named(card))
    ada.get_by_role("button", name="Close").first.tap()
    return phones


def make_a_call(phone: Page) -> Locator:
    return phone.get_by_role("button", name="Make a call")


def card_of(phone: Page, card: str) -> Locator:
    return phone.locator(f'[data-card="{card}"]')


def spot(phone: Page, place: int) -> Locator:
    """A place of the square: 0 and 1 above, 2 and 3 below."""
    return phone.locator(f'[data-place="{place}"]')


def named(card: str) -> re.Pattern[str]:
    return re.compile(f"{card.replace('-', '−')}$")


def lay(phone: Page, place: int, card: str) -> None:
    make_a_call(phone).tap()
    spot(phone, place).tap()
    card_of(phone, card).tap()


def call_it(phone: Page) -> None:
    phone.get_by_role("button", name="Call it").tap()
    expect(phone.locator("#call")).not_to_be_visible()


def everybody_hears(phones: dict[str, Page], call: str) -> None:
    for phone in phones.values():
        expect(phone.get_by_role("group", name="The call")).to_contain_text(call)


def test_four_phones_play_calls_by_the_square_and_see_each_other(phones: dict[str, Page]) -> None:
    ada, ben, cem, dora = phones.values()
    expect(ada.get_by_role("group", name="The next call")).to_contain_text("Your turn")
    expect(ben.get_by_role("group", name="The next call")).to_contain_text("Next call: Ada")

    lay(ada, 0, "purple 5")  # 5 + grey 6 + purple −2
    expect(ada.locator(".sum")).to_have_text("= 9 in purple")
    call_it(ada)
    everybody_hears(phones, "9 purple")
    expect(ben.locator("#said")).to_have_text("Ada calls 9 in purple.")
    for phone, name in ((ada, "purple-4"), (cem, "purple-9")):
        field(phone, name).tap()  # one tap answers
        shows(phone, name, 9)
    expect(cem.get_by_role("group", name="The next call")).to_contain_text("Still thinking: Ben, Dora")
    for phone in (ben, dora):
        phone.get_by_role("button", name="Pass").tap()
    expect(cem.get_by_role("group", name="The next call")).not_to_contain_text("Still thinking")
    expect(cem.get_by_role("group", name="The next call")).to_contain_text("Next call: Ben")

    # Ben lays two of equal value; the one laid last decides.
    expect(ben.get_by_role("group", name="The next call")).to_contain_text("Your turn")
    lay(ben, 0, "grey 3")
    ben.get_by_role("button", name="Lay a second one").tap()
    expect(ben.get_by_text("Where do you lay the second one?")).to_be_visible()
    spot(ben, 2).tap()
    card_of(ben, "orange 3").tap()
    expect(ben.locator(".sum")).to_have_text("= 10 in orange and yellow")  # 3 + grey 3 + yellow 4
    call_it(ben)
    everybody_hears(phones, "10 orange yellow")

    # He takes it back, and the square with it.
    ben.get_by_role("button", name="Take the call back").tap()
    for phone in phones.values():
        expect(phone.get_by_role("group", name="The call")).to_have_count(0)
    make_a_call(ben).tap()
    for place, card in enumerate(("purple 5", *OPEN[1:])):
        expect(spot(ben, place)).to_have_attribute("aria-label", named(card))


def test_a_forbidden_sum_and_a_card_that_lies_open_are_explained_in_the_dialog(phones: dict[str, Page]) -> None:
    ada = phones[ADA]
    lay(ada, 1, "grey -2")  # −2 + 2 + 4
    expect(ada.locator(".sum")).to_have_text("= 4 in orange and yellow")
    card_of(ada, "yellow 4").tap()
    expect(ada.locator("#call").get_by_role("alert")).to_have_text("The yellow 4 lies open already.")
    expect(ada.get_by_role("button", name="Call it")).to_have_count(0)
    ada.get_by_role("button", name="Something else lies there").tap()
    expect(ada.get_by_text("Which place is wrong?")).to_be_visible()
    spot(ada, 3).tap()
    card_of(ada, "yellow 0").tap()
    expect(spot(ada, 3)).to_have_attribute("aria-label", named("yellow 0"))
    ada.get_by_role("button", name="All is right").tap()
    expect(ada.get_by_text("Tap the place where your card is laid.")).to_be_visible()
    spot(ada, 1).tap()
    card_of(ada, "grey -2").tap()  # −2 + 2 + 0
    expect(ada.locator("#call").get_by_role("alert")).to_have_text("The sum must be at least 1, not 0.")
    expect(ada.locator("#call")).to_be_visible()


def test_the_dialog_that_is_open_hears_of_a_card_that_another_phone_tells(phones: dict[str, Page]) -> None:
    ada, ben = phones[ADA], phones[BEN]
    make_a_call(ben).tap()
    spot(ben, 0).tap()
    make_a_call(ada).tap()
    ada.get_by_role("button", name="Something else lies there").tap()
    expect(ada.get_by_text("Which place is wrong?")).to_be_visible()
    spot(ada, 3).tap()
    card_of(ada, "yellow 6").tap()
    expect(spot(ben, 3)).to_have_attribute("aria-label", named("yellow 6"))
    expect(spot(ben, 0)).to_have_attribute("aria-pressed", "true")  # what Ben had picked stays


def test_a_call_made_without_connection_is_kept_and_reaches_everybody_once(
    phones: dict[str, Page], console_errors: ConsoleErrors
) -> None:
    console_errors.provoke(*CUT)
    ada, ben = phones[ADA], phones[BEN]
    lay(ada, 0, "purple 5")
    expect(ada.locator(".sum")).to_have_text("= 9 in purple")
    ada.context.set_offline(True)
    call_it(ada)
    expect(ada.get_by_role("alert")).to_contain_text("Kept on this phone and not saved yet: 1")
    expect(ben.get_by_role("group", name="The call")).to_have_count(0)
    ada.context.set_offline(False)
    everybody_hears(phones, "9 purple")
    expect(ada.get_by_role("alert")).to_have_count(0)
    ada.get_by_role("button", name="Take the call back").tap()
    for phone in phones.values():
        expect(phone.get_by_role("group", name="The call")).to_have_count(0)


def test_a_call_that_another_one_overtook_comes_back_with_its_reason(
    phones: dict[str, Page], console_errors: ConsoleErrors
) -> None:
    console_errors.provoke("status of 409", *CUT)
    ada, ben = phones[ADA], phones[BEN]
    lay(ada, 0, "purple 5")
    expect(ada.locator(".sum")).to_have_text("= 9 in purple")
    ada.context.set_offline(True)
    call_it(ada)
    lay(ben, 1, "yellow 5")  # 5 + orange 2 + yellow 4
    expect(ben.locator(".sum")).to_have_text("= 11 in orange and yellow")
    call_it(ben)
    ada.context.set_offline(False)
    everybody_hears(phones, "11 orange yellow")
    dialog = ada.locator("#call")
    expect(dialog.get_by_role("alert").first).to_have_text(
        "The sheet has changed meanwhile; nothing was entered. Look again."
    )
    expect(spot(ada, 1)).to_have_attribute("aria-label", named("yellow 5"))
    expect(spot(ada, 0)).to_have_attribute("aria-pressed", "true")  # what Ada had picked stays


def test_the_second_half_of_a_double_tap_on_a_call_falls_on_nothing(phones: dict[str, Page]) -> None:
    ada = phones[ADA]
    lay(ada, 0, "purple 5")
    expect(ada.locator(".sum")).to_have_text("= 9 in purple")
    box = ada.get_by_role("button", name="Call it").bounding_box()
    assert box
    for _ in range(2):
        ada.touchscreen.tap(box["x"] + 20, box["y"] + box["height"] - 5)
    everybody_hears(phones, "9 purple")
    expect(ada.get_by_role("button", name="Take the call back")).to_be_visible()
    expect(ada.locator("[data-marked]")).to_have_count(0)
    expect(ada.locator(".field[aria-pressed=true]")).to_have_count(0)


def test_a_call_that_another_phone_makes_closes_the_dialog_and_shows(phones: dict[str, Page]) -> None:
    ada, ben = phones[ADA], phones[BEN]
    make_a_call(ben).tap()
    spot(ben, 0).tap()
    lay(ada, 0, "purple 5")
    call_it(ada)
    expect(ben.locator("#call")).not_to_be_visible()
    expect(ben.get_by_role("group", name="The call")).to_contain_text("9 purple")


def test_two_equal_cards_show_which_three_count(phones: dict[str, Page]) -> None:
    ada = phones[ADA]
    lay(ada, 0, "grey 3")
    ada.get_by_role("button", name="Lay a second one").tap()
    expect(ada.get_by_text("Where do you lay the second one?")).to_be_visible()
    spot(ada, 2).tap()
    card_of(ada, "orange 3").tap()
    expect(ada.locator(".sum")).to_have_text("= 10 in orange and yellow")
    assert [place for place in range(4) if "out" in str(spot(ada, place).get_attribute("class"))] == [1]
