"""What a move makes heard."""

from companion.games.duel.rules.moves import Move
from companion.games.duel.rules.state import State
from companion.games.vocabulary import Cue


def cues(before: State, _: Move, after: State) -> tuple[Cue, ...]:
    """What a move makes heard, in order: a horn for each step of the pawn, the battle, the next turn or the end.

    The battle: a loot token was taken, or a capital reached. ``after`` must be ``apply(before, move, strict=False)``.
    """
    steps = abs(after.pawn - before.pawn)
    found = [Cue("horn", steps)] if steps else []
    conquered = after.supremacy == "military" and not before.finished
    found += [Cue("battle")] if after.loot != before.loot or conquered else []
    if after.finished:
        return (*found, *(() if before.finished else (Cue("end"),)))
    called = (after.number, after.to_move) != (before.number, before.to_move)
    return (*found, Cue("turn")) if called else tuple(found)
