"""Journals of random games of all three games, as a table would have kept them."""

from collections.abc import Sequence
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from companion.games.catalogue import game_named
from companion.games.watched import rules_of
from companion.referee.events import Draft
from companion.referee.fold import decided
from companion.referee.journal import journal
from companion.referee.journal.journal import Journal


class Clock:
    """A clock in the place of the journal's: it goes on by itself at every look."""

    def __init__(self, step: float) -> None:
        self.now, self.step = 1_700_000_000.0, step

    def time(self) -> float:
        self.now += self.step / 2
        return self.now

    monotonic = time


def keep(
    folder: Path,
    game: str,
    players: int,
    seed: int,
    *,
    names: Sequence[str] = (),
    number: int = 1,
    moves: int | None = None,
    step: float = 20.0,
    **more: Any,
) -> Path:
    """A game's journal in ``folder``: all its moves, or the first few; ``step``: seconds between two events."""
    rules = game_named(game)
    played: Any = rules.play(players, Random(seed), rules.POLICIES["greedy"], **more)
    assert played.final.finished
    said = {"game": game, **msgspec.to_builtins(played.setup), "names": list(names)}
    setup = decided(rules_of(game), said, played.setup.house_rules)
    path = folder / f"game-{number:04}.sqlite"
    folder.mkdir(parents=True, exist_ok=True)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(journal, "time", Clock(step))
        with Journal(path) as kept:
            drafts = [Draft("move", rules.dump_move(move), "finger") for move in played.moves[:moves]]
            # At once: every append waits for the disk.
            kept.append(Draft("setup", setup, "finger"), *drafts)
    return path
