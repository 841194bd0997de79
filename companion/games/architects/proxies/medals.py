"""The medals: a beaded rim that tells them apart at any turn, and what must lie in front of a player."""

from collections.abc import Iterator
from math import ceil

from companion.art.drawing import circle, place, polygon, rect, regular, ring, star, text
from companion.art.icons import drawn, icon, symbol
from companion.art.palette import GOLD, INK, NIGHT, PAPER, TYPE_FIGURE, TYPE_SMALL
from companion.games.architects.pictures import PALETTE
from companion.games.architects.places import MEDAL
from companion.games.architects.rules.expansion import MEDAL_PLACE, MEDALS
from companion.games.architects.rules.facts import Medal

_C = MEDAL[0] / 2
_RIMS = (
    ("#1b5bab", GOLD), ("#bfe3cb", INK), ("#8f959d", INK), ("#f4c6bd", INK), ("#1d2440", GOLD), ("#f3b928", INK),
    ("#7a4a12", GOLD), ("#fbf6ea", INK), ("#0f6f78", GOLD), ("#d9b48a", INK), ("#7b1620", GOLD), ("#c9aef2", INK),
)  # fmt: skip
"""Rims and their beads, in the order of ``MEDALS``: dark ones and light ones, so that nobody needs to see colours."""
_CELL = 6.4
"""A mark's width (mm); three stand side by side."""
_FIELDS = {
    "blue": "#d3e4f7", "green": "#d2ecda", "grey": "#dfe1e5", "red": "#f7d9d3", "any": "#f1ecd9", "stages": "#efe0c4",
    "progress": "#dcefe6", "military": "#f2dede",
}  # fmt: skip
"""The ground, by what is asked for."""
_BACKED = {"cat": ("blue", "cat"), "horn": ("red", "horn")}
"""Cards that are asked for by what is on them: the colour, and the icon."""


def medal(name: str) -> str:
    """The side with the goal."""
    goal = MEDALS[MEDAL_PLACE[name]]
    marks = list(_marks(goal))
    rows = ceil(len(marks) / 3)
    wide = ceil(len(marks) / rows)
    found = []
    for k, mark in enumerate(marks):
        row, column = divmod(k, wide)
        here = min(wide, len(marks) - row * wide)
        x = _C + (column - (here - 1) / 2) * (_CELL + 0.4)
        found.append(place(mark, x, _C - 1.2 + (row - (rows - 1) / 2) * 7.9))
    points = text("4", _C, _C + 11.4, TYPE_SMALL * 1.3, INK)
    return _rim(MEDAL_PLACE[name], _field(goal)) + "".join(found) + points


def _field(goal: Medal) -> str:
    if goal.cards:
        return _FIELDS[next(iter(goal.cards))] if len(goal.cards) == 1 else PAPER
    return _FIELDS["stages" if goal.stages else "progress" if goal.progress else "military"]


def reward() -> str:
    """The side that shows once it is won."""
    points = text("4", _C, _C + 2.4, TYPE_FIGURE, NIGHT)
    return circle(_C, _C, _C, NIGHT) + polygon(star(_C, _C, 14.6, 11.4, 12), GOLD) + circle(_C, _C, 8.4, PAPER) + points


def _rim(order: int, field: str) -> str:
    """The rim and its beads: their number, shape and ground differ from medal to medal."""
    (ground, ink), count = _RIMS[order], 5 + order
    spots = [regular(_C, _C, 14.3, 1, -120 + 240 / (count - 1) * k)[0] for k in range(count)]
    beads = (circle(x, y, 0.8, ink) if order % 2 else polygon(regular(x, y, 1.1, 4), ink) for x, y in spots)
    inside = circle(_C, _C, 12.6, field) + ring(_C, _C, 12.2, GOLD, 0.5)
    return circle(_C, _C, _C, ground) + "".join(beads) + inside


def _marks(goal: Medal) -> Iterator[str]:
    """What is asked for, piece by piece, each around (0, 0); many alike are one with their number."""
    for kind, count in goal.cards.items():
        if kind == "any":
            yield text(str(count), 0, 2.2, TYPE_FIGURE, INK)
            yield icon("card", 0, 0, 9.0, INK, PAPER)
        else:
            yield from (_card(kind) for _ in range(count))
    yield from (_stage() for _ in range(goal.stages))
    yield from (_token("gear", "#1b7345") for _ in range(goal.progress))
    yield from (_token("swords", "#7b1620") for _ in range(goal.military))
    if goal.battle:
        yield from (_token("swords", "#7b1620") for _ in range(goal.battle))
        yield icon("horn", 0, 0, 6.6, "#7b1620", PAPER)
    if goal.cat:
        yield icon("cat", 0, 0, 7.4, "#0f3569", PAPER)


def _card(kind: str) -> str:
    colour, sign = _BACKED.get(kind, (kind, ""))
    family = PALETTE.families[colour]
    inside = drawn(sign, family.on_band, family.band) if sign else symbol(family.symbol, family.on_band)
    return rect(-_CELL / 2, -3.7, _CELL, 7.4, family.band, 0.8) + place(inside, 0, 0, 0.05)


def _stage() -> str:
    steps = ((-2.6, 5.2, 1.0), (-1.8, 3.6, -1.0), (-1.0, 2.0, -3.0))
    return "".join(rect(x, y, width, 1.8, "#8b5a1a", 0.2) for x, width, y in steps)


def _token(sign: str, colour: str) -> str:
    return circle(0, 0, _CELL / 2, colour) + icon(sign, 0, 0, 5.0, PAPER, colour)
