"""Reading an entry out of a form: one JSON, or put together from the form's fields. No meaning of entries here."""

import json
from typing import Any

from werkzeug.datastructures import MultiDict

from companion.rules.game import BadEntry, Json

PREFIX = "entry-"
"""Begins the name of a form field that is a part of an entry."""


def posted_entry(form: MultiDict[str, str]) -> Json:
    """The JSON in the field ``entry``, or else what the fields that begin with ``entry-`` make up.

    ``entry-value`` holds the JSON of a value, ``entry-colours[]`` of one item of a list, ``entry-dice.orange`` of one
    value of an object; empty fields are left out.

    :raises BadEntry: if there is none, or a field holds no JSON
    """
    if "entry" in form:
        return _json(form["entry"])
    entry: dict[str, Any] = {}
    for name, values in form.lists():
        if not name.startswith(PREFIX):
            continue
        parsed = [_json(value) for value in values if value]
        outer, _, inner = name.removeprefix(PREFIX).partition(".")
        if outer.endswith("[]"):
            entry[outer.removesuffix("[]")] = parsed
        elif parsed and inner:
            entry.setdefault(outer, {})[inner] = parsed[-1]
        elif parsed:
            entry[outer] = parsed[-1]
    return entry


def _json(text: str) -> Json:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise BadEntry("no JSON") from error
