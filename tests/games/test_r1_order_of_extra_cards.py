"""R1 and R3: what gives a card may be left unsaid, in whatever order the cards of a turn are taken."""

import pytest
from msgspec.structs import replace

from companion.games.architects import rules
from companion.games.architects.rules import FACTS, State, TakeCard
from companion.games.architects.rules.irregular import irregular
from companion.games.architects.rules.state import Turn
from tests.games.medal_tables import begin_medals
from tests.games.tables import begin, codes, empty, lay, legal_moves, own, play, take

FAR = TakeCard(0, "holder:2", "vp3", None)


def owing(*ready: str, effects: tuple[str, ...] = ("alexandria",)) -> State:
    """Four sit at the table; Alexandria owes its card, and these tokens may give one."""
    table = own(begin("alexandria", "giza", "rhodes", "olympia"), 0, *ready)
    return replace(table, turn=Turn(opened=True, effects=effects, ready=ready))


@pytest.mark.parametrize("source", ["left", "right", "central"])
def test_r1_the_token_s_card_may_come_before_alexandria_s(source: str) -> None:
    table = play(owing("jewellery"), take(0, "vp3", source))
    assert rules.judge(table, FAR) == ()
    assert replace(FAR, because="alexandria") in legal_moves(table)
    assert FAR not in irregular(table)
    after = play(table, FAR)
    assert after.to_move == 1
    other = play(owing("jewellery"), replace(FAR, because="alexandria"), take(0, "vp3", source, "jewellery"))
    assert after == other


def test_r1_one_token_gives_one_card_only() -> None:
    table = play(owing("jewellery", "urbanism"), take(0, "vp3"), FAR)
    assert (table.turn.used, table.turn.ready, table.to_move) == (("jewellery",), ("urbanism",), 0)
    assert codes(rules.judge(table, FAR)) == {"extra_card"}
    assert codes(rules.judge(table, replace(FAR, because="alexandria"))) == {"wrong_reason"}
    assert play(table, take(0, "vp3")).to_move == 1


def test_r1_twice_where_alexandria_owes_two() -> None:
    table = play(owing("jewellery", "urbanism", effects=("alexandria", "alexandria")), take(0, "vp3"), take(0, "vp3"))
    assert play(table, FAR, FAR).to_move == 1


def test_r1_not_by_a_token_that_answered_to_that_very_card() -> None:
    table = own(begin("alexandria", "giza", "rhodes", "olympia"), 0, "jewellery")
    table = play(replace(table, turn=Turn(opened=True, effects=("alexandria",))), take(0, "coin"))
    assert table.turn.ready == ("jewellery",)
    assert codes(rules.judge(table, FAR)) == {"extra_card"}


def test_r1_also_where_only_far_decks_have_cards_left() -> None:
    table = empty(owing("jewellery"), -1, 3)
    last = tuple(int(card.id == "vp3") for card in FACTS.cards)
    table = play(replace(table, decks=(last, *table.decks[1:])), take(0, "vp3"))
    assert table.to_move == 0
    assert play(table, FAR).to_move == 1


def test_r3_rome_s_card_needs_no_reason() -> None:
    table = lay(begin_medals("rome", "giza", "rhodes"), 1, "vp2_cat")
    table = replace(table, turn=Turn(opened=True, effects=("rome",)))
    unsaid = TakeCard(0, "city:1", "vp2_cat", None)
    assert rules.judge(table, unsaid) == ()
    assert rules.apply(table, unsaid) == rules.apply(table, replace(unsaid, because="rome"))
