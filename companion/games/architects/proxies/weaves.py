"""The friezes at the right of the headers: each card's own pattern and colours, so that a strip is enough."""

from collections.abc import Callable

from companion.art.drawing import circle, clipped, line, polygon, rect, ring, star, stroke, wave
from companion.art.palette import PAPER


def _wood(ink: str) -> str:
    """Grain."""
    return "".join(stroke(wave(30, 55, y, 1.6, 9), ink, 1.3) for y in (1.5, 4.6, 7.7, 10.8, 13.9))


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
            f'stroke="{ink}" stroke-width="1.1"',
        )
        for y in (2, 7.4, 12.8)
        for x in (31, 43)
    )


def _glass(ink: str) -> str:
    """Rings that overlap."""
    return "".join(ring(34 + 6 * k, 5 + 6.5 * (k % 2), 4.4, ink, 1.4) for k in range(5))


def _papyrus(ink: str) -> str:
    """Reeds."""
    return "".join(line([(32 + 3.1 * k, 0), (32 + 3.1 * k, 15)], ink, 1.5) for k in range(8))


def _coin(ink: str) -> str:
    """A hoard."""
    return "".join(circle(33 + 5 * k, 3 + 4.6 * row, 1.6, ink) for row in range(3) for k in range(5))


def _compass(ink: str) -> str:
    """Arcs."""
    return "".join(ring(54, 7.5, r, ink, 1.3) for r in (4, 8, 12, 16, 20))


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
    return "".join(line([(32 + 5 * k, 14.5), (37 + 5 * k, 7.5), (32 + 5 * k, 0.5)], ink, 1.8) for k in range(5))


def _vp3(ink: str) -> str:
    """Three stars: three points."""
    return "".join(polygon(star(x, 7.4, 3.2, 1.35, 5), ink) for x in (36.5, 43, 49.5))


_PATTERNS: dict[str, tuple[Callable[[str], str], str, str]] = {
    "wood": (_wood, "#4a2f18", "#d39a5c"),
    "clay": (_clay, "#f0c4a6", "#b04420"),
    "stone": (_stone, "#dfe5ea", "#5d6c7c"),
    "glass": (_glass, "#0d4a52", "#6fe0dc"),
    "papyrus": (_papyrus, "#efe6b4", "#5f7a1f"),
    "coin": (_coin, "#a26f06", "#fff0b8"),
    "vp3": (_vp3, "#f7d774", "#0f3569"),
    "compass": (_compass, "#0b2f38", "#f3c65a"),
    "tablet": (_tablet, "#ecd2a4", "#7c4a20"),
    "gear": (_gear, "#b5682a", "#ffe3b0"),
    "shield_h0": (_shield_h0, "#3d090e", "#f08a72"),
}
"""Pattern, ground and ink of each card's frieze."""
_SLANT = [(32.0, 0.0), (55.0, 0.0), (55.0, 15.0), (29.0, 15.0)]


def frieze(card: str) -> str:
    """The right end of a card's header, its left edge slanting; cards without a pattern have plain paper."""
    if card not in _PATTERNS:
        return polygon(_SLANT, PAPER)
    pattern, ground, ink = _PATTERNS[card]
    return clipped(polygon(_SLANT, ground) + pattern(ink), polygon(_SLANT, "#fff"), "frieze")
