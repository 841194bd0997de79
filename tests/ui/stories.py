"""Whole games as a screen would see them, played by the rules themselves: pictures without a referee."""

from collections.abc import Iterator
from random import Random
from types import SimpleNamespace
from typing import Any

from msgspec.structs import replace

from companion.api.protocol import LogEntry, View
from companion.games.watched import rules_of
from companion.referee.view import table_view

NAMES = ("Anna", "Béla", "Оксана", "Дмитрий", "Zsuzsanna", "Ivan", "Mária")


def story(game: str, players: int, seed: int = 1, **more: Any) -> Iterator[View]:
    """Every view of one game, from its set-up to its end; ``more``: what its ``play`` may be told besides."""
    rules = rules_of(game)
    played = rules.play(players, Random(seed), rules.POLICIES["greedy"], **more)
    state = rules.begin(replace(played.setup, names=NAMES[:players]))
    log: list[LogEntry] = [LogEntry(1, "setup", None, "finger")]
    yield _view(rules, state, log)
    for number, move in enumerate(played.moves, start=2):
        findings = rules.judge(state, move)
        state = rules.apply(state, move, strict=False)
        log.append(LogEntry(number, "move", rules.dump_move(move), "camera", findings))
        yield _view(rules, state, log)


def _view(rules: Any, state: Any, log: list[LogEntry]) -> View:
    sheet = rules.scores(state)
    game: Any = SimpleNamespace(rules=rules, state=state, over=bool(state.finished))
    table = table_view(game, sheet)
    return View(len(log), rules.NAME, table, None, tuple(log), (), (), sheet.explain, {}, "")
