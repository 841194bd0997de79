"""The Lighthouse of Alexandria: island, three storeys, lantern."""

from functools import partial

from companion.art.drawing import Point, path, polygon, rect, stroke, wave
from companion.games.architects.proxies import masonry as m
from companion.games.architects.proxies.masonry import Outline, Painter
from companion.games.architects.proxies.palette import Wonder


def _spire(w: float, h: float) -> list[Point]:
    """A lantern under a pointed roof."""
    return [
        (w / 2, 0),
        (w, h * 0.36),
        (w - 3, h * 0.36),
        (w - 3, h * 0.84),
        (w, h * 0.84),
        (w, h),
        (0, h),
        (0, h * 0.84),
        (3, h * 0.84),
        (3, h * 0.36),
        (0, h * 0.36),
    ]


def _island(w: float, h: float, c: Wonder) -> str:
    sea = rect(0, 0, w, h, "#2f7fa6") + "".join(
        stroke(wave(0, w, h * f, 1.4, 8), "#9fd3e6", 0.8) for f in (0.55, 0.74, 0.92)
    )
    rocks = polygon(
        [(8, h * 0.7), (14, h * 0.3), (26, h * 0.2), (w - 26, h * 0.2), (w - 14, h * 0.3), (w - 8, h * 0.7)], c.mid
    )
    quay = rect(16, 0, w - 32, h * 0.36, c.light) + m.arches(18, h * 0.08, w - 36, h * 0.28, 14, c.dark)
    return sea + rocks + quay


def _light_foot(w: float, h: float, c: Wonder) -> str:
    return m.courses(w, h, c, 4.2, 9) + rect(0, 0, w, 3, c.dark) + m.arches(4, h * 0.22, w - 8, h * 0.3, 7, c.dark)


def _light_shaft(w: float, h: float, c: Wonder) -> str:
    slots = "".join(rect(x, y, 2.4, 5, c.dark, 1.2) for x in (8, 18, w - 20.4, w - 10.4) for y in (8, 19, 30))
    return m.courses(w, h, c, 5.4, 15) + rect(0, 0, w, 4, c.accent) + slots


def _light_octagon(w: float, h: float, c: Wonder) -> str:
    faces = (
        rect(0, 0, w * 0.28, h, c.mid) + rect(w * 0.28, 0, w * 0.44, h, c.light) + rect(w * 0.72, 0, w * 0.28, h, c.mid)
    )
    return faces + rect(0, 0, w, 3.6, c.dark) + rect(0, h - 3, w, 3, c.dark) + m.arches(1, 6, w - 2, 7, 5, c.dark)


def _lantern(w: float, h: float, c: Wonder) -> str:
    flame = path(
        f"M{w / 2},{h * 0.28} C{w * 0.86},{h * 0.52} {w * 0.72},{h * 0.8} {w / 2},{h * 0.8} "
        f"C{w * 0.28},{h * 0.8} {w * 0.14},{h * 0.52} {w / 2},{h * 0.28} Z",
        c.accent,
    )
    posts = rect(1, h * 0.36, 3, h * 0.5, c.light) + rect(w - 4, h * 0.36, 3, h * 0.5, c.light)
    roof = polygon([(w / 2, 0), (w, h * 0.36), (0, h * 0.36)], c.dark)
    return rect(0, 0, w, h, "#fff1bf") + flame + posts + roof + rect(0, h * 0.84, w, h * 0.16, c.mid)


def silhouette(light: str, dark: str) -> str:
    """The wonder around (0, 0), about 40 mm wide and 50 high, its foot at y = 25."""
    beam = polygon([(3, -17), (26, -26), (26, -9)], "#ffe9a8") + polygon([(-3, -17), (-26, -26), (-26, -9)], "#ffe9a8")
    tower = (
        polygon([(-11, 18), (-8, -2), (8, -2), (11, 18)], light)
        + rect(-6, -13, 12, 11, light)
        + rect(-3.5, -20, 7, 7, "#ffcf4a")
    )
    return (
        beam
        + tower
        + polygon([(-5, -20), (0, -26), (5, -20)], dark)
        + rect(-15, 18, 30, 7, light)
        + "".join(rect(x, 4, 2.4, 5, dark, 1.2) for x in (-5, 2.6))
        + rect(-2, 11, 4, 7, dark, 2)
    )


def pattern(ink: str) -> str:
    """The ground of the deck's back."""
    return "".join(stroke(wave(0, 55, 3 + 5 * k, 2, 9), ink, 1) for k in range(16))


STAGES: dict[int, tuple[Outline, Painter]] = {
    1: (partial(m.slope, 8), _island),
    2: (partial(m.slope, 3), _light_foot),
    3: (partial(m.capital, 3, 4), _light_shaft),
    4: (partial(m.capital, 3, 3), _light_octagon),
    5: (_spire, _lantern),
}
"""Outline and painter of each stage."""
