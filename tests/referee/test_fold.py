"""State is the fold of events: live, after undo and correction, and after starting again."""

from pathlib import Path
from random import Random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.architects import rules as architects
from companion.games.architects.rules.deal import play_set_up
from companion.games.playing import random_policy
from companion.games.watched import rules_of
from companion.referee.events import By, Draft, supposed
from companion.referee.fold import doubtful, fold
from tests.referee.games import Played


def finger_game(folder: Path, seed: int, moves: int) -> Played:
    """A game without a camera: the first moves of a random one, by finger."""
    played = Played(folder, 3, seed, camera=False)
    for _ in range(moves):
        move = played.table.choose()
        played.table.play(move)
        assert played.do("move", architects.dump_move(move)).ok
    return played


@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(seed=st.integers(0, 10**6), steps=st.lists(st.sampled_from("mmmmmmuc"), max_size=40))
def test_the_fold_of_the_journal_is_the_live_state(
    tmp_path_factory: pytest.TempPathFactory, seed: int, steps: list[str]
) -> None:
    played = Played(tmp_path_factory.mktemp("game"), 2, seed)
    rng = Random(seed)
    for step in steps:
        legal = architects.legal(played.state)
        if step == "u":
            played.do("undo")
        elif step == "c" and played.game.fold.played:
            entry = rng.choice(played.game.fold.played)
            other = rng.choice(architects.legal(entry.before))
            assert played.do("correct", {"seq": entry.seq, "move": architects.dump_move(other)}).ok
        elif legal:
            played.do("move", architects.dump_move(rng.choice(legal)))
        assert fold(played.game.journal.events) == played.game.fold
    before = played.game.fold
    played.again()
    assert played.game.fold == before
    played.referee.close()


def test_undo_takes_back_exactly_what_was_done(tmp_path: Path) -> None:
    played = finger_game(tmp_path, 5, 25)
    before = played.state
    move = played.table.choose()
    assert played.do("move", architects.dump_move(move)).ok
    assert played.do("undo").ok
    assert played.state == before


def test_undoing_everything_leads_back_to_the_set_up_and_undoing_the_undo_forward(tmp_path: Path) -> None:
    played = finger_game(tmp_path, 6, 12)
    states = [entry.before for entry in played.game.fold.played]
    final = played.state
    for state in reversed(states):
        assert played.do("undo").ok
        assert played.state == state
    assert not played.do("undo").ok
    undos = [event.seq for event in played.game.journal.events if event.draft.kind == "undo"]
    for seq in reversed(undos):
        assert played.do("undo", {"seq": seq}).ok
    assert played.state == final


def test_a_correction_plays_the_rest_again(tmp_path: Path) -> None:
    played = finger_game(tmp_path, 7, 0)
    first, second = ({"move": "take", "seat": 0, "from": "central", "card": c} for c in ("vp3", "coin"))
    assert played.do("move", first).ok
    assert played.do("move", {"move": "take", "seat": 1, "from": "central", "card": "wood"}).ok
    assert played.do("correct", {"seq": 2, "move": second}).ok
    city = dict(zip(architects.FACTS.index, played.state.cities[0].cards, strict=True))
    assert (city["coin"], city["vp3"]) == (1, 0)
    assert played.state.to_move == 2
    log = {entry.seq: entry for entry in played.referee.view().log}
    assert log[2].undone
    assert log[4].kind == "correction"
    assert played.do("undo").ok
    assert dict(zip(architects.FACTS.index, played.state.cities[0].cards, strict=True))["vp3"] == 1


@pytest.mark.parametrize("seq", [0, 1, 99, -3])
def test_what_is_no_move_cannot_be_undone(tmp_path: Path, seq: int) -> None:
    played = finger_game(tmp_path, 8, 3)
    reply = played.do("undo", {"seq": seq})
    assert not reply.ok
    assert "\n" not in reply.error
    assert reply.seq == 4


@pytest.mark.proof
def test_a_whole_game_replayed_by_finger_ends_with_the_same_state(tmp_path: Path) -> None:
    game = play_set_up(architects.Setup(("giza", "rhodes", "olympia")), Random(4), random_policy)
    played = Played(tmp_path, 3, 1)
    assert played.do("setup", {"wonders": ["giza", "rhodes", "olympia"], "progress": list(game.setup.progress)}).ok
    for move in game.moves:
        assert played.do("move", architects.dump_move(move)).ok
    assert played.state == game.final
    view = played.referee.view()
    assert view.table is not None
    assert view.table.finished
    assert tuple(seat.score for seat in view.table.players) == architects.scores(game.final).totals
    assert sum(line.points for line in view.explain) == sum(seat.score for seat in view.table.players)


def test_a_move_of_which_the_camera_has_only_put_right_how_it_was_paid_may_be_doubted_still_and_no_other() -> None:
    def build(card: str, **paid: Any) -> dict[str, Any]:
        return {"move": "build", "seat": 0, "card": card, **paid}

    def judged(by: By, *corrections: tuple[By, dict[str, Any]]) -> set[int]:
        """Which of these events are in doubt; each corrects the one before it."""
        drafts = [Draft("move", build("stables"), by)]
        drafts += [Draft("correction", {"seq": k, "move": move}, who) for k, (who, move) in enumerate(corrections, 2)]
        events = supposed([Draft("setup", {"game": "seven_wonders"}, "finger"), *drafts], after=0)
        return set(doubtful(rules_of("seven_wonders"), list(events)))

    bought = build("stables", trade={"left": {"ore": 1}, "right": {}})
    assert judged("camera") == {2}
    assert judged("camera", ("camera", bought)) == {2, 3}
    assert judged("camera", ("camera", bought), ("camera", build("stables"))) == {2, 3, 4}
    assert judged("camera", ("camera", build("baths"))) == {2}
    assert judged("camera", ("finger", bought)) == {2}
    assert judged("finger", ("camera", bought)) == set()
