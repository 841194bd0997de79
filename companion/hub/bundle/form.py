"""What lies in a bundle: a ZIP archive of JSON files, with the records byte for byte as they were written.

- ``bundle.json``: ``Contents``;
- ``acts.jsonl``: what was done in the tournament, a line each: ``[seq, record, hash]``;
- ``pictures/HASH.jpg``: what a camera saw, where an arbiter asked for it; ``HASH``: SHA-256, as an event names it;
- ``games/TABLE-GAME.jsonl``: a game's events as its table wrote them: ``[seq, record, hash, signature]``.
"""

from typing import Final

import msgspec

CONTENTS: Final = "bundle.json"
ACTS: Final = "acts.jsonl"
VERSION: Final = 1


class Act(msgspec.Struct, frozen=True, array_like=True):
    """An act as it was kept (``store.acts``)."""

    seq: int
    record: msgspec.Raw
    hash: str


class Table(msgspec.Struct, frozen=True):
    """A table, and the public key that was pinned (base64)."""

    id: str
    name: str
    number: int
    key: str


class Game(msgspec.Struct, frozen=True):
    """A game, how far it came; ``forked``: the first event of which its table told two stories; 0: none."""

    table: str
    game: str
    rules: str
    journal: str
    seq: int
    hash: str
    forked: int = 0

    @property
    def file(self) -> str:
        """Where its events lie."""
        return f"games/{self.table}-{self.game[:16]}.jsonl"


def picture(name: str) -> str:
    """Where a picture lies."""
    return f"pictures/{name}.jpg"


class Contents(msgspec.Struct, frozen=True):
    """What there is. ``acts``, ``head``: how many, and the hash of the last one (empty: none)."""

    version: int
    slug: str
    name: str
    acts: int
    head: str
    tables: tuple[Table, ...]
    games: tuple[Game, ...]
    pictures: tuple[str, ...] = ()
