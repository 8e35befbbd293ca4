"""The bonuses of Clever 4ever: ? that wait, chains, giving up, lapsing. What a field prints stands with its area."""

import pytest

from companion.rules.clever4ever import layout
from tests.rules.clever import (
    AREAS,
    FULL,
    GAME,
    NEXT_ROUND,
    NUMBERS,
    ROOM,
    SLOTS,
    blue,
    earned,
    effect_of,
    enter,
    extra_die,
    forgo,
    full,
    gains,
    green,
    grey,
    open_areas,
    options,
    pink,
    play,
    position,
    reason,
    seen,
    use,
    yellow,
)


def waiting(sheet):
    return seen(sheet)["pending"]


# Jokers and foxes are credited at once.


@pytest.mark.parametrize(
    ("joker", "marks", "entry"),
    [
        ("reroll", {}, yellow("middle", 3)),
        ("extra_die", {"pink": [1, 1, 1]}, pink(5)),
        ("polish", {"yellow": {"top": [1]}}, yellow("top", 2)),
    ],
)
def test_a_joker_is_credited_at_once(joker, marks, entry):
    before = position(jokers=earned(), **marks)
    after, effects = enter(before, entry)
    assert seen(after)["jokers"] == earned(**{joker: 1})
    assert effects == [("joker", joker)]
    assert waiting(after) == []


@pytest.mark.parametrize(
    ("place", "marks", "entry"),
    [
        ("yellow", {"yellow": {"top": [1, 2, 3, 4]}}, yellow("top", 5)),
        ("blue", {"blue": [[6, 1]]}, blue(6, 2)),
        ("green", {"green": {"bottom": [1] * 9}}, green("bottom", 1)),
        ("pink", {"pink": [1] * 7}, pink(6)),
    ],
)
def test_a_fox_is_credited_at_once_and_tells_where_it_was_printed(place, marks, entry):
    before = position(**marks)
    assert seen(before)["foxes"] == 0
    after, effects = enter(before, entry)
    assert seen(after)["foxes"] == 1
    assert effects == [("fox", place)]


# A coloured ? is used at once, in its area, as if a die had shown the number.


@pytest.mark.parametrize("colour", AREAS)
def test_a_coloured_bonus_offers_its_area_and_nothing_else(colour):
    sheet = position(pending=[colour])
    assert open_areas(sheet) == {colour}
    others = [option for option in options(sheet) if "area" not in option]
    assert sorted(others, key=str) == sorted([forgo(colour), NEXT_ROUND], key=str)
    assert {option["bonus"] for option in options(sheet) if "area" in option} == {colour}


@pytest.mark.parametrize("colour", AREAS)
@pytest.mark.parametrize("area", AREAS)
def test_a_coloured_bonus_is_refused_in_another_area(colour, area):
    sheet, entry = position(pending=[colour]), {**ROOM[area], "bonus": colour}
    if area != colour:
        assert reason(sheet, entry) == "bonus_other_area"
        return
    after, _ = enter(sheet, entry)
    assert waiting(after) == []
    assert seen(after)[area] == seen(play(position(), ROOM[area]))[area]


@pytest.mark.parametrize("value", NUMBERS)
def test_the_player_chooses_any_number_for_a_bonus(value):
    for colour, entry in (
        ("yellow", yellow("bottom", value, bonus="yellow")),
        ("grey", grey("a", value, bonus="grey")),
        ("green", green("top", value, bonus="green")),
        ("pink", pink(value, bonus="pink")),
    ):
        after, _ = enter(position(pending=[colour]), entry)
        assert waiting(after) == []


def test_a_bonus_number_obeys_the_rules_of_its_area():
    assert reason(position(pending=["yellow"], yellow={"top": [4]}), yellow("top", 4, bonus="yellow")) == "not_rising"
    assert reason(position(pending=["blue"], blue=[[1, 2]]), blue(1, 2, bonus="blue")) == "cell_taken"
    assert reason(position(pending=["grey"]), grey("b", 6, bonus="grey")) == "segment_not_adjacent"
    assert reason(position(pending=["grey"]), grey("i", 3, bonus="grey")) == "segment_too_large"
    assert reason(position(pending=["pink", "black"], pink=[1] * 12), pink(6, bonus="black")) == "row_full"


def test_a_blue_bonus_takes_any_free_cell():
    sheet = position(blue=[[1, 2]], pending=["blue"])
    cells = {(option["row"], option["column"]) for option in options(sheet) if "row" in option}
    assert cells == {(row, column) for row in NUMBERS for column in NUMBERS} - {(1, 2)}


def test_a_grey_bonus_takes_a_reachable_segment_no_larger_than_the_number():
    taken = {(option["segment"], option["value"]) for option in options(position(pending=["grey"])) if "area" in option}
    assert taken == {("a", value) for value in NUMBERS} | {("i", value) for value in (4, 5, 6)}


def test_a_pink_bonus_of_3_writes_the_second_3_as_a_die_would():
    after, effects = enter(position(pink=[1], pending=["pink"]), pink(3, bonus="pink"))
    assert seen(after)["pink"] == [1, 3, 3]
    assert effects == [("written", "pink-3")]


def test_the_black_bonus_leaves_the_area_free():
    sheet = position(pending=["black"])
    assert open_areas(sheet) == set(AREAS)
    for area in AREAS:
        after, _ = enter(sheet, {**ROOM[area], "bonus": "black"})
        assert waiting(after) == []
        assert seen(after)[area] == seen(play(position(), ROOM[area]))[area]


# Chains, several at a time, any order, nothing else meanwhile.


def test_a_bonus_can_give_further_bonuses():
    sheet = position(blue=[[1, 2]], green={"bottom": [1]}, yellow={"middle": [1, 1]}, pink=[1, 1])
    sheet, effects = enter(sheet, blue(1, 3))
    assert (waiting(sheet), effects) == (["green"], [("bonus", "green")])
    sheet, effects = enter(sheet, green("bottom", 6, bonus="green"))
    assert (waiting(sheet), effects) == (["blue"], [("bonus", "blue")])
    sheet, effects = enter(sheet, blue(3, 4, bonus="blue"))
    assert (waiting(sheet), effects) == ([], [])


def test_a_bonus_can_give_a_joker_and_a_fox():
    sheet = position(pending=["black", "black"], pink=[1] * 7)
    sheet, effects = enter(sheet, pink(5, bonus="black"))
    assert effects == [("fox", "pink")]
    sheet, effects = enter(sheet, green("bottom", 5, bonus="black"))
    assert effects == [("joker", "reroll")]


def test_a_new_bonus_waits_behind_those_that_wait_already():
    before = position(pending=["grey", "yellow", "green"], yellow={"middle": [1]})
    after, _ = enter(before, yellow("middle", 1, bonus="yellow"))
    assert waiting(after) == ["grey", "green", "pink"]


def test_waiting_bonuses_are_used_in_any_order():
    entries = [{**ROOM[colour], "bonus": colour} for colour in ("blue", "pink", "green")]
    sheet = position(pending=["blue", "pink", "green"])
    assert open_areas(sheet) == {"blue", "pink", "green"}
    forwards, backwards = play(sheet, *entries), play(sheet, *reversed(entries))
    assert waiting(forwards) == []
    assert forwards == backwards


def test_of_two_equal_bonuses_one_entry_uses_one():
    after, _ = enter(position(pending=["pink", "blue", "pink"]), pink(1, bonus="pink"))
    assert sorted(waiting(after)) == ["blue", "pink"]


@pytest.mark.parametrize("colour", [*AREAS, "black"])
def test_until_no_bonus_waits_nothing_else_can_be_entered(colour):
    jokers = earned(reroll=2, extra_die=2, polish=2)
    sheet = position(pending=[colour], jokers=jokers)
    for entry in (*ROOM.values(), use("reroll"), use("polish"), *map(extra_die, ROOM)):
        assert reason(sheet, entry) == "bonus_waiting"
    used = play(sheet, {**ROOM[colour if colour in AREAS else "pink"], "bonus": colour})
    for entry in (blue(1, 1), use("reroll"), use("polish"), extra_die("blue")):
        assert seen(play(used, entry)) != seen(used)


@pytest.mark.parametrize("colour", [*AREAS, "black"])
def test_a_bonus_that_does_not_wait_cannot_be_used_or_given_up(colour):
    entry = {**ROOM[colour if colour in AREAS else "pink"], "bonus": colour}
    other = "green" if colour != "green" else "grey"
    for sheet in (position(), position(pending=[other])):
        assert reason(sheet, entry) == "bonus_not_waiting"
        assert reason(sheet, forgo(colour)) == "bonus_not_waiting"


# Giving up, and lapsing.


@pytest.mark.parametrize("colour", [*AREAS, "black"])
def test_a_bonus_can_be_given_up(colour):
    before = position(pending=[colour])
    after, _ = enter(before, forgo(colour))
    assert after == position()
    assert GAME.field(before, GAME.entry_from_json(forgo(colour))) is None


def test_giving_up_one_of_two_equal_bonuses_leaves_the_other():
    after, _ = enter(position(pending=["blue", "pink", "blue"]), forgo("blue"))
    assert sorted(waiting(after)) == ["blue", "pink"]


@pytest.mark.parametrize(
    ("colour", "marks", "entry"),
    [
        ("yellow", {"blue": [[3, 1]]}, blue(3, 2)),
        ("blue", {"green": {"bottom": [1]}}, green("bottom", 2)),
        ("grey", {"yellow": {"top": [1, 2]}}, yellow("top", 3)),
        ("green", {"blue": [[1, 2]]}, blue(1, 3)),
        ("pink", {"blue": [[2, 1]]}, blue(2, 3)),
    ],
)
def test_a_bonus_whose_area_is_full_lapses_by_itself(colour, marks, entry):
    with_room, effects = enter(position(**marks), entry)
    assert waiting(with_room) == [colour]
    assert ("bonus", colour) in effects
    without_room, effects = enter(full(colour, **marks), entry)
    assert waiting(without_room) == []
    assert effects[-1] == ("lapsed", colour)


def test_a_yellow_bonus_lapses_when_the_top_row_is_closed_by_a_6_and_the_others_are_full():
    closed = {"top": [1, 6], "middle": [1] * 5, "bottom": [1] * 5}
    after, effects = enter(position(yellow=closed, blue=[[3, 1]]), blue(3, 2))
    assert waiting(after) == []
    assert ("lapsed", "yellow") in effects


def test_a_yellow_bonus_waits_as_long_as_the_top_row_takes_a_6():
    rising = {"top": [1, 5], "middle": [1] * 5, "bottom": [1] * 5}
    after, _ = enter(position(yellow=rising, blue=[[3, 1]]), blue(3, 2))
    assert waiting(after) == ["yellow"]
    assert [option["value"] for option in options(after) if "area" in option] == [6]


def test_the_bonus_of_the_field_that_fills_its_own_area_lapses():
    almost = {"top": [2, 3, 4, 5, 6], "middle": [1] * 4, "bottom": [1] * 5}
    after, effects = enter(position(yellow=almost), yellow("middle", 1))
    assert waiting(after) == []
    assert ("lapsed", "yellow") in effects


def test_a_bonus_that_waits_lapses_when_another_one_fills_its_area():
    after, effects = enter(position(pink=[1] * 11, pending=["pink", "blue", "pink"]), pink(1, bonus="pink"))
    assert waiting(after) == ["blue"]
    assert effects == [("lapsed", "pink")]


def test_the_black_bonus_waits_as_long_as_one_area_has_room():
    for area in AREAS:
        others = [other for other in AREAS if other != area]
        sheet, effects = enter(full(*others, round=3), NEXT_ROUND)
        assert waiting(sheet) == ["black"]
        assert effects == [("round", "4"), ("bonus", "black")]
        assert open_areas(sheet) == {area}


def test_the_black_bonus_lapses_when_no_area_has_room():
    sheet, effects = enter(full(*AREAS, round=3), NEXT_ROUND)
    assert waiting(sheet) == []
    assert ("lapsed", "black") in effects


def test_an_area_that_is_full_stays_full():
    for area in AREAS:
        sheet = play(full(area), NEXT_ROUND, NEXT_ROUND, NEXT_ROUND, forgo("black"))
        assert seen(sheet)[area] == FULL[area]
        assert area not in open_areas(sheet)


# The joker tracks.


@pytest.mark.parametrize(
    ("joker", "marks", "entry"),
    [
        ("reroll", {}, green("bottom", 1)),
        ("extra_die", {"green": {"bottom": [1] * 5}}, green("bottom", 1)),
        ("polish", {"green": {"bottom": [1] * 2}}, green("bottom", 1)),
    ],
)
def test_the_bonus_at_the_end_of_a_track_comes_when_its_last_slot_is_earned(joker, marks, entry):
    at_the_end = {"reroll": ["?pink"], "extra_die": [], "polish": []}[joker]
    before = position(jokers=earned(**{joker: SLOTS[joker] - 1}), **marks)
    after, effects = enter(before, entry)
    assert seen(after)["jokers"][joker]["earned"] == SLOTS[joker]
    assert gains(before, after) == sorted([joker, *at_the_end])
    assert effects == [("joker", joker), *(effect_of(bonus, "") for bonus in at_the_end)]


@pytest.mark.parametrize("slots", range(6))
def test_the_re_roll_track_gives_nothing_before_its_last_slot(slots):
    before = position(jokers=earned(reroll=slots))
    after, _ = enter(before, green("bottom", 1))
    assert gains(before, after) == ["reroll"]


def test_spent_re_rolls_do_not_delay_the_end_of_their_track():
    jokers = {**earned(), "reroll": {"earned": 6, "used": 6}}
    after, _ = enter(position(jokers=jokers), green("bottom", 1))
    assert waiting(after) == ["pink"]
    assert seen(after)["jokers"]["reroll"] == {"earned": 7, "used": 6}


def test_the_pink_bonus_of_the_re_roll_track_lapses_when_pink_is_full():
    after, effects = enter(full("pink", jokers=earned(reroll=6)), green("bottom", 1))
    assert waiting(after) == []
    assert ("lapsed", "pink") in effects


def test_the_layout_ends_only_the_re_roll_track_with_a_bonus():
    assert layout.JOKER_WHEN_FULL == {"reroll": "?pink", "extra_die": None, "polish": None}
