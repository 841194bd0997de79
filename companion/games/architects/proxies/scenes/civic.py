"""Coin and civic cards: treasure, the Cat under its arch, a temple."""

from companion.art.drawing import circle, ellipse, path, polygon, rect, ring, star
from companion.art.icons import icon
from companion.games.architects.proxies.scenes.landscape import HEIGHT, WIDTH, sky, sunburst


def coin() -> str:
    """Stacks of gold before a rising sun of rays."""

    def stack(x: float, count: int) -> str:
        return "".join(
            path(
                f"M{x - 7},{52 - 4 * k} V{49.5 - 4 * k} A7,2.2 0 0 1 {x + 7},{49.5 - 4 * k} "
                f"V{52 - 4 * k} A7,2.2 0 0 1 {x - 7},{52 - 4 * k} Z",
                "#b97908",
            )
            + ellipse(x, 49.5 - 4 * k, 7, 2.2, "#ffd24d", 'stroke="#8a5804" stroke-width=".5"')
            for k in range(count)
        )

    big = (
        circle(27.5, 22, 15, "#b97908")
        + circle(27.5, 21, 15, "#ffd24d")
        + ring(27.5, 21, 12, "#c98a10", 1.2)
        + polygon(star(27.5, 21, 9.5, 4, 8), "#c98a10")
    )
    return (
        rect(0, 0, WIDTH, HEIGHT, "#fff3cf")
        + sunburst(27.5, 21, 18, "#ffe08a")
        + rect(0, 51, 55, 6, "#7a4d12")
        + big
        + stack(10, 3)
        + stack(27.5, 2)
        + stack(45, 5)
    )


def vp2_cat() -> str:
    """A cat on its pedestal in a moonlit arch."""
    arch = path("M8,57 V26 A19.5,19.5 0 0 1 47,26 V57 Z", "#16335f")
    moon = circle(37, 18, 5.5, "#fff1b8") + circle(34.6, 16.8, 5, "#16335f")
    stars = "".join(polygon(star(x, y, 1.2, 0.5, 4), "#ffffff") for x, y in ((14, 26), (22, 13), (42, 32), (13, 36)))
    pedestal = rect(17, 46, 21, 4, "#f4ead2") + rect(20, 50, 15, 7, "#d8c79c")
    tiles = "".join(
        rect(-2 + 8 * k, -4 + 8 * j, 3.4, 3.4, "#8fb8e6", 0, 'transform="rotate(45 27 27)"')
        for k in range(-4, 12)
        for j in range(-4, 12)
    )
    return (
        rect(0, 0, WIDTH, HEIGHT, "#a9cbf0")
        + tiles
        + arch
        + moon
        + stars
        + pedestal
        + icon("cat", 26.5, 30, 33, "#f2b441", "#16335f")
    )


def vp3() -> str:
    """A temple on its steps in full daylight."""
    columns = "".join(
        rect(x, 24, 5, 22, "#fdfaf2") + rect(x + 3.4, 24, 1.6, 22, "#c8d3de") + rect(x - 1, 23, 7, 2, "#eef2f5")
        for x in (9, 20, 30.5, 41)
    )
    roof = (
        polygon([(3, 20), (27.5, 5), (52, 20)], "#e9eef3")
        + polygon([(10, 18.4), (27.5, 8), (45, 18.4)], "#2a63ad")
        + circle(27.5, 14.5, 2.6, "#f5c33b")
    )
    steps = rect(5, 46, 45, 3.5, "#dfe6ec") + rect(2, 49.5, 51, 3.5, "#c4cfd9") + rect(-1, 53, 57, 5, "#a9b7c5")
    cella = rect(8, 24, 39, 22, "#1e4a86")
    return (
        sky("#6fb1ea", "#dff0fc")
        + ellipse(10, 12, 9, 2.4, "#ffffff")
        + ellipse(47, 9, 8, 2, "#ffffff")
        + cella
        + columns
        + rect(4, 20, 47, 3.4, "#f6f9fb")
        + roof
        + steps
    )
