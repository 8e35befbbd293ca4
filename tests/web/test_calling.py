"""Making a call by cards or dice, passing the turn on, and the question at the end; with script and without."""

import json

import pytest

OPEN = [
    {"colour": "orange", "value": 2},
    {"colour": "grey", "value": 6},
    {"colour": "purple", "value": -2},
    {"colour": "yellow", "value": 4},
]
HTMX = {"HX-Request": "true"}


@pytest.fixture
def table(ada, bo):
    """Ada, Bo and Grandma (on paper) play with cards."""
    table = ada.with_friends("qwinto-cards", "Ada", "Bo", "(Grandma)")
    bo.take(table, 2)
    return table


@pytest.fixture
def told(table, ada):
    """The same, and the four open cards are told."""
    tell(ada, f"{table}/s/1", *enumerate(OPEN))
    return table


def laying(*cards):
    return {
        "lay-places[]": [str(place) for place, _ in cards],
        "lay-cards[]": [json.dumps(card) for _, card in cards],
    }


def card(colour, value):
    return {"colour": colour, "value": value}


def tell(phone, sheet, *cards):
    return phone.post(f"{sheet}/spread", **laying(*cards))


def call(phone, sheet, **form):
    """Press the button of a form that calls, as the dialog made it."""
    version = phone.version(sheet)
    return phone.post(f"{sheet}/call", key=f"call-{version}", version=version, **form)


def asked(phone, page, sheet, **picks):
    """The dialog with these picks."""
    return page(phone.get(f"{sheet}/call", query_string=picks))


def lying(read_table, table):
    return read_table(table).course.last.spread.to_json()


# The square


def test_the_four_open_cards_are_told_one_after_the_other(table, ada, page, read_table):
    sheet = f"{table}/s/1"
    assert "Which cards lie open?" in asked(ada, page, sheet).text
    for place, lies in enumerate(OPEN):
        answer = tell(ada, sheet, (place, lies))
        assert (answer.status_code, answer.headers["Location"]) == (303, f"{sheet}/call")
    assert lying(read_table, table) == OPEN
    assert "Tap the place where your card is laid." in asked(ada, page, sheet).text


def test_a_card_that_was_told_already_is_refused_for_another_place(table, ada, page, read_table):
    sheet = f"{table}/s/1"
    tell(ada, sheet, (0, OPEN[0]))
    answer = tell(ada, sheet, (1, OPEN[0]))
    assert answer.status_code == 422
    assert "The orange 2 lies open already." in page(answer).text
    assert lying(read_table, table) == [OPEN[0], None, None, None]


def test_correcting_goes_on_until_all_is_right(told, ada, page, read_table):
    sheet = f"{told}/s/1"
    for place, lies in ((1, card("grey", 2)), (2, card("grey", 3))):
        answer = ada.post(f"{sheet}/spread", mode="tell", **laying((place, lies)))
        assert "Which place is wrong?" in page(ada.get(answer.headers["Location"])).text
    assert lying(read_table, told) == [OPEN[0], card("grey", 2), card("grey", 3), OPEN[3]]


def test_what_the_cards_come_to_shows_before_it_is_called(told, ada, page, lines):
    before = lines(told)
    shown = asked(ada, page, f"{told}/s/1", **laying((0, card("purple", 5))))
    assert "= 9 in purple Call it" in shown.text  # 5 + 6 − 2
    assert lines(told) == before


def test_without_script_a_call_by_cards_leads_to_the_sheet_and_reaches_all(told, ada, sheet_json, read_table):
    answer = call(ada, f"{told}/s/1", **laying((0, card("purple", 5))))
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{told}/s/1")
    assert sheet_json(told, 2)["call"] == {"value": 9, "colours": ["purple"], "active": False}
    assert lying(read_table, told) == [card("purple", 5), *OPEN[1:]]


def test_with_script_a_call_by_cards_is_answered_with_the_sheet(told, ada, page):
    answer = call(ada, f"{told}/s/1", headers=HTMX, **laying((0, card("purple", 5))))
    assert answer.status_code == 200
    assert "Your call: 9 purple" in page(answer).text
    assert "HX-Retarget" not in answer.headers


def test_of_two_equal_cards_the_one_laid_last_decides(told, ada, page, sheet_json):
    two = laying((0, card("purple", 5)), (1, card("orange", 5)))
    shown = asked(ada, page, f"{told}/s/1", mode="two", **two)
    assert "= 14 in orange, yellow and purple" in shown.text  # 5 + 5 + 4
    call(ada, f"{told}/s/1", **two)
    assert sheet_json(told)["call"]["value"] == 14


@pytest.mark.parametrize(
    ("colour", "value", "why"),
    [
        ("grey", 6, "The grey 6 lies open already."),
        ("purple", -2, "The purple −2 lies open already."),
        ("orange", -2, None),
    ],
)
def test_a_card_that_lies_open_is_refused_in_the_dialog(told, ada, page, lines, colour, value, why):
    shown = asked(ada, page, f"{told}/s/1", **laying((0, card(colour, value))))
    assert ("Call it" in shown.text) == (why is None)
    assert why is None or why in shown.text


def test_a_refused_call_keeps_the_dialog_and_what_was_picked(told, ada, page, lines):
    tell(ada, f"{told}/s/1", (1, card("grey", -2)))
    before = lines(told)
    answer = call(ada, f"{told}/s/1", headers=HTMX, **laying((0, card("purple", 3))))
    assert answer.status_code == 422
    assert answer.headers["HX-Retarget"] == "#call-body"
    assert "The sum must be at least 1, not −1." in page(answer).text  # 3 − 2 − 2
    assert page(answer).values("aria-pressed").count("true") == 3  # whose call, the place and the card
    assert lines(told) == before


def test_three_grey_cards_are_explained_before_the_call(told, ada, page):
    tell(ada, f"{told}/s/1", (2, card("grey", 1)))
    shown = asked(ada, page, f"{told}/s/1", **laying((0, card("grey", 3))))
    assert "= 10 Three grey cards: the call counts, but no row takes it. It will be a misthrow. Call it" in shown.text


def test_after_a_call_that_was_only_said_the_app_asks_which_card_is_new(told, ada, bo, page):
    said = {"entry-action": '"call"', "entry-value": "9", "entry-colours[]": '"purple"'}
    assert call(ada, f"{told}/s/1", **said).status_code == 303
    ada.enter(f"{told}/s/1", {"row": "purple", "column": 4, "value": 9})
    assert "A call was only said. Tap the place whose card is new" in asked(bo, page, f"{told}/s/2").text
    assert bo.post(f"{told}/s/2/spread", **{"lay-places[]": "", "lay-cards[]": ""}).status_code == 303
    assert "Tap the place where your card is laid." in asked(bo, page, f"{told}/s/2").text


@pytest.mark.parametrize(
    "picks",
    [
        {"lay-places[]": "x"},
        {"lay-places[]": ["0", "7", "[]", '{"a":1}', '"0"']},
        {"lay-places": "7", "lay-cards": '"abc"'},
        {"lay-places.a": "1"},
        {"lay-cards[]": ["1", '{"colour":[],"value":{}}', '{"colour":"blue","value":1}']},
        {"mode": "two"},
        {"mode": "two", "lay-places[]": ["0", "3"], "lay-cards[]": ["null", "true"]},
        {"mode": "nothing", "by": "x"},
        {"entry-dice.orange": "9", "entry-action": "1"},
    ],
)
@pytest.mark.parametrize("game", ["qwinto-cards", "qwinto-dice"])
def test_picks_that_somebody_made_up_harm_no_dialog(ada, game, picks):
    sheet = ada.alone(game)
    assert ada.get(f"{sheet}/call", query_string=picks).status_code == 200
    assert ada.post(f"{sheet}/call", key="k", version=ada.version(sheet), **picks).status_code in (400, 422)
    assert ada.post(f"{sheet}/spread", **picks).status_code == 400


def test_nobody_tells_or_calls_on_somebody_elses_sheet(told, bo, lines):
    before = lines(told)
    assert tell(bo, f"{told}/s/1", (0, card("purple", 5))).status_code == 403
    assert call(bo, f"{told}/s/1", **laying((0, card("purple", 5)))).status_code == 403
    assert lines(told) == before


def test_in_a_game_without_calls_there_is_no_dialog(ada):
    sheet = ada.alone()
    assert ada.get(f"{sheet}/call").status_code == 404
    assert ada.post(f"{sheet}/call").status_code == 404


# Whose call


def test_the_call_of_a_player_on_paper_is_made_in_that_name(told, ada, read_table, sheet_json):
    call(ada, f"{told}/s/1", by="3", **laying((0, card("purple", 5))))
    assert read_table(told).course.last.by == 3
    assert sheet_json(told)["call"]["active"] is False


def test_nobody_calls_for_another_player_with_a_sheet(told, ada, lines):
    before = lines(told)
    assert call(ada, f"{told}/s/1", by="2", **laying((0, card("purple", 5)))).status_code == 403
    assert lines(told) == before


def test_the_dialog_offers_the_call_of_the_player_on_paper_whose_turn_it_is(told, ada, bo, page):
    for phone, seat in ((ada, 1), (bo, 2)):
        call(phone, f"{told}/s/{seat}", **{"entry-action": '"call"', "entry-value": "9", "entry-colours[]": '"purple"'})
        phone.enter(f"{told}/s/{seat}", {"row": "purple", "column": 4, "value": 9})
    assert asked(ada, page, f"{told}/s/1").hidden("by") == "3"


# Dice


def test_the_sum_of_the_dice_shows_before_it_is_called(ada, page, sheet_json):
    sheet = ada.alone("qwinto-dice")
    rolled = {"entry-action": '"call"', "entry-dice.orange": "3", "entry-dice.yellow": "", "entry-dice.purple": "6"}
    assert "= 9 in orange and purple Call it" in asked(ada, page, sheet, **rolled).text
    assert call(ada, sheet, **rolled).status_code == 303
    assert sheet_json(sheet)["call"] == {"value": 9, "colours": ["orange", "purple"], "active": True}


# Answers, turns and the end


def pressed(shown):
    """The number keys that show as picked."""
    return [key["data-number"] for key in shown.all("button") if "data-number" in key and key["aria-pressed"] == "true"]


@pytest.mark.parametrize("game", ["qwinto-cards", "qwinto-dice"])
def test_a_number_said_before_its_rows_is_no_call_and_says_so(ada, page, lines, game):
    sheet = ada.alone(game)
    before = lines(sheet)
    form = {"entry-action": '"call"', "entry-value": "9"}
    answer = ada.post(f"{sheet}/call", headers=HTMX, key="tap", version=ada.version(sheet), **form)
    assert answer.status_code == 422
    assert "First tick the rows of the call, then tap its number." in page(answer).text
    assert lines(sheet) == before


def test_the_others_hear_who_calls_what_and_the_table_sees_who_still_thinks(told, ada, bo, page):
    call(ada, f"{told}/s/1", **laying((0, card("purple", 5))))
    assert "Ada calls 9 in purple." in page(bo.get(f"{told}/s/2")).text
    assert "Still thinking: Ada, Bo" in page(ada.get(told)).text
    bo.enter(f"{told}/s/2", {"action": "pass"})
    assert "Still thinking: Ada" in page(bo.get(f"{told}/s/2")).text
    ada.enter(f"{told}/s/1", {"row": "purple", "column": 4, "value": 9})
    assert "Still thinking" not in page(ada.get(told)).text
    assert "Your turn Make a call" in page(bo.get(f"{told}/s/2")).text
    assert "Next call: Bo Make a call" in page(ada.get(f"{told}/s/1")).text


def test_without_script_one_tap_on_a_field_answers_the_call(told, ada, bo, page):
    call(ada, f"{told}/s/1", **laying((0, card("purple", 5))))
    field = page(bo.get(f"{told}/s/2")).field("purple-4")
    assert (field["name"], json.loads(field["value"])) == ("entry", {"row": "purple", "column": 4, "value": 9})


def test_a_call_that_fits_nowhere_counts_as_picked_all_the_same(ada, page):
    sheet = ada.alone("qwinto-cards")
    ada.enter(sheet, {"row": "orange", "column": 12, "value": 18})
    ada.enter(sheet, {"action": "call", "value": 18, "colours": ["orange"], "active": True})
    shown = page(ada.get(sheet))
    assert pressed(shown) == ["18"]
    assert shown.values("data-called") == ["18"]
    assert [tag["data-field"] for tag in shown.all("button") if "data-legal" in tag] == ["misthrow"]
    assert json.loads(shown.field("orange-4")["value"]) == {"row": "orange", "column": 4, "value": 18}


def test_while_an_entry_is_mended_under_an_open_call_only_its_own_number_is_pressed(ada, page):
    sheet = ada.alone("qwinto-cards")
    ada.enter(sheet, {"row": "orange", "column": 7, "value": 9})
    ada.enter(sheet, {"action": "call", "value": 4, "colours": ["orange"], "active": True})
    shown = page(ada.get(sheet, query_string={"mend": "orange-7"}))
    assert pressed(shown) == ["9"]
    assert "Your call: 4 orange" in shown.text


@pytest.mark.parametrize(
    ("game", "said"),
    [("qwinto-cards", "It fits, so you have to enter it."), ("qwinto-dice", "Enter it, or mark a misthrow.")],
)
def test_the_duty_of_whoever_calls_is_told(ada, page, game, said):
    sheet = ada.alone(game)
    ada.enter(sheet, {"action": "call", "value": 5, "colours": ["orange"], "active": True})
    assert said in page(ada.get(sheet)).text


def test_a_misthrow_says_how_it_is_taken_back(ada, page):
    answer = ada.enter(ada.alone("qwinto-dice"), {"action": "misthrow"})
    assert "Misthrow marked. ↶ takes it back." in page(answer).text


def test_the_turn_is_passed_on_from_the_sheet_and_from_the_table(ada, bo, page, read_table, sheet_json):
    table = ada.with_friends("clever-4ever", "Ada", "Bo")
    bo.take(table, 2)
    form = {"key": "pass", "version": ada.version(f"{table}/s/1"), "back": "1", "shared": "0"}
    answer = ada.post(f"{table}/turn", headers=HTMX, **form)
    assert answer.status_code == 200
    assert "Turn: Bo" in page(answer).text
    assert "It is your turn." in page(bo.get(f"{table}/s/2")).text
    bo.post(f"{table}/turn")
    assert (read_table(table).turn, sheet_json(table)["round"]) == (1, 2)
    assert "Round 2 begins, extra die earned" in page(bo.get(f"{table}/s/2")).text


def test_of_two_who_pass_the_turn_on_at_once_one_does(ada, bo, page, read_table):
    table = ada.with_friends("clever-4ever", "Ada", "Bo", "Cem")
    bo.take(table, 2)
    forms = [
        {"key": f"pass-{seat}", "version": phone.version(f"{table}/s/{seat}"), "back": str(seat), "shared": "0"}
        for seat, phone in ((1, ada), (2, bo))
    ]
    assert ada.post(f"{table}/turn", headers=HTMX, **forms[0]).status_code == 200
    answer = bo.post(f"{table}/turn", headers=HTMX, **forms[1])
    assert answer.status_code == 422
    assert "Somebody was faster. Look again." in page(answer).text
    assert read_table(table).turn == 2


def test_above_the_number_keys_two_who_still_think_are_named_and_more_are_counted(new_phone, page):
    phones = [new_phone() for _ in range(4)]
    table = phones[0].with_friends("qwinto-dice", "Ada", "Bo", "Cleo", "Dora")
    for seat, phone in enumerate(phones, 1):
        if seat > 1:
            phone.take(table, seat)
    ada, bo = phones[:2]
    ada.enter(f"{table}/s/1", {"action": "call", "value": 6, "colours": ["purple"], "active": True})
    bo.enter(f"{table}/s/2", {"action": "pass"})
    assert "Still thinking: 3" in page(bo.get(f"{table}/s/2")).text
    ada.enter(f"{table}/s/1", {"row": "purple", "column": 4, "value": 6})
    assert "Still thinking: Cleo, Dora" in page(bo.get(f"{table}/s/2")).text


def test_when_all_is_played_every_sheet_asks_once(ada, bo, page):
    table = ada.with_friends("qwinto-dice", "Ada", "Bo")
    bo.take(table, 2)
    for _ in range(4):
        ada.enter(f"{table}/s/1", {"action": "misthrow"})
    for phone, seat in ((ada, 1), (bo, 2)):
        sheet = f"{table}/s/{seat}"
        assert "The game is over. Show the result Not yet" in page(phone.get(sheet)).text
        assert "Show the result" not in page(phone.get(sheet, query_string={"later": "1"})).text
    assert "The game is over." in page(bo.get(table)).text


def test_a_game_ended_by_hand_is_asked_about_first(ada, page, read_table):
    sheet = ada.alone("clever-4ever")
    for _ in range(5):
        ada.enter(sheet, {"action": "round"})
    shown = page(ada.get(sheet))
    assert "Round 6 of 6 End the game" in shown.text
    assert "End it now" not in shown.text
    assert "End the game now? End it now Not yet" in page(ada.get(sheet, query_string={"sure": "end"})).text
    assert not read_table(sheet).ended


def test_a_page_that_is_asked_for_again_sets_no_cookie(ada, bo):
    table = ada.with_friends("clever-4ever", "Ada", "Bo")
    assert "Set-Cookie" in bo.get(table).headers
    assert "Set-Cookie" not in bo.get(table).headers
