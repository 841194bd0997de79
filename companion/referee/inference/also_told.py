"""What is told with a piece that nobody had read: of two such pieces the other one has a name by then, too."""

from collections.abc import Iterator, Sequence

from companion.games.tables import Played
from companion.games.vocabulary import AnyMove, AnyState
from companion.games.watched import Rules
from companion.referee.inference.excuses import that_lie_there
from companion.referee.inference.lying import left_lying
from companion.referee.inference.observations import Observations


def also_told(
    rules: Rules,
    unread: Sequence[Played],
    by_now: Sequence[Played],
    observed: Observations,
) -> Iterator[tuple[int, AnyMove]]:
    """The events (by their number) that are told with another one, and what they were.

    ``unread``: those of which a piece is not known, before the other one is told; ``by_now``: the game with that told.
    It is played with all of them at once: what lies there is compared with the record, and by half of it what lies
    there without a name would be the piece that was taken.
    """
    said = {entry.seq: entry for entry in unread}
    state: AnyState | None = None
    for entry in by_now:
        # What is told of one that was taken before lies there no more.
        before = entry.before if state is None else state
        moves = that_lie_there(rules, before, said[entry.seq]) if entry.seq in said else ()
        moves = left_lying(rules, by_now, entry, moves, observed) if len(moves) > 1 else moves
        if len(moves) == 1:
            yield entry.seq, moves[0]
        if len(moves) == 1 or state is not None:
            state = rules.apply(before, moves[0] if len(moves) == 1 else entry.move, strict=False)
