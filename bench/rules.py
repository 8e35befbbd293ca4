"""How fast the rules are: the time of one step, and of replaying a whole game. Only the public interface of the games.

Run it with ``python -m bench.rules``. Every run plays the same games.
"""

import random
from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Any

from companion.rules import games
from companion.rules.game import Entry, Game, Sheet

GAMES_PLAYED = 60
STEP_TARGET = 150  # µs for options + enter + score
REPLAY_TARGET = 10  # ms for a whole game
CALL_EVERY = 5  # Qwinto: about one number in this many answers a call

AnyGame = Game[Sheet, Entry]
Move = tuple[Sheet, Entry]


def call(game: AnyGame, rng: random.Random) -> Entry:
    """A call of one to three colours that dice could make as well as cards."""
    colours = rng.sample(("orange", "yellow", "purple"), rng.randint(1, 3))
    value = sum(rng.randint(1, 6) for _ in colours)
    return game.entry_from_json({"action": "call", "value": value, "colours": colours, "active": rng.random() < 0.5})


def play(game: AnyGame, seed: int) -> Iterator[Move]:
    """A random game, as (sheet, entry) pairs, until it is over or nothing can be entered."""
    rng = random.Random(seed)
    sheet = game.new_sheet(rng.randint(1, game.max_players))
    answering = False
    while not game.is_over(sheet) and (options := game.options(sheet)):
        calls = game.layout == "qwinto" and not answering and rng.randrange(CALL_EVERY) == 0
        entry = call(game, rng) if calls else rng.choice(options)
        yield sheet, entry
        sheet = game.enter(sheet, entry).sheet
        answering = calls


def step_time(game: AnyGame, played: list[list[Move]]) -> float:
    """µs for the options of a sheet, one entry on it and the new score, on average over all steps."""
    begin = perf_counter()
    for moves in played:
        for sheet, entry in moves:
            game.options(sheet)
            game.score(game.enter(sheet, entry).sheet)
    return (perf_counter() - begin) * 1e6 / sum(map(len, played))


def replay_time(game: AnyGame, played: list[list[Move]]) -> float:
    """ms to build the last sheet of a game from the JSON of its entries, on average over all games."""
    logs = [(moves[0][0], [entry.to_json() for _, entry in moves]) for moves in played]
    begin = perf_counter()
    for sheet, log in logs:
        for data in log:
            sheet = game.enter(sheet, game.entry_from_json(data)).sheet
    return (perf_counter() - begin) * 1e3 / len(played)


def line(name: str, what: str, measured: float, target: float, unit: str) -> str:
    return f"{name:14} {what:30} {measured:8.1f} {unit}   target {target:4} {unit}   ratio {measured / target:5.2f}"


def main(show: Callable[[str], Any] = print) -> None:
    for name, game in games.items():
        played = [list(play(game, seed)) for seed in range(GAMES_PLAYED)]
        entries = sum(map(len, played)) / len(played)
        show(line(name, "options + enter + score", step_time(game, played), STEP_TARGET, "µs"))
        show(line(name, f"replay of {entries:.0f} entries", replay_time(game, played), REPLAY_TARGET, "ms"))


if __name__ == "__main__":
    main()
