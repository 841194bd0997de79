"""What lies about in Duel beside cards: coins, loot, the conflict pawn, progress tokens; our own drawings and sizes.

Faces: ``duel/coin/6``, ``duel/token/loot_5``, ``duel/token/conflict_pawn``, ``duel/progress/law``.
"""

from companion.art.coins import coin
from companion.art.drawing import circle, place, polygon, rect, regular, star, text, text_below
from companion.art.icons import icon
from companion.art.palette import GOLD, INK, PAPER, TYPE_FIGURE, TYPE_SMALL
from companion.art.proxy_set import ProxySet

_COINS = {"1": (20.0, "pewter"), "3": (24.0, "copper"), "6": (28.0, "gold")}
"""Diameter (mm) and metal by value."""
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

_SIZES: dict[str, tuple[float, float]] = {
    **{f"duel/coin/{value}": (across, across) for value, (across, _) in _COINS.items()},
    "duel/token/loot_2": _LOOT,
    "duel/token/loot_5": _LOOT,
    "duel/token/conflict_pawn": _PAWN,
    **{f"duel/progress/{name}": (_PROGRESS, _PROGRESS) for name in _PROGRESSES},
}


def _draw(face: str) -> str:
    _, kind, name = face.split("/")
    if kind == "coin":
        return coin(name, *_COINS[name])
    if kind == "progress":
        return _progress(name)
    return _pawn() if name == "conflict_pawn" else _loot(name.removeprefix("loot_"))


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


PROXIES = ProxySet("7 Wonders Duel", _SIZES, _draw)
