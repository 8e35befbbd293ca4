"""The end of Clever 4ever: total, foxes, ranking, and a game that fills the whole sheet."""

import pytest

from tests.rules.clever import (
    DICE,
    FULL,
    GAME,
    NEXT_ROUND,
    ROWS,
    SEGMENTS,
    SLOTS,
    blue,
    enter,
    extra_die,
    green,
    grey,
    pink,
    play,
    position,
    reason,
    score,
    seen,
    use,
    yellow,
)


def ranking(**marks):
    return GAME.score(position(**marks)).ranking


def test_an_empty_sheet_scores_nothing():
    assert score(GAME.new_sheet(players=2)) == {
        "areas": {"yellow": 0, "blue": 0, "grey": 0, "green": 0, "pink": 0},
        "foxes": 0,
        "fox_points": 0,
        "total": 0,
    }


def test_the_total_is_the_five_areas_and_each_fox_adds_the_lowest_of_them():
    marks = {
        "yellow": {"top": [1], "middle": [1], "bottom": [2]},  # 10 − 1 + 2
        "blue": [[5, 2], [6, 1], [6, 2]],  # column 2, rising diagonal, a fox
        "grey": list("abcimp"),  # 1 + 2 + 3 + 6
        "green": {"top": [6, 1], "bottom": [6, 1]},  # 12 + 2
        "pink": [1] * 7 + [5],  # 23, a fox
    }
    assert score(position(**marks)) == {
        "areas": {"yellow": 11, "blue": 14, "grey": 12, "green": 14, "pink": 23},
        "foxes": 2,
        "fox_points": 22,
        "total": 11 + 14 + 12 + 14 + 23 + 22,
    }


def test_the_lowest_area_may_be_negative_and_then_foxes_cost_points():
    marks = {"yellow": {"middle": [6, 6]}, "blue": [[6, 2], [6, 3]]}
    result = score(position(**marks))
    assert result["areas"] == {"yellow": -12, "blue": 0, "grey": 0, "green": 0, "pink": 0}
    assert (result["foxes"], result["fox_points"], result["total"]) == (1, -12, -24)


def test_foxes_are_worth_nothing_while_an_area_is_empty():
    result = score(position(pink=[1] * 7 + [6], blue=[[6, 2], [6, 3]]))
    assert (result["foxes"], result["fox_points"]) == (2, 0)
    assert result["total"] == 23 + 3


@pytest.mark.parametrize(
    ("foxes", "marks"),
    [
        (1, {"yellow": {"top": [1, 2, 3, 4, 5]}}),
        (0, {"yellow": {"top": [1, 2, 3, 6]}}),
        (1, {"blue": [[6, 2], [6, 3]]}),
        (0, {"blue": [[1, 6], [2, 6]]}),
        (1, {"green": {"bottom": [1] * 10}}),
        (0, {"green": {"top": [1] * 10, "bottom": [1] * 9}}),
        (1, {"pink": [1] * 7 + [5]}),
        (0, {"pink": [1] * 7 + [4]}),
        (3, {"grey": list(SEGMENTS)}),
        (2, {"grey": list("abcdefghijklmno" + "q")}),
    ],
)
def test_foxes_follow_from_the_marks(foxes, marks):
    sheet = position(**marks)
    assert seen(sheet)["foxes"] == foxes
    assert score(sheet)["foxes"] == foxes


def test_jokers_left_over_score_nothing():
    spent = play(position(jokers={"reroll": {"earned": 5, "used": 0}}), use("reroll"))
    assert score(spent) == score(position())


def test_most_points_win():
    assert ranking(pink=[1, 1]) > ranking(pink=[1])
    assert ranking(yellow={"bottom": [1]}) < ranking(pink=[1])


def test_on_a_tie_the_better_single_area_decides():
    spread = {"yellow": {"bottom": [4]}, "pink": [1]}  # 4 + 2
    single = {"yellow": {"bottom": [6]}}  # 6
    assert ranking(**single) > ranking(**spread)
    assert ranking(**single)[0] == ranking(**spread)[0] == 6


def test_on_a_tie_with_equal_best_areas_the_victory_is_shared():
    one = {"yellow": {"bottom": [6]}, "pink": [1], "green": {"top": [1], "bottom": [1]}}  # 6 + 2 + 2
    other = {"green": {"top": [3], "bottom": [3]}, "pink": [1, 1]}  # 6 + 4
    assert ranking(**one) == ranking(**other)


@pytest.mark.parametrize(
    ("lower_half", "total", "steps"),
    [(3, 179, 0), (4, 180, 1)],
)
def test_a_solo_game_is_graded_by_the_steps_that_its_total_reaches(lower_half, total, steps):
    marks = {"grey": list(SEGMENTS), "pink": [1] * 12}  # 106 + 42, three foxes that are worth nothing
    result = GAME.score(position(**marks, green={"top": [6, 6, 4], "bottom": [6, 6, lower_half]}))
    assert (result.total, result.rating) == (total, steps)


def test_a_full_sheet_reaches_every_solo_step(full_game):
    sheet, _ = full_game
    assert GAME.score(sheet).rating == 10


# A whole game that fills every field: all slots of the joker tracks, all seven foxes.


def filling(area, marks):
    """The entry that fills the next field of this area with the best number."""
    if area == "yellow":
        row = next(row for row in ("top", "middle", "bottom") if len(marks["yellow"][row]) < 5)
        return yellow(row, len(marks["yellow"]["top"]) + 2 if row == "top" else 6)
    if area == "blue":
        return blue(*next(cell for cell in FULL["blue"] if cell not in marks["blue"]))
    if area == "grey":
        return grey(next(segment for segment in SEGMENTS if segment not in marks["grey"]))
    if area == "green":
        return green("bottom" if len(marks["green"]["bottom"]) < 11 else "top", 6)
    return pink(6)


def is_full(area, marks):
    if area in ("yellow", "green"):
        fields = {"yellow": 5, "green": 11}[area]
        return all(len(row) == fields for row in marks[area].values())
    return len(marks[area]) == {"blue": 36, "grey": 17, "pink": 12}[area]


def next_of_the_full_game(marks):
    """What the player of the full game enters: waiting ? first, then rounds, then area after area, pink at the end."""
    open_ = [area for area in ("grey", "yellow", "green", "blue", "pink") if not is_full(area, marks)]
    if marks["pending"]:
        colour = marks["pending"][0]
        return {**filling(open_[0] if colour == "black" else colour, marks), "bonus": colour}
    if marks["round"] < marks["rounds"]:
        return NEXT_ROUND
    return filling(open_[0], marks) if open_ else None


@pytest.fixture(scope="module")
def full_game():
    """The sheet at the end of the full game, and everything that was set off."""
    sheet, told = GAME.new_sheet(players=2), []
    while entry := next_of_the_full_game(seen(sheet)):
        sheet, effects = enter(sheet, entry)
        told += effects
    return sheet, told


def test_a_full_game_fills_every_field(full_game):
    sheet, _ = full_game
    marks = seen(sheet)
    assert marks["pink"] == [6] * 12
    assert marks["blue"] == [[row, column] for row in ROWS for column in ROWS]
    assert marks["grey"] == list(SEGMENTS)
    assert marks["green"] == {"top": [6] * 11, "bottom": [6] * 11}
    assert marks["yellow"] == {"top": [2, 3, 4, 5, 6], "middle": [6] * 5, "bottom": [6] * 5}
    assert marks["pending"] == []


def test_a_full_game_earns_exactly_the_slots_of_the_joker_tracks(full_game):
    sheet, told = full_game
    assert {joker: track["earned"] for joker, track in seen(sheet)["jokers"].items()} == SLOTS
    first_round = {"reroll": 1}
    for joker, slots in SLOTS.items():
        assert told.count(("joker", joker)) == slots - first_round.get(joker, 0)


def test_a_full_game_brings_the_pink_bonus_of_the_re_roll_track_besides_the_four_printed_ones(full_game):
    _, told = full_game
    printed = 4  # yellow middle 2, blue row 2, grey segment l, green field 7
    assert told.count(("bonus", "pink")) == printed + 1
    seventh = [place for place, effect in enumerate(told) if effect == ("joker", "reroll")][5]
    assert told[seventh + 1] == ("bonus", "pink")


def test_a_full_game_gives_seven_foxes_each_once(full_game):
    sheet, told = full_game
    places = [name for kind, name in told if kind == "fox"]
    assert sorted(places) == ["blue", "dark", "green", "light", "pink", "white", "yellow"]
    assert seen(sheet)["foxes"] == 7


def test_a_full_game_scores_986(full_game):
    sheet, _ = full_game
    assert score(sheet) == {
        "areas": {
            "yellow": 10 + 10 + 15 + 15 + 20 - 30 + 30,
            "blue": 7 + 8 + 9 + 10 + 11 + 12 + 6,
            "grey": 106,
            "green": 3 * 12 + 8 * 24,
            "pink": 42 + 12 * 3,
        },
        "foxes": 7,
        "fox_points": 7 * 63,
        "total": 986,
    }


def test_after_a_full_game_no_extra_die_fits_and_all_re_rolls_and_polishes_can_be_spent(full_game):
    sheet, _ = full_game
    for die in DICE:
        assert reason(sheet, extra_die(die)) == "die_fits_nowhere"
    spent = play(sheet, *[use("reroll")] * 7, *[use("polish")] * 9)
    assert GAME.options(spent) == ()
