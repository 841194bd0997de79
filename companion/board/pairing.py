"""Which phone answers for which seat: a secret good once, then a token that only that phone has."""

import contextlib
import hashlib
import secrets
import time
from collections.abc import Callable
from pathlib import Path

import msgspec

from companion.api.protocol import View
from companion.durable import write_durably
from companion.errors import Unusable

GOOD_FOR = 300.0
"""Seconds for which a secret may be used."""
_BYTES = 16


class _Kept(msgspec.Struct):
    """What outlives the process: tokens only as digests; ``names`` and ``seq`` tell the game that they are of."""

    seats: dict[str, int] = {}
    names: tuple[str, ...] = ()
    seq: int = 0


class Pairs:
    """The pairs of one table, kept in a file: a referee that is killed and comes back knows its phones.

    A new game, or a seat's new phone, ends the old pair. ``clock``: seconds, monotonic.
    """

    def __init__(self, path: Path, clock: Callable[[], float] = time.monotonic) -> None:
        self._path, self._clock = path, clock
        self._secrets: dict[str, tuple[int, float]] = {}
        self._kept = _read(path)
        self._names: tuple[str, ...] = ()
        self._seq = 0

    def follow(self, view: View) -> None:
        """Look which game this is: the pairs of another one are over."""
        names = () if view.table is None else tuple(seat.name for seat in view.table.players)
        other = names != self._kept.names or view.seq < max(self._kept.seq, self._seq)
        self._names, self._seq = names, view.seq
        if other and self._kept.seats:
            self._keep({})
        if other:
            self._secrets.clear()
            self._kept.names, self._kept.seq = names, view.seq

    def secret(self, seat: int) -> str:
        """A new secret for a seat; an earlier one of that seat is void. Raises ``Unusable`` for a seat not there."""
        if not 0 <= seat < len(self._names):
            said = f"seat {seat}: nobody sits there; a phone can be paired while a game is set up"
            raise Unusable(said, "nobody_there")
        self._secrets = {name: kept for name, kept in self._secrets.items() if kept[0] != seat}
        made = secrets.token_urlsafe(_BYTES)
        self._secrets[_digest(made)] = (seat, self._clock() + GOOD_FOR)
        return made

    def offered(self, secret: str) -> int | None:
        """The seat that this secret is for, if it is still good."""
        found = self._secrets.get(_digest(secret))
        return found[0] if found is not None and self._clock() < found[1] else None

    def redeem(self, secret: str) -> str | None:
        """Use a secret up: the token for the phone's keeping; ``None`` where the secret is not good (any more)."""
        seat = self.offered(secret)
        self._secrets.pop(_digest(secret), None)
        if seat is None:
            return None
        token = secrets.token_urlsafe(_BYTES)
        others = {digest: place for digest, place in self._kept.seats.items() if place != seat}
        self._keep(others | {_digest(token): seat})
        return token

    def seat_of(self, token: str) -> int | None:
        """The seat that this phone answers for."""
        return self._kept.seats.get(_digest(token)) if token else None

    def _keep(self, seats: dict[str, int]) -> None:
        self._kept = _Kept(seats, self._names, self._seq)
        # A disk that is full or broken is the journal's to tell of: then the pairs last as long as this process.
        with contextlib.suppress(OSError):
            write_durably(self._path, msgspec.json.encode(self._kept), 0o600)


def _digest(text: str) -> str:
    # Looked up by digest: how long a look-up takes tells nothing about the secret itself.
    return hashlib.sha256(text.encode(errors="replace")).hexdigest()


def _read(path: Path) -> _Kept:
    try:
        return msgspec.json.decode(path.read_bytes(), type=_Kept)
    except (OSError, msgspec.DecodeError, RecursionError):
        # None yet, or cut off by a power failure: the phones are paired again.
        return _Kept()
