"""Open pages hear that their table moved on: a real database, real threads, no sleeping."""

import os
import subprocess
import sys
import threading
from queue import Queue

import pytest

from companion.live import Live, TooManyStreams
from companion.store import Store
from companion.table import Draft, open_table

NOW = "2030-01-02T20:15:00+00:00"
SECONDS = 20
"""Longer than anything here takes; a test that waits so long has failed."""


@pytest.fixture
def store(tmp_path):
    store = Store(tmp_path / "companion.db")
    for code in ("ABCD", "WXYZ"):
        store.create(code, open_table("clever-4ever", [("Ada", False)], "host"), NOW)
    yield store
    store.close()


@pytest.fixture
def live(store):
    return Live(store, most=3)


@pytest.fixture
def listen(live):
    """``listen("ABCD", 2)``: what the page receives, in a queue; its thread ends with the test."""
    streams, threads = [], []

    def listen(code, last):
        stream, heard = live.stream(code, last), Queue()
        thread = threading.Thread(target=lambda: [heard.put(text) for text in stream], daemon=True)
        streams.append(stream)
        threads.append(thread)
        thread.start()
        assert heard.get(timeout=SECONDS).startswith("retry: ")
        return heard

    yield listen
    for stream in streams:
        stream.close()


def append(store, code):
    with store.writing(code) as log:
        return log.append(Draft(None, "reopened", {}), "", NOW).number


def moved(number):
    return f"event: moved\ndata: {number}\nid: {number}\n\n"


def watchers():
    return [thread for thread in threading.enumerate() if thread.name == "companion-live"]


def test_a_page_that_is_behind_is_told_at_once(live):
    stream = live.stream("ABCD", 1)
    assert [next(stream), next(stream)] == ["retry: 2000\n\n", moved(2)]
    stream.close()


def test_a_page_hears_of_every_line_that_others_write(store, listen):
    heard = listen("ABCD", 2)
    append(store, "ABCD")
    assert heard.get(timeout=SECONDS) == moved(3)
    append(store, "ABCD")
    assert heard.get(timeout=SECONDS) == moved(4)


def test_every_page_of_the_table_hears_and_no_page_of_another(store, listen):
    ada, bo, elsewhere = listen("ABCD", 2), listen("ABCD", 2), listen("WXYZ", 2)
    append(store, "ABCD")
    assert ada.get(timeout=SECONDS) == moved(3)
    assert bo.get(timeout=SECONDS) == moved(3)
    append(store, "WXYZ")
    assert elsewhere.get(timeout=SECONDS) == moved(3)
    assert ada.empty()


def test_a_page_hears_what_another_process_writes(store, listen):
    heard = listen("ABCD", 2)
    write = (
        "import sys; from companion.store import Store; from companion.table import Draft\n"
        "with Store(sys.argv[1]).writing('ABCD') as log: log.append(Draft(None, 'reopened', {}), '', '')"
    )
    subprocess.run(
        [sys.executable, "-c", write, str(store.path)], env={"PYTHONPATH": os.pathsep.join(sys.path)}, check=True
    )
    assert heard.get(timeout=SECONDS) == moved(3)


def test_a_silent_connection_gets_a_comment_now_and_then(store):
    live = Live(store, ping=0.01)
    stream = live.stream("ABCD", 2)
    assert [next(stream), next(stream), next(stream)] == ["retry: 2000\n\n", ": ping\n\n", ": ping\n\n"]
    stream.close()


def test_a_page_of_a_table_that_is_not_there_waits_until_it_is(store, listen):
    heard = listen("NONE", 0)
    store.create("NONE", open_table("clever-4ever", [("Ada", False)], "host"), NOW)
    assert heard.get(timeout=SECONDS) == moved(2)


def test_one_thread_watches_while_a_stream_is_open_and_ends_with_the_last_one(live):
    assert watchers() == []
    streams = [live.stream("ABCD", 2), live.stream("ABCD", 2), live.stream("WXYZ", 2)]
    (watcher,) = watchers()
    assert watcher.daemon
    streams.pop().close()
    streams.pop().close()
    assert watchers() == [watcher]
    streams.pop().close()
    watcher.join(timeout=SECONDS)
    assert watchers() == []


def test_a_stream_opened_after_the_last_one_closed_is_watched_again(store, live, listen):
    first = live.stream("ABCD", 2)
    (watcher,) = watchers()
    first.close()
    watcher.join(timeout=SECONDS)
    heard = listen("ABCD", 2)
    append(store, "ABCD")
    assert heard.get(timeout=SECONDS) == moved(3)


def test_beyond_the_cap_no_stream_is_opened_until_one_is_closed(live):
    streams = [live.stream("ABCD", 2) for _ in range(3)]
    with pytest.raises(TooManyStreams):
        live.stream("WXYZ", 2)
    streams[0].close()
    streams[0].close()
    streams.append(live.stream("WXYZ", 2))
    with pytest.raises(TooManyStreams):
        live.stream("WXYZ", 2)
    for stream in streams:
        stream.close()


def test_a_closed_stream_says_nothing_more(live):
    stream = live.stream("ABCD", 1)
    stream.close()
    assert list(stream) == []
