"""7 Wonders before a camera, without pixels: what is said of the table by who sees all of it is understood."""

from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from companion.games.seven_wonders.rules.legal import legal
from companion.games.seven_wonders.rules.moves import Build, BuildStage, Discard, Free
from companion.games.seven_wonders.seen import by_sight, purses, tableau
from companion.games.watched import watched
from companion.referee.inference.search import infer
from companion.twin.dealer import Dealer
from tests.referee.sightless import Sightless
from vision.sighting import Scene, Sighting


@pytest.mark.parametrize(
    ("players", "seed"),
    [(3, 1), *(pytest.param(players, seed, marks=pytest.mark.proof) for players in (2, 3, 5, 7) for seed in (2, 3))],
)
def test_a_whole_game_is_followed_in_whatever_order_the_players_play(tmp_path: Path, players: int, seed: int) -> None:
    table = Sightless(tmp_path, "seven_wonders", players, seed)
    while table.step() is not None:
        pass
    assert (table.wrong, table.missed) == ([], [])
    assert table.state == table.dealer.state, "hands, coins and what lies face down included"
    assert table.questions <= len(table.truth) / 50


@pytest.mark.proof
def test_a_game_of_the_second_edition_is_followed_too(tmp_path: Path) -> None:
    table = Sightless(tmp_path, "seven_wonders", 3, 1, edition=2)
    while table.step() is not None:
        pass
    assert (table.wrong, table.missed) == ([], [])
    assert table.state == table.dealer.state


def test_every_place_of_a_tableau_is_on_a_mat_and_none_twice() -> None:
    rules = watched("seven_wonders")
    for players in rules.PLAYERS:
        state = rules.begin(rules.TWIN.deal(players, Random(1)).setup)
        shown = rules.tableau(state)
        names = [place.name for place in rules.places(state)]
        assert len(set(names)) == len(names)
        assert {*shown.spread, *shown.spots, *shown.piles} == set(names)


def test_what_is_paid_lies_elsewhere_at_once_and_what_it_brings_comes_when_all_have_played() -> None:
    dealer, traded = Dealer("seven_wonders", 3, 2), False
    while not dealer.state.finished:
        before = dealer.state
        step = dealer.step()
        assert step is not None
        if sum(chosen is not None for chosen in before.chosen) < 2 and not before.offers:
            now, earlier = purses(dealer.state), purses(before)
            chosen = dealer.state.chosen[step.move.seat]
            assert sum(now) - sum(earlier) == (3 if isinstance(step.move, Discard) else -chosen.bank)
            traded |= bool(chosen.left or chosen.right)
    assert traded
    assert purses(dealer.state) == [city.coins for city in dealer.state.cities]


def test_a_card_laid_face_down_is_any_card_but_a_building_is_named() -> None:
    dealer = Dealer("seven_wonders", 3, 2)
    for _ in range(20):
        dealer.step()
    seen = by_sight(dealer.state)
    assert set(seen) <= set(legal(dealer.state))
    assert {move.card for move in seen if isinstance(move, BuildStage | Discard)} == {"?"}
    assert any(isinstance(move, Build) for move in seen)


def test_the_card_that_lies_ready_is_gone_when_its_player_has_played() -> None:
    dealer = Dealer("seven_wonders", 3, 2)
    ready = {f"seat/{seat}/chosen" for seat in range(3)}
    assert all(tableau(dealer.state).spread[place] for place in ready)
    step = dealer.step()
    assert step is not None
    own = f"seat/{step.move.seat}/chosen"
    assert tableau(dealer.state).spread[own] == ()
    assert all(tableau(dealer.state).spread[place] for place in ready - {own})


@pytest.mark.proof
def test_coins_that_nobody_has_moved_tell_that_a_card_was_built_for_nothing(tmp_path: Path) -> None:
    table, free = Sightless(tmp_path, "seven_wonders", 3, 7), 0
    while (step := table.step()) is not None:
        free += isinstance(step.move, Free)
    assert free > 0
    assert table.questions == 0
    assert table.state == table.dealer.state


def test_coins_that_no_payment_explains_make_no_move_less_sure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # Two of three heaps are misread: with a third of the weight in "something else" nothing more would be accepted.
    table = Sightless(tmp_path, "seven_wonders", 3, 2)
    for _ in range(3):
        table.step()
    step = table.dealer.step()
    assert step is not None

    def misread(seen: Sighting) -> Sighting:
        one_more = tuple(replace(coin, track=coin.track + 9000) for coin in seen.pieces[:1])
        return (
            replace(seen, pieces=(*seen.pieces, *one_more)) if seen.zone in ("seat/1/coins", "seat/2/coins") else seen
        )

    def observe(scene: Scene) -> None:
        table.game.observed.take(table.game.retold.scene(scene, table.game.rules.places(table.state)))

    table.harm = misread
    monkeypatch.setattr(table.referee, "handle", observe)
    table.show(step.actions[-1].world)
    table.show(step.actions[-1].world, seconds=2.0)
    belief = infer(table.game.rules, table.state, table.game.observed)
    assert belief.unknown < 0.001
    assert belief.ranked[0][0].moves == (step.move,)


@pytest.mark.parametrize("seed", [3, 44])
def test_tokens_that_nobody_hands_out_at_an_age_s_end_ask_nothing_about_a_card(tmp_path: Path, seed: int) -> None:
    table = Sightless(tmp_path, "seven_wonders", 3, seed)
    table.harm = lambda seen: replace(seen, pieces=()) if seen.zone.endswith("/tokens") else seen
    while len(table.dealer.played) < 20:
        table.step()
    table.rest(10)
    assert table.wrong == []
    assert table.questions == 0
