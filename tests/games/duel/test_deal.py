"""Dealing, playing on from what is known, the practice players."""

from random import Random

import pytest

from companion.games.duel import rules
from companion.games.duel.rules import POLICIES, State, imagine, steps
from companion.games.duel.rules.deal import Deal
from companion.games.duel.rules.facts import FACTS, places
from companion.games.duel.rules.moves import (
    Build,
    BuildWonder,
    Discard,
    DraftWonder,
    LayOut,
    Offer,
    Reveal,
    TakeProgress,
)
from companion.games.duel.rules.setup import HouseRules
from companion.games.duel.rules.state import GUILDS, UNREAD
from companion.games.vocabulary import InvalidSetup
from tests.games.contests import greedy_wins
from tests.games.duel.tables import WONDERS, city, codes, play, table

RANDOM = POLICIES["random"]


def test_a_deal_holds_twenty_cards_of_each_age_with_three_guilds_and_five_tokens() -> None:
    for seed in range(20):
        deal = Deal.shuffled(Random(seed))
        for age in (1, 2, 3):
            cards = deal.structures[age]
            assert len(set(cards)) == 20
            assert all(FACTS.ages[age] >> card & 1 for card in cards)
            assert sum(GUILDS >> card & 1 for card in cards) == (3 if age == 3 else 0)
        assert deal.board.bit_count() == 5
        assert deal.drawn.bit_count() == 3
        assert not deal.board & deal.drawn
        assert len(set(deal.wonders)) == 8


def test_two_seeds_deal_two_tables() -> None:
    assert Deal.shuffled(Random(1)).structures != Deal.shuffled(Random(2)).structures


@pytest.mark.parametrize("policy", list(POLICIES))
def test_the_same_seed_plays_the_same_game(policy: str) -> None:
    games = [rules.play(2, Random(5), POLICIES[policy]) for _ in range(2)]
    assert games[0] == games[1]
    assert games[0].final.finished


def test_duel_is_for_two() -> None:
    with pytest.raises(InvalidSetup, match="3 players: Duel is for 2"):
        rules.play(3, Random(1), RANDOM)


def test_a_game_can_begin_with_the_draft() -> None:
    rng = Random(3)
    state = rules.begin(rules.Setup(house_rules=HouseRules(progress_optional=False)))
    game = list(steps(Deal.shuffled(rng), state, rng, RANDOM))
    kinds = [type(move).__name__ for move, _ in game[:11]]
    assert kinds == ["Offer", *["DraftWonder"] * 4, "Offer", *["DraftWonder"] * 4, "LayOut"]
    assert all(own.wonders.bit_count() == 4 for own in game[-1][1].cities)
    assert not game[-1][1].rules.progress_optional


def test_greedy_beats_random() -> None:
    def dealt(game: int, rng: Random) -> tuple[Deal, State]:
        deal = Deal.shuffled(rng)
        names = tuple(FACTS.wonders[wonder].id for wonder in deal.wonders)
        return deal, rules.begin(rules.Setup(game % 2, (names[:4], names[4:])))

    assert greedy_wins(rules, 30, dealt, steps) > 26, "of 30 games"


def live(seed: int, count: int) -> State:
    """A random game after so many moves."""
    rng = Random(seed)
    deal = Deal.shuffled(rng)
    state = rules.begin(rules.Setup())
    for number, (_, after) in enumerate(steps(deal, state, rng, RANDOM)):
        state = after
        if number == count:
            break
    return state


@pytest.mark.parametrize("count", [0, 3, 8, 15, 30, 50, 70])
def test_a_deal_imagined_in_the_middle_agrees_with_what_is_known_and_can_be_played_on(count: int) -> None:
    state = live(count, count)
    for seed in range(5):
        deal = imagine(state, Random(seed))
        if state.laid:
            for slot, card in enumerate(state.laid):
                assert card in (UNREAD, deal.structures[state.age][slot])
        gone = sum(own.cards for own in state.cities) | state.discard | state.tucked
        for age in range(state.age + 1, 4):
            assert not any(gone >> card & 1 for card in deal.structures[age])
        after = state
        for move, step in steps(deal, state, Random(seed), RANDOM):
            assert rules.judge(after, move) == ()
            after = step
        assert after.finished


def test_imagined_deals_differ_in_what_nobody_knows() -> None:
    state = live(1, 20)
    assert imagine(state, Random(1)).structures[3] != imagine(state, Random(2)).structures[3]


def test_tokens_imagined_are_those_that_nobody_has_seen() -> None:
    state = rules.begin(rules.Setup(progress=("law", "economy", "?")))
    drawn = [imagine(state, Random(seed)) for seed in range(20)]
    assert all(deal.board.bit_count() == 5 and deal.drawn.bit_count() == 3 for deal in drawn)
    assert all(deal.board & state.board == state.board for deal in drawn)
    assert len({deal.board for deal in drawn}) > 5


def test_a_draft_imagined_offers_what_lies_there_first() -> None:
    four = ("sphinx", "piraeus", "colossus", "pyramids")
    state = play(rules.begin(rules.Setup()), Offer(four), DraftWonder(0, "piraeus"))
    deal = imagine(state, Random(4))
    assert {FACTS.wonders[wonder].id for wonder in deal.wonders[:3]} == {"sphinx", "colossus", "pyramids"}
    assert len(set(deal.wonders)) == len(deal.wonders)


@pytest.mark.parametrize("offers", [True, False])
def test_playouts_from_every_state_of_a_draft_come_to_an_end(*, offers: bool) -> None:
    """Whether somebody has read the wonders on offer or not."""
    rng = Random(6)
    deal = Deal.shuffled(rng)
    state = rules.begin(rules.Setup())
    while state.age == 0:
        final = state
        for move, after in steps(imagine(state, rng), state, rng, RANDOM):
            assert rules.judge(final, move) == ()
            final = after
        assert final.finished
        move = next(iter(deal.choices(state)))
        if isinstance(move, Offer) and not offers:
            move = rules.legal(state)[0]
        state = rules.apply(state, move)


def test_without_a_layout_the_cards_that_are_left_are_imagined() -> None:
    state = play(table(age=2, left=20), *(Discard(k % 2, card) for k, card in enumerate(("walls", "school"))))
    deal = imagine(state, Random(1))
    assert len(set(deal.structures[2])) == 18
    assert FACTS.index["walls"] not in deal.structures[2]
    path = list(steps(deal, state, Random(1), RANDOM))
    assert path[-1][1].finished
    assert sum(isinstance(move, LayOut) for move, _ in path) <= 1, "the next age is laid out"


@pytest.mark.parametrize("early", ["walls school forum statue", "walls school forum statue temple brewery", "palace"])
def test_a_table_on_which_cards_of_a_later_age_were_played_by_mistake_can_be_played_to_the_end(early: str) -> None:
    """Too few are left for a whole structure of the second age then: it ends when none is left."""
    state = table()
    for k, card in enumerate(early.split()):
        state = rules.apply(state, Discard(k % 2, card), strict=False)
    for seed in range(5):
        after = state
        for _, step in steps(imagine(state, Random(seed)), state, Random(seed), RANDOM):
            after = step
        assert after.finished


def test_where_more_cards_of_an_age_were_played_than_there_can_be_any_other_may_still_come() -> None:
    """The layout is not known; a card of the first age too many was seen, and one is left to be played."""
    first = [card.id for card in FACTS.cards if card.age == 1]
    state = table(left=1, discard=" ".join(first[:20]))
    assert {move.card for move in rules.legal(state) if isinstance(move, Discard)} == set(first[20:])


def test_an_age_is_over_when_no_card_of_it_can_be_left() -> None:
    first = [card.id for card in FACTS.cards if card.age == 1]
    state = play(table(left=3, discard=" ".join(first[:22])), Discard(0, first[22]))
    assert (state.age, state.left) == (2, 20)


def test_the_great_library_draws_three_tokens_of_those_set_aside() -> None:
    state = table(city(own="great_library", coins=20), board="law economy masonry strategy theology")
    state = play(state, BuildWonder(0, "altar", "great_library"))
    deal = imagine(state, Random(3))
    choices = deal.choices(state)
    assert len(choices) == 3
    assert {move.token for move in choices if isinstance(move, TakeProgress)} <= {
        *("agriculture", "architecture", "mathematics", "philosophy", "urbanism")
    }


def test_practice_players_take_the_token_that_a_pair_gives() -> None:
    state = play(table(city("scriptorium", coins=20), age=2), Build(0, "library"))
    assert all(isinstance(move, TakeProgress) for move in imagine(state, Random(1)).choices(state))


def test_a_card_that_has_come_free_is_turned_up_first() -> None:
    rng = Random(2)
    deal = Deal.shuffled(rng)
    state = rules.begin(rules.Setup(0, WONDERS))
    (layout,) = deal.choices(state)
    assert isinstance(layout, LayOut)
    assert [slot for slot, card in enumerate(layout.layout) if card is None] == [
        slot for slot in range(20) if slot not in places(FACTS.layouts[1].face_up)
    ]
    state = play(state, layout)
    for slot in (14, 15):
        state = play(state, Discard(state.to_move, str(layout.layout[slot])))
    assert deal.choices(state) == (Reveal(9, FACTS.cards[deal.structures[1][9]].id),)
    assert codes(rules.judge(state, deal.choices(state)[0])) == []
    deal.done(state, deal.choices(state)[0])
    assert len(deal.choices(state)) == 1
