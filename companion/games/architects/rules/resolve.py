"""When and as what a move counts: whose turn it is played in, and the one form of it that the rules use.

A move out of turn is not refused: the turn passes (or goes back) to where the table evidently is.
"""

from msgspec.structs import replace

from companion.games.architects.rules.findings import finding
from companion.games.architects.rules.medals import due, unread_place
from companion.games.architects.rules.moves import (
    NOBODYS,
    BuildStage,
    EndTurn,
    Move,
    PlayersMove,
    RevealMedal,
    RevealProgress,
    TakeCard,
    TakeMedal,
    TakeProgress,
)
from companion.games.architects.rules.options import (
    because_of,
    must_turn_in,
    owes_actions,
    reason_for,
    sources,
    stage_payments,
    unread_gives,
)
from companion.games.architects.rules.say import obligations
from companion.games.architects.rules.setup import UNREAD
from companion.games.architects.rules.state import (
    NEW_TURN,
    State,
    Turn,
    city_of,
    deck_of,
    is_complete,
    next_seat,
    previous_seat,
)
from companion.games.architects.rules.turns import end_turn, pass_on, settle
from companion.games.vocabulary import Finding, line


def is_silent(state: State, move: Move) -> bool:
    """Whether a move only says what is so already: the end of a turn that ended by itself, what was read already."""
    if isinstance(move, NOBODYS):
        return state.finished and not _is_unread(state, move)
    if not isinstance(move, EndTurn):
        return False
    if state.finished:
        return move.seat == state.to_move
    return not state.turn.opened and move.seat == previous_seat(state)


def _is_unread(state: State, move: RevealProgress | RevealMedal) -> bool:
    """Whether something lies there that nobody has read yet, and that this move says what it is."""
    if isinstance(move, RevealProgress):
        return UNREAD in state.face_up
    return unread_place(state, move.left_of) is not None


def place_move(state: State, move: Move) -> tuple[State, tuple[Finding, ...]]:
    """The state in which the move counts, and what is irregular about whose turn it is."""
    if state.finished or isinstance(move, (*NOBODYS, TakeMedal)) or move.seat == state.to_move:
        # Whether a medal may be taken outside the own turn is judged with the medal.
        return _gone_on_with(state, move) or state, ()
    found = (_out_of_turn(state, move.seat),)
    just_played = move.seat == previous_seat(state) and state.number > 1
    if isinstance(move, EndTurn):
        return state, found
    has_begun = state.turn.opened or not sources(state, state.to_move)
    if isinstance(move, TakeCard) and has_begun and move.seat == next_seat(state):
        return _next_begins(state, move.seat)
    if just_played and not state.turn.opened:
        again = _reopen(state, move.seat)
        return again, () if _may_give(again, move) else found
    if not isinstance(move, TakeCard):
        return state, found
    return (state if just_played else _jump(state, move.seat)), found


def _next_begins(state: State, seat: int) -> tuple[State, tuple[Finding, ...]]:
    """The next player takes a card: that ends the turn, rightly if only optional actions were left."""
    found = unfinished(state)
    if not found and not state.turn.over:
        # The battle that ends the turn may win medals; then these are what is unfinished.
        state = end_turn(state)
        found = unfinished(state) if state.turn.over else ()
        after = settle(end_turn(state) if state.turn.over else state)
    else:
        after = settle(pass_on(state))
    if not after.finished and after.to_move != seat:
        return _jump(after, seat), (*found, _out_of_turn(after, seat))
    return after, found


def unfinished(state: State) -> tuple[Finding, ...]:
    """What is irregular about the turn's ending now: something compulsory, or a medal, was left."""
    found: tuple[Finding, ...] = ()
    if owes_actions(state):
        legal = obligations(state)
        found = (finding("turn_not_finished/passed", state.to_move, legal, due=legal),)
    return (*found, *(_left_lying(move) for move in due(state)))


def _left_lying(move: TakeMedal) -> Finding:
    return finding("medal_forgotten", move.seat, (line("medal", medal=move.medal),), medal=move.medal)


def reopened(state: State) -> State | None:
    """Back to the last turn of a game that ended with a wonder, where a token that nobody has read may give a card."""
    if not state.finished or not is_complete(state.facts, state.cities[state.to_move]):
        return None
    again = replace(state, finished=False, turn=Turn(opened=True, used=state.used_before, builds=1))
    return again if unread_gives(again, again.to_move) else None


def _gone_on_with(state: State, move: Move) -> State | None:
    """The last turn of a game that had ended, if it goes on with this move."""
    again = reopened(state)
    return again if again is not None and not isinstance(move, NOBODYS) and _may_give(again, move) else None


def _may_give(again: State, move: PlayersMove) -> bool:
    """Whether it is a card that a token which nobody has read may give, in a turn that had ended without it."""
    return isinstance(move, TakeCard) and move.because in (None, UNREAD) and unread_gives(again, move.seat)


def _reopen(state: State, seat: int) -> State:
    """Back to the turn that has just ended: its player is still doing something."""
    return replace(state, to_move=seat, number=state.number - 1, turn=Turn(opened=True, used=state.used_before))


def _jump(state: State, seat: int) -> State:
    """The turn is this player's now, whoever was skipped."""
    if state.turn.opened:
        state = pass_on(state)
    return state if state.finished else replace(state, to_move=seat, turn=NEW_TURN)


def _out_of_turn(state: State, seat: int) -> Finding:
    return finding("out_of_turn", seat, obligations(state), other=state.to_move)


def canonical(state: State, move: PlayersMove) -> PlayersMove:
    """The form of a move that ``legal`` lists: one name a deck, one reason a card, sorted payment.

    What was left out (why an extra card, what was spent) is filled in where only one thing fits.
    """
    if isinstance(move, TakeCard):
        return _canonical_take(state, move)
    if isinstance(move, BuildStage):
        return _canonical_build(state, move)
    if isinstance(move, TakeProgress):
        spent = tuple(sorted(move.spent))
        if not spent and "babylon" not in state.turn.effects:
            sets = must_turn_in(state, move.seat)
            spent = sets[0] if len(sets) == 1 else spent
        return move if spent == move.spent else replace(move, spent=spent)
    return move


def _canonical_take(state: State, move: TakeCard) -> TakeCard:
    deck = deck_of(state, move.seat, move.source)
    place = city_of(state, move.source) if deck is None else deck
    source = move.source
    for name in ("left", "right"):
        if deck is not None and source.startswith("holder:") and deck == deck_of(state, move.seat, name):
            source = name
            break
    because = move.because
    in_turn = move.seat == state.to_move and state.turn.opened
    if because is None and in_turn and place is not None:
        reason = reason_for(state, source, place)
        because = reason and because_of(reason)
    if source == move.source and because == move.because:
        return move
    return replace(move, source=source, because=because)


def _canonical_build(state: State, move: BuildStage) -> BuildStage:
    spent = tuple(sorted(move.spent))
    if not spent and move.stage in state.facts.stages:
        turn = state.turn if move.seat == state.to_move else NEW_TURN
        ways = stage_payments(state, move.seat, state.facts.stages[move.stage], turn)
        spent = ways[0].spent if len(ways) == 1 else spent
    return move if spent == move.spent else replace(move, spent=spent)
