"""Laws that hold in every game, tried on random ones: hypothesis chooses the table and the moves."""

from itertools import pairwise
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules import POLICIES, Move, Setup, State, steps
from companion.games.seven_wonders.rules import moves as act
from companion.games.seven_wonders.rules.deal import Deal
from companion.games.seven_wonders.rules.facts import CARDS, FACTS, RESOURCES, cards_in
from companion.games.seven_wonders.rules.placing import is_ahead
from companion.games.seven_wonders.rules.setup import HouseRules
from companion.games.seven_wonders.rules.unseen import guilds_left

SOME = settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), database=None)
FEW = settings(SOME, max_examples=8)
MANY = settings(SOME, max_examples=1000)

WONDERS = st.lists(st.sampled_from(FACTS.wonders), min_size=3, max_size=7, unique=True)
HOUSE = st.builds(HouseRules, st.sampled_from([2, 1]), *[st.booleans()] * 5)


def _setup(wonders: list[str], sides: str, house: HouseRules, kind: str) -> Setup:
    boards = tuple(zip(wonders, sides, strict=False))
    if kind == "two":
        return Setup(boards[:2], boards[2], house)
    return Setup(boards, None, house, edition=2 if kind == "second edition" else 1)


SETUPS = st.builds(
    _setup,
    WONDERS,
    st.text("AB", min_size=7, max_size=7),
    HOUSE,
    st.sampled_from(["first edition", "two", "second edition"]),
)
SEEDS = st.integers(0, 2**32)

Walk = list[tuple[State, Move]]


def walk(setup: Setup, seed: int, *, shown: bool = False) -> tuple[Walk, State]:
    """A random game on a real deal: each state with the move made in it, and how it ended."""
    rng = Random(seed)
    deal = Deal.shuffled(len(setup.wonders), rng, shown=shown, edition=setup.edition)
    state = rules.begin(setup)
    path: Walk = []
    for move, after in steps(deal, state, rng, POLICIES["random"]):
        path.append((state, move))
        state = after
        assert len(path) < 400, "a game ends"
    return path, state


def cards_of(state: State) -> tuple[int, ...]:
    """All copies of each card, wherever they lie: those that nobody has seen counted by ``unseen`` alone."""
    counts = list(state.unseen)
    heaps: list[tuple[int, ...]] = [state.discard, *state.hands]
    heaps += [(chosen.card,) for chosen in state.chosen if chosen is not None]
    heaps += [heap for city in state.cities for heap in (city.under, city.surplus)]
    heaps += [tuple(card.place for card in cards_in(city.cards)) for city in state.cities]
    for heap in heaps:
        for card in heap:
            if card >= 0:
                counts[card] += 1
    return tuple(counts)


def face_down(state: State, age: int) -> int:
    """How many cards of an age nobody has seen, by where they lie."""
    heaps: list[tuple[int, ...]] = [state.discard, *state.hands, *(city.under for city in state.cities)]
    heaps.append(tuple(chosen.card for chosen in state.chosen if chosen is not None))
    in_heaps = sum(heap.count(-age) for heap in heaps)
    decks = state.facts.decks_of(state.players) * FACTS.table.hand
    if age > state.age:
        return decks
    if state.players > 2 or age < state.age or state.finished:
        return in_heaps
    ended = bool(state.offers) and state.turn == FACTS.table.turns
    return in_heaps + (0 if ended else FACTS.table.hand - state.turn)


def check_invariants(state: State, box: tuple[int, ...]) -> None:
    assert cards_of(state) == box, "cards are conserved"
    assert min(state.unseen) >= 0
    for age in range(1, 4):
        unseen = sum(count for card, count in zip(CARDS, state.unseen, strict=False) if card.age == age)
        surplus = sum(state.unseen[-10:]) - guilds_left(state.unseen, state.players, state.facts) if age == 3 else 0
        assert unseen - surplus == face_down(state, age), "what nobody has seen lies somewhere"
    assert all(city.coins >= 0 for city in state.cities), "no debts"
    assert rules.status(state) == frozenset()
    sheet = rules.scores(state)
    assert sheet.winners
    for seat, row in enumerate(sheet.categories):
        for category, points in row.items():
            assert points == sum(
                line.points for line in sheet.explain if (line.seat, line.category) == (seat, category)
            )


def order_of_play(before: State, after: State) -> bool:
    """A move leaves the turn as it is or begins the next one; nobody chooses twice in it."""
    moment, later = (before.age, before.turn), (after.age, after.turn)
    following = (before.age, before.turn + 1) if before.turn < 6 else (before.age + 1, 1)
    return after.finished or later in {moment, following}


def coins_in_play(state: State) -> int:
    return sum(city.coins for city in state.cities)


def _in_another_order(moves: list[Move], rng: Random) -> list[Move]:
    """The moves of a turn shuffled; of each seat's moves the order is kept."""
    seats = [move.seat for move in moves]
    rng.shuffle(seats)
    by_seat = {seat: iter([move for move in moves if move.seat == seat]) for seat in seats}
    return [next(by_seat[seat]) for seat in seats]


def check_walk(path: Walk, final: State, rng: Random) -> None:
    box = cards_of(path[0][0])
    states = [state for state, _ in path] + [final]
    for before, after in pairwise(states):
        assert order_of_play(before, after)
        if rng.random() < 0.1 or after is final:
            check_invariants(after, box)
    assert final.finished


@SOME
@given(SETUPS, SEEDS, st.booleans())
def test_random_games_break_no_invariant(setup: Setup, seed: int, shown: bool) -> None:  # noqa: FBT001
    path, final = walk(setup, seed, shown=shown)
    check_walk(path, final, Random(seed))


@pytest.mark.proof
@MANY
@given(SETUPS, SEEDS, st.booleans())
def test_a_thousand_random_games_break_no_invariant(setup: Setup, seed: int, shown: bool) -> None:  # noqa: FBT001
    path, final = walk(setup, seed, shown=shown)
    check_walk(path, final, Random(seed))


@SOME
@given(SETUPS, SEEDS, st.booleans())
def test_the_fold_of_the_written_moves_is_the_live_state(setup: Setup, seed: int, shown: bool) -> None:  # noqa: FBT001
    path, final = walk(setup, seed, shown=shown)
    state = rules.begin(setup)
    for live, move in path:
        assert state == live
        written = msgspec.json.decode(msgspec.json.encode(rules.dump_move(move)))
        read = rules.parse_move(written)
        assert read == move
        state = rules.apply(state, read)
    assert state == final


@SOME
@given(SETUPS, SEEDS)
def test_the_moves_of_a_turn_may_be_told_in_any_order(setup: Setup, seed: int) -> None:
    """Whatever the order in which seats are told of, each one's second move after its first: the end is the same."""
    path, final = walk(setup, seed)
    rng, told = Random(seed), rules.begin(setup)
    turns: dict[tuple[int, int], list[Move]] = {}
    for state, move in path:
        turns.setdefault((state.age, state.turn), []).append(move)
    for moves in turns.values():
        for move in _in_another_order(moves, rng):
            told = rules.apply(told, move, strict=False)
    assert told == final


@SOME
@given(SETUPS, SEEDS)
def test_coins_come_from_the_bank_and_go_to_it_only_as_the_rules_say(setup: Setup, seed: int) -> None:
    """A choice moves no coins; in a turn without building, coins grow by three for each discard."""
    path, final = walk(setup, seed)
    states = [state for state, _ in path[1:]] + [final]
    for (before, move), after in zip(path, states, strict=True):
        if isinstance(move, act.Decline | act.Hand) or after.chosen != (None,) * len(after.cities):
            assert coins_in_play(after) == coins_in_play(before)
        elif not before.offers and all(
            chosen is None or (chosen.act == "discard" and isinstance(move, act.Discard)) for chosen in before.chosen
        ):
            assert coins_in_play(after) == coins_in_play(before) + 3 * len(before.cities)


def candidates(state: State, rng: Random, count: int) -> list[Move]:
    """Random moves of all kinds, most of them irregular, some nearly right."""
    ids = [card.id for card in state.facts.cards if card.age in {state.age, rng.randint(1, 3)}]
    found: list[Move] = []
    for _ in range(count):
        seat, card = rng.randrange(len(state.cities)), rng.choice(ids)
        trade = rng.choice((None, None, act.Trade(), act.Trade(_some(rng), _some(rng))))
        found += [
            act.Build(seat, card, trade),
            act.BuildStage(seat, rng.choice((card, "?")), trade),
            act.Discard(seat, rng.choice((card, "?"))),
            act.Free(seat, card),
            act.Revive(seat, card),
            act.Decline(seat),
            act.Hand(seat, tuple(rng.sample(ids, rng.randint(0, 7)))),
        ]
    return found


def _some(rng: Random) -> act.Bought:
    return act.Bought(**{rng.choice(RESOURCES): rng.randint(0, 2)})


@FEW
@given(SETUPS, SEEDS, st.booleans())
def test_legal_moves_are_those_in_which_nothing_is_irregular(setup: Setup, seed: int, shown: bool) -> None:  # noqa: FBT001
    """Every legal move is judged clean; every clean one leads where a legal one leads."""
    rng = Random(seed)
    path, _ = walk(setup, seed, shown=shown)
    for state, _ in path[:: rng.randint(7, 13)]:
        legal = rules.legal(state)
        assert len(set(legal)) == len(legal)
        assert all(rules.judge(state, move) == () for move in legal)
        if state.offers:
            continue
        ends = {rules.apply(state, move) for move in legal}
        for move in candidates(state, rng, 4):
            if isinstance(move, act.Hand) or getattr(move, "card", "") == "?" or is_ahead(state, move):
                continue
            if rules.judge(state, move) == ():
                assert rules.apply(state, move) in ends, move


@FEW
@given(SETUPS, SEEDS)
def test_no_mistake_stops_the_game_or_loses_a_card(setup: Setup, seed: int) -> None:
    """Games in which every fourth move is a mistake or nonsense go on, and nothing is lost."""
    rng = Random(seed)
    state = rules.begin(setup)
    box = cards_of(state)
    for _ in range(120):
        if state.finished:
            break
        wrong = (*candidates(state, rng, 1), *(rules.irregular(state) if rng.random() < 0.2 else ()))
        move = rng.choice(wrong if rng.random() < 0.25 else rules.legal(state))
        before, state = state, rules.apply(state, move, strict=False)
        assert cards_of(state) == box, move
        assert order_of_play(before, state) or before.offers
        assert all(city.coins >= 0 for city in state.cities), move
        assert all(finding.rule for finding in (*rules.judge(before, move), *rules.status(state)))
        rules.obligations(state)
        rules.describe(state)
        if rng.random() < 0.05:
            rules.imagine(state, rng).choices(state)


@FEW
@given(SETUPS, SEEDS)
def test_irregular_moves_have_findings_and_are_never_legal(setup: Setup, seed: int) -> None:
    path, _ = walk(setup, seed)
    state, _ = Random(seed).choice(path)
    moves = rules.irregular(state)
    assert moves
    assert all(rules.judge(state, move) for move in moves)
    assert not set(moves) & set(rules.legal(state))
