"""How a game went: everybody's points over its time, and what happened on the way."""

from collections.abc import Iterator
from typing import Any, Literal, NamedTuple

from companion.games.tables import Played
from companion.results.kept import Kept

_SHORTEST = 60.0
"""Seconds below which a clock tells nothing (moves put in afterwards): the game goes by moves then."""


class Point(NamedTuple):
    """Everybody's points after a move; ``at``: seconds of play, or the number of the move (see ``Timeline.timed``)."""

    at: float
    totals: tuple[int, ...]


class Mark(NamedTuple):
    """Something that happened: a battle, the beginning of an age (``number``), or a stage or wonder built by a seat."""

    at: float
    kind: Literal["battle", "age", "built"]
    number: int = 0
    seat: int | None = None


class Timeline(NamedTuple):
    """A game's points and marks in order; ``timed``: whether ``at`` is in seconds, and not in moves."""

    points: tuple[Point, ...]
    marks: tuple[Mark, ...]
    timed: bool


def timeline(kept: Kept) -> Timeline:
    """The game from the set-up on."""
    game, clock = kept.fold, kept.clock
    timed = kept.seconds >= _SHORTEST
    # A correction stands where the move stood that it replaced, though it was written later.
    latest, points, marks = 0.0, [Point(0.0, game.rules.scores(game.start).totals)], list[Mark]()
    for number, entry in enumerate(game.played, start=1):
        latest = max(latest, clock[entry.seq]) if timed else float(number)
        totals = game.rules.scores(entry.after).totals
        if totals != points[-1].totals or entry is game.played[-1]:
            points.append(Point(latest, totals))
        marks += (mark._replace(at=latest) for mark in _marks(kept, entry))
    return Timeline(tuple(points), tuple(_numbered(marks)), timed)


def _marks(kept: Kept, entry: Played) -> Iterator[Mark]:
    before, after = (getattr(state, "age", 0) for state in (entry.before, entry.after))
    if any(cue.name == "battle" for cue in kept.rules.cues(entry.before, entry.move, entry.after)):
        yield Mark(0.0, "battle")
    # Where every age ends with its battle, that says it already.
    if after > before and not getattr(kept.rules, "BATTLE_ENDS_AGE", False):
        yield Mark(0.0, "age", after)
    body: dict[str, Any] = kept.rules.dump_move(entry.move)
    if body.get("move") in ("stage", "wonder") or "stage" in body:
        yield Mark(0.0, "built", seat=body["seat"])


def _numbered(marks: list[Mark]) -> Iterator[Mark]:
    battles = 0
    for mark in marks:
        battles += mark.kind == "battle"
        yield mark._replace(number=battles) if mark.kind == "battle" else mark
