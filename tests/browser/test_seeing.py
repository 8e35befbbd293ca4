"""What a sheet shows and says by itself: the way between the areas, where a bonus may go, what an entry sets off."""

from playwright.sync_api import Page, expect

from tests.browser.taps import enter, field, number, play_alone


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
    expect(phone.locator("[role=status]")).to_have_text("→ ? pink waits")


def test_a_field_shows_beforehand_what_an_entry_would_set_off(phone: Page) -> None:
    play_alone(phone)
    foreseen = field(phone, "pink-1").locator(".sets")
    number(phone, 4).tap()
    expect(foreseen).to_be_hidden()
    number(phone, 5).tap()
    expect(foreseen).to_be_visible()


def test_points_can_be_hidden_until_the_end(phone: Page) -> None:
    play_alone(phone)
    enter(phone, {"area": "pink", "value": 1})
    phone.get_by_role("button", name="Menu").tap()
    phone.get_by_role("button", name="Hide the points until the end").tap()
    expect(phone.locator(".bar [data-total]")).to_have_count(0)
    phone.get_by_role("button", name="Menu").tap()
    phone.get_by_role("button", name="Show the points").tap()
    expect(phone.locator(".bar [data-total]")).to_have_attribute("data-total", "2")
