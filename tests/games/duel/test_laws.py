"""Laws that hold in every game, tried on random ones: hypothesis chooses the table and the moves."""

from collections.abc import Iterator
from random import Random
from typing import Any

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.duel import rules
from companion.games.duel.rules import POLICIES, Move, Setup, State
from companion.games.duel.rules import moves as act
from companion.games.duel.rules.deal import Deal
from companion.games.duel.rules.describe import quote
from companion.games.duel.rules.facts import FACTS, places
from companion.games.duel.rules.resolve import canonical, is_silent
from companion.games.duel.rules.setup import HouseRules
from companion.games.duel.rules.state import ALL_TOKENS, UNREAD, gone
from tests.games import english
from tests.games.playing_out import played_out

TABLES = st.tuples(st.builds(HouseRules, st.booleans(), st.booleans()), st.booleans(), st.integers(0, 2**32))
"""House rules, whether wonders are drafted by moves, and the seed."""
SLOW = [HealthCheck.too_slow]


def walk(house: HouseRules, draft: bool, seed: int) -> tuple[State, list[tuple[Move, State]]]:  # noqa: FBT001
    """A random game on a real deal: its first state, then each move with the state after it."""
    rng = Random(seed)
    deal = Deal.shuffled(rng)
    names = tuple(FACTS.wonders[wonder].id for wonder in deal.wonders)
    progress = tuple(FACTS.tokens[token].id for token in places(deal.board))
    state = rules.begin(Setup(seed % 2, () if draft else (names[:4], names[4:]), progress, house))
    return state, list(rules.steps(deal, state, rng, POLICIES["random"]))


def check_cards(state: State) -> None:
    """Every card lies in one place at most; as many are gone as were played."""
    heaps = [state.cities[0].cards, state.cities[1].cards, state.discard, state.tucked]
    together = 0
    for heap in heaps:
        assert not together & heap, "a card lies in one place"
        together |= heap
    played = 0 if not state.age else FACTS.table.cards_per_age * state.age - state.left
    assert together.bit_count() == played
    standing = [card for slot, card in enumerate(state.laid) if state.standing >> slot & 1]
    assert not state.laid or len(standing) == state.left
    assert not any(together >> card & 1 for card in standing if card != UNREAD)


def check_pieces(state: State) -> None:
    """Wonders, tokens, coins and the pawn are where they may be."""
    mine, theirs = state.cities
    assert not mine.wonders & theirs.wonders
    assert not mine.tokens & theirs.tokens
    assert not state.board & (mine.tokens | theirs.tokens)
    assert (mine.tokens | theirs.tokens | state.board) & ~ALL_TOKENS == 0
    for own in state.cities:
        assert own.coins >= 0
        assert own.built & ~own.wonders == 0
        assert own.wonders.bit_count() <= 4
    built = mine.built.bit_count() + theirs.built.bit_count()
    assert built <= 7
    assert state.tucked.bit_count() == built
    assert (state.returned != 0) == (built == 7)
    assert -9 <= state.pawn <= 9
    assert (abs(state.pawn) == 9) == (state.supremacy == "military")
    assert state.to_move in (0, 1)


def check_sheet(state: State) -> None:
    """Every point is explained; somebody would win."""
    sheet = rules.scores(state)
    for seat, row in enumerate(sheet.categories):
        for category, points in row.items():
            lines = [line.points for line in sheet.explain if (line.seat, line.category) == (seat, category)]
            assert points == sum(lines)
    assert sheet.winners
    zeros = [line for line in sheet.explain if not line.points]
    assert len(zeros) == (1 if state.supremacy else 0)


def check_coins(before: State, move: Move, after: State) -> None:
    """Coins move by what the move is, and by nothing else. What things bring: see their own tests."""
    change = [later.coins - earlier.coins for earlier, later in zip(before.cities, after.cities, strict=True)]
    if isinstance(move, act.Discard):
        seat = move.seat
        yellow = before.cities[seat].cards & FACTS.colors["yellow"]
        assert change[seat] == 2 + yellow.bit_count()
        assert change[1 - seat] == 0
    elif isinstance(move, act.Build | act.BuildWonder):
        piece = move.card if isinstance(move, act.Build) else move.wonder
        price = quote(before, move.seat, piece)
        assert before.cities[move.seat].coins >= price.total
        assert change[move.seat] >= -price.total
        economy = before.cities[1 - move.seat].tokens >> FACTS.token_index["economy"] & 1
        assert change[1 - move.seat] <= (price.trade if economy else 0)
        if price.chained:
            assert change[move.seat] >= 0
    elif not isinstance(move, act.TakeProgress | act.Revive):
        assert change == [0, 0]


def seats(path: list[tuple[Move, State]]) -> Iterator[int]:
    """Who played cards, in order."""
    for move, _ in path:
        if isinstance(move, act.Build | act.Discard | act.BuildWonder):
            yield move.seat


@settings(max_examples=50, deadline=None, suppress_health_check=SLOW, database=None)
@given(TABLES)
def test_random_games_break_no_invariant(table: tuple[HouseRules, bool, int]) -> None:
    before, path = walk(*table)
    for move, after in path:
        check_cards(after)
        check_pieces(after)
        if isinstance(getattr(move, "seat", None), int) and not isinstance(move, act.ChooseStarter):
            assert move.seat == before.to_move  # type: ignore[union-attr]
        check_coins(before, move, after)
        before = after
    check_sheet(before)
    assert before.finished
    assert rules.status(before) == frozenset()
    if not before.supremacy:
        assert (before.age, before.left) == (3, 0)
        assert len(list(seats(path))) == 60


@settings(max_examples=25, deadline=None, suppress_health_check=SLOW, database=None)
@given(TABLES)
def test_the_fold_of_the_written_moves_is_the_game(table: tuple[HouseRules, bool, int]) -> None:
    state, path = walk(*table)
    for move, _ in path:
        written = msgspec.json.decode(msgspec.json.encode(rules.dump_move(move)))
        read = rules.parse_move(written)
        assert read == move
        state = rules.apply(state, read)
    assert state == path[-1][1]


@settings(max_examples=25, deadline=None, suppress_health_check=SLOW, database=None)
@given(TABLES)
def test_a_game_told_without_layouts_and_starters_comes_to_the_same(table: tuple[HouseRules, bool, int]) -> None:
    state, path = walk(*table)
    for move, _ in path:
        if not isinstance(move, act.LayOut | act.Reveal | act.Offer | act.ChooseStarter):
            assert rules.judge(state, move) == ()
            state = rules.apply(state, move)
    final = path[-1][1]
    assert state == replace(final, laid=(), standing=0)
    assert rules.scores(state) == rules.scores(final)


def candidates(state: State, rng: Random, count: int) -> list[Move]:
    """Random moves of all kinds, most of them irregular, some nearly right."""
    cards = [FACTS.cards[card].id for card in places(FACTS.ages[max(1, state.age)])]
    names, tokens = list(FACTS.wonder_index), list(FACTS.token_index)
    found: list[Move] = []
    for _ in range(count):
        seat = rng.choice((state.to_move, state.to_move, 1 - state.to_move))
        found += [
            act.Build(seat, rng.choice(cards)),
            act.Discard(seat, rng.choice(cards)),
            act.BuildWonder(seat, rng.choice(cards), rng.choice(names)),
            act.TakeProgress(seat, rng.choice(tokens), rng.choice(("board", "box", None))),
            act.Destroy(seat, rng.choice(list(FACTS.index))),
            act.Revive(seat, rng.choice(list(FACTS.index))),
            act.DraftWonder(seat, rng.choice(names)),
            act.ChooseStarter(seat),
            act.Reveal(rng.randrange(20), rng.choice(cards)),
        ]
    return found


def implied(state: State, move: Move) -> bool:
    """What is no irregularity though ``legal`` does not list it: it says what is so, or leaves out what follows."""
    if is_silent(state, move) or isinstance(move, act.Reveal):
        return True
    begins = state.choice == "starter" or (state.choice == "board" and state.left <= 0)
    return begins and isinstance(move, act.Build | act.Discard | act.BuildWonder | act.ChooseStarter)


@settings(max_examples=20, deadline=None, suppress_health_check=SLOW, database=None)
@given(TABLES)
def test_legal_moves_are_those_in_which_nothing_is_irregular(table: tuple[HouseRules, bool, int]) -> None:
    state, path = walk(*table)
    rng = Random(table[2])
    for _, after in path[:: rng.randint(2, 5)]:
        legal = rules.legal(after)
        assert len(set(legal)) == len(legal)
        assert [move for move in legal if rules.judge(after, move)] == []
        for move in candidates(after, rng, 8):
            known = canonical(after, move) if isinstance(move, act.TakeProgress) else move
            if not rules.judge(after, move) and not implied(after, move):
                assert known in legal, move
    assert rules.legal(state)


@settings(max_examples=10, deadline=None, suppress_health_check=SLOW, database=None)
@given(TABLES)
def test_no_mistake_stops_the_game_or_loses_a_card(table: tuple[HouseRules, bool, int]) -> None:
    """Games in which every fourth move is a mistake or nonsense go on, and nothing is lost."""
    house, draft, seed = table
    rng = Random(seed)
    state = walk(house, draft, seed)[0]
    for _ in range(80):
        legal = rules.legal(state)
        if not legal:
            break
        wrong = (*rules.irregular(state), *candidates(state, rng, 2))
        move = rng.choice(wrong if rng.random() < 0.25 else legal)
        found = rules.judge(state, move)
        assert all(finding.rule and english.message(rules, state, finding) for finding in found)
        after = rules.apply(state, move, strict=False)
        assert gone(state) & ~gone(after) == 0, "a card that was played stays played"
        assert all(own.coins >= 0 for own in after.cities)
        heaps = [after.cities[0].cards, after.cities[1].cards, after.discard, after.tucked]
        assert sum(heap.bit_count() for heap in heaps) == gone(after).bit_count()
        assert -9 <= after.pawn <= 9
        assert rules.describe(after)["seats"]
        rules.status(after)
        state = after
    check_sheet(played_out(rules, state, rng))


def hold(seed: int, *laws: Any) -> None:
    """These laws of random tables, at the table of this number."""
    table = (HouseRules(seed % 3 > 0, seed % 5 > 0), seed % 2 > 0, seed)
    for law in laws:
        law.hypothesis.inner_test(table)


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(300))
def test_the_laws_hold_in_many_more_games(seed: int) -> None:
    hold(
        seed,
        test_random_games_break_no_invariant,
        test_the_fold_of_the_written_moves_is_the_game,
        test_a_game_told_without_layouts_and_starters_comes_to_the_same,
        test_legal_moves_are_those_in_which_nothing_is_irregular,
        test_no_mistake_stops_the_game_or_loses_a_card,
    )
