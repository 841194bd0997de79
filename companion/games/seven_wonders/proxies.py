"""What lies about in 7 Wonders beside cards: coins and conflict tokens; our own drawings and sizes.

Faces: ``seven_wonders/coin/3``, ``seven_wonders/token/conflict_minus_1``.
"""

from companion.art.coins import coin
from companion.art.drawing import circle, line, regular, text
from companion.art.icons import icon
from companion.art.palette import PAPER
from companion.art.proxy_set import ProxySet

_COINS = {"1": (22.0, "pewter"), "3": (27.0, "gold")}
"""Diameter (mm) and metal by value."""
_CONFLICT = 25.0
_CONFLICTS = {
    "minus_1": ("#2f3338", "#8b939b", "-1"),
    "1": ("#5b1210", "#e0907f", "1"),
    "3": ("#7b1620", "#d9483f", "3"),
    "5": ("#470a10", "#a41522", "5"),
}
_SIZES: dict[str, tuple[float, float]] = {
    **{f"seven_wonders/coin/{value}": (across, across) for value, (across, _) in _COINS.items()},
    **{f"seven_wonders/token/conflict_{name}": (_CONFLICT, _CONFLICT) for name in _CONFLICTS},
}


def _draw(face: str) -> str:
    _, kind, name = face.split("/")
    return coin(name, *_COINS[name]) if kind == "coin" else _conflict(name.removeprefix("conflict_"))


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


PROXIES = ProxySet("7 Wonders", _SIZES, _draw)
