"""What only some wonders can do: Olympia, Halicarnassus and Babylon, and several of them in one turn."""

import pytest
from msgspec.structs import replace

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules.facts import FACTS
from companion.games.seven_wonders.rules.moves import Build, BuildStage, Decline, Discard, Free, Revive
from companion.games.seven_wonders.rules.state import State
from companion.games.seven_wonders.rules.turns import go_on
from tests.games.seven_wonders.played import build, cards_in, codes, coins, legal_of, names, play, stage, turn
from tests.games.seven_wonders.tables import EVERYTHING, at, begin, built, holding, lay, rich, thrown


def olympia(stages: int = 2) -> State:
    """Olympia A, its second stage built."""
    return built(at(begin("olympia A", "rhodes A", "ephesus A"), 2, 1), 0, stages)


def halicarnassus(side: str = "A", stages: int = 1, turn_number: int = 3) -> State:
    """Halicarnassus, able to build all of its stages, altar and theater on the discard pile."""
    state = begin(f"halicarnassus {side}", "rhodes A", "babylon B")
    return thrown(built(at(lay(state, 0, *EVERYTHING), 1, turn_number), 0, stages), "altar", "theater")


def babylon(stages: int = 2, cards: tuple[str, str] = ("altar", "theater")) -> State:
    """Babylon B in the sixth turn of the first age with two known cards."""
    state = lay(begin("babylon B", "rhodes A", "ephesus A"), 0, *EVERYTHING)
    return holding(built(at(state, 1, 6), 0, stages), 0, *cards)


# Olympia


def test_olympia_a_builds_for_nothing_whatever_it_costs() -> None:
    state = rich(olympia(), 0, 0)
    after = turn(state, Free(0, "statue"))
    assert "statue" in names(after.cities[0])
    assert coins(after) == (0, 6, 6)


def test_what_olympia_builds_for_nothing_brings_its_coins() -> None:
    state = at(lay(built(begin("olympia A", "rhodes A", "ephesus A"), 0, 2), 0, "loom_1"), 3, 1)
    after = turn(rich(state, 0, 0), Free(0, "arena"))
    assert coins(after)[0] == 6


def test_olympia_a_builds_for_nothing_once_an_age() -> None:
    after = turn(olympia(), Free(0, "statue"))
    assert codes(rules.judge(after, Free(0, "temple"))) == ["free_build_used"]
    assert not any(isinstance(move, Free) for move in legal_of(after, 0))
    again = at(after, 3, 1)
    assert turn(again, Free(0, "palace")).cities[0].free_age == 3


def test_what_olympia_pays_for_does_not_use_up_its_free_building() -> None:
    after = turn(olympia(), build(0, "sawmill"))
    assert turn(after, Free(0, "statue")).cities[0].free_age == 2


def test_olympia_a_may_build_for_nothing_from_the_turn_after_its_stage() -> None:
    state = lay(olympia(1), 0, "stone_pit", "timber_yard")
    assert codes(rules.judge(state, Free(0, "statue"))) == ["nothing_offered"]
    after = turn(state, stage(0))
    assert rules.judge(after, Free(0, "statue")) == ()


def test_a_free_building_is_offered_for_every_card_that_the_city_does_not_have() -> None:
    state = holding(lay(at(olympia(), 2, 5), 0, "loom_1"), 0, "statue", "loom_2", "sawmill")
    free = {move for move in legal_of(state, 0) if isinstance(move, Free)}
    assert cards_in(free) == {"statue", "sawmill"}


def test_only_side_a_of_olympia_builds_for_nothing() -> None:
    state = built(begin("olympia B", "rhodes A", "ephesus A"), 0, 3)
    assert not any(isinstance(move, Free) for move in rules.legal(state))


def test_olympia_b_buys_raw_materials_for_one_coin_from_both_neighbours_and_goods_for_two() -> None:
    state = lay(lay(built(begin("olympia B", "rhodes A", "ephesus A"), 0, 1), 1, "stone_pit"), 2, "clay_pool")
    assert coins(turn(state, build(0, "baths", left="stone"))) == (2, 7, 6)
    assert coins(turn(state, build(0, "guard_tower", right="clay"))) == (2, 6, 7)
    assert coins(turn(state, build(0, "scriptorium", right="papyrus"))) == (1, 6, 8)


def test_olympia_b_and_a_trading_post_do_not_add_up() -> None:
    state = lay(built(begin("olympia B", "rhodes A", "ephesus A"), 0, 1), 0, "west_trading_post")
    assert coins(turn(state, build(0, "barracks", left="ore")))[0] == 2


def test_olympia_b_copies_the_best_guild_of_its_neighbours_at_the_end() -> None:
    state = lay(built(begin("olympia B", "rhodes A", "ephesus A"), 0, 3), 1, "spies_guild", "workers_guild")
    state = lay(lay(state, 2, "shipowners_guild"), 1, "stockade", "barracks", "clay_pool")
    sheet = rules.scores(state)
    assert sheet.categories[0]["guilds"] == 2
    assert sheet.categories[1]["guilds"] == 0, "who is copied loses nothing, and its own guild counts its neighbours'"
    assert rules.scores(built(state, 0, 2)).categories[0]["guilds"] == 0


# Halicarnassus


def test_halicarnassus_builds_a_card_of_the_discard_pile_at_the_end_of_the_turn() -> None:
    state = turn(halicarnassus(), stage(0))
    assert state.offers == ((0, "revive"),)
    assert state.turn == 3, "the cards are passed on afterwards"
    assert state.to_move == 0
    assert {Revive(0, "altar"), Revive(0, "theater"), Decline(0)} <= set(rules.legal(state))
    after = play(state, Revive(0, "altar"))
    assert "altar" in names(after.cities[0])
    assert FACTS.index["altar"] not in after.discard
    assert (after.turn, after.offers) == (4, ())


def test_halicarnassus_may_take_what_was_discarded_in_the_same_turn() -> None:
    state = play(halicarnassus(), stage(0), Discard(1, "baths"), Discard(2, "guard_tower"))
    assert {"baths", "guard_tower"} <= cards_in(rules.legal(state))


def test_halicarnassus_may_take_the_seventh_cards_of_the_sixth_turn() -> None:
    state = holding(halicarnassus(turn_number=6), 1, "baths", "stockade")
    after = play(state, stage(0), Discard(1, "stockade"), Discard(2))
    assert {"baths", "stockade", "altar", "theater"} <= cards_in(rules.legal(after))
    assert after.age == 1
    assert play(after, Revive(0, "baths")).age == 2


def test_what_is_revived_costs_nothing_and_brings_its_coins() -> None:
    state = thrown(halicarnassus(), "vineyard", "forum")
    before = turn(state, stage(0))
    brown = sum(1 for card in FACTS.cards if card.color == "brown" and before.cities[0].cards & card.bit)
    assert coins(play(before, Revive(0, "vineyard")))[0] == coins(before)[0] + brown
    assert coins(play(before, Revive(0, "forum"))) == coins(before)


def test_halicarnassus_does_not_build_what_it_has() -> None:
    state = turn(thrown(lay(halicarnassus(), 0, "altar"), "altar", "loom_2", "theater"), stage(0))
    assert cards_in(rules.legal(state)) & {"altar", "loom_2", "theater"} == {"theater"}
    assert codes(rules.judge(state, Revive(0, "altar"))) == ["same_building"]


def test_an_unseen_card_of_the_pile_may_be_any_of_its_age() -> None:
    state = turn(thrown(halicarnassus(), "?"), stage(0))
    assert "pawnshop" not in cards_in(rules.legal(state)), "not with three players"
    assert "stockade" in cards_in(rules.legal(state))
    assert "walls" not in cards_in(rules.legal(state)), "nothing of age II was discarded"
    after = play(state, Revive(0, "stockade"))
    assert after.discard.count(-1) == state.discard.count(-1) - 1
    assert after.unseen[FACTS.index["stockade"]] == state.unseen[FACTS.index["stockade"]] - 1


def test_halicarnassus_may_let_the_pile_lie() -> None:
    state = turn(halicarnassus(), stage(0))
    after = play(state, Decline(0))
    assert after.discard == state.discard
    assert after.turn == 4


def test_nothing_is_offered_where_the_pile_holds_nothing_to_build() -> None:
    state = halicarnassus()
    empty = thrown(state)
    after = play(empty, stage(0), build(1, "marketplace"), build(2, "east_trading_post"))
    assert after.offers == ()
    only_known = thrown(lay(state, 0, "altar"), "altar")
    after = play(only_known, stage(0), build(1, "marketplace"), build(2, "east_trading_post"))
    assert after.offers == ()


@pytest.mark.parametrize(
    ("side", "stages", "offered"),
    [("A", 0, False), ("A", 1, True), ("A", 2, False), ("B", 0, True), ("B", 1, True), ("B", 2, True)],
)
def test_which_stages_of_halicarnassus_offer_a_card(side: str, stages: int, offered: bool) -> None:  # noqa: FBT001
    assert bool(turn(halicarnassus(side, stages), stage(0)).offers) == offered


def test_without_building_a_stage_nothing_is_offered() -> None:
    for state in (halicarnassus(), halicarnassus("B", 0), halicarnassus("A", 3)):
        assert turn(state, Discard(0)).offers == ()
        assert turn(state, build(0, "workshop")).offers == ()


# Babylon


def test_babylon_b_plays_the_seventh_card_too() -> None:
    state = turn(babylon(), build(0, "altar"))
    assert state.offers == ((0, "seventh"),)
    assert (state.age, state.to_move) == (1, 0)
    assert set(rules.legal(state)) == {Build(0, "theater"), BuildStage(0, "theater"), Discard(0, "theater"), Decline(0)}
    after = play(state, Build(0, "theater"))
    assert {"altar", "theater"} <= names(after.cities[0])
    assert (after.age, after.turn) == (2, 1)


def test_babylon_may_discard_the_seventh_card_for_coins() -> None:
    state = turn(babylon(), build(0, "altar"))
    after = play(state, Discard(0, "theater"))
    assert coins(after)[0] == coins(state)[0] + 3
    assert FACTS.index["theater"] in after.discard


def test_babylon_may_build_its_third_stage_with_the_seventh_card() -> None:
    after = play(turn(babylon(), build(0, "altar")), stage(0, "theater"))
    assert after.cities[0].stages == 3
    assert after.cities[0].under == (FACTS.index["theater"],)


def test_babylon_may_build_the_second_stage_in_the_sixth_turn_and_then_play_the_seventh_card() -> None:
    state = turn(babylon(stages=1), stage(0, "altar"))
    assert state.offers == ((0, "seventh"),)
    assert "theater" in names(play(state, Build(0, "theater")).cities[0])


def test_a_declined_seventh_card_is_discarded_for_nothing() -> None:
    state = turn(babylon(), build(0, "altar"))
    after = play(state, Decline(0))
    assert coins(after)[0] == coins(state)[0]
    assert FACTS.index["theater"] in after.discard
    assert after.age == 2


def test_by_a_house_rule_the_seventh_card_is_a_turn_of_its_own_after_the_sixth() -> None:
    """What the sixth card brought, coins and resources, helps to pay for the seventh."""
    state = begin("babylon B", "rhodes A", "ephesus A", seventh_in_sixth_turn=False)
    state = holding(built(at(state, 1, 6), 0, 2), 0, "stone_pit", "baths")
    state = turn(state, build(0, "stone_pit"))
    assert "baths" in names(play(state, Build(0, "baths")).cities[0])


def test_the_seventh_card_may_need_trade() -> None:
    state = holding(built(at(begin("babylon B", "rhodes A", "ephesus A"), 1, 6), 0, 2), 0, "barracks", "altar")
    state = turn(state, build(0, "altar"))
    after = play(state, build(0, "barracks", left="ore"))
    assert coins(after) == (1, 8, 6)


def test_only_in_the_sixth_turn_and_only_babylon_b_has_a_seventh_card() -> None:
    assert turn(built(at(begin("babylon B", "rhodes A", "ephesus A"), 1, 5), 0, 2), Discard(0)).offers == ()
    assert turn(built(at(begin("babylon A", "rhodes A", "ephesus A"), 1, 6), 0, 2), Discard(0)).offers == ()
    assert turn(built(at(begin("babylon B", "rhodes A", "ephesus A"), 1, 6), 0, 1), Discard(0)).offers == ()


def test_conflicts_come_after_the_seventh_card() -> None:
    state = turn(babylon(cards=("altar", "stockade")), build(0, "altar"))
    assert state.cities[0].tokens == ()
    assert play(state, Build(0, "stockade")).cities[0].tokens == (1, 1)


# both at once


def both() -> State:
    """The sixth turn: Halicarnassus builds its stage, Babylon B has a seventh card."""
    state = halicarnassus(turn_number=6)
    state = built(lay(state, 2, "quarry"), 2, 2)
    return holding(state, 2, "baths", "stockade")


def test_babylons_seventh_card_comes_before_halicarnassus_choice() -> None:
    state = play(both(), stage(0), Discard(1), Discard(2, "stockade"))
    assert state.offers == ((2, "seventh"), (0, "revive"))
    state = play(state, Discard(2, "baths"))
    assert state.offers == ((0, "revive"),)
    assert {"baths", "stockade"} <= cards_in(rules.legal(state))
    after = play(state, Revive(0, "baths"))
    assert (after.age, after.turn, after.offers) == (2, 1, ())


def test_the_answers_to_two_offers_may_come_in_either_order() -> None:
    state = play(both(), stage(0), Discard(1), Discard(2, "stockade"))
    one = play(state, Build(2, "baths"), Revive(0, "stockade"))
    other = play(state, Revive(0, "stockade"), Build(2, "baths"))
    assert one == other


def test_the_next_choice_lets_every_offer_go_and_nothing_is_irregular() -> None:
    state = play(both(), stage(0), Discard(1), Discard(2, "stockade"))
    after = rules.apply(state, Discard(1, "walls"))
    assert (after.age, after.turn, after.offers) == (2, 1, ())
    assert FACTS.index["baths"] in after.discard
    assert after.chosen[1] is not None


def test_a_card_of_the_next_age_is_not_the_seventh_card() -> None:
    state = play(both(), stage(0), Discard(1), Discard(2, "stockade"))
    assert rules.apply(state, Discard(2, "walls")).age == 2


def test_a_game_that_ends_with_an_open_offer_is_scored_as_if_it_were_let_go() -> None:
    state = lay(built(at(begin("babylon B", "rhodes A", "ephesus A"), 3, 6), 0, 2), 1, "arsenal")
    state = turn(state, Discard(0))
    assert state.offers == ((0, "seventh"),)
    assert rules.scores(state) == rules.scores(rules.apply(state, Decline(0)))
    assert rules.scores(state).categories[1]["military"] == 10
    assert rules.CHECKS["conflict_tokens"](state, 1) == [5, 5]


def test_open_offers_at_the_end_of_the_game_end_it_when_somebody_goes_on() -> None:
    state = built(at(begin("babylon B", "rhodes A", "ephesus A"), 3, 6), 0, 2)
    state = turn(state, Discard(0))
    assert state.offers == ((0, "seventh"),)
    assert codes(rules.judge(state, Discard(1))) == ["game_over"]
    assert rules.apply(state, Discard(1), strict=False).finished


def test_conflicts_come_after_halicarnassus_choice() -> None:
    state = turn(thrown(halicarnassus(turn_number=6), "stockade"), stage(0))
    assert state.cities[0].tokens == ()
    assert play(state, Revive(0, "stockade")).cities[0].tokens == (1, 1)


# said before the turn was over


def test_halicarnassus_choice_may_be_told_before_the_others_have_chosen() -> None:
    state = play(halicarnassus(), stage(0), Revive(0, "altar"))
    assert "altar" not in names(state.cities[0])
    assert rules.apply(state, Discard(1)).ahead == (Revive(0, "altar"),)
    told = play(state, Discard(1), Discard(2))
    assert told == play(halicarnassus(), stage(0), Discard(1), Discard(2), Revive(0, "altar"))
    assert told.turn == 4


def test_the_seventh_card_may_be_told_right_after_the_sixth() -> None:
    state = play(babylon(), build(0, "altar"), Build(0, "theater"))
    assert state.turn == 6
    told = play(state, Discard(1), Discard(2))
    assert told == play(babylon(), build(0, "altar"), Discard(1), Discard(2), Build(0, "theater"))
    by_the_sixth = play(babylon(stages=1), stage(0, "altar"), Discard(0, "theater"), Discard(1), Discard(2))
    assert by_the_sixth == play(babylon(stages=1), stage(0, "altar"), Discard(1), Discard(2), Discard(0, "theater"))


def test_both_may_be_told_early_and_keep_their_order() -> None:
    moves = (stage(0), Revive(0, "baths"), Discard(2, "stockade"), Discard(2, "baths"), Discard(1))
    after = play(both(), *moves)
    assert (after.age, after.ahead, after.offers) == (2, (), ())
    assert "baths" in names(after.cities[0])


def test_one_told_early_waits_for_an_offer_that_comes_before_it() -> None:
    state = play(both(), stage(0), Revive(0, "baths"), Discard(2, "stockade"), Discard(1))
    assert state.offers == ((2, "seventh"), (0, "revive"))
    after = play(state, Discard(2, "baths"))
    assert "baths" in names(after.cities[0])
    lapsed = rules.apply(state, Discard(1, "walls"), strict=False)
    assert (lapsed.ahead, lapsed.age) == ((), 2)


def test_declining_may_be_told_early_too_and_the_last_word_counts() -> None:
    state = play(halicarnassus(), stage(0), Revive(0, "altar"), Decline(0))
    after = play(state, Discard(1), Discard(2))
    assert "altar" not in names(after.cities[0])
    assert after.turn == 4


def test_what_is_told_early_is_judged_as_far_as_it_is_known() -> None:
    assert codes(rules.judge(play(babylon(), build(0, "altar")), Build(0, "walls"))) == ["already_chosen", "wrong_age"]
    assert codes(rules.judge(play(babylon(), build(0, "altar")), Build(0, "stockade"))) == ["card_not_in_hand"]
    assert codes(rules.judge(play(babylon(), build(0, "altar")), Free(0, "theater"))) == ["nothing_offered"]
    has_it = play(halicarnassus(), stage(0))
    assert codes(rules.judge(lay(has_it, 0, "altar"), Revive(0, "altar"))) == ["same_building"]
    assert codes(rules.judge(has_it, Decline(0))) == []
    assert codes(rules.judge(play(babylon(), build(0, "altar")), Discard(0, "theater"))) == []
    twice = lay(play(babylon(), build(0, "altar")), 0, "theater")
    assert codes(rules.judge(twice, Discard(0, "theater"))) == []
    assert codes(rules.judge(twice, stage(0, "theater"))) == []
    assert codes(rules.judge(twice, Build(0, "theater"))) == ["same_building"]


def test_nothing_is_told_early_that_no_wonder_will_offer() -> None:
    assert codes(rules.judge(play(halicarnassus(), Discard(0)), Revive(0, "altar"))) == ["nothing_offered"]
    assert codes(rules.judge(play(halicarnassus("A", 0), stage(0)), Revive(0, "altar"))) == ["nothing_offered"]
    assert codes(rules.judge(play(halicarnassus(), stage(0)), Discard(0))) == ["already_chosen"]
    complete = rules.apply(halicarnassus("A", 3), BuildStage(0), strict=False)
    assert codes(rules.judge(complete, Revive(0, "altar"))) == ["nothing_offered"]
    early = holding(at(babylon(), 1, 5), 0, "baths", "stockade")
    assert codes(rules.judge(play(early, build(0, "baths")), Build(0, "stockade"))) == ["already_chosen"]
    assert codes(rules.judge(play(babylon(stages=1), build(0, "altar")), Build(0, "theater"))) == ["already_chosen"]


def test_babylons_seventh_card_is_offered_although_nothing_lies_in_the_discard_pile() -> None:
    state = replace(begin("babylon B", "rhodes A", "ephesus A"), offers=((0, "seventh"),))
    assert state.discard == ()
    assert go_on(state) == state
