"""Duel: a photograph of a city shows cards, wonders, tokens and coins, but not the pawn on the board."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.errors import Unusable
from companion.games.duel.rules.facts import FACTS
from companion.photographed.seen import City, seen

_COINS = {"coin/1": 1, "coin/3": 3, "coin/6": 6}


def position(cities: Sequence[City], wonders: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    """The described position and what the photographs cannot show: piled coins, unbuilt wonders, the pawn.

    Raises ``Unusable`` where there are not two photographs.
    """
    if wonders:
        raise Unusable("--wonders is for games in which a player has one; of Duel the photographs show the wonders")
    if len(cities) != 2:
        raise Unusable(f"{len(cities)} photographs: Duel needs two, one a city")
    asked = ["the conflict pawn is in no city: counted as 0; put where it stands in pawn"]
    players = []
    for city in cities:
        there = seen(city, "duel")
        players.append(_player(there))
        asked.append(f"{city.image}: {players[-1]['coins']} coins are seen; coins below others are not: count them")
        if players[-1]["wonders"]:
            asked.append(f"{city.image}: counted as built: {', '.join(players[-1]['wonders'])}; take out what is not")
    return {"game": "duel", "pawn": 0, "players": players}, asked


def _player(there: Counter[str]) -> dict[str, Any]:
    return {
        "cards": [card for card in FACTS.index if there[card]],
        "wonders": [wonder for wonder in FACTS.wonder_index if there[f"wonder/{wonder}"]],
        "progress": [token for token in FACTS.token_index if there[f"progress/{token}"]],
        "coins": sum(value * there[face] for face, value in _COINS.items()),
    }
