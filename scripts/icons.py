"""Makes static/icons/*.png from static/icon.svg, with the browser of the tests. The PNGs are kept in the repository.

Run it after a change of the drawing: ``.venv/bin/python scripts/icons.py``.
"""

import subprocess
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

HOME = Path(__file__).parents[1]
STATIC = HOME / "static"
FULL_BLEED = "#ground { rx: 0 }"
IN_THE_SAFE_CIRCLE = "#drawing { transform: scale(.8); transform-origin: 32px 32px }"

ICONS = {
    "icon-192.png": (192, ""),
    "icon-512.png": (512, ""),
    "maskable-512.png": (512, FULL_BLEED + IN_THE_SAFE_CIRCLE),
    "apple-touch-icon.png": (180, FULL_BLEED),
}
"""File → its width and height, and what it changes in the drawing."""


def draw(page: Page, size: int, changes: str) -> bytes:
    """The drawing as a PNG of ``size`` × ``size`` pixels, transparent around its corners."""
    page.set_viewport_size({"width": size, "height": size})
    drawing = (STATIC / "icon.svg").read_text("utf-8")
    page.set_content(f"<style>body {{ margin: 0 }} svg {{ display: block }} {changes}</style>{drawing}")
    return page.screenshot(omit_background=True)


def main() -> None:
    chromium = subprocess.run(["sh", HOME / "scripts" / "chromium.sh"], stdout=subprocess.PIPE, text=True, check=True)
    (STATIC / "icons").mkdir(exist_ok=True)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium.stdout.strip(), args=["--no-sandbox"])
        page = browser.new_page()
        for name, (size, changes) in ICONS.items():
            (STATIC / "icons" / name).write_bytes(draw(page, size, changes))
        browser.close()


if __name__ == "__main__":
    main()
