"""The three red cards: a wall of shields, a border tower, crossed arrows."""

from companion.art.drawing import circle, line, path, place, polygon, rect, regular, star, stroke
from companion.art.icons import icon
from companion.games.architects.proxies.scenes.landscape import HEIGHT, WIDTH, sky, sunburst


def _round_shield(x: float, y: float, radius: float, rim: str, field: str) -> str:
    return (
        circle(x, y, radius, rim)
        + circle(x, y, radius * 0.8, field)
        + polygon(star(x, y, radius * 0.6, radius * 0.24, 6), rim)
        + circle(x, y, radius * 0.16, "#fff2cc")
    )


def shield_h0() -> str:
    """A wall of round shields under raised spears."""
    spears = "".join(
        line([(x, 50), (x + 2, 6)], "#4a2d17", 1.1) + polygon([(x + 2.1, 0), (x + 4, 7), (x, 7)], "#8d99a6")
        for x in (3, 13, 23, 33, 43, 51)
    )
    wall = "".join(
        _round_shield(x, y, 9.2, "#7b1620", "#e0473d")
        for x, y in ((4, 34), (22, 34), (40, 34), (58, 34), (-5, 48), (13, 48), (31, 48), (49, 48))
    )
    return sky("#ffe3c4", "#fff6ea") + spears + wall


def shield_h1() -> str:
    """A border tower with its banner, and one call over the hills."""
    hills = path("M0,40 Q14,26 30,38 T55,34 V57 H0 Z", "#a65a3c") + path("M0,48 Q20,40 55,48 V57 H0 Z", "#7c3a2c")
    tower = (
        rect(9, 17, 17, 34, "#d9c3a4")
        + rect(20, 17, 6, 34, "#b59a76")
        + "".join(rect(x, 12, 4, 6, "#d9c3a4") for x in (8, 14, 20.5))
        + rect(14.5, 26, 4, 7, "#3b2418", 2)
        + path("M13,51 V44 A4.5,4.5 0 0 1 22,44 V51 Z", "#3b2418")
    )
    banner = line([(17, 12), (17, 1)], "#3b2418", 1) + path("M17,1 Q23,4 30,1 V8 Q23,11 17,8 Z", "#c4242e")
    waves = "".join(
        stroke(f"M{40 + 3.5 * k},{12 - 2 * k} Q{45 + 4 * k},{20} {40 + 3.5 * k},{28 + 2 * k}", "#d98a4a", 1.5)
        for k in range(4)
    )
    return sky("#fbd0a0", "#fdebd4") + waves + icon("horn", 36, 23, 13, "#7b1620", "#fbd9b0") + hills + tower + banner


def shield_h2() -> str:
    """Two archers' arrows crossed before a burning sky."""

    def arrow(turn: float) -> str:
        shaft = line([(0, 26), (0, -20)], "#3a1b12", 1.8) + polygon([(0, -28), (4, -18), (-4, -18)], "#f2f2f2")
        vanes = polygon([(0, 18), (4, 22), (4, 29), (0, 25)], "#f5d06a") + polygon(
            [(0, 18), (-4, 22), (-4, 29), (0, 25)], "#f5d06a"
        )
        return place(shaft + vanes, 27.5, 28, 1, turn)

    sun = sunburst(27.5, 30, 16, "#8a1220") + circle(27.5, 30, 15, "#f7a23b") + circle(27.5, 30, 11, "#ffd27a")
    ground = path("M0,52 L8,47 L15,51 L24,46 L33,52 L42,47 L55,52 V57 H0 Z", "#2a0d10")
    return (
        rect(0, 0, WIDTH, HEIGHT, "#5c0d1a")
        + sun
        + arrow(42)
        + arrow(-42)
        + ground
        + polygon(regular(27.5, 28, 3, 6), "#3a1b12")
    )
