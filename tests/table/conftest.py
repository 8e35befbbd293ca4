"""A table that is played without a database, as the tests of tests/table need it. No Flask and no clock."""

from collections.abc import Callable

import pytest

from companion.rules.game import IllegalEntry
from companion.table import Draft, Line, Refused, Table, open_table

NOW = "2030-01-02T20:15:00+00:00"


class Evening:
    """A table and its log in memory: what is decided is written and read at once."""

    def __init__(self, game: str, *names: str) -> None:
        """Names in brackets play on paper."""
        self.lines: list[Line] = []
        seats = [(name.strip("()"), name.startswith("(")) for name in names]
        for number, draft in enumerate(open_table(game, seats, host="host"), start=1):
            self.lines.append(draft.line(number, "", NOW))
        self.table = Table.of("ABCD", self.lines)

    def write(self, draft: Draft) -> int:
        """The number of the line."""
        line = draft.line(len(self.lines) + 1, f"key {len(self.lines)}", NOW)
        self.lines.append(line)
        self.table = self.table.after(line)
        return line.number

    def enter(self, seat: int | None, **entry) -> int:
        return self.write(self.table.enter(seat, entry))

    def round(self, seat: int | None = None) -> int:
        return self.enter(seat, action="round")

    def call(self, seat: int | None, value: int, *colours: str, active: bool = True) -> int:
        return self.enter(seat, action="call", value=value, colours=list(colours), active=active)

    def mend(self, seat: int, line: int, **entry) -> int:
        return self.write(self.table.mend(seat, line, entry))

    def undo(self, seat: int, line: int | None = None) -> int:
        return self.write(self.table.undo(seat, line))

    def undo_shared(self) -> int:
        return self.write(self.table.undo_shared())

    def json(self, seat: int) -> dict:
        """The seat's sheet as JSON."""
        return self.table.game.sheet_to_json(self.table.sheets[seat])


@pytest.fixture(scope="session")
def sit_down() -> Callable[..., Evening]:
    """``sit_down("clever-4ever", "Ada", "(Bo)")``: an opened table; who stands in brackets plays on paper."""
    return Evening


@pytest.fixture(scope="session")
def reason() -> Callable[[Callable[[], object]], str]:
    """The code with which the table or the rules say no."""

    def reason(decide: Callable[[], object]) -> str:
        with pytest.raises((Refused, IllegalEntry)) as no:
            decide()
        return no.value.reason

    return reason
