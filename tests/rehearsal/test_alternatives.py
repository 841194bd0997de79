"""Alternatives to what a camera really saw: a rehearsed game's journal with all its evidence."""

import time
from pathlib import Path

import pytest

from companion.games import architects
from companion.referee.alternatives import MOST, alternatives
from companion.referee.fold import fold
from companion.referee.games import faces_named
from companion.referee.journal import verify
from companion.rehearsal import Plan, rehearsal


def other_guesses(accepted: str, settled: tuple[tuple[tuple[str, float], ...], ...]) -> set[str]:
    """What the camera took the piece for otherwise, where it was read as was accepted."""
    return {face for ranked in settled for face, share in ranked[1:] if ranked[0][0] == accepted and share > 0.001}


@pytest.mark.proof
def test_of_a_rehearsed_game_the_cameras_other_guesses_are_offered_first(proxies: Path) -> None:
    with rehearsal(Plan(2, 3, proxies)) as game:
        while game.step():
            pass
        verdict = verify(game.state_folder / "games" / "game-0001.sqlite")
    played = fold(verdict.events)
    guessed = 0
    for entry in played.played:
        evidence = verdict.events[entry.seq - 1].draft.evidence
        begun = time.perf_counter()
        offered = alternatives(played.rules, played.played, entry.seq, evidence).options
        if entry.seq > verdict.events[-1].seq - 20:
            assert time.perf_counter() - begun < 0.1
        moves = [played.rules.parse_move(option.moves[0]) for option in offered]
        assert len(set(moves)) == len(moves) <= MOST
        assert set(moves) <= set(played.rules.legal(entry.before)) - {entry.move}
        if isinstance(entry.move, architects.TakeCard) and verdict.events[entry.seq - 1].draft.by == "camera":
            ranked = tuple(
                tuple((face.face, face.probability) for face in piece.faces)
                for sighting in evidence.settled
                if sighting.zone == f"seat/{entry.move.seat}/city"
                for piece in sighting.pieces
                if piece.faces
            )
            others = other_guesses(f"architects/{entry.move.card}", ranked)
            for move in played.rules.legal(entry.before):
                same_place = isinstance(move, architects.TakeCard) and move.source == entry.move.source
                if same_place and set(faces_named("architects", move)) & others:
                    guessed += 1
                    assert move in moves, (entry.move, others, moves)
    assert played.state.finished
    print(f"{len(played.played)} events, {guessed} other guesses")
