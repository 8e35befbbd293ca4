"""Sitting down, taking a seat, closing and reopening a table. No database."""

import pytest

from companion.table import Draft, Refused, Table, open_table

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
    evening = sit_down("clever-4ever", "Ada", *(f"(Paper {number})" for number in range(1, players)))
    assert evening.json(1)["rounds"] == rounds
    assert list(evening.table.sheets) == [1]


def test_a_player_who_sits_down_before_the_first_entry_changes_the_rounds_of_every_sheet(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    number = evening.write(evening.table.add_seat("Cleo", paper=True))
    assert [evening.json(seat)["rounds"] for seat in (1, 2)] == [5, 5]
    assert evening.table.seat(3).name == "Cleo"
    assert evening.table.versions == {1: number, 2: number}


@pytest.mark.parametrize("name", ["Ada", " ada ", "ADA"])
def test_two_players_of_one_name_are_not_told_apart_and_so_refused(sit_down, reason, name):
    assert reason(lambda: sit_down("clever-4ever", "Ada", name)) == "name_taken"
    table = sit_down("clever-4ever", "Ada", "Bo").table
    assert reason(lambda: table.add_seat(name)) == "name_taken"
    assert reason(lambda: table.rename(2, name)) == "name_taken"
    assert table.rename(1, name).data == {"name": name.strip()}


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


# Names, gaps and moves in the log


def written(evening, seat, kind, **data):
    """A line as anything might have written it."""
    return evening.write(Draft(seat, kind, data))


def test_a_name_is_changed_at_any_time_and_concerns_no_sheet(sit_down):
    evening = sit_down("clever-4ever", "Ada", "(Bo)")
    evening.enter(1, **PINK_6)
    evening.write(evening.table.end())
    before = evening.table.versions
    evening.write(evening.table.rename(1, " Adele "))
    evening.write(evening.table.rename(2, "Boris"))
    assert [seat.name for seat in evening.table.seats] == ["Adele", "Boris"]
    assert evening.table.versions == before


def test_a_removed_seat_leaves_a_gap_and_the_rounds_of_the_players_who_are_left(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo", "Cem")
    evening.write(evening.table.take(3, "phone"))
    assert evening.json(1)["rounds"] == 5  # for three
    number = evening.write(evening.table.remove_seat(2))
    assert [(seat.number, seat.holder) for seat in evening.table.seats] == [(1, None), (3, "phone")]
    assert evening.json(3)["rounds"] == 6  # for two
    assert evening.table.versions == {1: number, 3: number}
    evening.write(evening.table.add_seat("Dora"))
    assert evening.table.seats[-1].number == 4


def test_entries_reach_the_right_sheets_beside_a_gap(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo", "Cem")
    evening.write(evening.table.remove_seat(2))
    evening.enter(3, **PINK_6)
    evening.round(3)
    assert [evening.json(seat)["pink"] for seat in (1, 3)] == [[], [6]]
    assert [evening.json(seat)["round"] for seat in (1, 3)] == [2, 2]


def test_nobody_is_removed_once_an_entry_stands_nor_the_last_sheet(sit_down, reason):
    evening = sit_down("clever-4ever", "Ada", "(Bo)")
    assert reason(lambda: evening.table.remove_seat(1)) == "no_sheet"
    assert reason(lambda: evening.table.remove_seat(3)) == "no_such_seat"
    evening.enter(1, **PINK_6)
    assert reason(lambda: evening.table.remove_seat(2)) == "game_began"
    evening.undo(1)
    evening.write(evening.table.remove_seat(2))
    assert [seat.name for seat in evening.table.seats] == ["Ada"]


def test_a_new_player_may_keep_the_sheet_at_once_but_not_on_paper(sit_down):
    evening = sit_down("clever-4ever", "Ada")
    evening.write(evening.table.add_seat("Bo", holder="phone"))
    evening.write(evening.table.add_seat("Cem", paper=True, holder="phone"))
    assert [seat.holder for seat in evening.table.seats] == [None, "phone", None]


def test_a_seat_moves_only_from_whoever_was_seen_to_hold_it(sit_down, reason):
    evening = sit_down("clever-4ever", "Ada", "(Bo)")
    first = evening.write(evening.table.take(1, "phone"))
    assert evening.table.seat(1).since == first
    second = evening.write(evening.table.move(1, first, "tablet"))
    assert (evening.table.seat(1).holder, evening.table.seat(1).since) == ("tablet", second)
    assert reason(lambda: evening.table.move(1, first, "phone")) == "seat_moved"
    evening.write(evening.table.free(1))
    assert reason(lambda: evening.table.move(1, second, "phone")) == "seat_moved"
    assert reason(lambda: evening.table.move(2, 0, "phone")) == "seat_on_paper"


@pytest.mark.parametrize(
    ("seat", "kind", "data"),
    [
        (1, "renamed", {"name": 5}),
        (1, "renamed", {}),
        (9, "renamed", {"name": "X"}),
        (None, "renamed", {"name": "X"}),
        (9, "removed", {}),
        (None, "removed", {}),
        (1, "removed", {}),  # Bo writes on paper: no sheet would be left
        (2, "taken", {"holder": "phone"}),
        (1, "taken", {"holder": 5}),
        (9, "seat", {"name": "X", "paper": False}),
    ],
)
def test_a_line_that_makes_no_sense_leaves_the_seats_as_they_are(sit_down, seat, kind, data):
    evening = sit_down("clever-4ever", "Ada", "(Bo)")
    before = evening.table.seats
    written(evening, seat, kind, **data)
    assert evening.table.seats == before


def test_after_the_first_entry_a_line_removes_nobody(sit_down):
    evening = sit_down("clever-4ever", "Ada", "Bo")
    evening.enter(1, **PINK_6)
    written(evening, 2, "removed")
    assert len(evening.table.seats) == 2
    assert evening.json(1)["pink"] == [6]


def test_who_watches_sees_the_sheets_and_no_device(sit_down, reason):
    lines = open_table("clever-4ever", [("Ada", False)], "host", "secret")
    table = Table.of("ABCD", [draft.line(number, "", "") for number, draft in enumerate(lines, 1)])
    held = table.after(table.take(1, "phone").line(3, "", ""))
    watched = held.for_watching()
    assert (watched.code, watched.host, watched.seat(1).holder) == ("secret", None, None)
    assert watched.sheets == held.sheets
    assert reason(sit_down("clever-4ever", "Ada").table.for_watching) == "no_such_table"
