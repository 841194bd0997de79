"""The progress tokens of the expansion: Logistics, Domestication, Fortifications and the third Culture."""

from random import Random

import pytest
from msgspec.structs import replace

from companion.games.architects import rules
from companion.games.architects.rules import TakeCard, TakeProgress
from companion.games.architects.rules.expansion import TOKENS
from companion.games.architects.rules.policy import greedy_policy
from tests.games import english
from tests.games.medal_tables import begin_medals
from tests.games.tables import begin, codes, count, empty, lay, own, play, take


def progress_points(state: rules.State) -> int:
    return rules.scores(state).categories[0]["progress"]


def test_there_are_nineteen_tokens_with_the_expansion_and_fifteen_without() -> None:
    assert (sum(begin_medals().hidden) + 3, begin_medals().stack) == (19, 16)
    assert (sum(begin().hidden) + 3, begin().stack) == (15, 12)
    assert sorted(set(TOKENS) - set(rules.FACTS.progress_tokens)) == ["domestication", "fortifications", "logistics"]


def test_new_tokens_come_out_of_the_stack_only_with_the_expansion() -> None:
    gears = ("gear", "gear")
    move = TakeProgress(0, "logistics", "stack", gears)
    with_medals, without = (lay(table, 0, "gear") for table in (begin_medals(), begin()))
    assert move in rules.legal(play(with_medals, take(0, "gear")))
    without = play(without, take(0, "gear"))
    assert codes(rules.judge(without, move)) == {"token_not_in_stack"}
    assert codes(rules.status(rules.apply(without, move, strict=False))) == {"too_many_tokens"}


def test_logistics_scores_two_points_a_grey_card() -> None:
    table = own(begin_medals(), 0, "logistics")
    assert progress_points(table) == 0
    table = lay(table, 0, "wood", "clay", "stone", "glass", "papyrus", "coin", "vp3")
    assert progress_points(table) == 10
    assert "5 grey cards at 2 each" in {
        english.why(rules, line).partition(": ")[2] for line in rules.scores(table).explain
    }


@pytest.mark.parametrize(("tokens", "points"), [(1, 4), (2, 12), (3, 16)])
def test_culture_scores_by_how_many_there_are(tokens: int, points: int) -> None:
    table = begin_medals(progress=("tactics", "decor", "economy"))
    table = own(table, 0, *["culture"] * tokens)
    assert progress_points(table) == points
    assert min(table.hidden) >= 0


def test_fortifications_keeps_its_owners_horned_cards_after_a_battle() -> None:
    horned = ("shield_h0", "shield_h1", "shield_h2")
    table = own(begin_medals(), 0, "fortifications")
    table = replace(lay(lay(table, 0, *horned), 1, *horned), battle=2, to_move=2)
    after = play(table, take(2, "shield_h1"))
    assert after.battle == 0
    assert [count(after, 0, card) for card in horned] == [1, 1, 1]
    assert [count(after, 1, card) for card in horned] == [1, 0, 0]
    assert sum(after.discard) == 3


def test_domestication_lets_its_owner_look_and_changes_nothing_else() -> None:
    """Nothing of a secret look is in the state: the moves are the same, and a fair player plays by what it sees."""
    plain = begin_medals()
    owned = own(plain, 0, "domestication")
    assert rules.legal(owned) == tuple(move for move in rules.legal(plain) if move in set(rules.legal(owned)))
    bare = empty(lay(owned, 0, "wood"), 0, 2)
    from_central = [move for move in rules.legal(bare) if isinstance(move, TakeCard) and move.source == "central"]
    assert len(from_central) == 14
    offers = (take(0, "vp3", "central"), take(0, "shield_h0", "central"))
    assert greedy_policy(bare, offers, Random(1)) == offers[0]
