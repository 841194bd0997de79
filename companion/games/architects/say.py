"""States in words: players, sources and what must be done now, as short English lines with their rule."""

from companion.games.architects.facts import FACTS, Stage
from companion.games.architects.options import must_build, must_turn_in, sources
from companion.games.architects.state import State

_SOURCE_WORDS = {"left": "left (own deck)", "right": "right neighbour's deck", "central": "central deck"}
_EFFECT_WORDS = {
    "alexandria": "take the top card of any deck (Wonder effects: Alexandria)",
    "babylon": "take a progress token (Wonder effects: Babylon)",
    "ephesus": "take the top card of the central deck (Wonder effects: Ephesus)",
    "halicarnassus": "look at the top 5 cards of the left or right deck and keep 1 (Wonder effects: Halicarnassus)",
    "olympia_left": "take the top card of the left deck (Wonder effects: Olympia)",
    "olympia_right": "take the top card of the right deck (Wonder effects: Olympia)",
}


def player(state: State, seat: int) -> str:
    """A player by name, or by wonder and seat."""
    if state.names:
        return state.names[seat]
    return f"{state.wonders[seat].capitalize()} (seat {seat})"


def source_words(source: str) -> str:
    """Where a card came from, for people."""
    return _SOURCE_WORDS.get(source, f"deck of seat {source.removeprefix('holder:')}")


def card_name(card: str) -> str:
    """A card's name, for people."""
    return FACTS.cards[FACTS.index[card]].name


def cost_words(stage: Stage) -> str:
    """A stage's cost, for people: ``3 different``."""
    return f"{stage.count} {stage.kind}"


def obligations(state: State) -> tuple[str, ...]:
    """What the player to move must do now, each line with its rule; empty: nothing, or the game is over."""
    if state.finished:
        return ()
    seat, turn = state.to_move, state.turn
    lines: list[str] = []
    if not turn.opened:
        if sources(state, seat):
            return ("take a card (Your turn)",)
        return ("no card is left to take: the table decides, then end the turn (house rule no_source_policy)",)
    if not state.rules.wonder_effect_optional:
        lines += [_EFFECT_WORDS[effect] for effect in turn.effects]
    stages = must_build(state, seat, turn)
    lines += [f"build {stage.id} with {cost_words(stage)} (Building a stage)" for stage in stages]
    if must_turn_in(state, seat):
        lines.append("turn in a science set for a progress token (Green cards)")
    return tuple(lines)
