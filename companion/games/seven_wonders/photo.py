"""What can be read of the second edition's pieces without pictures of them: ``prints.toml`` and the printed names."""

import tomllib
from functools import cache
from importlib.resources import files
from typing import Any, Final

import msgspec

from companion.games.seven_wonders.rules.facts import EDITIONS

FILES: Final = {2: ("prints.toml", "printed_names_second.json")}
"""The editions whose cards carry their names above the symbols; the first has them on the edge that a column hides."""
_USUAL: Final = "*"


@cache
def prints(edition: int) -> dict[str, Any] | None:
    """What ``vision.names`` needs to read this edition, as its ``Prints``; ``None``: it cannot be read by its names."""
    if edition not in FILES:
        return None
    shapes, names = (files(__package__).joinpath(name).read_bytes() for name in FILES[edition])
    found = tomllib.loads(shapes.decode())
    facts = EDITIONS[edition]
    first: dict[str, str] = {}
    ground = found["ground"]
    stages, usual = dict(ground["stages"]), ground["stages"][_USUAL]
    boards = {f"{board.wonder} {board.side}": len(board.stages) for board in facts.boards}
    ground["stages"] = {board: stages.get(board, usual) for board in boards}
    assert {board: len(lefts) for board, lefts in ground["stages"].items()} == boards, "every stage has its place"
    return found | {
        "names": msgspec.json.decode(names),
        "colors": {card.id: card.color for card in facts.cards},
        "once": {card.id: first.setdefault(card.name, card.id) for card in facts.cards},
    }
