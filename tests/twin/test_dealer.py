from collections import Counter
from random import Random

import pytest

from companion.games.architects.rules import begin, judge, parse_setup, scores
from companion.games.playing import random_policy
from companion.twin.dealer import Dealer
from tests.twin.tables import dealer, differences, whole_game


def _pieces(made: Dealer) -> Counter[frozenset[str]]:
    return Counter(frozenset((piece.front, piece.back)) for piece in made.world.pieces.values())


@pytest.mark.parametrize("players", range(2, 8))
def test_the_table_is_what_the_rules_want_after_each_move_and_loses_no_piece(players: int) -> None:
    made = dealer(players, players)
    before = _pieces(made)
    while made.step():
        assert differences(made.world, made) == []
    assert made.state.finished
    assert _pieces(made) == before


def test_random_players_too_leave_the_table_as_the_rules_want_it() -> None:
    for seed in range(4):
        made = Dealer("architects", 3, seed, random_policy)
        while made.step():
            assert differences(made.world, made) == []


@pytest.mark.parametrize("players", [2, 4, 7])
def test_every_move_is_legal(players: int) -> None:
    _, steps = whole_game(players, 1)
    assert all(judge(step.before, step.move) == () for step in steps)


def test_the_last_action_of_a_step_leaves_the_table_as_it_is() -> None:
    made = dealer(4, 3)
    while step := made.step():
        if step.actions:
            assert step.actions[-1].world is made.world


def test_a_game_follows_from_its_seed() -> None:
    one, other, third = (dealer(4, seed) for seed in (5, 5, 6))
    for _ in range(40):
        assert one.step() == other.step()
        third.step()
    assert one.world == other.world
    assert one.played != third.played


def test_cards_that_stay_lie_exactly_where_they_lay() -> None:
    """Spent cards are pulled out, nothing else is touched: only a full column is laid anew."""
    _, steps = whole_game(4, 1)
    for step in steps:
        for first, second in zip(step.actions, step.actions[1:], strict=False):
            for piece in first.world.at("seat/0/city"):
                now = second.world.pieces[piece.id]
                assert now.place != piece.place or (now.x, now.y, now.angle) == (piece.x, piece.y, piece.angle)


def test_a_full_column_is_laid_anew_and_stays_on_the_mat() -> None:
    made = dealer(2, 1)
    layer, world = made.layer, made.world
    reds = [piece for piece in world.pieces.values() if "shield" in piece.front][:16]
    for card in reds:
        world = world.lay(layer.lay(world, card, "seat/0/city", up=True))
    slots = [piece.slot for piece in world.at("seat/0/city")]
    assert len(slots) == len(set(slots)) == len(reds)
    assert max(slots) + 80 <= 262


def test_its_set_up_is_the_contracts() -> None:
    made = dealer(5, 2)
    obj = made.setup_object()
    assert obj["game"] == "architects"
    assert begin(parse_setup(obj)) == dealer(5, 2).state


def test_the_policies_play_sensible_games() -> None:
    made, _ = whole_game(4, 1)
    assert max(scores(made.state).totals) >= 30


def test_decks_are_shuffled_piles_never_quite_aligned() -> None:
    world = dealer(3, 4).world
    pile = world.at("central/deck")
    assert len(pile) == 60
    assert all(piece.face == "architects/back/central" for piece in pile)
    assert len({(piece.x, piece.y) for piece in pile}) == 60
    spread = Random(0).sample(pile, 20)
    assert all(abs(piece.x - 90) <= 1.5 and abs(piece.angle) <= 1.5 for piece in spread)
