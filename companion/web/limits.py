"""How much one client may ask for in a while: buckets of tokens that refill, in the memory of this process. No page."""

from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass
from ipaddress import IPv6Address, ip_address
from math import ceil
from threading import Lock
from time import monotonic

from flask import current_app, request
from werkzeug.exceptions import TooManyRequests

MOST_CLIENTS = 10_000
"""Buckets that are kept; the client that has been quiet for longest is forgotten first."""


@dataclass(frozen=True, slots=True)
class Limit:
    """What one client, that is one address, may do.

    :param at_once: tokens in a full bucket, 1 or more
    :param a_second: tokens that come back every second, more than 0
    """

    at_once: float
    a_second: float


LIMITS = {
    "requests": Limit(at_once=1000, a_second=100),
    "tables": Limit(at_once=60, a_second=1 / 60),
    "prints": Limit(at_once=60, a_second=1 / 2),
    "wrong_codes": Limit(at_once=30, a_second=1 / 10),
}
"""Generous for a whole party behind one address: six phones that tap twice a second ask for 72 pages a second."""


class Buckets:
    """One bucket for each client.

    :param clock: seconds, never going back
    """

    def __init__(self, limit: Limit, clock: Callable[[], float] = monotonic) -> None:
        self._limit = limit
        self._clock = clock
        self._full_at: OrderedDict[str, float] = OrderedDict()
        self._lock = Lock()

    def wait(self, client: str) -> float:
        """Seconds until the client has a token; 0 if it has one."""
        with self._lock:
            return self._wait(client, self._clock())

    def take(self, client: str) -> float:
        """Take a token and give 0; or take none, and give the seconds until there is one."""
        with self._lock:
            now = self._clock()
            wait = self._wait(client, now)
            if not wait:
                self._full_at[client] = max(now, self._full_at.get(client, now)) + 1 / self._limit.a_second
                self._full_at.move_to_end(client)
                while len(self._full_at) > MOST_CLIENTS:
                    self._full_at.popitem(last=False)
            return wait

    def _wait(self, client: str, now: float) -> float:
        missing = max(0.0, self._full_at.get(client, now) - now) * self._limit.a_second
        return max(0.0, missing + 1 - self._limit.at_once) / self._limit.a_second


def spend(name: str) -> None:
    """Take one of this client's tokens; without one the answer is 429."""
    if buckets := _buckets(name):
        _refuse_after(buckets.take(client()))


def check(name: str) -> None:
    """Answer 429 if this client has no token left; take none."""
    if buckets := _buckets(name):
        _refuse_after(buckets.wait(client()))


def client() -> str:
    """The address that asks; of IPv6 the network, as one phone has a whole network of addresses."""
    address = request.remote_addr or ""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    return str(IPv6Address(int(parsed) >> 64 << 64)) if isinstance(parsed, IPv6Address) else address


def _buckets(name: str) -> Buckets | None:
    kept: dict[str, Buckets] = current_app.extensions["limits"]
    return kept.get(name)


def _refuse_after(seconds: float) -> None:
    if seconds > 0:
        raise TooManyRequests(retry_after=ceil(seconds))
