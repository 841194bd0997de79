"""Real decks to play on, and decks as they may be by all that is known."""

from collections import Counter
from random import Random

import pytest

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules import POLICIES, State, imagine, play, steps
from companion.games.seven_wonders.rules.deal import PLAYERS, Deal, play_set_up
from companion.games.seven_wonders.rules.facts import FACTS
from companion.games.seven_wonders.rules.moves import Decline, Discard, Hand, Revive
from companion.games.seven_wonders.rules.setup import HouseRules
from companion.games.vocabulary import InvalidSetup
from tests.games.seven_wonders.played import cards_in, codes
from tests.games.seven_wonders.played import play as played
from tests.games.seven_wonders.played import stage as build_stage
from tests.games.seven_wonders.tables import EVERYTHING, at, begin, built, holding, lay, seen, thrown, two

BOARDS = (("giza", "A"), ("olympia", "A"), ("halicarnassus", "B"), ("babylon", "B"))


@pytest.mark.parametrize("players", PLAYERS)
def test_every_deck_is_as_the_rules_make_it(players: int) -> None:
    deal = Deal.shuffled(players, Random(players))
    copies = FACTS.copies(players)
    for age, (packets, pile) in enumerate(zip(deal.packets, deal.piles, strict=True), start=1):
        assert [len(packet) for packet in packets] == [7] * players
        assert len(pile) == (7 if players == 2 else 0)
        cards = Counter([*pile, *(card for packet in packets for card in packet)])
        assert all(FACTS.cards[card].age == age for card in cards)
        guilds = sum(FACTS.cards[card].color == "purple" for card in cards)
        assert guilds == (FACTS.guilds_in_play(players) if age == 3 else 0)
        assert all(copies[card] >= count for card, count in cards.items())


@pytest.mark.parametrize("players", PLAYERS)
def test_whole_games_are_played_by_legal_moves_only(players: int) -> None:
    game = play(players, Random(players), POLICIES["random"])
    state = rules.begin(game.setup)
    for move in game.moves:
        assert codes(rules.judge(state, move)) == []
        state = rules.apply(state, move)
    assert state == game.final
    assert state.finished


@pytest.mark.parametrize("players", [0, 1, 8])
def test_nobody_else_may_play(players: int) -> None:
    with pytest.raises(InvalidSetup, match=f"{players} players"):
        play(players, Random(1), POLICIES["random"])


def test_the_same_seed_plays_the_same_game() -> None:
    games = [play(4, Random(7), POLICIES["greedy"]) for _ in range(2)]
    assert games[0] == games[1]
    assert games[0] != play(4, Random(8), POLICIES["greedy"])


def test_the_house_rules_are_played_by() -> None:
    rules_of_the_house = HouseRules(craftsmens_guild_points=1)
    game = play_set_up(rules.Setup(BOARDS, house_rules=rules_of_the_house), Random(7), POLICIES["random"])
    assert game.final.rules == rules_of_the_house


def test_open_hands_are_shown_before_they_are_played() -> None:
    game = play_set_up(rules.Setup(BOARDS), Random(3), POLICIES["random"], shown=True)
    assert [type(move) for move in game.moves[:2]] == [Hand, type(game.moves[1])]
    assert sum(isinstance(move, Hand) for move in game.moves) == 3 * 4
    assert min(game.final.discard) >= 0, "no card is unseen in the end"


def test_with_open_hands_the_free_citys_drawn_card_is_shown_each_turn() -> None:
    game = play_set_up(rules.Setup(BOARDS[:2], BOARDS[2]), Random(3), POLICIES["random"], shown=True)
    assert sum(isinstance(move, Hand) for move in game.moves) == 3 * (2 + 5)


def test_the_known_and_the_unknown_game_are_the_same_game() -> None:
    """The same cards, the same choices: only what is known differs."""
    shown = play_set_up(rules.Setup(BOARDS), Random(5), POLICIES["greedy"], shown=True)
    state = rules.begin(shown.setup)
    for move in shown.moves:
        if not isinstance(move, Hand):
            state = rules.apply(state, move)
    assert state.cities == shown.final.cities
    assert len(state.discard) == len(shown.final.discard)


@pytest.mark.parametrize("players", [2, 3, 5])
def test_greedy_plays_clearly_better_than_random(players: int) -> None:
    def mixed(state: State, moves: tuple[rules.Move, ...], rng: Random) -> rules.Move:
        return POLICIES["greedy" if moves[0].seat in (0, players) else "random"](state, moves, rng)

    rng = Random(players)
    finals = [play(players, rng, mixed).final for _ in range(6)]  # type: ignore[arg-type]
    totals = [rules.scores(final).totals for final in finals]
    assert sum(row[0] for row in totals) > 1.4 * max(sum(row[seat] for row in totals) for seat in range(1, players))


def hands_of(deal: Deal, state: State) -> list[list[int]]:
    return [deal.hand(state, seat) for seat in range(state.players)]


def test_an_imagined_deal_agrees_with_what_is_known() -> None:
    state = holding(lay(at(begin(), 1, 3), 1, "altar", "loom_1"), 0, "baths", "theater")
    for seed in range(20):
        hands = hands_of(imagine(state, Random(seed)), state)
        assert [len(hand) for hand in hands] == [5, 5, 5]
        assert {FACTS.index["baths"], FACTS.index["theater"]} <= set(hands[0])
        everywhere = Counter(card for hand in hands for card in hand)
        known = Counter(FACTS.index[card] for card in ("baths", "theater"))
        assert all(count <= state.unseen[card] + known[card] for card, count in everywhere.items())


def test_imagined_deals_differ() -> None:
    state = begin()
    assert len({str(hands_of(imagine(state, Random(seed)), state)) for seed in range(5)}) == 5


def test_what_lies_unseen_on_the_pile_is_imagined_too() -> None:
    state = thrown(
        built(lay(begin("halicarnassus B", "rhodes A", "ephesus A"), 0, *EVERYTHING), 0, 0), "?", "?", "altar"
    )
    state = played(at(state, 1, 2), build_stage(0), Discard(1), Discard(2))
    options = [cards_in(imagine(state, Random(seed)).choices(state)) for seed in range(12)]
    assert all("altar" in cards for cards in options)
    assert len({frozenset(cards) for cards in options}) > 3
    assert all(len(cards) <= 5 for cards in options)


def test_the_real_pile_is_what_halicarnassus_chooses_from() -> None:
    state = built(lay(begin("halicarnassus A", "rhodes A", "ephesus A"), 0, *EVERYTHING), 0, 1)
    deal = Deal.shuffled(3, Random(4))
    real = {FACTS.cards[deal.hand(at(state, 1, 6), seat)[0]].id for seat in range(3)}
    for seat in range(3):
        del deal.hand(at(state, 1, 6), seat)[2:]
    last = at(state, 1, 6)
    for seat, move in enumerate((build_stage, None, None)):
        card = FACTS.cards[deal.hand(last, seat)[0]].id
        chosen = build_stage(0, card) if move else Discard(seat, card)
        deal.done(last, chosen)
        last = rules.apply(last, chosen, strict=False)
    left = {FACTS.cards[packet[0]].id for packet in deal.packets[0]}
    assert last.offers == ((0, "revive"),)
    has = {card.id for card in FACTS.cards if card.same_name & last.cities[0].cards}
    under = FACTS.cards[last.cities[0].under[0]].id
    assert cards_in(deal.choices(last)) - left <= real - {under}
    assert left & cards_in(rules.legal(last)) - has <= cards_in(deal.choices(last))
    assert Decline(0) in deal.choices(last)


@pytest.mark.parametrize("players", [2, 4])
def test_a_game_is_played_on_from_any_moment_as_it_may_be(players: int) -> None:
    game = play(players, Random(11), POLICIES["random"])
    state = rules.begin(game.setup)
    for number, move in enumerate(game.moves):
        if number % 5 == 0:
            rng = Random(number)
            later = state
            for choice, after in steps(imagine(state, rng), state, rng, POLICIES["random"]):
                assert codes(rules.judge(later, choice)) == []
                later = after
            assert later.finished
        state = rules.apply(state, move)


def test_a_table_on_which_too_much_was_seen_can_still_be_imagined() -> None:
    cards = [card.id for card in FACTS.cards if card.age == 1]
    state = seen(begin(), *cards, *cards)
    assert [len(hand) for hand in hands_of(imagine(state, Random(1)), state)] == [7, 7, 7]
    assert Revive(0, "altar") not in imagine(two(), Random(1)).choices(two())


def test_the_free_city_plays_one_of_the_real_cards_wherever_it_can() -> None:
    """Whoever plays knows the hand: no discard for coins while any card of it could be played."""
    rng, discards = Random(6), 0
    for _ in range(6):
        game = play(2, rng, POLICIES["random"])
        deal, state = Deal.shuffled(2, Random(9)), rules.begin(game.setup)
        for move, after in steps(deal, state, rng, POLICIES["random"]):
            if move.seat == 2 and isinstance(move, Discard):
                discards += 1
                held = tuple(
                    FACTS.cards[card].id for card in deal.hand(state, rules.describe(state)["free_city_controller"])
                )
                known = rules.apply(state, Hand(rules.describe(state)["free_city_controller"], (*held, move.card)))
                assert rules.judge(known, move) == ()
            state = after
    assert discards


def test_of_an_age_that_is_played_out_nothing_is_imagined_but_what_was_thrown_away() -> None:
    state = built(lay(at(two(free_city="halicarnassus A"), 1, 6), 2, *EVERYTHING), 2, 1)
    state = played(state, build_stage(2), Discard(0), Discard(1))
    assert len(state.discard) == 2 + 3
    options = [cards_in(imagine(state, Random(seed)).choices(state)) for seed in range(30)]
    assert max(map(len, options)) <= 5
    assert max(map(len, options)) > 2


def test_of_an_earlier_age_nothing_is_imagined_but_what_was_thrown_away() -> None:
    state = lay(begin("halicarnassus B", "rhodes A", "ephesus A"), 0, *EVERYTHING)
    state = played(at(thrown(state, "?", "altar"), 2, 2), build_stage(0), Discard(1), Discard(2))
    options = [cards_in(imagine(state, Random(seed)).choices(state)) for seed in range(30)]
    assert max(map(len, options)) == len(state.discard) == 4
