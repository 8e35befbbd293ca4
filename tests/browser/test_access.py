"""Everybody can play: with a screen reader, by keyboard alone, on a small phone. All pages, all states."""

from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import ConsoleErrors
from tests.browser.places import every_place

AXE = Axe()
STANDARDS = {"type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]}
CONTRAST = {"type": "rule", "values": ["color-contrast"]}
LANGUAGES = pytest.mark.parametrize("language", ["en", "de"])
GEOMETRY = (Path(__file__).parent / "geometry.js").read_text("utf-8")
FOCUSED = """() => {
  const {tagName, textContent, dataset: {field, number}} = document.activeElement;
  const {outlineStyle, outlineWidth} = getComputedStyle(document.activeElement);
  const ringed = outlineStyle !== "none" && parseFloat(outlineWidth) >= 2;
  return {name: field || number || textContent.trim() || tagName, ringed};
}"""
MOST_TABS = 200

Phones = Callable[..., Page]


def violations(phone: Page, rules: Mapping[str, Any] = STANDARDS) -> list[str]:
    """What axe-core complains about. The grey segments of one cell may be small: a chip is the second way into them."""
    found = AXE.run(phone, options={"resultTypes": ["violations"], "runOnly": rules}).response["violations"]
    return [
        f"{rule['id']} at {node['target']}: {node['failureSummary']}"
        for rule in found
        for node in rule["nodes"]
        if not (rule["id"] == "target-size" and 'data-field="grey-' in node["html"])
    ]


def measured(phone: Page, check: str) -> list[str]:
    problems: list[str] = phone.evaluate(f"() => {{ {GEOMETRY}; return {check}(); }}")
    return problems


def walk(phone: Page, other: Page, complaints: Callable[[Page], list[str]]) -> list[str]:
    """What there is to complain about, in any place of the app."""
    return [f"{place}: {complaint}" for place in every_place(phone, other) for complaint in complaints(phone)]


@pytest.fixture(autouse=True)
def _refusals(console_errors: ConsoleErrors) -> None:
    """The walk provokes them on purpose; browsers report them as errors."""
    console_errors.provoke("status of 404", "status of 422")


def too_small(phone: Page) -> list[str]:
    checks = ("sideways", "smallTargets", "cutOff", "keysGone")
    return [problem for check in checks for problem in measured(phone, check)]


def on_every_screen(phone: Page) -> list[str]:
    upright = too_small(phone) + measured(phone, "broken")
    phone.evaluate("document.documentElement.style.fontSize = '200%'")
    enlarged = too_small(phone)
    phone.evaluate("document.documentElement.style.fontSize = ''")
    phone.set_viewport_size({"width": 640, "height": 360})  # a laptop at 200 % zoom is much the same
    lying = too_small(phone) + measured(phone, "broken")
    phone.set_viewport_size({"width": 360, "height": 640})
    screens = (("upright", upright), ("text at 200 %", enlarged), ("640 × 360", lying))
    return [f"{screen}: {problem}" for screen, problems in screens for problem in problems]


def in_both_themes(phone: Page) -> list[str]:
    phone.emulate_media(color_scheme="dark", reduced_motion="reduce")
    dark = [f"dark: {violation}" for violation in violations(phone, CONTRAST)]
    phone.emulate_media(color_scheme="light", reduced_motion="reduce")
    return dark + violations(phone)


@LANGUAGES
def test_no_page_breaks_a_rule_of_accessibility_scrolls_sideways_cuts_off_or_pushes_away_what_has_to_be_in_reach(
    open_phone: Phones, language: str
):
    """In light and dark, and on a small phone upright, lying, and with large text; one walk, as each takes long."""
    phone = open_phone(locale=language, is_mobile=False, reduced_motion="reduce")
    found = walk(phone, open_phone(), lambda place: on_every_screen(place) + in_both_themes(place))
    assert found == []


def tab_to(phone: Page, wanted: str) -> None:
    """Press Tab until this has the focus; every stop on the way must show that it has it."""
    for _ in range(MOST_TABS):
        phone.keyboard.press("Tab")
        focused = phone.evaluate(FOCUSED)
        assert focused["ringed"], f"no focus ring on {focused['name']}"
        if focused["name"] == wanted:
            return
    pytest.fail(f"{wanted} cannot be reached by Tab")


def test_a_game_begins_and_an_entry_is_made_by_keyboard_alone(open_phone: Phones):
    laptop = open_phone(is_mobile=False, has_touch=False, viewport={"width": 1280, "height": 800})
    laptop.goto("/")
    tab_to(laptop, "Just me")
    laptop.keyboard.press("Enter")
    expect(laptop.get_by_role("heading", level=1, name="Me")).to_be_visible()
    laptop.wait_for_load_state()
    tab_to(laptop, "pink-1")
    laptop.keyboard.press("Enter")
    tab_to(laptop, "4")
    laptop.keyboard.press("Enter")
    expect(laptop.locator('[data-field="pink-1"]')).to_contain_text("4")
    expect(laptop.get_by_label("Total", exact=True)).to_have_text("6")
