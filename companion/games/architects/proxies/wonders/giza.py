"""The Pyramid of Giza: four courses and the golden capstone."""

from functools import partial

from companion.art.drawing import circle, line, polygon
from companion.games.architects.proxies import masonry as m
from companion.games.architects.proxies.masonry import Outline, Painter
from companion.games.architects.proxies.palette import Wonder


def _pyramid(w: float, h: float, c: Wonder, course: float, block: float) -> str:
    shade = polygon([(w * 0.62, 0), (w, 0), (w, h), (w * 0.66, h)], c.dark, 'opacity=".28"')
    return m.courses(w, h, c, course, block) + shade


def _pyramid_foot(w: float, h: float, c: Wonder) -> str:
    door = polygon([(w * 0.2, h), (w * 0.22, h * 0.5), (w * 0.26, h * 0.5), (w * 0.28, h)], c.dark)
    palms = "".join(m.palm(x, h, h * 0.6, "#6d4516", "#5d7d2a") for x in (w * 0.11, w * 0.86, w * 0.92))
    return _pyramid(w, h, c, 7.5, 15) + door + palms


def _capstone(w: float, h: float, c: Wonder) -> str:
    tip = polygon([(w / 2, 0), (w * 0.72, h * 0.44), (w * 0.28, h * 0.44)], "#f2b90f") + polygon(
        [(w / 2, 0), (w * 0.72, h * 0.44), (w * 0.54, h * 0.44)], "#c98a10"
    )
    return _pyramid(w, h, c, 5, 11) + tip


def silhouette(light: str, dark: str) -> str:
    """The wonder around (0, 0), about 40 mm wide and 50 high, its foot at y = 25."""
    body = polygon([(-26, 25), (0, -20), (26, 25)], light) + polygon([(0, -20), (26, 25), (7, 25)], dark)
    return (
        circle(14, -16, 7, "#fff2c0")
        + body
        + "".join(line([(-26 + 5.2 * k, 25 - 9 * k), (7 - 1.4 * k, 25 - 9 * k)], dark, 0.7) for k in range(1, 5))
    )


def pattern(ink: str) -> str:
    """The ground of the deck's back."""
    return "".join(polygon([(x - 3.4, y + 2.6), (x, y - 2.8), (x + 3.4, y + 2.6)], ink) for x, y in m.GRID)


STAGES: dict[int, tuple[Outline, Painter]] = {
    1: (partial(m.slope, 13), _pyramid_foot),
    2: (partial(m.slope, 15.5), partial(_pyramid, course=6, block=18)),
    3: (partial(m.slope, 17.5), partial(_pyramid, course=7.25, block=10)),
    4: (partial(m.slope, 16.5), partial(_pyramid, course=5, block=14)),
    5: (partial(m.slope, 26.3), _capstone),
}
"""Outline and painter of each stage."""
