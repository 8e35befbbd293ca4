"""What a sheet shows and says by itself: the way between the areas, where a bonus may go, what an entry sets off."""

import re
from collections.abc import Callable

from playwright.sync_api import Page, expect

from tests.browser.conftest import CUT, ConsoleErrors
from tests.browser.taps import CLEVER, begin_round, enter, field, number, play_alone, spend


def test_a_tap_on_an_area_above_the_sheet_brings_it_into_view(phone: Page) -> None:
    play_alone(phone)
    expect(field(phone, "pink-1")).not_to_be_in_viewport()
    phone.get_by_role("link", name="Pink").tap()
    expect(field(phone, "pink-1")).to_be_in_viewport()
    phone.get_by_role("link", name="Yellow").tap()
    expect(field(phone, "yellow-top-1")).to_be_in_viewport()


def test_a_waiting_bonus_leads_to_where_it_may_go(phone: Page) -> None:
    play_alone(phone)
    enter(phone, {"area": "blue", "row": 2, "column": 1})
    expect(field(phone, "pink-1")).not_to_be_in_viewport()
    enter(phone, {"area": "blue", "row": 2, "column": 3})
    expect(field(phone, "pink-1")).to_be_in_viewport()


def test_what_an_entry_sets_off_is_said_to_eyes_and_screen_readers(phone: Page) -> None:
    play_alone(phone)
    enter(phone, {"area": "blue", "row": 2, "column": 1})
    enter(phone, {"area": "blue", "row": 2, "column": 3})
    expect(phone.locator("[role=status]")).to_have_text("blue, 2 × 3 → ? pink waits")
    assert "unseen" not in str(phone.locator("[role=status]").get_attribute("class"))


def test_a_plain_entry_is_said_to_screen_readers_alone(phone: Page) -> None:
    play_alone(phone)
    enter(phone, {"area": "yellow", "row": "top", "value": 4})
    expect(phone.locator("[role=status]")).to_have_text("yellow, top row: 4")
    expect(phone.locator("[role=status]")).to_have_class("unseen")


def test_what_two_quick_taps_set_off_is_told_together(phone: Page, console_errors: ConsoleErrors) -> None:
    console_errors.provoke(*CUT)
    play_alone(phone)
    phone.context.set_offline(True)
    number(phone, 6).tap()
    field(phone, "pink-1").tap()
    field(phone, "blue-1-2").tap()
    phone.context.set_offline(False)
    expect(field(phone, "blue-1-2")).to_have_attribute("data-marked", "")
    expect(phone.locator("[role=status]")).to_contain_text("polish earned")
    assert "unseen" not in str(phone.locator("[role=status]").get_attribute("class"))


def test_what_was_entered_and_taken_back_offline_is_not_told_as_if_it_stood(
    phone: Page, console_errors: ConsoleErrors
) -> None:
    console_errors.provoke(*CUT)
    play_alone(phone)
    phone.context.set_offline(True)
    number(phone, 6).tap()
    field(phone, "pink-1").tap()
    phone.get_by_role("button", name="Take back").tap()
    phone.context.set_offline(False)
    expect(phone.locator("[role=status]")).to_have_text("Taken back: pink: 6")
    expect(field(phone, "pink-1")).not_to_have_attribute("data-marked", "")
    expect(phone.get_by_role("button", name="Take back")).to_be_disabled()


def test_an_extra_die_leads_to_its_area(phone: Page) -> None:
    play_alone(phone)
    begin_round(phone)
    spend(phone, "extra_die", "pink")
    expect(field(phone, "pink-1")).to_be_in_viewport()
    expect(phone.locator("#entries")).to_have_class(re.compile("choosing"))


def test_by_keyboard_a_bonus_and_an_area_are_one_key_away(open_phone: Callable[..., Page]) -> None:
    laptop = open_phone(is_mobile=False, has_touch=False, viewport={"width": 1280, "height": 800})
    laptop.goto("/")
    laptop.get_by_role("region", name=CLEVER, exact=True).get_by_role("button", name="Just me").click()
    laptop.get_by_role("link", name="Blue").focus()
    for name in ("blue-2-1", "blue-2-3"):
        field(laptop, name).focus()
        laptop.keyboard.press("Enter")
        expect(field(laptop, name)).to_have_attribute("data-marked", "")
    expect(field(laptop, "pink-1")).to_be_focused()
    laptop.get_by_role("link", name="Green").focus()
    laptop.keyboard.press("Enter")
    expect(laptop.locator("#green :focus")).to_have_count(1)


def test_a_field_shows_beforehand_what_an_entry_would_set_off(phone: Page) -> None:
    play_alone(phone)
    foreseen = field(phone, "pink-1").locator(".sets")
    number(phone, 4).tap()
    expect(foreseen).to_be_hidden()
    number(phone, 5).tap()
    expect(foreseen).to_be_visible()


FACE = "field => getComputedStyle(field).getPropertyValue('--face')"
NOTCH = "field => getComputedStyle(field, '::after').content !== 'none'"


def test_a_blue_cell_looks_free_as_long_as_a_tap_enters_it_and_only_then(phone: Page) -> None:
    play_alone(phone)
    number(phone, 4).tap()
    for cell in ("blue-3-3", "blue-3-2"):
        expect(field(phone, cell)).to_have_attribute("data-legal", "")
        assert field(phone, cell).evaluate(NOTCH)
        assert field(phone, cell).evaluate(FACE) == field(phone, "yellow-top-1").evaluate(FACE)
    number(phone, 4).tap()
    enter(phone, {"area": "blue", "row": 2, "column": 1})
    enter(phone, {"area": "blue", "row": 2, "column": 3})  # ? pink waits
    dimmed = field(phone, "blue-3-2").evaluate(FACE)
    assert dimmed != field(phone, "pink-1").evaluate(FACE)
    assert {field(phone, cell).evaluate(FACE) for cell in ("blue-3-3", "blue-3-4")} == {dimmed}


def test_a_printed_bonus_gives_way_to_what_the_entry_would_set_off(phone: Page) -> None:
    play_alone(phone)
    expect(field(phone, "yellow-middle-1").locator(".printed .gain")).to_be_visible()
    number(phone, 4).tap()
    expect(field(phone, "yellow-middle-1").locator(".sets")).to_be_visible()
    expect(field(phone, "yellow-middle-1").locator(".printed .gain")).to_be_hidden()


def test_bonuses_of_a_closed_row_are_struck_out(phone: Page) -> None:
    play_alone(phone)
    enter(phone, {"area": "yellow", "row": "top", "value": 6})
    struck = "field => getComputedStyle(field).backgroundImage !== 'none'"
    assert [field(phone, f"yellow-{place}").evaluate(struck) for place in ("top-1", "top-2", "middle-2")] == [
        False,
        True,
        False,
    ]


def test_points_can_be_hidden_until_the_end(phone: Page) -> None:
    play_alone(phone)
    enter(phone, {"area": "pink", "value": 1})
    phone.get_by_role("button", name="Menu").tap()
    phone.get_by_role("button", name="Hide the points until the end").tap()
    expect(phone.locator(".bar [data-total]")).to_have_count(0)
    phone.get_by_role("button", name="Menu").tap()
    phone.get_by_role("button", name="Show the points").tap()
    expect(phone.locator(".bar [data-total]")).to_have_attribute("data-total", "2")
