"""The Statue of Zeus at Olympia: base, the throne's sides, the god."""

from functools import partial

from companion.art.drawing import circle, ellipse, line, path, polygon, rect, regular, star, stroke
from companion.games.architects.proxies import masonry as m
from companion.games.architects.proxies.masonry import Outline, Painter
from companion.games.architects.proxies.palette import Wonder


def _throne_foot(w: float, h: float, c: Wonder) -> str:
    return (
        m.steps(w, h, 3, c)
        + "".join(polygon(star(x, h * 0.5, 5.4, 2.3, 8), c.accent) for x in (14, 30, w - 30, w - 14))
        + rect(0, 0, w, 2.4, c.dark)
    )


def _throne_block(w: float, h: float, c: Wonder, *, left: bool) -> str:
    panel = rect(5, 8, w - 10, h - 12, c.mid, 2) + rect(7, 10, w - 14, h - 16, c.accent if left else c.dark, 1.4)
    x, y = w / 2, h * 0.46
    mane = polygon(star(x, y, 13, 10, 14), "#c98a3a") + circle(x, y, 8.4, "#f2cf86")
    lion = (
        mane
        + "".join(circle(x + s * 3.2, y - 2, 1.2, c.dark) for s in (-1, 1))
        + polygon([(x - 2.2, y + 1), (x + 2.2, y + 1), (x, y + 3.6)], c.dark)
        + line([(x, y + 3), (x, y + 5.6)], c.dark, 0.8)
    )
    wings = polygon([(x - 15, y - 9), (x - 3, y - 4), (x - 4, y + 9), (x - 12, y + 5)], c.mid) + polygon(
        [(x + 15, y - 9), (x + 3, y - 4), (x + 4, y + 9), (x + 12, y + 5)], c.mid
    )
    owl = (
        wings
        + ellipse(x, y + 2, 7.4, 11.5, c.light)
        + "".join(
            circle(x + s * 3, y - 4, 2.7, "#fff")
            + circle(x + s * 3, y - 4, 1.3, c.dark)
            + polygon([(x + s * 7, y - 12), (x + s * 1, y - 8), (x + s * 6.6, y - 5)], c.light)
            for s in (-1, 1)
        )
        + polygon([(x - 1.4, y - 2), (x + 1.4, y - 2), (x, y + 1.2)], c.accent)
    )
    return (
        rect(0, 0, w, h, c.light)
        + panel
        + (lion if left else owl)
        + rect(0, 0, w, 4, c.mid)
        + rect(0, 4, w, 0.8, c.dark)
    )


def _torso(w: float, h: float, c: Wonder) -> str:
    x, skin = w / 2, "#d7a27a"
    throne = rect(0, 0, w, h, c.light) + "".join(
        rect(a, 0, 9, h, c.mid) + polygon(star(a + 4.5, 8, 3.4, 1.4, 8), c.accent) for a in (5, w - 14)
    )
    drape = rect(18, 0, w - 36, h, "#c8d9c8") + "".join(rect(18 + 6.3 * k, 0, 2.6, h, "#b4cbb6") for k in range(12))
    chest = polygon([(x - 17, 0), (x + 17, 0), (x + 13, h), (x - 13, h)], skin) + stroke(
        f"M{x - 10},10 q5,5 10,0 q5,5 10,0", "#a9704a", 1
    )
    arms = "".join(line([(x + s * 17, 3), (x + s * 26, h * 0.5), (x + s * 37, h * 0.58)], skin, 6.5) for s in (-1, 1))
    robe = path(f"M{x - 19},0 L{x - 8},0 C{x},{h * 0.4} {x + 12},{h * 0.6} {x + 22},{h} L{x - 24},{h} Z", c.accent)
    folds = "".join(
        stroke(f"M{x - 15 + 2.6 * k},2 Q{x - 13 + 6 * k},{h * 0.6} {x - 18 + 8 * k},{h}", "#9ec3dc", 0.8)
        for k in range(5)
    )
    sceptre = line([(x + 38, h), (x + 38, 2)], "#c98a10", 1.6) + polygon(
        [(x + 34, 7), (x + 38, 1), (x + 42, 7)], "#c98a10"
    )
    return throne + drape + chest + arms + robe + folds + sceptre


def _crown(w: float, h: float, c: Wonder) -> str:
    x, y, skin = w / 2, h * 0.46, "#d7a27a"
    back = path(f"M{x - 27},{h} V{h * 0.42} A27,25 0 0 1 {x + 27},{h * 0.42} V{h} Z", c.mid) + path(
        f"M{x - 22},{h} V{h * 0.46} A22,20 0 0 1 {x + 22},{h * 0.46} V{h} Z", c.accent
    )
    beams = "".join(
        line([(x + a * 12, h * 0.62), (x + a * 20, h * 0.62 - b)], c.light, 2)
        for a, b in ((-2.4, 3), (2.4, 3), (-2.2, 14), (2.2, 14))
    )
    shoulders = path(
        f"M{x - 22},{h} C{x - 20},{h * 0.76} {x - 8},{h * 0.76} {x},{h * 0.76} C{x + 8},{h * 0.76} "
        f"{x + 20},{h * 0.76} {x + 22},{h} Z",
        skin,
    )
    hair = circle(x, y - 1, 11, "#f7f4ea") + "".join(circle(x + s * 9.5, y + 5, 3.6, "#f7f4ea") for s in (-1, 1))
    face = ellipse(x, y, 7, 8.6, skin) + "".join(circle(x + s * 2.8, y - 1.4, 0.9, c.dark) for s in (-1, 1))
    beard = path(
        f"M{x - 7.4},{y + 1} C{x - 8},{y + 17} {x + 8},{y + 17} {x + 7.4},{y + 1} "
        f"C{x + 4},{y + 5} {x - 4},{y + 5} {x - 7.4},{y + 1} Z",
        "#f7f4ea",
    )
    wreath = "".join(
        ellipse(
            *regular(x, y, 10.4, 1, a)[0],
            2.4,
            1.4,
            "#3f7d3a",
            f'transform="rotate({a + 35} {regular(x, y, 10.4, 1, a)[0][0]:.2f} {regular(x, y, 10.4, 1, a)[0][1]:.2f})"',
        )
        for a in range(-75, 76, 25)
    )
    return rect(0, 0, w, h, c.sky) + beams + back + shoulders + hair + face + beard + wreath


def silhouette(light: str, dark: str) -> str:
    """The wonder around (0, 0), about 40 mm wide and 50 high, its foot at y = 25."""
    throne = (
        rect(-15, -20, 30, 40, light, 3)
        + rect(-11, -16, 22, 30, dark, 2)
        + rect(-19, 2, 7, 20, light, 2)
        + rect(12, 2, 7, 20, light, 2)
    )
    figure = (
        circle(0, -8, 4.4, "#fff2c0")
        + path("M-8,16 C-8,-2 8,-2 8,16 Z", "#fff2c0")
        + polygon(star(0, -8, 7.4, 5.2, 9), "none", 'stroke="#fff2c0" stroke-width=".9"')
    )
    return throne + figure + rect(-22, 20, 44, 5, light)


def pattern(ink: str) -> str:
    """The ground of the deck's back."""
    return "".join(polygon(regular(x, y, 3.4, 4), ink) for x, y in m.GRID)


STAGES: dict[int, tuple[Outline, Painter]] = {
    1: (partial(m.slope, 6), _throne_foot),
    2: (m.box, partial(_throne_block, left=True)),
    3: (m.box, partial(_throne_block, left=False)),
    4: (partial(m.slope, 3), _torso),
    5: (m.dome, _crown),
}
"""Outline and painter of each stage."""
