"""Entering, undoing and mending on a sheet: what a tap does, what is refused, and that nothing is lost or doubled."""

import re
from collections.abc import Callable

import pytest
from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import CUT, ConsoleErrors
from tests.browser.taps import (
    CLEVER,
    DICE,
    at_table,
    begin_round,
    enter,
    field,
    marked,
    number,
    open_table,
    pick_bonus,
    play_alone,
    shows,
    shows_total,
    sit_down,
)

TOP = {"area": "yellow", "row": "top"}
BLUE_PAIR = ({"area": "blue", "row": 2, "column": 3}, {"area": "blue", "row": 2, "column": 4})
"""The second one is the second cross in row 2: ? pink."""
ENTRIES = re.compile("/entries$")
OpenPhone = Callable[..., Page]


def refused(phone: Page, why: str, errors: ConsoleErrors, status: int = 422) -> None:
    """The sentence is to be seen; the browser's console names the status, and nothing else went wrong."""
    expect(phone.get_by_role("alert")).to_have_text(why)
    expect(phone.get_by_role("alert")).to_be_in_viewport()
    errors.provoke(f"status of {status}")


def undo(phone: Page) -> None:
    """Take the last entry back, and wait for the sheet without it."""
    with phone.expect_response(lambda answer: answer.url.endswith("/undo")):
        phone.get_by_role("button", name="Take back").tap()


def waiting(phone: Page) -> list[str]:
    bonuses: list[str] = phone.locator("[data-bonus]").evaluate_all("all => all.map(b => b.dataset.bonus)")
    return bonuses


def let_a_pink_bonus_wait(phone: Page) -> None:
    for entry in BLUE_PAIR:
        enter(phone, entry)
    expect(phone.locator('[data-bonus="pink"]')).to_be_visible()


def two_at_a_table(open_phone: OpenPhone, game: str) -> tuple[Page, Page]:
    """The phones of Ada and Ben, each on its own sheet."""
    ada, ben = open_phone(), open_phone()
    table = open_table(ada, game, ["Ada", "Ben"])
    at_table(ada, "Ada").get_by_role("link", name="Open").tap()  # the seat is hers: she opened the table
    expect(ada.get_by_role("heading", level=1, name="Ada")).to_be_visible()
    sit_down(ben, table, "Ben")
    return ada, ben


def reach_again(phone: Page) -> None:
    """What a phone tells its pages when a connection is back; they would try by themselves a little later."""
    phone.evaluate("dispatchEvent(new Event('online'))")


def call(phone: Page, value: int, *colours: str) -> None:
    phone.get_by_role("button", name="Make a call").tap()
    for colour in colours:
        phone.get_by_role("checkbox", name=colour).check()
    phone.locator(f'[data-call="{value}"]').tap()
    expect(phone.get_by_role("group", name="The call")).to_contain_text(f"Your call: {value}")


# Both ways


def test_a_number_lights_up_the_fields_that_take_it_and_one_of_them_takes_it(phone: Page) -> None:
    play_alone(phone)
    enter(phone, {**TOP, "value": 4})
    number(phone, 4).tap()
    expect(number(phone, 4)).to_have_attribute("aria-pressed", "true")
    legal = phone.locator("[data-field][data-legal]").evaluate_all("fields => fields.map(f => f.dataset.field)")
    # Not the top row, which must rise; of the grey only the start segments, of 1 and 4 cells. Blue needs no number.
    assert [name for name in legal if not name.startswith("blue")] == [
        *("yellow-middle-1", "yellow-bottom-1", "grey-a", "grey-i", "green-top-1", "green-bottom-1", "pink-1")
    ]
    field(phone, "yellow-bottom-1").tap()
    shows(phone, "yellow-bottom-1", 4)
    assert marked(phone) == ["yellow-top-1", "yellow-bottom-1"]


def test_a_field_waits_for_its_number(phone: Page) -> None:
    play_alone(phone)
    field(phone, "pink-1").tap()
    expect(field(phone, "pink-1")).to_have_attribute("aria-pressed", "true")
    assert marked(phone) == []
    number(phone, 4).tap()
    shows(phone, "pink-1", 4)
    shows_total(phone, 2 + 4)  # one field, and a 4


def test_a_picked_number_and_a_picked_field_are_let_go_by_a_second_tap(phone: Page) -> None:
    play_alone(phone)
    for button in (number(phone, 4), field(phone, "pink-1")):
        button.tap()
        expect(button).to_have_attribute("aria-pressed", "true")
        button.tap()
        expect(button).not_to_have_attribute("aria-pressed", "true")
    assert marked(phone) == []


def test_a_blue_cell_is_one_tap(phone: Page) -> None:
    play_alone(phone)
    field(phone, "blue-6-6").tap()
    expect(field(phone, "blue-6-6")).to_have_attribute("data-marked", "")


def test_a_small_segment_can_be_picked_by_its_chip(phone: Page) -> None:
    play_alone(phone)
    number(phone, 1).tap()
    phone.locator('[data-chip="grey-a"]').tap()
    expect(field(phone, "grey-a")).to_have_attribute("data-marked", "")
    shows_total(phone, 0)


def test_an_open_call_lights_up_where_it_may_go_and_one_tap_answers_it(open_phone: OpenPhone) -> None:
    ada, ben = two_at_a_table(open_phone, DICE)
    call(ada, 8, "orange", "yellow")
    expect(ben.get_by_role("group", name="The call")).to_contain_text("Call: 8 orange yellow")
    for phone, name in ((ada, "orange-4"), (ben, "yellow-9")):
        expect(phone.locator("[data-number][data-fits]")).to_have_text(["8"])
        expect(field(phone, name)).to_have_attribute("data-legal", "")
        expect(field(phone, "purple-1")).not_to_have_attribute("data-legal", "")
        field(phone, name).tap()
        shows(phone, name, 8)
        expect(phone.get_by_role("group", name="The call")).to_have_count(0)
        assert marked(phone) == [name]


# Refusals


@pytest.mark.parametrize(
    ("area", "tapped", "value", "why", "field_first"),
    [
        ("Yellow", "yellow-top-2", 3, "Must be more than 4.", False),
        ("Yellow", "yellow-top-2", 4, "Must be more than 4.", True),
        ("Grey", "grey-i", 3, "Segment i has 4 cells: a 3 is too small.", True),
        ("Grey", "grey-p", 6, "Begin at the left edge: segment a or i.", False),
        ("Green", "green-bottom-4", 6, "This row is filled from left to right: field 1 is next.", False),
        ("Pink", "pink-12", 6, "This row is filled from left to right: field 1 is next.", False),
    ],
)
def test_an_illegal_tap_says_why_in_its_area_and_changes_nothing(
    phone: Page, console_errors: ConsoleErrors, area: str, tapped: str, value: int, why: str, field_first: bool
) -> None:
    play_alone(phone)
    enter(phone, {**TOP, "value": 4})
    taps = [number(phone, value), field(phone, tapped)]
    for button in reversed(taps) if field_first else taps:
        button.tap()
    refused(phone, why, console_errors)
    expect(phone.get_by_role("region", name=area).get_by_role("alert")).to_have_text(why)
    assert marked(phone) == ["yellow-top-1"]
    shows_total(phone, 0)


@pytest.mark.parametrize(
    ("area", "tapped", "why"),
    [
        ("Yellow", "yellow-top-3", "This row is filled from left to right: field 2 is next."),
        ("Grey", "grey-p", "Begin at the left edge: segment a or i."),
        ("Pink", "pink-12", "This row is filled from left to right: field 1 is next."),
    ],
)
def test_a_field_that_takes_no_number_says_why_at_once_and_the_next_number_goes_elsewhere(
    phone: Page, area: str, tapped: str, why: str
) -> None:
    play_alone(phone)
    enter(phone, {**TOP, "value": 4})
    for _ in range(2):
        field(phone, tapped).tap()
        expect(phone.get_by_role("region", name=area).get_by_role("alert")).to_have_text(why)
        expect(phone.get_by_role("alert")).to_be_in_viewport()
        expect(field(phone, tapped)).not_to_have_attribute("aria-pressed", "true")
    assert marked(phone) == ["yellow-top-1"]
    number(phone, 5).tap()
    field(phone, "yellow-top-2").tap()
    shows(phone, "yellow-top-2", 5)
    expect(phone.get_by_role("alert")).to_have_count(0)


def test_a_field_says_everything_that_keeps_numbers_out_of_it(phone: Page) -> None:
    play_alone(phone, DICE)
    for row, column, value in (("orange", 3, 7), ("orange", 5, 9), ("yellow", 4, 8)):
        enter(phone, {"row": row, "column": column, "value": value})
    field(phone, "orange-4").tap()
    why = "Must be more than 7 and less than 9. 8 already stands in this column."
    expect(phone.get_by_role("alert")).to_have_text(why)


def test_a_field_tapped_behind_an_entry_on_its_way_takes_a_number_once_that_stands(phone: Page) -> None:
    play_alone(phone)
    number(phone, 4).tap()
    field(phone, "yellow-top-1").tap()
    field(phone, "yellow-top-2").tap()
    shows(phone, "yellow-top-1", 4)
    expect(phone.get_by_role("alert")).to_have_count(0)
    number(phone, 5).tap()
    shows(phone, "yellow-top-2", 5)


def test_after_a_refusal_the_number_goes_elsewhere(phone: Page, console_errors: ConsoleErrors) -> None:
    play_alone(phone)
    enter(phone, {**TOP, "value": 4})
    number(phone, 3).tap()
    field(phone, "yellow-top-2").tap()
    refused(phone, "Must be more than 4.", console_errors)
    field(phone, "yellow-middle-1").tap()
    shows(phone, "yellow-middle-1", 3)
    expect(phone.get_by_role("alert")).to_have_count(0)


def test_after_a_refusal_the_field_takes_another_number(phone: Page, console_errors: ConsoleErrors) -> None:
    play_alone(phone)
    enter(phone, {**TOP, "value": 4})
    field(phone, "yellow-top-2").tap()
    number(phone, 3).tap()
    refused(phone, "Must be more than 4.", console_errors)
    number(phone, 5).tap()
    shows(phone, "yellow-top-2", 5)
    expect(phone.get_by_role("alert")).to_have_count(0)


def test_a_joker_that_is_not_earned_is_refused_with_a_sentence(phone: Page, console_errors: ConsoleErrors) -> None:
    play_alone(phone)
    phone.locator('[data-joker="polish"]').tap()
    refused(phone, "No polish earned yet.", console_errors)


def test_the_dice_of_a_call_are_gone_before_the_next_one(phone: Page) -> None:
    play_alone(phone, DICE)
    for faces, total in ((("orange 3", "yellow 5"), 8), (("yellow 5",), 5)):
        phone.get_by_role("button", name=re.compile("Make a call|New call")).tap()
        for die in faces:
            colour, face = die.split()
            phone.get_by_role("group", name=colour.capitalize()).get_by_role("radio", name=face).tap()
        expect(phone.locator(".sum")).to_contain_text(f"= {total} in")
        assert phone.locator(".rolled :checked").evaluate_all("all => all.map(die => die.value)") == [
            *(["3"] if len(faces) == 2 else [""]),
            "5",
            "",
        ]
        phone.get_by_role("button", name="Call it").tap()
        expect(phone.get_by_role("group", name="The call")).to_contain_text(f"Your call: {total}")
        field(phone, "yellow-9" if total == 8 else "yellow-2").tap()
        expect(phone.get_by_role("group", name="The call")).to_have_count(0)


def test_a_number_that_the_dice_cannot_make_says_why_in_sight(phone: Page, console_errors: ConsoleErrors) -> None:
    play_alone(phone, DICE)
    phone.get_by_role("button", name="Make a call").tap()
    phone.get_by_role("checkbox", name="orange").check()
    phone.locator('[data-call="13"]').tap()
    refused(phone, "One die cannot show 13.", console_errors)
    expect(phone.get_by_role("alert")).to_be_in_viewport()
    expect(phone.locator("#call")).to_be_visible()


# Undo and mending


def test_undo_takes_a_bonus_chain_back_step_by_step(phone: Page) -> None:
    play_alone(phone)
    for value in (6, 6):
        enter(phone, {"area": "pink", "value": value})
    let_a_pink_bonus_wait(phone)
    enter(phone, {"area": "pink", "value": 5, "bonus": "pink"})  # pink 3 with a 5: ? green
    expect(phone.locator('[data-bonus="green"]')).to_be_visible()
    enter(phone, {"area": "green", "row": "bottom", "value": 2, "bonus": "green"})
    expect(phone.locator("[data-bonus]")).to_have_count(0)

    undo(phone)
    expect(field(phone, "green-bottom-1")).not_to_have_attribute("data-marked", "")
    assert waiting(phone) == ["green"]
    undo(phone)
    expect(field(phone, "pink-3")).not_to_have_attribute("data-marked", "")
    assert waiting(phone) == ["pink"]
    undo(phone)
    expect(phone.locator("[data-bonus]")).to_have_count(0)
    assert marked(phone) == ["blue-2-3", "pink-1", "pink-2"]
    for _ in range(3):
        undo(phone)
    expect(phone.locator("[data-field][data-marked]")).to_have_count(0)
    expect(phone.get_by_role("button", name="Take back")).to_be_disabled()
    shows_total(phone, 0)


def test_an_earlier_entry_is_mended_where_it_stands(phone: Page) -> None:
    play_alone(phone)
    for value in (2, 4, 5):
        enter(phone, {**TOP, "value": value})
    field(phone, "yellow-top-2").tap()
    expect(phone.get_by_role("group", name="Mend")).to_contain_text("yellow, top row: 4")
    phone.get_by_role("button", name="Take it back").tap()
    expect(field(phone, "yellow-top-3")).not_to_have_attribute("data-marked", "")
    shows(phone, "yellow-top-1", 2)
    shows(phone, "yellow-top-2", 5)


def test_an_entry_is_kept_when_the_player_thinks_better_of_it(phone: Page) -> None:
    play_alone(phone)
    enter(phone, {"area": "pink", "value": 4})
    enter(phone, {"area": "grey", "segment": "a", "value": 1})
    field(phone, "pink-1").tap()
    phone.get_by_text("Keep it").tap()
    expect(phone.get_by_role("group", name="Mend")).to_have_count(0)
    shows(phone, "pink-1", 4)


def test_mending_is_refused_with_the_name_of_the_entry_that_would_fall(
    phone: Page, console_errors: ConsoleErrors
) -> None:
    play_alone(phone)
    enter(phone, {"area": "grey", "segment": "i", "value": 4})
    enter(phone, {"area": "pink", "value": 1})
    enter(phone, {"area": "grey", "segment": "p", "value": 2})
    field(phone, "grey-i").tap()
    phone.get_by_role("button", name="Take it back").tap()
    refused(
        phone,
        "This cannot be taken back: grey, p: 2, entered later, would no longer stand. "
        "Begin at the left edge: segment a or i.",
        console_errors,
    )
    assert marked(phone) == ["grey-i", "grey-p", "pink-1"]


def test_a_new_call_ends_mending(open_phone: OpenPhone) -> None:
    ada, ben = two_at_a_table(open_phone, DICE)
    enter(ben, {"row": "orange", "column": 4, "value": 7})
    enter(ben, {"row": "purple", "column": 4, "value": 3})
    field(ben, "orange-4").tap()
    expect(ben.get_by_role("group", name="Mend")).to_contain_text("orange: 7")
    call(ada, 8, "orange", "yellow")
    expect(ben.get_by_role("group", name="The call")).to_contain_text("Call: 8 orange yellow")
    expect(ben.get_by_role("group", name="Mend")).to_have_count(0)
    enter(ben, {"row": "orange", "column": 7, "value": 8})  # and the number keys enter again
    shows(ben, "orange-4", 7)


@pytest.mark.parametrize(
    ("answer", "round_", "left"),
    [
        ("the next round, for everybody", 1, ["pink-1"]),
        ("pink: 4", 2, []),
    ],
)
def test_undo_after_a_round_at_a_table_of_two_asks_what_to_take_back_and_does_it(
    open_phone: OpenPhone, answer: str, round_: int, left: list[str]
) -> None:
    ada, ben = two_at_a_table(open_phone, CLEVER)
    enter(ada, {"area": "pink", "value": 4})
    begin_round(ada)
    expect(ben.get_by_text("Round 2 of 6")).to_be_visible()
    ada.get_by_role("button", name="Take back").tap()
    question = ada.get_by_role("group", name="Take back what?")
    expect(question).to_be_in_viewport()
    assert marked(ada) == ["pink-1"]
    with ada.expect_response(lambda response: response.url.endswith("/undo")):
        question.get_by_role("button", name=answer, exact=True).tap()
    expect(question).to_have_count(0)
    expect(ada.locator("#said")).to_have_text(f"Taken back: {answer.partition(', for')[0]}")
    for phone in (ada, ben):
        expect(phone.get_by_text(f"Round {round_} of 6")).to_be_visible()
    assert marked(ada) == left


def test_undo_that_asks_takes_nothing_back_when_the_player_thinks_better_of_it(open_phone: OpenPhone) -> None:
    ada, _ = two_at_a_table(open_phone, CLEVER)
    enter(ada, {"area": "pink", "value": 4})
    begin_round(ada)
    ada.get_by_role("button", name="Take back").tap()
    question = ada.get_by_role("group", name="Take back what?")
    question.get_by_text("Nothing", exact=True).tap()
    expect(question).to_have_count(0)
    expect(ada.get_by_text("Round 2 of 6")).to_be_visible()
    assert marked(ada) == ["pink-1"]


def test_a_round_in_which_nothing_was_entered_is_asked_about(phone: Page) -> None:
    play_alone(phone)
    question = phone.get_by_role("group", name="Are you sure?")
    next_round = phone.get_by_role("button", name=re.compile("Next round$"))
    next_round.tap()
    expect(question).to_contain_text("Nothing was entered here in this round.")
    expect(question).to_be_in_viewport()
    question.get_by_text("Not yet").tap()
    expect(question).to_have_count(0)
    expect(phone.get_by_text("Round 1 of 6")).to_be_visible()

    next_round.tap()
    question.get_by_role("button", name="Next round all the same").tap()
    expect(phone.get_by_text("Round 2 of 6")).to_be_visible()
    expect(question).to_have_count(0)

    enter(phone, {"area": "pink", "value": 4})
    next_round.tap()  # something was entered: no question
    expect(phone.get_by_text("Round 3 of 6")).to_be_visible()


# Bonuses that wait


def test_a_waiting_bonus_lets_nothing_else_be_entered(phone: Page, console_errors: ConsoleErrors) -> None:
    play_alone(phone)
    let_a_pink_bonus_wait(phone)
    field(phone, "blue-1-1").tap()
    refused(phone, "? pink cannot be used there.", console_errors)
    phone.locator('[data-joker="reroll"]').tap()
    refused(phone, "First use what waits: ? pink.", console_errors)
    assert marked(phone) == ["blue-2-3", "blue-2-4"]
    assert waiting(phone) == ["pink"]


def let_pink_and_black_wait(phone: Page) -> None:
    """A round may begin while something waits, and the fourth gives ? black."""
    let_a_pink_bonus_wait(phone)
    for _ in range(3):
        begin_round(phone)
    expect(phone.locator("[data-bonus]")).to_have_count(2)


@pytest.mark.parametrize(("first", "second"), [("pink", "black"), ("black", "pink")])
def test_bonuses_that_wait_are_used_in_any_order(phone: Page, first: str, second: str) -> None:
    play_alone(phone)
    let_pink_and_black_wait(phone)
    for bonus, value in ((first, 1), (second, 2)):
        pick_bonus(phone, bonus)
        enter(phone, {"area": "pink", "value": value, "bonus": bonus})
    expect(phone.locator("[data-bonus]")).to_have_count(0)
    shows(phone, "pink-1", 1)
    shows(phone, "pink-2", 2)


def test_the_bonus_that_is_picked_is_the_one_that_is_used(phone: Page) -> None:
    play_alone(phone)
    let_pink_and_black_wait(phone)
    pick_bonus(phone, "black")
    field(phone, "blue-5-1").tap()
    expect(field(phone, "blue-5-1")).to_have_attribute("data-marked", "")
    assert waiting(phone) == ["pink"]


def test_a_bonus_is_given_up(phone: Page) -> None:
    play_alone(phone)
    let_pink_and_black_wait(phone)
    pick_bonus(phone, "black")
    phone.get_by_role("button", name="Give up ? black").tap()
    expect(phone.locator("[data-bonus]")).to_have_count(1)
    assert waiting(phone) == ["pink"]
    assert marked(phone) == ["blue-2-3", "blue-2-4"]


def test_an_entry_overtakes_the_slow_look_at_its_bonus(phone: Page) -> None:
    """On a slow line the sheet's new look is still on its way when the field is tapped already."""
    play_alone(phone)
    let_a_pink_bonus_wait(phone)
    held: list[Route] = []
    phone.route(re.compile("bonus=pink"), lambda route: held.append(route))
    with phone.expect_request(re.compile("bonus=pink")):
        phone.locator('[data-bonus="pink"]').tap()
    number(phone, 4).tap()
    field(phone, "pink-1").tap()
    shows(phone, "pink-1", 4)
    expect(phone.get_by_role("alert")).to_have_count(0)
    assert waiting(phone) == []


# Twice, too late, and without a connection


def test_the_same_sheet_on_two_tabs_keeps_in_step(phone: Page) -> None:
    play_alone(phone)
    other = phone.context.new_page()
    other.goto(phone.url)
    enter(phone, {**TOP, "value": 2})
    shows(other, "yellow-top-1", 2)
    enter(other, {**TOP, "value": 3})
    phone.bring_to_front()
    shows(phone, "yellow-top-2", 3)


def test_a_stale_entry_is_refused_and_the_sheet_as_it_stands_is_shown(
    phone: Page, console_errors: ConsoleErrors
) -> None:
    play_alone(phone)
    other = phone.context.new_page()
    other.route("**/events", lambda route: route.abort())  # this tab hears nothing of the first
    other.goto(phone.url)
    enter(phone, {**TOP, "value": 2})
    number(other, 5).tap()
    field(other, "yellow-top-1").tap()
    expect(other.get_by_role("alert")).to_have_text("The sheet has changed meanwhile; nothing was entered. Look again.")
    shows(other, "yellow-top-1", 2)
    assert marked(other) == ["yellow-top-1"]
    field(other, "yellow-top-2").tap()  # the 5 is still picked
    phone.bring_to_front()
    shows(phone, "yellow-top-2", 5)
    console_errors.provoke("status of 409", *CUT)  # the refusal, and the stream that was cut


@pytest.mark.parametrize("entry", [{"area": "blue", "row": 1, "column": 2}, {"area": "pink", "value": 4}])
def test_a_double_tap_enters_once(phone: Page, entry: dict[str, int | str]) -> None:
    play_alone(phone)
    name = "blue-1-2" if entry["area"] == "blue" else "pink-1"
    if "value" in entry:
        number(phone, int(entry["value"])).tap()
    field(phone, name).dblclick()
    expect(field(phone, name)).to_have_attribute("data-marked", "")
    expect(phone.get_by_role("group", name="Mend")).to_have_count(0)
    undo(phone)
    expect(phone.locator("[data-field][data-marked]")).to_have_count(0)
    expect(phone.get_by_role("button", name="Take back")).to_be_disabled()


def test_a_second_tap_on_a_field_while_the_first_is_on_its_way_enters_nothing(phone: Page) -> None:
    play_alone(phone)
    held: list[Route] = []
    phone.route(ENTRIES, lambda route: held.append(route))
    with phone.expect_request(ENTRIES):
        field(phone, "blue-1-2").tap()
    field(phone, "blue-1-2").tap()
    assert len(held) == 1
    held[0].continue_()
    expect(field(phone, "blue-1-2")).to_have_attribute("data-marked", "")
    assert marked(phone) == ["blue-1-2"]


@pytest.mark.parametrize("saved", [False, True], ids=["the request is lost", "the answer is lost"])
def test_what_was_not_saved_can_be_tried_again_and_enters_once(
    phone: Page, console_errors: ConsoleErrors, saved: bool
) -> None:
    play_alone(phone)

    def lose(route: Route) -> None:
        if saved:
            route.fetch()
        route.abort()

    phone.route("**/events", lambda route: route.abort())
    phone.reload()
    phone.route(ENTRIES, lose)
    number(phone, 4).tap()
    field(phone, "pink-1").tap()
    lost = phone.get_by_role("alert")
    expect(lost).to_contain_text("not saved yet")
    assert marked(phone) == []

    lost.get_by_role("button", name="Try again").tap()  # still no connection
    expect(lost).to_contain_text("not saved yet")

    phone.unroute(ENTRIES)
    reach_again(phone)
    shows(phone, "pink-1", 4)
    expect(lost).to_have_count(0)
    assert marked(phone) == ["pink-1"]
    undo(phone)
    expect(phone.locator("[data-field][data-marked]")).to_have_count(0)
    expect(phone.get_by_role("button", name="Take back")).to_be_disabled()
    console_errors.provoke(*CUT)


@pytest.mark.parametrize("saved", [False, True], ids=["the request is lost", "the answer is lost"])
def test_what_was_not_saved_stays_told_when_another_moves_and_saves_itself_once(
    open_phone: OpenPhone, console_errors: ConsoleErrors, saved: bool
) -> None:
    ada, ben = two_at_a_table(open_phone, CLEVER)

    tries: list[Route] = []
    reached = False

    def lose(route: Route) -> None:
        tries.append(route)
        if reached:
            return route.continue_()
        if saved and len(tries) == 1:
            route.fetch()
        return route.abort()

    ada.route(ENTRIES, lose)
    number(ada, 4).tap()
    field(ada, "pink-1").tap()
    lost = ada.get_by_role("alert")
    expect(lost).to_contain_text("not saved yet")

    with ada.expect_event("requestfailed", lambda request: request.url.endswith("/entries")):  # it tries by itself
        enter(ben, {"area": "pink", "value": 1})
    expect(lost).to_contain_text("not saved yet")
    assert marked(ada) == []

    reached = True
    enter(ben, {"area": "pink", "value": 1})
    shows(ada, "pink-1", 4)
    expect(lost).to_have_count(0)
    assert marked(ada) == ["pink-1"]
    undo(ada)
    expect(ada.locator("[data-field][data-marked]")).to_have_count(0)
    expect(ada.get_by_role("button", name="Take back")).to_be_disabled()
    console_errors.provoke(*CUT)


def test_back_in_reach_the_entry_that_was_not_saved_saves_itself_once(
    phone: Page, console_errors: ConsoleErrors
) -> None:
    play_alone(phone)
    phone.context.set_offline(True)
    number(phone, 4).tap()
    field(phone, "pink-1").tap()
    expect(phone.get_by_role("alert")).to_contain_text("not saved yet")
    phone.context.set_offline(False)
    shows(phone, "pink-1", 4)
    expect(phone.get_by_role("alert")).to_have_count(0)
    assert marked(phone) == ["pink-1"]
    undo(phone)
    expect(phone.locator("[data-field][data-marked]")).to_have_count(0)
    expect(phone.get_by_role("button", name="Take back")).to_be_disabled()
    console_errors.provoke(*CUT)


def test_taps_without_connection_are_kept_over_a_reload_and_saved_once_and_in_order(
    phone: Page, console_errors: ConsoleErrors
) -> None:
    play_alone(phone)
    sheet = phone.url
    table = sheet.rpartition("/s/")[0]
    phone.route("**/events", lambda route: route.abort())
    phone.route(ENTRIES, lambda route: route.abort())
    phone.reload()
    for value, name in ((2, "yellow-top-1"), (5, "yellow-top-2")):
        number(phone, value).tap()
        field(phone, name).tap()
    field(phone, "blue-1-2").tap()
    expect(phone.get_by_role("alert")).to_contain_text("not saved yet: 3")
    phone.reload()
    expect(field(phone, "yellow-top-2")).to_have_attribute("data-pending", "5")
    expect(phone.get_by_role("alert")).to_contain_text("not saved yet: 3")
    assert marked(phone) == []

    phone.goto(table)
    expect(phone.get_by_role("alert")).to_contain_text("not saved yet")
    phone.unroute(ENTRIES)
    phone.get_by_role("link", name="Open the sheet to save it").tap()
    shows(phone, "blue-1-2", "")
    shows(phone, "yellow-top-1", 2)
    shows(phone, "yellow-top-2", 5)
    assert len(marked(phone)) == 3
    expect(phone.get_by_role("alert")).to_have_count(0)
    phone.reload()
    assert len(marked(phone)) == 3
    phone.goto(table)
    expect(phone.get_by_role("alert")).to_have_count(0)
    console_errors.provoke(*CUT)


def test_a_late_tap_on_a_sheet_that_changed_meanwhile_is_given_back_with_what_followed_it(
    phone: Page, console_errors: ConsoleErrors
) -> None:
    play_alone(phone)
    other = phone.context.new_page()
    for path in ("**/events", ENTRIES):
        other.route(path, lambda route: route.abort())
    other.goto(phone.url)
    number(other, 5).tap()
    field(other, "yellow-top-1").tap()
    field(other, "blue-1-2").tap()
    expect(other.get_by_role("alert")).to_contain_text("not saved yet: 2")
    enter(phone, {**TOP, "value": 2})
    other.unroute(ENTRIES)
    reach_again(other)
    shows(other, "yellow-top-1", 2)
    expect(other.get_by_role("alert").nth(0)).to_contain_text("The sheet has changed meanwhile")
    expect(other.get_by_role("alert").nth(1)).to_have_text("What you tapped after it was not entered either.")
    expect(other.locator("[data-pending]")).to_have_count(0)
    assert marked(other) == ["yellow-top-1"]
    console_errors.provoke("status of 422", *CUT)


def test_a_late_tap_still_counts_when_only_the_table_has_moved_on(
    open_phone: OpenPhone, console_errors: ConsoleErrors
) -> None:
    ada, ben = two_at_a_table(open_phone, CLEVER)
    ada.context.set_offline(True)
    number(ada, 4).tap()
    field(ada, "pink-1").tap()
    expect(ada.get_by_role("alert")).to_contain_text("not saved yet: 1")
    enter(ben, {"area": "pink", "value": 1})
    begin_round(ben)
    ada.context.set_offline(False)
    shows(ada, "pink-1", 4)
    expect(ada.get_by_text("Round 2 of 6")).to_be_visible()
    expect(ada.get_by_role("alert")).to_have_count(0)
    console_errors.provoke("status of 409", *CUT)


@pytest.mark.parametrize("way", ["one tap", "number, then field", "field, then number"])
def test_quick_entries_while_an_answer_is_on_its_way_are_all_entered(phone: Page, way: str) -> None:
    play_alone(phone)
    values = {"pink-1": 1, "yellow-middle-1": 2, "green-top-1": 3}
    if way == "one tap":
        values = {"blue-1-2": None, "blue-2-4": None, "blue-3-6": None}
    held: list[Route] = []
    phone.route(ENTRIES, lambda route: held.append(route), times=1)
    for name, value in values.items():
        taps = [field(phone, name)] if value is None else [number(phone, value), field(phone, name)]
        for button in reversed(taps) if way == "field, then number" else taps:
            button.tap()
    expect(phone.locator("[data-pending]")).to_have_count(3)
    assert marked(phone) == []
    held[0].continue_()
    for name in values:
        expect(field(phone, name)).to_have_attribute("data-marked", "")
    for name, value in values.items():
        shows(phone, name, value or "")
    expect(phone.locator("[data-pending]")).to_have_count(0)
    assert sorted(marked(phone)) == sorted(values)


def test_a_reload_keeps_everything(phone: Page) -> None:
    play_alone(phone)
    enter(phone, {"area": "grey", "segment": "i", "value": 4})
    enter(phone, {"area": "pink", "value": 6})  # a polish
    let_a_pink_bonus_wait(phone)
    begin_round(phone)
    phone.reload()
    assert marked(phone) == ["blue-2-3", "blue-2-4", "grey-i", "pink-1"]
    assert waiting(phone) == ["pink"]
    shows(phone, "pink-1", 6)
    shows_total(phone, 2 + 3)
    expect(phone.get_by_text("Round 2 of 6")).to_be_visible()
    undo(phone)  # the round, as if nothing had happened
    expect(phone.get_by_text("Round 1 of 6")).to_be_visible()


def test_a_whole_turn_works_without_javascript(open_phone: Callable[..., Page]) -> None:
    phone = open_phone(java_script_enabled=False)
    play_alone(phone)
    number(phone, 4).tap()
    expect(number(phone, 4)).to_have_attribute("aria-pressed", "true")
    field(phone, "yellow-top-1").tap()
    shows(phone, "yellow-top-1", 4)

    field(phone, "pink-1").tap()
    expect(field(phone, "pink-1")).to_have_attribute("aria-pressed", "true")
    number(phone, 6).tap()
    shows(phone, "pink-1", 6)

    field(phone, "blue-2-3").tap()
    expect(field(phone, "blue-2-3")).to_have_attribute("data-marked", "")
    phone.get_by_role("button", name="Take back").tap()
    expect(field(phone, "blue-2-3")).not_to_have_attribute("data-marked", "")

    phone.get_by_role("button", name="Next round").tap()
    expect(phone.get_by_text("Round 2 of 6")).to_be_visible()
    shows_total(phone, 2 + 3)


def test_the_second_half_of_a_double_tap_on_a_question_falls_on_nothing(open_phone: OpenPhone) -> None:
    ada, ben = two_at_a_table(open_phone, CLEVER)
    enter(ada, {"area": "pink", "value": 4})
    begin_round(ada)
    ada.get_by_role("button", name="Take back").tap()
    answer = ada.get_by_role("group", name="Take back what?").get_by_role(
        "button", name="the next round, for everybody"
    )
    box = answer.bounding_box()
    assert box
    where = (box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    ada.touchscreen.tap(*where)
    expect(ada.get_by_role("group", name="Take back what?")).to_have_count(0)
    ada.touchscreen.tap(*where)
    expect(ben.get_by_text("Round 1 of 6")).to_be_visible()
    assert marked(ada) == ["pink-1"]
    expect(ada.locator("#entries [aria-pressed=true]")).to_have_count(0)


def test_two_phones_that_begin_the_round_at_once_begin_one_round_and_neither_is_blamed(
    open_phone: OpenPhone, console_errors: ConsoleErrors
) -> None:
    console_errors.provoke("status of 409", *CUT)
    ada, ben = two_at_a_table(open_phone, CLEVER)
    enter(ada, {"area": "pink", "value": 4})
    enter(ben, {"area": "pink", "value": 4})
    ben.context.set_offline(True)
    ben.get_by_role("button", name=re.compile("Next round$")).tap()
    begin_round(ada)
    ben.context.set_offline(False)
    expect(ben.get_by_text("Round 2 of 6")).to_be_visible()
    expect(ben.get_by_role("alert")).to_have_count(0)
    expect(ada.get_by_text("Round 2 of 6")).to_be_visible()


def test_a_round_on_its_way_while_somebody_took_the_last_one_back_is_not_begun_and_says_so(
    open_phone: OpenPhone, console_errors: ConsoleErrors
) -> None:
    console_errors.provoke("status of 409", *CUT)
    ada, ben = two_at_a_table(open_phone, CLEVER)
    begin_round(ada)
    expect(ben.get_by_text("Round 2 of 6")).to_be_visible()
    enter(ben, {"area": "pink", "value": 4})
    ben.context.set_offline(True)
    ben.get_by_role("button", name=re.compile("Next round$")).tap()
    ada.get_by_role("button", name="Take back").tap()
    ada.get_by_role("button", name="the next round, for everybody").tap()
    expect(ada.get_by_text("Round 1 of 6")).to_be_visible()
    ben.context.set_offline(False)
    expect(ben.get_by_role("alert")).to_contain_text("The sheet has changed meanwhile; nothing was entered.")
    for phone in (ada, ben):
        expect(phone.get_by_text("Round 1 of 6")).to_be_visible()
