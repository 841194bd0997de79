"""A battle that a screen shows is read off two views: it is the one that the rules fought, in every game."""

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion.games.architects import looks as facts
from companion.looks.faces import looks
from tests.ui.near import NearReferee, setup
from tests.ui.stories import story
from ui.battle import Battle, fought
from ui.games.architects.battle import MILITARY
from ui.games.duel.battle import March

if TYPE_CHECKING:
    from companion.api.protocol import View


def test_the_pieces_that_the_screen_draws_are_those_of_the_box() -> None:
    from companion.games.architects.rules import FACTS  # noqa: PLC0415

    assert {card.id: card.color for card in FACTS.cards} == {name: card.colour for name, card in facts.FACES.items()}
    assert {token.id: token.copies for token in FACTS.progress_tokens.values()} == facts.box(medals=False)
    assert set(looks("architects").wonder_icons) - set(facts.MEDALS_WONDERS) == set(FACTS.wonders)
    assert {card.id: card.horns for card in FACTS.cards if card.horns} == facts.HORNS
    assert FACTS.table.military_vp == MILITARY


def test_a_battle_of_architects_gives_what_the_rules_gave_to_whom_they_gave_it(near: NearReferee) -> None:
    random, battles = Random(11), 0
    for players in (2, 3, 7):
        near.do("setup", setup(players))
        before = near.referee.view()
        for _step in range(30 * players):
            after = near.play(random, 1)
            then: Any = before.table
            now: Any = after.table
            won = tuple(new.military - old.military for old, new in zip(then.players, now.players, strict=True))
            battle = fought(before, after)
            assert (battle is not None) >= any(won), "a battle was missed"
            if battle is not None:
                assert isinstance(battle, Battle)
                battles += 1
                assert tuple(sum(s.seat == seat for s in battle.spoils) for seat in range(players)) == won
                assert all(battle.shields[s.seat] > battle.shields[s.other] for s in battle.spoils)
            before = after
            if now.finished:
                break
        near.do("end", {})
    assert battles >= 5


def test_red_cards_that_a_token_keeps_after_a_battle_are_not_counted_twice() -> None:
    battles = 0
    before: View | None = None
    for after in story("architects", 3, 53, expansions=("medals",)):
        battle = fought(before, after) if before is not None else None
        if battle is not None:
            assert before is not None
            now: Any = after.table
            then: Any = before.table
            won = [new.military - old.military for old, new in zip(then.players, now.players, strict=True)]
            kept = [seat for seat in now.players if "fortifications" in seat.progress and "shield_h1" in seat.cards]
            battles += bool(kept)
            assert isinstance(battle, Battle)
            assert [sum(s.seat == seat for s in battle.spoils) for seat in range(3)] == won
        before = after
    assert battles


@pytest.mark.parametrize("players", [2, 3, 7])
def test_every_age_of_seven_wonders_ends_with_the_conflicts_that_its_tokens_tell_of(players: int) -> None:
    ages: list[int] = []
    before: View | None = None
    for after in story("seven_wonders", players, 3):
        battle = fought(before, after) if before is not None else None
        if battle is not None:
            assert isinstance(battle, Battle)
            assert before is not None
            then: Any = before.table
            now: Any = after.table
            ages.append(battle.age)
            for old, new in zip(then.players, now.players, strict=True):
                fresh = sorted(new.conflict_tokens[len(old.conflict_tokens) :])
                assert sorted(s.value for s in battle.spoils if s.seat == new.seat) == fresh
        before = after
    assert ages == [1, 2, 3]


def test_the_pawn_of_duel_marches_as_far_as_it_moved_and_takes_the_loot_that_is_gone() -> None:
    steps, looted, won = 0, 0, 0
    for seed in range(1, 14):
        before: View | None = None
        pawn = 0
        for after in story("duel", 2, seed):
            march = fought(before, after) if before is not None else None
            table: Any = after.table
            if march is not None:
                assert isinstance(march, March)
                assert before is not None
                then: Any = before.table
                assert march.start == pawn
                assert (march.end > march.start) == (march.seat == 0)
                assert march.loot.items() == then.loot.items() - table.loot.items()
                assert march.won == (table.supremacy == "military")
                assert march.calls == bool(march.loot or march.won)
                steps, looted, won = steps + 1, looted + bool(march.loot), won + march.won
                pawn = march.end
            assert table.pawn == pawn
            before = after
    assert steps > 40
    assert looted
    assert won


def test_what_is_taken_back_is_no_battle(near: NearReferee) -> None:
    near.do("setup", setup(2))
    random, before = Random(11), near.referee.view()
    while (battle := fought(before, near.referee.view())) is None:
        before = near.referee.view()
        near.play(random, 1)
    after = near.referee.view()
    near.do("undo", {})
    assert battle.seq == after.seq
    assert fought(after, near.referee.view()) is None
    assert fought(before, near.referee.view()) is None
