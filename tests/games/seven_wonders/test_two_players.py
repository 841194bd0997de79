"""The variant for two players: the Free City between them is seat 2, seat 0 sits to its left."""

import pytest
from msgspec.structs import replace

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules.facts import FACTS
from companion.games.seven_wonders.rules.moves import Build, BuildStage, Discard, Revive
from companion.games.seven_wonders.rules.state import State, free_city_controller
from tests.games import english
from tests.games.seven_wonders.played import build, cards_in, codes, coins, legal_of, names, play, stage
from tests.games.seven_wonders.tables import EVERYTHING, at, built, holding, lay, rich, thrown, two


def test_two_players_and_the_free_city_begin_with_three_coins_each() -> None:
    state = two()
    assert coins(state) == (3, 3, 3)
    assert state.players == 2
    assert len(rules.scores(state).totals) == 2


def test_only_the_cards_for_three_players_are_used_with_five_guilds() -> None:
    assert two().unseen == FACTS.copies(3)
    assert FACTS.guilds_in_play(2) == 5


@pytest.mark.parametrize(("age", "first"), [(1, 0), (2, 1), (3, 0)])
def test_the_free_citys_card_alternates_from_the_left_right_and_left_player(age: int, first: int) -> None:
    assert [free_city_controller(age, number) for number in range(1, 7)] == [first, 1 - first] * 3


def test_who_controls_the_free_city_has_one_card_more_in_hand() -> None:
    state = two()
    assert [len(hand) for hand in state.hands] == [8, 7]
    state = play(state, Discard(0), Discard(1), build(2, "altar"))
    assert state.turn == 2
    assert [len(hand) for hand in state.hands] == [6, 7]


def test_the_players_swap_their_hands_after_each_turn() -> None:
    hand = ("altar", "theater", "baths", "stockade", "loom_1", "press_1", "glassworks_1", "ore_vein")
    state = play(holding(two(), 0, *hand), Discard(0, "altar"), Discard(1), build(2, "theater"))
    assert state.hands[1] == (-1, *sorted(FACTS.index[card] for card in hand[2:])), "one drawn from the pile"


def test_the_free_citys_card_comes_out_of_its_controllers_hand() -> None:
    hand = ("altar", "theater", "baths", "stockade", "loom_1", "press_1", "glassworks_1", "ore_vein")
    state = play(holding(two(), 0, *hand), Discard(0, "altar"))
    assert cards_in(legal_of(state, 2)) == set(hand) - {"altar", "stockade"}, "nobody sells the wood for the stockade"
    assert codes(rules.judge(state, Build(2, "altar"))) == ["card_not_in_hand"]
    assert rules.judge(state, Build(2, "theater")) == ()


def test_the_choices_of_a_turn_come_in_any_order() -> None:
    moves = (Discard(0), Discard(1), build(2, "altar"))
    ends = {play(two(), *(moves[place] for place in order)) for order in ((0, 1, 2), (2, 1, 0), (1, 2, 0))}
    assert len(ends) == 1


def test_an_age_uses_all_twenty_one_cards() -> None:
    state = two()
    for _ in range(6):
        state = play(state, Discard(0), Discard(1))
        state = rules.apply(state, Discard(2), strict=False)
    assert (state.age, state.turn) == (2, 1)
    assert state.discard == (-1,) * 21
    assert [len(hand) for hand in state.hands] == [7, 8], "in age II the right player begins with the Free City"


def test_the_free_city_may_not_discard_what_it_can_build() -> None:
    assert codes(rules.judge(two(), Discard(2, "altar"))) == ["free_city_discards"]
    assert Discard(2, "altar") not in rules.legal(two())
    assert Discard(0, "altar") in rules.legal(two()), "the players may discard as always"


def test_the_free_city_may_not_discard_where_it_can_build_a_stage() -> None:
    state = lay(two(), 2, "stone_pit", "timber_yard")
    assert codes(rules.judge(state, Discard(2, "scriptorium"))) == ["free_city_discards"]
    assert codes(rules.judge(state, Discard(2))) == ["free_city_discards"]


def test_the_free_city_may_not_discard_where_another_card_of_the_hand_can_be_built() -> None:
    state = at(rich(two(), 2, 0), 3, 6)
    assert codes(rules.judge(holding(state, 1, "palace", "haven", "pantheon"), Discard(2, "palace"))) == []
    state = lay(holding(state, 1, "palace", "haven", "pantheon"), 2, "forum")
    assert codes(rules.judge(state, Discard(2, "palace"))) == ["free_city_discards"]
    assert not any(isinstance(move, Discard) for move in legal_of(state, 2))


def test_a_free_city_that_can_play_nothing_discards_for_three_coins() -> None:
    state = holding(at(rich(two(), 2, 0), 3, 6), 1, "palace", "haven", "pantheon")
    after = play(state, Discard(2, "palace"))
    after = play(after, Discard(1, "haven"), Discard(0))
    assert coins(after) == (6, 6, 3)
    assert after.finished


def test_the_free_city_must_build_for_nothing_what_a_chain_gives_it() -> None:
    state = at(lay(two(), 2, "theater", "sawmill", "stone_pit", "timber_yard", "foundry"), 2, 1)
    assert {move for move in legal_of(state, 2) if getattr(move, "card", "") == "statue"} == {Build(2, "statue")}
    assert codes(rules.judge(state, BuildStage(2, "statue"))) == ["free_city_chain"]
    assert codes(rules.judge(state, stage(2, "temple"))) == []
    after = play(state, Build(2, "statue"), Discard(0), Discard(1))
    assert coins(after)[2] == 3


def test_what_the_free_city_has_already_it_need_not_build_by_a_chain() -> None:
    state = lay(at(two(), 2, 1), 2, "theater", "statue", "stone_pit", "timber_yard")
    assert "free_city_chain" not in codes(rules.judge(state, stage(2, "statue")))


def test_the_free_city_buys_and_sells_like_every_city() -> None:
    """Seat 0 sits to its left, seat 1 to its right; its controller chooses the seller, though it be dearer."""
    state = lay(lay(lay(two(), 0, "clay_pool"), 1, "clay_pit"), 2, "east_trading_post")
    ways = {move for move in legal_of(state, 2) if getattr(move, "card", "") == "guard_tower"}
    assert {build(2, "guard_tower", left="clay"), build(2, "guard_tower", right="clay")} <= ways
    after = play(state, build(2, "guard_tower", left="clay"), Discard(0), build(1, "scriptorium", left="papyrus"))
    assert coins(after) == (3 + 3 + 2, 3 - 2, 3 - 2 + 2)


def test_the_free_city_fights_and_its_defeats_count() -> None:
    state = lay(lay(at(two(), 1, 6), 0, "stockade"), 1, "barracks", "guard_tower")
    after = rules.apply(play(state, Discard(0), Discard(1)), Discard(2), strict=False)
    assert [city.tokens for city in after.cities] == [(-1, 1), (1, 1), (-1, -1)]


def test_the_free_city_wins_nothing() -> None:
    state = rich(replace(two(), finished=True), 2, 90)
    assert rules.scores(state).winners == (0, 1)


def test_halicarnassus_as_the_free_city_builds_from_the_discard_pile() -> None:
    state = built(thrown(lay(two(free_city="halicarnassus A"), 2, *EVERYTHING), "altar"), 2, 1)
    state = play(state, stage(2), Discard(0), Discard(1))
    assert state.offers == ((2, "revive"),)
    assert "altar" in names(play(state, Revive(2, "altar")).cities[2])


def two_offers(*, free_city_first: bool) -> State:
    """The sixth turn's end: Babylon (seat 0) has a seventh card, the Free City may build from the discard pile."""
    state = two("babylon B", "rhodes A", "halicarnassus A", free_city_first=free_city_first)
    state = built(thrown(lay(at(state, 1, 6), 2, *EVERYTHING), "altar"), 2, 1)
    state = holding(built(state, 0, 2), 0, "baths", "theater")
    return play(state, Discard(0, "theater"), Discard(1), stage(2))


def test_the_free_city_chooses_from_the_pile_before_a_seventh_card_is_played() -> None:
    state = two_offers(free_city_first=True)
    assert state.offers == ((2, "revive"), (0, "seventh"))
    assert english.due(rules, state)[0].startswith("the Free City: build a card from the discard pile")
    assert "baths" not in cards_in(rules.legal(state))
    assert play(state, Revive(2, "altar")).offers == ((0, "seventh"),)


def test_by_the_other_house_rule_the_seventh_card_is_played_before_the_free_city_chooses() -> None:
    state = two_offers(free_city_first=False)
    assert state.offers == ((0, "seventh"), (2, "revive"))
    assert english.due(rules, state)[0].startswith("Babylon (seat 0): play the seventh card")
    assert "baths" in cards_in(rules.legal(play(state, Discard(0, "baths"))))


def test_babylon_as_the_free_city_has_no_seventh_card() -> None:
    state = built(at(two(free_city="babylon B"), 1, 6), 2, 2)
    after = rules.apply(play(state, Discard(0), Discard(1)), Discard(2), strict=False)
    assert after.offers == ()
    assert after.age == 2
    again = rules.judge(play(state, build(2, "altar")), build(2, "theater"))
    assert codes(again) == ["already_chosen"]


def test_the_obligations_name_the_free_city_first_where_it_acts_first() -> None:
    assert english.due(rules, two())[0].startswith("the Free City: Giza (seat 0) chooses")
    assert english.due(rules, two(free_city_first=False))[-1].startswith("the Free City: Giza (seat 0) chooses")
