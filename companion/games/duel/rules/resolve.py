"""When and as what a move counts: whose turn it is played in, and the one form of it that the rules use.

A move out of turn is not refused: the turn passes to where the table evidently is.
"""

from msgspec.structs import replace

from companion.games.duel.rules.findings import finding
from companion.games.duel.rules.moves import ChooseStarter, Move, Play, Reveal, TakeProgress
from companion.games.duel.rules.say import duty
from companion.games.duel.rules.state import UNREAD, State
from companion.games.duel.rules.turns import begins_age, end_turn, start
from companion.games.vocabulary import Finding


def is_silent(state: State, move: Move) -> bool:
    """Whether a move only says what is so already: that the one begins who begins anyway."""
    return isinstance(move, ChooseStarter) and begins_age(state) and move.seat == state.to_move


def is_read(state: State, move: Move) -> bool:
    """Whether a move says what lies where nobody had read it."""
    return isinstance(move, Reveal) and 0 <= move.reveal < len(state.laid) and state.laid[move.reveal] == UNREAD


def go_on(state: State) -> tuple[State, tuple[Finding, ...]]:
    """The table after a choice that was not made, which is lost, and whether that is irregular."""
    if not state.choice or state.choice == "starter":
        return state, ()
    found: tuple[Finding, ...] = ()
    if not may_skip(state):
        found = (finding("choice_skipped", state.to_move, (duty(state),), duty=duty(state)),)
    return end_turn(replace(state, choice="")), found


def place_age(state: State) -> tuple[State, tuple[Finding, ...]]:
    """The state in which a layout is laid out or the starter named: after a choice left open at an age's end."""
    return go_on(state) if state.left <= 0 else (state, ())


def place_play(state: State, move: Play) -> tuple[State, tuple[Finding, ...]]:
    """The state in which playing a card counts, and what is irregular about whose turn it is.

    Whoever plays first in an age was chosen to begin it.
    """
    state, found = go_on(state)
    if state.choice == "starter":
        return start(state, move.seat), found
    if state.finished or move.seat == state.to_move:
        return state, found
    return replace(state, to_move=move.seat), (*found, out_of_turn(state, move.seat))


def out_of_turn(state: State, seat: int) -> Finding:
    """That this seat acted in the other's turn."""
    return finding("out_of_turn", seat, (duty(state),), other=state.to_move)


def may_skip(state: State) -> bool:
    """Whether what is to be chosen may be declined. Section "Science and progress"; house rule progress_optional."""
    return state.choice == "board" and state.rules.progress_optional


def canonical(state: State, move: TakeProgress) -> TakeProgress:
    """The form of a move that ``legal`` lists: where the token came from is filled in."""
    if move.source is not None:
        return move
    return replace(move, source="box" if state.choice == "box" else "board")
