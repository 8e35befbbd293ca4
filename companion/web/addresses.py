"""The addresses that other phones open, and their QR codes."""

import io
from urllib.parse import urlsplit

import segno
from flask import Response, abort, current_app, url_for

LOOPBACK = ("localhost", "127.0.0.1")


def for_other_phones(endpoint: str, **values: str) -> str:
    """The full URL of a page; the names by which the host calls itself are of no use to other phones."""
    url = urlsplit(url_for(endpoint, _external=True, **values))
    address = current_app.config.get("LAN_ADDRESS")
    if address and url.hostname in LOOPBACK:
        url = url._replace(netloc=url.netloc.replace(url.hostname, address))
    return url.geturl()


def qr_code(url: str) -> Response:
    """The URL as a drawing for cameras."""
    svg = io.BytesIO()
    try:
        drawing = segno.make_qr(url)
    except segno.DataOverflowError:
        abort(400)  # whoever asked made up an endless name for this host
    drawing.save(svg, kind="svg", scale=8, border=4, light="#fff", xmldecl=False)
    return Response(svg.getvalue(), mimetype="image/svg+xml")
