"""Short names for playing Clever 4ever in tests, and the printed sheet copied by hand from the paper one.

Nothing from the engine's own layout comes in: what is copied here is what the engine is held against.
"""

import json

import pytest

from companion.rules import games
from companion.rules.game import IllegalEntry

GAME = games["clever-4ever"]

AREAS = ("yellow", "blue", "grey", "green", "pink")
DICE = (*AREAS, "white")
NUMBERS = range(1, 7)
ROWS = range(1, 7)
SEGMENTS = "abcdefghijklmnopq"

SIZES = dict(zip(SEGMENTS, (1, 5, 5, 5, 6, 2, 5, 6, 4, 6, 4, 3, 2, 4, 3, 2, 1), strict=True))
NEIGHBOURS = {
    "a": "bi",
    "b": "acijlp",
    "c": "bdjm",
    "d": "cen",
    "e": "dfno",
    "f": "ego",
    "g": "fhko",
    "h": "gkq",
    "i": "abp",
    "j": "bclm",
    "k": "ghq",
    "l": "bjp",
    "m": "cjn",
    "n": "dem",
    "o": "efg",
    "p": "bil",
    "q": "hk",
}
SHADES = {"white": "bdkmo", "light": "cegilq", "dark": "afhjnp"}
WAY_TO = {  # segment → segments that lead to it from the left edge and complete no shade
    "a": "",
    "b": "a",
    "c": "ab",
    "d": "abc",
    "e": "abcd",
    "f": "abcde",
    "g": "abcdef",
    "h": "abcdefg",
    "i": "",
    "j": "ab",
    "k": "abcdefg",
    "l": "ab",
    "m": "abc",
    "n": "abcm",
    "o": "abcde",
    "p": "i",
    "q": "abcdefgh",
}

ROUND_BONUSES = {1: "reroll", 2: "extra_die", 3: "polish", 4: "?black", 5: None, 6: None}
YELLOW_BONUSES = {
    "top": (None, "polish", "?grey", "?green", "fox"),
    "middle": ("reroll", "?pink", "?blue", "extra_die", "?yellow"),
    "bottom": (None, None, None, None, None),
}
BLUE_ROW_BONUSES = ("?green", "?pink", "?yellow", "extra_die", "?grey", "fox")
SEGMENT_BONUSES = {
    "a": "polish",
    "c": "?green",
    "d": "reroll",
    "e": "polish",
    "g": "polish",
    "h": "?green",
    "i": "reroll",
    "j": "polish",
    "k": "?blue",
    "l": "?pink",
    "n": "extra_die",
    "o": "?yellow",
    "q": "polish",
}
GREEN_BONUSES = (
    "reroll",
    "?blue",
    "polish",
    "?yellow",
    "?grey",
    "extra_die",
    "?pink",
    "?blue",
    "?yellow",
    "fox",
    "extra_die",
)
PINK_BONUSES = ("polish", None, "?green", "extra_die", "reroll", None, "?grey", "fox", None, "?blue", None, "?yellow")

SLOTS = {"reroll": 7, "extra_die": 7, "polish": 9}

FULL = {
    "yellow": {"top": [2, 3, 4, 5, 6], "middle": [1, 1, 1, 1, 1], "bottom": [2, 2, 2, 2, 2]},
    "blue": [[row, column] for row in ROWS for column in ROWS],
    "grey": list(SEGMENTS),
    "green": {"top": [1] * 11, "bottom": [1] * 11},
    "pink": [1] * 12,
}
ROOM = {  # one entry for each area that an empty sheet takes
    "yellow": {"area": "yellow", "row": "middle", "value": 2},
    "blue": {"area": "blue", "row": 4, "column": 2},
    "grey": {"area": "grey", "segment": "a", "value": 1},
    "green": {"area": "green", "row": "top", "value": 2},
    "pink": {"area": "pink", "value": 2},
}
NEXT_ROUND = {"action": "round"}


def yellow(row, value, **bonus):
    return {"area": "yellow", "row": row, "value": value, **bonus}


def blue(row, column, **bonus):
    return {"area": "blue", "row": row, "column": column, **bonus}


def grey(segment, value=6, **bonus):
    return {"area": "grey", "segment": segment, "value": value, **bonus}


def green(row, value, **bonus):
    return {"area": "green", "row": row, "value": value, **bonus}


def pink(value, **bonus):
    return {"area": "pink", "value": value, **bonus}


def forgo(bonus):
    return {"action": "forgo", "bonus": bonus}


def use(joker):
    return {"action": "use", "joker": joker}


def extra_die(die):
    return {"action": "use", "joker": "extra_die", "die": die}


def earned(**jokers):
    """Joker tracks with that many slots earned and none spent; a joker that is not named keeps none."""
    return {joker: {"earned": jokers.get(joker, 0), "used": 0} for joker in SLOTS}


def position(players=1, **marks):
    """A new sheet with these keys of its JSON replaced; of rows and joker tracks only those that are named."""
    data = seen(GAME.new_sheet(players=players))
    for key, value in marks.items():
        data[key] = {**data[key], **value} if isinstance(value, dict) else value
    return GAME.sheet_from_json(data)


def full(*areas, **marks):
    """A sheet on which these areas take nothing more."""
    return position(**{area: FULL[area] for area in areas}, **marks)


def seen(sheet):
    """What the sheet shows, as it comes back from a saved game."""
    return json.loads(json.dumps(GAME.sheet_to_json(sheet)))


def enter(sheet, entry):
    """The sheet after the entry, and what it set off as (kind, name)."""
    entered = GAME.enter(sheet, GAME.entry_from_json(entry))
    return entered.sheet, [(effect.kind, effect.name) for effect in entered.effects]


def play(sheet, *entries):
    for entry in entries:
        sheet, _ = enter(sheet, entry)
    return sheet


def refused(sheet, entry):
    """The refusal of an entry that must not be in the options either, and that must leave the sheet as it was."""
    before = seen(sheet)
    parsed = GAME.entry_from_json(entry)
    with pytest.raises(IllegalEntry) as refusal:
        GAME.enter(sheet, parsed)
    assert seen(sheet) == before
    assert parsed not in GAME.options(sheet)
    return refusal.value


def reason(sheet, entry):
    return refused(sheet, entry).reason


def options(sheet):
    return [option.to_json() for option in GAME.options(sheet)]


def open_areas(sheet):
    """The areas that take an entry now."""
    return {option["area"] for option in options(sheet) if "area" in option}


def score(sheet):
    return GAME.score(sheet).to_json()


def area_points(area, **marks):
    return score(position(**marks))["areas"][area]


def gains(before, after):
    """The bonuses that came between two sheets, sorted: jokers, foxes, and ? that wait."""
    old, new = seen(before), seen(after)
    jokers = [joker for joker in SLOTS for _ in range(new["jokers"][joker]["earned"] - old["jokers"][joker]["earned"])]
    foxes = ["fox"] * (new["foxes"] - old["foxes"])
    waiting = list(new["pending"])
    for colour in old["pending"]:
        waiting.remove(colour)
    return sorted(jokers + foxes + [f"?{colour}" for colour in waiting])


def effect_of(bonus, source):
    """What the player is told when this bonus comes; a fox tells where it was printed."""
    if bonus == "fox":
        return ("fox", source)
    if bonus.startswith("?"):
        return ("bonus", bonus[1:])
    return ("joker", bonus)
