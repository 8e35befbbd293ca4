"""What concerns everybody: seats, rounds, calls, the end, and who may steer."""

import json

import pytest

PINK_6 = {"area": "pink", "value": 6}
ROUND = {"entry": '{"action":"round"}'}
CALL = {"action": "call", "value": 7, "colours": ["orange"], "active": True}


@pytest.fixture
def clever(ada, bo):
    """A table of Ada (who opened it), Bo and a free seat for Cem."""
    table = ada.with_friends("clever-4ever", "Ada", "Bo", "Cem")
    bo.take(table, 2)
    return table


# Seats


def test_taking_a_seat_leads_to_its_sheet(ada, bo):
    table = ada.with_friends("clever-4ever", "Ada", "Bo")
    answer = bo.post(f"{table}/seats", seat="2")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{table}/s/2")
    assert bo.enter(f"{table}/s/2", PINK_6).status_code == 200


def test_a_taken_seat_is_refused_to_another_phone(clever, new_phone, page):
    answer = new_phone().post(f"{clever}/seats", seat="2")
    assert answer.status_code == 422
    assert "Another phone keeps this sheet." in page(answer).text


def test_taking_the_own_seat_again_changes_nothing(clever, bo):
    assert bo.post(f"{clever}/seats", seat="2").status_code == 303
    assert bo.enter(f"{clever}/s/2", PINK_6).status_code == 200


def test_one_phone_may_keep_several_sheets(clever, bo):
    assert bo.post(f"{clever}/seats", seat="3").status_code == 303
    for seat in (2, 3):
        assert bo.enter(f"{clever}/s/{seat}", PINK_6).status_code == 200


@pytest.mark.parametrize(
    ("form", "status"),
    [
        ({"seat": "9"}, 404),
        ({"seat": "0"}, 404),
        ({"seat": "-1"}, 404),
        ({}, 404),
        ({"seat": "x"}, 400),
        ({"seat": "9" * 5000}, 400),
        ({"free": "9"}, 404),
        ({"free": "x"}, 400),
    ],
)
def test_a_seat_that_is_not_there_cannot_be_taken_or_given_back(clever, ada, lines, form, status):
    before = lines(clever)
    assert ada.post(f"{clever}/seats", **form).status_code == status
    assert lines(clever) == before


def test_a_seat_on_paper_cannot_be_taken(ada, bo, page):
    table = ada.with_friends("clever-4ever", "Ada", "(Grandma)")
    answer = bo.post(f"{table}/seats", seat="2")
    assert answer.status_code == 422
    assert "This player writes on paper." in page(answer).text


def test_who_keeps_a_sheet_may_give_it_back_and_then_enters_no_more(clever, bo):
    assert bo.post(f"{clever}/seats", free="2").status_code == 303
    assert bo.enter(f"{clever}/s/2", PINK_6).status_code == 403


def test_who_opened_the_table_may_free_the_seat_of_a_lost_phone(clever, ada, bo, new_phone):
    bo.enter(f"{clever}/s/2", PINK_6)
    assert ada.post(f"{clever}/seats", free="2").status_code == 303
    found = new_phone()
    assert found.post(f"{clever}/seats", seat="2").status_code == 303
    assert found.enter(f"{clever}/s/2", {"area": "pink", "value": 1}).status_code == 200
    assert bo.enter(f"{clever}/s/2", PINK_6).status_code == 403


@pytest.mark.parametrize("seat", ["1", "2"])
def test_a_stranger_frees_nobodys_seat(clever, new_phone, read_table, seat):
    holder = read_table(clever).seat(int(seat)).holder
    assert new_phone().post(f"{clever}/seats", free=seat).status_code == 403
    assert read_table(clever).seat(int(seat)).holder == holder


def test_another_player_frees_nobodys_seat(clever, bo):
    assert bo.post(f"{clever}/seats", free="1").status_code == 403


def test_a_seat_that_nobody_keeps_cannot_be_given_back(clever, ada, page):
    answer = ada.post(f"{clever}/seats", free="3")
    assert answer.status_code == 422
    assert "Nobody keeps this sheet." in page(answer).text


def test_before_the_first_entry_one_player_more_may_sit_down(clever, ada, read_table, sheet_json):
    assert sheet_json(clever)["rounds"] == 5
    assert ada.post(f"{clever}/seats", name="Grandma", paper="1").status_code == 303
    last = read_table(clever).seats[-1]
    assert (last.number, last.name, last.paper) == (4, "Grandma", True)
    assert sheet_json(clever)["rounds"] == 4


def test_after_the_first_entry_nobody_more_sits_down(clever, ada, page):
    ada.enter(f"{clever}/s/1", PINK_6)
    answer = ada.post(f"{clever}/seats", name="Dora")
    assert answer.status_code == 422
    assert "The game has begun: nobody more can sit down." in page(answer).text


@pytest.mark.parametrize("name", ["", " ", "D" * 25, "\x00"])
def test_one_player_more_needs_a_name(clever, ada, page, name):
    answer = ada.post(f"{clever}/seats", name=name)
    assert answer.status_code == 422
    assert "A name has 1 to 24 characters." in page(answer).text


def test_a_full_table_takes_nobody_more(clever, ada, page):
    ada.post(f"{clever}/seats", name="Dora")
    answer = ada.post(f"{clever}/seats", name="Emil")
    assert answer.status_code == 422
    assert "This game is for at most 4 players." in page(answer).text


def test_who_is_not_on_the_list_sits_down_before_the_first_entry(clever, new_phone, read_table):
    dora = new_phone()
    answer = dora.post(f"{clever}/seats", name="Dora", paper="1")
    assert (answer.status_code, answer.headers["Location"]) == (303, f"{clever}/s/4")
    assert (read_table(clever).seat(4).name, read_table(clever).seat(4).paper) == ("Dora", False)
    assert dora.enter(f"{clever}/s/4", PINK_6).status_code == 200


def test_once_the_game_began_nobody_sits_down_besides_the_free_seats(clever, ada, new_phone, page):
    ada.enter(f"{clever}/s/1", PINK_6)
    answer = new_phone().post(f"{clever}/seats", name="Eve")
    assert answer.status_code == 422
    assert "The game has begun: nobody more can sit down." in page(answer).text


def test_no_answer_tells_a_phones_secret_name(clever, ada, bo, new_phone, read_table):
    table = read_table(clever)
    secrets = {table.host, *(seat.holder for seat in table.seats if seat.holder)}
    assert len(secrets) == 2
    stranger = new_phone()
    for phone in (ada, bo, stranger):
        for path in (clever, f"{clever}/s/1", f"{clever}/s/2", f"{clever}/qr.svg", "/"):
            assert not any(secret in phone.get(path).text for secret in secrets)


# Rounds and calls


def test_a_round_begun_on_a_sheet_begins_on_every_sheet(clever, bo, sheet_json):
    assert bo.enter(f"{clever}/s/2", {"action": "round"}).status_code == 200
    assert [sheet_json(clever, seat)["round"] for seat in (1, 2, 3)] == [2, 2, 2]


def test_a_round_begun_at_the_table_begins_on_every_sheet(clever, ada, sheet_json):
    answer = ada.post(f"{clever}/shared", **ROUND)
    assert (answer.status_code, answer.headers["Location"]) == (303, clever)
    assert [sheet_json(clever, seat)["round"] for seat in (1, 2, 3)] == [2, 2, 2]


def test_without_script_a_round_is_put_together_from_the_fields_of_a_form(clever, ada, sheet_json):
    ada.post(f"{clever}/shared", **{"entry-action": '"round"'})
    assert sheet_json(clever)["round"] == 2


def test_after_the_last_round_none_begins(clever, ada, page, sheet_json):
    for _ in range(4):
        assert ada.post(f"{clever}/shared", **ROUND).status_code == 303
    answer = ada.post(f"{clever}/shared", **ROUND)
    assert answer.status_code == 422
    assert "Round 5 was the last one." in page(answer).text
    assert sheet_json(clever)["round"] == 5


def test_of_two_players_who_press_for_the_same_round_one_begins_it(clever, ada, bo, page, sheet_json):
    assert ada.post(f"{clever}/shared", shared="0", key="a", **ROUND).status_code == 303
    answer = bo.post(f"{clever}/shared", shared="0", key="b", **ROUND)
    assert answer.status_code == 409
    assert "The sheet has changed meanwhile; nothing was entered. Look again." in page(answer).text
    assert sheet_json(clever)["round"] == 2


def test_the_same_press_arriving_twice_begins_one_round(clever, ada, sheet_json):
    for _ in range(2):
        assert ada.post(f"{clever}/shared", shared="0", key="press", **ROUND).status_code == 303
    assert sheet_json(clever)["round"] == 2


@pytest.mark.parametrize("seen", ["", "x", "1.0", "9" * 5000])
def test_a_garbled_guard_begins_no_round(clever, ada, sheet_json, seen):
    assert ada.post(f"{clever}/shared", shared=seen, **ROUND).status_code == 400
    assert sheet_json(clever)["round"] == 1


@pytest.mark.parametrize("entry", [json.dumps(PINK_6), '{"action":"forgo","bonus":"pink"}', json.dumps(CALL), "{", ""])
def test_only_what_concerns_every_sheet_may_come_from_the_table(clever, ada, lines, entry):
    before = lines(clever)
    assert ada.post(f"{clever}/shared", entry=entry).status_code == 400
    assert lines(clever) == before


def test_a_call_made_on_a_sheet_reaches_every_sheet_and_is_active_on_that_one(ada, bo, sheet_json):
    table = ada.with_friends("qwinto-dice", "Ada", "Bo", "Cem")
    bo.take(table, 2)
    assert bo.enter(f"{table}/s/2", {**CALL, "value": 5}).status_code == 200
    heard = [sheet_json(table, seat)["call"] for seat in (1, 2, 3)]
    assert [call["active"] for call in heard] == [False, True, False]
    assert {call["value"] for call in heard} == {5}


def test_a_call_made_on_paper_is_active_on_no_sheet(ada, sheet_json):
    table = ada.with_friends("qwinto-cards", "Ada", "Bo", "(Grandma)")
    assert ada.enter(f"{table}/s/1", {**CALL, "active": False}).status_code == 200
    assert [sheet_json(table, seat)["call"]["active"] for seat in (1, 2)] == [False, False]


def test_while_the_caller_owes_an_answer_no_other_call_is_made(ada, bo, page, lines):
    table = ada.with_friends("qwinto-cards", "Ada", "Bo")
    theirs = bo.take(table, 2)
    ada.enter(f"{table}/s/1", CALL)
    before = lines(table)
    answer = bo.enter(theirs, CALL)
    assert answer.status_code == 422
    assert "The call before this one still waits for the answer of Ada." in page(answer).text
    assert lines(table) == before


def test_the_table_takes_its_last_round_back(clever, ada, sheet_json):
    ada.post(f"{clever}/shared", **ROUND)
    answer = ada.post(f"{clever}/undo")
    assert (answer.status_code, answer.headers["Location"]) == (303, clever)
    assert [sheet_json(clever, seat)["round"] for seat in (1, 2, 3)] == [1, 1, 1]


def test_a_round_that_a_player_has_built_on_is_not_taken_back(clever, ada, bo, page, sheet_json):
    ada.post(f"{clever}/shared", **ROUND)
    bo.enter(f"{clever}/s/2", {"action": "use", "joker": "extra_die", "die": "pink"})
    answer = ada.post(f"{clever}/undo")
    assert answer.status_code == 422
    assert "This cannot be taken back: spending extra die" in page(answer).text
    assert sheet_json(clever)["round"] == 2


def test_before_the_first_round_or_call_there_is_nothing_to_take_back(clever, ada, page):
    ada.enter(f"{clever}/s/1", PINK_6)
    answer = ada.post(f"{clever}/undo")
    assert answer.status_code == 422
    assert "There is nothing to take back." in page(answer).text


# The end


def test_the_end_shows_who_won(clever, ada, bo, page):
    bo.enter(f"{clever}/s/2", PINK_6)
    answer = ada.post(f"{clever}/end")
    assert (answer.status_code, answer.headers["Location"]) == (303, clever)
    shown = page(ada.get(clever))
    assert "Bo wins." in shown.text
    assert shown.values("data-total") == ["5", "0", "0"]


def test_a_tie_is_shared(clever, ada, page):
    ada.post(f"{clever}/end")
    assert "Ada, Bo, Cem share the victory." in page(ada.get(clever)).text


def test_an_ended_table_ends_no_second_time_and_takes_no_round(clever, ada, page):
    ada.post(f"{clever}/end")
    for answer in (ada.post(f"{clever}/end"), ada.post(f"{clever}/shared", **ROUND), ada.post(f"{clever}/undo")):
        assert answer.status_code == 409
        assert "The game has ended. Reopen it to go on." in page(answer).text


def test_a_reopened_table_goes_on(clever, ada):
    ada.post(f"{clever}/end")
    assert ada.post(f"{clever}/reopen").status_code == 303
    assert ada.enter(f"{clever}/s/1", PINK_6).status_code == 200


def test_a_table_that_has_not_ended_is_not_reopened(clever, ada, page):
    answer = ada.post(f"{clever}/reopen")
    assert answer.status_code == 422
    assert "The game has not ended." in page(answer).text


# Who steers


@pytest.mark.parametrize("deed", ["shared", "undo", "end", "reopen"])
def test_a_stranger_steers_nothing(clever, new_phone, page, lines, deed):
    before = lines(clever)
    stranger = new_phone()
    stranger.get(clever)
    answer = stranger.post(f"{clever}/{deed}", **ROUND)
    assert answer.status_code == 403
    assert "Take a seat at this table first." in page(answer).text
    assert lines(clever) == before


def test_a_stranger_who_keeps_a_sheet_at_another_table_steers_nothing(clever, new_phone):
    stranger = new_phone()
    stranger.alone()
    assert stranger.post(f"{clever}/end").status_code == 403


def test_every_player_with_a_sheet_may_steer(clever, bo):
    assert bo.post(f"{clever}/shared", **ROUND).status_code == 303
    assert bo.post(f"{clever}/end").status_code == 303


def test_who_opened_the_table_may_steer_without_a_seat(clever, ada):
    ada.post(f"{clever}/seats", free="1")
    assert ada.post(f"{clever}/shared", **ROUND).status_code == 303


def test_who_gave_the_seat_back_steers_no_more(clever, bo):
    bo.post(f"{clever}/seats", free="2")
    assert bo.post(f"{clever}/end").status_code == 403


@pytest.mark.parametrize("deed", ["seats", "shared", "undo", "end", "reopen"])
@pytest.mark.parametrize("code", ["aaaaaaaaaa", "x", "%00", "%ff"])
def test_nothing_can_be_done_at_a_table_that_is_not_there(ada, code, deed):
    assert ada.post(f"/t/{code}/{deed}", seat="1", **ROUND).status_code == 404


@pytest.mark.parametrize("key", ["\x00", "k" * 5000, "ключ", "a b", "'"])
def test_an_odd_key_harms_nothing(clever, ada, sheet_json, key):
    assert ada.post(f"{clever}/shared", key=key, **ROUND).status_code == 303
    assert sheet_json(clever)["round"] == 2


def test_a_table_page_that_is_asked_for_again_sets_no_cookie_over_that_of_a_seat_taken_meanwhile(ada, bo):
    table = ada.with_friends("clever-4ever", "Ada", "Bo")
    assert "Set-Cookie" in bo.get(table).headers
    assert "Set-Cookie" not in bo.get(table).headers
