"""What a player prefers: the language of the pages, and where choosing it leads."""

import pytest

ELSEWHERE = [
    "",
    "http://evil.example/",
    "https:evil.example",
    "//evil.example",
    "///evil.example",
    "/\\evil.example",
    "\\\\evil.example",
    "/\t/evil.example",
    "/\n/evil.example",
    " //evil.example",
    "\x00//evil.example",
    "javascript:x()",
    "evil.example",
    "t/x",
]


def language(page, answer):
    return page(answer).all("html")[0]["lang"]


@pytest.mark.parametrize(
    ("accepted", "spoken"),
    [
        ("de", "de"),
        ("de-AT,de;q=0.9,en;q=0.5", "de"),
        ("en", "en"),
        ("en-GB,en;q=0.9,de;q=0.8", "en"),
        ("fr,de;q=0.8,en;q=0.7", "de"),
        ("fr", "en"),
        ("", "en"),
        ("*", "en"),
        (";;;q=x,,", "en"),
        ("d" * 5000, "en"),
    ],
)
def test_the_pages_speak_the_language_of_the_browser_else_english(new_phone, page, accepted, spoken):
    assert language(page, new_phone(Accept_Language=accepted).get("/")) == spoken


def test_without_any_wish_the_pages_speak_english(ada, page):
    assert language(page, ada.get("/")) == "en"


@pytest.mark.parametrize(("browser", "chosen"), [("de", "en"), ("en", "de")])
def test_a_language_chosen_by_hand_goes_before_the_browsers_and_is_remembered(new_phone, page, browser, chosen):
    phone = new_phone(Accept_Language=browser)
    assert phone.post("/language", language=chosen).status_code == 303
    sheet = phone.alone()
    assert [language(page, phone.get(path)) for path in ("/", sheet, "/nowhere")] == [chosen] * 3


def test_a_refusal_is_told_in_the_players_language(new_phone, page, german):
    phone = new_phone(Accept_Language="de")
    sheet = phone.alone()
    phone.enter(sheet, {"area": "yellow", "row": "top", "value": 4})
    answer = phone.enter(sheet, {"area": "yellow", "row": "top", "value": 4})
    sentence = "Must be more than %(above)s."
    assert german[sentence].string != sentence
    assert german[sentence].string % {"above": 4} in page(answer).text


@pytest.mark.parametrize("odd", ["fr", "", "en; Path=/", "\x00", "../../etc", "d" * 5000])
def test_a_language_that_the_pages_do_not_speak_changes_nothing(new_phone, page, odd):
    phone = new_phone(Accept_Language="de")
    assert phone.post("/language", language=odd).status_code == 303
    assert language(page, phone.get("/")) == "de"


@pytest.mark.parametrize("back", ["/", "/t/aaaaaaaaaa", "/t/aaaaaaaaaa/s/1?number=4", "/join?code=x"])
def test_choosing_a_language_leads_back_to_the_page_that_was_open(ada, back):
    answer = ada.post("/language", language="de", back=back)
    assert (answer.status_code, answer.headers["Location"]) == (303, back)


@pytest.mark.parametrize("back", ELSEWHERE)
def test_choosing_a_language_leads_to_no_other_site(ada, back):
    answer = ada.post("/language", language="de", back=back)
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_choosing_a_language_without_a_page_leads_to_the_start(ada):
    answer = ada.post("/language", language="de")
    assert (answer.status_code, answer.headers["Location"]) == (303, "/")


def test_a_language_chosen_after_a_refusal_leads_to_the_page_above(ada, page):
    """The page of a refusal stands at an address that only takes forms."""
    refused = ada.post("/tables", game="clever-4ever")
    back = page(refused).hidden("back")
    answer = ada.client.post("/language", data={"language": "de", "back": back}, follow_redirects=True)
    assert answer.status_code == 200
    assert language(page, answer) == "de"
