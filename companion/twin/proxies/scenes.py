"""The cards' illustrations: one flat geometric landscape each, 55 mm wide and 57 mm high."""

import math
from collections.abc import Callable

from companion.twin.proxies.drawing import (
    circle,
    ellipse,
    line,
    path,
    place,
    polygon,
    rect,
    regular,
    ring,
    star,
    stroke,
    wave,
)
from companion.twin.proxies.icons import icon, symbol

_W, _H = 55.0, 57.0


def _sky(top: str, bottom: str, name: str) -> str:
    return (
        f'<linearGradient id="{name}" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="{top}"/>'
        f'<stop offset="1" stop-color="{bottom}"/></linearGradient>' + rect(0, 0, _W, _H, f"url(#{name})")
    )


def _rays(x: float, y: float, count: int, colour: str, reach: float = 80) -> str:
    step = math.pi * 2 / count
    return "".join(
        polygon(
            [
                (x, y),
                (x + reach * math.cos(step * k), y + reach * math.sin(step * k)),
                (x + reach * math.cos(step * (k + 0.5)), y + reach * math.sin(step * (k + 0.5))),
            ],
            colour,
        )
        for k in range(count)
    )


def _fir(x: float, foot: float, height: float, dark: str, light: str) -> str:
    half = height * 0.24
    tiers = "".join(
        polygon([(x, foot - height * (0.42 + 0.2 * k) - height * 0.18), (x + half * (1 - 0.25 * k), foot - height * (0.12 + 0.22 * k)),
                 (x - half * (1 - 0.25 * k), foot - height * (0.12 + 0.22 * k))], dark)
        + polygon([(x, foot - height * (0.42 + 0.2 * k) - height * 0.18), (x, foot - height * (0.12 + 0.22 * k)),
                   (x - half * (1 - 0.25 * k), foot - height * (0.12 + 0.22 * k))], light)
        for k in range(3)
    )
    return rect(x - height * 0.03, foot - height * 0.14, height * 0.06, height * 0.14, "#5a3a1e") + tiers


def _log(x: float, y: float, radius: float) -> str:
    return (
        circle(x, y, radius, "#6b431f")
        + circle(x, y, radius * 0.82, "#e8c48e")
        + ring(x, y, radius * 0.55, "#b98149", radius * 0.1)
        + ring(x, y, radius * 0.28, "#b98149", radius * 0.1)
    )


def wood() -> str:
    """A fir forest at sunrise with a pile of logs."""
    firs = "".join(_fir(x, 38, h, "#1f5a41", "#2f7a57") for x, h in ((6, 30), (47, 32), (18, 25), (36, 26)))
    tall = "".join(_fir(x, 43, h, "#174632", "#256647") for x, h in ((0, 34), (54, 36)))
    logs = "".join(_log(x, y, 5.2) for x, y in ((16, 50), (27, 50), (38, 50), (21.5, 41), (32.5, 41), (27, 32)))
    hill = path("M0,36 Q27,26 55,36 V57 H0 Z", "#86a657")
    return _sky("#ffd9a0", "#fff1d6", "s") + circle(27, 18, 9, "#f08c3c") + hill + firs + tall + logs


def clay() -> str:
    """A brick wall being laid before a smoking kiln."""
    kiln = path("M8,34 C8,6 47,6 47,34 Z", "#8f3d22") + path("M20,34 C20,20 35,20 35,34 Z", "#2b1510")
    fire = path("M23,34 C22,28 27,27 27,22 C31,26 33,29 32,34 Z", "#ffb648")
    smoke = stroke("M27,10 C18,4 34,2 28,-4", "#f0dccf", 4)
    rows = "".join(
        rect(-6 + 11 * k + 5.5 * (row % 2), 34 + 6 * row, 10, 5, ("#c9532c", "#b4451f", "#db6b3f")[(k + 2 * row) % 3], 0.6)
        for row in range(4)
        for k in range(7)
    )
    return _sky("#f7c9a8", "#fce9da", "s") + smoke + kiln + fire + rect(0, 33, 55, 24, "#efd9c4") + rows


def stone() -> str:
    """A stepped quarry with a block on the crane's hook."""
    cliff = polygon([(0, 8), (14, 8), (14, 20), (26, 20), (26, 32), (38, 32), (38, 42), (55, 42), (55, 57), (0, 57)], "#7d8894")
    lit = "".join(rect(x, y, w, 2.4, "#b9c3cd") for x, y, w in ((0, 8, 14), (14, 20, 12), (26, 32, 12), (38, 42, 17)))
    joints = "".join(line([(x, y), (x, y + 8)], "#5f6a76", 0.8) for x, y in ((7, 14), (4, 30), (19, 26), (12, 40), (30, 38), (22, 46), (45, 47)))
    crane = line([(50, 42), (50, 4), (26, 4)], "#4b3621", 2) + line([(50, 14), (40, 4)], "#4b3621", 1.4) + line([(32, 4), (32, 14)], "#2a2a2a", 0.7)
    block = place(symbol("diamond", "#00000000"), 0, 0) + polygon([(32, 13), (39, 16.5), (32, 20), (25, 16.5)], "#eef2f6") + polygon([(25, 16.5), (32, 20), (32, 28), (25, 24.5)], "#aab5c1") + polygon([(39, 16.5), (32, 20), (32, 28), (39, 24.5)], "#8a96a4")
    return _sky("#c6d8e8", "#eef4f8", "s") + circle(44, 30, 6, "#fff7dc") + cliff + lit + joints + crane + block


def glass() -> str:
    """Coloured flasks that overlap on a shelf, with the light behind."""
    def flask(x: float, foot: float, size: float, colour: str) -> str:
        body = f"M{x - size * 0.14},{foot - size * 1.5} H{x + size * 0.14} V{foot - size} C{x + size * 0.7},{foot - size * 0.8} {x + size * 0.6},{foot} {x},{foot} C{x - size * 0.6},{foot} {x - size * 0.7},{foot - size * 0.8} {x - size * 0.14},{foot - size} Z"
        return path(body, colour, f'fill-opacity=".78" stroke="{colour}" stroke-width=".8"') + ellipse(x - size * 0.2, foot - size * 0.5, size * 0.08, size * 0.2, "#ffffff", 'fill-opacity=".8"')

    flasks = flask(15, 46, 22, "#1aa0a8") + flask(40, 46, 24, "#d4457a") + flask(28, 46, 15, "#f2a900")
    shelf = rect(0, 46, 55, 2.5, "#4b3a63") + rect(0, 48.5, 55, 10, "#6a548c")
    return _sky("#efe8fb", "#fdfaff", "s") + _rays(27, 12, 14, "#e2d5f6") + flasks + shelf


def papyrus() -> str:
    """Papyrus umbels above the river, a boat with one sail between them."""
    def umbel(x: float, top: float, foot: float, radius: float, colour: str) -> str:
        fan = "".join(line([(x, top), (x + radius * math.sin(a), top - radius * math.cos(a))], colour, 0.9) for a in (k * 0.26 for k in range(-6, 7)))
        return line([(x, foot), (x, top)], colour, 1.3) + fan + polygon([(x, top + 1), (x - 2.4, top - 5), (x + 2.4, top - 5)], colour)

    river = rect(0, 34, 55, 23, "#3b8fb5") + "".join(stroke(wave(0, 55, y, 1.1, 7), "#8cc9e2", 0.8) for y in (38, 43, 48, 53))
    boat = path("M17,36 H39 L34,42 H22 Z", "#7a4a20") + polygon([(28, 12), (28, 34), (40, 34)], "#fff6e0") + line([(27.4, 10), (27.4, 36)], "#5b3614", 1)
    reeds = "".join(umbel(x, t, 57, r, c) for x, t, r, c in ((6, 17, 11, "#3d7a2b"), (14, 29, 8, "#5f9c38"), (48, 14, 11, "#3d7a2b"), (42, 31, 8, "#5f9c38")))
    return _sky("#ffe9b8", "#fff8e6", "s") + circle(20, 20, 7, "#f4b942") + river + boat + reeds


def coin() -> str:
    """Stacks of gold before a rising sun of rays."""
    def stack(x: float, count: int) -> str:
        return "".join(
            path(f"M{x - 7},{52 - 4 * k} V{49.5 - 4 * k} A7,2.2 0 0 1 {x + 7},{49.5 - 4 * k} V{52 - 4 * k} A7,2.2 0 0 1 {x - 7},{52 - 4 * k} Z", "#b97908")
            + ellipse(x, 49.5 - 4 * k, 7, 2.2, "#ffd24d", 'stroke="#8a5804" stroke-width=".5"')
            for k in range(count)
        )
    big = circle(27.5, 22, 15, "#b97908") + circle(27.5, 21, 15, "#ffd24d") + ring(27.5, 21, 12, "#c98a10", 1.2) + polygon(star(27.5, 21, 9.5, 4, 8), "#c98a10")
    return rect(0, 0, _W, _H, "#fff3cf") + _rays(27.5, 21, 18, "#ffe08a") + rect(0, 51, 55, 6, "#7a4d12") + big + stack(10, 3) + stack(27.5, 2) + stack(45, 5)


def vp2_cat() -> str:
    """A cat on its pedestal in a moonlit arch."""
    arch = path("M8,57 V26 A19.5,19.5 0 0 1 47,26 V57 Z", "#16335f")
    moon = circle(37, 18, 5.5, "#fff1b8") + circle(34.6, 16.8, 5, "#16335f")
    stars = "".join(polygon(star(x, y, 1.2, 0.5, 4), "#ffffff") for x, y in ((14, 26), (22, 13), (42, 32), (13, 36)))
    pedestal = rect(17, 46, 21, 4, "#f4ead2") + rect(20, 50, 15, 7, "#d8c79c")
    tiles = "".join(rect(-2 + 8 * k, -4 + 8 * j, 3.4, 3.4, "#8fb8e6", 0, 'transform="rotate(45 27 27)"') for k in range(-4, 12) for j in range(-4, 12))
    return rect(0, 0, _W, _H, "#a9cbf0") + tiles + arch + moon + stars + pedestal + icon("cat", 26.5, 30, 33, "#f2b441", "#16335f")


def vp3() -> str:
    """A temple on its steps in full daylight."""
    columns = "".join(rect(x, 24, 5, 22, "#fdfaf2") + rect(x + 3.4, 24, 1.6, 22, "#c8d3de") + rect(x - 1, 23, 7, 2, "#eef2f5") for x in (9, 20, 30.5, 41))
    roof = polygon([(3, 20), (27.5, 5), (52, 20)], "#e9eef3") + polygon([(10, 18.4), (27.5, 8), (45, 18.4)], "#2a63ad") + circle(27.5, 14.5, 2.6, "#f5c33b")
    steps = rect(5, 46, 45, 3.5, "#dfe6ec") + rect(2, 49.5, 51, 3.5, "#c4cfd9") + rect(-1, 53, 57, 5, "#a9b7c5")
    cella = rect(8, 24, 39, 22, "#1e4a86")
    return _sky("#6fb1ea", "#dff0fc", "s") + ellipse(10, 12, 9, 2.4, "#ffffff") + ellipse(47, 9, 8, 2, "#ffffff") + cella + columns + rect(4, 20, 47, 3.4, "#f6f9fb") + roof + steps


def compass() -> str:
    """A drawn plan: circles within circles under the dividers."""
    grid = "".join(line([(x, 0), (x, 57)], "#2f6f77", 0.35) for x in range(0, 56, 5)) + "".join(line([(0, y), (55, y)], "#2f6f77", 0.35) for y in range(0, 58, 5))
    arcs = "".join(ring(27.5, 36, r, "#d9f2ea", 0.9) for r in (5, 11, 17)) + "".join(ring(27.5 + 8.5 * math.sin(a), 36 + 8.5 * math.cos(a), 8.5, "#7fc5b8", 0.6) for a in (k * math.pi / 3 for k in range(6)))
    tool = line([(27.5, 8), (15, 44)], "#f3c65a", 2.6) + line([(27.5, 8), (40, 44)], "#f3c65a", 2.6) + circle(27.5, 7, 4.2, "#f3c65a") + circle(27.5, 7, 1.6, "#174b52") + stroke("M21,26 Q27.5,30 34,26", "#f3c65a", 1.6)
    return rect(0, 0, _W, _H, "#174b52") + grid + arcs + tool


def tablet() -> str:
    """A tall inscribed stone between palms."""
    slab = path("M14,57 V20 A13.5,13.5 0 0 1 41,20 V57 Z", "#c58d57") + path("M17,57 V21 A10.5,10.5 0 0 1 38,21 V57 Z", "#e3b583")
    signs = "".join(
        place(polygon([(-1.1, -1.6), (1.1, -1.6), (0, 2)], "#7c4a20") + line([(0, 1), (0, 3)], "#7c4a20", 0.5), 20.5 + 3.6 * k, 19 + 6 * row, 1, (0, 90, 0, -45, 90, 0)[(k * 2 + row) % 6])
        for row in range(7)
        for k in range(5)
    )
    def palm(x: float, lean: float) -> str:
        fronds = "".join(stroke(f"M{x + lean},16 q{7 * math.cos(a)},{-4} {11 * math.cos(a)},{6 + 3 * math.sin(a)}", "#2b7a3d", 1.8) for a in (0, 0.7, 2.4, 3.14, 1.57))
        return stroke(f"M{x},57 Q{x - lean},34 {x + lean},16", "#8a5a2b", 2.2) + fronds

    return _sky("#cfeecb", "#f4fbe8", "s") + circle(27.5, 10, 24, "#e8f6c8") + palm(5, 2) + palm(50, -2) + slab + signs + rect(0, 53, 55, 5, "#7a9c46")


def gear() -> str:
    """Three cogs that mesh."""
    def cog(x: float, y: float, radius: float, teeth: int, colour: str, turn: float) -> str:
        rim = "".join(place(rect(-radius * 0.16, -radius * 1.22, radius * 0.32, radius * 0.4, colour, 0.5), x, y, 1, turn + 360 / teeth * k) for k in range(teeth))
        return rim + circle(x, y, radius, colour) + circle(x, y, radius * 0.66, "#f5ecd2") + circle(x, y, radius * 0.5, colour) + circle(x, y, radius * 0.18, "#f5ecd2")

    frame = "".join(line([(-5 + 12 * k, 57), (23 + 12 * k, 0)], "#dccb9c", 2.4) for k in range(-2, 6))
    return rect(0, 0, _W, _H, "#efe2bd") + frame + cog(19, 21, 13, 12, "#b5682a", 4) + cog(41, 36, 9.5, 9, "#3f7f5c", 10) + cog(18, 47, 8, 8, "#52606d", 12)


def _round_shield(x: float, y: float, radius: float, rim: str, field: str) -> str:
    return circle(x, y, radius, rim) + circle(x, y, radius * 0.8, field) + polygon(star(x, y, radius * 0.6, radius * 0.24, 6), rim) + circle(x, y, radius * 0.16, "#fff2cc")


def shield_h0() -> str:
    """A wall of round shields under raised spears."""
    spears = "".join(line([(x, 50), (x + 2, 6)], "#4a2d17", 1.1) + polygon([(x + 2.1, 0), (x + 4, 7), (x, 7)], "#8d99a6") for x in (3, 13, 23, 33, 43, 51))
    wall = "".join(_round_shield(x, y, 9.2, "#7b1620", "#e0473d") for x, y in ((4, 34), (22, 34), (40, 34), (58, 34), (-5, 48), (13, 48), (31, 48), (49, 48)))
    return _sky("#ffe3c4", "#fff6ea", "s") + spears + wall


def shield_h1() -> str:
    """A border tower with its banner, and one call over the hills."""
    hills = path("M0,40 Q14,26 30,38 T55,34 V57 H0 Z", "#a65a3c") + path("M0,48 Q20,40 55,48 V57 H0 Z", "#7c3a2c")
    tower = rect(9, 17, 17, 34, "#d9c3a4") + rect(20, 17, 6, 34, "#b59a76") + "".join(rect(x, 12, 4, 6, "#d9c3a4") for x in (8, 14, 20.5)) + rect(14.5, 26, 4, 7, "#3b2418", 2) + path("M13,51 V44 A4.5,4.5 0 0 1 22,44 V51 Z", "#3b2418")
    banner = line([(17, 12), (17, 1)], "#3b2418", 1) + path("M17,1 Q23,4 30,1 V8 Q23,11 17,8 Z", "#c4242e")
    waves = "".join(stroke(f"M{40 + 3.5 * k},{12 - 2 * k} Q{45 + 4 * k},{20} {40 + 3.5 * k},{28 + 2 * k}", "#d98a4a", 1.5) for k in range(4))
    return _sky("#fbd0a0", "#fdebd4", "s") + waves + icon("horn", 36, 23, 13, "#7b1620", "#fbd9b0") + hills + tower + banner


def shield_h2() -> str:
    """Two archers' arrows crossed before a burning sky."""
    def arrow(turn: float) -> str:
        shaft = line([(0, 26), (0, -20)], "#3a1b12", 1.8) + polygon([(0, -28), (4, -18), (-4, -18)], "#f2f2f2")
        vanes = polygon([(0, 18), (4, 22), (4, 29), (0, 25)], "#f5d06a") + polygon([(0, 18), (-4, 22), (-4, 29), (0, 25)], "#f5d06a")
        return place(shaft + vanes, 27.5, 28, 1, turn)

    sun = _rays(27.5, 30, 16, "#8a1220") + circle(27.5, 30, 15, "#f7a23b") + circle(27.5, 30, 11, "#ffd27a")
    ground = path("M0,52 L8,47 L15,51 L24,46 L33,52 L42,47 L55,52 V57 H0 Z", "#2a0d10")
    return rect(0, 0, _W, _H, "#5c0d1a") + sun + arrow(42) + arrow(-42) + ground + polygon(regular(27.5, 28, 3, 6), "#3a1b12")


SCENES: dict[str, Callable[[], str]] = {
    "wood": wood, "clay": clay, "stone": stone, "glass": glass, "papyrus": papyrus, "coin": coin,
    "vp2_cat": vp2_cat, "vp3": vp3, "compass": compass, "tablet": tablet, "gear": gear,
    "shield_h0": shield_h0, "shield_h1": shield_h1, "shield_h2": shield_h2,
}
"""Illustrations by card."""
