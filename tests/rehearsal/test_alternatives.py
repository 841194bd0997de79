"""Alternatives to what a camera really saw: a rehearsed game's journal with all its evidence."""

import time
from pathlib import Path

import pytest

from companion.referee.fold import fold
from companion.referee.inference.alternatives import MOST, alternatives
from companion.referee.journal.journal import verify
from companion.rehearsal.rehearsal import rehearsal
from companion.rehearsal.report import Plan


@pytest.mark.proof
def test_every_event_of_a_rehearsed_game_has_sound_alternatives_at_once(proxies: Path) -> None:
    with rehearsal(Plan("architects", 2, 3, proxies)) as game:
        while game.step():
            pass
        verdict = verify(game.state_folder / "games" / "game-0001.sqlite")
    played = fold(verdict.events)
    assert played.state.finished
    for entry in played.played:
        evidence = verdict.events[entry.seq - 1].draft.evidence
        begun = time.thread_time()
        offered = alternatives(played.rules, played.played, entry.seq, evidence).options
        assert time.thread_time() - begun < 0.1
        moves = [played.rules.parse_move(option.moves[0]) for option in offered]
        others = set(played.rules.legal(entry.before)) - {entry.move}
        assert len(set(moves)) == len(moves) == min(MOST, len(others))
        assert set(moves) <= others
