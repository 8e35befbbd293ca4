"""Random games of Qwinto, every step held against the rules written a second time, on the plain JSON of the sheet."""

import json
import random
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.game import BadEntry, IllegalEntry
from companion.rules.qwinto import qwinto_cards, qwinto_dice
from companion.rules.qwinto.game import QwintoGame
from companion.rules.qwinto.sheet import QwintoSheet

Data = dict[str, Any]

BOTH = pytest.mark.parametrize("game", [qwinto_cards, qwinto_dice], ids=["cards", "dice"])
SEEDS = st.integers(min_value=0, max_value=2**32 - 1)

COLUMNS = {
    "orange": [3, 4, 5, 7, 8, 9, 10, 11, 12],
    "yellow": [2, 3, 4, 5, 6, 8, 9, 10, 11],
    "purple": [1, 2, 3, 4, 6, 7, 8, 9, 10],
}
PENTAGONS = {3: "purple", 4: "orange", 8: "orange", 9: "yellow", 10: "purple"}
ANSWERS: list[Data] = [{"action": "misthrow"}, {"action": "pass"}]
EVERY_NUMBER: list[Data] = [
    {"row": row, "column": column, "value": value}
    for row in COLUMNS
    for column in range(1, 13)
    for value in range(1, 19)
]


# The rules a second time


def has_ended(marks: Data) -> bool:
    return marks["misthrows"] == 4 or sum(len(marks[row]) == 9 for row in COLUMNS) >= 2


def field_takes(marks: Data, row: str, column: int, value: int) -> bool:
    if column not in COLUMNS[row] or str(column) in marks[row]:
        return False
    rises = all(
        (int(other) < column and n < value) or (int(other) > column and n > value) for other, n in marks[row].items()
    )
    return rises and all(marks[other].get(str(column)) != value for other in COLUMNS)


def is_lawful(game: QwintoGame, marks: Data, data: Data) -> bool:
    call = marks["call"]
    if has_ended(marks):
        return False
    if "row" in data:
        called = call is None or (data["value"] == call["value"] and data["row"] in call["colours"])
        return called and field_takes(marks, data["row"], data["column"], data["value"])
    if data["action"] == "pass":
        return call is not None and not call["active"]
    if call is None:
        return True
    fits = any(field_takes(marks, row, column, call["value"]) for row in call["colours"] for column in COLUMNS[row])
    return bool(call["active"]) and (game.id == "qwinto-dice" or not fits)


def made_by(game: QwintoGame, data: Data) -> tuple[int, list[str]] | None:
    """The number and the rows that a call makes; None if nobody may make it."""
    if "cards" in data:
        cards = [(card["colour"], card["value"]) for card in data["cards"]]
        value, colours = sum(v for _, v in cards), [row for row in COLUMNS if row in {c for c, _ in cards}]
        return (value, colours) if len(set(cards)) == 3 and value >= 1 else None
    if "dice" in data:
        return sum(data["dice"].values()), [row for row in COLUMNS if row in data["dice"]]
    value, count = data["value"], len(data["colours"])
    if game.id == "qwinto-dice" and not count <= value <= 6 * count:
        return None
    return value, [row for row in COLUMNS if row in data["colours"]]


def counted(marks: Data) -> Data:
    rows = {row: max(marks[row].values()) if len(marks[row]) == 9 else len(marks[row]) for row in COLUMNS}
    columns = {
        str(column): marks[row][str(column)] if all(str(column) in marks[other] for other in COLUMNS) else 0
        for column, row in PENTAGONS.items()
    }
    misthrows = marks["misthrows"]
    total = sum(rows.values()) + sum(columns.values()) - 5 * misthrows
    return {
        "rows": rows,
        "columns": columns,
        "misthrows": misthrows,
        "misthrow_points": -5 * misthrows,
        "total": total,
    }


# Random play


def random_call(game: QwintoGame, chance: random.Random) -> Data:
    colours = chance.sample(list(COLUMNS), chance.randint(1, 3))
    head: Data = {"action": "call", "active": chance.random() < 0.4}
    if chance.random() < 0.4:
        return {**head, "value": chance.randint(1, 18), "colours": colours}
    if game.id == "qwinto-dice":
        return {**head, "dice": {colour: chance.randint(1, 6) for colour in colours}}
    suits = ["grey"] if chance.random() < 0.2 else [*COLUMNS, "grey"]
    deck = [{"colour": c, "value": v} for c in suits for v in (-2, 0, 1, 2, 3, 4, 5, 6)]
    return {**head, "cards": [chance.choice(deck) for _ in range(3)]}


def after_call(game: QwintoGame, sheet: QwintoSheet, data: Data) -> QwintoSheet:
    """The sheet after the call, which is heard exactly if the rules allow it."""
    marks, made = game.sheet_to_json(sheet), made_by(game, data)
    owes_an_answer = marks["call"] is not None and marks["call"]["active"]
    if made is None or owes_an_answer or has_ended(marks):
        with pytest.raises(IllegalEntry):
            game.enter(sheet, game.entry_from_json(data))
        assert game.sheet_to_json(sheet) == marks
        return sheet
    heard = game.enter(sheet, game.entry_from_json(data)).sheet
    value, colours = made
    assert game.sheet_to_json(heard) == {
        **marks,
        "call": {"value": value, "colours": colours, "active": data["active"]},
    }
    return heard


def next_entry(game: QwintoGame, sheet: QwintoSheet, chance: random.Random) -> Data:
    """One of the options, numbers rather than misthrows, so that rows fill."""
    options = [entry.to_json() for entry in game.options(sheet)]
    numbers = [option for option in options if "row" in option]
    return chance.choice(numbers if numbers and chance.random() < 0.9 else options)


def random_sheets(game: QwintoGame, seed: int) -> Iterator[QwintoSheet]:
    """Every sheet of a random game, from the empty one to the one that ends it."""
    chance = random.Random(seed)
    sheet = game.new_sheet(players=chance.randint(1, 6))
    calls = chance.random()
    yield sheet
    while not game.is_over(sheet):
        if chance.random() < calls:
            sheet = after_call(game, sheet, random_call(game, chance))
            yield sheet
        sheet = game.enter(sheet, game.entry_from_json(next_entry(game, sheet, chance))).sheet
        yield sheet


@BOTH
@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_the_options_are_exactly_what_the_rules_allow(game: QwintoGame, seed: int) -> None:
    for sheet in random_sheets(game, seed):
        marks = game.sheet_to_json(sheet)
        lawful = [data for data in [*EVERY_NUMBER, *ANSWERS] if is_lawful(game, marks, data)]
        assert [entry.to_json() for entry in game.options(sheet)] == lawful


@BOTH
@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_every_option_is_accepted_and_marks_what_it_says(game: QwintoGame, seed: int) -> None:
    chance = random.Random(seed)
    for sheet in random_sheets(game, seed):
        marks = game.sheet_to_json(sheet)
        options = game.options(sheet)
        for entry in chance.sample(options, min(len(options), 40)):
            data, expected = entry.to_json(), {**marks, "call": None}
            if "row" in data:
                expected[data["row"]] = {**marks[data["row"]], str(data["column"]): data["value"]}
            elif data["action"] == "misthrow":
                expected["misthrows"] = marks["misthrows"] + 1
            assert game.sheet_to_json(game.enter(sheet, entry).sheet) == expected


@BOTH
@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_what_is_no_option_is_refused_and_changes_nothing(game: QwintoGame, seed: int) -> None:
    chance = random.Random(seed)
    for sheet in random_sheets(game, seed):
        marks = game.sheet_to_json(sheet)
        options = set(game.options(sheet))
        for data in [*chance.sample(EVERY_NUMBER, 40), *ANSWERS]:
            entry = game.entry_from_json(data)
            if entry in options:
                continue
            with pytest.raises(IllegalEntry):
                game.enter(sheet, entry)
            assert game.sheet_to_json(sheet) == marks


@BOTH
@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_sheets_and_entries_survive_json(game: QwintoGame, seed: int) -> None:
    for sheet in random_sheets(game, seed):
        assert game.sheet_from_json(json.loads(json.dumps(game.sheet_to_json(sheet)))) == sheet
        for entry in game.options(sheet)[::25]:
            assert game.entry_from_json(json.loads(json.dumps(entry.to_json()))) == entry


@BOTH
@settings(max_examples=100, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_calls_survive_json(game: QwintoGame, seed: int) -> None:
    data = random_call(game, random.Random(seed))
    assert game.entry_from_json(json.loads(json.dumps(data))).to_json() == data


@BOTH
@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_the_score_depends_on_the_marks_alone(game: QwintoGame, seed: int) -> None:
    for sheet in random_sheets(game, seed):
        marks = game.sheet_to_json(sheet)
        score = game.score(sheet)
        assert score.to_json() == counted(marks)
        assert (score.total, score.ranking) == (counted(marks)["total"], (counted(marks)["total"],))
        assert game.score(game.sheet_from_json({**marks, "call": None})) == score


@BOTH
@settings(max_examples=25, deadline=None, derandomize=True)
@given(seed=SEEDS)
def test_a_game_ends_with_two_full_rows_or_four_misthrows(game: QwintoGame, seed: int) -> None:
    *earlier, last = random_sheets(game, seed)
    assert not any(has_ended(game.sheet_to_json(sheet)) for sheet in earlier)
    assert has_ended(game.sheet_to_json(last))
    assert game.options(last) == ()


# Data that is nothing

JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-5, 25) | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(
            st.sampled_from(["row", "column", "value", "action", "colours", "active", "cards", "dice", "orange", "x"]),
            inner | st.sampled_from(["orange", "call", "pass", "misthrow", "grey"]),
            max_size=5,
        )
    ),
    max_leaves=12,
)


@BOTH
@settings(max_examples=300, deadline=None, derandomize=True)
@given(data=JSON)
def test_any_json_is_an_entry_given_back_as_it_was_or_a_bad_entry(game: QwintoGame, data: Any) -> None:
    try:
        entry = game.entry_from_json(data)
    except BadEntry:
        return
    assert entry.to_json() == data


@BOTH
@settings(max_examples=200, deadline=None, derandomize=True)
@given(seed=SEEDS, junk=JSON)
def test_a_call_with_one_value_replaced_by_junk_is_read_as_it_stands_or_refused(
    game: QwintoGame, seed: int, junk: Any
) -> None:
    chance = random.Random(seed)
    data = random_call(game, chance)
    broken = {**data, chance.choice(list(data)): junk}
    try:
        entry = game.entry_from_json(broken)
    except BadEntry:
        return
    assert entry.to_json() == broken


@BOTH
@settings(max_examples=200, deadline=None, derandomize=True)
@given(key=st.sampled_from(["orange", "yellow", "purple", "misthrows", "call"]), junk=JSON)
def test_a_sheet_with_one_value_replaced_by_junk_is_read_as_it_stands_or_refused(
    game: QwintoGame, key: str, junk: Any
) -> None:
    broken = {"orange": {"4": 7}, "yellow": {}, "purple": {"1": 2}, "misthrows": 1, "call": None, key: junk}
    try:
        sheet = game.sheet_from_json(broken)
    except BadEntry:
        return
    assert game.sheet_to_json(sheet) == broken
