"""The Hanging Gardens of Babylon: terraces, canal, gate, roof garden."""

from functools import partial

from companion.art.drawing import circle, path, polygon, rect, star
from companion.games.architects.proxies import masonry as m
from companion.games.architects.proxies.masonry import Outline, Painter
from companion.games.architects.proxies.palette import Wonder


def _terrace(w: float, h: float, c: Wonder, arches: int, leaf: str) -> str:
    wall = m.courses(w, h, c, 4.5, 12) + m.arches(4, h * 0.42, w - 8, h * 0.58, arches, c.dark)
    return wall + m.hedge(0, h * 0.2, w, arches * 3, 4.6, leaf) + rect(0, h * 0.3, w, 1.6, c.dark)


def _canal(w: float, h: float, c: Wonder) -> str:
    falls = "".join(rect(x - 2.6, h * 0.3, 5.2, h * 0.6, "#56aacb") for x in (w * 0.15, w * 0.85))
    palms = "".join(
        m.palm(x, h * 0.94, h * 0.62, "#7a4a20", "#2f7a35")
        for x in (w * 0.06, w * 0.25, w * 0.36, w * 0.64, w * 0.75, w * 0.94)
    )
    return (
        rect(0, 0, w, h, c.light)
        + rect(0, 0, w, h * 0.3, c.mid)
        + m.hedge(0, h * 0.26, w, 34, 3.4, c.accent)
        + falls
        + palms
        + rect(0, h * 0.9, w, h * 0.1, "#56aacb")
    )


def _gate(w: float, h: float, c: Wonder) -> str:
    tiles = m.courses(w, h, Wonder(c.sky, "#2c63a0", "#24548b", c.dark, c.accent, c.plan), 5, 9)
    rosettes = "".join(circle(x, h * 0.2, 2, c.light) + circle(x, h * 0.2, 0.9, c.mid) for x in (6, 16, 26.5, 37, 47))
    return (
        tiles + rosettes + m.arches(w * 0.2, h * 0.3, w * 0.6, h * 0.7, 1, c.dark) + rect(0, h * 0.27, w, 1.4, c.light)
    )


def _roof_garden(w: float, h: float, c: Wonder) -> str:
    trees = "".join(m.palm(x, h * 0.7, h * 0.56, "#7a4a20", c.accent) for x in (9, 22, w - 22, w - 9))
    return (
        rect(0, 0, w, h, c.sky)
        + circle(w / 2, h * 0.4, 8, "#f8d46a")
        + trees
        + m.hedge(0, h * 0.7, w, 10, 4, "#2f7a35")
        + rect(0, h * 0.76, w, h, c.mid)
    )


def silhouette(light: str, dark: str) -> str:
    """The wonder around (0, 0), about 40 mm wide and 50 high, its foot at y = 25."""
    steps = "".join(rect(-22 + 4.5 * k, 15 - 10 * k, 44 - 9 * k, 10, light) for k in range(4))
    plants = "".join(
        circle(-20 + 5.7 * j + 4.4 * k, 15 - 10 * k, 2.9, "#2f7a35") for k in range(4) for j in range(8 - int(1.6 * k))
    )
    return (
        steps
        + plants
        + "".join(rect(-2.5, 18 - 10 * k, 5, 7, dark, 2.5) for k in range(3))
        + polygon(star(0, -24, 4, 1.6, 8), "#ffe9a8")
    )


def pattern(ink: str) -> str:
    """The ground of the deck's back."""
    return "".join(path(f"M{x},{y + 3} q-3,-3 0,-6 q3,3 0,6 Z", ink) for x, y in m.GRID)


STAGES: dict[int, tuple[Outline, Painter]] = {
    1: (m.box, partial(_terrace, arches=12, leaf="#3f8f3d")),
    2: (partial(m.crenels, 17, 3), _canal),
    3: (partial(m.slope, 5), partial(_terrace, arches=8, leaf="#6aa84a")),
    4: (partial(m.crenels, 4, 5), _gate),
    5: (m.dome, _roof_garden),
}
"""Outline and painter of each stage."""
