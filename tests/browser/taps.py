"""How a player taps: an entry, in the entry language, as taps on the buttons of a sheet. No rule of a game."""

import re
from collections.abc import Iterable, Iterator, Mapping
from itertools import cycle
from typing import Any

from playwright.sync_api import Locator, Page, expect

CLEVER = "Clever 4ever"
CARDS = "Qwinto – Das Kartenspiel"
DICE = "Qwinto"

Entry = Mapping[str, Any]


def play_alone(phone: Page, game: str = CLEVER) -> None:
    """From the start page to the sheet of somebody who plays alone."""
    phone.goto("/")
    phone.get_by_role("region", name=game, exact=True).get_by_role("button", name="Just me").tap()
    expect(phone.get_by_role("heading", level=1, name="Me")).to_be_visible()


def open_table(phone: Page, game: str, names: Iterable[str], on_paper: Iterable[int] = ()) -> str:
    """Open a table with friends; gives its address, which the friends open as well.

    :param on_paper: the places, 1, 2, …, of those who write on paper
    """
    phone.goto("/")
    card = phone.get_by_role("region", name=game, exact=True)
    card.get_by_text("With friends").tap()
    for place, name in enumerate(names, 1):
        card.get_by_role("textbox", name=f"Name of player {place}").fill(name)
    for place in on_paper:
        card.get_by_role("checkbox", name="on paper").nth(place - 1).check()
    card.get_by_role("button", name="Open the table").tap()
    expect(phone.get_by_role("heading", name="At the table")).to_be_visible()
    return phone.url


def at_table(phone: Page, name: str) -> Locator:
    """The line of this player among the seats of the table."""
    return phone.get_by_role("listitem").filter(has=phone.get_by_text(name, exact=True))


def sit_down(phone: Page, table: str, name: str) -> None:
    """Open the table and take this player's seat; the sheet shows."""
    phone.goto(table)
    at_table(phone, name).get_by_role("button", name="That's me").tap()
    expect(phone.get_by_role("heading", level=1, name=name)).to_be_visible()


def field(phone: Page, name: str) -> Locator:
    return phone.locator(f'[data-field="{name}"]')


def number(phone: Page, value: int) -> Locator:
    return phone.locator(f'[data-number="{value}"]')


def marked(phone: Page) -> list[str]:
    """The names of all fields that something stands in, in the order of the sheet."""
    names: list[str] = phone.locator("[data-field][data-marked]").evaluate_all("all => all.map(f => f.dataset.field)")
    return names


def shows(phone: Page, name: str, mark: int | str) -> None:
    """The field holds this mark, and only now could it be mended."""
    expect(field(phone, name)).to_have_attribute("data-marked", "")
    expect(field(phone, name)).to_contain_text(str(mark))


def shows_total(phone: Page, total: int) -> None:
    expect(phone.get_by_label("Total", exact=True)).to_have_text(str(total))


def lit(phone: Page, entry: Entry) -> Locator:
    """The one legal field for this entry; in a row that is filled from left to right it is the next one."""
    area, row = entry.get("area"), entry.get("row")
    if area == "blue":
        return field(phone, f"blue-{row}-{entry['column']}")
    if area == "grey":
        return field(phone, f"grey-{entry['segment']}")
    if area is None:
        return field(phone, f"{row}-{entry['column']}")
    begins = f"{area}-{row}-" if row else f"{area}-"
    return phone.locator(f'[data-field^="{begins}"][data-legal]')


def enter(phone: Page, entry: Entry, field_first: bool = False) -> str:
    """Enter a mark as a player does, wait until it stands, and give the field's name. A blue cell is one tap."""
    name = str(lit(phone, entry).get_attribute("data-field"))
    taps = [number(phone, entry["value"])] if "value" in entry else []
    taps.insert(0 if field_first else 1, field(phone, name))
    for button in taps:
        button.tap()
    expect(field(phone, name)).to_have_attribute("data-marked", "")
    return name


def pick_bonus(phone: Page, bonus: str) -> None:
    """Tap a waiting ? in the bar at the bottom, and wait until the sheet shows where it may go."""
    with phone.expect_response(lambda answer: f"bonus={bonus}" in answer.url):
        phone.locator(f'[data-bonus="{bonus}"]').tap()
    expect(phone.locator(f'[data-bonus="{bonus}"]')).to_have_attribute("aria-pressed", "true")


def spend(phone: Page, joker: str, die: str | None = None) -> None:
    """Spend a joker, an extra die through its picker, and wait until it counts as spent."""
    button = phone.locator(f'[data-joker="{joker}"]')
    before = str(button.get_attribute("aria-label"))
    button.tap()
    if die:
        phone.locator(f'[data-die="{die}"]').tap()
    expect(button).not_to_have_attribute("aria-label", before)


def begin_round(phone: Page) -> None:
    """Begin the next round on the sheet, and wait until its head says so."""
    running = phone.get_by_text(re.compile(r"^Round \d of \d$"))
    before = running.inner_text()
    button = phone.get_by_role("button", name="Next round", exact=False).first
    asks = button.get_attribute("data-sure") is not None  # because nothing was entered since the last one
    button.tap()
    if asks:
        phone.get_by_role("button", name="Next round all the same").tap()
    expect(running).not_to_have_text(before)


class Player:
    """Plays entries on one phone, both ways in turn: number then field, field then number."""

    def __init__(self, phone: Page) -> None:
        self.phone = phone
        self._field_first: Iterator[bool] = cycle((False, True))

    def plays(self, *entries: Entry) -> None:
        for entry in entries:
            self._play(entry)

    def _play(self, entry: Entry) -> None:
        if entry.get("action") == "round":
            return begin_round(self.phone)
        if entry.get("action") == "use":
            return spend(self.phone, entry["joker"], entry.get("die"))
        if "bonus" in entry:
            pick_bonus(self.phone, entry["bonus"])
        enter(self.phone, entry, next(self._field_first))
        return None
