"""States in words: players, sources and what must be done now, as short English lines with their rule."""

from companion.games.architects.rules.expansion import MEDAL_PLACE, MEDALS
from companion.games.architects.rules.facts import FACTS, Stage
from companion.games.architects.rules.medals import due
from companion.games.architects.rules.options import can_turn_up, must_build, must_turn_in, sources
from companion.games.architects.rules.state import State
from companion.games.vocabulary import Line, said

_SOURCE_WORDS = {"left": "left (own deck)", "right": "right neighbour's deck", "central": "central deck"}
_EFFECT_WORDS = {
    "alexandria": "take the top card of any deck (Wonder effects: Alexandria)",
    "babylon": "take a progress token (Wonder effects: Babylon)",
    "ephesus": "take the top card of the central deck (Wonder effects: Ephesus)",
    "halicarnassus": "look at the top 5 cards of the left or right deck and keep 1 (Wonder effects: Halicarnassus)",
    "olympia_left": "take the top card of the left deck (Wonder effects: Olympia)",
    "olympia_right": "take the top card of the right deck (Wonder effects: Olympia)",
    "rome": "take a card from before an opponent (Effects of the wonders: Rome)",
    "ur": "choose 1 of the 3 cards by the Cat (Effects of the wonders: Ur)",
}


def player(state: State, seat: int) -> str:
    """A player by name, or by wonder and seat."""
    if state.names:
        return state.names[seat]
    return f"{state.wonders[seat].capitalize()} (seat {seat})"


def source_words(source: str) -> str:
    """Where a card came from, for people."""
    if source.startswith("city:"):
        return f"cards before seat {source.removeprefix('city:')}"
    return _SOURCE_WORDS.get(source, f"deck of seat {source.removeprefix('holder:')}")


def card_name(card: str) -> str:
    """A card's name, for people."""
    return FACTS.cards[FACTS.index[card]].name


def cost_words(stage: Stage) -> str:
    """A stage's cost, for people: ``3 different``."""
    return f"{stage.count} {stage.kind}"


def obligations(state: State) -> tuple[Line, ...]:
    """What must be done now."""
    return tuple(map(said, duties(state)))


def duties(state: State) -> tuple[str, ...]:
    """What the player to move must do now, each line with its rule; empty: nothing, or the game is over."""
    if state.finished:
        return ()
    lines = [*_medals_due(state), *_face_down(state)] if state.medals is not None else []
    return tuple(lines) if state.turn.over else (*lines, *_actions_due(state))


def _medals_due(state: State) -> list[str]:
    whose = {move.medal: "" if move.seat == state.to_move else f", {player(state, move.seat)}" for move in due(state)}
    return [f"take the medal: {MEDALS[MEDAL_PLACE[name]].goal}{who} (Receiving a medal)" for name, who in whose.items()]


def _face_down(state: State) -> list[str]:
    due_now = can_turn_up(state, state.to_move) and not state.turn.over
    return ["turn up the card that lies face down (Effects of the wonders: Rome)"] if due_now else []


def _actions_due(state: State) -> tuple[str, ...]:
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
