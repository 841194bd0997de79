"""The five resources: forest, brickyard, quarry, glassworks, river."""

import math

from companion.art.drawing import circle, ellipse, line, path, place, polygon, rect, ring, stroke, wave
from companion.art.icons import symbol
from companion.games.architects.proxies.scenes.landscape import sky, sunburst


def _fir(x: float, foot: float, height: float, dark: str, light: str) -> str:
    half = height * 0.24
    tiers = "".join(
        polygon(
            [
                (x, foot - height * (0.42 + 0.2 * k) - height * 0.18),
                (x + half * (1 - 0.25 * k), foot - height * (0.12 + 0.22 * k)),
                (x - half * (1 - 0.25 * k), foot - height * (0.12 + 0.22 * k)),
            ],
            dark,
        )
        + polygon(
            [
                (x, foot - height * (0.42 + 0.2 * k) - height * 0.18),
                (x, foot - height * (0.12 + 0.22 * k)),
                (x - half * (1 - 0.25 * k), foot - height * (0.12 + 0.22 * k)),
            ],
            light,
        )
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
    return sky("#ffd9a0", "#fff1d6") + circle(27, 18, 9, "#f08c3c") + hill + firs + tall + logs


def clay() -> str:
    """A brick wall being laid before a smoking kiln."""
    kiln = path("M8,34 C8,6 47,6 47,34 Z", "#8f3d22") + path("M20,34 C20,20 35,20 35,34 Z", "#2b1510")
    fire = path("M23,34 C22,28 27,27 27,22 C31,26 33,29 32,34 Z", "#ffb648")
    smoke = stroke("M27,10 C18,4 34,2 28,-4", "#f0dccf", 4)
    rows = "".join(
        rect(
            -6 + 11 * k + 5.5 * (row % 2),
            34 + 6 * row,
            10,
            5,
            ("#c9532c", "#b4451f", "#db6b3f")[(k + 2 * row) % 3],
            0.6,
        )
        for row in range(4)
        for k in range(7)
    )
    return sky("#f7c9a8", "#fce9da") + smoke + kiln + fire + rect(0, 33, 55, 24, "#efd9c4") + rows


def stone() -> str:
    """A stepped quarry with a block on the crane's hook."""
    cliff = polygon(
        [(0, 8), (14, 8), (14, 20), (26, 20), (26, 32), (38, 32), (38, 42), (55, 42), (55, 57), (0, 57)], "#7d8894"
    )
    lit = "".join(rect(x, y, w, 2.4, "#b9c3cd") for x, y, w in ((0, 8, 14), (14, 20, 12), (26, 32, 12), (38, 42, 17)))
    joints = "".join(
        line([(x, y), (x, y + 8)], "#5f6a76", 0.8)
        for x, y in ((7, 14), (4, 30), (19, 26), (12, 40), (30, 38), (22, 46), (45, 47))
    )
    crane = (
        line([(50, 42), (50, 4), (26, 4)], "#4b3621", 2)
        + line([(50, 14), (40, 4)], "#4b3621", 1.4)
        + line([(32, 4), (32, 14)], "#2a2a2a", 0.7)
    )
    block = (
        place(symbol("diamond", "#00000000"), 0, 0)
        + polygon([(32, 13), (39, 16.5), (32, 20), (25, 16.5)], "#eef2f6")
        + polygon([(25, 16.5), (32, 20), (32, 28), (25, 24.5)], "#aab5c1")
        + polygon([(39, 16.5), (32, 20), (32, 28), (39, 24.5)], "#8a96a4")
    )
    return sky("#c6d8e8", "#eef4f8") + circle(44, 30, 6, "#fff7dc") + cliff + lit + joints + crane + block


def glass() -> str:
    """Coloured flasks that overlap on a shelf, with the light behind."""

    def flask(x: float, foot: float, size: float, colour: str) -> str:
        body = (
            f"M{x - size * 0.14},{foot - size * 1.5} H{x + size * 0.14} V{foot - size} "
            f"C{x + size * 0.7},{foot - size * 0.8} {x + size * 0.6},{foot} {x},{foot} "
            f"C{x - size * 0.6},{foot} {x - size * 0.7},{foot - size * 0.8} {x - size * 0.14},{foot - size} "
            f"Z"
        )
        return path(body, colour, f'fill-opacity=".78" stroke="{colour}" stroke-width=".8"') + ellipse(
            x - size * 0.2, foot - size * 0.5, size * 0.08, size * 0.2, "#ffffff", 'fill-opacity=".8"'
        )

    flasks = flask(15, 46, 22, "#1aa0a8") + flask(40, 46, 24, "#d4457a") + flask(28, 46, 15, "#f2a900")
    shelf = rect(0, 46, 55, 2.5, "#4b3a63") + rect(0, 48.5, 55, 10, "#6a548c")
    return sky("#efe8fb", "#fdfaff") + sunburst(27, 12, 14, "#e2d5f6") + flasks + shelf


def papyrus() -> str:
    """Papyrus umbels above the river, a boat with one sail between them."""

    def umbel(x: float, top: float, foot: float, radius: float, colour: str) -> str:
        fan = "".join(
            line([(x, top), (x + radius * math.sin(a), top - radius * math.cos(a))], colour, 0.9)
            for a in (k * 0.26 for k in range(-6, 7))
        )
        return (
            line([(x, foot), (x, top)], colour, 1.3)
            + fan
            + polygon([(x, top + 1), (x - 2.4, top - 5), (x + 2.4, top - 5)], colour)
        )

    river = rect(0, 34, 55, 23, "#3b8fb5") + "".join(
        stroke(wave(0, 55, y, 1.1, 7), "#8cc9e2", 0.8) for y in (38, 43, 48, 53)
    )
    boat = (
        path("M17,36 H39 L34,42 H22 Z", "#7a4a20")
        + polygon([(28, 12), (28, 34), (40, 34)], "#fff6e0")
        + line([(27.4, 10), (27.4, 36)], "#5b3614", 1)
    )
    reeds = "".join(
        umbel(x, t, 57, r, c)
        for x, t, r, c in (
            (6, 17, 11, "#3d7a2b"),
            (14, 29, 8, "#5f9c38"),
            (48, 14, 11, "#3d7a2b"),
            (42, 31, 8, "#5f9c38"),
        )
    )
    return sky("#ffe9b8", "#fff8e6") + circle(20, 20, 7, "#f4b942") + river + boat + reeds
