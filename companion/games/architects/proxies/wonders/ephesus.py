"""The Temple of Artemis at Ephesus: steps, three columns, pediment."""

from functools import partial

from companion.art.drawing import circle, ellipse, group, line, polygon, rect, ring, star
from companion.games.architects.proxies import masonry as m
from companion.games.architects.proxies.masonry import Outline, Painter
from companion.games.architects.proxies.palette import Wonder


def _temple_steps(w: float, h: float, c: Wonder) -> str:
    return m.steps(w, h, 5, c) + polygon([(w * 0.42, 0), (w * 0.58, 0), (w * 0.62, h), (w * 0.38, h)], c.accent)


def _capital(w: float, h: float, c: Wonder) -> str:
    """Volutes above, a base below."""
    ends = rect(0, 0, w, 9, c.light) + rect(0, h - 9, w, 9, c.light)
    edges = rect(0, 8, w, 1.4, c.dark) + rect(0, h - 9.4, w, 1.4, c.dark)
    return ends + edges + ring(5, 5, 3, c.dark, 1) + ring(w - 5, 5, 3, c.dark, 1)


def _fluted(w: float, h: float, c: Wonder) -> str:
    flutes = "".join(rect(6 + 5 * k, 0, 2.6, h, c.mid) for k in range(7))
    return rect(0, 0, w, h, c.light) + flutes + rect(0, 20, w, 5, c.accent) + _capital(w, h, c)


def _twisted(w: float, h: float, c: Wonder) -> str:
    twist = "".join(line([(0, 12 * k - 4), (w, 12 * k - 22)], c.accent, 4) for k in range(10))
    return rect(0, 0, w, h, c.light) + twist + _capital(w, h, c)


def _carved(w: float, h: float, c: Wonder) -> str:
    drums = "".join(rect(0, 10 + 12 * k, w, 11, c.dark if k % 2 else c.mid) for k in range(6))
    rosettes = "".join(
        polygon(star(w / 2 + dx, 15.5 + 12 * k, 4, 1.7, 6), c.light) for k in range(5) for dx in (-9, 0, 9)
    )
    return rect(0, 0, w, h, c.light) + drums + rosettes + _capital(w, h, c)


def _pediment(w: float, h: float, c: Wonder) -> str:
    x, foot = w / 2, h * 0.62
    field = polygon([(x, 6), (w - 18, foot), (18, foot)], c.accent)
    sun = (
        m.rays(x, foot - 13, 9, 16, "#f6c95a", 1.4)
        + circle(x, foot - 13, 8, "#f6c95a")
        + circle(x, foot - 13, 4, c.accent)
    )
    deer = "".join(
        group(
            ellipse(0, -6, 8, 3.2, c.light)
            + "".join(rect(a, -5, 1.6, 6, c.light) for a in (-6, -3.4, 3, 5.2))
            + polygon([(5, -7), (9.5, -13), (12, -11), (8, -4)], c.light)
            + line([(9.5, -13), (8, -17)], c.light, 0.8)
            + line([(9.5, -13), (12, -17)], c.light, 0.8),
            f'transform="translate({a} {foot - 1}) scale({s} 1)"',
        )
        for a, s in ((x - 32, 1), (x + 32, -1))
    )
    return rect(0, 0, w, h, c.light) + field + deer + sun + m.frieze(0, h * 0.74, w, h * 0.14, 16, c.dark, c.mid)


def silhouette(light: str, dark: str) -> str:
    """The wonder around (0, 0), about 40 mm wide and 50 high, its foot at y = 25."""
    columns = "".join(rect(-20 + 7.4 * k, -5, 3.2, 24, light) for k in range(6))
    return (
        rect(-20, -5, 40, 24, dark)
        + columns
        + polygon([(-24, -8), (0, -22), (24, -8)], light)
        + circle(0, -13, 3.2, dark)
        + rect(-23, -8, 46, 3.4, light)
        + rect(-23, 19, 46, 3, light)
        + rect(-26, 22, 52, 3, light)
    )


def pattern(ink: str) -> str:
    """The ground of the deck's back."""
    return "".join(
        rect(x - 3, y - 3, 6, 6, "none", 0, f'stroke="{ink}" stroke-width=".9"') + rect(x - 1, y - 1, 2, 2, ink)
        for x, y in m.GRID
    )


STAGES: dict[int, tuple[Outline, Painter]] = {
    1: (partial(m.slope, 9), _temple_steps),
    2: (partial(m.capital, 5, 9), _fluted),
    3: (partial(m.capital, 5, 9), _twisted),
    4: (partial(m.capital, 5, 9), _carved),
    5: (partial(m.gable, 42), _pediment),
}
"""Outline and painter of each stage."""
