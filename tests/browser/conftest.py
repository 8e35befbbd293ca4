"""The real app under its real server, and phones of the system's Chromium that open it. Nothing leaves the machine."""

import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Thread
from typing import Any

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, sync_playwright
from waitress import wasyncore

from companion.app import create_app
from companion.cli import listen

PHONE: dict[str, Any] = {
    "viewport": {"width": 360, "height": 640},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
    "locale": "en",
}
CUT = ("net::ERR", "Failed to fetch")
"""What browser and htmx say of a request that never reached the server, or of an answer that never came."""
FIND_CHROMIUM = Path(__file__).parents[2] / "scripts" / "chromium.sh"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[str]:
    """The base URL of a companion that knows no table yet."""
    running = listen(create_app(tmp_path / "companion.db"), "127.0.0.1", 0)
    thread = Thread(target=running.run, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{running.effective_port}"
    running.trigger.pull_trigger(lambda: wasyncore.close_all(running._map))
    thread.join()
    running.task_dispatcher.shutdown(timeout=0.2)  # an event stream that is still open ends at its next beat


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """The system's Chromium or Chrome, one for each test process."""
    found = subprocess.run(["sh", FIND_CHROMIUM], capture_output=True, text=True)
    if found.returncode:
        pytest.fail(found.stderr, pytrace=False)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=found.stdout.strip(), args=["--no-sandbox", "--disable-dev-shm-usage"]
        )
        yield browser
        browser.close()


class ConsoleErrors(list[str]):
    """What the consoles of all phones complained about. They may do so late: an error is told apart at the end only."""

    def __init__(self) -> None:
        self.provoked: set[str] = set()

    def provoke(self, *parts: str) -> None:
        """This test provokes errors that name one of these parts: a status, or what ``CUT`` has."""
        self.provoked.update(parts)

    @property
    def unexpected(self) -> list[str]:
        return [error for error in self if not any(part in error for part in self.provoked)]


@pytest.fixture
def console_errors() -> ConsoleErrors:
    return ConsoleErrors()


@pytest.fixture
def open_phone(browser: Browser, server: str, console_errors: ConsoleErrors) -> Iterator[Callable[..., Page]]:
    """Opens one more phone, with its own cookies: ``open_phone(locale="de", color_scheme="dark")``.

    Takes whatever Playwright's ``new_context`` takes. Paths such as ``page.goto("/")`` lead to the server.
    The test fails at its end if a console showed an error.
    """
    contexts = []

    def complain(message: ConsoleMessage) -> None:
        if message.type == "error":
            console_errors.append(f"{message.text} ({message.location.get('url', '')})")

    def open_one(**options: Any) -> Page:
        context = browser.new_context(**{**PHONE, "base_url": server, **options})
        contexts.append(context)
        page = context.new_page()
        page.on("console", complain)
        page.on("pageerror", lambda error: console_errors.append(str(error)))
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert console_errors.unexpected == []


@pytest.fixture
def phone(open_phone: Callable[..., Page]) -> Page:
    """A phone of 360 × 640 pixels that speaks English."""
    return open_phone()
