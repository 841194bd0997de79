"""What is to be rehearsed, and what came of it."""

import statistics
from pathlib import Path

import msgspec

from companion.twin.dealer import Table


class Plan(msgspec.Struct, frozen=True):
    """What is to be rehearsed: this game, dealt for so many players from this seed.

    ``library``: what vision reads with; ``own_art``: paint with its pictures too, not with proxies.
    ``screen``: with the touchscreen as well. ``pace``: the dealer plays on so many seconds after the table came to
    rest, whatever the referee has understood (none: it waits). ``answer_after``: questions are answered so many seconds
    late (none: never). ``lacking``: the share (0 to 1) of its tokens and stages that vision's library lacks.
    ``table``: with printed mats, or open. ``edition``: of a game that has several. ``expansions``: played with.
    """

    game: str
    players: int
    seed: int
    library: Path
    own_art: bool = False
    scene: str = "kitchen"
    mistakes: float = 0.0
    record: Path | None = None
    screen: bool = False
    pace: float | None = None
    answer_after: float | None = 0.0
    lacking: float = 0.0
    table: Table = "mats"
    edition: int | None = None
    expansions: tuple[str, ...] = ()


class Latency(msgspec.Struct, frozen=True):
    """Milliseconds from the first still frame after a move to the view that shows it."""

    p50: float
    p95: float


class Report(msgspec.Struct, frozen=True):
    """One game: what was seen against what was played (the contract's ``rehearse`` output).

    ``mistakes``: what the gremlin did. ``totals``: points by seat. ``kills``: processes killed on the way.
    ``unread``: moves accepted of which nobody ever told a piece, or how it was paid; they are neither wrong nor missed.
    ``late``: moves that were accepted later than three seconds after the table came to rest. ``unenrolled``: moves
    played that brought a piece whose face the library lacks (a stage that is turned is told by its other side).
    ``corrections``: what people had to put right when the table was set up by camera; they count as questions, too.
    ``journal``: where the journal of a game was kept that did not end exactly; its folder holds the logs as well.
    """

    seed: int
    moves: int
    recognised: int
    questions: int
    wrong: int
    missed: int
    score_exact: bool
    state_exact: bool
    latency_ms: Latency
    mistakes: tuple[str, ...] = ()
    totals: tuple[int, ...] = ()
    kills: int = 0
    journal: str = ""
    corrections: int = 0
    unread: int = 0
    late: int = 0
    unenrolled: int = 0


def latency(values: list[float]) -> Latency:
    """The median and the slowest twentieth of what was measured (ms)."""
    if not values:
        return Latency(0.0, 0.0)
    ordered = sorted(values)
    return Latency(round(statistics.median(ordered), 1), round(ordered[int(0.95 * (len(ordered) - 1))], 1))
