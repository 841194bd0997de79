"""Laws that hold in every game, tried on random ones: hypothesis chooses the table and the moves."""

from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from companion.games.architects import rules, seen
from companion.games.architects.rules import FACTS, EndTurn, HouseRules, Move, Setup, State, TakeCard
from companion.games.architects.rules.deal import Deal, play_set_up, steps
from companion.games.architects.rules.moves import NOBODYS, BuildStage, RevealProgress, TakeProgress
from companion.games.architects.rules.policy import POLICIES
from companion.games.architects.rules.resolve import canonical, is_silent
from tests.games.contests import greedy_wins

HOUSE = st.builds(
    HouseRules,
    st.sampled_from(["pass", "end_game", "ask_table"]),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.booleans(),
    st.sampled_from(["keep_cards", "discard_anyway"]),
    st.booleans(),
)
TABLES = st.tuples(
    st.lists(st.sampled_from(list(FACTS.wonders)), min_size=2, max_size=7, unique=True).map(tuple),
    st.one_of(st.just(HouseRules()), HOUSE),
    st.integers(0, 2**32),
)


def cards_of(state: State) -> tuple[int, ...]:
    """All cards of each face, wherever they lie."""
    heaps = [*state.decks, *(city.cards for city in state.cities), state.discard]
    return tuple(map(sum, zip(*heaps, strict=True)))


def check_invariants(state: State, box: tuple[int, ...]) -> None:
    assert cards_of(state) == box, "cards are conserved"
    assert min(map(min, (*state.decks, *(city.cards for city in state.cities), state.discard))) >= 0
    assert state.cat is None or 0 <= state.cat < state.players, "there is one Cat"
    assert 0 <= state.battle <= state.conflict
    assert 0 <= state.to_move < state.players
    tokens = sum(state.hidden) + len(state.face_up) - state.face_up.count("?")
    assert tokens + sum(len(city.progress) for city in state.cities) == 15
    assert len(state.face_up) <= 3
    assert min(state.hidden) >= 0
    sheet = rules.scores(state)
    for seat, row in enumerate(sheet.categories):
        for category, points in row.items():
            lines = [line.points for line in sheet.explain if (line.seat, line.category) == (seat, category)]
            assert points == sum(lines)
            assert 0 not in lines
    assert sheet.winners


def walk(wonders: tuple[str, ...], house: HouseRules, seed: int) -> list[tuple[State, Move]]:
    """A random game on a real deal: each state with the move made in it."""
    rng = Random(seed)
    deal = Deal.shuffled(wonders, rng)
    state = rules.begin(Setup(wonders, seed % len(wonders), deal.face_up, house_rules=house))
    path = []
    for move, after in steps(deal, state, rng, POLICIES["random"]):
        path.append((state, move))
        state = after
        assert len(path) < 3000, "a game ends"
    return [*path, (state, EndTurn(state.to_move))]


@settings(max_examples=200, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(TABLES)
def test_two_hundred_random_games_break_no_invariant(table: tuple[tuple[str, ...], HouseRules, int]) -> None:
    """As in every game of ``_keeps_the_invariants``; ``make proof`` plays two thousand."""
    _keeps_the_invariants(table)


@pytest.mark.proof
@settings(max_examples=2000, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(TABLES)
def test_two_thousand_random_games_break_no_invariant(table: tuple[tuple[str, ...], HouseRules, int]) -> None:
    _keeps_the_invariants(table)


def _keeps_the_invariants(table: tuple[tuple[str, ...], HouseRules, int]) -> None:
    """Checked all along on a random tenth of the states and at the end; the fold of the written moves is the state."""
    wonders, house, seed = table
    path = walk(wonders, house, seed)
    first, final = path[0][0], path[-1][0]
    box = cards_of(first)
    rng = Random(seed)
    for state, _ in path:
        if state is final or rng.random() < 0.05:
            check_invariants(state, box)
    assert final.finished
    assert rules.status(final) == frozenset()
    folded = first
    for _, move in path[:-1]:
        written = msgspec.json.decode(msgspec.json.encode(rules.dump_move(move)))
        read = rules.parse_move(written)
        assert read == move
        folded = rules.apply(folded, read)
    assert folded == final


def candidates(state: State, rng: Random, count: int) -> list[Move]:
    """Random moves of all kinds, most of them irregular, some nearly right."""
    seats = (state.to_move, state.to_move, (state.to_move + 1) % state.players, rng.randrange(state.players))
    reasons = (None, None, "olympia", "ephesus", "alexandria", "halicarnassus", *FACTS.progress_tokens)
    sources = ("left", "right", "central", "holder:0", "holder:1")
    tokens, faces = list(FACTS.progress_tokens), list(FACTS.index)
    found: list[Move] = []
    for _ in range(count):
        seat = rng.choice(seats)
        stage = f"{state.wonders[seat]}_{rng.randint(1, 5)}"
        held = [card for card, number in zip(faces, state.cities[seat].cards, strict=True) for _ in range(number)]
        spent = tuple(sorted(rng.sample(held, min(len(held), rng.randint(0, 4)))))
        found += [
            TakeCard(seat, rng.choice(sources), rng.choice(faces), rng.choice(reasons)),
            BuildStage(seat, stage, spent),
            TakeProgress(seat, rng.choice(tokens), rng.choice(("face_up", "stack")), spent),
            RevealProgress(rng.choice(tokens)),
            EndTurn(seat),
        ]
    return found


def without_reason(move: Move) -> Move:
    """A further card is the same whichever of two reasons is named for it."""
    return msgspec.structs.replace(move, because=None) if isinstance(move, TakeCard) else move


@settings(max_examples=60, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(TABLES)
def test_legal_moves_are_those_in_which_nothing_is_irregular(table: tuple[tuple[str, ...], HouseRules, int]) -> None:
    wonders, house, seed = table
    rng = Random(seed)
    for state, _ in walk(wonders, house, seed)[:: rng.randint(5, 9)]:
        legal = rules.legal(state)
        assert len(set(legal)) == len(legal)
        assert all(rules.judge(state, move) == () for move in legal)
        # What lies there is read after the end too.
        known = {without_reason(move) for move in (*legal, *rules.reveals(state))}
        for move in candidates(state, rng, 12):
            if rules.judge(state, move) == () and not is_silent(state, move):
                form = move if isinstance(move, NOBODYS) else canonical(state, move)
                assert without_reason(form) in known, move


@settings(max_examples=20, deadline=None, suppress_health_check=list(HealthCheck), database=None)
@given(TABLES)
def test_no_mistake_stops_the_game_or_loses_a_card(table: tuple[tuple[str, ...], HouseRules, int]) -> None:
    """Games in which every fourth move is a mistake or nonsense go on, and nothing is lost."""
    wonders, house, seed = table
    rng = Random(seed)
    state = rules.begin(Setup(wonders, house_rules=house))
    box = cards_of(state)
    for _ in range(150):
        if state.finished:
            break
        wrong = (*rules.irregular(state), *candidates(state, rng, 2))
        move = rng.choice(wrong if rng.random() < 0.25 else rules.legal(state))
        before, state = state, rules.apply(state, move, strict=False)
        assert cards_of(state) == box, move
        assert all(finding.rule for finding in rules.judge(before, move) + tuple(rules.status(state)))
        assert all(min(city.cards) >= 0 for city in state.cities), move
        assert 0 <= state.battle <= state.conflict
        seen.tableau(state)
        rules.cues(before, move, state)
        rules.obligations(state)


@pytest.mark.parametrize("policy", list(POLICIES))
def test_the_same_seed_plays_the_same_game(policy: str) -> None:
    games = [play_set_up(Setup(("giza", "olympia", "babylon")), Random(7), POLICIES[policy]) for _ in range(2)]
    assert games[0] == games[1]
    assert games[0].final.finished


def test_greedy_beats_random() -> None:
    def dealt(game: int, rng: Random) -> tuple[Deal, State]:
        wonders = tuple(rng.sample(list(FACTS.wonders), 2))
        deal = Deal.shuffled(wonders, rng)
        return deal, rules.begin(Setup(wonders, game % 2, deal.face_up))

    assert greedy_wins(rules, 60, dealt, steps) > 33, "of 60 games"
