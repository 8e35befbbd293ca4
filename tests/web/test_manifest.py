"""What a phone needs to put the app on its home screen: the manifest, its icons, and the links to them."""

import re
import struct
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient

from companion.app import create_app

CSS = Path(__file__).parents[2] / "static" / "companion.css"


@pytest.fixture
def phone(tmp_path: Path) -> FlaskClient:
    return create_app(tmp_path / "companion.db").test_client()


def manifest_of(phone: FlaskClient, language: str = "en") -> dict[str, Any]:
    answer = phone.get("/manifest.webmanifest", headers={"Accept-Language": language})
    assert answer.status_code == 200
    assert answer.mimetype == "application/manifest+json"
    manifest: dict[str, Any] = answer.get_json(force=True)
    return manifest


def png_size(data: bytes) -> str:
    """Width and height as the file itself tells them, in its first chunk."""
    assert data[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", data[16:24])
    return f"{width}x{height}"


def test_every_page_leads_to_the_manifest_and_to_an_icon_for_apple_phones(phone: FlaskClient):
    for page in ("/", "/nowhere"):
        html = phone.get(page).get_data(as_text=True)
        assert re.search(r'<link rel="manifest" href="/manifest\.webmanifest"', html)
        link = re.search(r'<link rel="apple-touch-icon" href="([^"]+)"', html)
        assert link is not None
        assert png_size(phone.get(link[1]).data) == "180x180"


def test_the_app_opens_from_the_home_screen_at_its_start_page_without_the_bars_of_the_browser(phone: FlaskClient):
    manifest = manifest_of(phone)
    assert manifest["name"] == manifest["short_name"] == "companion"
    assert manifest["start_url"] == manifest["scope"] == manifest["id"] == "/"
    assert manifest["display"] == "standalone"


def test_the_manifest_speaks_the_language_of_the_phone(phone: FlaskClient):
    assert manifest_of(phone, "de-AT")["lang"] == "de"
    assert manifest_of(phone, "fr")["lang"] == "en"


def test_the_splash_screen_has_the_ground_colour_of_the_light_pages(phone: FlaskClient):
    manifest = manifest_of(phone)
    ground = re.search(r"--ground: (#[0-9a-f]{6})", CSS.read_text("utf-8"))
    assert ground is not None
    assert manifest["background_color"] == manifest["theme_color"] == ground[1]


def test_the_icons_are_what_the_manifest_says_of_them(phone: FlaskClient):
    icons = manifest_of(phone)["icons"]
    offered = {(icon["type"], icon["sizes"], icon.get("purpose", "any")) for icon in icons}
    assert offered == {
        ("image/svg+xml", "any", "any"),
        ("image/png", "192x192", "any"),
        ("image/png", "512x512", "any"),
        ("image/png", "512x512", "maskable"),
    }
    for icon in icons:
        answer = phone.get(icon["src"])
        assert (answer.status_code, answer.mimetype) == (200, icon["type"])
        if icon["type"] == "image/png":
            assert png_size(answer.data) == icon["sizes"]


def test_the_icons_come_from_this_host_and_may_be_kept(phone: FlaskClient):
    for icon in manifest_of(phone)["icons"]:
        assert icon["src"].startswith("/static/")
        assert phone.get(icon["src"]).cache_control.max_age == 365 * 24 * 60 * 60
