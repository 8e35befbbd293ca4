"""What every answer has in common: headers, caching, compression, fragments for htmx, error pages, event streams."""

import gzip
import io
import json
from urllib.parse import urlsplit

import pytest
import segno
from flask import abort

PINK_6 = {"entry": json.dumps({"area": "pink", "value": 6}), "key": "tap"}
HTMX = {"HX-Request": "true"}
GAMES = ["clever-4ever", "qwinto-cards", "qwinto-dice"]
STREAMS = 48
"""Pages that one server keeps informed at once."""


@pytest.fixture
def table(ada):
    return ada.with_friends("clever-4ever", "Ada", "Bo")


@pytest.fixture
def paths(table):
    """Whatever can be looked at, with and without success."""
    seen = ["/", "/healthz", "/join?code=x", "/manifest.webmanifest", "/static/companion.css", "/static/none.css"]
    return [*seen, "/nowhere", table, f"{table}/s/1", f"{table}/s/2", f"{table}/s/9", f"{table}/qr.svg", "/t/x"]


def test_every_address_answers(app, ada, table):
    """An address that a later feature brings is tried too, without naming it here."""
    adapter = app.url_map.bind("localhost")
    values = {"code": table.removeprefix("/t/"), "number": 1, "filename": "icon.svg", "game": "clever-4ever"}
    tried = []
    for rule in app.url_map.iter_rules():
        path = adapter.build(rule.endpoint, {name: values.get(name, "1") for name in rule.arguments})
        for method in sorted(rule.methods & {"GET", "POST"}):
            with ada.client.open(path, method=method) as answer:
                tried.append(rule.endpoint)
                assert answer.status_code < 500, (method, path)
    assert {"lobby.start", "lobby.open_new", "table.show", "sheet.show", "sheet.enter", "sheet.undo"} <= set(tried)


def test_the_server_says_that_it_is_well(ada):
    answer = ada.get("/healthz")
    assert (answer.status_code, answer.text) == (200, "ok\n")


# Headers


def test_every_answer_forbids_what_no_page_of_ours_needs(ada, paths, table):
    answers = [ada.get(path) for path in paths]
    answers += [ada.post(path) for path in ("/", "/tables", f"{table}/end", f"{table}/s/1/entries", "/nowhere")]
    answers.append(ada.client.delete("/"))
    assert {answer.status_code for answer in answers} >= {200, 303, 400, 404, 405, 422}
    for answer in answers:
        policy = dict(part.split(" ", 1) for part in answer.headers["Content-Security-Policy"].split("; "))
        assert policy["default-src"] == "'none'"
        assert policy["script-src"] == "'self'"
        assert policy["style-src"] == "'self'"
        assert policy["form-action"] == "'self'"
        assert policy["base-uri"] == "'none'"
        assert policy["frame-ancestors"] == "'none'"
        assert not any("unsafe" in value or "*" in value for value in policy.values())
        assert answer.headers["X-Content-Type-Options"] == "nosniff"
        assert answer.headers["Referrer-Policy"] == "same-origin"


def test_no_page_is_kept_by_a_cache(ada, paths):
    for path in paths:
        if not path.startswith("/static/companion"):
            assert ada.get(path).headers["Cache-Control"] == "no-store", path


def test_the_cookie_is_for_the_server_only_and_lasts_a_year(ada):
    cookie = ada.post("/tables", game="clever-4ever", alone="1").headers["Set-Cookie"]
    assert "HttpOnly" in cookie
    assert "SameSite=Lax" in cookie
    kept = ada.client.get_cookie("companion")
    assert kept.expires is not None


@pytest.mark.parametrize("game", GAMES)
def test_no_page_carries_a_script_a_style_or_a_handler_of_its_own(ada, bo, page, game):
    table = ada.with_friends(game, "Ada", "Bo", "(Cem)")
    entries = {
        "clever-4ever": [{"area": "yellow", "row": "middle", "value": 1}] * 2,
        "qwinto-cards": [{"row": "orange", "column": 4, "value": 7}],
        "qwinto-dice": [{"action": "call", "value": 5, "colours": ["orange"], "active": True}],
    }[game]
    looks = ["/", table, f"{table}/s/1", f"{table}/s/2", f"{table}/s/1?number=4", "/nowhere"]
    answers = [phone.get(path) for phone in (ada, bo) for path in looks]
    answers += [ada.enter(f"{table}/s/1", entry) for entry in entries]
    answers += [ada.get(path) for path in looks]
    answers.append(ada.enter(f"{table}/s/1", {"nonsense": 1}))
    ada.post(f"{table}/end")
    answers += [ada.get(path) for path in looks]
    for answer in answers:
        shown = page(answer)
        assert not shown.all("style")
        assert all("src" in attrs for attrs in shown.all("script"))
        assert "".join(shown.styles_and_scripts).strip() == ""
        for _, attrs in shown.elements:
            assert not [name for name in attrs if name == "style" or name.startswith(("on", "hx-on"))]
            assert not [value for value in attrs.values() if value.strip().lower().startswith("javascript:")]


def test_no_page_asks_another_host_for_anything(ada, page, table):
    for path in ("/", table, f"{table}/s/1", "/nowhere"):
        shown = page(ada.get(path))
        asked = shown.values("src") + shown.values("action") + [attrs["href"] for attrs in shown.all("link")]
        assert asked
        assert not [url for url in asked if urlsplit(url).netloc]


# Caching and compression


def test_what_a_page_links_to_is_kept_for_ever_under_its_fingerprint(ada, page, table):
    shown = page(ada.get(f"{table}/s/1"))
    links = [*shown.values("src"), *(attrs["href"] for attrs in shown.all("link"))]
    links = [link for link in links if link.startswith("/static/")]
    assert len(links) >= 3
    for link in links:
        assert "v=" in urlsplit(link).query
        answer = ada.get(link)
        assert answer.status_code == 200
        assert answer.cache_control.max_age == 31536000
        assert answer.cache_control.public


def test_a_file_that_a_cache_may_keep_carries_no_cookie(ada, page):
    ada.alone()
    answer = ada.get("/static/companion.css?v=1")
    assert answer.cache_control.public
    assert "Set-Cookie" not in answer.headers
    assert "cookie" not in answer.headers.get("Vary", "").lower()


def test_without_a_fingerprint_a_file_is_kept_for_an_hour(ada):
    assert ada.get("/static/companion.css").cache_control.max_age == 3600


def test_a_missing_file_is_not_kept(ada):
    answer = ada.get("/static/none.css?v=1")
    assert (answer.status_code, answer.headers["Cache-Control"]) == (404, "no-store")


@pytest.mark.parametrize("path", ["/static/../pyproject.toml", "/static/%2e%2e/pyproject.toml", "/static//etc/passwd"])
def test_no_file_beside_the_static_ones_is_given_away(ada, path):
    assert ada.get(path).status_code in (308, 404)


def test_a_file_that_the_browser_has_is_not_sent_again(ada):
    first = ada.get("/static/companion.css")
    again = ada.get("/static/companion.css", headers={"If-None-Match": first.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")


def test_answers_are_compressed_when_asked_for(ada, table):
    for path in ("/static/companion.css", "/", f"{table}/s/1", "/nowhere"):
        answer = ada.get(path, headers={"Accept-Encoding": "gzip, br"})
        assert answer.headers["Content-Encoding"] == "gzip", path
        assert "Accept-Encoding" in answer.headers["Vary"]
        assert len(answer.data) == int(answer.headers["Content-Length"])
        assert len(gzip.decompress(answer.data)) > len(answer.data)


def test_a_compressed_file_is_the_file(ada):
    plain = ada.get("/static/companion.css").data
    assert gzip.decompress(ada.get("/static/companion.css", headers={"Accept-Encoding": "gzip"}).data) == plain


@pytest.mark.parametrize("accepted", [{}, {"Accept-Encoding": "br"}, {"Accept-Encoding": "gzip;q=0, identity"}])
def test_answers_are_not_compressed_when_not_asked_for(ada, accepted):
    for path in ("/static/companion.css", "/"):
        assert "Content-Encoding" not in ada.get(path, headers=accepted).headers


def test_head_answers_as_get_without_a_body(ada, paths):
    for path in paths:
        asked, answered = ada.get(path), ada.client.head(path)
        assert (answered.status_code, answered.data) == (asked.status_code, b""), path
        assert answered.mimetype == asked.mimetype


# Fragments


def test_htmx_gets_the_fragment_and_a_browser_the_whole_page(ada, page, table):
    for path, part in ((table, "table"), (f"{table}/s/1", "sheet")):
        whole, fragment = page(ada.get(path)), page(ada.get(path, headers=HTMX))
        assert len(whole.all("html")) == len(whole.all("body")) == 1
        assert not fragment.all("html") + fragment.all("head") + fragment.all("body")
        assert part in whole.values("id")
        assert fragment.elements[0][1]["id"] == part


def test_a_tap_is_answered_with_the_fragment_whether_it_enters_or_not(ada, page, table):
    sheet = f"{table}/s/1"
    version = ada.version(sheet)
    for status, form in ((200, PINK_6), (409, PINK_6 | {"key": "late"}), (400, {})):
        answer = ada.post(f"{sheet}/entries", headers=HTMX, version=version, **form)
        assert answer.status_code == status
        assert page(answer).elements[0][1]["id"] == "sheet"
        assert not page(answer).all("html")


# Error pages


@pytest.fixture
def broken(app):
    """The app with two addresses that go wrong."""

    def stumble():
        raise RuntimeError("the secret of /home/ada")

    app.add_url_rule("/stumble", view_func=stumble)
    app.add_url_rule("/teapot", "teapot", lambda: abort(418))
    return app


ERRORS = [
    ("GET", "/nowhere", 404, "There is nothing at this address. Perhaps it was mistyped, or the code in it."),
    ("DELETE", "/", 405, "This address is not to be opened that way."),
    ("GET", "/stumble", 500, "Something went wrong here. Nothing that was entered is lost."),
    ("GET", "/teapot", 418, "Something went wrong here. Nothing that was entered is lost."),
]


@pytest.mark.parametrize(("method", "path", "status", "sentence"), ERRORS)
def test_an_error_is_a_page_with_a_sentence_and_a_way_out(broken, new_phone, page, method, path, status, sentence):
    answer = new_phone().client.open(path, method=method)
    assert answer.status_code == status
    assert sentence in page(answer).text
    assert "/" in page(answer).values("href")


@pytest.mark.parametrize(("method", "path", "status", "sentence"), ERRORS)
def test_an_error_speaks_german_too(broken, new_phone, page, german, method, path, status, sentence):
    answer = new_phone().client.open(path, method=method, headers={"Accept-Language": "de"})
    assert answer.status_code == status
    assert page(answer).all("html")[0]["lang"] == "de"
    assert german[sentence].string != sentence
    assert german[sentence].string in page(answer).text


@pytest.mark.parametrize(("method", "path", "status", "sentence"), ERRORS)
def test_an_error_tells_no_secrets(broken, new_phone, method, path, status, sentence):
    answer = new_phone().client.open(path, method=method)
    for secret in ("Traceback", "RuntimeError", "/home/ada", ".py", "werkzeug"):
        assert secret not in answer.text


def test_a_form_that_is_far_too_long_is_refused(ada, page, table, lines):
    before = lines(table)
    for path in ("/tables", f"{table}/s/1/entries", f"{table}/seats", "/language"):
        answer = ada.post(path, name="A" * 70_000)
        assert answer.status_code == 413
        assert "That was far too much." in page(answer).text
    assert lines(table) == before


def test_a_form_with_countless_parts_harms_nothing(ada):
    body = "&".join(f"a{number}" for number in range(9000))
    answer = ada.client.post("/tables", data=body, content_type="application/x-www-form-urlencoded")
    assert answer.status_code == 422


@pytest.mark.parametrize("content_type", ["multipart/form-data", "multipart/form-data; boundary=x", "application/json"])
def test_a_body_that_is_no_form_is_like_an_empty_one(ada, content_type):
    answer = ada.client.post("/tables", data=b"\x00\xff{", content_type=content_type)
    assert answer.status_code == 422


def test_a_method_that_is_not_allowed_names_those_that_are(ada):
    assert set(ada.client.delete("/").headers["Allow"].split(", ")) == {"GET", "HEAD", "OPTIONS"}


def test_an_address_of_a_form_opened_again_leads_to_its_page(ada, table):
    """A phone that restores its pages, or a reload, asks for the address that a form was sent to."""
    leads = {"/tables": "/", "/language": "/", f"{table}/seats": table, f"{table}/shared": table, f"{table}/end": table}
    leads |= {f"{table}/s/1/entries?number=4": f"{table}/s/1?number=4", f"{table}/s/1/undo": f"{table}/s/1"}
    for address, target in leads.items():
        answer = ada.get(address)
        assert (answer.status_code, answer.headers["Location"]) == (303, target)


@pytest.mark.parametrize("code", ["%0d%0aX-Evil:1", "%3f", "%23", "%00", "a@evil.example", "%5cevil.example"])
def test_the_way_back_stays_on_this_host(ada, code):
    answer = ada.get(f"/t/{code}/seats")
    assert answer.status_code == 303
    assert answer.headers["Location"].startswith("/t/")
    assert "X-Evil" not in answer.headers


@pytest.mark.parametrize(
    "query",
    [
        "number=9",
        "number=0",
        "number=-4",
        "number=x",
        "number=" + "9" * 400,
        "number=" + "9" * 5000,
        "number=4&number=5",
        "field=<script>",
        "field=grey-a",
        "field=blue-1-1",
        "bonus=black",
        "bonus=%00",
        "mend=nothing",
        "mend=pink-1",
        "mend=pink-999",
        "mend=%ff",
        "bonus=pink&field=pink-1&number=6&mend=yellow-top-1",
        'why={"area":"pink","field":"pink-2"}',
        'why={"area":"pink","field":["pink-9"]}',
        'why={"area":"yellow","row":"top","field":"<script>"}&bonus=black',
    ],
)
def test_whatever_the_address_of_a_sheet_asks_for_the_sheet_is_the_answer(ada, page, query):
    sheet = ada.alone()
    ada.enter(sheet, {"area": "pink", "value": 1})
    answer = ada.get(f"{sheet}?{query}")
    assert answer.status_code == 200
    assert page(answer).values("data-total") == ["2"]
    assert all("src" in attrs for attrs in page(answer).all("script"))


@pytest.mark.parametrize(
    "why", ["", "pink", "[]", "6", '{"area":["pink"]}', '{"area":"red"}', "{}", '{"value":', "{" * 400]
)
def test_whoever_asks_why_of_no_field_gets_the_sheet_and_a_sentence(ada, page, why):
    sheet = ada.alone()
    ada.enter(sheet, {"area": "pink", "value": 1})
    answer = ada.get(sheet, query_string={"why": why})
    assert answer.status_code == 400
    assert page(answer).values("data-total") == ["2"]
    assert "Something is missing in this entry; nothing was entered." in page(answer).text


# Hosts and other sites


@pytest.mark.parametrize("host", ["a.b:1:2", 'evil"><script>x()</script>', "a b", "a/b", "a@b", "ä", "[::1]:8000"])
def test_an_odd_host_is_text_at_most(ada, page, table, host):
    for path in (table, f"{table}/qr.svg", "/"):
        answer = ada.get(path, headers={"Host": host})
        assert answer.status_code in (200, 400)
        assert all("src" in attrs for attrs in page(answer).all("script"))


@pytest.mark.parametrize("host", ["a" * 5000, ".".join(["a" * 60] * 80)])
def test_an_endless_host_is_refused(ada, table, host):
    assert ada.get(f"{table}/qr.svg", headers={"Host": host}).status_code == 400


def test_the_address_to_join_is_the_one_that_the_page_was_asked_under(ada, page, table):
    shown = page(ada.get(table, headers={"Host": "192.168.1.7:8000"}))
    assert "192.168.1.7:8000/t/" in shown.text


@pytest.mark.parametrize(
    ("host", "shown"),
    [
        ("localhost:8000", "192.168.1.7:8000"),
        ("127.0.0.1:8000", "192.168.1.7:8000"),
        ("localhost", "192.168.1.7"),
        ("raspberrypi.local:8000", "raspberrypi.local:8000"),
        ("localhost.example:8000", "localhost.example:8000"),
        ("10.0.0.3", "10.0.0.3"),
    ],
)
def test_the_names_by_which_a_host_calls_itself_give_way_to_its_address(app, ada, page, table, host, shown):
    app.config["LAN_ADDRESS"] = "192.168.1.7"
    answer = page(ada.get(table, headers={"Host": host}))
    assert f"Scan this, or open {shown}{table} " in answer.text
    drawn = io.BytesIO()
    segno.make_qr(f"http://{shown}{table}").save(drawn, kind="svg", scale=8, border=4, light="#fff", xmldecl=False)
    assert ada.get(f"{table}/qr.svg", headers={"Host": host}).data == drawn.getvalue()


def test_the_qr_code_is_a_picture(ada, table):
    answer = ada.get(f"{table}/qr.svg")
    assert answer.mimetype == "image/svg+xml"
    assert answer.text.startswith("<svg")
    assert "style" not in answer.text


SAME, OTHER = "http://localhost", "http://evil.example"


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 303),
        ({"Origin": SAME}, 303),
        ({"Sec-Fetch-Site": "same-origin"}, 303),
        ({"Sec-Fetch-Site": "same-origin", "Origin": SAME}, 303),
        ({"Sec-Fetch-Site": "none"}, 303),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-site"}, 403),
        ({"Sec-Fetch-Site": ""}, 403),
        ({"Sec-Fetch-Site": "cross-site", "Origin": SAME}, 403),
        ({"Origin": OTHER}, 403),
        ({"Origin": "null"}, 403),
        ({"Origin": ""}, 403),
        ({"Origin": "localhost"}, 403),
        ({"Origin": "http://localhost.evil.example"}, 403),
        ({"Origin": "http://localhost:81"}, 403),
        ({"Origin": "http://localhost@evil.example"}, 403),
        ({"Origin": "http://["}, 403),
    ],
)
def test_only_our_own_pages_may_post(ada, table, lines, headers, status):
    before = lines(table)
    answer = ada.post(f"{table}/end", headers=headers)
    assert answer.status_code == status
    assert lines(table) == before + (status == 303)


@pytest.mark.parametrize("method", ["PUT", "DELETE", "PATCH", "POST"])
def test_another_site_gets_nothing_by_any_method(ada, table, method):
    answer = ada.client.open(f"{table}/end", method=method, headers={"Origin": OTHER})
    assert answer.status_code == 403


def test_another_site_may_link_to_a_table(ada, table):
    assert ada.get(table, headers={"Sec-Fetch-Site": "cross-site", "Origin": OTHER}).status_code == 200


# Event streams


def test_an_open_page_is_told_where_the_table_stands(ada, table, lines):
    with ada.get(f"{table}/events") as answer:
        events = answer.iter_encoded()
        assert answer.status_code == 200
        assert answer.mimetype == "text/event-stream"
        assert answer.headers["Cache-Control"] == "no-store"
        assert next(events).startswith(b"retry: ")
        number = lines(table)
        assert next(events).decode() == f"event: moved\ndata: {number}\nid: {number}\n\n"


def test_an_open_page_is_told_when_the_table_moves_on(ada, bo, table, lines):
    with bo.get(f"{table}/events", headers={"Last-Event-ID": str(lines(table))}) as answer:
        events = answer.iter_encoded()
        next(events)
        ada.enter(f"{table}/s/1", {"area": "pink", "value": 6})
        number = lines(table)
        assert next(events).decode() == f"event: moved\ndata: {number}\nid: {number}\n\n"


@pytest.mark.parametrize("last", ["x", "", "-1", "9" * 40, "9" * 5000, "1.5", "\x00"])
def test_a_garbled_last_event_is_like_none(ada, table, lines, last):
    for asked in ({"headers": {"Last-Event-ID": last}}, {"query_string": {"since": last}}):
        with ada.get(f"{table}/events", **asked) as answer:
            events = answer.iter_encoded()
            next(events)
            assert f"data: {lines(table)}\n".encode() in next(events)


def test_a_stream_is_never_compressed(ada, table):
    with ada.get(f"{table}/events", headers={"Accept-Encoding": "gzip"}) as answer:
        assert "Content-Encoding" not in answer.headers


def test_more_pages_than_can_be_kept_informed_are_told_so_until_one_closes(ada, table):
    opened = [ada.get(f"{table}/events") for _ in range(STREAMS)]
    assert {answer.status_code for answer in opened} == {200}
    assert ada.get(f"{table}/events").status_code == 503
    assert ada.get(table).status_code == 200
    opened.pop().close()
    opened.append(ada.get(f"{table}/events"))
    assert opened[-1].status_code == 200
    for answer in opened:
        answer.close()


def test_asking_for_the_head_of_a_stream_takes_no_place(ada, table):
    for _ in range(STREAMS + 1):
        with ada.client.head(f"{table}/events") as answer:
            assert answer.status_code == 200
    with ada.get(f"{table}/events") as answer:
        assert answer.status_code == 200


def test_there_is_no_stream_of_an_unknown_table(ada):
    assert ada.get("/t/aaaaaaaaaa/events").status_code == 404
