"""From the pieces seen in photographs of finished cities to the position that is scored: one photograph a player."""

from collections import Counter
from collections.abc import Sequence
from typing import Any, NamedTuple

from companion.errors import Unusable
from companion.games.architects.facts import FACTS
from vision.stills import Found

SURE = 0.8
"""A name that is less likely than this is counted, and asked about."""

_PREFIX = "architects/"


class City(NamedTuple):
    """One player's photograph: its name and the pieces seen in it."""

    image: str
    pieces: tuple[Found, ...]


def questions(city: City) -> list[str]:
    """What could not be read for certain, one line a piece, to be looked at by a person."""
    asked = []
    for piece in city.pieces:
        x, y = (round(float(value)) for value in piece.quad.mean(0))
        where = f"{city.image}: the piece about ({x}, {y})"
        if not piece.faces:
            asked.append(f"{where} is none of the enrolled faces, or cannot be read: it is not counted")
        elif piece.faces[0].probability < SURE:
            likely = " or ".join(f"{one.face} ({one.probability:.0%})" for one in piece.faces[:2])
            asked.append(f"{where}: {likely}? Counted as the first")
    return asked


def faces_of(city: City) -> Counter[str]:
    """How many of each face were seen."""
    return Counter(piece.faces[0].face for piece in city.pieces if piece.faces)


def architects_position(cities: Sequence[City], wonders: Sequence[str] = ()) -> tuple[dict[str, Any], list[str]]:
    """The described position (see ``companion score FILE``) and what a person should look at.

    ``cities`` in seat order; ``wonders``: what a person says, in the same order, for photographs that do not show
    it. Raises ``Unusable`` where a photograph's wonder is not seen or two players' are.
    """
    players, asked = [], []
    for seat, city in enumerate(cities):
        seen = faces_of(city)
        wonder = wonders[seat] if seat < len(wonders) and wonders[seat] else _wonder(city.image, seen)
        players.append(_player(wonder, seen))
        asked += questions(city)
    return {"game": "architects", "players": players}, asked


def _player(wonder: str, seen: Counter[str]) -> dict[str, Any]:
    stages = [stage.id for stage in FACTS.wonders[wonder].stages]
    return {
        "wonder": wonder,
        "built": [stage for stage in stages if seen[f"{_PREFIX}stage/{stage}/built"]],
        "cards": {card.id: seen[_PREFIX + card.id] for card in FACTS.cards if seen[_PREFIX + card.id]},
        "cat": bool(seen[f"{_PREFIX}token/cat"]),
        "military": seen[f"{_PREFIX}token/military"],
        "progress": [name for name in FACTS.progress_tokens for _ in range(seen[f"{_PREFIX}progress/{name}"])],
    }


def _wonder(image: str, seen: Counter[str]) -> str:
    """The wonder whose stages, or failing these whose deck, is seen."""
    stages: Counter[str] = Counter()
    for name, wonder in FACTS.wonders.items():
        ids = [f"{_PREFIX}stage/{stage.id}/{side}" for stage in wonder.stages for side in ("building", "built")]
        stages[name] = sum(seen[face] for face in ids)
    there = [name for name, count in stages.most_common() if count]
    if len(there) > 1 and stages[there[1]] > 1:
        raise Unusable(f"{image}: stages of {there[0]} and of {there[1]} are in it; give one photograph a player")
    decks = [name for name in FACTS.wonders if seen[f"{_PREFIX}back/{name}"]]
    if not there and len(decks) != 1:
        raise Unusable(f"{image}: no stage of a wonder is seen in it; say which it is with --wonders NAME,NAME,...")
    return there[0] if there else decks[0]
