"""The seven wonders, stage by stage: an outline and a painter for each of the 35."""

from collections.abc import Callable
from functools import partial

from companion.twin.proxies import masonry as m
from companion.twin.proxies.drawing import (
    Point,
    circle,
    ellipse,
    line,
    path,
    polygon,
    rect,
    regular,
    ring,
    star,
    stroke,
    wave,
)
from companion.twin.proxies.palette import Wonder

Outline = Callable[[float, float], list[Point]]
Painter = Callable[[float, float, Wonder], str]


def _island(w: float, h: float, c: Wonder) -> str:
    sea = rect(0, 0, w, h, "#2f7fa6") + "".join(stroke(wave(0, w, h * f, 1.4, 8), "#9fd3e6", 0.8) for f in (0.55, 0.74, 0.92))
    rocks = polygon([(8, h * 0.7), (14, h * 0.3), (26, h * 0.2), (w - 26, h * 0.2), (w - 14, h * 0.3), (w - 8, h * 0.7)], c.mid)
    quay = rect(16, 0, w - 32, h * 0.36, c.light) + m.arches(18, h * 0.08, w - 36, h * 0.28, 14, c.dark)
    return sea + rocks + quay


def _light_foot(w: float, h: float, c: Wonder) -> str:
    return m.courses(w, h, c, 4.2, 9) + rect(0, 0, w, 3, c.dark) + m.arches(4, h * 0.22, w - 8, h * 0.3, 7, c.dark)


def _light_shaft(w: float, h: float, c: Wonder) -> str:
    slots = "".join(rect(x, y, 2.4, 5, c.dark, 1.2) for x in (8, 18, w - 20.4, w - 10.4) for y in (8, 19, 30))
    return m.courses(w, h, c, 5.4, 15) + rect(0, 0, w, 4, c.accent) + slots


def _light_octagon(w: float, h: float, c: Wonder) -> str:
    faces = rect(0, 0, w * 0.28, h, c.mid) + rect(w * 0.28, 0, w * 0.44, h, c.light) + rect(w * 0.72, 0, w * 0.28, h, c.mid)
    return faces + rect(0, 0, w, 3.6, c.dark) + rect(0, h - 3, w, 3, c.dark) + m.arches(1, 6, w - 2, 7, 5, c.dark)


def _lantern(w: float, h: float, c: Wonder) -> str:
    flame = path(f"M{w / 2},{h * 0.28} C{w * 0.86},{h * 0.52} {w * 0.72},{h * 0.8} {w / 2},{h * 0.8} C{w * 0.28},{h * 0.8} {w * 0.14},{h * 0.52} {w / 2},{h * 0.28} Z", c.accent)
    posts = rect(1, h * 0.36, 3, h * 0.5, c.light) + rect(w - 4, h * 0.36, 3, h * 0.5, c.light)
    roof = polygon([(w / 2, 0), (w, h * 0.36), (0, h * 0.36)], c.dark)
    return rect(0, 0, w, h, "#fff1bf") + flame + posts + roof + rect(0, h * 0.84, w, h * 0.16, c.mid)


def _terrace(w: float, h: float, c: Wonder, arches: int, leaf: str) -> str:
    wall = m.courses(w, h, c, 4.5, 12) + m.arches(4, h * 0.42, w - 8, h * 0.58, arches, c.dark)
    return wall + m.hedge(0, h * 0.2, w, arches * 3, 4.6, leaf) + rect(0, h * 0.3, w, 1.6, c.dark)


def _canal(w: float, h: float, c: Wonder) -> str:
    falls = "".join(rect(x - 2.6, h * 0.3, 5.2, h * 0.6, "#56aacb") for x in (w * 0.15, w * 0.85))
    palms = "".join(m.palm(x, h * 0.94, h * 0.62, "#7a4a20", "#2f7a35") for x in (w * 0.06, w * 0.25, w * 0.36, w * 0.64, w * 0.75, w * 0.94))
    return rect(0, 0, w, h, c.light) + rect(0, 0, w, h * 0.3, c.mid) + m.hedge(0, h * 0.26, w, 34, 3.4, c.accent) + falls + palms + rect(0, h * 0.9, w, h * 0.1, "#56aacb")


def _gate(w: float, h: float, c: Wonder) -> str:
    tiles = m.courses(w, h, Wonder(c.sky, "#2c63a0", "#24548b", c.dark, c.accent, c.plan), 5, 9)
    rosettes = "".join(circle(x, h * 0.2, 2, c.light) + circle(x, h * 0.2, 0.9, c.mid) for x in (6, 16, 26.5, 37, 47))
    return tiles + rosettes + m.arches(w * 0.2, h * 0.3, w * 0.6, h * 0.7, 1, c.dark) + rect(0, h * 0.27, w, 1.4, c.light)


def _roof_garden(w: float, h: float, c: Wonder) -> str:
    trees = "".join(m.palm(x, h * 0.7, h * 0.56, "#7a4a20", c.accent) for x in (9, 22, w - 22, w - 9))
    return rect(0, 0, w, h, c.sky) + circle(w / 2, h * 0.4, 8, "#f8d46a") + trees + m.hedge(0, h * 0.7, w, 10, 4, "#2f7a35") + rect(0, h * 0.76, w, h, c.mid)


def _temple_steps(w: float, h: float, c: Wonder) -> str:
    return m.steps(w, h, 5, c) + polygon([(w * 0.42, 0), (w * 0.58, 0), (w * 0.62, h), (w * 0.38, h)], c.accent)


def _temple_columns(w: float, h: float, c: Wonder, flutes: int) -> str:
    fluting = "".join(rect(6 + (w - 12) / flutes * k, 0, (w - 12) / flutes * 0.45, h, c.mid) for k in range(flutes))
    ends = rect(0, 0, w, 9, c.light) + rect(0, h - 9, w, 9, c.light) + rect(0, 8, w, 1.4, c.dark) + rect(0, h - 9.4, w, 1.4, c.dark)
    scrolls = ring(5, 5, 3, c.dark, 1) + ring(w - 5, 5, 3, c.dark, 1)
    belt = rect(0, h * (0.2 + 0.05 * flutes), w, 2, c.accent)
    return rect(0, 0, w, h, c.light) + fluting + belt + ends + scrolls


def _pediment(w: float, h: float, c: Wonder) -> str:
    field = polygon([(w / 2, 6), (w - 18, h * 0.62), (18, h * 0.62)], c.accent)
    figures = "".join(circle(x, h * 0.62 - s, s * 0.3, c.light) + rect(x - s * 0.3, h * 0.62 - s * 0.75, s * 0.6, s * 0.75, c.light, 1) for x, s in ((w * 0.26, 9), (w * 0.36, 14), (w * 0.64, 14), (w * 0.74, 9)))
    return rect(0, 0, w, h, c.light) + field + figures + m.frieze(0, h * 0.72, w, h * 0.16, 16, c.dark, c.mid)


def _pyramid(w: float, h: float, c: Wonder, course: float, block: float) -> str:
    shade = polygon([(w * 0.62, 0), (w, 0), (w, h), (w * 0.66, h)], c.dark, 'opacity=".28"')
    return m.courses(w, h, c, course, block) + shade


def _pyramid_foot(w: float, h: float, c: Wonder) -> str:
    door = polygon([(w * 0.2, h), (w * 0.22, h * 0.5), (w * 0.26, h * 0.5), (w * 0.28, h)], c.dark)
    palms = "".join(m.palm(x, h, h * 0.6, "#6d4516", "#5d7d2a") for x in (w * 0.11, w * 0.86, w * 0.92))
    return _pyramid(w, h, c, 7.5, 15) + door + palms


def _capstone(w: float, h: float, c: Wonder) -> str:
    tip = polygon([(w / 2, 0), (w * 0.72, h * 0.44), (w * 0.28, h * 0.44)], "#f2b90f") + polygon([(w / 2, 0), (w * 0.72, h * 0.44), (w * 0.54, h * 0.44)], "#c98a10")
    return _pyramid(w, h, c, 5, 11) + tip


def _crepis(w: float, h: float, c: Wonder) -> str:
    return m.steps(w, h, 3, c) + rect(0, 0, w, 1.4, c.accent)


def _podium(w: float, h: float, c: Wonder) -> str:
    riders = "".join(path(f"M{x},{h * 0.62} l3,-7 l5,-1 l2,-4 l2,3 l-1,4 l-1,5 z", c.dark) for x in (6, 20, 34, w - 46, w - 32, w - 18))
    return m.courses(w, h, c, 6.4, 13) + rect(0, h * 0.24, w, h * 0.46, c.mid) + riders + rect(0, h * 0.2, w, 1.6, c.accent) + rect(0, h * 0.7, w, 1.6, c.accent)


def _colonnade(w: float, h: float, c: Wonder, count: int, statue: bool) -> str:
    hall = m.columns(0, h * 0.16, w, h * 0.74, count, c)
    top = m.frieze(0, 0, w, h * 0.16, count * 2, c.accent if statue else c.dark, c.light)
    return hall + top + rect(0, h * 0.9, w, h * 0.1, c.light) + rect(0, h * 0.9, w, 1, c.dark)


def _stepped_roof(w: float, h: float, c: Wonder) -> str:
    return m.steps(w, h, 8, c) + circle(w / 2, 4, 3, c.accent) + polygon([(w * 0.4, h * 0.125), (w * 0.6, h * 0.125), (w * 0.6, 1.5), (w * 0.4, 1.5)], c.accent, 'opacity=".6"')


def _throne_foot(w: float, h: float, c: Wonder) -> str:
    return m.steps(w, h, 3, c) + "".join(polygon(star(x, h * 0.5, 5.4, 2.3, 8), c.accent) for x in (14, 30, w - 30, w - 14)) + rect(0, 0, w, 2.4, c.dark)


def _throne_block(w: float, h: float, c: Wonder, left: bool) -> str:
    panel = rect(6, 8, w - 12, h - 14, c.mid, 2) + rect(8, 10, w - 16, h - 18, c.accent if left else c.dark, 1.4)
    lion = path(f"M{w * 0.26},{h * 0.72} q0,-14 9,-15 q2,-6 8,-5 q7,2 5,9 q3,4 2,11 z", c.light)
    owl = ellipse(w * 0.5, h * 0.5, 8, 10.5, c.light) + circle(w * 0.44, h * 0.4, 2.2, c.dark) + circle(w * 0.56, h * 0.4, 2.2, c.dark)
    return rect(0, 0, w, h, c.light) + panel + (lion if left else owl) + rect(0, 0, w, 4, c.mid)


def _torso(w: float, h: float, c: Wonder) -> str:
    robe = path(f"M{w * 0.3},{h} C{w * 0.3},{h * 0.2} {w * 0.7},{h * 0.2} {w * 0.7},{h} Z", c.accent)
    folds = "".join(stroke(f"M{w * 0.36 + 5 * k},{h} Q{w * 0.5},{h * 0.6} {w * 0.42 + 3.6 * k},{h * 0.4}", c.light, 0.9) for k in range(6))
    arms = rect(2, h * 0.56, w * 0.26, 6, c.mid, 2) + rect(w * 0.74 - 2, h * 0.56, w * 0.26, 6, c.mid, 2)
    pillars = rect(4, 0, 7, h, c.mid) + rect(w - 11, 0, 7, h, c.mid)
    return rect(0, 0, w, h, c.light) + pillars + robe + folds + arms


def _crown(w: float, h: float, c: Wonder) -> str:
    x, y = w / 2, h * 0.52
    glow = m.rays(x, y, 15, 18, c.mid, 1.6) + circle(x, y, 15, "#fff3c0")
    head = circle(x, y - 4, 7.4, "#d7a27a") + path(f"M{x - 7.4},{y - 3} C{x - 9},{y + 12} {x + 9},{y + 12} {x + 7.4},{y - 3} Z", "#f7f4ea")
    wreath = "".join(ellipse(*regular(x, y - 4, 8, 1, a)[0], 1.7, 1.1, "#3f7d3a") for a in range(-80, 81, 20))
    return rect(0, 0, w, h, c.sky) + rect(0, h * 0.86, w, h, c.mid) + glow + head + wreath + "".join(m.hedge(a, h * 0.86, w * 0.24, 3, 4, c.accent) for a in (0, w * 0.76))


def _pedestal(w: float, h: float, c: Wonder, anchor: bool) -> str:
    sea = rect(0, h * 0.74, w, h * 0.26, c.accent) + stroke(wave(0, w, h * 0.86, 1.2, 7), "#bfe6e2", 0.8)
    sign = ring(9, h * 0.42, 3.6, c.dark, 1.4) if anchor else polygon(star(9, h * 0.42, 4.6, 1.9, 5), c.dark)
    twin = ring(w - 9, h * 0.42, 3.6, c.dark, 1.4) if anchor else polygon(star(w - 9, h * 0.42, 4.6, 1.9, 5), c.dark)
    return m.courses(w, h, c, 6, 13 if anchor else 9) + rect(0, 0, w, 3, c.dark) + sign + twin + sea


def _legs(w: float, h: float, c: Wonder) -> str:
    greaves = "".join(rect(x, h * 0.62, 18, h * 0.3, c.mid, 3) + line([(x + 9, h * 0.64), (x + 9, h * 0.9)], c.light, 1.4) for x in (3, w - 21))
    kilt = polygon([(w * 0.16, 0), (w * 0.84, 0), (w * 0.92, h * 0.4), (w * 0.08, h * 0.4)], c.accent)
    pleats = "".join(line([(w * (0.2 + 0.1 * k), 0), (w * (0.13 + 0.12 * k), h * 0.4)], c.dark, 0.9) for k in range(7))
    return rect(0, 0, w, h, c.light) + greaves + kilt + pleats


def _breast(w: float, h: float, c: Wonder) -> str:
    plate = path(f"M{w * 0.2},0 H{w * 0.8} C{w * 0.84},{h * 0.6} {w * 0.74},{h} {w / 2},{h} C{w * 0.26},{h} {w * 0.16},{h * 0.6} {w * 0.2},0 Z", c.mid)
    chest = stroke(f"M{w * 0.26},{h * 0.3} Q{w * 0.38},{h * 0.5} {w / 2},{h * 0.3} Q{w * 0.62},{h * 0.5} {w * 0.74},{h * 0.3}", c.dark, 1.4)
    cape = polygon([(0, 0), (w * 0.22, 0), (w * 0.16, h), (0, h)], c.accent) + polygon([(w, 0), (w * 0.78, 0), (w * 0.84, h), (w, h)], c.accent)
    return rect(0, 0, w, h, c.light) + cape + plate + chest


def _sun_head(w: float, h: float, c: Wonder) -> str:
    x, y = w / 2, h * 0.52
    rays = m.rays(x, y - 3, 13, 12, "#f0a93a", 2.2)
    face = circle(x, y - 3, 11, c.mid) + rect(x - 5, y + 5, 10, 10, c.mid) + path(f"M{x - 11},{y - 4} A11,11 0 0 1 {x + 11},{y - 4} L{x},{y - 8} Z", c.dark)
    shoulders = polygon([(0, h), (6, h * 0.82), (x - 8, h * 0.72), (x + 8, h * 0.72), (w - 6, h * 0.82), (w, h)], c.accent)
    return rect(0, 0, w, h, c.sky) + rays + shoulders + face


def _arch_legs(w: float, h: float) -> list[Point]:
    """Two legs astride."""
    return [(6, 0), (w - 6, 0), (w, h), (w - 24, h), (w * 0.56, h * 0.5), (w * 0.44, h * 0.5), (24, h), (0, h)]


def _dome(w: float, h: float) -> list[Point]:
    """A block under a round top."""
    rise = min(w / 2, h * 0.6)
    arc = [(w / 2 + w / 2 * x / 10, rise - rise * (1 - (x / 10) ** 2) ** 0.5) for x in range(-10, 11)]
    return [*arc, (w, h), (0, h)]


def _spire(w: float, h: float) -> list[Point]:
    """A lantern under a pointed roof."""
    return [(w / 2, 0), (w, h * 0.36), (w - 3, h * 0.36), (w - 3, h * 0.84), (w, h * 0.84), (w, h), (0, h), (0, h * 0.84), (3, h * 0.84), (3, h * 0.36), (0, h * 0.36)]


def _shoulders(w: float, h: float) -> list[Point]:
    """A head's width above wide shoulders."""
    return [(w * 0.24, 0), (w * 0.76, 0), (w * 0.8, h * 0.66), (w, h * 0.8), (w, h), (0, h), (0, h * 0.8), (w * 0.2, h * 0.66)]


def _giza(inset: float) -> Outline:
    return partial(m.slope, inset)


STAGES: dict[str, tuple[Outline, Painter]] = {
    "alexandria_1": (partial(m.slope, 8), _island),
    "alexandria_2": (partial(m.slope, 3), _light_foot),
    "alexandria_3": (partial(m.capital, 3, 4), _light_shaft),
    "alexandria_4": (partial(m.capital, 3, 3), _light_octagon),
    "alexandria_5": (_spire, _lantern),
    "babylon_1": (m.box, partial(_terrace, arches=12, leaf="#3f8f3d")),
    "babylon_2": (partial(m.crenels, 17, 3), _canal),
    "babylon_3": (partial(m.slope, 5), partial(_terrace, arches=8, leaf="#6aa84a")),
    "babylon_4": (partial(m.crenels, 4, 5), _gate),
    "babylon_5": (_dome, _roof_garden),
    "ephesus_1": (partial(m.slope, 9), _temple_steps),
    "ephesus_2": (partial(m.capital, 5, 9), partial(_temple_columns, flutes=3)),
    "ephesus_3": (partial(m.capital, 5, 9), partial(_temple_columns, flutes=5)),
    "ephesus_4": (partial(m.capital, 5, 9), partial(_temple_columns, flutes=8)),
    "ephesus_5": (partial(m.gable, 42), _pediment),
    "giza_1": (_giza(13), _pyramid_foot),
    "giza_2": (_giza(15.5), partial(_pyramid, course=6, block=18)),
    "giza_3": (_giza(17.5), partial(_pyramid, course=7.25, block=10)),
    "giza_4": (_giza(16.5), partial(_pyramid, course=5, block=14)),
    "giza_5": (_giza(26.3), _capstone),
    "halicarnassus_1": (m.box, _crepis),
    "halicarnassus_2": (m.box, _podium),
    "halicarnassus_3": (m.box, partial(_colonnade, count=4, statue=False)),
    "halicarnassus_4": (m.box, partial(_colonnade, count=6, statue=True)),
    "halicarnassus_5": (partial(m.terraces, 8, 18), _stepped_roof),
    "olympia_1": (partial(m.slope, 6), _throne_foot),
    "olympia_2": (m.box, partial(_throne_block, left=True)),
    "olympia_3": (m.box, partial(_throne_block, left=False)),
    "olympia_4": (partial(m.slope, 3), _torso),
    "olympia_5": (_dome, _crown),
    "rhodes_1": (partial(m.slope, 4), partial(_pedestal, anchor=True)),
    "rhodes_2": (partial(m.slope, 4), partial(_pedestal, anchor=False)),
    "rhodes_3": (_arch_legs, _legs),
    "rhodes_4": (m.box, _breast),
    "rhodes_5": (_shoulders, _sun_head),
}
"""Outline and painter of each stage."""
