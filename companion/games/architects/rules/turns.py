"""How turns begin and end by themselves. Sections "Your turn", "Battle", "End of the game"."""

from msgspec.structs import replace

from companion.games.architects.rules.battle import resolve_battle
from companion.games.architects.rules.goals import notice
from companion.games.architects.rules.medals import due, passed_by
from companion.games.architects.rules.options import (
    can_turn_up,
    compulsory,
    effect_possible,
    exchanged,
    far_sources,
    filled,
    optional,
    owes_medals,
    sources,
)
from companion.games.architects.rules.state import NEW_TURN, State, Turn, is_complete, next_seat


def end_turn(state: State) -> State:
    """The actions are over: first the battle, then perhaps the game, then the next player (ruling battle_then_end).

    With the expansion the turn stays where it is (``Turn.over``) while medals that the battle has won are to be taken.
    """
    if state.battle >= state.conflict:
        state = resolve_battle(state)
        if state.medals is not None:
            state = notice(replace(state, turn=Turn(opened=True, used=state.turn.used, met=state.turn.met, over=True)))
            if due(state):
                return state
    return _next_turn(passed_by(state))


def _next_turn(state: State) -> State:
    facts, state = state.facts, replace(state, turn=NEW_TURN, used_before=state.turn.used)
    if any(is_complete(facts, city) for city in state.cities):
        return replace(state, finished=True)
    return replace(state, to_move=next_seat(state), number=state.number + 1)


def pass_on(state: State) -> State:
    """The turn is over, whatever was still to be done in it."""
    ended = end_turn(state)
    return end_turn(ended) if ended.turn.over else ended


def settle(state: State) -> State:
    """Drop what can no longer be done, and end every turn in which nothing is left to do."""
    while not state.finished:
        state = _start(notice(_drop_impossible(state)))
        if state.finished or not state.turn.opened or compulsory(state) or optional(state):
            return state
        state = end_turn(state)
    return state


def _drop_impossible(state: State) -> State:
    """An effect that can give nothing gives nothing (rulings empty_deck, olympia)."""
    turn = state.turn
    if not turn.effects and not turn.ready:
        return state
    effects = tuple(effect for effect in turn.effects if effect_possible(state, state.to_move, effect))
    reachable = sources(state, state.to_move) or (exchanged(turn) and far_sources(state, state.to_move))
    ready = turn.ready if reachable else ()
    if len(effects) == len(turn.effects) and len(ready) == len(turn.ready):
        return state
    return replace(state, turn=replace(turn, effects=effects, ready=ready))


def _start(state: State) -> State:
    """Open a turn in which there is no card to take (ruling no_source); what stays unopened waits for somebody."""
    if state.turn.opened or sources(state, state.to_move) or owes_medals(state) or can_turn_up(state, state.to_move):
        return state
    nothing_left = not any(filled(state, deck) for deck in range(len(state.decks))) and not _face_down(state)
    policy = state.rules.no_source_policy
    if nothing_left or policy == "end_game":
        return replace(state, finished=True, turn=NEW_TURN)
    if policy == "ask_table":
        return state
    return replace(state, turn=replace(state.turn, opened=True))


def _face_down(state: State) -> bool:
    """Whether cards lie face down before somebody: they are still turned up."""
    return state.medals is not None and any(state.medals.debts)
