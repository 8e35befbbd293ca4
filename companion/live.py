"""Tells the open pages of a table that it moved on, as server-sent events.

It looks at the database, so it hears of every process that writes there; it knows no game and no Flask.
"""

import threading
from collections import Counter, deque
from collections.abc import Iterator

from companion.store import Store, StoreError

RETRY_MILLISECONDS = 2000
"""How long a browser waits before it connects again."""


class TooManyStreams(Exception):
    """No further page can be kept informed now."""


class Live:
    """The streams that are open in this process, and the one thread that looks out for them.

    :param most: streams that may be open at once
    :param poll: seconds between two looks at the database
    :param ping: seconds of silence after which a comment is sent, so that a dead connection is noticed
    """

    def __init__(self, store: Store, most: int = 200, *, poll: float = 0.05, ping: float = 15.0) -> None:
        self._store = store
        self._most = most
        self._poll = poll
        self._ping = ping
        self._moved = threading.Condition()
        self._open: Counter[str] = Counter()
        self._numbers: dict[str, int] = {}
        self._watcher: threading.Thread | None = None

    def stream(self, code: str, last: int) -> "Stream":
        """The events of one table for one page; whoever asks must close it.

        :param last: the number of the last line that the page knows
        :raises TooManyStreams: if as many as allowed are open
        """
        return Stream(self, code, last)

    def _join(self, code: str) -> None:
        with self._moved:
            if self._open.total() >= self._most:
                raise TooManyStreams(f"{self._most} pages are listening already.")
            self._open[code] += 1
        try:
            # Only now the first look: a line written after it is seen by the watcher, which knows the code already.
            self._note(self._store.last_numbers([code]))
            self._start_watching()
        except BaseException:
            self._leave(code)
            raise

    def _start_watching(self) -> None:
        with self._moved:
            if self._watcher is None:
                watcher = threading.Thread(target=self._watch, name="companion-live", daemon=True)
                watcher.start()
                self._watcher = watcher

    def _leave(self, code: str) -> None:
        with self._moved:
            self._open -= Counter([code])
            if code not in self._open:
                self._numbers.pop(code, None)
            if not self._open:
                self._moved.notify_all()

    def _wait(self, code: str, last: int) -> int | None:
        """The table's number once it differs from ``last``; None if it has not for a while."""
        with self._moved:
            if self._moved.wait_for(lambda: self._numbers.get(code, last) != last, self._ping):
                return self._numbers[code]
            return None

    def _note(self, numbers: dict[str, int]) -> None:
        with self._moved:
            for code in numbers.keys() & self._open.keys():
                self._numbers[code] = max(numbers[code], self._numbers.get(code, 0))
            self._moved.notify_all()

    def _watch(self) -> None:
        seen: int | None = None
        while self._is_needed():
            seen = self._look(seen)
        self._store.close()

    def _is_needed(self) -> bool:
        """Wait for the next look; False, and the thread is forgotten, once no stream is open."""
        with self._moved:
            self._moved.wait_for(lambda: not self._open, self._poll)
            if self._open:
                return True
            self._watcher = None
            return False

    def _look(self, seen: int | None) -> int | None:
        """Note what moved since the database was ``seen``; a database that cannot be read now is looked at again."""
        try:
            version = self._store.data_version()
            if version == seen:
                return seen
            with self._moved:
                codes = list(self._open)
            self._note(self._store.last_numbers(codes))
        except StoreError:
            return seen
        return version


class Stream(Iterator[str]):
    """Server-sent events for one page: ``moved`` with the table's number, again whenever its log has grown.

    It counts as open from the moment it is made until :meth:`close`.
    """

    def __init__(self, live: Live, code: str, last: int) -> None:
        self._live = live
        self._code = code
        self._last = last
        self._closed = False
        self._ready = deque([f"retry: {RETRY_MILLISECONDS}\n\n"])
        live._join(code)

    def __next__(self) -> str:
        if self._closed:
            raise StopIteration
        if self._ready:
            return self._ready.popleft()
        number = self._live._wait(self._code, self._last)
        if number is None:
            return ": ping\n\n"
        self._last = number
        return f"event: moved\ndata: {number}\nid: {number}\n\n"

    def close(self) -> None:
        """End the stream; closing it again does nothing."""
        if not self._closed:
            self._closed = True
            self._live._leave(self._code)
