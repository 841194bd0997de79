"""Coins, as every game with money draws them: our own, larger with their value."""

from companion.art.drawing import circle, place, polygon, rect, regular, ring, text
from companion.art.palette import INK

_METALS = {
    "pewter": ("#5f656b", "#b9bfc4", "#e4e7ea"),
    "copper": ("#7a3b16", "#d58a54", "#f3c39c"),
    "gold": ("#8a6206", "#f0bf3a", "#ffe9a3"),
}
"""Rim, field and shine of a coin."""


def coin(value: str, across: float, metal: str) -> str:
    """A number over a temple front; beads on the rim, as many as twice the value and a few."""
    rim, field, shine = _METALS[metal]
    middle = across / 2
    beads = 8 + 2 * int(value)
    spots = (regular(middle, middle, middle - 1.3, 1, 360 / beads * k)[0] for k in range(beads))
    face = circle(middle, middle, middle, rim) + "".join(circle(x, y, 0.55, shine) for x, y in spots)
    face += circle(middle, middle, middle - 2.6, field) + ring(middle, middle, middle - 3.2, shine, 0.5)
    gable = place(polygon([(-6, 0), (6, 0), (0, -3.2)], rim) + rect(-6, 0.6, 12, 1, rim), middle, middle - 3.4, 0.7)
    return face + gable + text(value, middle, middle + across * 0.28, across * 0.42, INK)
