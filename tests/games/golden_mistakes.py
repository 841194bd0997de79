"""Golden games full of mistakes: what the referee says to each, word for word, and how the table goes on.

Run ``python -m tests.games.golden_mistakes`` to write them anew after rules or words have changed on purpose.
"""

from collections.abc import Iterator
from itertools import chain
from pathlib import Path
from random import Random
from typing import Any

import msgspec

from companion.games.catalogue import GAMES
from companion.games.vocabulary import Finding, Game
from tests.games import english

FOLDER = Path(__file__).parents[1] / "golden"
HOUSE = {
    "no_source_policy": "ask_table",
    "coin_only_if_missing": False,
    "economy_forces_build": False,
    "engineering_once_per_turn": False,
    "token_retroactive": True,
    "progress_exhausted_policy": "discard_anyway",
    "wonder_effect_optional": True,
}
TABLES: dict[str, tuple[str, int, dict[str, Any] | None]] = {
    "architects-mistakes-2": ("architects", 2, {"wonders": ["olympia", "babylon"], "progress": ["economy", "?"]}),
    "architects-mistakes-4": (
        "architects",
        4,
        {"wonders": ["alexandria", "halicarnassus", "ephesus", "rhodes"], "names": ["Ann", "Bo", "Cy", "Di"]},
    ),
    "architects-mistakes-3-house": (
        "architects",
        3,
        {"wonders": ["ephesus", "babylon", "giza"], "first": 2, "house_rules": HOUSE},
    ),
    "seven_wonders-mistakes-2": ("seven_wonders", 2, None),
    "seven_wonders-mistakes-4": ("seven_wonders", 4, None),
    "duel-mistakes": ("duel", 2, None),
}
"""By the name of the file: the game, how many play, and the set-up (none: drawn at random)."""

MOVES = 160
_SEED = 7


def path(name: str) -> Path:
    """The file of a game."""
    return FOLDER / f"{name}.txt"


def render(name: str) -> str:
    """The game as text."""
    game_name, players, setup = TABLES[name]
    game, rng = GAMES[game_name], Random(_SEED)
    drawn = game.play(players, Random(_SEED), game.POLICIES["greedy"])
    state = game.begin(drawn.setup if setup is None else game.parse_setup(setup))
    lines = [
        f"{game_name}, {players} players, {MOVES} moves, every third a mistake",
        *_flat("", english.told(game, state)),
    ]
    for number in range(1, MOVES + 1):
        if state.finished:
            break
        move = _mistake(game, state, drawn.moves, rng) if number % 3 == 0 else None
        move = _right(game, state, rng) if move is None else move
        after = game.apply(state, move, strict=False)
        lines += ["", f"{number}: {_words(game.dump_move(move))}"]
        lines += [f"  {line}" for line in _told(game, state, move, after)]
        state = after
    points = (
        f"seat {line.seat} {line.category} {line.points}: {english.why(game, line)} ({line.rule})"
        for line in game.scores(state).explain
    )
    return "\n".join([*lines, "", *points]) + "\n"


def _right(game: Game, state: Any, rng: Random) -> Any:
    """A move by the rules, on some deal that agrees with what has been seen."""
    return rng.choice(sorted(game.imagine(state, rng).choices(state), key=repr))


def _mistake(game: Any, state: Any, moves: tuple[Any, ...], rng: Random) -> Any:
    """A plausible mistake, or a move that belongs to another time."""
    likely = sorted(game.irregular(state), key=repr)
    unlikely = [move for move in rng.sample(moves, min(12, len(moves))) if game.judge(state, move)]
    pools = [pool for pool in (likely, unlikely) if pool]
    return rng.choice(rng.choice(pools)) if pools else None


def _told(game: Game, before: Any, move: Any, after: Any) -> Iterator[str]:
    yield from (_finding(game, before, "found", finding) for finding in game.judge(before, move))
    known = set(_flat("", english.told(game, before)))
    yield from (
        line for line in _flat("", english.told(game, after)) if line not in known and "obligations" not in line
    )
    yield from sorted(_finding(game, after, "stands", finding) for finding in game.status(after) - game.status(before))
    yield from (f"due: {line}" for line in english.due(game, after))


def _finding(game: Game, state: Any, word: str, finding: Finding) -> str:
    seat = "" if finding.seat is None else f" seat {finding.seat}"
    legal = f" [right: {' | '.join(english.legal(game, state, finding))}]" if finding.legal else ""
    return f"{word} {finding.code}{seat}: {english.message(game, state, finding)}{legal} ({finding.rule})"


def _flat(where: str, value: Any) -> Iterator[str]:
    """Every leaf of a description, with its place, a line each."""
    if isinstance(value, dict) and value:
        yield from chain.from_iterable(_flat(f"{where}.{key}".lstrip("."), part) for key, part in value.items())
    elif isinstance(value, list) and any(isinstance(part, dict) for part in value):
        yield from chain.from_iterable(_flat(f"{where}.{place}", part) for place, part in enumerate(value))
    else:
        yield f"{where} = {msgspec.json.encode(value).decode()}"


def _words(obj: dict[str, Any]) -> str:
    return " ".join(
        f"{key}={value if isinstance(value, str) else msgspec.json.encode(value).decode()}"
        for key, value in obj.items()
    )


if __name__ == "__main__":
    for each in TABLES:
        path(each).write_text(render(each), encoding="utf-8")
