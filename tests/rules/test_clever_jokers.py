"""Spending the jokers of Clever 4ever: re-roll, extra die, polish. How they are earned stands with the bonuses."""

import pytest

from tests.rules.clever import (
    AREAS,
    DICE,
    FULL,
    GAME,
    NEXT_ROUND,
    ROOM,
    blue,
    earned,
    enter,
    extra_die,
    forgo,
    full,
    green,
    grey,
    open_areas,
    options,
    pink,
    play,
    position,
    reason,
    refused,
    seen,
    use,
    yellow,
)

PLENTY = earned(reroll=3, extra_die=6, polish=3)
AREAS_OF = {**{area: {area} for area in AREAS}, "white": set(AREAS) - {"blue"}}
FITTING = {**ROOM, "white": ROOM["pink"]}


def with_jokers(**marks):
    return position(**{"jokers": PLENTY, **marks})


def track(sheet, joker):
    return seen(sheet)["jokers"][joker]


def dice_that_can_be_named(sheet):
    return {option["die"] for option in options(sheet) if "die" in option}


# Every joker: earned and not yet spent, and nothing waiting.


@pytest.mark.parametrize("joker", ["reroll", "polish"])
def test_spending_a_joker_is_counted(joker):
    sheet = play(with_jokers(), use(joker))
    assert track(sheet, joker) == {"earned": 3, "used": 1}
    assert seen(play(sheet, use(joker)))["jokers"] == {**PLENTY, joker: {"earned": 3, "used": 2}}


@pytest.mark.parametrize("joker", ["reroll", "polish"])
def test_several_of_a_joker_in_a_row_are_fine_until_all_are_spent(joker):
    sheet = play(with_jokers(), use(joker), use(joker), use(joker))
    assert track(sheet, joker) == {"earned": 3, "used": 3}
    assert reason(sheet, use(joker)) == "joker_not_earned"


@pytest.mark.parametrize("entry", [use("reroll"), use("polish"), *map(extra_die, DICE)])
def test_a_joker_that_was_not_earned_cannot_be_spent(entry):
    assert reason(position(jokers=earned()), entry) == "joker_not_earned"


def test_a_new_sheet_can_spend_the_re_roll_of_the_first_round_and_nothing_else():
    assert [option for option in options(position()) if option.get("action") == "use"] == [use("reroll")]
    assert reason(play(position(), use("reroll")), use("reroll")) == "joker_not_earned"


def test_all_extra_dice_can_be_spent_and_no_more():
    sheet = with_jokers(jokers=earned(extra_die=2))
    sheet = play(sheet, extra_die("pink"), pink(1), extra_die("green"), green("top", 1))
    assert track(sheet, "extra_die") == {"earned": 2, "used": 2}
    assert reason(sheet, extra_die("blue")) == "joker_not_earned"


def test_spending_a_joker_marks_no_field():
    for entry in (use("reroll"), use("polish"), extra_die("pink")):
        assert GAME.field(with_jokers(), GAME.entry_from_json(entry)) is None


@pytest.mark.parametrize("entry", [use("reroll"), use("polish"), *map(extra_die, DICE)])
def test_no_joker_can_be_spent_while_a_bonus_waits(entry):
    assert reason(with_jokers(pending=["pink"]), entry) == "bonus_waiting"


@pytest.mark.parametrize("entry", [use("reroll"), use("polish"), *map(extra_die, DICE)])
def test_no_joker_can_be_spent_while_an_extra_die_waits(entry):
    assert reason(play(with_jokers(), extra_die("pink")), entry) == "extra_die_waiting"


# Extra die: the die is named, and the next entry lies in its area.


@pytest.mark.parametrize("die", DICE)
def test_spending_an_extra_die_names_the_die_and_marks_nothing_yet(die):
    sheet = play(with_jokers(), extra_die(die))
    assert track(sheet, "extra_die") == {"earned": 6, "used": 1}
    assert seen(sheet)["waiting_die"] == die
    assert {area: seen(sheet)[area] for area in AREAS} == {area: seen(position())[area] for area in AREAS}


@pytest.mark.parametrize("die", DICE)
def test_the_next_entry_must_lie_in_the_area_of_the_extra_die(die):
    sheet = play(with_jokers(), extra_die(die))
    assert open_areas(sheet) == AREAS_OF[die]
    assert [option for option in options(sheet) if "area" not in option] == [NEXT_ROUND]
    for area in AREAS_OF[die]:
        after = play(sheet, ROOM[area])
        assert seen(after)["waiting_die"] is None
        assert seen(after)[area] == seen(play(position(), ROOM[area]))[area]


@pytest.mark.parametrize("die", DICE)
def test_an_entry_outside_the_area_of_the_extra_die_is_refused(die):
    sheet = play(with_jokers(), extra_die(die))
    for area in set(AREAS) - AREAS_OF[die]:
        assert reason(sheet, ROOM[area]) == "wrong_area"


def test_the_white_extra_die_takes_any_area_but_blue():
    sheet = play(with_jokers(), extra_die("white"))
    assert open_areas(sheet) == {"yellow", "grey", "green", "pink"}
    assert reason(sheet, blue(1, 1)) == "wrong_area"


def test_an_extra_die_obeys_the_rules_of_its_area():
    sheet = play(with_jokers(yellow={"top": [4]}), extra_die("yellow"))
    assert reason(sheet, yellow("top", 3)) == "not_rising"
    assert reason(play(with_jokers(), extra_die("grey")), grey("b")) == "segment_not_adjacent"


@pytest.mark.parametrize("die", DICE)
def test_a_die_that_no_legal_field_would_take_cannot_be_named(die):
    sheet = full(*AREAS_OF[die], jokers=PLENTY)
    assert reason(sheet, extra_die(die)) == "die_fits_nowhere"


def test_the_yellow_die_fits_nowhere_once_the_top_row_is_closed_and_the_others_are_full():
    sheet = with_jokers(yellow={**FULL["yellow"], "top": [2, 6]})
    assert reason(sheet, extra_die("yellow")) == "die_fits_nowhere"
    assert (
        seen(play(with_jokers(yellow={**FULL["yellow"], "top": [2, 5]}), extra_die("yellow")))["waiting_die"]
        == "yellow"
    )


@pytest.mark.parametrize("area", sorted(AREAS_OF["white"]))
def test_the_white_die_can_be_named_as_long_as_one_area_but_blue_has_room(area):
    others = AREAS_OF["white"] - {area}
    sheet = play(full("blue", *others, jokers=PLENTY), extra_die("white"))
    assert open_areas(sheet) == {area}


# Several in a row.


@pytest.mark.parametrize("die", DICE)
def test_several_extra_dice_in_a_row_must_be_different_dice(die):
    sheet = play(with_jokers(), extra_die(die), FITTING[die])
    assert seen(sheet)["dice_used"] == [die]
    assert refused(sheet, extra_die(die)).reason == "die_used"
    assert dice_that_can_be_named(sheet) == set(DICE) - {die}


def test_all_six_dice_can_be_used_in_a_row():
    sheet = with_jokers()
    for die in DICE:
        sheet = play(sheet, extra_die(die), FITTING[die])
    assert sorted(seen(sheet)["dice_used"]) == sorted(DICE)
    assert track(sheet, "extra_die") == {"earned": 6, "used": 6}


def test_the_dice_used_are_forgotten_with_an_entry_that_is_neither_a_bonus_nor_an_extra_die():
    sheet = play(with_jokers(), extra_die("pink"), pink(1), extra_die("green"), green("top", 1), blue(1, 1))
    assert seen(sheet)["dice_used"] == []
    assert dice_that_can_be_named(sheet) == set(DICE)


@pytest.mark.parametrize("joker", ["reroll", "polish"])
def test_the_dice_used_are_forgotten_when_a_re_roll_or_polish_is_spent(joker):
    sheet = play(with_jokers(), extra_die("pink"), pink(1), use(joker))
    assert dice_that_can_be_named(sheet) == set(DICE)


def test_the_dice_used_are_forgotten_when_a_round_begins():
    sheet = play(with_jokers(), extra_die("pink"), pink(1), NEXT_ROUND)
    assert seen(sheet)["dice_used"] == []
    assert dice_that_can_be_named(sheet) == set(DICE)


def test_the_dice_used_are_remembered_over_a_bonus():
    sheet = play(with_jokers(pink=[1, 1]), extra_die("pink"), pink(6))
    assert seen(sheet)["pending"] == ["green"]
    sheet = play(sheet, green("top", 4, bonus="green"))
    assert refused(sheet, extra_die("pink")).reason == "die_used"


def test_the_dice_used_are_remembered_when_a_bonus_is_given_up():
    sheet = play(with_jokers(pink=[1, 1]), extra_die("pink"), pink(6), forgo("green"))
    assert reason(sheet, extra_die("pink")) == "die_used"
    assert dice_that_can_be_named(sheet) == set(DICE) - {"pink"}


def test_the_bonus_that_an_extra_die_gives_is_used_before_the_next_extra_die():
    sheet = play(with_jokers(pink=[1, 1]), extra_die("pink"), pink(6))
    assert seen(sheet)["waiting_die"] is None
    assert reason(sheet, extra_die("yellow")) == "bonus_waiting"


# An extra die that waits while a round begins.


def test_an_extra_die_goes_on_waiting_when_a_round_begins():
    sheet = play(with_jokers(), extra_die("pink"), NEXT_ROUND)
    assert seen(sheet)["waiting_die"] == "pink"
    assert reason(sheet, blue(1, 1)) == "wrong_area"
    assert seen(play(sheet, pink(4)))["pink"] == [4]


def test_a_bonus_that_a_round_brings_is_used_before_the_waiting_extra_die():
    sheet = play(with_jokers(round=3), extra_die("pink"), NEXT_ROUND)
    assert (seen(sheet)["pending"], seen(sheet)["waiting_die"]) == (["black"], "pink")
    assert reason(sheet, pink(4)) == "bonus_waiting"
    sheet = play(sheet, blue(1, 1, bonus="black"))
    assert seen(sheet)["waiting_die"] == "pink"
    assert open_areas(sheet) == {"pink"}
    assert seen(play(sheet, pink(4)))["waiting_die"] is None


def test_a_waiting_extra_die_lapses_when_its_area_becomes_full_meanwhile():
    sheet = play(with_jokers(round=3, pink=[1] * 11), extra_die("pink"), NEXT_ROUND)
    sheet, effects = enter(sheet, pink(1, bonus="black"))
    assert ("lapsed", "extra_die") in effects
    assert seen(sheet)["waiting_die"] is None
    assert track(sheet, "extra_die")["used"] == 1
    assert open_areas(sheet) == set(AREAS) - {"pink"}


def test_an_extra_die_can_still_be_used_after_the_last_round_began():
    sheet = play(with_jokers(round=6), extra_die("green"), green("bottom", 6))
    assert seen(sheet)["green"]["bottom"] == [6]
