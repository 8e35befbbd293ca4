"""Every sentence that a code of the rules or of the table turns into, in the player's language. No markup."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from flask import Flask, g
from flask_babel import get_locale, get_translations, ngettext
from flask_babel import gettext as _
from flask_babel import lazy_gettext as _l
from jinja2 import pass_context
from jinja2.runtime import Context

from companion.course import Move
from companion.names import NAMES, SHORT
from companion.printing import NotPrintable
from companion.rules.game import Effect, IllegalEntry
from companion.table import Refused, Table

Details = Mapping[str, Any]


class WebRefused(ValueError):
    """The page that posted is old, somebody else's, or asks for something odd.

    :param reason: ``stale``, ``overtaken``, ``not_yours``, ``not_seated``, ``bad_request``, ``rows_first`` or
        ``other_field_next``
    """

    def __init__(self, reason: str, **details: Any) -> None:
        self.reason = reason
        self.details: Details = details
        super().__init__(reason)


def name(code: str) -> str:
    """What the players call it; a code without a name of its own stands for itself."""
    return _spoken(NAMES, code) if code in NAMES else code


def _once(what: str, make: Callable[[], Any]) -> Any:
    """Made at its first use in a request, and kept for the rest of it: a page asks for hundreds of words."""
    if what not in g:
        setattr(g, what, make())
    return getattr(g, what)


def short(code: str) -> str:
    """Two or three letters that mark an area besides its colour."""
    return _spoken(SHORT, code)


_SPOKEN: dict[tuple[str, int, str], str] = {}


def _spoken(words: Mapping[str, str], code: str) -> str:
    """The word in the player's language. A page asks for hundreds, so each is translated once."""
    key = (_once("language", lambda: str(get_locale())), id(words), code)
    if key not in _SPOKEN:
        _SPOKEN[key] = _(words[code])
    return _SPOKEN[key]


def joined(codes: Iterable[str]) -> str:
    """All of them, as a sentence names them: ``"orange, yellow and purple"``."""
    *others, last = map(name, codes)
    return _("%(others)s and %(last)s", others=", ".join(others), last=last) if others else last


def bonus(code: str) -> str:
    return f"?\N{NO-BREAK SPACE}{name(code)}"


def _not_rising(d: Details) -> str:
    above, below = d.get("last", d.get("above")), d.get("below")
    if above and below:
        return _("Must be more than %(above)s and less than %(below)s.", above=above, below=below)
    if above:
        return _("Must be more than %(above)s.", above=above)
    return _("Must be less than %(below)s.", below=below)


def _segment_not_adjacent(d: Details) -> str:
    if d["start"]:
        return _("Begin at the left edge: segment %(first)s or %(second)s.", first=d["start"][0], second=d["start"][1])
    return _("Segment %(segment)s touches nothing crossed yet.", segment=d["segment"])


def _joker_not_earned(d: Details) -> str:
    if not d["earned"]:
        return _("No %(joker)s earned yet.", joker=name(d["joker"]))
    return ngettext(
        "%(joker)s: the only one earned is spent.",
        "%(joker)s: all %(num)s earned are spent.",
        d["earned"],
        joker=name(d["joker"]).capitalize(),
    )


def _wrong_area(d: Details) -> str:
    if d["die"] == "white":
        return _("The white die as an extra die goes anywhere but into blue.")
    return _("The extra die is the %(die)s one: enter it in its own area.", die=name(d["die"]))


def _wrong_colour(d: Details) -> str:
    if not d["colours"]:
        return _("Three grey cards allow no row at all.")
    return _("The call is for %(colours)s.", colours=joined(d["colours"]))


def _card(d: Details) -> dict[str, str]:
    """The words for a card, with a true minus."""
    return {"colour": name(d["colour"]), "value": minus(d["value"])}


def minus(number: int) -> str:
    """The number with a true minus."""
    return str(number).replace("-", "−")


def _undo_breaks(d: Details) -> str:
    inner = IllegalEntry(d["reason"], **d["details"])
    if d["name"] and not d["own"]:
        return _(
            "This cannot be taken back: %(entry)s, which %(name)s entered later, would no longer stand.",
            entry=entry(d["entry"]),
            name=d["name"],
        )
    return _(
        "This cannot be taken back: %(entry)s, entered later, would no longer stand. %(why)s",
        entry=entry(d["entry"]),
        why=why(inner),
    )


REASONS: Mapping[str, Callable[[Details], str]] = {
    # Clever 4ever
    "row_full": lambda d: _("This row is full."),
    "row_closed": lambda d: _("Nothing is more than 6: the top row is closed."),
    "not_rising": _not_rising,
    "cell_taken": lambda d: _("This cell is crossed already."),
    "segment_taken": lambda d: _("Segment %(segment)s is crossed already.", segment=d["segment"]),
    "segment_not_adjacent": _segment_not_adjacent,
    "segment_too_large": lambda d: _(
        "Segment %(segment)s has %(size)s cells: a %(value)s is too small.",
        segment=d["segment"],
        size=d["size"],
        value=d["value"],
    ),
    "bonus_waiting": lambda d: _("First use what waits: %(bonuses)s.", bonuses=", ".join(map(bonus, d["waiting"]))),
    "bonus_not_waiting": lambda d: _("%(bonus)s does not wait any more.", bonus=bonus(d["bonus"])),
    "bonus_other_area": lambda d: _("%(bonus)s cannot be used there.", bonus=bonus(d["bonus"])),
    "joker_not_earned": _joker_not_earned,
    "extra_die_waiting": lambda d: _("First enter the extra die (%(die)s).", die=name(d["die"])),
    "wrong_area": _wrong_area,
    "die_used": lambda d: _("The %(die)s die was an extra die just now: take another one.", die=name(d["die"])),
    "die_fits_nowhere": lambda d: _("No field is left for the %(die)s die.", die=name(d["die"])),
    "last_round": lambda d: _("Round %(rounds)s was the last one.", rounds=d["rounds"]),
    # Qwinto
    "no_such_field": lambda d: _("There is no field here."),
    "field_taken": lambda d: _("A number stands here already."),
    "twice_in_column": lambda d: _("%(value)s already stands in this column.", value=d["value"]),
    "wrong_number": lambda d: _("The call is %(called)s.", called=d["called"]),
    "wrong_colour": _wrong_colour,
    "no_call": lambda d: _("There is no call to answer."),
    "pass_when_active": lambda d: _("Whoever makes the call cannot pass."),
    "misthrow_when_passive": lambda d: _("Only the active player marks a misthrow; you may pass."),
    "number_fits": lambda d: _("The %(value)s still fits somewhere, so it has to be entered.", value=d["value"]),
    "call_unanswered": lambda d: (
        _("The call before this one still waits for the answer of %(name)s.", name=d["name"])
        if d.get("name")
        else _("The call before this one still waits for the active player's answer.")
    ),
    "game_over": lambda d: _("The game is over: a second row is full, or the fourth misthrow is marked."),
    "same_card_twice": lambda d: _("There is only one %(colour)s %(value)s.", **_card(d)),
    "card_lies_open": lambda d: _("The %(colour)s %(value)s lies open already.", **_card(d)),
    "not_equal": lambda d: _("Two cards can only be laid together if their values are equal."),
    "not_neighbours": lambda d: _("Two cards are laid side by side, not across."),
    "neighbour_unknown": lambda d: _("A card beside it is not known yet."),
    "spread_in_doubt": lambda d: _("A call was only said, without its card. First tell which card lies open since."),
    "sum_too_low": lambda d: _("The sum must be at least 1, not %(sum)s.", sum=minus(d["sum"])),
    "sum_impossible": lambda d: ngettext(
        "One die cannot show %(value)s.", "%(num)s dice cannot make %(value)s.", d["dice"], value=d["value"]
    ),
    # The table
    "no_such_table": lambda d: _("No table has this code."),
    "name_taken": lambda d: _("Somebody is called %(name)s already.", name=d["name"]),
    "bad_name": lambda d: _("A name has 1 to %(longest)s characters.", longest=d["longest"]),
    "no_such_game": lambda d: _("Pick one of the games."),
    "table_full": lambda d: ngettext(
        "This game is for one player.", "This game is for at most %(num)s players.", d["most"]
    ),
    "no_sheet": lambda d: _("At least one player needs a sheet here."),
    "game_began": lambda d: _("The game has begun: nobody more can sit down."),
    "no_such_seat": lambda d: _("There is no such seat."),
    "seat_on_paper": lambda d: _("This player writes on paper."),
    "seat_taken": lambda d: _("Another phone keeps this sheet."),
    "seat_not_taken": lambda d: _("Nobody keeps this sheet."),
    "seat_moved": lambda d: _("This link is too old, or the seat has moved already. Ask for a new one."),
    "table_ended": lambda d: _("The game has ended. Reopen it to go on."),
    "table_not_ended": lambda d: _("The game has not ended."),
    "nothing_to_undo": lambda d: _("There is nothing to take back."),
    "no_such_line": lambda d: _("This entry was taken back already."),
    "undo_breaks": _undo_breaks,
    "mend_breaks": lambda d: _(
        "This cannot be changed: %(entry)s, entered later, would no longer stand. %(why)s",
        entry=entry(d["entry"]),
        why=why(IllegalEntry(d["reason"], **d["details"])),
    ),
    "not_mendable": lambda d: _("An entry cannot be changed into a round or a call."),
    "nothing_to_mend": lambda d: _("This stands there already."),
    "no_turns": lambda d: _("There is no turn to pass on."),
    # The pages
    "rows_first": lambda d: _("First tick the rows of the call, then tap its number."),
    "overtaken": lambda d: _("Somebody was faster. Look again."),
    "stale": lambda d: _("The sheet has changed meanwhile; nothing was entered. Look again."),
    "not_yours": lambda d: _("This is somebody else's sheet: you can look, but not enter."),
    "not_seated": lambda d: _("Take a seat at this table first."),
    "bad_request": lambda d: _("Something is missing in this entry; nothing was entered."),
    "other_field_next": lambda d: _("This row is filled from left to right: field %(next)s is next.", next=d["next"]),
}

FORESEEN = ("joker", "fox", "bonus", "row_complete", "column_complete", "game_over")
"""The kinds of effects that a field shows before the entry."""
_JOKERS: tuple[str, ...] = ("reroll", "extra_die", "polish")

EFFECTS: Mapping[str, Callable[[str], str]] = {
    "joker": lambda of: _("%(joker)s earned", joker=name(of)),
    "fox": lambda of: _("a fox"),
    "bonus": lambda of: _("%(bonus)s waits", bonus=bonus(of)),
    "lapsed": lambda of: _("%(bonus)s lapses: no field is left", bonus=name(of) if of in _JOKERS else bonus(of)),
    "written": lambda of: _("the 3 is written twice"),
    "round": lambda of: _("round %(round)s begins", round=of),
    "called": lambda of: _("the call is %(number)s", number=of),
    "row_complete": lambda of: _("the %(row)s row is complete", row=name(of)),
    "column_complete": lambda of: _("column %(column)s is complete", column=of),
    "game_over": lambda of: _("the game is over"),
}
NOT_PRINTABLE: Mapping[str, Callable[[Details], str]] = {
    "no_such_game": lambda d: _("There is no such game here."),
    "no_such_paper": lambda d: _("This paper is not offered."),
    "no_such_ink": lambda d: _("Choose colour or ink-saving."),
    "no_such_language": lambda d: _("Choose German or English."),
    "no_such_seat": lambda d: _("Nobody keeps a sheet on this seat."),
    "bad_number": lambda d: (
        _("1, 2 or 4 sheets can stand on a page.")
        if d["what"] == "up"
        else _("From 1 to 50 pages can be printed at once.")
    ),
    "bad_text": lambda d: (
        _("A name may have up to %(longest)s characters, and only such as can be printed.", longest=d["longest"])
        if d["what"] == "names"
        else _(
            "The title may have up to %(longest)s characters, and only such as can be printed.", longest=d["longest"]
        )
    ),
    "too_many_names": lambda d: _("No more than %(most)s names.", most=d["most"]),
    "too_small": lambda d: _("The fields would be too small for a pen. Choose larger paper or fewer sheets a page."),
}
STATUS: Mapping[int, Callable[[], str]] = {
    400: lambda: _("The page sent something that makes no sense here."),
    403: lambda: _("Only the pages of this app may do that."),
    404: lambda: _("There is nothing at this address. Perhaps it was mistyped, or the code in it."),
    405: lambda: _("This address is not to be opened that way."),
    413: lambda: _("That was far too much."),
    414: lambda: _("That was far too much."),
    429: lambda: _("That was too much at once. Wait a moment and try again."),
    503: lambda: _("The saved games cannot be reached right now. Nothing is lost; try again in a moment."),
}


def why(error: Exception, names: Mapping[int, str] | None = None, own: int | None = None) -> str:
    """The sentence for a refusal, with its numbers in it.

    :param names: seat → name, for the sentences that name a player
    :param own: the seat that is told
    """
    reason = getattr(error, "reason", "bad_request")
    details: Details = getattr(error, "details", {})
    seat = details.get("seat", 0)
    return REASONS[reason]({"name": (names or {}).get(seat), "own": seat == own, **details})


def not_printable(refused: NotPrintable) -> str:
    """Why something cannot be printed like that."""
    return NOT_PRINTABLE[refused.reason](refused.details)


def effect(of: Effect) -> str:
    """What happened, as part of a sentence."""
    return EFFECTS[of.kind](of.name)


def entry(data: Mapping[str, Any]) -> str:
    """An entry as a player would say it: ``"yellow, top row: 4"``."""
    if data.get("action") == "use":
        return _("spending %(joker)s", joker=name(data["joker"]))
    if data.get("action") == "forgo":
        return _("giving up %(bonus)s", bonus=bonus(data["bonus"]))
    if "action" in data:
        return str(ACTIONS[data["action"]])
    place = data.get("area"), data.get("row"), data.get("segment")
    where = ", ".join(name(part) if isinstance(part, str) else str(part) for part in place if part)
    column = data.get("column")
    if "value" not in data:
        return f"{where} × {column}"
    return f"{where}: {data['value']}"


def said(data: Any) -> str | None:
    """What has to be told of an own entry that one tap made and that costs something; None for any other."""
    if data == {"action": "misthrow"}:
        return _("Misthrow marked. ↶ takes it back.")
    if isinstance(data, dict) and data.get("action") == "use":
        return _("Spent: %(joker)s", joker=name(data["joker"]))
    if isinstance(data, dict) and data.get("action") == "forgo":
        return _("Given up: %(bonus)s", bonus=bonus(data["bonus"]))
    return None


def marked(data: Any) -> str | None:
    """An own entry that marked a field, to be spoken; None for any other."""
    return entry(data) if isinstance(data, dict) and "action" not in data else None


def news(table: Table, move: Move, effects: Iterable[Effect], mine: bool) -> str:
    """What somebody did for the whole table.

    :param effects: what it set off on the sheet that is told of it
    :param mine: whether it is this sheet's turn now
    """
    if move.passed:
        return turn(table, mine) or _("Everybody had the last turn.")
    data = table.game.plainly(move.entry)
    if "colours" not in data:
        return capitalized(", ".join(map(effect, effects)))
    who = table.seat(move.by).name if move.by else _("Somebody")
    if not data["colours"]:
        return _("%(name)s calls %(number)s, for no row at all.", name=who, number=data["value"])
    return _(
        "%(name)s calls %(number)s in %(colours)s.", name=who, number=data["value"], colours=joined(data["colours"])
    )


def withdrawn(table: Table, of: Move) -> str:
    """What was taken back, from every sheet."""
    if not of.passed and "colours" in table.game.plainly(of.entry):
        return _("The call was taken back, and the answers to it.")
    return _("Taken back: %(entry)s", entry=move(of))


def turn(table: Table, mine: bool) -> str | None:
    """Whose turn it is; None if nobody's."""
    if table.turn is None:
        return None
    return _("It is your turn.") if mine else _("It is the turn of %(name)s.", name=table.seat(table.turn).name)


def move(of: Move) -> str:
    """What the table would take back."""
    return _("the turn passed on") if of.passed else entry(of.entry.to_json())


def capitalized(sentence: str) -> str:
    return sentence[:1].upper() + sentence[1:]


ACTIONS = {
    "round": _l("the next round"),
    "misthrow": _l("a misthrow"),
    "pass": _l("a pass"),
    "call": _l("a call"),
}


def of_status(code: int) -> str:
    """The sentence of an error page."""
    sentence = STATUS.get(code)
    return sentence() if sentence else _("Something went wrong here. Nothing that was entered is lost.")


def _anew(say: Callable[..., str | None]) -> Callable[..., str | None]:
    """As a filter that is asked each time: of a constant Jinja would keep the first answer, in whoever's language."""

    @pass_context
    def filtered(_: Context, *args: Any) -> str | None:
        return say(*args)

    return filtered


def register(app: Flask) -> None:
    """Let the templates speak."""
    for say in (name, short, joined, bonus, effect, entry, move):
        app.jinja_env.filters[say.__name__] = _anew(say)
    app.jinja_env.install_gettext_callables(  # type: ignore[attr-defined]
        gettext=lambda message: _once("translations", get_translations).gettext(message),
        ngettext=lambda one, many, n: _once("translations", get_translations).ngettext(one, many, n),
        newstyle=True,
    )


__all__ = ["Refused", "WebRefused", "effect", "entry", "name", "of_status", "register", "why"]
