"""What must be done now, and what would be right, as lines."""

from collections.abc import Iterable

from companion.games.architects.rules.facts import Stage
from companion.games.architects.rules.medals import due
from companion.games.architects.rules.options import can_turn_up, must_build, must_turn_in, sources
from companion.games.architects.rules.state import State
from companion.games.vocabulary import Line, line


def obligations(state: State) -> tuple[Line, ...]:
    """What the player to move must do now; empty: nothing, or the game is over."""
    if state.finished:
        return ()
    lines = [*_medals_due(state), *_face_down(state)] if state.medals is not None else []
    return tuple(lines) if state.turn.over else (*lines, *_actions_due(state))


def _medals_due(state: State) -> list[Line]:
    whose = {move.medal: move.seat for move in due(state)}
    return [
        line("take_medal", medal=name) if seat == state.to_move else line("take_medal_by", medal=name, seat=seat)
        for name, seat in whose.items()
    ]


def _face_down(state: State) -> list[Line]:
    return [line("turn_up")] if can_turn_up(state, state.to_move) and not state.turn.over else []


def _actions_due(state: State) -> tuple[Line, ...]:
    seat, turn = state.to_move, state.turn
    if not turn.opened:
        return (line("take_card" if sources(state, seat) else "no_card_left"),)
    lines = [] if state.rules.wonder_effect_optional else [line(f"effect_{effect}") for effect in turn.effects]
    lines += [_build(stage) for stage in must_build(state, seat, turn)]
    if must_turn_in(state, seat):
        lines.append(line("turn_in"))
    return tuple(lines)


def _build(stage: Stage) -> Line:
    return line(f"build_{stage.kind}", stage=stage.id, count=stage.count)


def decks(names: Iterable[str]) -> tuple[Line, ...]:
    """Decks that a card may come from, as what would be right."""
    return tuple(line("deck", source=name) for name in names)


def stages(names: Iterable[str]) -> tuple[Line, ...]:
    """Stages, as what would be right."""
    return tuple(line("stage", stage=name) for name in names)


def tokens(names: Iterable[str]) -> tuple[Line, ...]:
    """Progress tokens, as what would be right."""
    return tuple(line("token", token=name) for name in names)


def payments(ways: Iterable[tuple[str, ...]]) -> tuple[Line, ...]:
    """Ways to pay in cards, as what would be right."""
    return tuple(line("cards", cards=way) for way in ways)
