"""What is heard at a table of 7 Wonders: turns that are called, conflicts, the end; of a single choice nothing."""

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules import Move, State
from companion.games.seven_wonders.rules.moves import Decline, Discard, Hand, Revive
from companion.games.seven_wonders.rules.state import to_choose
from companion.games.vocabulary import Cue
from tests.games.seven_wonders.played import build, play, stage, turn
from tests.games.seven_wonders.tables import EVERYTHING, at, begin, built, lay, thrown

TURN, BATTLE, END = Cue("turn"), Cue("battle"), Cue("end")


def heard(state: State, move: Move) -> tuple[Cue, ...]:
    return rules.cues(state, move, rules.apply(state, move, strict=False))


def halicarnassus(turn_number: int = 3) -> State:
    """Its second stage on side A can be built now, and something lies on the discard pile."""
    state = at(begin("halicarnassus A", "rhodes A", "babylon B"), 1, turn_number)
    return thrown(built(lay(state, 0, *EVERYTHING), 0, 1), "altar", "theater")


def waiting_for_one(state: State) -> State:
    """All but the last seat have chosen; nothing was heard of it."""
    while len(to_choose(state)) > 1:
        move = Discard(to_choose(state)[0])
        assert heard(state, move) == ()
        state = rules.apply(state, move)
    return state


def test_a_turn_is_called_when_all_have_chosen() -> None:
    state = waiting_for_one(begin())
    assert heard(state, Discard(2)) == (TURN,)
    assert heard(begin(), Hand(0, ("altar",))) == ()


def test_the_conflicts_are_heard_before_the_next_age_and_before_the_end() -> None:
    assert heard(waiting_for_one(at(begin(), 1, 6)), Discard(2)) == (BATTLE, TURN)
    last = waiting_for_one(at(begin(), 3, 6))
    assert heard(last, Discard(2)) == (BATTLE, END)
    assert heard(play(last, Discard(2)), Discard(2)) == ()


def test_who_is_offered_something_is_called_and_all_are_when_it_is_answered() -> None:
    state = rules.apply(rules.apply(halicarnassus(), stage(0)), Discard(1))
    assert heard(state, Discard(2)) == (TURN,)
    offered = play(state, Discard(2))
    assert offered.offers == ((0, "revive"),)
    assert heard(offered, Revive(0, "altar")) == (TURN,)
    assert heard(offered, Decline(0)) == (TURN,)
    assert heard(offered, build(1, "altar")) == (TURN,), "whoever goes on has let the offer go"


def test_of_two_offers_the_second_is_not_called_again() -> None:
    state = built(halicarnassus(6), 2, 2)
    after = turn(state, stage(0))
    assert after.offers == ((2, "seventh"), (0, "revive"))
    assert heard(after, Discard(2)) == ()
    assert heard(play(after, Discard(2)), Revive(0, "altar")) == (BATTLE, TURN)


def test_an_answer_said_ahead_is_heard_with_the_turn() -> None:
    state = rules.apply(rules.apply(halicarnassus(), stage(0)), Discard(1))
    assert heard(state, Revive(0, "altar")) == ()
    assert heard(rules.apply(state, Revive(0, "altar")), Discard(2)) == (TURN,)
