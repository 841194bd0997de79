"""Laws that hold in every game with the expansion, tried on random ones, Rome and Ur (invented) among them."""

from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.games.architects import rules, seen
from companion.games.architects.rules import (
    FACTS,
    HouseRules,
    Move,
    RevealMedal,
    Setup,
    State,
    TakeCard,
    TakeMedal,
    TurnUp,
    medals,
)
from companion.games.architects.rules.deal import dealt, imagine, play, steps
from companion.games.architects.rules.expansion import MEDALS
from companion.games.architects.rules.moves import NOBODYS, EndTurn
from companion.games.architects.rules.policy import POLICIES
from companion.games.architects.rules.resolve import canonical, is_silent
from tests.games.medal_tables import INVENTED_BOX

HOUSE = st.builds(
    HouseRules,
    no_source_policy=st.sampled_from(["pass", "end_game", "ask_table"]),
    wonder_effect_optional=st.booleans(),
    two_player_medals=st.sampled_from([2, 1]),
    rome_answers_tokens=st.booleans(),
    rome_no_central_card=st.sampled_from(["no_return", "no_effect"]),
    face_down_counts=st.booleans(),
    ur_answers_tokens=st.booleans(),
)
WONDERS = st.lists(st.sampled_from(["rome", "ur", *FACTS.wonders]), min_size=2, max_size=7, unique=True)
TABLES = st.tuples(WONDERS, HOUSE, st.booleans(), st.integers(0, 2**32))
Table = tuple[list[str], HouseRules, bool, int]
QUICK = settings(max_examples=25, deadline=None, suppress_health_check=list(HealthCheck), database=None)


def set_up(table: Table) -> Setup:
    wonders, house, expert, _ = table
    box = {wonder: INVENTED_BOX[wonder] for wonder in wonders if wonder in INVENTED_BOX}
    return Setup(tuple(wonders), expansions=("medals",), expert=expert, house_rules=house, box=box)


def cards_of(state: State) -> tuple[int, ...]:
    """All cards of each face; one that lies face down counts where it came from, since nobody knows it."""
    return tuple(map(sum, zip(*state.decks, *(city.cards for city in state.cities), state.discard, strict=True)))


def check_invariants(state: State, box: tuple[int, ...], *, expert: bool) -> None:
    medals = state.medals
    assert medals is not None
    assert cards_of(state) == box, "cards are conserved"
    assert min(medals.debts) >= 0
    assert sum(medals.debts) <= sum(state.decks[-1]), "what lies face down came out of the central deck"
    lying = [name for name in medals.lying if name is not None]
    taken = [name for city in state.cities for name in city.medals]
    assert medals.spare + len(lying) + len(taken) == len(MEDALS), "medals are conserved"
    assert medals.spare >= 0
    assert max(len(city.medals) for city in state.cities) <= (4 if expert else 2)
    known = [name for name in lying if name != "?"]
    assert len(known) == len(set(known))
    seen = set(known + taken)
    assert seen.isdisjoint(medal.id for k, medal in enumerate(MEDALS) if medals.unseen >> k & 1)
    tokens = sum(state.hidden) + len(state.face_up) - state.face_up.count("?")
    assert tokens + sum(len(city.progress) for city in state.cities) == 19
    assert min(state.hidden) >= 0


@QUICK
@given(table=TABLES, unread=st.booleans())
def test_a_game_with_medals_breaks_no_invariant(table: Table, *, unread: bool) -> None:
    """Every move is legal, nothing is lost, and the fold of the written moves is the state."""
    rng = Random(table[-1])
    setup, deal = dealt(set_up(table), rng)
    if unread:
        setup = msgspec.structs.replace(setup, medals=(), centre=())
    state = first = rules.begin(setup)
    box = cards_of(state)
    moves: list[Move] = []
    for move, after in steps(deal, state, rng, POLICIES["greedy" if table[-1] % 2 else "random"]):
        if rng.random() < 0.1 or isinstance(move, TakeMedal | TurnUp | RevealMedal):
            assert rules.judge(state, move) == ()
            assert move in rules.legal(state)
            check_invariants(state, box, expert=table[2])
        moves.append(move)
        state = after
    check_invariants(state, box, expert=table[2])
    assert rules.status(state) == frozenset()
    folded = rules.begin(rules.parse_setup(msgspec.json.decode(msgspec.json.encode(rules.dump_setup(setup)))))
    assert folded == first
    for move in moves:
        folded = rules.apply(folded, rules.parse_move(msgspec.json.decode(msgspec.json.encode(rules.dump_move(move)))))
    assert folded == state


def candidates(state: State, rng: Random) -> list[Move]:
    """Random moves of the expansion, most of them irregular."""
    seat = rng.randrange(state.players)
    medals = [medal.id for medal in MEDALS]
    faces = list(FACTS.index)
    return [
        TakeMedal(seat, rng.choice(medals), rng.choice(("left", "right", "centre"))),
        TurnUp(rng.choice((seat, state.to_move)), rng.choice(faces)),
        RevealMedal(rng.choice(medals), rng.choice((None, seat))),
        TakeCard(state.to_move, f"city:{seat}", rng.choice(faces), rng.choice((None, "rome", "science"))),
        TakeCard(state.to_move, "central", rng.choice(faces), "ur"),
        EndTurn(seat),
    ]


@QUICK
@given(TABLES)
def test_no_mistake_with_medals_stops_the_game_or_loses_anything(table: Table) -> None:
    """Games in which every fourth move is a mistake go on; what has no findings is legal, and the other way round."""
    rng = Random(table[-1])
    setup = set_up(table)
    state = rules.begin(setup)
    box = cards_of(state)
    for _ in range(100):
        if state.finished:
            break
        legal = rules.legal(state)
        assert legal
        move = rng.choice(legal)
        assert rules.judge(state, move) == ()
        if rng.random() < 0.25:
            odd = [*candidates(state, rng), *(rules.irregular(state) if rng.random() < 0.3 else ())]
            for other in odd[:8]:
                form = other if isinstance(other, NOBODYS) else canonical(state, other)
                told = form in legal or is_silent(state, other)
                assert (rules.judge(state, other) == ()) == told, other
            move = rng.choice(odd)
        before, state = state, rules.apply(state, move, strict=False)
        assert cards_of(state) == box, move
        medals = state.medals
        assert medals is not None
        assert min(medals.debts) >= 0
        on_table = sum(name is not None for name in medals.lying)
        assert medals.spare + on_table + sum(len(city.medals) for city in state.cities) == len(MEDALS)
        seen.tableau(state)
        rules.cues(before, move, state)
        rules.obligations(state)
        rules.status(state)


@QUICK
@given(TABLES)
def test_an_imagined_deal_agrees_with_all_that_is_known_and_plays_on(table: Table) -> None:
    rng = Random(table[-1])
    setup, deal = dealt(set_up(table), rng)
    state = rules.begin(msgspec.structs.replace(setup, medals=setup.medals[:1], centre=()))
    stop = rng.randrange(60)
    for count, (_, after) in enumerate(steps(deal, state, rng, POLICIES["random"])):
        state = after
        if count >= stop:
            break
    dreamt = imagine(state, rng)
    for move, after in steps(dreamt, state, rng, POLICIES["random"]):
        assert rules.judge(state, move) == ()
        state = after
    assert state.finished


@pytest.mark.parametrize("players", [2, 5, 7])
def test_play_deals_medals_when_the_expansion_is_asked_for(players: int) -> None:
    game = play(players, Random(players), POLICIES["greedy"], expansions=("medals",))
    assert game.final.finished
    assert len(game.setup.medals) == players
    assert any(isinstance(move, TakeMedal) for move in game.moves)


def test_where_no_goal_is_met_no_medal_is_looked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    state = rules.begin(set_up((["giza", "rhodes"], HouseRules(), False, 0)))
    monkeypatch.setattr(medals, "takable", lambda _: pytest.fail("looked for"))
    assert not state.turn.met
    assert medals.due(state) == ()
    assert medals.passed_by(state) == state


@QUICK
@given(TABLES)
def test_the_medals_that_are_due_are_those_that_may_be_taken_and_can_be_read(table: Table) -> None:
    rng, state = Random(table[3]), rules.begin(set_up(table))
    for _ in range(60):
        assert state.medals is not None
        unseen = {medal.id for k, medal in enumerate(MEDALS) if state.medals.unseen >> k & 1}
        assert medals.due(state) == tuple(move for move in medals.takable(state) if move.medal not in unseen)
        missed = {*state.medals.missed, *((move.seat, move.medal) for move in medals.takable(state))}
        after = medals.passed_by(state).medals
        assert after is not None
        assert set(after.missed) == missed
        moves = rules.legal(state)
        if not moves:
            break
        state = rules.apply(state, rng.choice(moves))


@pytest.mark.parametrize(("cat", "allows"), [(0, True), (1, False), (None, False)])
def test_a_card_that_nobody_has_read_may_allow_a_medal_only_to_whom_all_else_is_there(
    cat: int | None, *, allows: bool
) -> None:
    state = rules.begin(set_up((["giza", "rhodes"], HouseRules(), False, 0)))
    city = replace(state.cities[0], progress=("?",), military=1)
    state = replace(state, cities=(city, *state.cities[1:]), cat=cat)
    assert rules.unread_may_allow(state, TakeMedal(0, "medal_progress_military_cat", "left")) is allows


@pytest.mark.parametrize("over", [True, False])
def test_what_nobody_has_read_may_allow_the_medal_for_a_battle_only_right_after_one(*, over: bool) -> None:
    state = rules.begin(set_up((["giza", "rhodes"], HouseRules(), True, 0)))
    state = replace(state, turn=replace(state.turn, over=over))
    assert rules.unread_may_allow(state, TakeMedal(0, "medal_2_military_one_battle", "centre")) is over
