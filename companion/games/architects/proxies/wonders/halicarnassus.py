"""The Mausoleum of Halicarnassus: base, podium, colonnades, stepped roof."""

from functools import partial

from companion.art.drawing import circle, line, polygon, rect, ring, star
from companion.games.architects.proxies import masonry as m
from companion.games.architects.proxies.masonry import Outline, Painter
from companion.games.architects.proxies.palette import Wonder


def _crepis(w: float, h: float, c: Wonder) -> str:
    return m.steps(w, h, 3, c) + rect(0, 0, w, 1.4, c.accent)


def _podium(w: float, h: float, c: Wonder) -> str:
    meander = "".join(
        line([(x, h * 0.24), (x, h * 0.08), (x + 5, h * 0.08), (x + 5, h * 0.19), (x + 2.4, h * 0.19)], c.accent, 1.1)
        for x in (2.5 + 7.03 * k for k in range(int(w / 7)))
    )
    shields = "".join(
        circle(x, h * 0.52, 4.6, c.dark)
        + circle(x, h * 0.52, 3.4, c.light)
        + polygon(star(x, h * 0.52, 2.8, 1.1, 6), c.accent)
        for x in (w * (k + 0.5) / 9 for k in range(9))
    )
    return (
        m.courses(w, h, c, 6.4, 13)
        + rect(0, 0, w, h * 0.3, c.light)
        + meander
        + rect(0, h * 0.3, w, h * 0.44, c.mid)
        + shields
        + rect(0, h * 0.3, w, 1.2, c.dark)
        + rect(0, h * 0.74, w, 1.2, c.dark)
    )


def _colonnade(w: float, h: float, c: Wonder, *, count: int, statue: bool) -> str:
    hall = m.columns(0, h * 0.16, w, h * 0.74, count, c)
    top = m.frieze(0, 0, w, h * 0.16, count * 2, c.accent if statue else c.dark, c.light)
    return hall + top + rect(0, h * 0.9, w, h * 0.1, c.light) + rect(0, h * 0.9, w, 1, c.dark)


def _stepped_roof(w: float, h: float, c: Wonder) -> str:
    return (
        m.steps(w, h, 8, c)
        + circle(w / 2, 4, 3, c.accent)
        + polygon(
            [(w * 0.4, h * 0.125), (w * 0.6, h * 0.125), (w * 0.6, 1.5), (w * 0.4, 1.5)], c.accent, 'opacity=".6"'
        )
    )


def silhouette(light: str, dark: str) -> str:
    """The wonder around (0, 0), about 40 mm wide and 50 high, its foot at y = 25."""
    columns = "".join(rect(-17 + 6.2 * k, -4, 3, 15, light) for k in range(6))
    roof = "".join(rect(-19 + 4 * k, -8 - 4 * k, 38 - 8 * k, 4, light) for k in range(4))
    return (
        rect(-18, -4, 36, 15, dark)
        + columns
        + roof
        + circle(0, -25, 2.6, "#ffd25a")
        + rect(-22, 11, 44, 5, light)
        + rect(-19, 16, 38, 9, light)
        + "".join(rect(-15 + 8 * k, 18, 5, 5, dark) for k in range(4))
    )


def pattern(ink: str) -> str:
    """The ground of the deck's back."""
    return "".join(ring(x, y, 3.4, ink, 1) for x, y in m.GRID)


STAGES: dict[int, tuple[Outline, Painter]] = {
    1: (m.box, _crepis),
    2: (m.box, _podium),
    3: (m.box, partial(_colonnade, count=4, statue=False)),
    4: (m.box, partial(_colonnade, count=6, statue=True)),
    5: (partial(m.terraces, 8, 18), _stepped_roof),
}
"""Outline and painter of each stage."""
