"""Who may do what: every route of the app, for everybody who may come to a table. A new route belongs into the list."""

import json
from dataclasses import dataclass, field
from typing import Any

import pytest

ENTRY = {"row": "orange", "column": 5, "value": 7}
OTHER_ENTRY = {"row": "orange", "column": 5, "value": 8}
CALL = {"action": "call", "value": 5, "colours": ["orange"], "active": False}

ROLES = ("holder", "other", "host", "visitor", "stranger", "watcher")
"""Who keeps the sheet of seat 2, who keeps another one, who opened the table, who saw the table and took no seat, who
was never here, and who has only the code for watching."""


def everybody(status: int) -> dict[str, int]:
    return dict.fromkeys(ROLES, status)


def only(*roles: str, done: int = 303, refused: int = 403, watcher: int = 404) -> dict[str, int]:
    """These may, the others of the table are refused; at the address for watching there is no such thing."""
    return {**everybody(refused), "watcher": watcher, **dict.fromkeys(roles, done)}


PLAYERS = ("holder", "other", "host")


@dataclass(frozen=True)
class Deed:
    """A request and its answer to each role.

    :param before: what was done at the table before: ``"call"``, ``"entry"`` (by the holder) or ``"end"``
    :param writes: whether it is a line of the log when it succeeds
    """

    endpoint: str
    method: str
    path: str
    status: dict[str, int]
    form: dict[str, Any] = field(default_factory=dict)
    before: str = ""
    writes: bool = True


def look(endpoint: str, path: str, status: dict[str, int] | None = None) -> Deed:
    return Deed(endpoint, "GET", path, status or everybody(200), writes=False)


DEEDS = [
    look("static", "/static/companion.css"),
    look("healthz", "/healthz"),
    look("lobby.start", "/"),
    look("lobby.manifest", "/manifest.webmanifest"),
    look("lobby.join", "/join?code={code}", everybody(303)),
    look("lobby.typed_out", "/t/{code}/", everybody(301)),
    Deed("lobby.open_new", "POST", "/tables", everybody(303), {"game": "qwinto-dice", "alone": "1"}, writes=False),
    Deed("preferences.language", "POST", "/language", everybody(303), {"language": "de"}, writes=False),
    Deed("preferences.totals", "POST", "/totals", everybody(303), {"totals": "hidden"}, writes=False),
    look("table.show", "/t/{code}"),
    look("table.qr", "/t/{code}/qr.svg"),
    look("table.events", "/t/{code}/events"),
    Deed("table.share", "POST", "/t/{code}/shared", only(*PLAYERS), {"entry": json.dumps(CALL)}),
    Deed("table.undo", "POST", "/t/{code}/undo", only(*PLAYERS), before="call"),
    Deed("table.turn", "POST", "/t/{code}/turn", only(*PLAYERS)),
    Deed("table.end", "POST", "/t/{code}/end", only(*PLAYERS)),
    Deed("table.reopen", "POST", "/t/{code}/reopen", only(*PLAYERS), before="end"),
    Deed("seats.sit", "POST", "/t/{code}/seats", only(*ROLES[:-1]), {"seat": "4"}),
    Deed("seats.sit", "POST", "/t/{code}/seats", only("holder", refused=422), {"seat": "2"}),
    Deed("seats.sit", "POST", "/t/{code}/seats", only("holder", "host"), {"free": "2"}),
    Deed("seats.sit", "POST", "/t/{code}/seats", only(*ROLES[:-1]), {"name": "Eve"}),
    Deed("seats.rename", "POST", "/t/{code}/s/2/name", only("holder", "host"), {"name": "Boris"}),
    Deed("seats.remove", "POST", "/t/{code}/s/2/remove", only("holder", "host")),
    Deed("seats.take_over", "POST", "/t/{code}/s/2/take-over", only("host")),
    look("seats.move", "/t/{code}/s/2/move", only("holder", "host", done=200, refused=303, watcher=303)),
    look("seats.qr", "{link}/qr.svg"),
    look("seats.offer", "{link}", {**everybody(200), "holder": 303}),
    Deed("seats.accept", "POST", "{link}", everybody(303)),
    look("print.pads", "/print"),
    look("print.pad", "/print/qwinto-dice.pdf"),
    look("print.preview", "/print/qwinto-dice/preview.svg"),
    look("print.rules", "/print/qwinto-dice/rules.pdf"),
    look("print.extras", "/print/extras.pdf"),
    look("print.sheets", "/t/{code}/sheets.pdf?seat=2"),
    look("sheet.show", "/t/{code}/s/2"),
    look("sheet.others", "/t/{code}/s/2/others"),
    Deed("sheet.enter", "POST", "/t/{code}/s/2/entries", only("holder"), {"entry": json.dumps(ENTRY)}),
    Deed("sheet.enter", "POST", "/t/{code}/s/2/entries", only("holder"), {"entry": json.dumps(CALL)}),
    look("calling.show", "/t/{code}/s/2/call", only("holder", done=200, refused=303, watcher=303)),
    Deed(
        "calling.call",
        "POST",
        "/t/{code}/s/2/call",
        only("holder"),
        {"entry-action": '"call"', "entry-dice.orange": "5"},
    ),
    Deed("calling.tell", "POST", "/t/{code}/s/2/spread", only("holder", done=400), writes=False),  # dice: nothing lies
    Deed("sheet.undo", "POST", "/t/{code}/s/2/undo", only("holder"), before="entry"),
    Deed(
        "sheet.mend",
        "POST",
        "/t/{code}/s/2/mend",
        only("holder"),
        {"line": "{line}", "entry": json.dumps(OTHER_ENTRY)},
        before="entry",
    ),
]


def named(deeds):
    names = [f"{deed.endpoint}-{'-'.join(deed.form) or deed.before}".removesuffix("-") for deed in deeds]
    return pytest.mark.parametrize("deed", deeds, ids=names)


class Evening:
    """A table where everybody of the list has come as far as their name says."""

    def __init__(self, new_phone, page, read_table, before):
        self.phones = {role: new_phone() for role in ROLES}
        table = self.phones["host"].with_friends("qwinto-dice", "Host", "Holder", "Other", "Free")
        for seat, role in ((2, "holder"), (3, "other")):
            self.phones[role].take(table, seat)
        self.phones["visitor"].get(table)
        if before == "call":
            self.phones["holder"].enter(f"{table}/s/2", CALL)
        if before == "entry":
            self.phones["holder"].enter(f"{table}/s/2", ENTRY)
        if before == "end":
            self.phones["host"].post(f"{table}/end")
        code = page(self.phones["holder"].get(f"{table}/s/2/move")).values("src")
        link = next(source for source in code if source.startswith("/move/")).removesuffix("/qr.svg")
        self.seen = read_table(table)
        self.names = {"code": self.seen.code, "link": link, "line": str(self.seen.version)}

    def do(self, role, deed, **headers):
        names = {**self.names, "code": self.seen.watch} if role == "watcher" else self.names
        form = {name: value.replace("{line}", names["line"]) for name, value in deed.form.items()}
        path, phone = deed.path.format(**names), self.phones[role]
        if deed.method == "GET":
            return phone.get(path, headers=headers, buffered=False)
        return phone.post(path, headers=headers, **{"key": "tap", "version": self.seen.versions[2], **form})


@pytest.fixture
def evening(new_phone, page, read_table):
    return lambda before: Evening(new_phone, page, read_table, before)


def test_every_route_is_in_the_list(app):
    assert {deed.endpoint for deed in DEEDS} == {rule.endpoint for rule in app.url_map.iter_rules()}


@named(DEEDS)
def test_everybody_may_do_what_the_list_says_and_no_more(deed, evening, lines):
    for role in ROLES:
        at = evening(deed.before)
        table = f"/t/{at.seen.code}"
        before = lines(table)
        with at.do(role, deed) as answer:
            assert (role, answer.status_code) == (role, deed.status[role])
        written = deed.writes and deed.status[role] == 303
        assert (role, lines(table) - before) == (role, 1 if written else 0)


@named([deed for deed in DEEDS if deed.method == "POST"])
def test_no_page_of_another_site_does_anything(deed, evening, lines):
    at = evening(deed.before)
    before = lines(f"/t/{at.seen.code}")
    foreign = [
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Origin": "http://evil.example"},
        {"Origin": "null"},
    ]
    for headers in foreign:
        for role in ("host", "holder"):
            with at.do(role, deed, **headers) as answer:
                assert answer.status_code == 403
    assert lines(f"/t/{at.seen.code}") == before
