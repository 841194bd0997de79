"""A building that nobody has read: one of a few cards, and right is what is right by any of them."""

import pytest

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules.moves import UNSEEN, Build
from companion.games.seven_wonders.seen import by_sight, common, shows, tableau
from companion.games.vocabulary import UNREAD, UnknownMoveError
from tests.games.seven_wonders.played import build, turn
from tests.games.seven_wonders.tables import begin, lay

ORE_OR_CLAY = Build(0, UNSEEN, among=("clay_pool", "ore_vein"))


def test_it_lies_in_its_city_unread_as_soon_as_it_is_built_and_when_the_turn_is_over() -> None:
    state = rules.apply(begin(), ORE_OR_CLAY)
    assert tableau(state).spread["seat/0/city"] == (UNREAD,)
    assert shows(ORE_OR_CLAY).face == UNREAD
    after = turn(state, build(1, "altar"), build(2, "baths"))
    assert after.turn == 2
    assert tableau(after).spread["seat/0/city"] == (UNREAD,)


def test_whatever_it_may_produce_may_be_used_and_sold_and_nothing_else() -> None:
    state = turn(begin("ephesus A", "olympia A", "giza A"), ORE_OR_CLAY, build(1, "altar"), build(2, "baths"))
    ore, clay = build(0, "barracks"), build(2, "barracks", left="ore")
    for move in (ore, clay):
        assert rules.judge(state, move) == ()
        assert move in by_sight(state)
    assert rules.judge(state, build(0, "baths"))


def test_it_is_right_where_one_of_the_cards_is_that_it_may_be() -> None:
    state = lay(begin(), 0, "altar")
    assert rules.judge(state, Build(0, UNSEEN, among=("altar", "theater"))) == ()
    assert rules.judge(state, Build(0, UNSEEN, among=("altar",))) == rules.judge(state, build(0, "altar")) != ()


def test_buildings_that_cost_the_bank_as_much_agree_in_that_one_of_them_was_built() -> None:
    assert common((Build(0, "ore_vein"), Build(0, "clay_pool"))) == ORE_OR_CLAY
    # A coin was paid for one of them, or was not.
    assert common((Build(0, "ore_vein"), Build(0, "mine"))) is None
    assert common((Build(0, "ore_vein"), Build(1, "clay_pool"))) is None
    assert common((Build(0, "ore_vein"),)) is None
    # What may be any card was not seen at all.
    assert common([Build(0, card) for card in ("ore_vein", "clay_pool", "lumber_yard", "stone_pit")]) is None


def test_it_is_written_with_the_cards_that_it_may_be_and_read_back() -> None:
    said = rules.dump_move(ORE_OR_CLAY)
    assert said == {"move": "build", "seat": 0, "card": "?", "among": ["clay_pool", "ore_vein"]}
    assert rules.parse_move(said) == ORE_OR_CLAY
    wrongs: list[dict[str, object]] = [{"card": "altar"}, {"among": []}, {"among": ["nothing"]}]
    for wrong in wrongs:
        with pytest.raises(UnknownMoveError):
            rules.parse_move(said | wrong)
