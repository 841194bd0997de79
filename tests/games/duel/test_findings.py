"""Every irregularity: its code, and that the game goes on as it happened."""

import pytest
from msgspec.structs import replace

from companion.games.duel import rules
from companion.games.duel.rules import CATALOGUE
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.moves import Build, BuildWonder, Destroy, Discard, DraftWonder, Revive, TakeProgress
from companion.games.vocabulary import IllegalMove
from tests.games import english
from tests.games.duel.mistakes import GOLDEN, MIRROR, in_row, mausoleum, pair, words, zeus
from tests.games.duel.tables import cards, city, codes, draft_table, holding, play, table


def test_every_code_of_the_catalogue_is_found_and_no_others() -> None:
    assert set(MIRROR) == set(CATALOGUE)
    for code, (state, move) in MIRROR.items():
        found = rules.judge(state, move)
        assert codes(found) == [code], code
        assert found[0].rule == CATALOGUE[code].rule
        assert english.message(rules, state, found[0]).endswith(".")


def test_strict_play_refuses_what_is_irregular() -> None:
    for code, (state, move) in MIRROR.items():
        with pytest.raises(IllegalMove) as refused:
            rules.apply(state, move)
        assert codes(refused.value.findings) == [code]


NOTHING = {
    *("no_such_seat", "game_over", "draft_first", "draft_over", "wonder_taken", "wrong_offer", "no_starter_now"),
    *("card_gone", "not_in_city", "not_discarded", "wrong_layout", "wrong_reveal"),
}


def test_what_nobody_can_have_done_changes_nothing_and_all_else_is_played_as_it_happened() -> None:
    for code, (state, move) in MIRROR.items():
        after = rules.apply(state, move, strict=False)
        assert (after == state) == (code in NOTHING), code
        assert ("nothing changes" in CATALOGUE[code].meaning) == (code in NOTHING), code


def test_a_card_out_of_turn_passes_the_turn_to_where_the_table_is() -> None:
    state = rules.apply(table(), Discard(1, "altar"), strict=False)
    assert (state.cities[1].coins, state.to_move) == (9, 0)


def test_another_turn_is_lost_if_the_opponent_plays_instead() -> None:
    own = city(own="sphinx", coins=20)
    state = play(table(own), BuildWonder(0, "altar", "sphinx"))
    assert codes(rules.judge(state, Discard(1, "baths"))) == ["out_of_turn"]
    assert rules.apply(state, Discard(1, "baths"), strict=False).to_move == 0


def test_a_choice_skipped_can_be_made_later_and_is_a_finding_again() -> None:
    late = rules.apply(zeus(), Discard(1, "baths"), strict=False)
    assert (late.choice, late.to_move) == ("", 0)
    assert codes(rules.judge(late, Destroy(0, "quarry"))) == ["no_choice"]
    after = rules.apply(late, Destroy(0, "quarry"), strict=False)
    assert rules.describe_seat(after, 1)["cards"] == ["press"]
    assert (after.to_move, after.number) == (late.to_move, late.number)


def test_a_choice_by_the_wrong_player_happens_and_leaves_the_choice_open() -> None:
    found = rules.judge(pair(), TakeProgress(1, "law", "board"))
    assert codes(found) == ["out_of_turn"]
    after = rules.apply(pair(), TakeProgress(1, "law", "board"), strict=False)
    assert rules.describe_seat(after, 1)["progress"] == ["law"]
    assert (after.choice, after.to_move) == ("board", 0)


def test_a_token_that_somebody_has_is_not_taken_twice() -> None:
    state = holding(pair(), 1, tokens=1)
    state = replace(state, board=state.board & ~1)
    move = TakeProgress(0, "agriculture", "board")
    assert codes(rules.judge(state, move)) == ["token_not_there"]
    assert rules.apply(state, move, strict=False) == state


def test_a_token_out_of_the_box_for_a_pair_is_taken_all_the_same() -> None:
    after = rules.apply(pair(), TakeProgress(0, "theology", "board"), strict=False)
    assert rules.describe_seat(after, 0)["progress"] == ["theology"]
    assert after.to_move == 1


def test_a_wonder_built_with_too_few_coins_costs_all_of_them() -> None:
    state = table(city(own="pyramids", coins=3))
    after = rules.apply(state, BuildWonder(0, "altar", "pyramids"), strict=False)
    assert (after.cities[0].coins, rules.wonders(after, 0)) == (0, ("pyramids",))


def test_economy_gets_no_more_than_was_paid() -> None:
    state = table(city(coins=3), city(progress="economy", coins=0), age=2)
    after = rules.apply(state, Build(0, "aqueduct"), strict=False)
    assert [own.coins for own in after.cities] == [0, 3]


def test_a_wonder_that_is_not_the_players_takes_the_card_and_nothing_else() -> None:
    state = table(city(own="sphinx", coins=20))
    after = rules.apply(state, BuildWonder(0, "altar", "colossus"), strict=False)
    assert after.cities == state.cities
    assert (after.tucked, after.to_move) == (cards("altar"), 1)


def test_a_covered_card_taken_leaves_its_slot() -> None:
    after = rules.apply(in_row(), Discard(0, "sawmill"), strict=False)
    assert rules.describe(after)["layout"][0] is None
    assert after.left == 19


def test_several_things_can_be_wrong_at_once() -> None:
    assert codes(rules.judge(zeus(), Discard(0, "arsenal"))) == ["choice_skipped", "out_of_turn", "wrong_age"]
    assert codes(rules.judge(table(), Revive(1, "altar"))) == ["no_choice", "not_discarded"]
    assert codes(rules.judge(draft_table(), DraftWonder(1, "sphinx"))) == ["out_of_turn"]


def test_a_move_after_a_declined_last_token_comes_after_the_end() -> None:
    state = play(table(city("academy", coins=20), age=3, left=1), Build(0, "study"))
    assert codes(rules.judge(state, Discard(1, "palace"))) == ["game_over"]
    assert rules.apply(state, Discard(1, "palace"), strict=False).finished


def test_the_status_of_a_regular_table_is_empty() -> None:
    assert rules.status(table()) == frozenset()
    assert rules.status(in_row()) == frozenset()


def test_the_status_names_what_cannot_be_on_a_table() -> None:
    guilds = table(city("merchants_guild builders_guild"), city("scientists_guild shipowners_guild"), age=3)
    assert codes(rules.status(guilds)) == ["too_many_cards"]
    early = table(city("palace"), age=2)
    assert [(found.code, found.seat) for found in rules.status(early)] == [("wrong_age", 0)]
    many = table(city(own="sphinx piraeus colossus pyramids mausoleum"))
    assert [(found.code, found.seat) for found in rules.status(many)] == [("wonder_not_offered", 0)]
    first = [card.id for card in FACTS.cards if card.age == 1]
    assert codes(rules.status(table(discard=" ".join(first[:20])))) == []
    assert codes(rules.status(table(discard=" ".join(first[:21])))) == ["too_many_cards"]
    plain = [card.id for card in FACTS.cards if card.age == 3 and card.color != "purple"]
    assert codes(rules.status(table(age=3, discard=" ".join(plain[:17])))) == []
    assert codes(rules.status(table(age=3, discard=" ".join(plain[:18])))) == ["too_many_cards"]


def test_plausible_mistakes_are_irregular_and_name_the_usual_ones() -> None:
    wrong = rules.irregular(in_row())
    assert all(rules.judge(in_row(), move) for move in wrong)
    assert not set(wrong) & set(rules.legal(in_row()))
    assert {Build(0, "sawmill"), Discard(1, "walls"), TakeProgress(0, "law", "board")} <= set(wrong)
    assert DraftWonder(1, "sphinx") in rules.irregular(draft_table())
    dear = table(city(own="sphinx", built="piraeus", coins=1))
    wonders = {move for move in rules.irregular(dear) if isinstance(move, BuildWonder)}
    assert BuildWonder(0, "altar", "sphinx") in wonders
    assert {(move.seat, move.wonder) for move in wonders} == {(0, "sphinx")}
    assert rules.irregular(replace(table(), finished=True)) == ()
    assert Discard(1, "baths") in rules.irregular(zeus())


def test_what_is_said_to_each_mistake_is_unchanged() -> None:
    """If the words have changed on purpose: python -m tests.games.duel.mistakes."""
    assert GOLDEN.read_text(encoding="utf-8").splitlines() == words().splitlines()


def test_the_mausoleum_lists_what_lies_in_the_discard_pile() -> None:
    assert set(rules.legal(mausoleum())) == {Revive(0, "tavern"), Revive(0, "walls")}
