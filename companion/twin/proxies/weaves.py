"""The header textures: another one for each card, quiet behind the icons, right of x = 30 mm."""

from collections.abc import Callable

from companion.twin.proxies.drawing import circle, line, polygon, rect, ring, stroke, wave


def _wood(ink: str) -> str:
    """Grain."""
    return "".join(stroke(wave(30, 55, y, 1.6, 9), ink, 0.9) for y in (2.5, 5.5, 8.5, 11.5, 14.5))


def _clay(ink: str) -> str:
    """Bricks."""
    return "".join(
        rect(31 + 7 * k + 3.5 * (row % 2), 1.5 + 3.6 * row, 6.2, 2.8, ink, 0.4) for row in range(4) for k in range(5)
    )


def _stone(ink: str) -> str:
    """Ashlar on edge."""
    return "".join(
        polygon(
            [(x, y), (x + 5.5, y - 2.6), (x + 11, y), (x + 5.5, y + 2.6)],
            "none",
            f'stroke="{ink}" stroke-width=".9"',
        )
        for y in (2, 7.4, 12.8)
        for x in (31, 43)
    )


def _glass(ink: str) -> str:
    """Rings that overlap."""
    return "".join(ring(34 + 6 * k, 5 + 6.5 * (k % 2), 4.4, ink, 1) for k in range(5))


def _papyrus(ink: str) -> str:
    """Reeds."""
    return "".join(line([(32 + 3.1 * k, 0), (32 + 3.1 * k, 15)], ink, 1.2) for k in range(8))


def _coin(ink: str) -> str:
    """A hoard."""
    return "".join(circle(33 + 5 * k, 3 + 4.6 * row, 1.6, ink) for row in range(3) for k in range(5))


def _compass(ink: str) -> str:
    """Arcs."""
    return "".join(ring(54, 7.5, r, ink, 1) for r in (4, 8, 12, 16, 20))


def _tablet(ink: str) -> str:
    """Wedges."""
    return "".join(
        polygon([(33 + 5 * k, y), (36.4 + 5 * k, y), (34.7 + 5 * k, y + 3.4)], ink)
        for y in (1.5, 6, 10.5)
        for k in range(5)
    )


def _gear(ink: str) -> str:
    """Teeth."""
    return "".join(line([(30 + 4 * k, 16), (38 + 4 * k, -1)], ink, 1.5) for k in range(7))


def _shield_h0(ink: str) -> str:
    """Chevrons."""
    return "".join(line([(32 + 5 * k, 14.5), (37 + 5 * k, 7.5), (32 + 5 * k, 0.5)], ink, 1.3) for k in range(5))


WEAVES: dict[str, Callable[[str], str]] = {
    "wood": _wood,
    "clay": _clay,
    "stone": _stone,
    "glass": _glass,
    "papyrus": _papyrus,
    "coin": _coin,
    "compass": _compass,
    "tablet": _tablet,
    "gear": _gear,
    "shield_h0": _shield_h0,
}
"""Texture by card; cards with more than one icon in the header have none."""
