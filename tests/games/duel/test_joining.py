"""A game that is joined in its middle goes on as the one that was watched from its beginning."""

from random import Random

import msgspec
import pytest
from hypothesis import given, settings

from companion.games.duel import rules
from companion.games.duel.rules import Setup, State
from companion.games.duel.rules import moves as act
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.setup import HouseRules, PlayerPosition, Underway
from companion.games.duel.rules.state import discarded, unread_free
from companion.games.vocabulary import InvalidSetup
from tests.games.duel.joining import as_known, can_join, underway
from tests.games.duel.test_laws import SLOW, TABLES, hold, walk
from tests.games.playing_out import played_out

_OPEN = (act.Reveal, act.Revive)
"""Moves that more may be for who has seen less."""
_OWN = (("sphinx", "pyramids", "colossus", "mausoleum"), ("piraeus", "appian_way", "hanging_gardens", "great_library"))


def moments(house: HouseRules, draft: bool, seed: int) -> list[tuple[State, list[act.Move]]]:  # noqa: FBT001
    """Moments of a random game at which somebody may join it, and what is played from there on."""
    _, path = walk(house, draft, seed)
    there = [k for k, (_, state) in enumerate(path) if can_join(state)]
    chosen = Random(seed).sample(there, min(6, len(there)))
    return [(path[k][1], [move for move, _ in path[k + 1 :]]) for k in sorted(chosen)]


def joined(state: State, discards: int = ~0) -> State:
    """The same table for who joins it, through what is written of it."""
    written = msgspec.json.decode(msgspec.json.encode(rules.dump_setup(underway(state, discards))))
    return rules.begin(rules.parse_setup(written))


@settings(max_examples=20, deadline=None, suppress_health_check=SLOW, database=None)
@given(TABLES)
def test_who_joins_has_the_same_scores_and_every_legal_move(table: tuple[HouseRules, bool, int]) -> None:
    for state, _ in moments(*table):
        there = joined(state)
        assert as_known(there) == as_known(state)
        assert rules.scores(there) == rules.scores(state)
        mine, theirs = set(rules.legal(there)), set(rules.legal(state))
        assert theirs <= mine
        if state.laid and not unread_free(state):
            assert all(isinstance(move, _OPEN) for move in mine - theirs)


@settings(max_examples=20, deadline=None, suppress_health_check=SLOW, database=None)
@given(TABLES)
def test_a_joined_game_is_played_to_the_same_end(table: tuple[HouseRules, bool, int]) -> None:
    """Whether he knows what lies in the discard pile or only some of it."""
    rng = Random(table[2])
    for state, rest in moments(*table):
        for discards in (~0, 0, rng.getrandbits(len(FACTS.cards))):
            there, here = joined(state, discards), state
            for move in rest:
                assert rules.judge(there, move) == ()
                there, here = rules.apply(there, move), rules.apply(here, move)
            assert as_known(there) == as_known(here)
            assert rules.scores(there) == rules.scores(here)


@settings(max_examples=10, deadline=None, suppress_health_check=SLOW, database=None)
@given(TABLES)
def test_a_joined_game_can_be_imagined_to_its_end(table: tuple[HouseRules, bool, int]) -> None:
    for state, _ in moments(*table):
        rng, there = Random(table[2]), joined(state, 0)
        assert rules.status(there) == frozenset()
        there = played_out(rules, there, rng)
        assert there.finished
        assert rules.status(there) == frozenset()


@pytest.mark.proof
@pytest.mark.parametrize("seed", range(100))
def test_the_laws_of_joining_hold_in_many_more_games(seed: int) -> None:
    hold(
        seed,
        test_who_joins_has_the_same_scores_and_every_legal_move,
        test_a_joined_game_is_played_to_the_same_end,
        test_a_joined_game_can_be_imagined_to_its_end,
    )


def test_a_set_up_that_begins_says_nothing_of_joining() -> None:
    assert "position" not in rules.dump_setup(Setup(wonders=_OWN))


def _position(**how: object) -> Setup:
    """After 4 cards of the first age, two of them in the first city."""
    mine = how.pop("mine", PlayerPosition(cards=("lumber_yard", "clay_pool")))
    told = {"age": 1, "layout": (None,) * 20, "taken": (16, 17, 18, 19), **how}
    return Setup(wonders=_OWN, position=Underway(players=(mine, PlayerPosition()), **told))  # type: ignore[arg-type]


def test_what_was_discarded_and_nobody_knows_may_be_revived() -> None:
    state = rules.begin(_position())
    assert state.buried == 2
    cards = discarded(state)
    assert not cards & state.cities[0].cards
    revived = rules.apply(state, act.Revive(0, "stable"), strict=False)
    assert revived.buried == 1
    assert revived.cities[0].cards >> FACTS.index["stable"] & 1


def test_tokens_won_no_longer_lie_unread_on_the_board() -> None:
    won = _position(mine=PlayerPosition(progress=("law",)))
    assert rules.begin(won).unread == 4
    drawn = _position(mine=PlayerPosition(), age=2)
    library = PlayerPosition(wonders=("great_library",), progress=("law",))
    position = msgspec.structs.replace(drawn.position, players=(PlayerPosition(), library))  # type: ignore[type-var]
    assert rules.begin(msgspec.structs.replace(drawn, position=position)).unread == 5


@pytest.mark.parametrize(
    "how",
    [
        {"age": 4},
        {"taken": (0, 16, 17, 18)},
        {"taken": ()},
        {"taken": tuple(range(20))},
        {"layout": (None,) * 19},
        {"layout": ("arena", *(None,) * 19)},
        {"layout": ("lumber_yard", *(None,) * 19)},
        {"layout": ("nothing", *(None,) * 19)},
        {"pawn": 9},
        {"pawn": -12},
        {"loot": ((3,), ())},
        {"loot": ()},
        {"discard": ("lumber_yard",)},
        {"discard": ("stable", "stable")},
        {"mine": PlayerPosition(wonders=("piraeus",))},
        {"mine": PlayerPosition(cards=("stable", "garrison", "palisade", "tavern", "theater"))},
    ],
)
def test_what_cannot_lie_on_a_table_is_refused(how: dict[str, object]) -> None:
    with pytest.raises(InvalidSetup):
        rules.begin(_position(**how))
