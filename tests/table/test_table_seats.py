"""Sitting down, taking a seat, closing and reopening a table. No database."""

import pytest

from companion.table import Refused, Table, open_table

PINK_6 = {"area": "pink", "value": 6}


def test_the_host_opens_a_table_with_its_seats_in_order(sit_down):
    table = sit_down("clever-4ever", "Ada", "(Bo)", "Cleo").table
    assert [(seat.number, seat.name, seat.paper, seat.holder) for seat in table.seats] == [
        (1, "Ada", False, None),
        (2, "Bo", True, None),
        (3, "Cleo", False, None),
    ]
    assert (table.game.id, table.host, table.version) == ("clever-4ever", "host", 4)


@pytest.mark.parametrize(("players", "rounds"), [(1, 6), (2, 6), (3, 5), (4, 4)])
def test_players_on_paper_count_for_the_rounds(sit_down, players, rounds):
    evening = sit_down("clever-4ever", "Ada", *["(on paper)"] * (players - 1))
    assert evening.json(1)["rounds"] == rounds
    assert list(evening.table.sheets) == [1]


def test_a_player_who_sits_down_before_the_first_entry_changes_the_rounds_of_every_sheet(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    number = evening.write(evening.table.add_seat("Cleo", paper=True))
    assert [evening.json(seat)["rounds"] for seat in (1, 2)] == [5, 5]
    assert evening.table.seat(3).name == "Cleo"
    assert evening.table.versions == {1: number, 2: number}


def test_nobody_sits_down_after_the_first_entry(sit_down, reason):
    evening = sit_down("clever-4ever", "Ada")
    evening.enter(1, **PINK_6)
    assert reason(lambda: evening.table.add_seat("Bo")) == "game_began"


def test_when_the_only_entry_was_undone_a_player_may_still_sit_down(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    evening.enter(1, **PINK_6)
    evening.undo(1)
    evening.write(evening.table.add_seat("Cleo"))
    assert [evening.json(seat)["rounds"] for seat in (1, 2, 3)] == [5, 5, 5]


@pytest.mark.parametrize(("game", "most"), [("clever-4ever", 4), ("qwinto-cards", 6), ("qwinto-dice", 6)])
def test_a_table_has_as_many_seats_as_its_game_has_players(sit_down, reason, game, most):
    names = [f"Player {number}" for number in range(most)]
    assert len(sit_down(game, *names).table.seats) == most
    assert reason(lambda: sit_down(game, *names).table.add_seat("one more")) == "table_full"
    assert reason(lambda: open_table(game, [(name, False) for name in [*names, "one more"]], "host")) == "table_full"


@pytest.mark.parametrize("seats", [[], [("Ada", True), ("Bo", True)]])
def test_a_table_where_nobody_keeps_a_sheet_is_refused(reason, seats):
    assert reason(lambda: open_table("clever-4ever", seats, "host")) == "no_sheet"


def test_a_game_that_the_registry_does_not_know_is_refused(reason):
    assert reason(lambda: open_table("chess", [("Ada", False)], "host")) == "no_such_game"


@pytest.mark.parametrize(
    ("typed", "shown"),
    [
        ("  Ada \t Lovelace\n", "Ada Lovelace"),
        ("A\x00d\x07a", "Ada"),
        ("\u202eadA", "adA"),
        ("Zoe\u0308", "Zo\u00eb"),
        ("x" * 24, "x" * 24),
        ("\U0001f468\u200d\U0001f469\u200d\U0001f467", "\U0001f468\u200d\U0001f469\u200d\U0001f467"),
    ],
)
def test_a_name_is_shown_without_control_characters_and_with_single_spaces(sit_down, typed, shown):
    assert sit_down("clever-4ever", typed).table.seat(1).name == shown


@pytest.mark.parametrize("typed", ["", "   ", "\x00\x1f", "x" * 25, "\u200b", "\ud800", None, 7, ["Ada"]])
def test_a_name_needs_1_to_24_characters(sit_down, reason, typed):
    assert reason(lambda: open_table("clever-4ever", [(typed, False)], "host")) == "bad_name"
    assert reason(lambda: sit_down("clever-4ever", "Ada").table.add_seat(typed)) == "bad_name"


def test_a_seat_is_held_by_one_device_until_it_is_freed(sit_down, reason):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    evening.write(evening.table.take(1, "phone"))
    assert evening.table.seat(1).holder == "phone"
    assert evening.table.seat(2).holder is None
    assert reason(lambda: evening.table.take(1, "tablet")) == "seat_taken"
    evening.write(evening.table.free(1))
    evening.write(evening.table.take(1, "tablet"))
    assert evening.table.seat(1).holder == "tablet"


def test_the_device_that_holds_a_seat_may_take_it_again_and_another_seat_too(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Grandma")
    for seat in (1, 2, 1):
        evening.write(evening.table.take(seat, "phone"))
    assert [seat.holder for seat in evening.table.seats] == ["phone", "phone"]


def test_a_seat_that_nobody_holds_cannot_be_freed(sit_down, reason):
    assert reason(lambda: sit_down("clever-4ever", "Ada").table.free(1)) == "seat_not_taken"


def test_taking_and_freeing_a_seat_does_not_concern_its_sheet(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    before = evening.table.versions
    evening.write(evening.table.take(1, "phone"))
    evening.write(evening.table.free(1))
    assert evening.table.versions == before
    assert evening.table.version == 5


@pytest.mark.parametrize("seat", [0, 3, -1])
def test_a_seat_that_is_not_there_can_do_nothing(sit_down, reason, seat):
    table = sit_down("clever-4ever", "Ada", "(Bo)").table
    for decide in (
        lambda: table.take(seat, "phone"),
        lambda: table.free(seat),
        lambda: table.enter(seat, PINK_6),
        lambda: table.undo(seat),
    ):
        assert reason(decide) == "no_such_seat"


def test_a_seat_on_paper_has_no_sheet_to_take_or_to_write_on(sit_down, reason):
    table = sit_down("clever-4ever", "Ada", "(Bo)").table
    for decide in (
        lambda: table.take(2, "phone"),
        lambda: table.free(2),
        lambda: table.enter(2, PINK_6),
        lambda: table.undo(2),
    ):
        assert reason(decide) == "seat_on_paper"


def test_at_an_ended_table_only_seats_change_hands_until_it_is_reopened(sit_down, reason):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    evening.enter(1, **PINK_6)
    evening.write(evening.table.end())
    table = evening.table
    assert table.ended
    for decide in (
        lambda: table.add_seat("Cleo"),
        lambda: table.enter(1, PINK_6),
        lambda: table.enter(None, {"action": "round"}),
        lambda: table.undo(1),
        table.undo_shared,
        table.end,
    ):
        assert reason(decide) == "table_ended"
    evening.write(evening.table.take(1, "phone"))
    evening.write(evening.table.free(1))
    number = evening.write(evening.table.reopen())
    assert not evening.table.ended
    assert evening.table.versions == {1: number, 2: number}
    evening.enter(1, **PINK_6)
    assert evening.json(1)["pink"] == [6, 6]


def test_a_table_that_is_not_ended_cannot_be_reopened(sit_down, reason):
    assert reason(sit_down("clever-4ever", "Ada").table.reopen) == "table_not_ended"


def test_a_refusal_names_its_reason_and_the_seat():
    table = Table.of(
        "ABCD", [draft.line(n, "", "") for n, draft in enumerate(open_table("clever-4ever", [("A", False)], "h"), 1)]
    )
    with pytest.raises(Refused, match="no_such_seat seat=9") as no:
        table.seat(9)
    assert dict(no.value.details) == {"seat": 9}
