"""Random games of Clever 4ever, held against a second, plain reading of the rules. No single rule is explained here."""

import json
import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules.game import IllegalEntry
from tests.rules.clever import (
    AREAS,
    BLUE_ROW_BONUSES,
    DICE,
    GAME,
    GREEN_BONUSES,
    NEXT_ROUND,
    NUMBERS,
    PINK_BONUSES,
    ROUND_BONUSES,
    ROWS,
    SEGMENT_BONUSES,
    SEGMENTS,
    SHADES,
    SLOTS,
    YELLOW_BONUSES,
    blue,
    extra_die,
    forgo,
    green,
    grey,
    pink,
    position,
    score,
    seen,
    use,
    yellow,
)

GREY_ROWS = ("abbccccddeefgghh", "ibbjjjcdddefgkhh", "iiblljmnneeogkkh", "ippljjmnneoogkqh")

PLAIN = [
    *(yellow(row, value) for row in ("top", "middle", "bottom") for value in NUMBERS),
    *(blue(row, column) for row in ROWS for column in ROWS),
    *(grey(segment, value) for segment in SEGMENTS for value in NUMBERS),
    *(green(row, value) for row in ("top", "bottom") for value in NUMBERS),
    *(pink(value) for value in NUMBERS),
]
EVERY_ENTRY = [
    GAME.entry_from_json(data)
    for data in (
        *PLAIN,
        *({**entry, "bonus": colour} for entry in PLAIN for colour in (*AREAS, "black")),
        *map(forgo, (*AREAS, "black")),
        use("reroll"),
        use("polish"),
        *map(extra_die, DICE),
        NEXT_ROUND,
    )
]

players = st.integers(1, 4)
seeds = st.integers(0, 10**6)


def kind(entry):
    data = entry.to_json()
    return data.get("area") or data["action"]


def choose(options, rng):
    """One of the options; often an area or action is chosen first, so that the small areas fill up too."""
    if rng.random() < 0.3:
        return rng.choice(options)
    chosen = rng.choice([*dict.fromkeys(map(kind, options))])
    return rng.choice([option for option in options if kind(option) == chosen])


def game(players, seed):
    """A game from its first entry until nothing can be entered: (sheet, entry, what the entry gave) step by step."""
    rng = random.Random(seed)
    sheet = GAME.new_sheet(players=players)
    while options := GAME.options(sheet):
        entry = choose(options, rng)
        entered = GAME.enter(sheet, entry)
        yield sheet, entry, entered
        sheet = entered.sheet


def stops(players, seed, count):
    """Some sheets of a game, its last one among them."""
    sheets = [entered.sheet for _, _, entered in game(players, seed)]
    return [*random.Random(seed).sample(sheets, min(count, len(sheets))), sheets[-1]]


# What can be entered.


@settings(max_examples=50)
@given(players, seeds)
def test_every_option_is_accepted_and_leaves_the_sheet_before_it_as_it_was(players, seed):
    for sheet in stops(players, seed, 4):
        before = seen(sheet)
        for option in GAME.options(sheet):
            assert GAME.enter(sheet, option).sheet != sheet
        assert seen(sheet) == before


@settings(max_examples=50)
@given(players, seeds)
def test_what_is_no_option_is_refused_and_leaves_the_sheet_as_it_was(players, seed):
    for sheet in stops(players, seed, 4):
        before, options = seen(sheet), set(GAME.options(sheet))
        for entry in EVERY_ENTRY:
            if entry in options:
                continue
            with pytest.raises(IllegalEntry) as refusal:
                GAME.enter(sheet, entry)
            json.dumps(dict(refusal.value.details))
        assert seen(sheet) == before


@settings(max_examples=50)
@given(players, seeds)
def test_the_options_are_entries_of_the_language_each_once_and_in_a_stable_order(players, seed):
    known = set(EVERY_ENTRY)
    for sheet, _, _ in game(players, seed):
        options = GAME.options(sheet)
        assert set(options) <= known
        assert len(set(options)) == len(options)
        assert GAME.options(GAME.sheet_from_json(seen(sheet))) == options


@settings(max_examples=50)
@given(players, seeds)
def test_a_game_goes_on_until_every_field_is_filled(players, seed):
    *_, (_, _, last) = game(players, seed)
    marks = seen(last.sheet)
    assert len(marks["blue"]) == 36
    assert "".join(marks["grey"]) == SEGMENTS
    assert len(marks["pink"]) == 12
    assert [len(row) for row in marks["green"].values()] == [11, 11]
    assert [len(marks["yellow"][row]) for row in ("middle", "bottom")] == [5, 5]
    assert len(marks["yellow"]["top"]) == 5 or marks["yellow"]["top"][-1] == 6
    assert (marks["round"], marks["pending"], marks["waiting_die"]) == (marks["rounds"], [], None)


@settings(max_examples=50)
@given(players, seeds)
def test_while_a_bonus_waits_only_bonuses_and_rounds_are_options(players, seed):
    for sheet, _, _ in game(players, seed):
        waiting = set(seen(sheet)["pending"])
        bonuses = {option.to_json().get("bonus") for option in GAME.options(sheet) if kind(option) != "round"}
        assert bonuses == waiting or (not waiting and bonuses <= {None})


# Saving and replaying.


@settings(max_examples=50)
@given(players, seeds)
def test_a_sheet_comes_back_from_its_json(players, seed):
    for sheet, _, _ in game(players, seed):
        data = GAME.sheet_to_json(sheet)
        again = GAME.sheet_from_json(json.loads(json.dumps(data)))
        assert again == sheet
        assert GAME.sheet_to_json(again) == data


@settings(max_examples=50)
@given(players, seeds)
def test_a_sheet_replayed_from_its_entries_is_equal(players, seed):
    replayed = GAME.new_sheet(players=players)
    for _, entry, entered in game(players, seed):
        again = GAME.enter(replayed, GAME.entry_from_json(json.loads(json.dumps(entry.to_json()))))
        assert again == entered
        replayed = again.sheet


# What a sheet is worth.


@settings(max_examples=50)
@given(players, seeds)
def test_the_score_depends_on_the_marks_alone(players, seed):
    for sheet in stops(players, seed, 8):
        data = seen(sheet)
        marks = {area: data[area] for area in AREAS}
        assert GAME.score(position(**marks)) == GAME.score(sheet)


def lines_with_two(cells, lines):
    return [number for number, line in enumerate(lines) if sum(cell in line for cell in cells) >= 2]


def yellow_points(rows):
    columns = sum(points for points, *_ in zip((10, 10, 15, 15, 20), *rows.values(), strict=False))
    return columns - sum(rows["middle"]) + sum(rows["bottom"])


def blue_points(cells):
    lines = [[[row, column] for row in ROWS] for column in ROWS]
    lines.append([[row, 7 - row] for row in ROWS])
    return sum((7, 8, 9, 10, 11, 12, 6)[line] for line in lines_with_two(cells, lines))


def grey_points(segments):
    points = (1, 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11)
    return sum(points[column] for column in range(16) if all(row[column] in segments for row in GREY_ROWS))


def green_points(rows):
    return sum(
        (upper + lower) * (1 if field < 4 else 2)
        for field, (upper, lower) in enumerate(zip(rows["top"], rows["bottom"], strict=False), 1)
    )


def pink_points(numbers):
    above = (0, 2, 4, 6, 9, 12, 15, 19, 23, 27, 32, 37, 42)[len(numbers)]
    return above + 2 * numbers.count(2) + 4 * numbers.count(4) + 3 * numbers.count(6)


POINTS = {
    "yellow": yellow_points,
    "blue": blue_points,
    "grey": grey_points,
    "green": green_points,
    "pink": pink_points,
}


@settings(max_examples=50)
@given(players, seeds)
def test_the_score_is_what_a_player_counts_with_a_pencil(players, seed):
    for _, _, entered in game(players, seed):
        marks = seen(entered.sheet)
        areas = {area: count(marks[area]) for area, count in POINTS.items()}
        foxes = bonuses_on(marks)["fox"]
        fox_points = foxes * min(areas.values())
        assert score(entered.sheet) == {
            "areas": areas,
            "foxes": foxes,
            "fox_points": fox_points,
            "total": sum(areas.values()) + fox_points,
        }
        assert GAME.score(entered.sheet).ranking == (sum(areas.values()) + fox_points, max(areas.values()))


def bonuses_on(marks):
    """Every bonus that the marks and rounds of this sheet have brought so far, counted from the paper sheet."""
    found = [ROUND_BONUSES[round_] for round_ in range(1, marks["round"] + 1)]
    for row, bonuses in YELLOW_BONUSES.items():
        found += bonuses[: len(marks["yellow"][row])]
    rows = [[[row, column] for column in ROWS] for row in ROWS]
    found += [BLUE_ROW_BONUSES[row] for row in lines_with_two(marks["blue"], rows)]
    found += ["reroll" for _ in lines_with_two(marks["blue"], [[[place, place] for place in ROWS]])]
    found += [SEGMENT_BONUSES.get(segment) for segment in marks["grey"]]
    found += ["fox" for segments in SHADES.values() if set(segments) <= set(marks["grey"])]
    found += GREEN_BONUSES[: len(marks["green"]["bottom"])]
    found += [bonus for number, bonus in zip(marks["pink"], PINK_BONUSES, strict=False) if number >= 5]
    counted = Counter(bonus for bonus in found if bonus)
    counted["?pink"] += counted["reroll"] == SLOTS["reroll"]
    return counted


@settings(max_examples=50)
@given(players, seeds)
def test_jokers_and_foxes_are_those_that_the_marks_and_rounds_have_brought(players, seed):
    for _, _, entered in game(players, seed):
        marks = seen(entered.sheet)
        bonuses = bonuses_on(marks)
        assert {joker: track["earned"] for joker, track in marks["jokers"].items()} == {
            joker: bonuses[joker] for joker in SLOTS
        }
        assert marks["foxes"] == bonuses["fox"]


@settings(max_examples=50)
@given(players, seeds)
def test_every_bonus_waits_until_it_is_used_given_up_or_lapsed(players, seed):
    gone = Counter()
    for _, entry, entered in game(players, seed):
        data = entry.to_json()
        gone.update([f"?{data['bonus']}"] if "bonus" in data else [])
        gone.update(f"?{effect.name}" for effect in entered.effects if effect.kind == "lapsed")
        del gone["?extra_die"]
        marks = seen(entered.sheet)
        brought = {name: count for name, count in bonuses_on(marks).items() if name.startswith("?") and count}
        assert gone + Counter(f"?{colour}" for colour in marks["pending"]) == brought


@settings(max_examples=50)
@given(players, seeds)
def test_each_entry_marks_the_field_that_it_names_and_tells_of_every_other_change(players, seed):
    for sheet, entry, entered in game(players, seed):
        before, after = seen(sheet), seen(entered.sheet)
        told = Counter(effect.kind for effect in entered.effects)
        new = Counter(marked(after)) - Counter(marked(before))
        field = GAME.field(sheet, entry)
        written = [effect.name for effect in entered.effects if effect.kind == "written"]
        assert new == Counter([*([field] if field else []), *written])
        assert told["fox"] == after["foxes"] - before["foxes"]
        assert told["joker"] == sum(after["jokers"][j]["earned"] - before["jokers"][j]["earned"] for j in SLOTS)
        assert told["round"] == after["round"] - before["round"]


def marked(marks):
    """The names of all fields that carry a mark."""
    for area in ("yellow", "green"):
        for row, numbers in marks[area].items():
            yield from (f"{area}-{row}-{field}" for field in range(1, len(numbers) + 1))
    yield from (f"blue-{row}-{column}" for row, column in marks["blue"])
    yield from (f"grey-{segment}" for segment in marks["grey"])
    yield from (f"pink-{field}" for field in range(1, len(marks["pink"]) + 1))
