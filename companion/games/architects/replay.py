"""Replaying a recorded game: findings with their lines, checkpoints, the final sheet.

Lines as in CONTRACT: the set-up, then moves and ``check`` lines. Irregular moves are findings and are played as
they happened.
"""

from collections.abc import Iterable
from typing import Any

import msgspec

from companion.games.architects.battle import shields
from companion.games.architects.describe import describe, describe_seat
from companion.games.architects.judge import judge
from companion.games.architects.play import apply
from companion.games.architects.scoring import scores
from companion.games.architects.setup import parse_setup
from companion.games.architects.state import State, begin
from companion.games.architects.wire import UnknownMoveError, parse_move
from companion.games.common import Finding, InvalidSetup


class ReplayError(ValueError):
    """A line that is neither set-up, move nor check: its number and what is wrong with it."""


class Noted(msgspec.Struct, frozen=True):
    """A finding and the line of its move."""

    line: int
    finding: Finding


class Check(msgspec.Struct, frozen=True):
    """A checkpoint: what was expected there and what the rules say."""

    line: int
    ok: bool
    expected: Any
    actual: Any


class Report(msgspec.Struct, frozen=True):
    """A replayed game."""

    findings: tuple[Noted, ...]
    checks: tuple[Check, ...]
    state: State


def replay(lines: Iterable[tuple[int, Any]]) -> Report:
    """Replay numbered JSON objects, the first being the set-up. Raises ``ReplayError``."""
    numbered = iter(lines)
    first = next(numbered, None)
    if first is None:
        raise ReplayError("line 1: the file is empty; its first line must be the set-up")
    state = _begin(*first)
    findings: list[Noted] = []
    checks: list[Check] = []
    for line, obj in numbered:
        if isinstance(obj, dict) and "check" in obj:
            checks.append(_check(line, obj, state))
            continue
        try:
            move = parse_move(obj)
        except UnknownMoveError as error:
            raise ReplayError(f"line {line}: {error}") from None
        findings += [Noted(line, found) for found in judge(state, move)]
        state = apply(state, move, strict=False)
    return Report(tuple(findings), tuple(checks), state)


def _begin(line: int, obj: Any) -> State:
    if not isinstance(obj, dict) or "setup" not in obj:
        raise ReplayError(f'line {line}: the first line must be the set-up, {{"setup": {{"game": "architects", …}}}}')
    try:
        return begin(parse_setup(obj["setup"]))
    except InvalidSetup as error:
        raise ReplayError(f"line {line}: {error}") from None


def _check(line: int, obj: dict[str, Any], state: State) -> Check:
    kind, seat, value = obj["check"], obj.get("seat"), obj.get("value")
    if kind not in ("score", "shields", "state"):
        raise ReplayError(f"line {line}: there is no check {kind!r} in architects; there are score, shields and state")
    if seat is None and kind != "state":
        raise ReplayError(f"line {line}: the check {kind} needs a seat")
    if seat is not None and not (isinstance(seat, int) and 0 <= seat < state.players):
        raise ReplayError(f"line {line}: no seat {seat!r} at this table of {state.players}")
    if "value" not in obj:
        raise ReplayError(f"line {line}: the check {kind} needs a value")
    actual = _actual(str(kind), seat, state)
    if kind == "score" and not isinstance(value, dict):
        actual = actual["total"]
    shown = _shown(actual, value)
    return Check(line, shown == value, value, shown)


def _actual(kind: str, seat: int | None, state: State) -> Any:
    if seat is None:
        return describe(state)
    if kind == "state":
        return describe_seat(state, seat)
    if kind == "shields":
        return shields(state, seat)
    sheet = scores(state)
    return {**sheet.categories[seat], "total": sheet.totals[seat]}


def _shown(actual: Any, expected: Any) -> Any:
    """As much of what is there as was asked about."""
    if isinstance(actual, dict) and isinstance(expected, dict):
        return {key: _shown(actual[key], value) for key, value in expected.items() if key in actual}
    if isinstance(actual, list) and isinstance(expected, list) and len(actual) == len(expected):
        return [_shown(one, other) for one, other in zip(actual, expected, strict=True)]
    return actual
