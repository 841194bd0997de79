"""Architects: a photograph of a city shows all that counts, as long as its wonder is seen or said."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.errors import Unusable
from companion.games.architects.rules.facts import FACTS
from companion.photographed.seen import City, seen


def position(cities: Sequence[City], wonders: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    """The described position; there is nothing more to ask.

    Raises ``Unusable`` where a photograph's wonder is not seen or two players' are.
    """
    for name in wonders:
        if name and name not in FACTS.wonders:
            raise Unusable(f"--wonders {name}: no such wonder; there are {', '.join(FACTS.wonders)}")
    players = []
    for seat, city in enumerate(cities):
        there = seen(city, "architects")
        wonder = wonders[seat] if seat < len(wonders) and wonders[seat] else _wonder(city.image, there)
        players.append(_player(wonder, there))
    return {"game": "architects", "players": players}, []


def _player(wonder: str, there: Counter[str]) -> dict[str, Any]:
    stages = [stage.id for stage in FACTS.wonders[wonder].stages]
    return {
        "wonder": wonder,
        "built": [stage for stage in stages if there[f"stage/{stage}/built"]],
        "cards": {card.id: there[card.id] for card in FACTS.cards if there[card.id]},
        "cat": bool(there["token/cat"]),
        "military": there["token/military"],
        "progress": [name for name in FACTS.progress_tokens for _ in range(there[f"progress/{name}"])],
    }


def _wonder(image: str, there: Counter[str]) -> str:
    """The wonder whose stages, or failing these whose deck, is seen."""
    stages: Counter[str] = Counter()
    for name, wonder in FACTS.wonders.items():
        ids = [f"stage/{stage.id}/{side}" for stage in wonder.stages for side in ("building", "built")]
        stages[name] = sum(there[face] for face in ids)
    known = [name for name, count in stages.most_common() if count]
    if len(known) > 1 and stages[known[1]] > 1:
        raise Unusable(f"{image}: stages of {known[0]} and of {known[1]} are in it; give one photograph a player")
    decks = [name for name in FACTS.wonders if there[f"back/{name}"]]
    if not known and len(decks) != 1:
        raise Unusable(f"{image}: no stage of a wonder is seen in it; say which it is with --wonders NAME,NAME,...")
    return known[0] if known else decks[0]
