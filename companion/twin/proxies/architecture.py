"""The seven wonders, stage by stage: an outline and a painter for each of the 35."""

from collections.abc import Callable
from functools import partial

from companion.twin.proxies import masonry as m
from companion.twin.proxies.drawing import (
    Point,
    circle,
    ellipse,
    group,
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
    x, foot = w / 2, h * 0.62
    field = polygon([(x, 6), (w - 18, foot), (18, foot)], c.accent)
    sun = m.rays(x, foot - 13, 9, 16, "#f6c95a", 1.4) + circle(x, foot - 13, 8, "#f6c95a") + circle(x, foot - 13, 4, c.accent)
    deer = "".join(
        group(ellipse(0, -6, 8, 3.2, c.light) + "".join(rect(a, -5, 1.6, 6, c.light) for a in (-6, -3.4, 3, 5.2)) + polygon([(5, -7), (9.5, -13), (12, -11), (8, -4)], c.light) + line([(9.5, -13), (8, -17)], c.light, 0.8) + line([(9.5, -13), (12, -17)], c.light, 0.8), f'transform="translate({a} {foot - 1}) scale({s} 1)"')
        for a, s in ((x - 32, 1), (x + 32, -1))
    )
    return rect(0, 0, w, h, c.light) + field + deer + sun + m.frieze(0, h * 0.74, w, h * 0.14, 16, c.dark, c.mid)


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
    meander = "".join(
        line([(x, h * 0.24), (x, h * 0.08), (x + 5, h * 0.08), (x + 5, h * 0.19), (x + 2.4, h * 0.19)], c.accent, 1.1)
        for x in (2.5 + 7.03 * k for k in range(int(w / 7)))
    )
    shields = "".join(circle(x, h * 0.52, 4.6, c.dark) + circle(x, h * 0.52, 3.4, c.light) + polygon(star(x, h * 0.52, 2.8, 1.1, 6), c.accent)
                      for x in (w * (k + 0.5) / 9 for k in range(9)))
    return m.courses(w, h, c, 6.4, 13) + rect(0, 0, w, h * 0.3, c.light) + meander + rect(0, h * 0.3, w, h * 0.44, c.mid) + shields + rect(0, h * 0.3, w, 1.2, c.dark) + rect(0, h * 0.74, w, 1.2, c.dark)


def _colonnade(w: float, h: float, c: Wonder, count: int, statue: bool) -> str:
    hall = m.columns(0, h * 0.16, w, h * 0.74, count, c)
    top = m.frieze(0, 0, w, h * 0.16, count * 2, c.accent if statue else c.dark, c.light)
    return hall + top + rect(0, h * 0.9, w, h * 0.1, c.light) + rect(0, h * 0.9, w, 1, c.dark)


def _stepped_roof(w: float, h: float, c: Wonder) -> str:
    return m.steps(w, h, 8, c) + circle(w / 2, 4, 3, c.accent) + polygon([(w * 0.4, h * 0.125), (w * 0.6, h * 0.125), (w * 0.6, 1.5), (w * 0.4, 1.5)], c.accent, 'opacity=".6"')


def _throne_foot(w: float, h: float, c: Wonder) -> str:
    return m.steps(w, h, 3, c) + "".join(polygon(star(x, h * 0.5, 5.4, 2.3, 8), c.accent) for x in (14, 30, w - 30, w - 14)) + rect(0, 0, w, 2.4, c.dark)


def _throne_block(w: float, h: float, c: Wonder, left: bool) -> str:
    panel = rect(5, 8, w - 10, h - 12, c.mid, 2) + rect(7, 10, w - 14, h - 16, c.accent if left else c.dark, 1.4)
    x, y = w / 2, h * 0.46
    mane = polygon(star(x, y, 13, 10, 14), "#c98a3a") + circle(x, y, 8.4, "#f2cf86")
    lion = mane + "".join(circle(x + s * 3.2, y - 2, 1.2, c.dark) for s in (-1, 1)) + polygon([(x - 2.2, y + 1), (x + 2.2, y + 1), (x, y + 3.6)], c.dark) + line([(x, y + 3), (x, y + 5.6)], c.dark, 0.8)
    wings = polygon([(x - 15, y - 9), (x - 3, y - 4), (x - 4, y + 9), (x - 12, y + 5)], c.mid) + polygon([(x + 15, y - 9), (x + 3, y - 4), (x + 4, y + 9), (x + 12, y + 5)], c.mid)
    owl = wings + ellipse(x, y + 2, 7.4, 11.5, c.light) + "".join(circle(x + s * 3, y - 4, 2.7, "#fff") + circle(x + s * 3, y - 4, 1.3, c.dark) + polygon([(x + s * 7, y - 12), (x + s * 1, y - 8), (x + s * 6.6, y - 5)], c.light) for s in (-1, 1)) + polygon([(x - 1.4, y - 2), (x + 1.4, y - 2), (x, y + 1.2)], c.accent)
    return rect(0, 0, w, h, c.light) + panel + (lion if left else owl) + rect(0, 0, w, 4, c.mid) + rect(0, 4, w, 0.8, c.dark)


def _torso(w: float, h: float, c: Wonder) -> str:
    x, skin = w / 2, "#d7a27a"
    throne = rect(0, 0, w, h, c.light) + "".join(rect(a, 0, 9, h, c.mid) + polygon(star(a + 4.5, 8, 3.4, 1.4, 8), c.accent) for a in (5, w - 14))
    drape = rect(18, 0, w - 36, h, "#c8d9c8") + "".join(rect(18 + 6.3 * k, 0, 2.6, h, "#b4cbb6") for k in range(12))
    chest = polygon([(x - 17, 0), (x + 17, 0), (x + 13, h), (x - 13, h)], skin) + stroke(f"M{x - 10},10 q5,5 10,0 q5,5 10,0", "#a9704a", 1)
    arms = "".join(line([(x + s * 17, 3), (x + s * 26, h * 0.5), (x + s * 37, h * 0.58)], skin, 6.5) for s in (-1, 1))
    robe = path(f"M{x - 19},0 L{x - 8},0 C{x},{h * 0.4} {x + 12},{h * 0.6} {x + 22},{h} L{x - 24},{h} Z", c.accent)
    folds = "".join(stroke(f"M{x - 15 + 2.6 * k},2 Q{x - 13 + 6 * k},{h * 0.6} {x - 18 + 8 * k},{h}", "#9ec3dc", 0.8) for k in range(5))
    sceptre = line([(x + 38, h), (x + 38, 2)], "#c98a10", 1.6) + polygon([(x + 34, 7), (x + 38, 1), (x + 42, 7)], "#c98a10")
    return throne + drape + chest + arms + robe + folds + sceptre


def _crown(w: float, h: float, c: Wonder) -> str:
    x, y, skin = w / 2, h * 0.46, "#d7a27a"
    back = path(f"M{x - 27},{h} V{h * 0.42} A27,25 0 0 1 {x + 27},{h * 0.42} V{h} Z", c.mid) + path(f"M{x - 22},{h} V{h * 0.46} A22,20 0 0 1 {x + 22},{h * 0.46} V{h} Z", c.accent)
    beams = "".join(line([(x + a * 12, h * 0.62), (x + a * 20, h * 0.62 - b)], c.light, 2) for a, b in ((-2.4, 3), (2.4, 3), (-2.2, 14), (2.2, 14)))
    shoulders = path(f"M{x - 22},{h} C{x - 20},{h * 0.76} {x - 8},{h * 0.76} {x},{h * 0.76} C{x + 8},{h * 0.76} {x + 20},{h * 0.76} {x + 22},{h} Z", skin)
    hair = circle(x, y - 1, 11, "#f7f4ea") + "".join(circle(x + s * 9.5, y + 5, 3.6, "#f7f4ea") for s in (-1, 1))
    face = ellipse(x, y, 7, 8.6, skin) + "".join(circle(x + s * 2.8, y - 1.4, 0.9, c.dark) for s in (-1, 1))
    beard = path(f"M{x - 7.4},{y + 1} C{x - 8},{y + 17} {x + 8},{y + 17} {x + 7.4},{y + 1} C{x + 4},{y + 5} {x - 4},{y + 5} {x - 7.4},{y + 1} Z", "#f7f4ea")
    wreath = "".join(ellipse(*regular(x, y, 10.4, 1, a)[0], 2.4, 1.4, "#3f7d3a", f'transform="rotate({a + 35} {regular(x, y, 10.4, 1, a)[0][0]:.2f} {regular(x, y, 10.4, 1, a)[0][1]:.2f})"') for a in range(-75, 76, 25))
    return rect(0, 0, w, h, c.sky) + beams + back + shoulders + hair + face + beard + wreath


def _pedestal(w: float, h: float, c: Wonder, anchor: bool) -> str:
    sea = rect(0, h * 0.74, w, h * 0.26, c.accent) + stroke(wave(0, w, h * 0.86, 1.2, 7), "#bfe6e2", 0.8)
    sign = ring(9, h * 0.42, 3.6, c.dark, 1.4) if anchor else polygon(star(9, h * 0.42, 4.6, 1.9, 5), c.dark)
    twin = ring(w - 9, h * 0.42, 3.6, c.dark, 1.4) if anchor else polygon(star(w - 9, h * 0.42, 4.6, 1.9, 5), c.dark)
    return m.courses(w, h, c, 6, 13 if anchor else 9) + rect(0, 0, w, 3, c.dark) + sign + twin + sea


def _legs(w: float, h: float, c: Wonder) -> str:
    kilt = polygon([(0, 0), (w, 0), (w, h * 0.4), (0, h * 0.4)], c.accent)
    pleats = "".join(polygon([(w * (0.08 + 0.105 * k), 0), (w * (0.08 + 0.105 * k) + 4, 0), (w * (0.02 + 0.12 * k) + 4, h * 0.4), (w * (0.02 + 0.12 * k), h * 0.4)], "#56b3ab") for k in range(9))
    belt = rect(0, 0, w, 4, "#e0a526") + circle(w / 2, 2, 3, c.dark)
    greaves = "".join(polygon([(a, h * 0.58), (a + 16, h * 0.58), (a + 13, h * 0.88), (a + 3, h * 0.88)], "#e0a526") + line([(a + 8, h * 0.6), (a + 8, h * 0.86)], c.dark, 1) for a in (4.5, w - 20.5))
    sandals = rect(0, h * 0.93, w, h * 0.07, c.dark)
    return rect(0, 0, w, h, c.mid) + kilt + pleats + belt + greaves + sandals + rect(0, h * 0.4, w, 1, c.dark)


def _breast(w: float, h: float, c: Wonder) -> str:
    x = w / 2
    sky = rect(0, 0, w, h, c.sky) + "".join(ellipse(a, h * f, 8, 1.8, "#fff", 'opacity=".7"') for a, f in ((8, 0.3), (w - 8, 0.46)))
    arms = line([(x + 24, 8), (x + 36, h)], c.mid, 9) + line([(x - 24, 8), (x - 34, h)], c.mid, 9)
    cape = path(f"M{x - 20},0 C{x - 26},{h * 0.5} {x - 30},{h * 0.8} {x - 32},{h} H{x + 32} C{x + 30},{h * 0.8} {x + 26},{h * 0.5} {x + 20},0 Z", c.accent)
    plate = polygon([(x - 22, 3), (x - 8, 0), (x + 8, 0), (x + 22, 3), (x + 18, h * 0.7), (x + 20, h), (x - 20, h), (x - 18, h * 0.7)], "#e0a526")
    lines = stroke(f"M{x - 15},{h * 0.36} Q{x - 7},{h * 0.52} {x},{h * 0.36} Q{x + 7},{h * 0.52} {x + 15},{h * 0.36}", c.dark, 1.3) + line([(x, h * 0.42), (x, h * 0.84)], c.dark, 1)
    sun = polygon(star(x, h * 0.2, 5, 2.4, 10), c.dark)
    return sky + arms + cape + plate + lines + sun + rect(0, h - 3, w, 3, "#c98a10")


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
