"""A battle that a screen shows is read off two views; the pieces that it draws are those of the box."""

from random import Random

from companion.games.architects.scoring import CATEGORIES
from companion.looks import architects as facts
from tests.ui.near import NearReferee, setup
from ui.battle import Battle, fought


def test_the_pieces_that_the_screen_draws_are_those_of_the_box() -> None:
    from companion.games.architects import FACTS  # noqa: PLC0415

    assert {card.id: card.color for card in FACTS.cards} == facts.CARDS
    assert {token.id: token.copies for token in FACTS.progress_tokens.values()} == facts.TOKENS
    assert set(facts.WONDERS) == set(FACTS.wonders)
    assert {card.id: card.horns for card in FACTS.cards if card.horns} == facts.HORNS
    assert facts.CATEGORIES == CATEGORIES


def test_a_battle_read_off_two_views_is_the_battle_that_was_fought(near: NearReferee) -> None:
    random, battles, missed = Random(11), 0, 0
    for players in (2, 3, 7):
        near.do("setup", setup(players))
        before = near.referee.view()
        for _step in range(30 * players):
            after = near.play(random, 1)
            assert before.table is not None
            assert after.table is not None
            cues = [entry for entry in after.log if entry.seq > before.seq]
            won = tuple(
                new.military - old.military for old, new in zip(before.table.players, after.table.players, strict=True)
            )
            battle = fought(before, after)
            if battle is None:
                missed += any(won)
            else:
                battles += 1
                assert battle.won == won
                assert won == _rules(battle)
            assert cues or after == before
            before = after
            if after.table.finished:
                break
        near.do("end", {})
    assert battles >= 5
    assert missed == 0


def _rules(battle: Battle) -> tuple[int, ...]:
    shields = battle.shields
    if len(shields) == 2:
        return tuple(
            0 if own <= other else 2 if own >= 2 and own >= 2 * other else 1 for own, other in (shields, shields[::-1])
        )
    count = len(shields)
    return tuple((own > shields[k - 1]) + (own > shields[(k + 1) % count]) for k, own in enumerate(shields))
