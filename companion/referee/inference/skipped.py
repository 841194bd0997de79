"""What somebody did and nobody saw, so that whoever came next seemed to skip it: what it left lying tells it."""

from collections.abc import Callable, Mapping, Sequence

from companion.games.tables import Played
from companion.games.vocabulary import seat_of
from companion.games.watched import Rules
from companion.referee.fold import played_on
from companion.referee.inference.baseline import Expected, looks_right
from companion.referee.inference.expected import expectations
from companion.referee.inference.observations import Observations
from companion.referee.inference.reconsider import DOUBTED_FOR
from companion.referee.inference.untold import Untold


def skipped(
    rules: Rules,
    played: Sequence[Played],
    doubtful: frozenset[int],
    observed: Observations,
    *,
    on_top: Callable[[Played], str],
) -> Untold | None:
    """The one move without which another, of those that only the camera vouches for, is irregular, and was not.

    After it, and not without it, there would lie what does. None where there is none, or more than one. ``on_top``:
    what was seen to lie on top of the stack from which a move took its piece; empty: nobody knows.
    """
    for back in range(1, min(len(played), DOUBTED_FOR) + 1):
        entry, later = played[-back], played[len(played) - back :]
        if not entry.findings or entry.seq not in doubtful:
            continue
        moves = (move for move in rules.legal(entry.before) if seat_of(move) is not None)
        states = ((move, rules.apply(entry.before, move, strict=False)) for move in moves)
        regular = (
            (move, played_on(rules, state, later))
            for move, state in states
            if not rules.judge(state, entry.move)
            and on_top(entry._replace(move=move, after=state)) in {"", rules.shows(move).face}
        )
        now = expectations(rules.tableau(played[-1].after))
        fitting = [
            move
            for move, state in regular
            if state is not None and _is_told(now, expectations(rules.tableau(state)), observed)
        ]
        if fitting:
            return Untold(entry.seq, fitting[0]) if len(fitting) == 1 else None
    return None


def _is_told(now: Mapping[str, Expected], then: Mapping[str, Expected], observed: Observations) -> bool:
    """Whether what should lie ``then`` is seen wherever it differs from what should ``now``, and the latter is not.

    Not everywhere, that is: a stack looks the same a card lower. Places that nobody watches tell nothing.
    """
    zones = {zone for zone, should in then.items() if now.get(zone) != should} & observed.seen.keys()
    fits = all(looks_right(observed.seen[zone], then[zone]) for zone in zones)
    return fits and not all(looks_right(observed.seen[zone], now.get(zone, ())) for zone in zones)
