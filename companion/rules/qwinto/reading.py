"""Strict reading of JSON: each function gives the value back or raises BadEntry, and never guesses.

No rule of the game and nothing that knows what the values mean.
"""

from collections.abc import Collection

from companion.rules.game import BadEntry, Json


def record(data: Json, keys: Collection[str], what: str) -> dict[str, Json]:
    """A JSON object with exactly these keys.

    :raises BadEntry: if it is anything else
    """
    if not isinstance(data, dict):
        raise BadEntry(f"{what} must be an object, not {data!r}")
    if data.keys() != set(keys):
        raise BadEntry(f"{what} must have the keys {', '.join(keys)}, not {data!r}")
    return data


def whole(value: Json, allowed: Collection[int], what: str) -> int:
    """An integer among ``allowed``; true and false are none.

    :raises BadEntry: if it is anything else
    """
    if type(value) is not int or value not in allowed:
        raise BadEntry(f"{what} cannot be {value!r}")
    return value


def word(value: Json, allowed: Collection[str], what: str) -> str:
    """A string among ``allowed``.

    :raises BadEntry: if it is anything else
    """
    if not isinstance(value, str) or value not in allowed:
        raise BadEntry(f"{what} cannot be {value!r}")
    return value


def words(value: Json, allowed: Collection[str], what: str) -> tuple[str, ...]:
    """A list of at least one string among ``allowed``, none of them twice, in the order given.

    :raises BadEntry: if it is anything else
    """
    if not isinstance(value, list) or not value:
        raise BadEntry(f"{what} must be a list that is not empty, not {value!r}")
    found = tuple(word(item, allowed, what) for item in value)
    if len(set(found)) < len(found):
        raise BadEntry(f"{what} must not repeat itself: {value!r}")
    return found


def flag(value: Json, what: str) -> bool:
    """True or false.

    :raises BadEntry: if it is anything else
    """
    if not isinstance(value, bool):
        raise BadEntry(f"{what} must be true or false, not {value!r}")
    return value
