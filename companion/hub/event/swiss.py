"""Pairs by the FIDE Dutch rules (Handbook C.04.3): the engine is caissify-pairings, the history is ours.

Colours are who begins: white is the first seat. ``tests/hub/event/test_swiss.py`` compares whole tournaments with
pairings of py4swiss, which carries the matching of bbpPairings, a program endorsed by FIDE.
"""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from caissify_pairings import generate_pairings

Pair = tuple[str, str | None]
"""Who begins, and against whom; ``None``: a bye."""


class Met(NamedTuple):
    """A game of an earlier round: ``points`` of the first, 0..1; ``second`` ``None``: a bye."""

    first: str
    second: str | None
    points: float


def paired(seeds: Sequence[str], here: Sequence[str], rounds: Sequence[Sequence[Met]], of: int) -> list[Pair]:
    """The next round's pairs, best table first.

    ``seeds``: everybody in the order of the start list; ``here``: who is to be drawn; ``of``: rounds in all.
    """
    history = {player: _Past() for player in seeds}
    for played in rounds:
        _remember(history, played)
    # By score, then start list: the engine takes the lower number for the higher rank when it gives the colours.
    ranked = sorted(seeds, key=lambda player: (-history[player].score, seeds.index(player)))
    number = {player: place for place, player in enumerate(ranked, 1)}
    met = {(number[game.first], number[game.second]) for played in rounds for game in played if game.second is not None}
    rows = [history[player].row(number[player]) for player in sorted(here, key=number.__getitem__)]
    found = generate_pairings("dutch", rows, met, len(rounds) + 1, of, initial_color="white")
    return [(ranked[row["white_id"] - 1], _opponent(ranked, row)) for row in found]


def _opponent(ranked: Sequence[str], row: Mapping[str, Any]) -> str | None:
    return None if row.get("black_id") is None else ranked[row["black_id"] - 1]


class _Past:
    """One player so far, in the words of the engine."""

    def __init__(self) -> None:
        self.score = 0.0
        self.colours: list[str] = []
        self.floats: list[str] = []
        self.byes = 0

    def row(self, number: int) -> dict[str, Any]:
        return {
            "id": number,
            "name": str(number),
            "starting_number": number,
            "rating": 0,
            "score": self.score,
            "color_hist": self.colours,
            "float_history": self.floats,
            "bye_count": self.byes,
        }


def _remember(history: Mapping[str, _Past], played: Sequence[Met]) -> None:
    before = {player: past.score for player, past in history.items()}
    there: set[str] = set()
    for game in played:
        first = history[game.first]
        there.add(game.first)
        if game.second is None:
            first.byes += 1
            first.score += 1
            first.floats.append("down")
            continue
        second = history[game.second]
        there.add(game.second)
        first.score += game.points
        second.score += 1 - game.points
        first.colours.append("white")
        second.colours.append("black")
        gap = before[game.first] - before[game.second]
        first.floats.append("down" if gap > 0 else "up" if gap < 0 else "none")
        second.floats.append("up" if gap > 0 else "down" if gap < 0 else "none")
    for player, past in history.items():
        if player not in there:
            # Not there in that round (late, or gone): an unplayed game that earned nothing floats nowhere.
            past.floats.append("none")
