"""What a move makes heard."""

from companion.games.architects.rules.facts import FACTS
from companion.games.architects.rules.moves import NOBODYS, Move, TakeCard, TurnUp
from companion.games.architects.rules.resolve import is_silent, place_move
from companion.games.architects.rules.setup import UNREAD
from companion.games.architects.rules.state import State
from companion.games.vocabulary import Cue


def cues(before: State, move: Move, after: State) -> tuple[Cue, ...]:
    """What a move makes heard, in order: horns flipped, the battle, the next turn, the end.

    ``after`` must be ``apply(before, move, strict=False)``.
    """
    if is_silent(before, move) or before == after:
        return ()
    placed, flipped = before, 0
    if not isinstance(move, NOBODYS) and 0 <= move.seat < before.players:
        placed, _ = place_move(before, move)
    if isinstance(move, TakeCard | TurnUp) and not placed.finished and move.card != UNREAD:
        flipped = min(FACTS.cards[FACTS.index[move.card]].horns, placed.conflict - placed.battle)
    found = [Cue("battle")] if placed.battle < before.battle else []
    found += [Cue("horn", flipped)] if flipped else []
    found += [Cue("battle")] if after.battle < placed.battle + flipped else []
    if after.finished:
        return (*found, Cue("end"))
    return (*found, Cue("turn")) if after.number != before.number else tuple(found)
