"""Strict reading of JSON: what is missing, unknown or of the wrong type is refused, never guessed. No game by name."""

from collections.abc import Collection, Mapping

from companion.rules.game import BadEntry, Json


def read(data: Json, allowed: Mapping[str, Collection[Json]], optional: Collection[str] = ()) -> dict[str, Json]:
    """The values of ``data``, whose keys are exactly those of ``allowed``, save that ``optional`` ones may be absent.

    :param allowed: for each key the values that it may take, ints or strings
    :raises BadEntry: naming the key that is missing, unknown or wrong
    """
    record = read_object(data, allowed, optional)
    return {key: read_choice(key, value, allowed[key]) for key, value in record.items()}


def read_object(data: Json, keys: Collection[str], optional: Collection[str] = ()) -> dict[str, Json]:
    """``data`` as a dict with exactly these keys, save that ``optional`` ones may be absent.

    :raises BadEntry: if it is none, or if a key is missing or unknown
    """
    if not isinstance(data, dict):
        raise BadEntry(f"expected an object, not {data!r}")
    for key in data:
        if key not in keys:
            raise BadEntry(f"unknown key {key!r}")
    for key in keys:
        if key not in data and key not in optional:
            raise BadEntry(f"missing key {key!r}")
    return data


def read_choice(key: str, value: Json, allowed: Collection[Json]) -> Json:
    """``value``, if it is one of the allowed ones; True is not 1 and 1.0 is not 1.

    :raises BadEntry: naming the key
    """
    if type(value) not in (int, str) or value not in allowed:
        raise BadEntry(f"{key} cannot be {value!r}")
    return value


def read_numbers(key: str, values: Json, allowed: Collection[int], most: int) -> tuple[int, ...]:
    """A list of at most ``most`` allowed numbers.

    :raises BadEntry: naming the key
    """
    return tuple(read_choice(key, value, allowed) for value in read_list(key, values, most))


def read_list(key: str, values: Json, most: int) -> list[Json]:
    """A list of at most ``most`` items.

    :raises BadEntry: naming the key
    """
    if not isinstance(values, list) or len(values) > most:
        raise BadEntry(f"{key} cannot be {values!r}")
    return values
