"""Architects: a photograph of a city shows all that counts, as long as its wonder is seen or said."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.errors import Unusable
from companion.games.architects.finished import left_open
from companion.games.architects.rules.facts import FACTS
from companion.photographed.apart import apart
from companion.photographed.seen import City, seen


def position(cities: Sequence[City], wonders: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    """The described position and what no photograph tells for certain.

    Raises ``Unusable`` where a photograph's wonder is not seen or two players' are.
    """
    for name in wonders:
        if name and name not in FACTS.wonders:
            raise Unusable(f"--wonders {name}: no such wonder; there are {', '.join(FACTS.wonders)}")
    players, asked = [], []
    for seat, whole in enumerate(cities):
        city, decks = _without_decks(whole)
        asked += decks
        there = seen(city, "architects")
        asked += [f"{city.image}: {_OPEN[field]}" for field in left_open(there) if field in _OPEN]
        wonder = wonders[seat] if seat < len(wonders) and wonders[seat] else _wonder(city.image, there)
        players.append(_player(wonder, there))
    return {"game": "architects", "players": players}, asked


_OPEN = {
    "military": "military tokens lie on one another: how many are there? Those that are seen are counted",
    "stages": "not every stage of its wonder is seen: which are built?",
}


def _without_decks(city: City) -> tuple[City, list[str]]:
    """The city without the cards that may be the top of a deck beside it, and a question for each."""
    cards = [piece for piece in city.pieces if piece.faces and piece.faces[0].face.partition("/")[2] in FACTS.index]
    alone = [cards[k] for k in apart([card.quad for card in cards])]
    asked = []
    for card in alone:
        x, y = (round(float(value)) for value in card.quad.mean(0))
        asked.append(
            f"{city.image}: the {card.faces[0].face} about ({x}, {y}) lies apart: the top of a deck? It is not counted"
        )
    left = tuple(piece for piece in city.pieces if not any(piece is card for card in alone))
    return city._replace(pieces=left), asked


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
