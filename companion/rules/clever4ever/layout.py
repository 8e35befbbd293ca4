"""The printed Clever 4ever sheet: every number and bonus on it, once. No rules.

A bonus is a joker ("reroll", "extra_die", "polish"), a "fox", or a ? of a colour ("?grey", "?black").
"""

FACES = range(1, 7)
AREAS = ("yellow", "blue", "grey", "green", "pink")
DICE = (*AREAS, "white")

MAX_PLAYERS = 4
ROUNDS = {1: 6, 2: 6, 3: 5, 4: 4}  # players → rounds
ROUND_BONUSES = ("reroll", "extra_die", "polish", "?black", None, None)

YELLOW_COLUMNS = 5
YELLOW_BONUSES = {
    "top": (None, "polish", "?grey", "?green", "fox"),
    "middle": ("reroll", "?pink", "?blue", "extra_die", "?yellow"),
    "bottom": (None, None, None, None, None),
}
YELLOW_COLUMN_POINTS = (10, 10, 15, 15, 20)

BLUE_SIZE = 6
BLUE_CROSSES_NEEDED = 2
BLUE_ROW_BONUSES = ("?green", "?pink", "?yellow", "extra_die", "?grey", "fox")
BLUE_FALLING_DIAGONAL_BONUS = "reroll"
BLUE_FALLING_DIAGONAL = frozenset((place, place) for place in FACES)  # top left to bottom right
BLUE_RISING_DIAGONAL = frozenset((BLUE_SIZE + 1 - place, place) for place in FACES)  # bottom left to top right
BLUE_COLUMN_POINTS = (7, 8, 9, 10, 11, 12)
BLUE_RISING_DIAGONAL_POINTS = 6

GREY_ROWS = 4
GREY_COLUMNS = 16
GREY_SEGMENT_ROWS = (
    "abbccccddeefgghh",
    "ibbjjjcdddefgkhh",
    "iiblljmnneeogkkh",
    "ippljjmnneoogkqh",
)
GREY_SHADES = {"white": "bdkmo", "light": "cegilq", "dark": "afhjnp"}  # shade → its segments
GREY_SHADE = {segment: shade for shade, segments in GREY_SHADES.items() for segment in segments}
GREY_START_SEGMENTS = ("a", "i")
GREY_CELL_BONUSES = {  # (row, column) → bonus
    (1, 1): "polish",
    (1, 6): "?green",
    (1, 13): "polish",
    (2, 8): "reroll",
    (2, 16): "?green",
    (3, 4): "?pink",
    (3, 6): "polish",
    (3, 10): "polish",
    (3, 14): "?blue",
    (4, 1): "reroll",
    (4, 8): "extra_die",
    (4, 12): "?yellow",
    (4, 15): "polish",
}
GREY_COLUMN_POINTS = (1, 2, 3, 4, 5, 6, 6, 7, 7, 8, 8, 9, 9, 10, 10, 11)
GREY_SHADE_BONUS = "fox"

GREEN_FIELDS = 11
GREEN_BOTTOM_BONUSES = (
    "reroll",
    "?blue",
    "polish",
    "?yellow",
    "?grey",
    "extra_die",
    "?pink",
    "?blue",
    "?yellow",
    "fox",
    "extra_die",
)
GREEN_DOUBLED_FROM = 4

PINK_FIELDS = 12
PINK_POINTS = (2, 4, 6, 9, 12, 15, 19, 23, 27, 32, 37, 42)
PINK_BONUSES = ("polish", None, "?green", "extra_die", "reroll", None, "?grey", "fox", None, "?blue", None, "?yellow")
PINK_BONUS_FROM = 5
PINK_EXTRA_POINTS = {2: 2, 4: 4, 6: 3}  # number → points for each
PINK_DOUBLE = 3  # writes itself into the next field too

JOKERS = ("reroll", "extra_die", "polish")
JOKER_SLOTS = {"reroll": 7, "extra_die": 7, "polish": 9}
JOKER_WHEN_FULL = {"reroll": "?pink", "extra_die": None, "polish": None}

FOXES = 4 + len(GREY_SHADES)  # printed on fields, and one for each shade

SOLO_RATING_STEPS = (180, 210, 240, 270, 300, 330, 360, 390, 420, 450)

GREY_CELLS = {  # segment → its cells, by rows
    segment: tuple(
        (row, column)
        for row, printed in enumerate(GREY_SEGMENT_ROWS, 1)
        for column, name in enumerate(printed, 1)
        if name == segment
    )
    for segment in sorted(set("".join(GREY_SEGMENT_ROWS)))
}
GREY_WIDEST = {  # segment → row, first column and width of its longest row of cells; of equal ones the upper
    segment: max(
        ((row, column, sum(r == row for r, _ in cells)) for row, column in cells),
        key=lambda place: (place[2], -place[0], -place[1]),
    )
    for segment, cells in GREY_CELLS.items()
}
GREY_NEIGHBOURS = {  # segment → the segments that share an edge with it
    segment: frozenset(
        other
        for other, others in GREY_CELLS.items()
        if other != segment and any(abs(r - s) + abs(c - d) == 1 for r, c in cells for s, d in others)
    )
    for segment, cells in GREY_CELLS.items()
}
