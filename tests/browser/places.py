"""A walk through every page of the app in each of its states, for checks that must hold everywhere. No check itself."""

import json
import re
from collections.abc import Iterator, Mapping
from typing import Any

from playwright.sync_api import APIRequestContext, Page, expect

CLEVER, CARDS, DICE = "clever-4ever", "qwinto-cards", "qwinto-dice"
NAMES = ["Ada", "Bartholomew", "Cleo"]
ROUND = {"action": "round"}


class Hand:
    """One player's browser, posting what the pages would post; the walk would take too long by taps."""

    def __init__(self, request: APIRequestContext) -> None:
        self.request = request
        self.taps = 0

    def opens(self, game: str, names: list[str] = NAMES, on_paper: int = 0) -> str:
        """Opens a table and takes its first seat; gives the table's address.

        :param on_paper: the place of a player who writes on paper, or 0
        """
        fields = [
            ("game", game),
            *(("name", name) for name in names),
            *([("paper", str(on_paper))] if on_paper else []),
        ]
        answer = self.request.post(
            "/tables",
            data="&".join(f"{key}={value}" for key, value in fields),
            headers={"Content-Type": "application/x-www-form-urlencoded"},
        )
        assert answer.ok
        return answer.url

    def opens_alone(self, game: str) -> str:
        """Begins a game alone; gives the sheet's address."""
        answer = self.request.post("/tables", form={"game": game, "alone": "1"})
        assert answer.ok
        return answer.url

    def sits(self, table: str, number: int) -> str:
        answer = self.request.post(f"{table}/seats", form={"seat": str(number)})
        assert answer.ok
        return answer.url

    def enters(self, sheet: str, *entries: Mapping[str, Any]) -> None:
        for entry in entries:
            version = re.search(r'name="version" value="(\d+)"', self.request.get(sheet).text())
            assert version is not None
            self.taps += 1
            form = {"entry": json.dumps(entry), "key": f"tap-{self.taps}", "version": version[1]}
            answer = self.request.post(f"{sheet}/entries", form=form)
            assert answer.ok, (entry, answer.text())

    def ends(self, table: str) -> None:
        assert self.request.post(f"{table}/end").ok


def every_place(phone: Page, other: Page) -> Iterator[str]:
    """Leads the phone through all pages and states, and gives the name of each while it shows.

    :param other: another player's phone, of which only the hand is used
    """
    mine, others = Hand(phone.request), Hand(other.request)
    yield from start_pages(phone)
    yield from table_pages(phone, mine, others)
    yield from moving_sheets(phone, mine, others)
    yield from clever_sheets(phone, mine)
    yield from qwinto_sheets(phone, mine, others)
    yield from results(phone, mine, others)


def start_pages(phone: Page) -> Iterator[str]:
    phone.goto("/")
    yield "start"
    phone.locator(f"section.{CLEVER} summary").first.tap()
    yield "start, with friends"
    phone.locator(f"section.{CLEVER} .friends > button").tap()
    expect(phone.get_by_role("alert")).to_be_visible()
    yield "start, no name typed"
    phone.goto("/join?code=abc")
    yield "start, wrong code"
    phone.goto("/nowhere")
    yield "no such page"


def table_pages(phone: Page, mine: Hand, others: Hand) -> Iterator[str]:
    table = others.opens(DICE, on_paper=3)
    phone.goto(table)
    yield "table, not joined"
    mine.sits(table, 2)
    phone.goto(table)
    yield "table, joined"
    for summary in phone.locator("summary").all():
        summary.tap()
    yield "table, everything unfolded"
    opens(phone, "sure-end")
    yield "table, asked before the game ends"
    phone.goto("/")
    yield "start, with a table to go on with"


def moving_sheets(phone: Page, mine: Hand, others: Hand) -> Iterator[str]:
    table = mine.opens(CLEVER, NAMES[:2])
    others.sits(table, 2)
    phone.goto(f"{table}/s/2/move")
    yield "a sheet to another phone"
    phone.goto(table)
    for summary in phone.locator(".manage > summary, details[name=seat]:last-of-type > summary").all():
        summary.tap()
    opens(phone, "take-2")
    yield "asked before another phone loses its sheet"
    table = others.opens(CLEVER, NAMES[:2])
    sheet = mine.sits(table, 2)
    assert others.request.post(f"{table}/s/2/take-over").ok
    phone.goto(sheet)
    yield "a sheet that moved to another phone"


def clever_sheets(phone: Page, mine: Hand) -> Iterator[str]:
    sheet = mine.opens_alone(CLEVER)
    phone.goto(sheet)
    yield "Clever, fresh"
    phone.goto(f"{sheet}?number=4")
    yield "Clever, a number picked"
    phone.goto(f"{sheet}?field=yellow-top-1")
    yield "Clever, a field picked"
    phone.goto(sheet)
    for button in phone.locator(".bar [popovertarget], .jokers [popovertarget], .area [popovertarget]").all():
        name = str(button.get_attribute("popovertarget"))
        opens(phone, name)
        yield f"Clever, {name} open"
    mine.enters(sheet, {"area": "yellow", "row": "top", "value": 5}, {"area": "grey", "segment": "a", "value": 1})
    phone.goto(f"{sheet}?mend=yellow-top-1")
    yield "Clever, mending"
    phone.goto(sheet)
    yield from refusal(phone, 4, "yellow-top-2", "Clever, refused in yellow")
    phone.goto(sheet)
    yield from refusal(phone, 4, "grey-n", "Clever, refused in grey")
    mine.enters(sheet, ROUND)
    phone.goto(sheet)
    opens(phone, "dice")
    yield "Clever, choosing the extra die"
    mine.enters(sheet, {"action": "use", "joker": "extra_die", "die": "yellow"})
    phone.goto(sheet)
    yield "Clever, an extra die waits"
    mine.enters(sheet, *({"area": "yellow", "row": "middle", "value": value} for value in (1, 2)), ROUND, ROUND)
    phone.goto(sheet)
    expect(phone.locator("[data-bonus]")).to_have_count(2)
    yield "Clever, two bonuses wait"


def qwinto_sheets(phone: Page, mine: Hand, others: Hand) -> Iterator[str]:
    for game in (CARDS, DICE):
        table = others.opens(game, NAMES[:2])
        theirs, sheet = f"{table}/s/1", mine.sits(table, 2)
        phone.goto(sheet)
        yield f"{game}, fresh"
        phone.goto(f"{sheet}?number=7")
        yield f"{game}, a number picked"
        opens(phone, "call")
        yield f"{game}, making a call"
        for summary in phone.locator("#call summary").all():
            summary.tap()
        yield f"{game}, making a call, everything unfolded"
        phone.goto(theirs)
        yield f"{game}, somebody else's sheet"
        mine.enters(sheet, {"row": "orange", "column": 4, "value": 7}, {"row": "orange", "column": 7, "value": 12})
        phone.goto(f"{sheet}?mend=orange-4")
        yield f"{game}, mending"
        phone.goto(sheet)
        yield from refusal(phone, 5, "orange-5", f"{game}, refused")
        others.enters(theirs, {"action": "call", "value": 8, "colours": ["orange", "purple"], "active": True})
        phone.goto(sheet)
        yield f"{game}, somebody's call"
    table = others.opens(CARDS, NAMES, on_paper=3)
    sheet = mine.sits(table, 2)
    mine.enters(sheet, {"action": "call", "value": 8, "colours": ["orange", "purple"], "active": True})
    phone.goto(sheet)
    yield "own call"


def results(phone: Page, mine: Hand, others: Hand) -> Iterator[str]:
    for game in (CLEVER, CARDS):
        table = others.opens(game, on_paper=3)
        sheet = mine.sits(table, 2)
        mine.ends(table)
        phone.goto(table)
        yield f"{game}, result"
        phone.goto(sheet)
        yield f"{game}, ended sheet"
    sheet = mine.opens_alone(CLEVER)
    mine.ends(sheet.partition("/s/")[0])
    phone.goto(sheet.partition("/s/")[0])
    yield "result alone"


def opens(phone: Page, popover: str) -> None:
    """Opens it by its button, and closes the one that is open."""
    phone.keyboard.press("Escape")
    phone.locator(f'[popovertarget="{popover}"]').first.tap()
    expect(phone.locator(f"#{popover}")).to_be_visible()


def refusal(phone: Page, number: int, field: str, place: str) -> Iterator[str]:
    phone.locator(f'[data-number="{number}"]').tap()
    phone.locator(f'[data-field="{field}"]').tap()
    expect(phone.locator("[data-why]")).to_be_visible()
    yield place
