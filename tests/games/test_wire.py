"""Moves as JSON: what the contract writes is read, what is written is read back, nonsense is one clear line."""

from typing import Any

import pytest

from companion.games.architects import rules
from companion.games.architects.rules import (
    BuildStage,
    EndTurn,
    Move,
    RevealProgress,
    TakeCard,
    TakeProgress,
)
from companion.games.vocabulary import UnknownMoveError

MOVES: list[tuple[dict[str, Any], Move]] = [
    (
        {"seat": 0, "move": "take", "from": "holder:3", "card": "wood", "because": "urbanism"},
        TakeCard(0, "holder:3", "wood", "urbanism"),
    ),
    ({"seat": 0, "move": "take", "from": "left", "card": "wood"}, TakeCard(0, "left", "wood")),
    (
        {"seat": 0, "move": "build", "stage": "giza_1", "spent": ["wood", "coin"]},
        BuildStage(0, "giza_1", ("wood", "coin")),
    ),
    (
        {"seat": 0, "move": "progress", "token": "tactics", "from": "stack", "spent": ["gear", "gear"]},
        TakeProgress(0, "tactics", "stack", ("gear", "gear")),
    ),
    ({"move": "reveal", "token": "culture"}, RevealProgress("culture")),
    ({"seat": 0, "move": "end_turn"}, EndTurn(0)),
]


@pytest.mark.parametrize(("obj", "move"), MOVES)
def test_moves_are_read_and_written_alike(obj: dict[str, Any], move: Move) -> None:
    assert rules.parse_move(obj) == move
    assert rules.dump_move(move) == obj
    assert rules.parse_move(rules.dump_move(move)) == move


@pytest.mark.parametrize(
    ("obj", "part"),
    [
        ({"seat": 0, "move": "take", "from": "left", "card": "gold"}, "no card 'gold'"),
        ({"seat": 0, "move": "take", "from": "up", "card": "wood"}, "no deck 'up'"),
        ({"seat": 0, "move": "take", "from": "left", "card": "wood", "because": "greed"}, "no reason 'greed'"),
        ({"seat": 0, "move": "take", "from": "left"}, "card"),
        ({"seat": "0", "move": "end_turn"}, "seat"),
        ({"seat": 0, "move": "build", "stage": "giza_9"}, "no stage 'giza_9'"),
        ({"seat": 0, "move": "build", "stage": "giza_1", "spent": ["tin"]}, "no card 'tin'"),
        ({"seat": 0, "move": "progress", "token": "magic"}, "no progress token 'magic'"),
        ({"seat": 0, "move": "fly"}, "fly"),
        ({"seat": 0, "move": "end_turn", "now": True}, "now"),
        ({"move": "reveal", "token": "none"}, "no progress token 'none'"),
        ([], "not a move"),
        ({}, "not a move"),
    ],
)
def test_what_is_no_move_is_one_clear_line(obj: Any, part: str) -> None:
    with pytest.raises(UnknownMoveError) as caught:
        rules.parse_move(obj)
    assert part in str(caught.value)
    assert "\n" not in str(caught.value)
