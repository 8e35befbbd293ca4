"""The players' words for areas, colours, rows and jokers, in English; whoever shows one translates it. No Flask."""


def _l(word: str) -> str:
    """Marks a word for the catalogues."""
    return word


NAMES = {
    "yellow": _l("yellow"),
    "blue": _l("blue"),
    "grey": _l("grey"),
    "green": _l("green"),
    "pink": _l("pink"),
    "white": _l("white"),
    "black": _l("black"),
    "orange": _l("orange"),
    "purple": _l("purple"),
    "top": _l("top row"),
    "middle": _l("middle row"),
    "bottom": _l("bottom row"),
    "reroll": _l("re-roll"),
    "extra_die": _l("extra die"),
    "polish": _l("polish"),
    "fox": _l("fox"),
    "light": _l("light grey"),
    "dark": _l("dark grey"),
}
"""Code → word; a code without one stands for itself."""

SHORT = {
    "yellow": _l("Ye"),
    "blue": _l("Bl"),
    "grey": _l("Gy"),
    "green": _l("Gn"),
    "pink": _l("Pi"),
    "orange": _l("Or"),
    "purple": _l("Pu"),
    "black": "?",
}
"""Code → two or three letters that mark an area besides its colour."""
