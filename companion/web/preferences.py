"""What a browser prefers and its cookie remembers: German or English, and whether points show before the end."""

from babel import negotiate_locale
from flask import Blueprint, redirect, request, session
from werkzeug.wrappers import Response

LANGUAGES = {"en": "English", "de": "Deutsch"}

blueprint = Blueprint("preferences", __name__)


def chosen() -> str:
    """``"en"`` or ``"de"``."""
    by_hand = session.get("language")
    if by_hand in LANGUAGES:
        return str(by_hand)
    wanted = [language.lower() for language, _ in request.accept_languages]
    return negotiate_locale(wanted, list(LANGUAGES), sep="-") or "en"


@blueprint.post("/language")
def language() -> Response:
    """Remember a language and go back to the page that was open."""
    if request.form.get("language") in LANGUAGES:
        session["language"] = request.form["language"]
        session.permanent = True
    return _back()


@blueprint.post("/totals")
def totals() -> Response:
    """Hide the points until the game has ended, or show them again."""
    session["totals"] = "hidden" if request.form.get("totals") == "hidden" else "shown"
    session.permanent = True
    return _back()


def hides_points() -> bool:
    """Whether this browser hides points until the end, for suspense."""
    return session.get("totals") == "hidden"


def _back() -> Response:
    return redirect(_own_path(request.form.get("back", "/")), code=303)


def _own_path(path: str) -> str:
    """The path if it leads to this app, else the start page: nobody is sent elsewhere."""
    inside = path.startswith("/") and not path.startswith("//") and "\\" not in path and path.isprintable()
    return path if inside else "/"
