"""Recorded games of 7 Wonders, replayed as ``companion referee`` does: moves, findings, checks."""

import json
from typing import Any

from companion.games.replay import replay

SETUP = {"setup": {"game": "seven_wonders", "wonders": [["giza", "A"], ["rhodes", "B"], ["babylon", "A"]]}}
FIRST_TURN = """
{"seat": 1, "move": "discard", "card": "clay_pit"}
{"seat": 2, "move": "stage", "card": "altar", "trade": {"left": {}, "right": {}}}
{"seat": 0, "move": "build", "card": "barracks", "trade": {"left": {"ore": 1}, "right": {}}}
{"check": "coins", "seat": 0, "value": 1}
{"check": "coins", "seat": 1, "value": 8}
{"check": "shields", "seat": 0, "value": 1}
{"check": "cards", "seat": 0, "value": ["barracks"]}
{"check": "turn", "value": 2}
{"check": "score", "seat": 1, "value": {"treasury": 2, "total": 2}}
{"check": "state", "seat": 2, "value": {"stages": 1, "coins": 3}}
"""


def report(lines: str, setup: dict[str, Any] = SETUP) -> Any:
    objects = [setup, *(json.loads(line) for line in lines.split("\n") if line)]
    return replay(enumerate(objects, start=1))


def test_a_turn_is_replayed_with_unknown_hands() -> None:
    """Babylon's stage asks for two clay: it is recorded as it happened, with what is wrong about it."""
    done = report(FIRST_TURN)
    assert [(note.line, note.finding.code, note.finding.seat) for note in done.findings] == [(3, "paid_too_little", 2)]
    assert all(check.ok for check in done.checks)
    assert len(done.checks) == 7


def test_without_a_trade_the_cheapest_payment_is_taken() -> None:
    lines = """
{"seat": 0, "move": "build", "card": "guard_tower"}
{"seat": 1, "move": "build", "card": "stone_pit"}
{"seat": 2, "move": "build", "card": "west_trading_post"}
{"check": "coins", "seat": 0, "value": 1}
{"check": "coins", "seat": 2, "value": 5}
"""
    done = report(lines)
    assert done.findings == ()
    assert all(check.ok for check in done.checks)


def test_a_game_of_two_is_replayed_with_the_free_city_as_seat_two() -> None:
    setup = {
        "setup": {"game": "seven_wonders", "wonders": [["giza", "A"], ["rhodes", "B"]], "free_city": ["babylon", "A"]}
    }
    lines = """
{"seat": 0, "move": "build", "card": "stone_pit"}
{"seat": 2, "move": "discard", "card": "altar"}
{"seat": 1, "move": "build", "card": "stockade"}
{"check": "coins", "seat": 1, "value": 3}
{"check": "state", "value": {"turn": 2, "free_city_controller": 1}}
"""
    done = report(lines, setup)
    assert [note.finding.code for note in done.findings] == ["free_city_discards", "cannot_afford"]
    assert all(check.ok for check in done.checks)
