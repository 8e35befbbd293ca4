"""The seats of a table: joining, several sheets on one phone, giving a seat back, paper, the end, the language."""

from collections.abc import Callable

import pytest
from playwright.sync_api import Locator, Page, Route, expect

from tests.browser.conftest import CUT, ConsoleErrors
from tests.browser.taps import CARDS, CLEVER, at_table, enter, field, marked, number, open_table, sit_down

OpenPhone = Callable[..., Page]
PINK_4 = {"area": "pink", "value": 4}


def open_my_sheet(phone: Page, name: str) -> None:
    at_table(phone, name).get_by_role("link", name="Open").tap()
    expect(phone.get_by_role("heading", level=1, name=name)).to_be_visible()


def manage(phone: Page, name: str) -> None:
    """Show what can be done with a seat."""
    phone.get_by_text("Seats …").tap()
    phone.locator("details[name=seat] summary", has_text=name).tap()


def read_out(code: str) -> str:
    """A code as somebody reads it out: in capitals and in pairs."""
    return " ".join(code[place : place + 2] for place in range(0, len(code), 2)).upper()


def shows(phone: Page, name: str, mark: int) -> None:
    """The field shows this number, whoever looks."""
    expect(field(phone, name)).to_contain_text(str(mark))


def test_a_table_is_joined_by_its_code_with_spaces_and_capitals(open_phone: OpenPhone) -> None:
    ada, ben = open_phone(), open_phone()
    table = open_table(ada, CLEVER, ["Ada", "Ben"])
    ben.goto("/")
    ben.get_by_role("textbox", name="Code of the table").fill(f" {read_out(table.rsplit('/')[-1])} ")
    ben.get_by_role("button", name="Join").tap()
    expect(ben).to_have_url(table)
    at_table(ben, "Ben").get_by_role("button", name="That's me").tap()
    enter(ben, PINK_4)
    expect(at_table(ada, "Ben").locator("[data-total]")).to_have_attribute("data-total", "6")  # 2, and a 4 of pink


def test_a_wrong_code_is_answered_with_a_sentence_and_kept_for_correction(
    phone: Page, console_errors: ConsoleErrors
) -> None:
    phone.goto("/")
    phone.get_by_role("textbox", name="Code of the table").fill("abc de")
    phone.get_by_role("button", name="Join").tap()
    expect(phone.get_by_role("alert")).to_contain_text("No table has this code.")
    expect(phone.get_by_role("textbox", name="Code of the table")).to_have_value("abc de")
    console_errors.provoke("status of 404")


def test_a_seat_that_another_phone_keeps_can_only_be_looked_at(open_phone: OpenPhone) -> None:
    ada, ben = open_phone(), open_phone()
    table = open_table(ada, CLEVER, ["Ada", "Ben"])
    open_my_sheet(ada, "Ada")
    enter(ada, PINK_4)
    ben.goto(table)
    expect(at_table(ben, "Ada").get_by_role("button", name="That's me")).to_have_count(0)
    at_table(ben, "Ada").get_by_role("link", name="Look").tap()
    expect(ben.get_by_text("You are looking at the sheet of Ada.")).to_be_visible()
    shows(ben, "pink-1", 4)
    expect(ben.locator("[data-field]:enabled")).to_have_count(0)
    expect(ben.locator("[data-number]")).to_have_count(0)
    expect(ben.get_by_role("button", name="Take back")).to_have_count(0)

    enter(ada, PINK_4)  # and it follows without a reload
    shows(ben, "pink-2", 4)


def test_one_phone_keeps_several_sheets(phone: Page) -> None:
    table = open_table(phone, CLEVER, ["Ada", "Grandma"])
    sit_down(phone, table, "Grandma")
    enter(phone, PINK_4)
    phone.goto(table)
    open_my_sheet(phone, "Ada")
    enter(phone, {"area": "yellow", "row": "bottom", "value": 3})
    assert marked(phone) == ["yellow-bottom-1"]
    phone.goto(table)
    expect(at_table(phone, "Ada").locator("[data-total]")).to_have_attribute("data-total", "3")
    expect(at_table(phone, "Grandma").locator("[data-total]")).to_have_attribute("data-total", "6")
    open_my_sheet(phone, "Grandma")
    assert marked(phone) == ["pink-1"]


def test_a_page_hears_of_its_table_even_if_its_scripts_come_slowly(open_phone: OpenPhone) -> None:
    ada, ben = open_phone(), open_phone()
    held: list[Route] = []
    ben.route("**/hx-sse.min.js*", lambda route: held.append(route))
    table = open_table(ada, CLEVER, ["Ada", "Ben"])
    with ben.expect_request("**/hx-sse.min.js*"):
        ben.goto(table, wait_until="commit")
    ben.wait_for_function("() => window.htmx")
    ben.evaluate("new Promise(done => setTimeout(done))")  # what htmx has put off until now is done
    held[0].continue_()
    open_my_sheet(ada, "Ada")
    enter(ada, PINK_4)
    expect(at_table(ben, "Ada").locator("[data-total]")).to_have_attribute("data-total", "6")


def test_a_seat_given_back_goes_to_another_phone_with_its_sheet(open_phone: OpenPhone) -> None:
    ada, ben = open_phone(), open_phone()
    table = open_table(ada, CLEVER, ["Ada", "Ben"])
    sit_down(ben, table, "Ben")
    enter(ben, PINK_4)
    ben.goto(table)
    manage(ben, "Ben")
    ben.get_by_role("button", name="Give the seat back").tap()
    expect(at_table(ben, "Ben").get_by_role("button", name="That's me")).to_be_visible()

    at_table(ada, "Ben").get_by_role("button", name="That's me").tap()  # her page heard of it
    expect(ada.get_by_role("heading", level=1, name="Ben")).to_be_visible()
    enter(ada, PINK_4)
    assert marked(ada) == ["pink-1", "pink-2"]
    expect(at_table(ben, "Ben").get_by_text("on another phone")).to_be_visible()


def test_the_host_frees_the_seat_of_a_lost_phone(open_phone: OpenPhone) -> None:
    ada, ben = open_phone(), open_phone()
    table = open_table(ada, CLEVER, ["Ada", "Ben"])
    sit_down(ben, table, "Ben")
    ben.goto(table)
    ben.get_by_text("Seats …").tap()
    expect(ben.locator("details[name=seat]")).to_have_count(1)  # his own: he opened no table
    expect(at_table(ada, "Ben").get_by_text("on another phone")).to_be_visible()
    manage(ada, "Ben")
    ada.get_by_role("button", name="Free the seat").tap()
    ada.get_by_role("button", name="Leave it there").tap()
    expect(at_table(ada, "Ben").get_by_text("on another phone")).to_be_visible()
    ada.get_by_role("button", name="Free the seat").tap()
    ada.get_by_role("button", name="Free it").tap()
    expect(at_table(ada, "Ben").get_by_role("button", name="That's me")).to_be_visible()


def test_a_sheet_moves_to_another_phone_that_opens_its_link_and_says_yes(open_phone: OpenPhone) -> None:
    ada, ben, tablet = open_phone(), open_phone(), open_phone()
    table = open_table(ada, CLEVER, ["Ada", "Ben"])
    sit_down(ben, table, "Ben")
    enter(ben, PINK_4)
    ben.goto(table)
    manage(ben, "Ben")
    ben.get_by_role("link", name="To another phone").locator("visible=true").tap()
    code = ben.get_by_role("img", name="QR code for the sheet of Ben").get_attribute("src") or ""
    tablet.goto(code.removesuffix("/qr.svg"))
    expect(tablet.get_by_role("heading", name="The sheet of Ben")).to_be_visible()
    tablet.get_by_role("button", name="Take the sheet here").tap()
    enter(tablet, PINK_4)
    assert marked(tablet) == ["pink-1", "pink-2"]
    expect(at_table(ben, "Ben").get_by_text("on another phone")).to_be_visible()  # the page with the code heard of it


def lost(phone: Page) -> Locator:
    return phone.get_by_text("The sheet of Ben has moved to another phone.")


@pytest.mark.parametrize("script", [True, False])
def test_the_host_is_asked_before_another_phone_loses_its_sheet_and_that_phone_is_told(
    open_phone: OpenPhone, script: bool
) -> None:
    ada, ben = open_phone(java_script_enabled=script), open_phone()
    table = open_table(ada, CLEVER, ["Ada", "Ben"])
    sit_down(ben, table, "Ben")
    ada.goto(table)
    manage(ada, "Ben")
    ada.get_by_role("button", name="To this phone").tap()
    expect(ada.get_by_text("Another phone keeps the sheet of Ben. Take it over?")).to_be_visible()
    ada.get_by_role("button", name="Leave it there").tap()
    expect(ada.get_by_text("Another phone keeps the sheet of Ben. Take it over?")).to_be_hidden()
    enter(ben, PINK_4)

    ada.get_by_role("button", name="To this phone").tap()
    ada.get_by_role("button", name="Take it over").tap()
    expect(ada.get_by_role("heading", level=1, name="Ben")).to_be_visible()
    expect(lost(ben)).to_be_in_viewport()  # it heard of it
    ben.locator("#pink").scroll_into_view_if_needed()
    expect(lost(ben)).to_be_in_viewport()
    ben.reload()
    expect(lost(ben)).to_be_in_viewport()
    expect(ada.locator(".lost:visible")).to_have_count(0)
    ben.locator("aside.lost").get_by_role("link", name="To the table").tap()
    expect(ben).to_have_url(table)


def test_what_could_not_be_entered_on_a_lost_sheet_is_named_until_it_was_read(
    open_phone: OpenPhone, console_errors: ConsoleErrors
) -> None:
    ada, ben = open_phone(), open_phone()
    console_errors.provoke(*CUT, "status of 403")
    table = open_table(ada, CLEVER, ["Ada", "Ben"])
    sit_down(ben, table, "Ben")
    ben.context.set_offline(True)
    number(ben, 4).tap()
    field(ben, "green-top-1").tap()
    field(ben, "blue-3-2").tap()
    expect(ben.get_by_text("Kept on this phone and not saved yet: 2")).to_be_visible()
    ada.goto(table)
    manage(ada, "Ben")
    ada.get_by_role("button", name="To this phone").tap()
    ada.get_by_role("button", name="Take it over").tap()
    expect(ada.get_by_role("heading", level=1, name="Ben")).to_be_visible()

    ben.context.set_offline(False)
    named = ben.get_by_text("Green, top row: 4 · Blue die 3, white die 2: ✕")
    expect(named).to_be_in_viewport()
    expect(lost(ben)).to_be_in_viewport()
    ben.reload()
    expect(named).to_be_in_viewport()
    ben.get_by_role("button", name="I have read it").tap()
    expect(named).to_be_hidden()
    ben.reload()
    expect(lost(ben)).to_be_in_viewport()
    expect(named).to_be_hidden()
    assert marked(ada) == []


def test_a_name_is_never_cut_while_it_is_typed_and_its_refusal_says_why(
    phone: Page, console_errors: ConsoleErrors
) -> None:
    console_errors.provoke("status of 422")
    long = "Bartholomew of the Long Names"
    table = open_table(phone, CLEVER, ["Ada", "Ben"])
    manage(phone, "Ben")
    name = phone.get_by_role("textbox", name="Name").locator("visible=true").last
    name.fill("")
    name.press_sequentially(long)
    phone.get_by_role("button", name="Rename").locator("visible=true").tap()
    expect(phone.get_by_role("alert").first).to_have_text("A name has 1 to 24 characters.")
    expect(name).to_have_value(long)
    name.fill("Bart")
    phone.get_by_role("button", name="Rename").locator("visible=true").tap()
    expect(phone).to_have_url(table)
    expect(at_table(phone, "Bart")).to_be_visible()


def test_between_the_sheets_on_one_phone_it_is_one_tap(phone: Page) -> None:
    table = open_table(phone, CLEVER, ["Ada", "Grandma", "Ben"])
    sit_down(phone, table, "Grandma")
    own = phone.get_by_role("navigation", name="Sheets on this phone").get_by_role("link")
    expect(own).to_have_text(["Ada", "Grandma"])
    own.get_by_text("Ada").tap()
    expect(phone.get_by_role("heading", level=1, name="Ada")).to_be_visible()
    enter(phone, PINK_4)
    own.get_by_text("Grandma").tap()
    expect(phone.get_by_role("heading", level=1, name="Grandma")).to_be_visible()
    assert marked(phone) == []


def test_who_only_watches_sees_every_sheet_live_and_is_offered_no_seat(open_phone: OpenPhone) -> None:
    ada, eve = open_phone(), open_phone()
    open_table(ada, CLEVER, ["Ada", "Ben"])
    ada.get_by_text("For those who only watch").tap()
    eve.goto((ada.get_by_role("img", name="QR code for watching").get_attribute("src") or "").removesuffix("/qr.svg"))
    expect(eve.get_by_text("You are watching this table.")).to_be_visible()
    expect(eve.locator("main").get_by_role("button", name="That's me")).to_have_count(0)
    at_table(eve, "Ada").get_by_role("link", name="Look").tap()
    open_my_sheet(ada, "Ada")
    enter(ada, PINK_4)
    shows(eve, "pink-1", 4)


def test_players_on_paper_count_for_the_rounds(phone: Page) -> None:
    open_table(phone, CLEVER, ["Ada", "Ben", "Cleo"], on_paper=[2])
    expect(phone.get_by_text("Round 1 of 5")).to_be_visible()  # 5 with three players
    expect(at_table(phone, "Ben").get_by_text("on paper")).to_be_visible()
    expect(at_table(phone, "Ben").get_by_role("button")).to_have_count(0)
    expect(at_table(phone, "Ben").locator("[data-total]")).to_have_count(0)
    open_my_sheet(phone, "Ada")
    expect(phone.get_by_text("Round 1 of 5")).to_be_visible()


def test_the_first_seat_with_a_sheet_goes_to_whoever_opens_the_table(phone: Page) -> None:
    open_table(phone, CARDS, ["Ada", "Ben"], on_paper=[1])
    expect(at_table(phone, "Ben").get_by_text("on this phone")).to_be_visible()


def test_a_table_that_ended_is_frozen_until_it_is_reopened(open_phone: OpenPhone) -> None:
    ada, ben = open_phone(), open_phone()
    table = open_table(ada, CLEVER, ["Ada", "Ben"])
    sit_down(ben, table, "Ben")
    enter(ben, PINK_4)
    ada.get_by_role("button", name="End the game").tap()
    ada.get_by_role("button", name="Not yet").tap()
    expect(field(ben, "pink-2")).to_be_enabled()
    ada.get_by_role("button", name="End the game").tap()
    ada.get_by_role("button", name="End it now").tap()
    expect(ada.get_by_role("heading", name="Result")).to_be_visible()
    expect(ada.get_by_text("Ben wins.")).to_be_visible()

    expect(ben.get_by_text("Ben wins.")).to_be_visible()  # his sheet heard of it
    ben.get_by_role("listitem").filter(has_text="Ben").get_by_role("link", name="Sheet").tap()
    expect(ben.get_by_text("The game has ended.")).to_be_visible()
    expect(ben.locator("[data-field]:enabled")).to_have_count(0)
    expect(ben.locator("[data-number]")).to_have_count(0)
    shows(ben, "pink-1", 4)

    ada.get_by_role("button", name="Reopen the game").tap()
    expect(ada.get_by_role("heading", name="At the table")).to_be_visible()
    expect(ben.get_by_text("The game has ended.")).to_have_count(0)
    enter(ben, PINK_4)
    assert marked(ben) == ["pink-1", "pink-2"]


def test_the_language_is_switched_and_remembered_on_every_page(phone: Page) -> None:
    phone.goto("/")
    page = phone.locator("html")
    expect(page).to_have_attribute("lang", "en")
    phone.get_by_role("button", name="Deutsch").tap()
    expect(page).to_have_attribute("lang", "de")
    expect(phone.get_by_role("button", name="Deutsch")).to_have_attribute("aria-pressed", "true")
    phone.reload()
    expect(page).to_have_attribute("lang", "de")
    phone.get_by_role("button", name="Allein").first.tap()
    expect(number(phone, 1)).to_be_visible()
    expect(phone.get_by_role("button", name="Neue Runde")).to_be_visible()
    expect(page).to_have_attribute("lang", "de")


def test_the_browsers_language_is_the_first_choice(open_phone: OpenPhone) -> None:
    phone = open_phone(locale="de-AT")
    phone.goto("/")
    expect(phone.locator("html")).to_have_attribute("lang", "de")


def test_the_longest_and_widest_names_leave_every_page_as_wide_as_the_phone(phone: Page) -> None:
    wide = ["W" * 24, "田" * 24, "👩‍👩‍👧‍👦" * 2, "<b>" * 8]
    table = open_table(phone, CLEVER, wide)
    for name in wide[1:]:
        sit_down(phone, table, name)
    pages = [table, f"{table}/s/1", f"{table}/s/2/move", f"{table}/s/4"]
    for page in pages:
        phone.goto(page)
        assert phone.evaluate("document.documentElement.scrollWidth") == 360
    tabs = phone.get_by_role("navigation", name="Sheets on this phone")
    assert tabs.evaluate("tabs => tabs.scrollWidth <= tabs.clientWidth")  # all of them in sight
    phone.goto(table)
    phone.get_by_text("Seats …").tap()
    for seat in phone.locator("details[name=seat] summary").all():
        seat.tap()
        assert phone.evaluate("document.documentElement.scrollWidth") == 360
