"""Photographs the pages for the README: a few entries on the real app. `make screenshots` runs it.

Names and entries are always the same, so that a picture changes only when its page does.
"""

import json
import re
import subprocess
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread
from typing import Any

from playwright.sync_api import APIRequestContext, Browser, Page, ViewportSize, sync_playwright

from companion.app import create_app
from companion.cli import listen

HOME = Path(__file__).parents[1]
PICTURES = HOME / "docs" / "screenshots"
PHONE: ViewportSize = {"width": 360, "height": 640}
LYING: ViewportSize = {"width": 640, "height": 360}
LAPTOP: ViewportSize = {"width": 1280, "height": 800}
ROUND = {"action": "round"}

CLEVER: list[dict[str, Any]] = [
    *({"area": "yellow", "row": "top", "value": value} for value in (2, 4)),
    {"area": "yellow", "row": "middle", "value": 1},
    *({"area": "yellow", "row": "bottom", "value": value} for value in (6, 5)),
    *({"area": "blue", "row": row, "column": column} for row, column in ((4, 2), (4, 5), (2, 5))),
    ROUND,
    *({"area": "grey", "segment": segment, "value": value} for segment, value in (("a", 2), ("i", 4), ("b", 5))),
    *({"area": "green", "row": "top", "value": value} for value in (5, 6, 3)),
    {"area": "green", "row": "bottom", "value": 4},
    ROUND,
    *({"area": "pink", "value": value} for value in (5, 2, 4, 6)),
    {"action": "use", "joker": "polish"},
    {"area": "yellow", "row": "middle", "value": 2},
]
"""Ends while a ? waits, so that its button shows."""

QWINTO: list[dict[str, Any]] = [
    *({"row": "orange", "column": column, "value": value} for column, value in ((3, 2), (5, 6), (8, 9), (11, 15))),
    *({"row": "yellow", "column": column, "value": value} for column, value in ((2, 3), (4, 8), (8, 10), (10, 16))),
    *({"row": "purple", "column": column, "value": value} for column, value in ((1, 1), (3, 5), (8, 12))),
    {"action": "misthrow"},
]
CALL = {"action": "call", "value": 13, "colours": ["orange", "purple"], "active": True}


class Table:
    """A table that is posted to as the pages do."""

    def __init__(self, request: APIRequestContext, game: str, names: list[str]) -> None:
        self.request = request
        fields = "&".join([f"game={game}", *(f"name={name}" for name in names)])
        form = {"Content-Type": "application/x-www-form-urlencoded"}
        self.url = request.post("/tables", data=fields, headers=form, fail_on_status_code=True).url

    def sheet(self, seat: int) -> str:
        return f"{self.url}/s/{seat}"

    def sit(self, seat: int) -> None:
        self.request.post(f"{self.url}/seats", form={"seat": str(seat)}, fail_on_status_code=True)

    def enter(self, seat: int, entries: list[dict[str, Any]]) -> None:
        for entry in entries:
            found = re.search(r'name="version" value="(\d+)"', self.request.get(self.sheet(seat)).text())
            version = found[1] if found else ""
            form = {"entry": json.dumps(entry), "key": f"tap-{seat}-{version}", "version": version}
            self.request.post(f"{self.sheet(seat)}/entries", form=form, fail_on_status_code=True)

    def end(self) -> None:
        self.request.post(f"{self.url}/end", fail_on_status_code=True)


def played(request: APIRequestContext) -> dict[str, str]:
    """Plays a little of each game; gives the pages to photograph."""
    clever = Table(request, "clever-4ever", ["Ada", "Ben"])
    clever.enter(1, CLEVER)
    qwinto = Table(request, "qwinto-cards", ["Ada", "Ben", "Cleo"])
    qwinto.enter(1, QWINTO)
    qwinto.sit(2)
    qwinto.enter(2, [CALL])
    finished = Table(request, "qwinto-dice", ["Ada", "Ben"])
    finished.enter(1, QWINTO)
    finished.sit(2)
    finished.enter(2, QWINTO[2:-1])
    finished.end()
    return {
        "start": "/",
        "clever": clever.sheet(1),
        "qwinto": qwinto.sheet(1),
        "table": qwinto.url,
        "result": finished.url,
    }


def photograph(page: Page, url: str, name: str, viewport: ViewportSize) -> None:
    page.set_viewport_size(viewport)
    for theme in ("light", "dark"):
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")  # type: ignore[arg-type]
        page.goto(url)
        page.evaluate("document.activeElement.blur()")
        page.screenshot(path=PICTURES / f"{name}-{theme}.png")


def take_all(browser: Browser, base_url: str) -> None:
    context = browser.new_context(base_url=base_url, locale="en", device_scale_factor=2)
    pages = played(context.request)
    page = context.new_page()
    for name, url in pages.items():
        photograph(page, url, name, PHONE)
    photograph(page, pages["clever"], "clever-lying", LYING)
    photograph(page, pages["clever"], "clever-laptop", LAPTOP)


def main() -> None:
    chromium = subprocess.run(["sh", HOME / "scripts" / "chromium.sh"], stdout=subprocess.PIPE, text=True, check=True)
    PICTURES.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = listen(create_app(Path(folder) / "companion.db"), "127.0.0.1", 0)
        Thread(target=server.run, daemon=True).start()
        browser = playwright.chromium.launch(executable_path=chromium.stdout.strip(), args=["--no-sandbox"])
        take_all(browser, f"http://127.0.0.1:{server.effective_port}")
        browser.close()


if __name__ == "__main__":
    main()
