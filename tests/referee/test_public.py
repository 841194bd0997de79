"""Hidden things never leave: two tables that differ in nothing else look alike to spectators and phones."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.api.protocol import LogEntry, Option, Question, View
from companion.games.duel import rules as duel
from companion.games.duel.rules.deal import Deal
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.moves import LayOut, Reveal
from companion.games.duel.rules.structure import is_face_down
from companion.games.seven_wonders import rules as seven_wonders
from companion.games.seven_wonders.rules.deal import play_set_up
from companion.games.seven_wonders.rules.moves import UNSEEN, BuildStage, Discard, Hand
from companion.referee.public import known, public
from tests.referee.fingers import FEW, Fingers, dealt

BOARDS = (("giza", "A"), ("halicarnassus", "A"), ("babylon", "B"), ("olympia", "A"))

quickly = settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])


def played(folder: Path, name: str, setup: Any, moves: list[Any]) -> tuple[View, Any]:
    """How a game looks after these moves, and what anybody knows of it."""
    live = Fingers(folder)
    live.begin(name, setup)
    for move in moves:
        assert live.move(move).ok
    live.referee.close()
    return live.view, known(live.game.journal.events)


def other_hand(move: Any) -> Any:
    """Another reading of what only its owner has seen."""
    if isinstance(move, Hand):
        return replace(move, cards=move.cards[1:])
    if isinstance(move, BuildStage | Discard):
        return replace(move, card=UNSEEN)
    return move


@quickly
@given(seed=st.integers(0, 10**6), share=st.floats(0.05, 0.98), players=st.sampled_from([2, 3, 4]))
def test_of_7_wonders_hands_choices_and_cards_face_down_are_not_seen(
    tmp_path_factory: pytest.TempPathFactory, seed: int, share: float, players: int
) -> None:
    rng, game = Random(seed), seven_wonders
    free_city = BOARDS[2] if players == 2 else None
    boards = BOARDS[:players]
    policy = game.POLICIES[rng.choice(["random", "greedy"])]
    through = play_set_up(game.Setup(boards, free_city), rng, policy, shown=rng.random() < 0.5)
    moves = list(through.moves[: max(2, int(share * len(through.moves)))])
    state, states = game.begin(through.setup), []
    for move in moves:
        states.append(state)
        state = game.apply(state, move)
    twins = [other_hand(move) for move in moves]
    if any(state.chosen) and not state.ahead:
        begun = max(k for k, before in enumerate(states) if not any(before.chosen))
        for k in range(begun, len(moves)):
            if not isinstance(moves[k], Hand):
                twins[k] = rng.choice([move for move in game.legal(states[k]) if move.seat == moves[k].seat])
    folder = tmp_path_factory.mktemp("twins")
    seen, knows = played(folder / "a", "seven_wonders", through.setup, moves)
    other, other_knows = played(folder / "b", "seven_wonders", through.setup, twins)
    # A hand of which all that is said was known already is no event.
    assume(seen.seq == other.seq)
    assert public(seen) == public(other)
    assert knows == other_knows


@quickly
@given(seed=st.integers(0, 10**6), share=st.floats(0.0, 0.9))
def test_of_duel_no_covered_card_is_seen_whoever_has_looked_at_it(
    tmp_path_factory: pytest.TempPathFactory, seed: int, share: float
) -> None:
    rng, deal = Random(seed), Deal.shuffled(Random(seed))
    through = dealt("duel", 2, seed)
    laid = next(k for k, move in enumerate(through.moves) if isinstance(move, LayOut))
    looked_at = LayOut(1, tuple(FACTS.cards[card].id for card in deal.structures[1]))
    moves: list[duel.Move] = [looked_at]
    state = duel.apply(duel.begin(through.setup), looked_at)
    for _ in range(int(share * 20)):
        if state.finished or state.age > 1:
            break
        moves.append(rng.choice([move for move in duel.legal(state) if not isinstance(move, Reveal)]))
        state = duel.apply(state, moves[-1])
    covered = [slot for slot, card in enumerate(state.laid) if state.standing >> slot & 1 and is_face_down(state, slot)]
    others = dict(zip(covered, rng.sample(covered, len(covered)), strict=True))
    swapped = tuple(looked_at.layout[others.get(slot, slot)] for slot in range(20))
    folder = tmp_path_factory.mktemp("twins")
    seen, knows = played(folder / "a", "duel", through.setup, moves)
    other, other_knows = played(folder / "b", "duel", through.setup, [replace(looked_at, layout=swapped), *moves[1:]])
    assert laid == 0
    assert public(seen) == public(other)
    assert knows == other_knows


@pytest.mark.parametrize("undo", [False, True])
def test_of_duel_a_card_that_was_looked_at_too_early_is_told_nobody(tmp_path: Path, *, undo: bool) -> None:
    through = dealt("duel", 2, 5)
    layout = through.moves[0]
    assert isinstance(layout, LayOut)
    hidden = [card.id for card in FACTS.cards if card.age == 1 and card.id not in layout.layout]
    seen = []
    for name in hidden[:2]:
        live = Fingers(tmp_path / name)
        live.begin("duel", through.setup)
        assert live.move(layout).ok
        assert [found.code for found in live.do("move", {"reveal": 2, "card": name}).findings] == ["reveal_covered"]
        if undo:
            assert live.do("undo").ok
        assert live.view.table is not None
        seen.append((public(live.view), known(live.game.journal.events)))
        assert name not in str(seen[-1])
        live.referee.close()
    assert seen[0] == seen[1]


@pytest.mark.parametrize(("name", "players"), FEW)
def test_what_anybody_sees_names_no_legal_move_and_keeps_every_point(tmp_path: Path, name: str, players: int) -> None:
    through = dealt(name, players, 8)
    seen, _ = played(tmp_path, name, through.setup, list(through.moves[: len(through.moves) // 2]))
    shown = public(seen)
    assert seen.table is not None
    assert shown.table is not None
    assert seen.table.moves
    assert shown.table.moves == ()
    assert [(seat.score, seat.categories) for seat in shown.table.players] == [
        (seat.score, seat.categories) for seat in seen.table.players
    ]
    assert (shown.explain, shown.seq, shown.parts) == (seen.explain, seen.seq, seen.parts)


def test_that_a_seat_is_asked_is_seen_but_not_what(tmp_path: Path) -> None:
    through = dealt("architects", 3, 1)
    seen, _ = played(tmp_path, "architects", through.setup, [])
    asked = Question(1, 2, (), "ambiguous")
    options = tuple(Option((move,), 0.5) for move in (seen.table.moves[:2] if seen.table is not None else ()))
    whole = replace(seen, question=replace(asked, options=options))
    assert len(options) == 2
    assert public(whole).question == asked


def test_a_choice_that_was_taken_back_is_never_told(tmp_path: Path) -> None:
    """The card is in hand again, and may be played later."""
    live = Fingers(tmp_path)
    live.begin("seven_wonders", seven_wonders.Setup(BOARDS))
    assert live.do("move", {"move": "build", "seat": 0, "card": "altar"}).ok
    assert live.do("undo").ok
    told = [entry for entry in public(live.view).log if entry.move is not None]
    assert told == [LogEntry(2, "move", {"move": "choose", "seat": 0}, "finger", (), undone=True, secret=True)]
    live.referee.close()
