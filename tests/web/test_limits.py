"""How much one client may ask for, how long its words may be, and whose address counts. No other safety."""

from functools import partial
from http.client import HTTPConnection
from threading import Thread

import pytest
from waitress import wasyncore

from companion.app import create_app
from companion.cli import listen
from companion.web.limits import LIMITS, MOST_CLIENTS, Buckets, Limit

TOO_MUCH = "That was too much at once. Wait a moment and try again."
FEW = Limit(at_once=3, a_second=1e-6)


class Clock:
    """A clock that is set by hand."""

    def __init__(self):
        self.now = 1000.0

    def __call__(self):
        return self.now


@pytest.fixture
def clock():
    return Clock()


@pytest.fixture
def limited(database):
    """``limited(requests=Limit(…))``: an app with these limits alone."""
    return lambda **limits: create_app(database, LIMITS=limits)


def test_a_full_bucket_gives_what_it_holds_and_refills_by_and_by(clock):
    buckets = Buckets(Limit(at_once=3, a_second=0.5), clock)
    assert [buckets.take("Ada") for _ in range(4)] == [0, 0, 0, 2]
    clock.now += 1.5
    assert buckets.take("Ada") == 0.5
    clock.now += 0.5
    assert [buckets.take("Ada"), buckets.take("Ada")] == [0, 2]
    clock.now += 3600
    assert [buckets.take("Ada") for _ in range(4)] == [0, 0, 0, 2]  # it never holds more


def test_each_client_has_a_bucket_of_its_own_and_looking_takes_nothing(clock):
    buckets = Buckets(Limit(at_once=1, a_second=1), clock)
    assert [buckets.wait("Ada"), buckets.wait("Ada"), buckets.take("Ada")] == [0, 0, 0]
    assert (buckets.wait("Ada"), buckets.take("Bo")) == (1, 0)


def test_the_buckets_of_countless_clients_fill_no_memory(clock):
    buckets = Buckets(Limit(at_once=1, a_second=1e-3), clock)
    for number in range(MOST_CLIENTS + 10):
        buckets.take(f"client {number}")
    assert len(buckets._full_at) == MOST_CLIENTS
    assert buckets.wait("client 0") == 0
    assert buckets.wait(f"client {MOST_CLIENTS}") > 0


def test_too_many_requests_are_answered_with_a_sentence_and_when_to_try_again(limited, page):
    client = limited(requests=Limit(at_once=3, a_second=0.01)).test_client()
    answers = [client.get("/") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert TOO_MUCH in page(answers[-1]).text
    assert 0 < int(answers[-1].headers["Retry-After"]) <= 100
    assert client.get("/static/companion.css").status_code == 200
    assert client.get("/healthz").status_code == 200


def test_a_sheet_that_asks_too_often_keeps_what_it_shows(limited):
    client = limited(requests=FEW).test_client()
    answers = [client.get("/", headers={"HX-Request": "true"}) for _ in range(4)]
    assert answers[-1].status_code == 429
    assert answers[-1].headers["HX-Reswap"] == "none"
    assert "HX-Refresh" not in answers[-1].headers


def test_nobody_opens_tables_without_end(limited):
    client = limited(tables=FEW).test_client()
    form = {"game": "clever-4ever", "alone": "1"}
    assert [client.post("/tables", data=form).status_code for _ in range(4)] == [303, 303, 303, 429]
    assert client.get("/").status_code == 200


@pytest.mark.parametrize("path", ["/t/{}", "/join?code={}", "/t/{}/s/1", "/t/{}/qr.svg", "/t/{}/events"])
def test_who_guesses_codes_soon_learns_no_more_whether_they_are_right(limited, path):
    app = limited(wrong_codes=FEW)
    table = app.test_client().post("/tables", data={"game": "clever-4ever", "alone": "1"}).headers["Location"]
    code = table.split("/")[2]
    guesser = app.test_client()
    guesses = [guesser.get(path.format(guess)).status_code for guess in ("aaaaaaaaaa", "b" * 16, "x")]
    assert guesses == [404, 404, 404]
    assert [guesser.get(path.format(right)).status_code for right in (code, "aaaaaaaaaa")] == [429, 429]


def test_who_guesses_by_posting_is_slowed_down_too(limited):
    guesser = limited(wrong_codes=FEW).test_client()
    paths = [f"/t/aaaaaaaaaa/{deed}" for deed in ("seats", "end", "s/1/entries", "s/1/name")]
    assert [guesser.post(path, data={"seat": "1"}).status_code for path in paths] == [404, 404, 404, 429]


def test_a_wrong_guess_at_home_stops_no_phone_that_was_at_its_table(limited):
    app = limited(wrong_codes=FEW)
    ada, guesser = app.test_client(), app.test_client()
    sheet = ada.post("/tables", data={"game": "clever-4ever", "alone": "1"}).headers["Location"]
    for _ in range(5):
        guesser.get("/t/aaaaaaaaaa")
    assert ada.get(sheet).status_code == 200


def test_a_party_behind_one_address_does_not_come_near_the_limits():
    taps_a_second, pages_for_a_tap = 6 * 2, 6  # six phones that tap twice a second; all six show it
    assert LIMITS["requests"].a_second >= taps_a_second * pages_for_a_tap
    assert LIMITS["tables"].at_once >= 60
    assert LIMITS["wrong_codes"].at_once >= 30


# Whose address


def asks(app, address, forwarded):
    """The answer to a client at this address which says, or whose proxy says, for whom it asks."""
    return app.test_client().get("/", environ_base={"REMOTE_ADDR": address}, headers={"X-Forwarded-For": forwarded})


def test_without_a_proxy_nobody_is_believed_to_ask_for_somebody_else(limited):
    app = limited(requests=FEW)
    answers = [asks(app, "192.0.2.7", f"198.51.100.{number}") for number in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]


def test_behind_a_proxy_the_clients_that_it_names_count_and_not_what_they_claim(database):
    app = create_app(database, LIMITS={"requests": FEW}, PROXIES=1)
    ask = partial(asks, app, "192.0.2.7")
    assert [ask(f"203.0.113.{number}, 198.51.100.1").status_code for number in range(4)] == [200, 200, 200, 429]
    assert ask("198.51.100.2").status_code == 200


def test_the_real_server_passes_on_what_the_proxy_says(database):
    server = listen(create_app(database, LIMITS={"requests": FEW}, PROXIES=1), "127.0.0.1", 0)
    thread = Thread(target=server.run, daemon=True)
    thread.start()
    connection = HTTPConnection("127.0.0.1", server.effective_port, timeout=30)
    answers = []
    for number in (1, 1, 1, 1, 2):
        connection.request("GET", "/", headers={"X-Forwarded-For": f"198.51.100.{number}"})
        with connection.getresponse() as answer:
            answers.append(answer.status)
            answer.read()
    connection.close()
    server.trigger.pull_trigger(lambda: wasyncore.close_all(server._map))
    thread.join()
    server.task_dispatcher.shutdown(timeout=0.2)
    assert answers == [200, 200, 200, 429, 200]


def test_one_network_of_a_phone_is_one_client(limited):
    app = limited(requests=FEW)
    ask = partial(asks, app, forwarded="")
    assert [ask(f"2001:db8:1:2::{number}").status_code for number in range(1, 5)] == [200, 200, 200, 429]
    assert ask("2001:db8:1:3::1").status_code == 200


def test_an_address_of_no_kind_is_a_client_as_well(limited):
    assert asks(limited(requests=FEW), "a socket", "").status_code == 200


def test_over_an_encrypted_connection_the_cookie_is_kept_for_such(database):
    app = create_app(database, PROXIES=1)
    form = {"game": "clever-4ever", "alone": "1"}
    for scheme, secure in (("https", True), ("http", False)):
        answer = app.test_client().post("/tables", data=form, headers={"X-Forwarded-Proto": scheme})
        kept = answer.headers["Set-Cookie"].split("; ")
        assert ("Secure" in kept) == secure
        assert {"HttpOnly", "SameSite=Lax", "Path=/"} < set(kept)


# How long


def test_an_endless_question_is_refused(app, page):
    answer = app.test_client().get("/join", query_string={"code": "a" * 10_000})
    assert answer.status_code == 414
    assert "That was far too much." in page(answer).text
