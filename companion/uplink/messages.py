"""What a table and the hub say to each other over HTTP(S), as JSON.

- ``POST /api/v1/pair``: ``Introduction`` -> ``Welcome``, once, with a code of the hub's;
- ``GET /api/v1/tables/{table}/games``: ``Known``: what the hub has, by which the table goes;
- ``POST /api/v1/tables/{table}/events``: ``Batch`` -> ``Receipt``, given after the hub's database has committed;
- ``POST /api/v1/tables/{table}/hall``: ``Vouched`` of ``Listening`` -> ``Told``, at once, or when it is another than
  the table knows, or after ``HELD`` seconds: the whole state each time, so that nothing is lost with an answer;
- ``POST /api/v1/tables/{table}/deeds``: ``Vouched`` of ``Wanted`` -> ``Heard``;
- ``POST /api/v1/tables/{table}/health``: ``Vouched`` of ``Report`` -> nothing;
- ``POST /api/v1/tables/{table}/pictures``: ``Vouched`` of a picture that the hub asks for (``Told``) -> nothing.

Nothing here must be kept secret but the code: who writes as a table must have its key.
"""

from base64 import b64decode, b64encode
from typing import Literal

import msgspec

from companion.referee.messages import Hall

MOST_EVENTS = 1000
"""In one batch."""
LARGEST_RECORD = 1 << 20
"""Bytes of one event: a whole table seen is some 20 kB."""
LARGEST_BATCH = 3 << 20
"""Bytes of a batch, below what the hub lets anybody send at once."""
PAIR = "pair"
"""What a table vouches for with its key when it introduces itself: the code."""
CARRIER = "uplink"
"""What else the table vouches for: the key of its uplink, which may speak for it, but not write its games."""
HALL, DEED, HEALTH, PICTURE = "hall", "deed", "health", "picture"
"""What the uplink vouches for: that it listens, what people do, how the table is, what its camera saw."""
LARGEST_PICTURE = 64_000
"""Bytes of a picture of a zone (JPEG)."""
HELD = 20.0
"""Seconds for which the hub keeps a table that listens waiting."""


class Introduction(msgspec.Struct, frozen=True):
    """A table's first words. ``key``: its public key, ``proof``: the code signed with it (both base64)."""

    code: str
    key: str
    proof: str


class Welcome(msgspec.Struct, frozen=True):
    """The hub knows the table from now on, as this one, by this name."""

    table: str
    name: str
    tournament: str = ""


class Entry(msgspec.Struct, frozen=True, array_like=True):
    """One event as it stands in the journal: its record byte for byte; ``signature``: base64, or empty."""

    seq: int
    record: msgspec.Raw
    hash: str
    signature: str = ""


class Batch(msgspec.Struct, frozen=True):
    """Events of one game that follow each other, the last one signed.

    ``game``: the hash of its first event. ``journal``: its name at the table (``game-0001``).
    """

    game: str
    journal: str
    events: tuple[Entry, ...]


class Head(msgspec.Struct, frozen=True):
    """How far the hub has a game: its last event. ``seq`` 0: nothing of it."""

    seq: int
    hash: str


Problem = Literal["", "gap", "fork", "damaged", "unsigned", "forged", "too_large", "unknown_table", "revoked"]
"""Why events were not taken: ``gap``: what stands between is not here yet; ``fork``: of one of them the hub has another
story; ``damaged``: the chain breaks, or a record is none; ``unsigned``, ``forged``: the last one is not signed, or by
somebody else; ``unknown_table``, ``revoked``: who is this?"""


class Receipt(msgspec.Struct, frozen=True):
    """What the hub has of this game, on disk; the table goes on from there. ``problem``: why not more (``seq``)."""

    head: Head
    problem: Problem = ""
    seq: int = 0


class Known(msgspec.Struct, frozen=True):
    """What the hub has of a table's games, by their first events' hashes."""

    games: dict[str, Head]


class Vouched(msgspec.Struct, frozen=True):
    """What a table's uplink says: JSON (or a picture), with its ``proof`` by its ``key``.

    The table vouches for that key (``carrier``). All in base64.
    """

    said: str
    proof: str
    key: str
    carrier: str


class Listening(msgspec.Struct, frozen=True):
    """``mark``: of what the table was told last; empty: nothing."""

    mark: str = ""


class Told(msgspec.Struct, frozen=True):
    """What the tournament says to a table. ``left``: seconds of the round's time (none: its clock does not run).

    ``mark``: of what this says. ``now``: the hub's clock, seconds since 1970. ``pictures``: of what its camera saw, by
    their SHA-256, those that the hub asks for.
    """

    hall: Hall
    left: float | None
    mark: str
    now: float
    pictures: tuple[str, ...] = ()


class Wanted(msgspec.Struct, frozen=True):
    """What people at a table do: a seat signs ``points`` of a ``game`` (its first event's hash), or calls an arbiter.

    Or a player shows his ``badge`` to its camera: he checks in.

    ``section``, ``round``, ``drawn``: the table of the round that it is about; ``calls``: how many calls and rulings
    there were, so that none is answered with an old one.
    """

    do: Literal["sign", "call", "check_in"]
    section: str
    round: int
    drawn: int
    seat: int = 0
    points: tuple[int, ...] = ()
    game: str = ""
    calls: int = 0
    badge: str = ""


class Heard(msgspec.Struct, frozen=True):
    """Whether it was done: why not, as a code of the hub's, or empty. ``name``: of who checked in."""

    doubt: str = ""
    name: str = ""


class Report(msgspec.Struct, frozen=True):
    """How a table is. ``at``: the hub's time, as the table has it from ``Told``.

    ``blind``: its camera sees nothing (``camera``: why, as a code); ``down``: parts that do not work; ``aside``: places
    that cannot be read.
    """

    at: float
    blind: bool = False
    camera: str = ""
    down: tuple[str, ...] = ()
    aside: tuple[str, ...] = ()


def text(data: bytes) -> str:
    """Bytes as they stand in a message."""
    return b64encode(data).decode()


def data(text: str) -> bytes:
    """The bytes that stand in a message; none where it is no base64."""
    try:
        return b64decode(text, validate=True)
    except ValueError:
        return b""
