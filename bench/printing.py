"""How fast PDFs are made and given out: one blank sheet, one that is kept, fifty pages, four filled sheets.

No browser and no socket: the app is called in this process. Run it with ``python -m bench.printing``. Every run prints
the same sheets.
"""

import random
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from statistics import median
from tempfile import TemporaryDirectory
from time import perf_counter
from typing import Any

from companion import printing
from companion.app import create_app
from companion.printing import Pad
from companion.rules import games
from companion.table import Seat, Step, Table

PLAYERS = 4
RUNS = 3
REQUESTS = 300
FIRST_TARGET = 5.0  # s, everything imported and read for the first time; ours, no bar of the design
AGAIN_TARGET = 1.0
FIFTY_TARGET = 5.0
FILLED_TARGET = 2.5  # the design's
KEPT_TARGET = 5  # times a static file, p50; the design's
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


def kept(name: str) -> float:
    """How many times as long as the style sheet a blank sheet takes that was drawn before, p50 of each."""
    taken: dict[str, list[float]] = {f"/print/{name}.pdf": [], "/static/companion.css": []}
    with TemporaryDirectory() as folder:
        cache = Path(folder) / "print"
        client = create_app(Path(folder) / "companion.db", LIMITS={}, PRINT_CACHE=cache).test_client()
        client.get(f"/print/{name}.pdf").close()  # drawn here
        for _ in range(REQUESTS):
            for path, times in taken.items():
                begin = perf_counter()
                with client.get(path) as answer:
                    answer.get_data()
                times.append(perf_counter() - begin)
    sheet, static = map(median, taken.values())
    return sheet / static


def line(name: str, what: str, measured: float, target: float, unit: str = "s") -> str:
    return f"{name:14} {what:30} {measured:8.2f} {unit}    target {target:4} {unit}    ratio {measured / target:5.2f}"


def main(show: Callable[[str], Any] = print) -> None:
    for name in games:
        table = played(name)
        show(line(name, "first blank sheet", seconds(lambda name=name: first(name), 1), FIRST_TARGET))
        show(line(name, "one more blank sheet", seconds(lambda name=name: printing.blank(Pad(name))), AGAIN_TARGET))
        show(line(name, "one kept, to a static file", kept(name), KEPT_TARGET, "×"))
        pad = Pad(name, up=2, pages=50)
        show(line(name, "fifty pages of two", seconds(lambda pad=pad: printing.blank(pad)), FIFTY_TARGET))
        show(
            line(name, "four filled and a ranking", seconds(lambda table=table: printing.filled(table)), FILLED_TARGET)
        )


if __name__ == "__main__":
    main()
