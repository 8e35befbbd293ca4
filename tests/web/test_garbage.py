"""Whatever is sent to whatever address: no server error, and nothing is written but what succeeds."""

import json
import re
from urllib.parse import quote

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.app import create_app
from companion.table import Table

ENTRIES = [
    {"area": "pink", "value": 6},
    {"area": "blue", "row": 4, "column": 2},
    {"area": "grey", "segment": "a", "value": 1},
    {"action": "round"},
    {"action": "use", "joker": "extra_die", "die": "white"},
    {"action": "forgo", "bonus": "pink"},
    {"row": "orange", "column": 3, "value": 7},
    {"action": "call", "value": 7, "colours": ["orange"], "active": True},
]
NAMES = [
    *(
        "alone",
        "back",
        "bonus",
        "code",
        "entry",
        "entry-value",
        "entry-dice.orange",
        "entry-colours[]",
        "lay-places[]",
        "lay-cards[]",
        "mode",
        "by",
        "field",
        "free",
    ),
    *("game", "have", "key", "language", "line", "mend", "name", "number", "paper", "seat", "shared", "since", "sure"),
    *("totals", "version", "why"),
]
HEADERS = [
    *("Accept-Encoding", "Accept-Language", "Content-Type", "Cookie", "Host", "HX-Request", "Last-Event-ID", "Origin"),
    *("Sec-Fetch-Site", "X-Forwarded-For"),
]
ODD = [
    "",
    " ",
    "0",
    "-1",
    "1",
    "2",
    "3",
    "9" * 400,
    "1.5",
    "1e9",
    "NaN",
    "null",
    "[]",
    "{}",
    "true",
    '"',
    "\x00",
    "\u202e",
    "😀" * 30,
]


def often(likely, odd):
    """Four times out of five what makes sense, so that the rest gets far enough to do harm."""
    return st.sampled_from([likely, likely, likely, likely, odd]).flatmap(lambda chosen: chosen)


scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
trees = st.recursive(
    scalars,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=6,
)
parts = st.dictionaries(st.sampled_from(["area", "row", "column", "value", "segment", "action"]), trees, max_size=2)
bent = st.builds(lambda entry, more: {**entry, **more}, st.sampled_from(ENTRIES), parts)
entries = (st.sampled_from(ENTRIES) | bent | trees).map(json.dumps)
values = often(st.sampled_from(ODD) | entries, st.text(max_size=30))
forms = st.dictionaries(often(st.sampled_from(NAMES), st.text(max_size=8)), values, max_size=6)
printable = st.characters(min_codepoint=32, max_codepoint=255, exclude_characters="\x7f")
words = st.sampled_from(["true", "de", "gzip", "localhost", "same-origin"]) | st.text(printable, max_size=20)
headers = often(st.just({}), st.dictionaries(st.sampled_from(HEADERS), words, max_size=2))
methods = st.sampled_from(["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH", "TRACE"])


@pytest.fixture
def evening(tmp_path):
    """An app without limits, the phone that opened its two tables, and their codes. One of them has a free seat."""
    app = create_app(tmp_path / "companion.db", LIMITS={}, PRINT_CACHE=tmp_path / "print")
    phone = app.test_client()
    forms = [{"game": "clever-4ever", "name": ["Ada", "Bo"]}, {"game": "qwinto-dice", "alone": "1"}]
    codes = [phone.post("/tables", data=form).headers["Location"].split("/")[2] for form in forms]
    return app, phone, codes


def draws(rule):
    """Whether this route draws for paper: that takes long, and looks at the address alone."""
    return rule.endpoint.startswith("print.") and rule.endpoint != "print.pads"


def calls(app, codes, is_drawn):
    """A method and a path: a route of the app with what may stand in its places, or anything else."""
    watch = [app.extensions["store"].read(code)[0].data["watch"] for code in codes]
    places = {
        "code": often(st.sampled_from(codes), st.sampled_from([*watch, "aaaaaaaaaa"]) | st.text(max_size=20)),
        "number": often(st.just("1"), st.sampled_from(["2", "3", "0", "-1", "9" * 30, "x"])),
        "game": st.sampled_from(["clever-4ever", "qwinto-cards", "qwinto-dice", "chess"]),
    }

    def one(rule):
        path = st.fixed_dictionaries({name: places.get(name, st.text(max_size=20)) for name in rule.arguments})
        return st.tuples(
            often(st.sampled_from(sorted(rule.methods - {"HEAD", "OPTIONS"})), methods),
            path.map(lambda filled: path_of(rule.rule, filled)),
        )

    rules = sorted((rule for rule in app.url_map.iter_rules() if is_drawn == draws(rule)), key=lambda rule: rule.rule)
    posted = [rule for rule in rules if "POST" in rule.methods]
    anywhere = st.tuples(methods, st.text(max_size=20).map(lambda text: "/" + quote(text)))
    return often(st.sampled_from([*rules, *posted, *posted]).flatmap(one), anywhere)


def path_of(rule, filled):
    return re.sub(r"<(?:\w+:)?(\w+)>", lambda place: quote(filled[place[1]], safe=""), rule)


def good_guards(app, code):
    """What a page that is up to date would send besides the entry itself."""
    table = Table.of(code, app.extensions["store"].read(code))
    return {"key": f"tap-{table.version}", "version": str(table.versions.get(1, 0))}


def logs(app, codes):
    return [app.extensions["store"].read(code) for code in codes]


@settings(max_examples=600, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_no_request_breaks_the_server_or_writes_what_it_may_not(evening, data):
    app, phone, codes = evening
    client = data.draw(often(st.just(phone), st.builds(app.test_client)), label="phone")
    method, path = data.draw(calls(app, codes, is_drawn=False), label="call")
    body = data.draw(often(forms, st.binary(max_size=60)), label="body")
    if isinstance(body, dict) and data.draw(st.booleans(), label="up to date"):
        guards = good_guards(app, next((code for code in codes if code in path), codes[0]))
        body = {**guards, "entry": data.draw(entries), **body}
    query = data.draw(often(st.just({}), forms), label="query")
    extra = data.draw(headers, label="headers")
    before = logs(app, codes)
    with client.open(path, method=method, query_string=query, data=body, headers=extra) as answer:
        assert answer.status_code < 500
        succeeded = method == "POST" and answer.status_code in (200, 303)
    for old, new in zip(before, logs(app, codes), strict=True):
        assert new[: len(old)] == old
        assert len(new) <= len(old) + succeeded


PRINTED = {
    "paper": ["a4", "letter", "a6", "", "a0"],
    "up": ["1", "2", "4", "0", "-1", "1e9"],
    "pages": ["1", "2", "0", "999", "9" * 400],
    "ink": ["colour", "saving", ""],
    "language": ["de", "en", "xx", ""],
    "title": ODD,
    "name": ODD,
    "seat": ["1", "2", "9", "x", ""],
}


@settings(max_examples=25, suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow])
@given(data=st.data())
def test_no_address_of_something_printed_breaks_the_server(evening, data):
    app, phone, codes = evening
    method, path = data.draw(calls(app, codes, is_drawn=True), label="call")
    asked = data.draw(st.sets(st.sampled_from(sorted(PRINTED)), max_size=3), label="asked")
    query = {name: data.draw(often(st.sampled_from(PRINTED[name]), st.text(max_size=30)), label=name) for name in asked}
    before = logs(app, codes)
    with phone.open(path, method=method, query_string=query) as answer:
        assert answer.status_code < 500
    assert logs(app, codes) == before
