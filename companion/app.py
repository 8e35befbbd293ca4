"""create_app(): the configuration, the rooms of the web, the headers and the error pages. No page of its own."""

import gzip
import hashlib
from datetime import timedelta
from functools import lru_cache
from pathlib import Path
from typing import Any
from urllib.parse import quote

import platformdirs
from flask import Flask, Response, abort, current_app, redirect, render_template, request, url_for
from flask.sessions import SecureCookieSessionInterface
from flask_babel import Babel, get_locale
from werkzeug.exceptions import BadHost, HTTPException, MethodNotAllowed, TooManyRequests
from werkzeug.middleware.proxy_fix import ProxyFix
from werkzeug.wrappers import Response as BaseResponse

from companion import __version__
from companion.home import HERE, HOME
from companion.live import Live
from companion.printing import NoPrinting, NotPrintable
from companion.store import Store, StoreError
from companion.web import calling, limits, lobby, preferences, print, seats, sheet, table, words
from companion.web.current import Snapshots
from companion.web.limits import LIMITS, Buckets

Answer = BaseResponse | tuple[str, int] | tuple[str, int, dict[str, str]]

HEADERS = {
    "Content-Security-Policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; "
        "manifest-src 'self'; media-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "Referrer-Policy": "same-origin",
    "X-Content-Type-Options": "nosniff",
}
COMPRESSED = ("text/", "image/svg+xml", "application/json", "application/manifest+json")
LONGEST_BODY = 64 * 1024
"""Bytes; no form of this app comes near it."""
LONGEST_QUERY = 8192
"""Bytes; the longest names the parts of a sheet that a page shows already."""
SHORTEST_COMPRESSED = 500


def create_app(db: Path | str, **config: Any) -> Flask:
    """The whole app over one database.

    :param db: the SQLite file; it is made if it does not exist
    :param config: overrides of Flask's configuration; and ``LIMITS``, name → limit for each client (what is left out
        has none), and ``PROXIES``, how many reverse proxies in front of the app tell the client's address and scheme
    :raises StoreError: if the database cannot be used
    """
    app = Flask(
        "companion",
        root_path=str(HERE),
        template_folder=str(HOME / "templates"),
        static_folder=str(HOME / "static"),
    )
    store = Store(db)
    app.config.update(
        SECRET_KEY=store.secret(),
        SESSION_COOKIE_NAME="companion",
        SESSION_COOKIE_SAMESITE="Lax",
        PERMANENT_SESSION_LIFETIME=timedelta(days=365),
        # A cookie on every answer would keep browsers from caching, and could hand a seat over in a shared cache.
        SESSION_REFRESH_EACH_REQUEST=False,
        MAX_CONTENT_LENGTH=LONGEST_BODY,
        LIMITS=LIMITS,
        PROXIES=0,
        PRINT_CACHE=platformdirs.user_cache_path("companion", appauthor=False) / "print",
        BABEL_TRANSLATION_DIRECTORIES=str(HOME / "translations"),
    )
    app.config.update(config)
    app.session_interface = Cookies()
    if proxies := app.config["PROXIES"]:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=proxies, x_proto=proxies)  # type: ignore[method-assign]
    app.extensions["limits"] = {name: Buckets(limit) for name, limit in app.config["LIMITS"].items()}
    app.extensions["store"] = store
    app.extensions["snapshots"] = Snapshots()
    app.extensions["live"] = Live(store, most=48)
    app.jinja_env.trim_blocks = app.jinja_env.lstrip_blocks = True
    app.jinja_env.policies["json.dumps_kwargs"] = {"separators": (",", ":")}
    Babel(app, locale_selector=preferences.chosen)
    for room in (lobby, table, seats, sheet, calling, print, preferences):
        app.register_blueprint(room.blueprint)
    app.add_url_rule("/healthz", view_func=healthz)
    app.context_processor(lambda: {"asset": asset, "locale": get_locale(), "version": __version__})
    words.register(app)
    app.before_request(refuse_too_much)
    app.before_request(refuse_other_sites)
    app.before_request(lobby.forgive)
    app.after_request(finish)
    app.register_error_handler(HTTPException, error_page)
    app.register_error_handler(BadHost, bad_host_page)
    app.register_error_handler(MethodNotAllowed, wrong_method_page)
    app.register_error_handler(StoreError, store_error_page)
    app.register_error_handler(NotPrintable, print.refused)
    app.register_error_handler(NoPrinting, print.missing)
    return app


class Cookies(SecureCookieSessionInterface):
    """Signed cookies; what was given over an encrypted connection is never sent over another one."""

    def get_cookie_secure(self, app: Flask) -> bool:
        return request.is_secure


def healthz() -> Response:
    """Answers 200 as long as requests are answered at all."""
    return Response("ok\n", mimetype="text/plain")


@lru_cache
def _fingerprint(path: str, modified: float) -> str:
    return hashlib.sha256(Path(path).read_bytes()).hexdigest()[:10]


def asset(name: str) -> str:
    """The URL of a static file, with a fingerprint so that browsers may keep it for ever."""
    path = HOME / "static" / name
    return url_for("static", filename=name, v=_fingerprint(str(path), path.stat().st_mtime))


def refuse_too_much() -> None:
    """Bounds what one client may ask for, and in how many words."""
    if len(request.query_string) > LONGEST_QUERY:
        abort(414)
    if request.endpoint not in ("static", "healthz"):
        limits.spend("requests")


def refuse_other_sites() -> None:
    """Only our own pages may post here: browsers say where a request comes from."""
    if request.method in ("GET", "HEAD", "OPTIONS"):
        return
    site, origin = request.headers.get("Sec-Fetch-Site"), request.headers.get("Origin")
    if site is not None:
        foreign = site not in ("same-origin", "none")
    else:
        foreign = origin is not None and origin.partition("://")[2] != request.host
    if foreign:
        abort(403)


def finish(response: Response) -> Response:
    """Headers for every answer, and gzip for those that it makes smaller."""
    response.headers.update(HEADERS)
    if request.endpoint == "static" and response.status_code in (200, 206, 304):
        response.cache_control.max_age = 31536000 if "v" in request.args else 3600
        response.cache_control.public = True
        response.cache_control.no_cache = None
    elif "Cache-Control" not in response.headers:
        response.headers["Cache-Control"] = "no-store"
    return compressed(response)


def compressed(response: Response) -> Response:
    kind = response.mimetype or ""
    wanted = kind.startswith(COMPRESSED) and request.accept_encodings.quality("gzip") > 0
    streamed = kind == "text/event-stream" or (response.is_streamed and request.endpoint != "static")
    if not wanted or streamed or response.status_code in (204, 206, 304):
        return response
    response.direct_passthrough = False
    body = response.get_data()
    if len(body) >= SHORTEST_COMPRESSED:
        response.set_data(gzip.compress(body, compresslevel=6, mtime=0))
        response.headers["Content-Encoding"] = "gzip"
    response.vary.add("Accept-Encoding")
    return response


def error_page(error: HTTPException) -> Answer:
    """A page that says it in a sentence. Htmx, which asks for a part of a page, is told to load the whole one anew."""
    code = error.code or 500
    if isinstance(error, TooManyRequests):
        return render_template("error.html", code=code, sentence=words.of_status(code)), code, waiting(error)
    if request.headers.get("HX-Request") and code < 500:
        return Response("", code, {"HX-Refresh": "true"})
    return render_template("error.html", code=code, sentence=words.of_status(code)), code


def waiting(error: TooManyRequests) -> dict[str, str]:
    """A page that asks for a part of itself keeps what it shows, and tries again later."""
    return {"Retry-After": str(error.retry_after), "HX-Reswap": "none"}


def bad_host_page(error: BadHost) -> Response:
    """Without a host that makes sense there are no addresses, so no page either."""
    return Response(words.of_status(400), 400, mimetype="text/plain")


def wrong_method_page(error: MethodNotAllowed) -> Answer:
    """A browser that opens once more where a form was sent to is led to the page above, with what it had picked."""
    if request.method in ("GET", "HEAD"):
        above = quote(request.path.rpartition("/")[0] or "/")
        picked = request.query_string.decode("ascii", "replace")
        return redirect(f"{above}?{picked}" if picked else above, 303)
    response = current_app.make_response(error_page(error))
    response.headers["Allow"] = ", ".join(error.valid_methods or ())
    return response


def store_error_page(error: StoreError) -> tuple[str, int]:
    current_app.logger.error("%s", error)
    return render_template("error.html", code=503, sentence=words.of_status(503)), 503
