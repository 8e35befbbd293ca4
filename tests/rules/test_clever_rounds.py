"""The rounds of Clever 4ever and the bonus that each of them brings. Whose turn it is belongs to the table."""

import pytest

from tests.rules.clever import (
    AREAS,
    GAME,
    NEXT_ROUND,
    ROOM,
    ROUND_BONUSES,
    blue,
    effect_of,
    enter,
    forgo,
    gains,
    green,
    options,
    play,
    position,
    reason,
    seen,
    use,
)

ROUNDS = {1: 6, 2: 6, 3: 5, 4: 4}


def begin(round_, players=1):
    """A sheet on which rounds have begun up to this one, with no ? waiting."""
    sheet = GAME.new_sheet(players=players)
    for _ in range(round_ - 1):
        sheet = play(sheet, NEXT_ROUND)
        if seen(sheet)["pending"]:
            sheet = play(sheet, forgo("black"))
    return sheet


@pytest.mark.parametrize(("players", "rounds"), ROUNDS.items())
def test_there_are_6_rounds_with_one_or_two_players_5_with_three_and_4_with_four(players, rounds):
    assert seen(GAME.new_sheet(players=players))["rounds"] == rounds
    last = begin(rounds, players)
    assert seen(last)["round"] == rounds
    assert reason(last, NEXT_ROUND) == "last_round"


@pytest.mark.parametrize("players", [0, 5, -1])
def test_one_to_four_play(players):
    with pytest.raises(ValueError, match=str(players)):
        GAME.new_sheet(players=players)


@pytest.mark.parametrize("players", ROUNDS)
def test_round_1_begins_with_the_game_and_its_bonus_is_credited(players):
    sheet = seen(GAME.new_sheet(players=players))
    assert sheet["round"] == 1
    assert sheet["jokers"] == {
        "reroll": {"earned": 1, "used": 0},
        "extra_die": {"earned": 0, "used": 0},
        "polish": {"earned": 0, "used": 0},
    }
    assert sheet["pending"] == []


@pytest.mark.parametrize("round_", [2, 3, 4, 5, 6])
def test_when_a_round_begins_the_sheet_gets_its_bonus(round_):
    bonuses = [ROUND_BONUSES[round_]] if ROUND_BONUSES[round_] else []
    before = begin(round_ - 1)
    after, effects = enter(before, NEXT_ROUND)
    assert seen(after)["round"] == round_
    assert gains(before, after) == bonuses
    assert effects == [("round", str(round_)), *(effect_of(bonus, "") for bonus in bonuses)]


def test_the_bonus_of_the_fourth_round_goes_into_any_area():
    sheet = play(begin(3), NEXT_ROUND)
    for area in AREAS:
        after = play(sheet, {**ROOM[area], "bonus": "black"})
        assert seen(after)["pending"] == []


def test_a_round_may_begin_while_a_bonus_waits_and_it_goes_on_waiting():
    sheet = play(position(pending=["grey"]), NEXT_ROUND)
    assert (seen(sheet)["round"], seen(sheet)["pending"]) == (2, ["grey"])
    assert reason(sheet, blue(1, 1)) == "bonus_waiting"


def test_the_bonus_of_a_round_waits_behind_those_that_wait_already():
    sheet = play(position(pending=["grey"], round=3), NEXT_ROUND)
    assert seen(sheet)["pending"] == ["grey", "black"]


@pytest.mark.parametrize(("players", "rounds"), ROUNDS.items())
def test_after_the_last_round_a_sheet_still_takes_entries_but_no_round(players, rounds):
    last = begin(rounds, players)
    assert NEXT_ROUND not in options(last)
    assert seen(play(last, ROOM["pink"]))["pink"] == [2]


def test_a_round_leaves_the_marks_as_they_are():
    before = play(position(), ROOM["yellow"], ROOM["blue"], ROOM["grey"], ROOM["pink"])
    after = play(before, NEXT_ROUND)
    assert {area: seen(after)[area] for area in AREAS} == {area: seen(before)[area] for area in AREAS}


def test_only_a_round_reaches_every_sheet_of_the_table():
    alone = (*ROOM.values(), use("reroll"), forgo("pink"), {"action": "use", "joker": "extra_die", "die": "white"})
    assert GAME.is_shared(GAME.entry_from_json(NEXT_ROUND)) is True
    for entry in alone:
        assert GAME.is_shared(GAME.entry_from_json(entry)) is False


@pytest.mark.parametrize("active", [True, False])
def test_every_sheet_hears_the_same_round(active):
    entry = GAME.entry_from_json(NEXT_ROUND)
    assert GAME.for_sheet(entry, active) == entry


def test_no_sheet_ends_the_game_for_the_table():
    for sheet in (position(), begin(6), play(begin(6), green("top", 1))):
        assert GAME.is_over(sheet) is False


def test_no_round_waits_for_the_answer_of_a_sheet():
    for sheet in (position(), play(position(), NEXT_ROUND), position(pending=["pink"]), begin(6)):
        assert GAME.is_awaited(sheet) is False
