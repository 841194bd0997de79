"""7 Wonders: a photograph of a city shows cards, board and tokens; built stages only as backs that look out below."""

from collections import Counter
from collections.abc import Sequence
from typing import Any

from companion.errors import Unusable
from companion.games.seven_wonders.rules.facts import FACTS
from companion.photographed.seen import City, seen

_COINS = {"coin/1": 1, "coin/3": 3}
_TOKENS = {"token/conflict_minus_1": -1, "token/conflict_1": 1, "token/conflict_3": 3, "token/conflict_5": 5}
_BACKS = ("back/age_1", "back/age_2", "back/age_3")
_SIDES = ("A", "B")


def position(cities: Sequence[City], wonders: Sequence[str]) -> tuple[dict[str, Any], list[str]]:
    """The described position and what the photographs cannot show for certain: stages and piled coins.

    ``wonders`` as ``giza B``. Raises ``Unusable`` where a board is neither seen nor said.
    """
    asked, players = [], []
    for seat, city in enumerate(cities):
        there = seen(city, "seven_wonders")
        wonder, side = _said(wonders[seat]) if seat < len(wonders) and wonders[seat] else _board(city.image, there)
        players.append(_player(wonder, side, there))
        asked += [
            f"{city.image}: {players[-1]['stages']} stages of {wonder} {side} are seen as built: is that right?",
            f"{city.image}: {players[-1]['coins']} coins are seen; coins below others are not: count them",
        ]
    return {"game": "seven_wonders", "players": players}, asked


def _player(wonder: str, side: str, there: Counter[str]) -> dict[str, Any]:
    stages = len(FACTS.boards[FACTS.board_index[wonder, side]].stages)
    return {
        "wonder": wonder,
        "side": side,
        "stages": min(stages, sum(there[back] for back in _BACKS)),
        "coins": sum(value * there[face] for face, value in _COINS.items()),
        "conflict_tokens": [value for face, value in _TOKENS.items() for _ in range(there[face])],
        "cards": _cards(there),
    }


def _cards(there: Counter[str]) -> list[str]:
    """The cards by their ids; what looks the same in two ages is one building: the earlier card stands for it."""
    found = [card for card in FACTS.index if there[card]]
    return found + [f"{face}_1" for face in there if f"{face}_1" in FACTS.index and f"{face}_1" not in found]


def _board(image: str, there: Counter[str]) -> tuple[str, str]:
    boards = [(wonder, side) for wonder in FACTS.wonders for side in _SIDES if there[f"board/{wonder}/{side}"]]
    if len(boards) > 1:
        two = " and ".join(" ".join(board) for board in boards[:2])
        raise Unusable(f"{image}: the boards {two} are in it; give one photograph a player")
    if not boards:
        raise Unusable(
            f"{image}: no wonder's board is seen in it; say which it is with --wonders 'giza A,rhodes B,...'"
        )
    return boards[0]


def _said(words: str) -> tuple[str, str]:
    wonder, _, side = words.partition(" ")
    if (wonder, side) not in FACTS.board_index:
        raise Unusable(f"--wonders {words}: no such board; say one such as giza A, of {', '.join(FACTS.wonders)}")
    return wonder, side
