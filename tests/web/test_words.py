"""Every code that the rules, the table or the pages give a reason or an effect has a sentence, in both languages."""

import ast
import json
import random
from collections.abc import Collection, Iterator
from pathlib import Path

import pytest

from companion.names import NAMES
from companion.rules import games
from companion.rules.game import BadEntry, IllegalEntry
from companion.web import words

COMPANION = Path(words.__file__).parents[1]
FILES = [
    *sorted((COMPANION / "rules").rglob("*.py")),
    COMPANION / "table.py",
    *sorted((COMPANION / "web").glob("*.py")),
]
FACES = range(1, 7)


def codes(*names: str) -> set[str]:
    """The codes that the sources give to these classes, themselves or through a function that hands its first on."""
    nodes = [node for file in FILES for node in ast.walk(ast.parse(file.read_text("utf-8")))]
    functions = [node for node in nodes if isinstance(node, ast.FunctionDef)]
    helpers = {function.name for function in functions if hands_on(function, names)}
    return {code for node in nodes for call in calls(node, {*names, *helpers}) for code in told(call.args[0])}


def calls(node: ast.AST, names: Collection[str]) -> list[ast.Call]:
    """The node itself, if it calls one of these by name."""
    is_call = isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in names
    return [node] if is_call else []


def hands_on(function: ast.FunctionDef, names: Collection[str]) -> bool:
    first = [argument.arg for argument in function.args.args[:1]]
    given = [call.args[0] for node in ast.walk(function) for call in calls(node, names)]
    return any(isinstance(code, ast.Name) and code.id in first for code in given)


def told(code: ast.expr) -> list[str]:
    """The code as it stands in the source; nothing for one that is handed on from another refusal."""
    if isinstance(code, ast.IfExp):
        return told(code.body) + told(code.orelse)
    return [code.value] if isinstance(code, ast.Constant) else []


@pytest.fixture(params=["en", "de"])
def speaking(app, request) -> Iterator[str]:
    """Inside a request of a browser that speaks this language."""
    with app.test_request_context(headers={"Accept-Language": request.param}):
        yield request.param


def test_every_reason_has_a_sentence_and_every_sentence_a_reason():
    reasons = codes("IllegalEntry", "Refused", "WebRefused")
    assert {"not_rising", "seat_taken", "undo_breaks", "stale"} <= reasons
    assert reasons == set(words.REASONS)


def test_every_effect_has_words_and_all_words_an_effect():
    effects = codes("Effect")
    assert {"joker", "called"} <= effects
    assert effects == set(words.EFFECTS)


def test_every_area_colour_row_and_joker_of_the_games_has_a_name(speaking):
    clever, qwinto = games["clever-4ever"].printed, games["qwinto-dice"].printed
    codes = {*clever.DICE, *clever.JOKERS, *clever.YELLOW_BONUSES, *clever.GREY_SHADE.values(), *qwinto.CARD_COLOURS}
    assert len(codes) >= 15
    assert [code for code in sorted(codes) if code not in NAMES] == []


def clever_entries() -> list[dict]:
    """Everything that the entry language can say about a Clever sheet."""
    plain = [{"area": "yellow", "row": row, "value": n} for row in ("top", "middle", "bottom") for n in FACES]
    plain += [{"area": "blue", "row": row, "column": column} for row in FACES for column in FACES]
    plain += [{"area": "grey", "segment": segment, "value": n} for segment in "abcdefghijklmnopq" for n in FACES]
    plain += [{"area": "green", "row": row, "value": n} for row in ("top", "bottom") for n in FACES]
    plain += [{"area": "pink", "value": n} for n in FACES]
    bonuses = ("yellow", "blue", "grey", "green", "pink", "black")
    dice = ("yellow", "blue", "grey", "green", "pink", "white")
    actions = [{"action": "forgo", "bonus": bonus} for bonus in bonuses]
    actions += [{"action": "use", "joker": joker} for joker in ("reroll", "polish")]
    actions += [{"action": "use", "joker": "extra_die", "die": die} for die in dice]
    used = [{**entry, "bonus": bonus} for entry in plain for bonus in bonuses]
    return [*plain, *used, *actions, {"action": "round"}]


def qwinto_entries(game: str) -> list[dict]:
    """Everything that the entry language can say about a Qwinto sheet, and calls of every kind."""
    colours = ("orange", "yellow", "purple")
    entries = [
        {"row": row, "column": column, "value": value}
        for row in colours
        for column in range(1, 13)
        for value in range(1, 19)
    ]
    entries += [{"action": "misthrow"}, {"action": "pass"}]
    calls = [{"value": value, "colours": ["orange", "purple"]} for value in (1, 7, 18)]
    if game == "qwinto-cards":
        calls += [
            {"cards": [{"colour": colour, "value": value} for colour, value in cards]}
            for cards in (
                (("grey", 1), ("grey", 2), ("grey", 3)),
                (("grey", -2), ("orange", 0), ("purple", 1)),
                (("orange", 5), ("orange", 5), ("purple", 1)),
                (("orange", 5), ("grey", 5), ("purple", 1)),
            )
        ]
    else:
        calls += [{"value": 7, "colours": ["orange"]}, {"dice": {"orange": 3, "purple": 4}}]
    return entries + [{"action": "call", **call, "active": active} for call in calls for active in (True, False)]


def legal(rules, sheet, entry) -> bool:
    try:
        rules.enter(sheet, entry)
    except IllegalEntry:
        return False
    return True


@pytest.mark.parametrize("game", ["clever-4ever", "qwinto-cards", "qwinto-dice"])
def test_whatever_the_rules_say_in_a_random_game_can_be_said_to_the_players(speaking, game):
    rules, chance = games[game], random.Random(4)
    said = clever_entries() if game == "clever-4ever" else qwinto_entries(game)
    entries = [rules.entry_from_json(entry) for entry in said]
    sheet, refusals, effects = rules.new_sheet(2), {}, set()
    for step in range(120):
        tried = entries if step % 10 == 0 else chance.sample(entries, 20)
        for entry in tried:
            try:
                rules.enter(sheet, entry)
            except IllegalEntry as refusal:
                refusals[refusal.reason, tuple(refusal.details)] = refusal
        calls_made = [entry for entry in tried if rules.is_shared(entry) and legal(rules, sheet, entry)]
        moves = [*rules.options(sheet), *calls_made]
        if not moves:
            break
        entered = rules.enter(sheet, chance.choice(calls_made or moves))
        sheet = entered.sheet
        effects |= set(entered.effects)
    assert len(refusals) >= 6
    assert effects
    for spoken in [*map(words.why, refusals.values()), *map(words.effect, effects)]:
        assert spoken.strip()
        assert "%(" not in spoken
        assert "None" not in spoken
    for entry in said:
        assert "%(" not in words.entry(entry)
        assert words.entry(entry).strip()


def test_what_is_no_entry_has_a_sentence(speaking):
    with pytest.raises(BadEntry) as refused:
        games["clever-4ever"].entry_from_json(json.loads("{}"))
    assert words.why(refused.value).strip()


@pytest.mark.parametrize("status", [400, 403, 404, 405, 413, 500, 503, 418])
def test_every_error_page_has_a_sentence(speaking, status):
    assert words.of_status(status).strip()
