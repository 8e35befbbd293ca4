"""How fast the rules are: the time of one step, and of replaying a whole game. Only the public interface of the games.

Run it with ``python -m bench.rules``. Every run plays the same games.
"""

import random
from collections.abc import Callable
from time import perf_counter
from typing import Any, NamedTuple

from companion.rules import games
from companion.rules.game import Entry, Game, Json, Sheet

GAMES_PLAYED = 60
STEP_TARGET = 150  # µs for options + enter + score
REPLAY_TARGET = 10  # ms for a whole game
CALL_EVERY = 5  # Qwinto: about one number in this many answers a call

AnyGame = Game[Sheet, Entry]


class Played(NamedTuple):
    """A game as its log keeps it.

    :param seconds: spent on options, entering and scoring
    """

    first: Sheet
    log: list[Json]
    seconds: float


def call(game: AnyGame, rng: random.Random) -> Entry:
    """A call of one to three colours that dice could make as well as cards."""
    colours = rng.sample(("orange", "yellow", "purple"), rng.randint(1, 3))
    value = sum(rng.randint(1, 6) for _ in colours)
    return game.entry_from_json({"action": "call", "value": value, "colours": colours, "active": rng.random() < 0.5})


def play(game: AnyGame, seed: int) -> Played:
    """A random game until it is over or nothing can be entered; every position is timed when it is first met."""
    rng = random.Random(seed)
    first = sheet = game.new_sheet(rng.randint(1, game.max_players))
    log: list[Json] = []
    seconds = 0.0
    answering = False
    while not game.is_over(sheet):
        begin = perf_counter()
        options = game.options(sheet)
        seconds += perf_counter() - begin
        if not options:
            break
        answering = game.layout == "qwinto" and not answering and rng.randrange(CALL_EVERY) == 0
        entry = call(game, rng) if answering else rng.choice(options)
        begin = perf_counter()
        sheet = game.enter(sheet, entry).sheet
        game.score(sheet)
        seconds += perf_counter() - begin
        log.append(entry.to_json())
    return Played(first, log, seconds)


def step_time(played: list[Played]) -> float:
    """µs for the options of a sheet, one entry on it and the new score, on average over all steps."""
    return sum(each.seconds for each in played) * 1e6 / sum(len(each.log) for each in played)


def replay_time(game: AnyGame, played: list[Played]) -> float:
    """ms to build the last sheet of a game from the JSON of its entries, on average over all games."""
    begin = perf_counter()
    for sheet, log, _ in played:
        for data in log:
            sheet = game.enter(sheet, game.entry_from_json(data)).sheet
    return (perf_counter() - begin) * 1e3 / len(played)


def line(name: str, what: str, measured: float, target: float, unit: str) -> str:
    return f"{name:14} {what:30} {measured:8.1f} {unit}   target {target:4} {unit}   ratio {measured / target:5.2f}"


def main(show: Callable[[str], Any] = print) -> None:
    for name, game in games.items():
        played = [play(game, seed) for seed in range(GAMES_PLAYED)]
        entries = sum(len(each.log) for each in played) / len(played)
        show(line(name, "options + enter + score", step_time(played), STEP_TARGET, "µs"))
        show(line(name, f"replay of {entries:.0f} entries", replay_time(game, played), REPLAY_TARGET, "ms"))


if __name__ == "__main__":
    main()
