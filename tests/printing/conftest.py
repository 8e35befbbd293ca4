"""Pads and played tables on paper, read back from their PDFs. The German is compiled afresh."""

from collections.abc import Callable, Iterator
from functools import lru_cache
from pathlib import Path
from typing import Any

import pytest
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from companion import printing
from companion.printing import Pad
from companion.rules import games
from companion.table import Seat, Step, Table
from tests.printing.paper import Pdf

PO = Path(__file__).parents[2] / "translations" / "de" / "LC_MESSAGES" / "messages.po"

CLEVER = {
    "round": 4,
    "rounds": 4,
    "yellow": {"top": [2, 3, 5], "middle": [1, 1, 5], "bottom": [6, 6, 5, 4]},
    "blue": [[1, 2], [2, 5], [3, 5], [5, 2]],
    "grey": ["a", "b", "c", "i", "j"],
    "green": {"top": [5, 4, 5, 3], "bottom": [5, 4, 5, 4]},
    "pink": [3, 3, 2, 4, 6, 1, 5, 5],
    "pending": [],
    "jokers": {
        "reroll": {"earned": 3, "used": 1},
        "extra_die": {"earned": 2, "used": 2},
        "polish": {"earned": 4, "used": 0},
    },
    "foxes": 1,
    "waiting_die": None,
    "dice_used": [],
}
"""The worked examples of RULES.md section 1, but of grey only columns 1 and 6 are complete; pink 8 gives a fox.
49 + 25 + 7 + 42 + 32, and one fox for the 7 of grey: 162."""

QWINTO = {
    "orange": {"3": 2, "4": 4, "5": 5, "7": 7, "8": 9, "9": 11, "10": 12, "11": 15, "12": 18},
    "yellow": {"2": 1, "3": 3, "4": 6, "5": 7, "6": 8, "8": 10, "9": 13, "10": 14},
    "purple": {"8": 12},
    "misthrows": 2,
    "call": None,
}
"""The examples of RULES.md section 2, and one number in purple: 18 + 8 + 1 + 9 − 10 = 26."""


@pytest.fixture(scope="session", autouse=True)
def german(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    compiled = tmp_path_factory.mktemp("translations") / "de" / "LC_MESSAGES" / "messages.mo"
    compiled.parent.mkdir(parents=True)
    with PO.open("rb") as source, compiled.open("wb") as target:
        write_mo(target, read_po(source, locale="de"))
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(printing, "TRANSLATIONS", compiled.parents[2])
        printing._environment.cache_clear()
        yield
    printing._environment.cache_clear()


@lru_cache
def read(pad: Pad) -> Pdf:
    return Pdf(printing.blank(pad))


@pytest.fixture
def printed() -> Callable[..., Pdf]:
    """``printed("qwinto-dice", up=2)``: such a pad, read back."""
    return lambda game, **how: read(Pad(game, **how))


@pytest.fixture(scope="session")
def table() -> Callable[..., Table]:
    """``table(game, {"Ada": sheet, "Oma": None})``: a table with these sheets; None writes on paper."""

    def table(game: str, sheets: dict[str, Any], ended: bool = True) -> Table:
        rules = games[game]
        seats = tuple(Seat(at, name, paper=data is None) for at, (name, data) in enumerate(sheets.items(), 1))
        steps = {
            at: (Step(1, False, None, rules.sheet_from_json(data), ()),)
            for at, data in enumerate(sheets.values(), 1)
            if data is not None
        }
        blank = rules.new_sheet(len(seats))
        return Table(
            code="abcdef",
            game=rules,
            host=None,
            watch=None,
            seats=seats,
            blank=blank,
            steps=steps,
            versions=dict.fromkeys(steps, 1),
            version=1,
            ended=ended,
        )

    return table


@pytest.fixture
def filled() -> Callable[..., Pdf]:
    return lambda table, **how: Pdf(printing.filled(table, **how))
