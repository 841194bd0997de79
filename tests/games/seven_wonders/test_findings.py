"""Every irregularity is found, said with its rule, and played as it happened."""

import pytest

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules import moves as act
from companion.games.seven_wonders.rules.facts import FACTS
from companion.games.seven_wonders.rules.findings import CATALOGUE
from companion.games.vocabulary import IllegalMove
from tests.games import english
from tests.games.seven_wonders.cases import CASES, MORE, finished, offering, used
from tests.games.seven_wonders.played import build, codes, coins, names, play
from tests.games.seven_wonders.tables import EVERYTHING, at, begin, built, lay, rich, seen, thrown, two


@pytest.mark.parametrize("code", list(CASES))
def test_a_move_has_exactly_this_irregularity(code: str) -> None:
    state, move = CASES[code]
    found = [finding for finding in rules.judge(state, move) if finding.code != "card_not_left" or code == finding.code]
    assert codes(found) == [code]
    assert found[0].rule == CATALOGUE[code].rule
    assert english.message(rules, state, found[0]).endswith((".", "?"))
    with pytest.raises(IllegalMove) as raised:
        rules.apply(state, move)
    assert code in codes(raised.value.findings)
    rules.apply(state, move, strict=False)


def test_the_other_irregular_moves_have_findings_too() -> None:
    assert all(rules.judge(state, move) for state, move in MORE)


def test_a_table_with_more_cards_than_there_are_says_so() -> None:
    assert codes(rules.status(seen(begin(), "altar"))) == []
    assert codes(rules.status(seen(begin(), "altar", "altar"))) == ["too_many_cards"]
    guilds = [card.id for card in FACTS.cards if card.color == "purple"]
    assert codes(rules.status(seen(begin(), *guilds[:5]))) == []
    assert codes(rules.status(seen(begin(), *guilds[:6]))) == ["too_many_guilds"]


def test_every_code_of_the_catalogue_is_tried() -> None:
    assert {*CASES, "too_many_cards", "too_many_guilds"} == set(CATALOGUE)


def test_a_second_building_of_a_name_counts_for_nothing_and_is_said_until_it_is_put_right() -> None:
    state = at(lay(begin("giza A", "rhodes A", "ephesus A"), 0, "loom_1"), 2, 1)
    after = rules.apply(state, act.Build(0, "loom_2"), strict=False)
    after = play(after, act.Discard(1), act.Discard(2))
    assert names(after.cities[0]) == {"loom_1"}
    assert after.cities[0].surplus == (FACTS.index["loom_2"],)
    assert codes(rules.status(after)) == ["same_building"]


def test_what_cannot_be_paid_for_stands_all_the_same() -> None:
    after = rules.apply(begin(), act.Build(0, "guard_tower"), strict=False)
    after = play(after, act.Discard(1), act.Discard(2))
    assert "guard_tower" in names(after.cities[0])
    assert coins(after) == (3, 6, 6)


def test_nobody_pays_coins_that_are_not_there() -> None:
    state = rich(lay(begin(), 1, "foundry"), 0, 3)
    move = act.Build(0, "barracks", act.Trade(act.Bought(ore=3), act.Bought(papyrus=1)))
    after = play(rules.apply(state, move, strict=False), act.Discard(1), act.Discard(2))
    assert coins(after) == (0, 3 + 3 + 3, 3 + 3)
    mine = rules.apply(rich(begin(), 0, 0), act.Build(0, "timber_yard"), strict=False)
    assert coins(play(mine, act.Discard(1), act.Discard(2))) == (0, 6, 6)


def test_a_purchase_that_was_made_is_paid_for_even_if_it_was_not_needed() -> None:
    after = rules.apply(begin(), build(0, "altar", left="ore"), strict=False)
    assert coins(play(after, act.Discard(1), act.Discard(2))) == (1, 8, 6)


def test_a_stage_beyond_the_last_one_does_nothing() -> None:
    state = built(begin(), 0, 3)
    after = play(rules.apply(state, act.BuildStage(0), strict=False), act.Discard(1), act.Discard(2))
    assert after.cities[0].stages == 3
    assert after.cities[0].under == (-1,)


def test_a_free_building_without_the_right_stands_all_the_same() -> None:
    after = play(rules.apply(begin(), act.Free(0, "baths"), strict=False), act.Discard(1), act.Discard(2))
    assert "baths" in names(after.cities[0])


def test_a_card_taken_from_the_pile_without_the_right_is_built_all_the_same() -> None:
    state = thrown(begin(), "altar", "?")
    assert codes(rules.judge(state, act.Revive(0, "altar"))) == ["nothing_offered"]
    after = rules.apply(state, act.Revive(0, "altar"), strict=False)
    assert "altar" in names(after.cities[0])
    assert after.discard == (-1,)
    assert (after.turn, after.chosen) == (1, (None, None, None))
    from_nowhere = rules.apply(begin(), act.Revive(0, "altar"), strict=False)
    assert "altar" in names(from_nowhere.cities[0])
    again = rules.apply(thrown(lay(begin(), 0, "altar"), "altar"), act.Revive(0, "altar"), strict=False)
    assert again.cities[0].surplus == (FACTS.index["altar"],)


def test_a_free_building_is_not_a_second_one() -> None:
    state = lay(built(at(begin("olympia A", "rhodes A", "ephesus A"), 2, 1), 0, 2), 0, "loom_1")
    assert codes(rules.judge(state, act.Free(0, "loom_2"))) == ["same_building"]


def test_declining_nothing_changes_nothing() -> None:
    assert rules.apply(begin(), act.Decline(0), strict=False) == begin()


def test_a_seat_that_is_not_there_changes_nothing() -> None:
    assert rules.apply(begin(), act.Discard(3), strict=False) == begin()
    assert rules.apply(begin(), act.Discard(-1), strict=False) == begin()
    assert codes(rules.judge(two(), act.Hand(2, ("altar",)))) == ["no_such_seat"]
    assert rules.apply(two(), act.Hand(2, ("altar",)), strict=False) == two()


def test_nothing_changes_after_the_end() -> None:
    assert rules.apply(finished(), act.Discard(0), strict=False) == finished()
    assert codes(rules.judge(finished(), act.Hand(0, ()))) == ["game_over"]


def test_both_what_card_and_what_payment_are_judged() -> None:
    found = codes(rules.judge(begin(), act.Build(0, "courthouse")))
    assert found == ["wrong_age", "cannot_afford"]


def test_a_finding_says_what_would_have_been_right() -> None:
    state = lay(lay(begin(), 1, "clay_pool"), 2, "clay_pool")
    found = rules.judge(state, act.Build(0, "guard_tower", act.Trade()))
    assert english.legal(rules, state, found[0]) == ("1 clay from the left for 2", "1 clay from the right for 2")
    assert (
        english.message(rules, state, found[0])
        == "Guard Tower costs 1 clay; bought without trade: resources are still missing."
    )
    assert found[0].seat == 0


def test_irregular_moves_all_have_findings_and_none_is_legal() -> None:
    tables = (begin(), two(), offering(), used(), play(begin(), act.Discard(0)), lay(at(begin(), 3, 6), 0, *EVERYTHING))
    for table in tables:
        moves = rules.irregular(table)
        assert all(rules.judge(table, move) for move in moves)
        assert not set(moves) & set(rules.legal(table))
        assert 10 < len(moves) < 500
    assert rules.irregular(finished()) == ()
    assert act.Build(0, "guard_tower") in rules.irregular(begin())
    assert act.Discard(0) in rules.irregular(play(begin(), act.Discard(0)))
    assert act.Build(0, "barracks", act.Trade()) in rules.irregular(begin())
    assert act.Free(0, "temple") in rules.irregular(used())
    assert act.Discard(2) not in rules.irregular(begin())
    revived = thrown(built(begin("halicarnassus A", "rhodes A", "ephesus A"), 0, 2), "altar", "?")
    assert [move for move in rules.irregular(revived) if isinstance(move, act.Revive)] == [act.Revive(0, "altar")]
    chosen = rules.irregular(play(begin(), act.Discard(0)))
    assert not any(isinstance(move, act.Build) for move in chosen if move.seat == 0), (
        "one way of choosing twice is enough"
    )


def test_nothing_is_bought_for_a_discard() -> None:
    assert rules.judge(begin(), act.Discard(0, "altar", act.Trade())) == ()
    needless = act.Discard(0, "altar", act.Trade(act.Bought(ore=1)))
    found = rules.judge(begin(), needless)
    assert codes(found) == ["bought_too_much"]
    assert found[0].seat == 0
    after = play(rules.apply(begin(), needless, strict=False), act.Discard(1), act.Discard(2))
    assert coins(after) == (3 + 3 - 2, 3 + 3 + 2, 6)
