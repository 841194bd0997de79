"""Who is let in from the network, how often, and how much: a stranger in the house may look on, and no more."""

import ipaddress
import re
import socket
import time
from collections import Counter
from collections.abc import Callable
from typing import Final

from companion.words.language import LANGUAGES

HEADERS: Final = {
    "content-security-policy": (
        "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
        "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "same-origin",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
"""Sent with every answer: nothing but our own files runs or is drawn, and nobody frames us."""
MOST_PHONES: Final = 60
MOST_FROM_ONE: Final = 12
"""Live links at once: of all, and from one address."""
_FULL, _A_SECOND = 8.0, 4.0
"""Messages from one phone: so many at once, then so many a second."""


def spoken_to(host: str) -> bool:
    """Whether this ``Host`` is an address or a name of this machine: a name on the internet that leads here is not.

    (So no web page of a stranger's can read the table through a visitor's browser: DNS rebinding.)
    """
    name = host.rsplit(":", 1)[0].lower()
    own = socket.gethostname().lower()
    if name in {"localhost", own, f"{own}.local"}:
        return True
    try:
        ipaddress.IPv4Address(name)
    except ValueError:
        return False
    return True


def same_origin(host: str, origin: str | None) -> bool:
    """Whether a request comes from our own page, by the ``Origin`` that browsers send with it."""
    return origin == f"http://{host}"


def language(asked: str | None, remembered: str | None, accepted: str | None) -> str:
    """The language to speak: the one asked for, else the one chosen before, else the best of ``Accept-Language``."""
    for code in (asked, remembered):
        if code in LANGUAGES:
            return str(code)
    wishes = []
    for place, part in enumerate((accepted or "").split(",")[:20]):
        found = re.fullmatch(r"\s*([a-z]{2})(?:-[\w-]+)?\s*(?:;\s*q=(\d(?:\.\d+)?))?\s*", part, re.IGNORECASE)
        if found and found[1].lower() in LANGUAGES:
            wishes.append((-float(found[2] or 1), place, found[1].lower()))
    return min(wishes)[2] if wishes else "en"


class Allowance:
    """How much one phone may say: a bucket that fills with time."""

    def __init__(self, clock: Callable[[], float] = time.monotonic) -> None:
        self._clock, self._left, self._then = clock, _FULL, clock()

    def spend(self) -> bool:
        """Take one message; whether that was allowed."""
        now = self._clock()
        self._left = min(_FULL, self._left + (now - self._then) * _A_SECOND)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


class Doorkeeper:
    """Counts who is inside."""

    def __init__(self) -> None:
        self._inside: Counter[str] = Counter()

    def enter(self, address: str) -> bool:
        """Somebody comes; whether there is room."""
        if self._inside.total() >= MOST_PHONES or self._inside[address] >= MOST_FROM_ONE:
            return False
        self._inside[address] += 1
        return True

    def leave(self, address: str) -> None:
        """Somebody who had entered goes."""
        self._inside[address] -= 1
        self._inside += Counter()
