"""What lies about in 7 Wonders and Duel beside cards: coins, conflict and military tokens, Duel's pawn and progress.

Our own drawings; sizes (mm) are ours too, a coin's size grows with its value. Faces: ``duel/coin/6``,
``duel/token/loot_5``, ``duel/token/conflict_pawn``, ``duel/progress/law``, ``seven_wonders/coin/3``,
``seven_wonders/token/conflict_minus_1``.
"""

from companion.art.drawing import (
    circle,
    line,
    place,
    polygon,
    rect,
    regular,
    ring,
    star,
    text,
    text_below,
)
from companion.art.icons import icon
from companion.art.palette import GOLD, INK, PAPER, TYPE_FIGURE, TYPE_SMALL

_METALS = {
    "pewter": ("#5f656b", "#b9bfc4", "#e4e7ea"),
    "copper": ("#7a3b16", "#d58a54", "#f3c39c"),
    "gold": ("#8a6206", "#f0bf3a", "#ffe9a3"),
}
"""Rim, field and shine of a coin."""

_COINS = {
    "duel/coin/1": (20.0, "pewter"),
    "duel/coin/3": (24.0, "copper"),
    "duel/coin/6": (28.0, "gold"),
    "seven_wonders/coin/1": (22.0, "pewter"),
    "seven_wonders/coin/3": (27.0, "gold"),
}
_CONFLICT = 25.0
_CONFLICTS = {
    "minus_1": ("#2f3338", "#8b939b", "-1"),
    "1": ("#5b1210", "#e0907f", "1"),
    "3": ("#7b1620", "#d9483f", "3"),
    "5": ("#470a10", "#a41522", "5"),
}
_LOOT = (32.0, 22.0)
_PAWN = (14.0, 14.0)
_PROGRESS = 30.0
_PROGRESSES: dict[str, tuple[str, str, str]] = {
    "agriculture": ("#cfe3a1", "coin", "+4"),
    "architecture": ("#cdc1ef", "pillar", "-2"),
    "economy": ("#ffe27a", "card", "="),
    "law": ("#efcfe8", "tablet", "!"),
    "masonry": ("#a9cdf6", "stone", "-2"),
    "mathematics": ("#bfe3cb", "compass", "x3"),
    "philosophy": ("#fbf6ea", "laurel", "7"),
    "strategy": ("#f4a79c", "swords", "+1"),
    "theology": ("#ecbf94", "question", "&amp;"),
    "urbanism": ("#cfd6de", "clay", "+6"),
}
"""Field colour, sign and what it is worth, in a word."""

SIZES: dict[str, tuple[float, float]] = {
    **{face: (across, across) for face, (across, _) in _COINS.items()},
    "duel/token/loot_2": _LOOT,
    "duel/token/loot_5": _LOOT,
    "duel/token/conflict_pawn": _PAWN,
    **{f"duel/progress/{name}": (_PROGRESS, _PROGRESS) for name in _PROGRESSES},
    **{f"seven_wonders/token/conflict_{name}": (_CONFLICT, _CONFLICT) for name in _CONFLICTS},
}
"""Width and height in mm of every face drawn here."""


def small_piece(face: str) -> str:
    """The inside of a face's picture. Raises ``KeyError`` for one that is not in ``SIZES``."""
    game, kind, name = face.split("/")
    if kind == "coin":
        return _coin(name, *_COINS[face])
    if kind == "progress":
        return _progress(name)
    if name == "conflict_pawn":
        return _pawn()
    return _loot(name.removeprefix("loot_")) if game == "duel" else _conflict(name.removeprefix("conflict_"))


def _coin(value: str, across: float, metal: str) -> str:
    """A number over a temple front; beads on the rim, as many as twice the value and a few."""
    rim, field, shine = _METALS[metal]
    middle = across / 2
    beads = 8 + 2 * int(value)
    spots = (regular(middle, middle, middle - 1.3, 1, 360 / beads * k)[0] for k in range(beads))
    face = circle(middle, middle, middle, rim) + "".join(circle(x, y, 0.55, shine) for x, y in spots)
    face += circle(middle, middle, middle - 2.6, field) + ring(middle, middle, middle - 3.2, shine, 0.5)
    gable = place(polygon([(-6, 0), (6, 0), (0, -3.2)], rim) + rect(-6, 0.6, 12, 1, rim), middle, middle - 3.4, 0.7)
    return face + gable + text(value, middle, middle + across * 0.28, across * 0.42, INK)


def _loot(value: str) -> str:
    """How many coins the other one loses: a torn pouch with the number."""
    width, height = _LOOT
    ground = rect(0, 0, width, height, "#641017", 3) + rect(1.5, 1.5, width - 3, height - 3, "#f3d9a0", 2)
    pouch = place(icon("coin", 0, 0, 12, "#8a6206", "#f3d9a0"), 10, height / 2)
    drops = "".join(circle(6 + 3 * k, 19.2, 0.8, "#8a6206") for k in range(int(value)))
    return ground + pouch + text(f"-{value}", 22.5, height / 2 + 3.6, 10, "#7b1620") + drops


def _pawn() -> str:
    """Duel's conflict pawn from above: a red round with a white star."""
    middle = _PAWN[0] / 2
    body = circle(middle, middle, middle, "#8c0f18") + circle(middle, middle, middle - 1.2, "#d8232f")
    return body + polygon(star(middle, middle, 4.2, 1.8, 5), "#ffffff")


def _conflict(name: str) -> str:
    """A victory (laurel, swords) or a defeat (broken shield)."""
    rim, field, words = _CONFLICTS[name]
    middle = _CONFLICT / 2
    beads = {"minus_1": 3, "1": 6, "3": 9, "5": 12}[name]
    spots = (regular(middle, middle, middle - 1.4, 1, 360 / beads * k)[0] for k in range(beads))
    ground = circle(middle, middle, middle, rim) + circle(middle, middle, middle - 2.8, field)
    ground += "".join(circle(x, y, 0.9, PAPER) for x, y in spots)
    sign = (
        icon("shield", middle, 9.6, 9, rim, field) + line([(9.4, 6), (12.4, 9.4), (11.4, 11.2), (15, 14)], field, 0.9)
        if name == "minus_1"
        else icon("swords", middle, 8.8, 8.6, rim, field)
    )
    return ground + sign + text(words, middle, 21, 7.4, PAPER)


def _progress(name: str) -> str:
    """A green rim with the name below, beads above (each name its own number), and a sign on its own colour."""
    field, sign, worth = _PROGRESSES[name]
    middle = _PROGRESS / 2
    beads = 2 + list(_PROGRESSES).index(name)
    spots = (regular(middle, middle, 13.4, 1, -70 + 140 / beads * (k + 0.5))[0] for k in range(beads))
    ground = circle(middle, middle, middle, "#0f5a34") + "".join(circle(x, y, 0.75, GOLD) for x, y in spots)
    drawn = circle(middle, middle, 11.6, field) + icon(sign, 11, 14.6, 12, INK, field)
    written = text(worth, 21.2, 17.2, TYPE_FIGURE, INK) + text_below(
        name.capitalize(), middle, middle, 14.3, TYPE_SMALL, PAPER
    )
    return ground + drawn + written
