"""Clever 4ever as JSON: the entry language and the saved sheet, read strictly. No rule of entering comes in."""

import copy
import json

import pytest

from companion.rules.game import BadEntry
from tests.rules.clever import (
    AREAS,
    DICE,
    FULL,
    GAME,
    NEXT_ROUND,
    NUMBERS,
    ROWS,
    SEGMENTS,
    blue,
    earned,
    extra_die,
    forgo,
    full,
    green,
    grey,
    pink,
    play,
    position,
    seen,
    use,
    yellow,
)

COLOURS = (*AREAS, "black")

ENTRIES = [
    *(yellow(row, value) for row in ("top", "middle", "bottom") for value in NUMBERS),
    *(blue(row, column) for row in ROWS for column in ROWS),
    *(grey(segment, value) for segment in SEGMENTS for value in NUMBERS),
    *(green(row, value) for row in ("top", "bottom") for value in NUMBERS),
    *(pink(value) for value in NUMBERS),
]
WITH_A_BONUS = [{**entry, "bonus": colour} for entry in ENTRIES for colour in COLOURS]
ACTIONS = [*map(forgo, COLOURS), use("reroll"), use("polish"), *map(extra_die, DICE), NEXT_ROUND]

MALFORMED = [
    None,
    True,
    3,
    "pink",
    [],
    [pink(6)],
    {},
    {"value": 6},
    {"area": None},
    {"area": ["pink"], "value": 6},
    {"area": "white", "value": 6},
    {"area": "Pink", "value": 6},
    {"area": "pink"},
    {"area": "pink", "value": 6, "action": "round"},
    {**pink(6), "row": "top"},
    {**pink(6), "note": ""},
    pink(6, bonus=None),
    pink(6, bonus="white"),
    pink(6, bonus="?pink"),
    pink(6, bonus=["pink"]),
    *(pink(value) for value in (0, 7, -1, True, False, 6.0, "6", None, [6], 10**30)),
    *(yellow("top", value) for value in (0, 7, True, 1.0, "1", None)),
    *(green("top", value) for value in (0, 7, True, 1.0, "1", None)),
    *(grey("a", value) for value in (0, 7, True, 1.0, "1", None)),
    *(yellow(row, 3) for row in ("left", "", None, 1, ["top"])),
    *(green(row, 3) for row in ("middle", "left", None, 1)),
    *(grey(segment, 3) for segment in ("r", "A", "ab", "", None, 1, ["a"])),
    *(blue(line, 3) for line in (0, 7, True, 1.0, "1", None)),
    *(blue(3, line) for line in (0, 7, True, 1.0, "1", None)),
    {"area": "yellow", "value": 3},
    {"area": "green", "value": 3},
    {"area": "yellow", "row": "top"},
    {"area": "grey", "segment": "a"},
    {"area": "grey", "value": 3},
    {"area": "blue", "row": 3},
    {"area": "blue", "column": 3},
    {**blue(4, 2), "value": 4},
    {"action": None},
    {"action": "undo"},
    {"action": ["round"]},
    {**NEXT_ROUND, "round": 2},
    {**NEXT_ROUND, "bonus": "pink"},
    {"action": "forgo"},
    *map(forgo, ("white", "?pink", None, True)),
    {**forgo("pink"), "value": 6},
    {"action": "use"},
    *map(use, ("extra_die", "fox", "", None, True)),
    {**use("reroll"), "die": "white"},
    {**use("polish"), "die": None},
    {**use("reroll"), "bonus": "pink"},
    *map(extra_die, ("black", "", None, 1, True)),
    {"action": "pass"},
    {"row": "orange", "column": 4, "value": 7},
]


# Entries.


@pytest.mark.parametrize("kind", [ENTRIES, WITH_A_BONUS, ACTIONS], ids=["numbers", "bonuses", "actions"])
def test_every_entry_comes_back_as_it_was_written(kind):
    for data in kind:
        entry = GAME.entry_from_json(data)
        assert entry.to_json() == data
        again = GAME.entry_from_json(json.loads(json.dumps(entry.to_json())))
        assert again == entry
        assert hash(again) == hash(entry)


def test_different_entries_are_not_equal():
    everything = [*ENTRIES, *WITH_A_BONUS, *ACTIONS]
    assert len({GAME.entry_from_json(data) for data in everything}) == len(everything)


@pytest.mark.parametrize("data", MALFORMED, ids=repr)
def test_what_is_no_entry_is_refused_and_never_guessed(data):
    with pytest.raises(BadEntry):
        GAME.entry_from_json(data)


# The sheet.


def test_a_new_sheet_for_three():
    assert seen(GAME.new_sheet(players=3)) == {
        "round": 1,
        "rounds": 5,
        "yellow": {"top": [], "middle": [], "bottom": []},
        "blue": [],
        "grey": [],
        "green": {"top": [], "bottom": []},
        "pink": [],
        "pending": [],
        "jokers": {
            "reroll": {"earned": 1, "used": 0},
            "extra_die": {"earned": 0, "used": 0},
            "polish": {"earned": 0, "used": 0},
        },
        "foxes": 0,
        "waiting_die": None,
        "dice_used": [],
    }


def test_a_sheet_in_play_shows_everything_that_stands_on_it():
    sheet = play(
        GAME.new_sheet(players=4),
        NEXT_ROUND,
        yellow("middle", 4),
        blue(6, 2),
        blue(6, 1),
        blue(4, 2),
        grey("i", 6),
        grey("a", 2),
        green("bottom", 5),
        green("bottom", 6),
        blue(2, 2, bonus="blue"),
        pink(3),
        use("reroll"),
        extra_die("white"),
    )
    assert seen(sheet) == {
        "round": 2,
        "rounds": 4,
        "yellow": {"top": [], "middle": [4], "bottom": []},
        "blue": [[2, 2], [4, 2], [6, 1], [6, 2]],
        "grey": ["a", "i"],
        "green": {"top": [], "bottom": [5, 6]},
        "pink": [3, 3],
        "pending": [],
        "jokers": {
            "reroll": {"earned": 4, "used": 1},
            "extra_die": {"earned": 1, "used": 1},
            "polish": {"earned": 1, "used": 0},
        },
        "foxes": 1,
        "waiting_die": "white",
        "dice_used": ["white"],
    }


@pytest.mark.parametrize("players", [1, 2, 3, 4])
def test_a_sheet_comes_back_from_its_json_as_it_was(players):
    for sheet in (
        GAME.new_sheet(players=players),
        play(GAME.new_sheet(players=players), NEXT_ROUND, pink(3), extra_die("grey")),
        full(*AREAS, players=players, pending=[], jokers=earned(reroll=7, extra_die=7, polish=9)),
        position(players=players, pending=["black", "pink", "pink"], dice_used=["white", "blue"]),
    ):
        assert GAME.sheet_from_json(seen(sheet)) == sheet


def test_the_foxes_of_a_saved_sheet_follow_from_its_marks():
    for claimed in (0, 1, 7):
        sheet = position(blue=[[6, 1], [6, 2]], foxes=claimed)
        assert seen(sheet)["foxes"] == 1


def changed(*path_and_value):
    """The JSON of a new sheet with the value at this path replaced."""
    *path, key, value = path_and_value
    data = seen(GAME.new_sheet(players=3))
    place = data
    for step in path:
        place = place[step]
    place[key] = value
    return data


KEYS = sorted(seen(GAME.new_sheet(players=3)))

WRONG = [
    *(("round", value) for value in (0, 6, -1, True, 1.0, "1", None)),
    *(("rounds", value) for value in (3, 7, True, 5.0, "5", None)),
    ("note", ""),
    *((area, value) for area in AREAS for value in (None, True, 0, "", "a")),
    ("yellow", []),
    ("yellow", "left", []),
    ("green", []),
    ("green", "middle", []),
    ("blue", {}),
    ("grey", {}),
    ("pink", {}),
    *(("yellow", row, [value]) for row in ("top", "middle", "bottom") for value in (0, 7, True, 1.0, "1", None)),
    *(("yellow", row, value) for row in ("top", "middle", "bottom") for value in (None, 1, "1", {})),
    *(("yellow", row, [1, 2, 3, 4, 5, 6]) for row in ("top", "middle", "bottom")),
    *(("green", row, [value]) for row in ("top", "bottom") for value in (0, 7, True, 1.0, "1", None)),
    *(("green", row, value) for row in ("top", "bottom") for value in (None, 1, [1] * 12)),
    *(
        ("blue", [cell])
        for cell in ([0, 1], [7, 1], [1, 0], [1, 7], [1], [1, 2, 3], [True, 1], [1.0, 1], "12", 12, None)
    ),
    *(("grey", [segment]) for segment in ("r", "A", "ab", "", None, 1, True, ["a"])),
    *(("pink", [value]) for value in (0, 7, True, 1.0, "1", None)),
    ("pink", [1] * 13),
    *(("pending", value) for value in (None, "pink", {}, ["white"], ["?pink"], [None], [1], [["pink"]])),
    *(("jokers", value) for value in (None, [], {})),
    ("jokers", "fox", {"earned": 0, "used": 0}),
    *(("jokers", "reroll", value) for value in (None, 1, [1, 0], {"earned": 1}, {"used": 0}, {"earned": 0, "used": 1})),
    ("jokers", "reroll", {"earned": 1, "used": 0, "slots": 7}),
    *(("jokers", "polish", "earned", value) for value in (-1, 10, True, 1.0, "1", None)),
    *(("jokers", "polish", "used", value) for value in (-1, 1, False, 0.0, "0", None)),
    *(("jokers", joker, "earned", 8) for joker in ("reroll", "extra_die")),
    *(("foxes", value) for value in (-1, 8, True, 1.0, "1", None)),
    *(("waiting_die", value) for value in ("black", "", 1, True, ["white"])),
    *(("dice_used", value) for value in (None, "white", {}, ["black"], [None], [1], [["white"]])),
]

IMPOSSIBLE = {
    "the top row must rise": ("yellow", "top", [2, 1]),
    "the top row must rise strictly": ("yellow", "top", [2, 2]),
    "nothing follows a 6 in the top row": ("yellow", "top", [6, 6]),
    "one cross in a cell": ("blue", [[1, 2], [1, 2]]),
    "a segment is crossed once": ("grey", ["a", "a"]),
    "the first segment is a start segment": ("grey", ["b"]),
    "each later segment shares an edge with a crossed one": ("grey", ["a", "c"]),
    "no island of segments": ("grey", ["a", "b", "h", "k", "q"]),
    "no segment that touches with a corner only": ("grey", ["a", "b", "c", "n"]),
    "a 3 writes a second 3": ("pink", [3]),
    "a 3 between others writes a second 3": ("pink", [1, 3, 4]),
    "a third 3 writes a fourth": ("pink", [3, 3, 3]),
    "a third 3 between others writes a fourth": ("pink", [3, 3, 3, 1]),
    "a 3 in the eleventh field writes one into the last": ("pink", [1] * 10 + [3]),
    "the second 3 is a 3": ("pink", [1] * 10 + [3, 2]),
}


@pytest.mark.parametrize("data", [None, True, 1, "", "{}", []], ids=repr)
def test_what_is_no_object_is_no_sheet(data):
    with pytest.raises(BadEntry):
        GAME.sheet_from_json(data)


@pytest.mark.parametrize("key", KEYS)
def test_a_sheet_with_a_missing_key_is_refused(key):
    data = seen(GAME.new_sheet(players=3))
    del data[key]
    with pytest.raises(BadEntry):
        GAME.sheet_from_json(data)


@pytest.mark.parametrize(
    "path",
    [("yellow", "top"), ("yellow", "bottom"), ("green", "top"), ("jokers", "polish"), ("jokers", "reroll", "used")],
    ids="-".join,
)
def test_a_sheet_with_a_missing_row_or_track_is_refused(path):
    data = seen(GAME.new_sheet(players=3))
    place = data
    for step in path[:-1]:
        place = place[step]
    del place[path[-1]]
    with pytest.raises(BadEntry):
        GAME.sheet_from_json(data)


@pytest.mark.parametrize("change", WRONG, ids=repr)
def test_a_sheet_with_a_wrong_value_is_refused(change):
    with pytest.raises(BadEntry):
        GAME.sheet_from_json(changed(*change))


@pytest.mark.parametrize("change", IMPOSSIBLE.values(), ids=IMPOSSIBLE.keys())
def test_a_sheet_with_marks_that_no_game_could_lead_to_is_refused(change):
    with pytest.raises(BadEntry):
        GAME.sheet_from_json(changed(*change))


@pytest.mark.parametrize(
    ("path", "marks"),
    [
        (("pink",), [3, 3]),
        (("pink",), [3, 3, 3, 3, 1]),
        (("pink",), [1] * 11 + [3]),
        (("pink",), [3] * 12),
        (("pink",), [1] + [3] * 11),
        (("yellow", "top"), [6]),
        (("yellow", "top"), [1, 2, 3, 4, 6]),
        (("grey",), ["a", "i"]),
        (("grey",), ["b", "i"]),
        (("grey",), FULL["grey"]),
        (("blue",), FULL["blue"]),
    ],
    ids=repr,
)
def test_marks_that_a_game_leads_to_are_read(path, marks):
    data = changed(*path, marks)
    again = seen(GAME.sheet_from_json(data))
    for step in path:
        again = again[step]
    assert again == marks


def test_reading_a_sheet_leaves_its_json_as_it_was():
    data = seen(play(position(), pink(3), NEXT_ROUND))
    before = copy.deepcopy(data)
    GAME.sheet_from_json(data)
    assert data == before


def test_changing_the_json_of_a_sheet_does_not_change_the_sheet():
    sheet = play(position(), pink(1), grey("a"))
    data = GAME.sheet_to_json(sheet)
    data["pink"].append(6)
    data["yellow"]["top"].append(6)
    data["jokers"]["reroll"]["used"] = 1
    assert seen(sheet)["pink"] == [1]
    assert seen(sheet)["yellow"]["top"] == []
    assert seen(sheet)["jokers"]["reroll"]["used"] == 0
