"""How often it is thought over what was read wrongly: at once, and ever more seldom while that helps nothing."""

from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import pytest

from companion.referee import afterthoughts
from companion.referee.afterthoughts import Afterthoughts

_LOOKS = [0.1 * k for k in range(600)]
"""A minute in which something else moves all the time."""


@pytest.fixture
def thought(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """When it was thought over, which helps nothing."""
    times: list[float] = []
    monkeypatch.setattr(afterthoughts, "paid_otherwise", lambda *_: None)
    monkeypatch.setattr(afterthoughts, "reconsider", lambda *about, **_: times.append(about[3].exposed))
    return times


def _game() -> Any:
    return SimpleNamespace(
        seq=1,
        observed=SimpleNamespace(exposed=0.0, since=0.0, disbelieved=frozenset(), aside=frozenset()),
        rules=None,
        fold=SimpleNamespace(played=()),
        doubtful=frozenset(),
        guessed=frozenset(),
        settled={},
    )


def _look(thoughts: Afterthoughts, game: Any, at: float, *, widely: bool = True) -> None:
    game.observed.exposed = game.observed.since = at
    assert not thoughts.put_right(doubt=True, widely=widely)


def test_a_table_that_nobody_understands_is_thought_over_ever_more_seldom(thought: list[float]) -> None:
    game = _game()
    thoughts = Afterthoughts(game)
    for at in _LOOKS:
        _look(thoughts, game, at)
    assert len(thought) < 30
    pauses = [(before, then - before) for before, then in pairwise(thought)]
    assert all(pause <= 0.1 + 0.26 * before for before, pause in pauses)
    assert max(pause for _, pause in pauses) > 8.0


def test_what_else_is_known_or_doubted_is_thought_over_at_once(thought: list[float]) -> None:
    game = _game()
    thoughts = Afterthoughts(game)
    for at in _LOOKS:
        _look(thoughts, game, at, widely=False)
    thought.clear()
    _look(thoughts, game, 60.0)
    game.seq += 1
    _look(thoughts, game, 60.1)
    _look(thoughts, game, 60.2)
    assert thought == [60.0, 60.1, 60.2]
    _look(thoughts, game, 60.2)
    assert len(thought) == 3, "nothing has changed"
