"""What may have happened instead of an event: at most six moves, each legal then, the likeliest first."""

import time
from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.games.architects import rules as architects
from companion.games.tables import Played
from companion.games.watched import Rules, rules_of
from companion.referee.events import Evidence
from companion.referee.fold import Fold, play
from companion.referee.inference.alternatives import MOST, alternatives
from tests.referee.fingers import TABLES, Fingers, dealt
from tests.referee.games import Played as Watched
from vision.sighting import FaceProbability


def finger_game(name: str, players: int, seed: int, mistakes: float) -> tuple[Rules, tuple[Played, ...]]:
    """A game in which people now and then do what they may not."""
    rules, rng = rules_of(name), Random(seed)
    through = dealt(name, players, seed)
    start = state = rules.begin(through.setup)
    moves = []
    for move in through.moves:
        odd = rules.irregular(state) if rng.random() < mistakes else ()
        moves.append(rng.choice(odd) if odd else move)
        state = rules.apply(state, moves[-1], strict=False)
    return rules, play(Fold(rules, {}, start, (), frozenset(), closed=False), list(enumerate(moves, 2))).played


@settings(max_examples=25, deadline=None)
@given(table=st.sampled_from(TABLES), seed=st.integers(0, 10**6), at=st.floats(0, 0.99), mistakes=st.floats(0, 0.2))
def test_each_was_legal_then_for_the_same_seat_and_is_another_move(
    table: tuple[str, int], seed: int, at: float, mistakes: float
) -> None:
    rules, played = finger_game(*table, seed, mistakes)
    entry = played[int(at * len(played))]
    offered = alternatives(rules, played, entry.seq, Evidence())
    moves = [rules.parse_move(option.moves[0]) for option in offered.options]
    assert offered.seq == entry.seq
    assert len(moves) == len(set(moves)) <= MOST
    assert entry.move not in moves
    legal = rules.legal(entry.before)
    assert set(moves) <= set(legal)
    seat = getattr(entry.move, "seat", None)
    if any(getattr(move, "seat", None) == seat and move != entry.move for move in legal):
        assert {getattr(move, "seat", None) for move in moves} == {seat}
    assert bool(moves) == bool(set(legal) - {entry.move}), "where anything else was possible, something is offered"
    chances = [option.probability for option in offered.options]
    assert chances == sorted(chances, reverse=True)
    assert not moves or sum(chances) == pytest.approx(1, abs=0.01)


def new_findings(rules: Rules, played: tuple[Played, ...], at: int, move: Any) -> int:
    """How many moves become irregular that were not, if this one was made instead."""
    state, found = rules.apply(played[at].before, move, strict=False), 0
    for entry in played[at + 1 :]:
        found += len(rules.judge(state, entry.move)) > len(entry.findings)
        state = rules.apply(state, entry.move, strict=False)
    return found


@settings(max_examples=15, deadline=None)
@given(table=st.sampled_from(TABLES), seed=st.integers(0, 10**6), at=st.floats(0, 0.99))
def test_of_equally_near_moves_those_come_first_after_which_the_game_goes_on(
    table: tuple[str, int], seed: int, at: float
) -> None:
    rules, played = finger_game(*table, seed, 0.0)
    place = int(at * len(played))
    said = rules.dump_move(played[place].move)
    offered = [option.moves[0] for option in alternatives(rules, played, played[place].seq, Evidence()).options]
    # Alike in all but the card.
    alike = [obj for obj in offered if {**obj, "card": ""} == {**said, "card": ""}]
    spoilt = [new_findings(rules, played, place, rules.parse_move(obj)) > 0 for obj in alike]
    assert spoilt == sorted(spoilt)


def test_the_cameras_second_guess_is_the_first_alternative(tmp_path: Path) -> None:
    watched = Watched(tmp_path, 3, 4)
    table, seat = watched.table, watched.table.state.to_move
    card = table.deal.decks[-1][-1]
    wrong = next(name for name in ("vp3", "vp2_cat", "shield_h0", "coin") if name != card)
    table.play(architects.TakeCard(seat, "central", card))
    piece = table.zones[f"seat/{seat}/city"][-1]
    piece.seen = (FaceProbability(f"architects/{wrong}", 0.96), FaceProbability(f"architects/{card}", 0.03))
    watched.show()
    watched.wait(2)
    entry = watched.game.fold.played[-1]
    assert (entry.move.card, entry.seq) == (wrong, watched.game.seq), "accepted as it was read"
    offered = watched.referee.alternatives(entry.seq)
    assert offered.options[0].moves == (architects.dump_move(architects.TakeCard(seat, "central", card)),)
    assert watched.do("correct", {"seq": entry.seq, "move": offered.options[0].moves[0]}).ok
    assert watched.state == table.state
    watched.referee.close()


@pytest.mark.parametrize("seq", [0, 1, 99, "x", None])
def test_what_is_no_move_that_stands_has_no_alternative(tmp_path: Path, seq: object) -> None:
    live = Fingers(tmp_path)
    live.begin("duel", dealt("duel", 2, 1).setup)
    with pytest.raises(ValueError, match="event"):
        live.referee.alternatives(seq)
    live.referee.close()


def test_a_move_that_was_taken_back_has_no_alternative_and_a_correction_has(tmp_path: Path) -> None:
    through, live = dealt("seven_wonders", 3, 2), Fingers(tmp_path)
    live.begin("seven_wonders", through.setup)
    for move in through.moves[:7]:
        assert live.move(move).ok
    first = live.referee.alternatives(4).options[0].moves[0]
    assert live.do("correct", {"seq": 4, "move": first}).ok
    assert live.referee.alternatives(9).seq == 9
    for seq in (4,):
        with pytest.raises(ValueError, match="no move that stands"):
            live.referee.alternatives(seq)
    live.referee.close()


@pytest.mark.proof
@pytest.mark.parametrize(("name", "players"), TABLES)
def test_alternatives_of_a_late_event_are_there_in_a_tenth_of_a_second(name: str, players: int) -> None:
    rules, played = finger_game(name, players, 7, 0.0)
    for entry in played[-20:]:
        begun = time.thread_time()
        alternatives(rules, played, entry.seq, Evidence())
        assert time.thread_time() - begun < 0.1
