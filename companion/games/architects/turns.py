"""How turns begin and end by themselves. Sections "Your turn", "Battle", "End of the game"."""

from msgspec.structs import replace

from companion.games.architects.battle import resolve_battle
from companion.games.architects.options import compulsory, effect_possible, optional, sources
from companion.games.architects.state import NEW_TURN, State, Turn, is_complete, next_seat


def end_turn(state: State) -> State:
    """The turn is over: first the battle, then perhaps the game, then the next player (ruling battle_then_end)."""
    if state.battle >= state.conflict:
        state = resolve_battle(state)
    if any(is_complete(city) for city in state.cities):
        return replace(state, finished=True, turn=NEW_TURN)
    return replace(state, to_move=next_seat(state), number=state.number + 1, turn=NEW_TURN)


def settle(state: State) -> State:
    """Drop what can no longer be done, and end every turn in which nothing is left to do."""
    while not state.finished:
        state = _start(_drop_impossible(state))
        if state.finished or compulsory(state) or optional(state):
            return state
        state = end_turn(state)
    return state


def _drop_impossible(state: State) -> State:
    """An effect that can give nothing gives nothing (rulings empty_deck, olympia)."""
    turn = state.turn
    effects = tuple(effect for effect in turn.effects if effect_possible(state, state.to_move, effect))
    ready = turn.ready if sources(state, state.to_move) else ()
    if len(effects) == len(turn.effects) and len(ready) == len(turn.ready):
        return state
    return replace(state, turn=replace(turn, effects=effects, ready=ready))


def _start(state: State) -> State:
    """Open a turn in which there is no card to take (ruling no_source)."""
    if state.turn.opened or sources(state, state.to_move):
        return state
    nothing_left = not any(sum(deck) > 0 for deck in state.decks)
    policy = state.rules.no_source_policy
    if nothing_left or policy == "end_game":
        return replace(state, finished=True, turn=NEW_TURN)
    if policy == "ask_table":
        return state
    return replace(state, turn=Turn(opened=True))
