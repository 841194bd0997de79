"""Replaying a recorded game: findings with their lines, checkpoints, the state it came to.

Lines as in CONTRACT: the set-up, then moves and ``check`` lines. Irregular moves are findings and are played as
they happened.
"""

from collections.abc import Callable, Iterable
from typing import Any

import msgspec

from companion.games.catalogue import UnknownGameError, game_named, game_of
from companion.games.vocabulary import Check, Finding, Game, InvalidSetup, NeedsSeatError, UnknownMoveError, of_seat


class ReplayError(ValueError):
    """A line that is neither set-up, move nor check: its number and what is wrong with it."""


class Noted(msgspec.Struct, frozen=True):
    """A finding and the line of its move."""

    line: int
    finding: Finding


class Checked(msgspec.Struct, frozen=True):
    """A checkpoint: what was expected there and what the rules say."""

    line: int
    ok: bool
    expected: Any
    actual: Any


class Report(msgspec.Struct, frozen=True):
    """A replayed game: by which rules, its set-up and moves as they were written, what was found, how it stands."""

    game: Any  # a Game: Structs hold no Protocol
    setup: dict[str, Any]
    moves: tuple[dict[str, Any], ...]
    findings: tuple[Noted, ...]
    checks: tuple[Checked, ...]
    state: Any


Told = Callable[[Game, Any, Any], Any]
"""A description of a state as ``check`` lines compare it: in words, where it holds lines."""


def replay(lines: Iterable[tuple[int, Any]], told: Told = lambda _game, _state, described: described) -> Report:
    """Replay numbered JSON objects, the first being the set-up. Raises ``ReplayError``."""
    numbered = iter(lines)
    line, first = next(numbered, (1, None))
    if first is None:
        raise ReplayError("line 1: the file is empty; its first line must be the set-up")
    if not isinstance(first, dict) or not isinstance(first.get("setup"), dict):
        raise ReplayError(f'line {line}: the first line must be the set-up, {{"setup": {{"game": "…", …}}}}')
    try:
        game = game_named(game_of(first["setup"]))
        state = game.begin(game.parse_setup(first["setup"]))
    except (InvalidSetup, UnknownGameError) as error:
        raise ReplayError(f"line {line}: {error}") from None
    moves: list[dict[str, Any]] = []
    findings: list[Noted] = []
    checks: list[Checked] = []
    for number, obj in numbered:
        if isinstance(obj, dict) and "check" in obj:
            checks.append(_check(game, number, obj, state, told))
            continue
        try:
            move = game.parse_move(obj)
        except UnknownMoveError as error:
            raise ReplayError(f"line {number}: {error}") from None
        moves.append(obj)
        findings += [Noted(number, found) for found in game.judge(state, move)]
        state = game.apply(state, move, strict=False)
    return Report(game, first["setup"], tuple(moves), tuple(findings), tuple(checks), state)


def checks_of(game: Game) -> dict[str, Check[Any]]:
    """Everything that a ``check`` line can ask of a game: what all games have, then its own."""

    def score(state: Any, seat: int) -> dict[str, int]:
        sheet = game.scores(state)
        return {**sheet.categories[seat], "total": sheet.totals[seat]}

    def described(state: Any, seat: int | None) -> dict[str, Any]:
        return game.describe(state) if seat is None else game.describe_seat(state, seat)

    return {"score": of_seat(score), "state": described, **game.CHECKS}


def _check(game: Game, line: int, obj: dict[str, Any], state: Any, told: Told) -> Checked:
    kind, seat, value = obj["check"], obj.get("seat"), obj.get("value")
    known = checks_of(game)
    if not isinstance(kind, str) or kind not in known:
        raise ReplayError(f"line {line}: there is no check {kind!r} in {game.NAME}; there are {', '.join(known)}")
    if seat is not None and not (type(seat) is int and 0 <= seat < _seats(game, kind, state)):
        raise ReplayError(f"line {line}: no seat {seat!r} at this table of {state.players}")
    if "value" not in obj:
        raise ReplayError(f"line {line}: the check {kind} needs a value")
    try:
        actual = told(game, state, known[kind](state, seat))
    except NeedsSeatError:
        raise ReplayError(f"line {line}: the check {kind} needs a seat") from None
    if kind == "score" and not isinstance(value, dict):
        actual = actual["total"]
    shown = _shown(actual, value)
    return Checked(line, shown == value, value, shown)


def _seats(game: Game, kind: str, state: Any) -> int:
    """How many seats can be asked about: one that nobody plays for points (the Free City) has all but a score."""
    return state.players if kind == "score" else len(game.describe(state)["seats"])


def _shown(actual: Any, expected: Any) -> Any:
    """As much of what is there as was asked about."""
    if isinstance(actual, dict) and isinstance(expected, dict):
        return {key: _shown(actual[key], value) for key, value in expected.items() if key in actual}
    if isinstance(actual, list) and isinstance(expected, list) and len(actual) == len(expected):
        return [_shown(one, other) for one, other in zip(actual, expected, strict=True)]
    return actual
