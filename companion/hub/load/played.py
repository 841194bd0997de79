"""Whole games as a table writes them: set-up, moves, end; played by the rules, signed by a table's key."""

from base64 import b64encode
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import msgspec

from companion.games.catalogue import game_named
from companion.games.watched import rules_of
from companion.referee.events import START, Draft, Event, digest
from companion.referee.journal.signing import Signer
from companion.uplink.messages import Entry


def drafts(game: str, players: int, rng: Random) -> Iterator[Draft]:
    """What happens in one game, as the referee writes it down."""
    rules, names = game_named(game), tuple(f"Player {rng.randrange(10**6):06}" for _ in range(players))
    played = rules.play(players, rng, rules.POLICIES["random"])
    setup = {**rules_of(game).dump_setup(played.setup), "game": game}
    yield Draft("setup", {**setup, "names": list(names)}, "finger")
    for move in played.moves:
        yield Draft("move", rules.dump_move(move), "camera")
    yield Draft("end", {}, "finger")


class Written(NamedTuple):
    """A game as it goes over the line: its entries, each signed."""

    game: str
    entries: tuple[Entry, ...]


def written(signer: Signer, happened: Iterator[Draft], began: float = 0.0) -> Written:
    """The events of a game as this table's journal holds them; one event a second from ``began`` on."""
    head, entries = START, []
    for seq, draft in enumerate(happened, 1):
        record = Event(seq, draft, float(seq), "load", began + seq, head).record()
        head = digest(record)
        signature = b64encode(signer.sign(seq, head).signature).decode()
        entries.append(Entry(seq, msgspec.Raw(record), head, signature))
    return Written(entries[0].hash, tuple(entries))
