"""The flow of turns and ages: simultaneous choices, payments, passing on, the sixth turn, conflicts, the end."""

from itertools import permutations

import pytest
from msgspec.structs import replace

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules.facts import FACTS
from companion.games.seven_wonders.rules.moves import Build, BuildStage, Discard
from companion.games.seven_wonders.rules.state import to_choose
from tests.games.seven_wonders.played import build, cards_in, codes, coins, legal_of, names, play, stage, turn
from tests.games.seven_wonders.tables import at, begin, built, holding, lay, rich, seen

SEVEN = ("altar", "theater", "baths", "stockade", "barracks", "guard_tower", "loom_1")


def test_everybody_begins_with_three_coins_seven_cards_and_nothing_built() -> None:
    state = begin("giza A", "rhodes B", "ephesus A", "olympia A", "babylon B")
    assert coins(state) == (3,) * 5
    assert [len(hand) for hand in state.hands] == [7] * 5
    assert all(city.cards == city.stages == 0 and city.tokens == () for city in state.cities)
    assert (state.age, state.turn, state.finished, state.to_move) == (1, 1, False, None)


def test_nothing_happens_until_all_have_chosen() -> None:
    state = play(begin(), build(0, "altar"), Discard(1, "theater"))
    assert names(state.cities[0]) == set()
    assert coins(state) == (3, 3, 3)
    assert state.turn == 1
    assert state.to_move == 2
    after = play(state, Discard(2))
    assert names(after.cities[0]) == {"altar"}
    assert coins(after) == (3, 6, 6)
    assert after.turn == 2


def test_the_moves_of_a_turn_come_in_any_order() -> None:
    state = lay(begin("giza A", "rhodes A", "ephesus A", "babylon A"), 0, "clay_pool")
    moves: tuple[rules.Move, ...] = (
        build(0, "baths"),
        stage(1, "theater", left="papyrus"),
        build(2, "press_1"),
        Discard(3, "guard_tower"),
    )
    results = set()
    for order in permutations(moves):
        after = state
        for move in order:
            after = rules.apply(after, move, strict=False)
        results.add(after)
    assert len(results) == 1
    assert results.pop().turn == 2


def test_discarding_gives_three_coins_and_the_card_lies_on_the_pile() -> None:
    after = turn(begin(), Discard(0, "altar"))
    assert coins(after)[0] == 6
    assert after.discard == (-1, -1, FACTS.index["altar"])


def test_a_card_that_costs_coins_is_paid_to_the_bank() -> None:
    assert coins(turn(begin(), build(0, "timber_yard"))) == (2, 6, 6)


def test_a_bought_resource_is_paid_to_the_neighbour_who_sells_it() -> None:
    """Seat 1 sits to the left of seat 0 and has ore, seat 2 to the right and has papyrus."""
    assert coins(turn(begin(), build(0, "barracks", left="ore"))) == (1, 8, 6)
    assert coins(turn(begin(), build(0, "scriptorium", right="papyrus"))) == (1, 6, 8)


def test_both_neighbours_may_sell_in_one_turn() -> None:
    state = rich(at(lay(begin(), 1, "sawmill", "glassworks_1"), 3, 1), 0, 8)
    after = turn(state, build(0, "university", left="wood wood glass", right="papyrus"))
    assert coins(after) == (0, 3 + 6 + 3, 3 + 2 + 3)
    assert names(after.cities[0]) == {"university"}


def test_what_is_sold_may_be_used_by_its_owner_in_the_same_turn() -> None:
    """Example B of the section 'Trade': both neighbours buy 2 stone each and the seller builds with them."""
    state = at(lay(begin(), 0, "stone_pit", "loom_1"), 2, 1)
    state = rich(lay(state, 1, "timber_yard"), 1, 6)
    state = rich(lay(state, 2, "excavation"), 2, 6)
    to_the_right, to_the_left = build(1, "walls", right="stone stone"), build(2, "aqueduct", left="stone stone")
    after = play(state, to_the_right, to_the_left, build(0, "library"))
    assert coins(after) == (3 + 8, 2, 2)
    assert names(after.cities[0]) == {"stone_pit", "loom_1", "library"}


def test_coins_earned_in_a_turn_are_there_in_the_next() -> None:
    """Also example C of the section 'Trade': what was sold this turn buys nothing before the next one."""
    state = rich(lay(begin(), 1, "glassworks_1"), 0, 0)
    sold = play(state, build(2, "baths", left="stone"))
    assert codes(rules.judge(sold, build(0, "workshop", left="glass"))) == ["coins_short"]
    assert codes(rules.judge(sold, Build(0, "workshop"))) == ["cannot_afford"]
    after = play(sold, build(0, "altar"), Discard(1))
    assert coins(after)[0] == 2
    assert rules.judge(after, build(0, "workshop", left="glass")) == ()


def test_production_built_this_turn_helps_from_the_next_turn_on() -> None:
    state = play(begin(), build(1, "clay_pool"), build(2, "altar"))
    assert not any(move for move in legal_of(state, 0) if isinstance(move, Build) and move.card == "guard_tower")
    after = play(state, Discard(0))
    assert build(0, "guard_tower", left="clay") in legal_of(after, 0)


@pytest.mark.parametrize(("post", "side"), [("east_trading_post", "right"), ("west_trading_post", "left")])
def test_a_trading_post_is_cheaper_from_the_next_turn_on(post: str, side: str) -> None:
    state = lay(lay(begin(), 1, "stone_pit", "clay_pool"), 2, "clay_pool")
    state = turn(state, build(0, post))
    after = turn(state, build(0, "guard_tower", **{side: "clay"}))
    seller = 1 if side == "left" else 2
    assert coins(after)[0] == coins(state)[0] - 1
    assert coins(after)[seller] == coins(state)[seller] + 3 + 1


def test_a_chain_pays_for_a_building() -> None:
    state = rich(at(lay(begin(), 0, "scriptorium"), 2, 1), 0, 0)
    after = turn(state, build(0, "courthouse"))
    assert "courthouse" in names(after.cities[0])
    assert coins(after)[0] == 0


def test_the_neighbours_brown_cards_of_the_same_turn_count_for_the_vineyard() -> None:
    state = at(lay(begin(), 0, "stone_pit"), 2, 1)
    after = play(state, build(0, "vineyard"), build(1, "sawmill"), build(2, "quarry"))
    assert coins(after) == (3 + 3, 2, 2)


def test_the_neighbours_grey_cards_of_the_same_turn_count_for_the_bazar() -> None:
    state = at(begin("giza A", "rhodes A", "ephesus A", "babylon A"), 2, 1)
    after = turn(state, build(0, "bazar"), build(1, "loom_2"), build(3, "press_2"), build(2, "glassworks_2"))
    assert coins(after) == (3 + 4, 3, 3, 3)


def test_without_a_trade_the_cheapest_payment_is_taken_and_of_equal_ones_the_left_neighbours() -> None:
    state = lay(lay(begin(), 1, "clay_pool"), 2, "clay_pool")
    assert coins(turn(state, Build(0, "guard_tower"))) == (1, 8, 6)
    cheaper = lay(state, 0, "east_trading_post")
    assert coins(turn(cheaper, Build(0, "guard_tower"))) == (2, 6, 7)


@pytest.mark.parametrize(("age", "receiver"), [(1, 1), (2, 2), (3, 1)])
def test_hands_go_to_the_left_in_ages_one_and_three_and_to_the_right_in_age_two(age: int, receiver: int) -> None:
    cards = {1: SEVEN, 2: ("walls", "temple", "statue", "forum", "aqueduct", "school", "library")}
    cards[3] = ("gardens", "palace", "senate", "haven", "arena", "lodge", "study")
    state = holding(at(begin(), age, 1), 0, *cards[age])
    after = turn(state, Discard(0, cards[age][0]))
    assert after.hands[receiver] == tuple(sorted(FACTS.index[card] for card in cards[age][1:]))
    assert [hand for seat, hand in enumerate(after.hands) if seat != receiver] == [(-age,) * 6] * 2


def test_an_age_has_six_turns_and_the_last_cards_are_discarded_for_nothing() -> None:
    state = begin()
    for number in range(1, 7):
        assert (state.age, state.turn) == (1, number)
        assert [len(hand) for hand in state.hands] == [8 - number] * 3
        state = turn(state, Discard(0))
    assert (state.age, state.turn) == (2, 1)
    assert coins(state) == (3 + 6 * 3,) * 3
    assert state.discard == (-1,) * 21
    assert state.hands == ((-2,) * 7,) * 3


def test_the_seventh_card_of_a_known_hand_lies_known_on_the_pile() -> None:
    state = holding(at(begin(), 1, 6), 0, "altar", "theater")
    after = turn(state, build(0, "altar"))
    assert FACTS.index["theater"] in after.discard
    assert coins(after)[0] == 3


@pytest.mark.parametrize(("age", "value"), [(1, 1), (2, 3), (3, 5)])
def test_conflicts_are_settled_at_the_end_of_each_age(age: int, value: int) -> None:
    state = lay(lay(at(begin(), age, 6), 0, "stockade"), 2, "walls")
    after = turn(state, Discard(0))
    assert [city.tokens for city in after.cities] == [(value, -1), (-1, -1), (value, value)]


def test_the_example_of_the_conflict_at_the_end_of_age_two() -> None:
    """Alexandria (3 shields) between Rhodes (5, to the left) and Ephesus (2)."""
    state = at(begin("alexandria A", "rhodes A", "ephesus A"), 2, 6)
    state = lay(
        lay(lay(state, 0, "stockade", "walls"), 1, "stockade", "barracks", "guard_tower", "stables"), 2, "archery_range"
    )
    assert turn(state, Discard(0)).cities[0].tokens == (-1, 3)


def test_cards_of_the_sixth_turn_count_in_the_conflicts() -> None:
    state = lay(at(begin(), 1, 6), 0, "lumber_yard")
    assert turn(state, build(0, "stockade")).cities[0].tokens == (1, 1)


def test_between_equals_nobody_takes_a_token() -> None:
    state = lay(lay(at(begin(), 2, 6), 0, "stockade"), 1, "barracks")
    assert [city.tokens for city in turn(state, Discard(0)).cities] == [(3,), (3,), (-1, -1)]


def test_the_game_ends_after_the_conflicts_of_the_third_age() -> None:
    state = turn(at(lay(begin(), 0, "stockade"), 3, 6), Discard(0))
    assert state.finished
    assert state.cities[0].tokens == (5, 5)
    assert rules.legal(state) == ()
    assert to_choose(state) == ()
    assert state.to_move is None
    assert rules.obligations(state) == ()
    assert rules.scores(state).winners == (0,)


def test_a_tie_in_points_is_won_by_coins_and_a_tie_in_both_is_shared() -> None:
    state = replace(begin(), finished=True)
    assert rules.scores(state).winners == (0, 1, 2)
    assert rules.scores(rich(state, 1, 4)).winners == (1,)


def test_a_known_hand_gives_its_cards_only() -> None:
    state = holding(begin(), 0, *SEVEN)
    assert cards_in(legal_of(state, 0)) == set(SEVEN)


def test_an_unknown_hand_may_hold_every_card_of_the_age_that_was_not_seen() -> None:
    state = seen(begin(), "altar")
    in_game = {card.id for card in FACTS.cards if card.age == 1 and min(card.marks) <= 3}
    assert cards_in(legal_of(state, 0)) == (in_game - {"altar"}) | {"?"}


def test_every_distinct_payment_is_offered() -> None:
    state = lay(lay(begin(), 1, "clay_pool"), 2, "clay_pool")
    moves = {move for move in legal_of(state, 0) if isinstance(move, Build) and move.card == "guard_tower"}
    assert moves == {build(0, "guard_tower", left="clay"), build(0, "guard_tower", right="clay")}


def test_every_payment_of_a_stage_is_offered_with_every_card() -> None:
    state = lay(lay(holding(begin(), 0, *SEVEN), 1, "stone_pit"), 2, "stone_pit")
    moves = {move for move in legal_of(state, 0) if isinstance(move, BuildStage)}
    assert moves == {stage(0, card, **way) for card in SEVEN for way in ({"left": "stone"}, {"right": "stone"})}


def test_who_can_build_nothing_may_still_discard() -> None:
    state = holding(rich(at(begin(), 3, 6), 0, 0), 0, "palace", "senate")
    assert legal_of(state, 0) == {Discard(0, "palace"), Discard(0, "senate")}


def test_a_complete_wonder_has_no_stage_to_build() -> None:
    state = built(begin(), 0, 3)
    assert not any(isinstance(move, BuildStage) for move in legal_of(state, 0))
