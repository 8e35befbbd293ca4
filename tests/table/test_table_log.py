"""A table is the fold of its log, whatever stands in the log. No database."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.rules import games
from companion.rules.game import IllegalEntry
from companion.table import Line, Refused, Table

NOW = "2030-01-02T20:15:00+00:00"
PINK_5 = {"area": "pink", "value": 5}
PINK_6 = {"area": "pink", "value": 6}
COLOURS = ["orange", "yellow", "purple"]


@pytest.fixture
def played(sit_down):
    """Ada with pink 6, Bo with pink 2, in round 2."""
    evening = sit_down("clever-4ever", "Ada", "Bo", "(Cleo)")
    evening.enter(1, **PINK_6)
    evening.enter(2, area="pink", value=2)
    evening.round(1)
    return evening


def test_an_empty_log_is_no_table(reason):
    assert reason(lambda: Table.of("ABCD", [])) == "no_such_table"


def test_a_log_that_does_not_begin_with_an_opening_is_no_table(reason):
    line = Line(1, 1, "seat", {"name": "Ada", "paper": False}, "", NOW)
    assert reason(lambda: Table.of("ABCD", [line])) == "no_such_table"


@pytest.mark.parametrize("game", ["chess", None, 7, ["clever-4ever"]])
def test_the_log_of_a_game_that_the_registry_does_not_know_is_refused(reason, game):
    line = Line(1, None, "opened", {"game": game, "host": "host"}, "", NOW)
    assert reason(lambda: Table.of("ABCD", [line])) == "no_such_game"


@pytest.mark.parametrize(
    ("seat", "kind", "data"),
    [
        (1, "sang", {}),
        (None, "opened", {"game": "qwinto-dice", "host": "other"}),
        (1, "entry", {}),
        (1, "entry", {"entry": "pink"}),
        (1, "entry", {"entry": {"area": "pink", "value": 7}}),
        (1, "entry", {"entry": {"area": "grey", "segment": "o", "value": 6}}),
        (None, "entry", {"entry": PINK_6}),
        (3, "entry", {"entry": PINK_6}),
        (9, "entry", {"entry": PINK_6}),
        (1, "entry", {"entry": {"action": "round"}}),
        (1, "mend", {}),
        (1, "mend", {"line": 5}),
        (1, "mend", {"entry": PINK_5}),
        (1, "mend", {"line": "5", "entry": PINK_5}),
        (1, "mend", {"line": 5, "entry": "pink"}),
        (1, "mend", {"line": 5, "entry": PINK_6}),
        (1, "mend", {"line": 5, "entry": {"area": "grey", "segment": "o", "value": 6}}),
        (1, "mend", {"line": 5, "entry": {"action": "round"}}),
        (1, "mend", {"line": 6, "entry": PINK_5}),
        (1, "mend", {"line": 7, "entry": PINK_5}),
        (1, "mend", {"line": 8, "entry": PINK_5}),
        (None, "mend", {"line": 5, "entry": PINK_5}),
        (None, "mend", {"line": 7, "entry": PINK_5}),
        (3, "mend", {"line": 5, "entry": PINK_5}),
        (9, "mend", {"line": 5, "entry": PINK_5}),
        (1, "undo", {}),
        (1, "undo", {"line": "5"}),
        (1, "undo", {"line": 6}),
        (None, "undo", {"line": 5}),
        (3, "undo", {"line": 5}),
        (4, "seat", {"name": "Dan", "paper": False}),
        (4, "seat", {}),
        (1, "taken", {}),
        (3, "taken", {"holder": "phone"}),
        (9, "taken", {"holder": "phone"}),
        (9, "freed", {}),
    ],
)
def test_a_line_that_means_nothing_here_changes_no_seat_and_no_sheet(played, seat, kind, data):
    after = played.table.after(Line(8, seat, kind, data, "", NOW))
    assert after.version == 8
    assert replace(after, version=7, versions=played.table.versions) == played.table


def test_a_line_that_was_read_already_changes_nothing(played):
    for line in played.lines:
        assert played.table.after(line) == played.table


def test_a_log_that_goes_on_after_a_meaningless_line_is_still_read(played):
    table = played.table.after(Line(8, 1, "sang", {}, "", NOW))
    table = table.after(Line(9, 1, "entry", {"entry": PINK_6}, "", NOW))
    assert table.game.sheet_to_json(table.sheets[1])["pink"] == [6, 6]


def test_an_undo_on_disk_after_which_an_entry_no_longer_stands_leaves_that_entry_out(sit_down):
    evening = sit_down("clever-4ever", "Ada")
    start = evening.enter(1, area="grey", segment="a", value=1)
    evening.enter(1, area="grey", segment="b", value=5)
    evening.enter(1, area="pink", value=1)
    table = evening.table.after(Line(6, 1, "undo", {"line": start}, "", NOW))
    sheet = table.game.sheet_to_json(table.sheets[1])
    assert (sheet["grey"], sheet["pink"]) == ([], [1])


def test_a_mend_on_disk_after_which_an_entry_no_longer_stands_leaves_that_entry_out(sit_down):
    evening = sit_down("clever-4ever", "Ada")
    mistake = evening.enter(1, area="yellow", row="top", value=2)
    evening.enter(1, area="yellow", row="top", value=4)
    evening.enter(1, area="pink", value=1)
    mend = {"line": mistake, "entry": {"area": "yellow", "row": "top", "value": 5}}
    table = evening.table.after(Line(6, 1, "mend", mend, "", NOW))
    sheet = table.game.sheet_to_json(table.sheets[1])
    assert (sheet["yellow"]["top"], sheet["pink"]) == ([5], [1])


def test_deciding_changes_nothing(played):
    before = Table.of("ABCD", played.lines)
    for decide in (
        lambda: played.table.enter(1, PINK_6),
        lambda: played.table.enter(1, {"action": "round"}),
        lambda: played.table.mend(1, 5, PINK_5),
        lambda: played.table.undo(1),
        played.table.undo_shared,
        lambda: played.table.take(1, "phone"),
        played.table.end,
    ):
        decide()
        assert played.table == before


class Notebook:
    """What a player with a rubber would keep: the live entries only, replayed from an empty sheet by the game alone.

    A page is a list of entries, each as a list of its wordings: the line that wrote it and the entry, the newest last.
    """

    def __init__(self, game, seats, players):
        self.game, self.players = games[game], players
        self.pages = {seat: [] for seat in seats}

    def write(self, line, seat, entry):
        for each in self.pages if self.game.is_shared(entry) else [seat]:
            heard = self.game.for_sheet(entry, active=each == seat) if self.game.is_shared(entry) else entry
            self.pages[each].append([(line, heard)])

    def write_over(self, line, seat, mended, entry):
        for wordings in self.pages[seat]:
            if wordings[0][0] == mended:
                wordings.append((line, entry))

    def rub_out(self, line, *answers):
        for seat, page in self.pages.items():
            left = [wordings for wordings in page if wordings[0][0] not in (line, *answers)]
            self.pages[seat] = [[wording for wording in wordings if wording[0] != line] for wordings in left]

    def sheets(self):
        sheets = dict.fromkeys(self.pages, self.game.new_sheet(self.players))
        for seat, page in self.pages.items():
            for *_, (_, entry) in page:
                sheets[seat] = self.game.enter(sheets[seat], entry).sheet
        return sheets


def some_entry(evening, seat, pick):
    """A legal own entry, or now and then a round or a call."""
    options = [o for o in evening.table.game.options(evening.table.sheets[seat]) if not evening.table.game.is_shared(o)]
    if options and pick % 4:
        return options[pick % len(options)].to_json()
    if evening.table.game.id == "clever-4ever":
        return {"action": "round"}
    colours = COLOURS[pick % 3 :]
    return {"action": "call", "value": 3 + pick % 4, "colours": colours, "active": bool(pick % 7)}


def try_entry(evening, notebook, seat, pick):
    before = evening.table
    entry = some_entry(evening, seat, pick)
    try:
        number = evening.enter(seat, **entry)
    except IllegalEntry:
        assert evening.table == before
        return
    read = before.game.entry_from_json(entry)
    notebook.write(number, None if entry.get("active") is False else seat, read)
    undo = evening.table.undo_shared() if before.game.is_shared(read) else evening.table.undo(seat)
    assert evening.table.after(undo.line(number + 1, "", NOW)).steps == before.steps


def try_mend(evening, notebook, seat, pick):
    before = evening.table
    page = before.steps[seat]
    own = [place for place, step in enumerate(page) if not step.shared]
    if not own:
        return
    # Now and then the last one, which breaks nothing.
    place = own[pick % len(own)] if pick % 3 else own[-1]
    line, sheet = page[place].line, page[place - 1].sheet if place else before.blank
    options = [option for option in before.game.options(sheet) if not before.game.is_shared(option)]
    entry = options[pick % len(options)]
    try:
        number = evening.mend(seat, line, **entry.to_json())
    except Refused:
        assert evening.table == before
        return
    notebook.write_over(number, seat, line, entry)
    assert evening.table.undoable(seat) == number
    for undo in (evening.table.undo(seat), evening.table.undo(seat, number)):
        assert evening.table.after(undo.line(number + 1, "", NOW)).steps == before.steps


def try_undo(evening, notebook, decide):
    before = evening.table
    try:
        draft = decide()
    except Refused:
        assert evening.table == before
        return
    evening.write(draft)
    notebook.rub_out(draft.data["line"], *draft.data.get("answers", []))


@settings(max_examples=60)
@given(
    game=st.sampled_from(sorted(games)),
    papers=st.lists(st.booleans(), max_size=3),
    moves=st.lists(st.tuples(st.integers(0, 12), st.integers(0, 3), st.integers(0, 999)), min_size=30, max_size=60),
)
def test_any_log_with_any_mends_and_undos_gives_the_sheets_of_the_entries_that_are_left(sit_down, game, papers, moves):
    evening = sit_down(game, "Ada", *[f"(Bo {n})" if paper else f"Bo {n}" for n, paper in enumerate(papers)])
    seats = list(evening.table.sheets)
    notebook = Notebook(game, seats, players=1 + len(papers))
    for what, who, pick in moves:
        seat = seats[who % len(seats)]
        own = [line for step in evening.table.steps[seat] if not step.shared for line in step.live]
        if what < 7:
            try_entry(evening, notebook, seat, pick)
        elif what == 7:
            try_undo(evening, notebook, lambda seat=seat: evening.table.undo(seat))
        elif what == 8:
            try_undo(evening, notebook, evening.table.undo_shared)
        elif what > 9:
            try_mend(evening, notebook, seat, pick)
        elif own:
            line = own[pick % len(own)]
            try_undo(evening, notebook, lambda seat=seat, line=line: evening.table.undo(seat, line))
    assert evening.table.sheets == notebook.sheets()
    assert Table.of("ABCD", evening.lines) == evening.table


JSON = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 20) | st.sampled_from(["", "pink", "round", "clever-4ever"]),
    lambda inner: st.lists(inner, max_size=2) | st.dictionaries(st.sampled_from(["area", "action", "value"]), inner),
    max_leaves=4,
)
GARBAGE = st.fixed_dictionaries({}, optional=dict.fromkeys(("entry", "by", "line", "name", "paper", "holder"), JSON))


@given(
    lines=st.lists(
        st.tuples(
            st.none() | st.integers(-1, 5),
            st.sampled_from(["opened", "seat", "taken", "freed", "entry", "mend", "undo", "ended", "reopened", "sang"]),
            GARBAGE,
        ),
        max_size=12,
    )
)
def test_any_log_that_begins_with_an_opening_can_be_read_to_its_end(sit_down, lines):
    table = sit_down("clever-4ever", "Ada", "Bo").table
    for number, (seat, kind, data) in enumerate(lines, start=4):
        table = table.after(Line(number, seat, kind, data, "", NOW))
    assert table.version == 3 + len(lines)
    assert list(table.scores) == [seat.number for seat in table.seats if not seat.paper]
