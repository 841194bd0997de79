"""What a move makes heard."""

from companion.games.seven_wonders.rules.moves import Move
from companion.games.seven_wonders.rules.state import State
from companion.games.vocabulary import Cue


def cues(before: State, _: Move, after: State) -> tuple[Cue, ...]:
    """What a move makes heard, in order: the conflicts at the end of an age, then whose turn it is, or the end.

    A turn is called when all have chosen, and again when what a wonder offered is answered; nothing is heard of a
    card that one seat has chosen. ``after`` must be ``apply(before, move, strict=False)``.
    """
    if after.finished:
        return () if before.finished else (Cue("battle"), Cue("end"))
    if after.age != before.age:
        return (Cue("battle"), Cue("turn"))
    resolved = any(before.chosen) and bool(after.offers)
    return (Cue("turn"),) if resolved or after.turn != before.turn else ()
