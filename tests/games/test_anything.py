"""Whatever is written in a file: a line is refused in one sentence or played, and what-if can go on from there."""

from itertools import islice
from random import Random
from typing import Any

import pytest

from companion.games.vocabulary import UnknownMoveError
from tests.games.manuals import MANUALS
from tests.games.manuals.manual import Manual

ODD: tuple[object, ...] = (
    None,
    True,
    -1,
    0,
    99,
    10**30,
    1.5,
    "",
    "x",
    "?",
    "left",
    "holder:9",
    [],
    ["wood"],
    [["a"]],
    {},
    {"left": {}},
)
EACH_GAME = pytest.mark.parametrize("manual", MANUALS, ids=lambda manual: manual.rules.NAME)


def spoilt(manual: Manual, rng: Random) -> dict[str, Any]:
    """An example with another seat, other pieces, perhaps an odd value or a key less."""
    obj = dict(rng.choice(manual.moves))
    pieces = [name for names in manual.pieces.values() for name in names]
    for key, value in list(obj.items()):
        chance = rng.random()
        if chance < 0.05:
            obj[key] = rng.choice(ODD)
        elif chance < 0.07:
            del obj[key]
        elif key == "seat":
            obj[key] = rng.randrange(4)
        elif isinstance(value, str) and key != "move" and chance < 0.6:
            obj[key] = rng.choice(pieces)
    return obj


def read(manual: Manual, obj: dict[str, Any]) -> Any:
    """The move that this is, or nothing where it is refused."""
    try:
        move = manual.rules.parse_move(obj)
    except UnknownMoveError:
        return None
    assert manual.rules.parse_move(manual.rules.dump_move(move)) == move
    return move


@EACH_GAME
@pytest.mark.parametrize("seed", range(12))
def test_a_line_is_refused_or_played_and_the_game_can_go_on(manual: Manual, seed: int) -> None:
    rules, rng = manual.rules, Random(seed)
    state = rules.begin(rules.parse_setup(manual.setups[seed % len(manual.setups)]))
    moves = [move for _ in range(60) if (move := read(manual, spoilt(manual, rng))) is not None]
    assert len(moves) > 5
    for move in moves:
        rules.judge(state, move)
        state = rules.apply(state, move, strict=False)
        assert len(rules.scores(state).totals) == state.players
    rules.status(state)
    rules.describe(state)
    for policy in rules.POLICIES.values():
        steps = rules.steps(rules.imagine(state, rng), state, rng, policy)
        assert sum(1 for _ in islice(steps, 1000)) < 1000, "a game ends"
