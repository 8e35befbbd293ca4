"""Opening a table, finding it again, joining it by its code; and names that mean harm."""

import pytest

HOSTILE_NAMES = [
    "<script>x()</script>",
    '"><img src=x>',
    "' onfocus='x()",
    "{{ 7 * 7 }}",
    "%(name)s %s %d",
    "&lt;b&gt;",
    "</title></head>",
    "👩‍👩‍👧 Ömer",
    "שלום",
]


def test_the_start_page_offers_all_three_games(ada, page):
    offered = {attrs["value"] for attrs in page(ada.get("/")).all("input") if attrs.get("name") == "game"}
    assert offered == {"clever-4ever", "qwinto-cards", "qwinto-dice"}


@pytest.mark.parametrize("game", ["clever-4ever", "qwinto-cards", "qwinto-dice"])
def test_just_me_leads_straight_to_an_open_sheet(ada, page, game):
    sheet = ada.alone(game)
    answer = ada.get(sheet)
    assert sheet.endswith("/s/1")
    assert answer.status_code == 200
    assert page(answer).values("data-total") == ["0"]
    assert page(answer).values("data-legal")


def test_who_plays_alone_is_called_ich_in_german(new_phone, page):
    phone = new_phone(Accept_Language="de")
    assert "Ich · Clever 4ever" in page(phone.get(phone.alone())).text


def test_the_code_of_a_table_has_ten_letters_and_digits_that_look_like_no_other(ada):
    code = ada.alone().split("/")[2]
    assert len(code) == 10
    assert not set(code) - set("abcdefghjkmnpqrstuvwxyz23456789")


def test_with_friends_the_table_shows_everybody(ada, page):
    table = ada.with_friends("clever-4ever", "Ada", "Bo", "Cem")
    text = page(ada.get(table)).text
    assert all(name in text for name in ("Ada", "Bo", "Cem"))


def test_whoever_opens_a_table_keeps_the_first_sheet_that_is_not_on_paper(ada, read_table):
    table = ada.with_friends("clever-4ever", "(Grandma)", "Ada", "Bo")
    assert [seat.holder is not None for seat in read_table(table).seats] == [False, True, False]
    assert ada.enter(f"{table}/s/2", {"area": "pink", "value": 6}).status_code == 200


def test_a_player_on_paper_counts_for_the_rounds_and_has_no_sheet(ada, sheet_json):
    table = ada.with_friends("clever-4ever", "Ada", "Bo", "(Grandma)")
    assert sheet_json(table)["rounds"] == 5
    assert ada.get(f"{table}/s/3").status_code == 404


def test_lines_left_empty_are_nobody_and_the_paper_mark_stays_with_its_name(ada, read_table):
    answer = ada.post("/tables", game="clever-4ever", name=["", "Ada", " ", "Bo"], paper=["4"])
    seats = read_table(answer.headers["Location"]).seats
    assert [(seat.name, seat.paper) for seat in seats] == [("Ada", False), ("Bo", True)]


@pytest.mark.parametrize(
    ("form", "sentence"),
    [
        ({}, "Type at least one name."),
        ({"game": "clever-4ever"}, "Type at least one name."),
        ({"game": "clever-4ever", "name": ["", "  "]}, "Type at least one name."),
        ({"game": "clever-4ever", "name": ["Ada"], "paper": ["1"]}, "At least one player needs a sheet here."),
        ({"game": "chess", "name": ["Ada"]}, "Pick one of the games."),
        ({"name": ["Ada"]}, "Pick one of the games."),
        ({"game": "chess", "alone": "1"}, "Pick one of the games."),
        ({"game": "clever-4ever", "name": list("ABCDE")}, "This game is for at most 4 players."),
        ({"game": "qwinto-cards", "name": list("ABCDEFG")}, "This game is for at most 6 players."),
        ({"game": "clever-4ever", "name": ["A" * 25]}, "A name has 1 to 24 characters."),
        ({"game": "clever-4ever", "name": ["\u200b"]}, "A name has 1 to 24 characters."),
        ({"game": "clever-4ever", "name": ["\x00\x01"]}, "A name has 1 to 24 characters."),
    ],
)
def test_a_table_that_cannot_be_opened_says_why(ada, page, form, sentence):
    answer = ada.post("/tables", **form)
    assert answer.status_code == 422
    assert sentence in page(answer).text


def test_a_refused_table_keeps_the_names_that_were_typed(ada, page):
    answer = ada.post("/tables", game="clever-4ever", name=["Ada", "B" * 25], paper=["2"])
    typed = [attrs.get("value") for attrs in page(answer).all("input") if attrs.get("name") == "name"]
    assert {"Ada", "B" * 25} <= set(typed)


def test_a_refused_form_comes_first_on_its_page_with_the_reason_in_its_card(ada, page):
    refused = page(ada.post("/tables", game="qwinto-dice", name=[""])).text
    assert refused.index("Qwinto") < refused.index("Type at least one name.") < refused.index("Clever 4ever")
    unknown = page(ada.get("/join?code=abc")).text
    assert unknown.index("Join a table") < unknown.index("No table has this code.") < unknown.index("Clever 4ever")


def test_a_name_may_have_24_characters(ada, read_table):
    table = ada.with_friends("clever-4ever", "A" * 24)
    assert read_table(table).seats[0].name == "A" * 24


@pytest.mark.parametrize("name", HOSTILE_NAMES)
def test_a_name_is_text_on_every_page_and_nothing_else(ada, bo, page, name):
    table = ada.with_friends("qwinto-cards", name, "Bo")
    paths = [table, f"{table}/s/1", "/"]
    pages = [page(ada.get(path)) for path in paths] + [page(bo.get(path)) for path in paths[:2]]
    ada.post(f"{table}/end")
    pages.append(page(ada.get(table)))
    pages.append(page(ada.post("/tables", game="qwinto-cards", name=[name, "B" * 25])))
    shown = " ".join(name.split())
    for looked_at in pages[:-1]:
        assert shown in looked_at.text
    assert name in pages[-1].values("value")
    for looked_at in pages:
        assert all("src" in attrs for attrs in looked_at.all("script"))
        assert all(attrs["src"] != "x" for attrs in looked_at.all("img"))
        assert not looked_at.values("onfocus")


def test_marks_of_direction_do_not_turn_what_stands_beside_a_name(ada, read_table):
    table = ada.with_friends("qwinto-cards", "\u202eAda\u2066", "Bo\nCem\x00")
    assert [seat.name for seat in read_table(table).seats] == ["Ada", "Bo Cem"]
    assert "\u202e" not in ada.get(table).text


def test_the_start_page_offers_the_tables_that_this_phone_was_at_and_no_others(ada, bo, page):
    table = ada.with_friends("qwinto-cards", "Ada", "Zoe")
    bo.get(table)
    assert table in page(ada.get("/")).values("href")
    assert table in page(bo.get("/")).values("href")


def test_the_start_page_of_a_new_phone_offers_no_table(ada, new_phone, page):
    table = ada.with_friends("qwinto-cards", "Ada", "Zoe")
    assert table not in page(new_phone().get("/")).values("href")


def test_the_start_page_offers_at_most_six_tables_the_latest_first(ada, page):
    tables = [ada.with_friends("qwinto-dice", "Ada", str(number)) for number in range(8)]
    offered = [href for href in page(ada.get("/")).values("href") if href.startswith("/t/")]
    assert offered == tables[:1:-1]


@pytest.mark.parametrize("written", [str.upper, lambda code: f" {code[:5]} {code[5:]} ", "-".join, "\x00".join])
def test_a_code_that_was_read_out_is_found_whatever_its_capitals_spaces_and_hyphens(ada, bo, written):
    table = ada.with_friends("qwinto-cards", "Ada", "Bo")
    answer = bo.get("/join", query_string={"code": written(table.removeprefix("/t/"))})
    assert (answer.status_code, answer.headers["Location"]) == (303, table)


@pytest.mark.parametrize("end", ["", "/", "/s/1", "/s/1?number=4", "?x#top"])
@pytest.mark.parametrize(
    "begin", ["http://192.168.1.5:8080", " HTTPS://Example.org", "192.168.1.5:8080", "example.org/games", ""]
)
def test_a_table_is_joined_by_its_whole_address(ada, bo, begin, end):
    table = ada.with_friends("qwinto-cards", "Ada", "Bo")
    answer = bo.get("/join", query_string={"code": f"{begin}{table}{end} "})
    assert (answer.status_code, answer.headers["Location"]) == (303, table)


def test_a_table_is_watched_by_its_whole_address(ada, bo, read_table):
    watch = read_table(ada.with_friends("qwinto-cards", "Ada", "Bo")).watch
    assert bo.get("/join", query_string={"code": f"host/t/{watch}"}).headers["Location"] == f"/t/{watch}"


@pytest.mark.parametrize("written", [str.upper, lambda code: f"{code[:5]} {code[5:]}", "-".join])
@pytest.mark.parametrize("end", ["", "/s/1", "/s/1?number=4&field=pink-1", "/sheets.pdf"])
def test_a_typed_address_leads_to_its_page_whatever_its_capitals_spaces_and_hyphens(ada, bo, written, end):
    code = ada.with_friends("clever-4ever", "Ada", "Bo").removeprefix("/t/")
    answer = bo.get(f"/t/{written(code)}{end}")
    assert (answer.status_code, answer.headers["Location"]) == (301, f"/t/{code}{end}")


@pytest.mark.parametrize("written", [str.lower, str.upper])
def test_a_typed_address_may_end_with_a_stroke(ada, bo, written):
    table = ada.with_friends("clever-4ever", "Ada", "Bo")
    answer = bo.get(f"/t/{written(table.removeprefix('/t/'))}/")
    assert (answer.status_code, answer.headers["Location"]) == (301, table)


def test_an_address_for_watching_is_forgiven_its_capitals(ada, bo, read_table):
    watch = read_table(ada.with_friends("qwinto-cards", "Ada", "Bo")).watch
    assert bo.get(f"/t/{watch.upper()}").headers["Location"] == f"/t/{watch}"


@pytest.mark.parametrize(
    "path", ["/t/", "/t/00000/", "/t/0", "/t/AAAAAAAAAA/", "/t/AAAAAAAAAA", "/t/A", "/t/AAAAAAAAAA/s/1"]
)
def test_a_typed_address_of_no_table_says_so(ada, page, path):
    answer = ada.get(path, follow_redirects=True)
    assert answer.status_code == 404
    assert "There is nothing at this address." in page(answer).text


def test_where_no_table_is_its_code_can_be_mended_and_elsewhere_none_is_asked_for(ada, page):
    assert {"name": "code", "value": "aaaaaaaaaa"}.items() <= page(ada.get("/t/aaaaaaaaaa")).all("input")[0].items()
    assert page(ada.get("/nowhere")).all("input") == []


def test_nothing_is_done_at_an_address_that_is_only_forgiven(ada, lines):
    table = ada.with_friends("clever-4ever", "Ada", "Bo")
    before = lines(table)
    code = table.removeprefix("/t/")
    assert ada.post(f"/t/{code.upper()}/end").status_code == 404
    assert lines(table) == before


def test_an_unknown_code_is_told_how_long_both_codes_are(ada, page, read_table):
    table = read_table(ada.with_friends("qwinto-cards", "Ada", "Bo"))
    sentence = page(ada.get("/join?code=abc")).text
    assert f"it has {len(table.code)} letters and digits, or {len(table.watch)} if" in sentence


@pytest.mark.parametrize("code", ["", "aaaaaaaaaa", "short", "a" * 5000, "\x00", "<b>", "' or 1=1 --", "ⓐ" * 10])
def test_a_code_of_no_table_is_answered_with_a_sentence(ada, page, code):
    answer = ada.get("/join", query_string={"code": code})
    assert answer.status_code == 404
    assert "No table has this code." in page(answer).text
    assert not page(answer).all("b")


def test_joining_without_any_code_is_answered_with_a_sentence(ada, page):
    answer = ada.get("/join")
    assert answer.status_code == 404
    assert "No table has this code." in page(answer).text
