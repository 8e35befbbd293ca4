"""Qwinto with cards and with dice: what may be entered on a sheet, and what it sets off.

The two games differ by what makes their calls, which stands in calls and square; what a field takes stands in sheet.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from typing import Any, ClassVar

from companion.rules.game import BadEntry, Effect, Entered, Game, IllegalEntry, Json
from companion.rules.qwinto import layout as printed_sheet
from companion.rules.qwinto import scoring
from companion.rules.qwinto.calls import Call, CallEntry, cards_from_json, dice_from_json, said_from_json
from companion.rules.qwinto.layout import (
    BONUS_COLUMNS,
    COLOURS,
    COLUMNS,
    FACES,
    FIELD,
    FIELDS,
    FIELDS_OF,
    GREY_SUMS,
    NUMBERS,
    Field,
)
from companion.rules.qwinto.scoring import QwintoScore
from companion.rules.qwinto.sheet import QwintoSheet, sheet_from_json
from companion.rules.qwinto.square import Square, laying_from_json, square_from_json
from companion.rules.reading import read, read_choice, read_object


@dataclass(frozen=True, slots=True)
class Number:
    """A number (1..18) written into the field of a row and a column (1..12)."""

    row: str
    column: int
    value: int

    def to_json(self) -> dict[str, Json]:
        return {"row": self.row, "column": self.column, "value": self.value}


@dataclass(frozen=True, slots=True)
class Misthrow:
    """One more misthrow marked."""

    def to_json(self) -> dict[str, Json]:
        return {"action": "misthrow"}


@dataclass(frozen=True, slots=True)
class Pass:
    """A passive player lets the call go."""

    def to_json(self) -> dict[str, Json]:
        return {"action": "pass"}


QwintoEntry = Number | Misthrow | Pass | CallEntry

MISTHROW = Misthrow()
PASS = Pass()

_NUMBERS = {
    (row, column): {value: Number(row, column, value) for value in NUMBERS} for row in COLOURS for column in COLUMNS
}
"""Every number entry there is, made once and shared: a free sheet has hundreds of options."""


class QwintoGame(Game[QwintoSheet, QwintoEntry]):
    """Qwinto, whatever makes its calls (the rules, section 2)."""

    layout = "qwinto"
    max_players = 6
    numbers = NUMBERS
    printed: ClassVar[Any] = printed_sheet

    call_forms: ClassVar[Mapping[str, Callable[[Json], CallEntry]]]
    """How a call can be told: the key that marks the form, and its reader."""
    sums: ClassVar[Mapping[int, range]]
    """How many colours a call can have, and the numbers that can be called in so many."""
    misthrow_by_choice: ClassVar[bool]
    """Whether the active player may mark a misthrow although a field takes the number."""

    def new_sheet(self, players: int) -> QwintoSheet:
        """An empty sheet for 1..6 players.

        :raises ValueError: if ``players`` lies outside that range
        """
        if not 1 <= players <= self.max_players:
            raise ValueError(f"{self.title} is for 1 to {self.max_players} players, not {players}")
        return QwintoSheet()

    def entry_from_json(self, data: Json) -> QwintoEntry:
        if not isinstance(data, dict):
            raise BadEntry(f"an entry must be an object, not {data!r}")
        if "action" not in data:
            return _number_from_json(data)
        action = read_choice("action", data["action"], ("misthrow", "pass", "call"))
        if action == "call":
            return self._call_from_json(data)
        read_object(data, ("action",))
        return MISTHROW if action == "misthrow" else PASS

    def options(self, sheet: QwintoSheet) -> tuple[QwintoEntry, ...]:
        """Every entry that is legal now, except calls: numbers row by row, then the misthrow or the pass."""
        if sheet.is_over:
            return ()
        options: list[QwintoEntry] = [*(_free_numbers(sheet) if sheet.call is None else _answers(sheet, sheet.call))]
        if self._misthrow_refusal(sheet) is None:
            options.append(MISTHROW)
        if _pass_refusal(sheet) is None:
            options.append(PASS)
        return tuple(options)

    def enter(self, sheet: QwintoSheet, entry: QwintoEntry) -> Entered[QwintoSheet]:
        """Enter it; whatever answers an open call closes it.

        :raises IllegalEntry: if the rules forbid it; the sheet stays as it was
        """
        if sheet.is_over:
            raise IllegalEntry("game_over")
        if isinstance(entry, Number):
            return _write(sheet, entry)
        if isinstance(entry, CallEntry):
            return self._hear(sheet, entry)
        refusal = self._misthrow_refusal(sheet) if isinstance(entry, Misthrow) else _pass_refusal(sheet)
        if refusal:
            raise refusal
        return _entered(sheet.with_misthrow() if isinstance(entry, Misthrow) else sheet.with_call(None))

    def score(self, sheet: QwintoSheet) -> QwintoScore:
        return scoring.score(sheet)

    def sheet_to_json(self, sheet: QwintoSheet) -> dict[str, Json]:
        return sheet.to_json()

    def sheet_from_json(self, data: Json) -> QwintoSheet:
        sheet = sheet_from_json(data)
        if sheet.call and (refusal := self._sum_refusal(sheet.call)):
            raise BadEntry(f"nobody can make the open call: {refusal}")
        return sheet

    def field(self, sheet: QwintoSheet, entry: QwintoEntry) -> str | None:
        """The field that the entry would mark: ``"orange-4"``, ``"misthrow"``, or None."""
        if isinstance(entry, Misthrow):
            return "misthrow"
        if not isinstance(entry, Number):
            return None
        field = FIELD.get((entry.row, entry.column))
        return field.name if field else None

    def is_shared(self, entry: QwintoEntry) -> bool:
        """Whether it is a call."""
        return isinstance(entry, CallEntry)

    def for_sheet(self, entry: QwintoEntry, active: bool) -> QwintoEntry:
        """The same call for the sheet of the player who made it or of another; any other entry as it is."""
        return replace(entry, active=active) if isinstance(entry, CallEntry) else entry

    def is_over(self, sheet: QwintoSheet) -> bool:
        """Whether this sheet has its second full row or its fourth misthrow."""
        return sheet.is_over

    def called(self, sheet: QwintoSheet) -> int | None:
        """The number of the open call."""
        return sheet.call.value if sheet.call else None

    def plainly(self, entry: QwintoEntry) -> dict[str, Json]:
        """A call by its number and its rows, even if cards or dice made it."""
        return {"action": "call", **entry.call().to_json()} if isinstance(entry, CallEntry) else entry.to_json()

    def _call_from_json(self, data: dict[str, Json]) -> CallEntry:
        for key, read_call in self.call_forms.items():
            if key in data:
                return read_call(data)
        raise BadEntry(f"a call must have one of the keys {', '.join(self.call_forms)}, not {data!r}")

    def _hear(self, sheet: QwintoSheet, entry: CallEntry) -> Entered[QwintoSheet]:
        if sheet.call and sheet.call.active:
            raise IllegalEntry("call_unanswered")
        call = entry.call()
        if refusal := self._sum_refusal(call):
            raise refusal
        return Entered(sheet.with_call(call), (Effect("called", str(call.value)),))

    def _sum_refusal(self, call: Call) -> IllegalEntry | None:
        if call.value in self.sums.get(len(call.colours), ()):
            return None
        return IllegalEntry("sum_impossible", value=call.value, dice=len(call.colours))

    def _misthrow_refusal(self, sheet: QwintoSheet) -> IllegalEntry | None:
        """Why no misthrow may be marked now; without a call it always may."""
        if sheet.call is None:
            return None
        if not sheet.call.active:
            return IllegalEntry("misthrow_when_passive")
        if not self.misthrow_by_choice and any(_answers(sheet, sheet.call)):
            return IllegalEntry("number_fits", value=sheet.call.value)
        return None


class QwintoCards(QwintoGame):
    """Qwinto – Das Kartenspiel: cards make the call, and the active player must enter it where it fits."""

    id = "qwinto-cards"
    title = "Qwinto – Das Kartenspiel"
    call_forms: ClassVar = {"value": said_from_json, "cards": cards_from_json}
    sums: ClassVar = {0: GREY_SUMS, **dict.fromkeys((1, 2, 3), NUMBERS)}
    misthrow_by_choice = False
    spread: ClassVar = Square()

    def spread_from_json(self, data: Json) -> Square:
        return square_from_json(data)

    def arrange(self, spread: Square, told: Json) -> Square:
        """The square with the cards told at their places; told none, it lies as it was thought to."""
        return spread.corrected(laying_from_json(told, least=0, most=len(spread.cards)))

    def lay(self, spread: Square, laying: Json) -> tuple[Square, QwintoEntry]:
        return spread.laid(laying_from_json(laying))


class QwintoDice(QwintoGame):
    """Qwinto: dice make the call, and the active player may mark a misthrow instead."""

    id = "qwinto-dice"
    title = "Qwinto"
    call_forms: ClassVar = {"value": said_from_json, "dice": dice_from_json}
    sums: ClassVar = {count: range(count * FACES[0], count * FACES[-1] + 1) for count in (1, 2, 3)}
    misthrow_by_choice = True


def _number_from_json(data: Json) -> Number:
    data = read(data, {"row": COLOURS, "column": COLUMNS, "value": NUMBERS})
    return _NUMBERS[data["row"], data["column"]][data["value"]]


def _free_numbers(sheet: QwintoSheet) -> Iterable[Number]:
    """Every number that any field takes."""
    for field in FIELDS:
        entries = _NUMBERS[field.row, field.column]
        yield from [entries[number] for number in sheet.takes(field)]


def _answers(sheet: QwintoSheet, call: Call) -> Iterable[Number]:
    """The called number in every field of its colours that takes it."""
    for colour in call.colours:
        for field in FIELDS_OF[colour]:
            if call.value in sheet.takes(field):
                yield _NUMBERS[field.row, field.column][call.value]


def _write(sheet: QwintoSheet, entry: Number) -> Entered[QwintoSheet]:
    """:raises IllegalEntry: if the open call or the field does not allow the number"""
    _check_call(sheet, entry)
    field = FIELD.get((entry.row, entry.column))
    if field is None:
        raise IllegalEntry("no_such_field", row=entry.row, column=entry.column)
    _check_field(sheet, field, entry.value)
    after = sheet.with_number(field, entry.value)
    return _entered(after, *_completed(after, field))


def _check_call(sheet: QwintoSheet, entry: Number) -> None:
    call = sheet.call
    if call is None:
        return
    if entry.value != call.value:
        raise IllegalEntry("wrong_number", called=call.value)
    if entry.row not in call.colours:
        raise IllegalEntry("wrong_colour", colours=list(call.colours))


def _check_field(sheet: QwintoSheet, field: Field, value: int) -> None:
    row, column = field.row, field.column
    if sheet.numbers[field.place]:
        raise IllegalEntry("field_taken", row=row, column=column)
    rising = sheet.rising(field)
    if value not in rising:
        above = rising.start - 1 if rising.start > NUMBERS.start else None
        below = rising.stop if rising.stop < NUMBERS.stop else None
        raise IllegalEntry("not_rising", row=row, column=column, value=value, above=above, below=below)
    if value in sheet.beside(field):
        raise IllegalEntry("twice_in_column", column=column, value=value)


def _pass_refusal(sheet: QwintoSheet) -> IllegalEntry | None:
    if sheet.call is None:
        return IllegalEntry("no_call")
    return IllegalEntry("pass_when_active") if sheet.call.active else None


def _completed(sheet: QwintoSheet, field: Field) -> Iterable[Effect]:
    """What the number just written into the field made complete."""
    if field.row in sheet.full_rows:
        yield Effect("row_complete", field.row)
    if field.column in BONUS_COLUMNS and sheet.is_column_full(field):
        yield Effect("column_complete", str(field.column))


def _entered(sheet: QwintoSheet, *effects: Effect) -> Entered[QwintoSheet]:
    return Entered(sheet, (*effects, Effect("game_over")) if sheet.is_over else effects)
