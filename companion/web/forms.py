"""Reading an entry or a number out of a form. No meaning of entries here."""

import json
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.rules.game import BadEntry, Json

PREFIX = "entry-"
"""Begins the name of a form field that is a part of an entry."""
LAYING = "lay-"
"""Begins the name of a form field that tells of what is laid, or lies, on the table."""
LONGEST_JSON = 500
"""Characters; the longest entry, a call with three cards, has fewer than half as many."""


def posted_entry(form: MultiDict[str, str]) -> Json:
    """The JSON in the field ``entry``, or else what the fields that begin with ``entry-`` make up.

    ``entry-value`` holds the JSON of a value, ``entry-colours[]`` of one item of a list, ``entry-dice.orange`` of one
    value of an object; empty fields are left out.

    :raises BadEntry: if there is none, if a field holds no JSON, or if one part comes both whole and in pieces
    """
    return _json(form["entry"]) if "entry" in form else posted_parts(form, PREFIX)


def posted_object(form: MultiDict[str, str], name: str) -> dict[str, Json]:
    """The JSON object in a field.

    :raises BadEntry: if something else stands there
    """
    data = _json(form.get(name, ""))
    if not isinstance(data, dict):
        raise BadEntry(f"no object in {name}")
    return data


def posted_parts(form: MultiDict[str, str], prefix: str) -> dict[str, Json]:
    """The object that the fields which begin with ``prefix`` make up, as for :func:`posted_entry`; empty without any.

    :raises BadEntry: if a field holds no JSON, or if one part comes both whole and in pieces
    """
    entry: dict[str, Any] = {}
    for name, values in form.lists():
        if not name.startswith(prefix):
            continue
        parsed = [_json(value) for value in values if value]
        outer, _, inner = name.removeprefix(prefix).partition(".")
        if inner:
            _add_part(entry, outer, inner, parsed)
        elif outer.endswith("[]"):
            entry[outer.removesuffix("[]")] = parsed
        elif parsed:
            entry[outer] = parsed[-1]
    return entry


def posted_number(form: MultiDict[str, str], name: str) -> int | None:
    """The whole number in a field; None if the form has no such field.

    :raises BadEntry: if something else stands there
    """
    if name not in form:
        return None
    try:
        return int(form[name])
    except ValueError as error:
        raise BadEntry(f"no number in {name}") from error


def _add_part(entry: dict[str, Any], outer: str, inner: str, parsed: list[Json]) -> None:
    if not parsed:
        return
    whole = entry.setdefault(outer, {})
    if not isinstance(whole, dict):
        raise BadEntry(f"{outer} comes both whole and in pieces")
    whole[inner] = parsed[-1]


def _without_doubles(pairs: list[tuple[str, Json]]) -> dict[str, Json]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands there twice")
    return found


def _json(text: str) -> Json:
    if len(text) > LONGEST_JSON:
        raise BadEntry("too long for an entry")
    try:
        return json.loads(text, object_pairs_hook=_without_doubles)
    except (ValueError, RecursionError) as error:
        raise BadEntry("no JSON") from error
