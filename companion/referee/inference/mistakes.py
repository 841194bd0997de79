"""Irregular moves that may have been made: mistakes, and what a piece that nobody has read may allow."""

from collections.abc import Collection
from typing import NamedTuple

from companion.games.vocabulary import AnyMove, AnyState, seat_of
from companion.games.watched import Rules


class Irregular(NamedTuple):
    """The irregular moves of one state: those that an unread piece ``may_allow``, and ``mistakes``."""

    may_allow: tuple[AnyMove, ...] = ()
    mistakes: tuple[AnyMove, ...] = ()


def irregular(rules: Rules, state: AnyState, unread_by: Collection[int | None]) -> Irregular:
    """What may have been done against the rules; ``unread_by``: who has a piece that nobody has read."""
    found: dict[bool, list[AnyMove]] = {False: [], True: []}
    for move in rules.irregular(state):
        found[seat_of(move) in unread_by and rules.unread_may_allow(state, move)].append(move)
    return Irregular(tuple(found[True]), tuple(found[False]))


def given(rules: Rules, state: AnyState, seat: int | None, unread_by: Collection[int | None]) -> Irregular:
    """What this player, who has just moved, may do besides by a piece that nobody has read: no mistake at all.

    Or would be one without that piece, but brings nothing to light: something is paid otherwise.
    """
    if seat is None or seat not in unread_by:
        return Irregular()
    own = [move for move in rules.irregular(state) if seat_of(move) == seat and rules.unread_may_allow(state, move)]
    return Irregular(tuple(move for move in own if not (_takes(rules, move) and rules.judge(state, move))))


def _takes(rules: Rules, move: AnyMove) -> bool:
    """Whether a move takes a piece from anywhere: a stage that is turned over lay there before."""
    shown = rules.shows(move)
    return bool(shown.lands) and not shown.turned
