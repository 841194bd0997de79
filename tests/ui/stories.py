"""Whole games as a screen would see them, played by the rules themselves: pictures without a referee."""

from collections.abc import Iterator
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.api.protocol import LogEntry, View
from companion.games.tables import picture_of
from companion.games.watched import rules_of

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
    table = picture_of(rules.NAME).table(state, sheet, over=bool(state.finished))
    return View(len(log), rules.NAME, table, None, tuple(log), (), (), sheet.explain, {}, "")
