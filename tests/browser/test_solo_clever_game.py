"""A whole game of Clever 4ever alone, tapped on one phone from the start to the result. No shortcut past the pages."""

from playwright.sync_api import Page, expect

from tests.browser.taps import Player, field, marked, play_alone, shows, shows_total

ROUND = {"action": "round"}
REROLL = {"action": "use", "joker": "reroll"}
POLISH = {"action": "use", "joker": "polish"}


def extra(die: str) -> dict[str, str]:
    return {"action": "use", "joker": "extra_die", "die": die}


# Each round: three dice as the active player, one from the platter, and what they set off.
ROUND_1 = (  # it gives a re-roll
    {"area": "yellow", "row": "middle", "value": 1},  # a re-roll
    REROLL,
    {"area": "blue", "row": 2, "column": 3},
    {"area": "pink", "value": 5},  # a polish
    {"area": "grey", "segment": "i", "value": 4},  # a re-roll
)
ROUND_2 = (
    ROUND,  # an extra die
    {"area": "yellow", "row": "top", "value": 2},
    {"area": "green", "row": "bottom", "value": 2},  # a re-roll
    {"area": "blue", "row": 6, "column": 5},
    {"area": "pink", "value": 6},
    extra("grey"),
    {"area": "grey", "segment": "a", "value": 1},  # a polish
)
ROUND_3_UP_TO_THE_CHAIN = (
    ROUND,  # a polish
    POLISH,
    {"area": "blue", "row": 2, "column": 4},  # the second cross in row 2: ? pink
    {"area": "pink", "value": 6, "bonus": "pink"},  # ? green
)
ROUND_3 = (
    {"area": "green", "row": "bottom", "value": 5, "bonus": "green"},  # ? blue
    {"area": "blue", "row": 6, "column": 3, "bonus": "blue"},  # the second cross in row 6: a fox
    {"area": "yellow", "row": "bottom", "value": 6},
    {"area": "green", "row": "top", "value": 4},
    {"area": "grey", "segment": "b", "value": 5},
)
ROUND_4 = (
    ROUND,  # ? black
    {"area": "yellow", "row": "middle", "value": 1, "bonus": "black"},  # ? pink
    {"area": "pink", "value": 5, "bonus": "pink"},  # an extra die
    {"area": "grey", "segment": "p", "value": 2},
    {"area": "yellow", "row": "bottom", "value": 5},
    {"area": "blue", "row": 4, "column": 3},
    {"area": "green", "row": "top", "value": 6},
    extra("pink"),
    {"area": "pink", "value": 3},  # and a 3 into the next field
)
ROUND_5 = (
    ROUND,
    {"area": "yellow", "row": "top", "value": 4},  # a polish
    {"area": "grey", "segment": "l", "value": 4},  # ? pink; one of the four is lost
    {"area": "pink", "value": 6, "bonus": "pink"},  # ? grey
    {"area": "grey", "segment": "j", "value": 6, "bonus": "grey"},  # a polish
    {"area": "pink", "value": 4},
    {"area": "blue", "row": 3, "column": 4},
)
ROUND_6 = (
    ROUND,
    {"area": "grey", "segment": "c", "value": 5},  # ? green
    {"area": "green", "row": "bottom", "value": 6, "bonus": "green"},  # a polish
    {"area": "green", "row": "top", "value": 5},
    {"area": "yellow", "row": "middle", "value": 2},  # ? blue
    {"area": "blue", "row": 5, "column": 5, "bonus": "blue"},
    {"area": "blue", "row": 3, "column": 5},  # the second cross in row 3: ? yellow
    {"area": "yellow", "row": "top", "value": 5, "bonus": "yellow"},  # ? grey
    {"area": "grey", "segment": "m", "value": 2, "bonus": "grey"},
)

# The sheet at the end, counted by hand:
#   yellow  top 2 4 5, middle 1 1 2, bottom 6 5: columns 1 and 2 are full  10 + 10 − 4 + 11        =  27
#   blue    column 3: rows 2 6 4; 4: rows 2 3; 5: rows 6 5 3; rising 4-3 and 3-4  9 + 10 + 11 + 6  =  36
#   grey    a b c i j l m p: columns 1 to 7 are full  1 + 2 + 3 + 4 + 5 + 6 + 6                    =  27
#   green   top 4 6 5, bottom 2 5 6: 6 + 11 + 11                                                   =  28
#   pink    5 6 6 5 3 3 6 4: eight fields 23, three 6s 9, one 4 4                                  =  36
#   foxes   one (blue row 6), worth the lowest area: 1 × 27                                        =  27
#   total   27 + 36 + 27 + 28 + 36 + 27 = 181, step 1 (from 180); the next step is at 210
AREAS = {"yellow": 27, "blue": 36, "grey": 27, "green": 28, "pink": 36}
FOXES = "1 × 27 = 27"
TOTAL = 181

# Jokers by hand. Re-roll: round 1, yellow, segment i, green 1 = 4, one spent.
# Extra die: round 2, pink 4 = 2, both spent.
# Polish: pink 1, segment a, round 3, yellow, segment j, green 3 = 6, one spent.
JOKERS = {
    "reroll": "Re-roll: 3 to spend, 1 spent",
    "extra_die": "Extra die: 0 to spend, 2 spent",
    "polish": "Polish: 5 to spend, 1 spent",
}


def test_a_whole_game_alone_scores_what_the_paper_scores(phone: Page) -> None:
    play_alone(phone)
    player = Player(phone)

    player.plays(*ROUND_1)
    shows_total(phone, 1)  # yellow −1, pink 2
    player.plays(*ROUND_2)
    shows_total(phone, 7)  # yellow −1, grey 1 (column 1), pink 4 + 3

    player.plays(*ROUND_3_UP_TO_THE_CHAIN)
    shows_the_middle_of_the_chain(phone)
    phone.reload()
    shows_the_middle_of_the_chain(phone)

    player.plays(*ROUND_3)
    shows_total(phone, 44)  # yellow 15, blue 9, grey 1, green 6, pink 12, a fox 1
    player.plays(*ROUND_4)
    shows(phone, "pink-6", 3)
    shows_total(phone, 78)  # yellow 19, blue 9, grey 6, green 17, pink 21, a fox 6
    player.plays(*ROUND_5)
    shows_total(phone, 119)  # yellow 29, blue 25, grey 6, green 17, pink 36, a fox 6
    player.plays(*ROUND_6)
    shows_total(phone, TOTAL)
    for joker, said in JOKERS.items():
        expect(phone.locator(f'[data-joker="{joker}"]')).to_have_attribute("aria-label", said)

    phone.get_by_role("button", name="End the game").tap()
    phone.get_by_role("button", name="End it now").tap()
    shows_the_result(phone)
    phone.reload()
    shows_the_result(phone)


def shows_the_middle_of_the_chain(phone: Page) -> None:
    """The ? green alone waits; only green fields are legal; yellow −1, grey 1, pink 6 + 6 = 12."""
    expect(phone.locator("[data-bonus]")).to_have_count(1)
    expect(phone.locator('[data-bonus="green"]')).to_be_visible()
    shows(phone, "pink-3", 6)
    expect(field(phone, "green-bottom-2")).to_have_attribute("data-legal", "")
    legal = phone.locator("[data-field][data-legal]")
    assert legal.evaluate_all("fields => fields.map(f => f.dataset.field)") == ["green-top-1", "green-bottom-2"]
    crossed = ["blue-2-3", "blue-2-4", "blue-6-5", "grey-a", "grey-i"]
    assert marked(phone) == [
        *("yellow-top-1", "yellow-middle-1"),
        *crossed,
        "green-bottom-1",
        *("pink-1", "pink-2", "pink-3"),
    ]
    shows_total(phone, 12)


def shows_the_result(phone: Page) -> None:
    expect(phone.get_by_role("heading", name="Result")).to_be_visible()
    for area, points in AREAS.items():
        expect(phone.locator(f'[data-area="{area}"]')).to_have_text(str(points))
    expect(phone.locator("[data-foxes]")).to_have_text(FOXES)
    expect(phone.locator("[data-total]")).to_have_attribute("data-total", str(TOTAL))
    expect(phone.get_by_text("Alone you reached step 1 of 10.")).to_contain_text("The next one is at 210 points.")
