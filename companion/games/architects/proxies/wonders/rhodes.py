"""The Colossus of Rhodes: two pedestals, legs, breastplate, head."""

from functools import partial

from companion.art.drawing import Point, circle, ellipse, line, path, polygon, rect, ring, star, stroke, wave
from companion.games.architects.proxies import masonry as m
from companion.games.architects.proxies.masonry import Outline, Painter
from companion.games.architects.proxies.palette import Wonder


def _arch_legs(w: float, h: float) -> list[Point]:
    """Two legs astride."""
    return [(6, 0), (w - 6, 0), (w, h), (w - 24, h), (w * 0.56, h * 0.5), (w * 0.44, h * 0.5), (24, h), (0, h)]


def _shoulders(w: float, h: float) -> list[Point]:
    """A head's width above wide shoulders."""
    return [
        (w * 0.24, 0),
        (w * 0.76, 0),
        (w * 0.8, h * 0.66),
        (w, h * 0.8),
        (w, h),
        (0, h),
        (0, h * 0.8),
        (w * 0.2, h * 0.66),
    ]


def _pedestal(w: float, h: float, c: Wonder, *, anchor: bool) -> str:
    sea = rect(0, h * 0.74, w, h * 0.26, c.accent) + stroke(wave(0, w, h * 0.86, 1.2, 7), "#bfe6e2", 0.8)
    sign = ring(9, h * 0.42, 3.6, c.dark, 1.4) if anchor else polygon(star(9, h * 0.42, 4.6, 1.9, 5), c.dark)
    twin = ring(w - 9, h * 0.42, 3.6, c.dark, 1.4) if anchor else polygon(star(w - 9, h * 0.42, 4.6, 1.9, 5), c.dark)
    wall = m.courses(w, h, c, 6, 13) if anchor else rect(0, 0, w, h, c.mid) + m.arches(13, 5, w - 26, h, 3, c.dark)
    return wall + rect(0, 0, w, 3, c.dark) + sign + twin + sea


def _legs(w: float, h: float, c: Wonder) -> str:
    kilt = polygon([(0, 0), (w, 0), (w, h * 0.4), (0, h * 0.4)], c.accent)
    pleats = "".join(
        polygon(
            [
                (w * (0.08 + 0.105 * k), 0),
                (w * (0.08 + 0.105 * k) + 4, 0),
                (w * (0.02 + 0.12 * k) + 4, h * 0.4),
                (w * (0.02 + 0.12 * k), h * 0.4),
            ],
            "#56b3ab",
        )
        for k in range(9)
    )
    belt = rect(0, 0, w, 4, "#e0a526") + circle(w / 2, 2, 3, c.dark)
    greaves = "".join(
        polygon([(a, h * 0.58), (a + 16, h * 0.58), (a + 13, h * 0.88), (a + 3, h * 0.88)], "#e0a526")
        + line([(a + 8, h * 0.6), (a + 8, h * 0.86)], c.dark, 1)
        for a in (4.5, w - 20.5)
    )
    sandals = rect(0, h * 0.93, w, h * 0.07, c.dark)
    return rect(0, 0, w, h, c.mid) + kilt + pleats + belt + greaves + sandals + rect(0, h * 0.4, w, 1, c.dark)


def _breast(w: float, h: float, c: Wonder) -> str:
    x = w / 2
    sky = rect(0, 0, w, h, c.sky) + "".join(
        ellipse(a, h * f, 8, 1.8, "#fff", 'opacity=".7"') for a, f in ((8, 0.3), (w - 8, 0.46))
    )
    arms = line([(x + 24, 8), (x + 36, h)], c.mid, 9) + line([(x - 24, 8), (x - 34, h)], c.mid, 9)
    cape = path(
        f"M{x - 20},0 C{x - 26},{h * 0.5} {x - 30},{h * 0.8} {x - 32},{h} H{x + 32} "
        f"C{x + 30},{h * 0.8} {x + 26},{h * 0.5} {x + 20},0 Z",
        c.accent,
    )
    plate = polygon(
        [
            (x - 22, 3),
            (x - 8, 0),
            (x + 8, 0),
            (x + 22, 3),
            (x + 18, h * 0.7),
            (x + 20, h),
            (x - 20, h),
            (x - 18, h * 0.7),
        ],
        "#e0a526",
    )
    lines = stroke(
        f"M{x - 15},{h * 0.36} Q{x - 7},{h * 0.52} {x},{h * 0.36} Q{x + 7},{h * 0.52} {x + 15},{h * 0.36}", c.dark, 1.3
    ) + line([(x, h * 0.42), (x, h * 0.84)], c.dark, 1)
    sun = polygon(star(x, h * 0.2, 5, 2.4, 10), c.dark)
    return sky + arms + cape + plate + lines + sun + rect(0, h - 3, w, 3, "#c98a10")


def _sun_head(w: float, h: float, c: Wonder) -> str:
    x, y = w / 2, h * 0.52
    rays = m.rays(x, y - 3, 13, 12, "#f0a93a", 2.2)
    face = (
        circle(x, y - 3, 11, c.mid)
        + rect(x - 5, y + 5, 10, 10, c.mid)
        + path(f"M{x - 11},{y - 4} A11,11 0 0 1 {x + 11},{y - 4} L{x},{y - 8} Z", c.dark)
    )
    shoulders = polygon(
        [(0, h), (6, h * 0.82), (x - 8, h * 0.72), (x + 8, h * 0.72), (w - 6, h * 0.82), (w, h)], c.accent
    )
    return rect(0, 0, w, h, c.sky) + rays + shoulders + face


def silhouette(light: str, dark: str) -> str:  # noqa: ARG001 - as the others
    """The wonder around (0, 0), about 40 mm wide and 50 high, its foot at y = 25."""
    body = (
        circle(0, -17, 4.6, light)
        + polygon([(-9, -11), (9, -11), (5, 6), (-5, 6)], light)
        + line([(8, -9), (14, -20)], light, 3.6)
        + circle(14.5, -23, 3, "#ffcf4a")
        + line([(-8, -9), (-13, 2)], light, 3.6)
    )
    legs = line([(-3, 5), (-12, 19)], light, 5) + line([(3, 5), (12, 19)], light, 5)
    return (
        body
        + legs
        + rect(-20, 18, 14, 7, light)
        + rect(6, 18, 14, 7, light)
        + polygon(star(0, -17, 8, 5.4, 7), "none", f'stroke="{light}" stroke-width=".8"')
        + stroke(wave(-6, 6, 23, 1, 4), "#8fd0d8", 1.2)
    )


def pattern(ink: str) -> str:
    """The ground of the deck's back."""
    return "".join(line([(0, 10 * k - 40), (55, 10 * k - 15)], ink, 2) for k in range(14))


STAGES: dict[int, tuple[Outline, Painter]] = {
    1: (partial(m.slope, 4), partial(_pedestal, anchor=True)),
    2: (partial(m.slope, 4), partial(_pedestal, anchor=False)),
    3: (_arch_legs, _legs),
    4: (m.box, _breast),
    5: (_shoulders, _sun_head),
}
"""Outline and painter of each stage."""
