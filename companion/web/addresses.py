"""The addresses that other phones open, their QR codes, and the code in what somebody typed. No page of its own."""

import io
import re
from urllib.parse import urlsplit

import segno
from flask import Response, abort, current_app, url_for

from companion.web.current import ALPHABET

LOOPBACK = ("localhost", "127.0.0.1")


def for_other_phones(endpoint: str, **values: str) -> str:
    """The full URL of a page; the names by which the host calls itself are of no use to other phones."""
    url = urlsplit(url_for(endpoint, _external=True, **values))
    address = current_app.config.get("LAN_ADDRESS")
    if address and url.hostname in LOOPBACK:
        url = url._replace(netloc=url.netloc.replace(url.hostname, address))
    return url.geturl()


def code_in(typed: str) -> str:
    """The code of a table in what was typed, read out or pasted: its whole address, or the code alone.

    Capitals, spaces and hyphens do not matter; of an address only what follows ``/t/`` counts.
    """
    _, is_address, end = typed.lower().partition("/t/")
    code = re.split("[/?#]", end, maxsplit=1)[0] if is_address else typed.lower()
    return "".join(char for char in code if char in ALPHABET)


def qr_code(url: str) -> Response:
    """The URL as a drawing for cameras."""
    svg = io.BytesIO()
    try:
        drawing = segno.make_qr(url)
    except segno.DataOverflowError:
        abort(400)  # whoever asked made up an endless name for this host
    drawing.save(svg, kind="svg", scale=8, border=4, light="#fff", xmldecl=False)
    return Response(svg.getvalue(), mimetype="image/svg+xml")
