"""How fast PDFs are made: the first blank sheet of a new process, one more, fifty pages, four filled sheets. No web.

Run it with ``python -m bench.printing``. Every run prints the same sheets.
"""

import random
import subprocess
import sys
from collections.abc import Callable
from time import perf_counter
from typing import Any

from companion import printing
from companion.printing import Pad
from companion.rules import games
from companion.table import Seat, Step, Table

PLAYERS = 4
RUNS = 3
FIRST_TARGET = 5.0  # s, everything imported and read for the first time; ours, no bar of the design
AGAIN_TARGET = 1.0
FIFTY_TARGET = 5.0
FILLED_TARGET = 2.5  # the design's
FIRST = "from companion.printing import Pad, blank; blank(Pad({!r}))"


def played(name: str) -> Table:
    """A table of four whose sheets are filled at random until nothing more can be entered: as full as sheets get."""
    game = games[name]
    steps = {seat: (Step(1, False, None, sheet_of(game, seat), ()),) for seat in range(1, PLAYERS + 1)}
    return Table(
        code="bench",
        game=game,
        host=None,
        watch=None,
        seats=tuple(Seat(number, f"Player {number}") for number in steps),
        blank=game.new_sheet(PLAYERS),
        steps=steps,
        versions=dict.fromkeys(steps, 1),
        version=1,
        ended=True,
    )


def sheet_of(game: Any, seed: int) -> Any:
    rng = random.Random(seed)
    sheet = game.new_sheet(PLAYERS)
    while not game.is_over(sheet) and (options := game.options(sheet)):
        sheet = game.enter(sheet, rng.choice(options)).sheet
    return sheet


def first(name: str) -> None:
    subprocess.run([sys.executable, "-c", FIRST.format(name)], check=True)


def seconds(work: Callable[[], Any], runs: int = RUNS) -> float:
    """The least of several runs: what the work takes, without what else the machine does."""
    taken = []
    for _ in range(runs):
        begin = perf_counter()
        work()
        taken.append(perf_counter() - begin)
    return min(taken)


def line(name: str, what: str, measured: float, target: float) -> str:
    return f"{name:14} {what:30} {measured:8.2f} s    target {target:4} s    ratio {measured / target:5.2f}"


def main(show: Callable[[str], Any] = print) -> None:
    for name in games:
        table = played(name)
        show(line(name, "first blank sheet", seconds(lambda name=name: first(name), 1), FIRST_TARGET))
        show(line(name, "one more blank sheet", seconds(lambda name=name: printing.blank(Pad(name))), AGAIN_TARGET))
        pad = Pad(name, up=2, pages=50)
        show(line(name, "fifty pages of two", seconds(lambda pad=pad: printing.blank(pad)), FIFTY_TARGET))
        show(
            line(name, "four filled and a ranking", seconds(lambda table=table: printing.filled(table)), FILLED_TARGET)
        )


if __name__ == "__main__":
    main()
