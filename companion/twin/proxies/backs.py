"""The eight deck backs: each wonder's silhouette on its own colours; a star and a question in the middle."""

from companion.twin.proxies.drawing import (
    circle,
    clipped,
    group,
    line,
    path,
    place,
    polygon,
    rect,
    regular,
    ring,
    star,
    stroke,
    text,
    wave,
)
from companion.twin.proxies.icons import question
from companion.twin.proxies.palette import GOLD, NIGHT, PAPER, TYPE_BODY, WONDERS

WIDTH, HEIGHT, BORDER = 55.0, 80.0, 1.3


def _silhouette(wonder: str, light: str, dark: str) -> str:
    """The wonder around (0, 0), about 40 mm wide and 50 high, its foot at y = 25."""
    if wonder == "alexandria":
        beam = polygon([(3, -17), (26, -26), (26, -9)], "#ffe9a8") + polygon([(-3, -17), (-26, -26), (-26, -9)], "#ffe9a8")
        tower = polygon([(-11, 18), (-8, -2), (8, -2), (11, 18)], light) + rect(-6, -13, 12, 11, light) + rect(-3.5, -20, 7, 7, "#ffcf4a")
        return beam + tower + polygon([(-5, -20), (0, -26), (5, -20)], dark) + rect(-15, 18, 30, 7, light) + "".join(rect(x, 4, 2.4, 5, dark, 1.2) for x in (-5, 2.6)) + rect(-2, 11, 4, 7, dark, 2)
    if wonder == "babylon":
        steps = "".join(rect(-22 + 4.5 * k, 15 - 10 * k, 44 - 9 * k, 10, light) for k in range(4))
        plants = "".join(circle(-20 + 5.7 * j + 4.4 * k, 15 - 10 * k, 2.9, "#2f7a35") for k in range(4) for j in range(8 - int(1.6 * k)))
        return steps + plants + "".join(rect(-2.5, 18 - 10 * k, 5, 7, dark, 2.5) for k in range(3)) + polygon(star(0, -24, 4, 1.6, 8), "#ffe9a8")
    if wonder == "ephesus":
        columns = "".join(rect(-20 + 7.4 * k, -5, 3.2, 24, light) for k in range(6))
        return rect(-20, -5, 40, 24, dark) + columns + polygon([(-24, -8), (0, -22), (24, -8)], light) + circle(0, -13, 3.2, dark) + rect(-23, -8, 46, 3.4, light) + rect(-23, 19, 46, 3, light) + rect(-26, 22, 52, 3, light)
    if wonder == "giza":
        body = polygon([(-26, 25), (0, -20), (26, 25)], light) + polygon([(0, -20), (26, 25), (7, 25)], dark)
        return circle(14, -16, 7, "#fff2c0") + body + "".join(line([(-26 + 5.2 * k, 25 - 9 * k), (7 - 1.4 * k, 25 - 9 * k)], dark, 0.7) for k in range(1, 5))
    if wonder == "halicarnassus":
        columns = "".join(rect(-17 + 6.2 * k, -4, 3, 15, light) for k in range(6))
        roof = "".join(rect(-19 + 4 * k, -8 - 4 * k, 38 - 8 * k, 4, light) for k in range(4))
        return rect(-18, -4, 36, 15, dark) + columns + roof + circle(0, -25, 2.6, "#ffd25a") + rect(-22, 11, 44, 5, light) + rect(-19, 16, 38, 9, light) + "".join(rect(-15 + 8 * k, 18, 5, 5, dark) for k in range(4))
    if wonder == "olympia":
        throne = rect(-15, -20, 30, 40, light, 3) + rect(-11, -16, 22, 30, dark, 2) + rect(-19, 2, 7, 20, light, 2) + rect(12, 2, 7, 20, light, 2)
        figure = circle(0, -8, 4.4, "#fff2c0") + path("M-8,16 C-8,-2 8,-2 8,16 Z", "#fff2c0") + polygon(star(0, -8, 7.4, 5.2, 9), "none", 'stroke="#fff2c0" stroke-width=".9"')
        return throne + figure + rect(-22, 20, 44, 5, light)
    body = circle(0, -17, 4.6, light) + polygon([(-9, -11), (9, -11), (5, 6), (-5, 6)], light) + line([(8, -9), (14, -20)], light, 3.6) + circle(14.5, -23, 3, "#ffcf4a") + line([(-8, -9), (-13, 2)], light, 3.6)
    legs = line([(-3, 5), (-12, 19)], light, 5) + line([(3, 5), (12, 19)], light, 5)
    return body + legs + rect(-20, 18, 14, 7, light) + rect(6, 18, 14, 7, light) + polygon(star(0, -17, 8, 5.4, 7), "none", f'stroke="{light}" stroke-width=".8"') + stroke(wave(-6, 6, 23, 1, 4), "#8fd0d8", 1.2)


def _pattern(wonder: str, ink: str) -> str:
    """The ground behind the silhouette: another one for each wonder."""
    grid = [(6 + 8.6 * i, 6 + 8.5 * j) for i in range(6) for j in range(9)]
    if wonder == "alexandria":
        return "".join(stroke(wave(0, WIDTH, 3 + 5 * k, 2, 9), ink, 1) for k in range(16))
    if wonder == "babylon":
        return "".join(path(f"M{x},{y + 3} q-3,-3 0,-6 q3,3 0,6 Z", ink) for x, y in grid)
    if wonder == "ephesus":
        return "".join(rect(x - 3, y - 3, 6, 6, "none", 0, f'stroke="{ink}" stroke-width=".9"') + rect(x - 1, y - 1, 2, 2, ink) for x, y in grid)
    if wonder == "giza":
        return "".join(polygon([(x - 3.4, y + 2.6), (x, y - 2.8), (x + 3.4, y + 2.6)], ink) for x, y in grid)
    if wonder == "halicarnassus":
        return "".join(ring(x, y, 3.4, ink, 1) for x, y in grid)
    if wonder == "olympia":
        return "".join(polygon(regular(x, y, 3.4, 4), ink) for x, y in grid)
    return "".join(line([(0, 10 * k - 40), (WIDTH, 10 * k - 15)], ink, 2) for k in range(14))


def _quiet(content: str) -> str:
    """A pattern kept behind what matters."""
    return group(content, 'opacity=".55"')


def back(deck: str) -> str:
    """The inside of a back's picture, 55 x 80 mm; ``deck`` is a wonder or ``central``."""
    inner = rect(BORDER, BORDER, WIDTH - 2 * BORDER, HEIGHT - 2 * BORDER, "#fff", 2.2)
    middle = WIDTH / 2
    if deck == "central":
        rays = "".join(place(polygon([(-2.1, 0), (2.1, 0), (0, -48)], "#2d3661"), middle, 38, 1, 360 / 14 * k) for k in range(14))
        seven = polygon(star(middle, 38, 23, 13.5, 7), GOLD) + polygon(star(middle, 38, 20, 11.7, 7), NIGHT)
        frame = rect(3.4, 3.4, WIDTH - 6.8, HEIGHT - 6.8, "none", 1.6, f'stroke="{GOLD}" stroke-width=".9"')
        content = rect(0, 0, WIDTH, HEIGHT, NIGHT) + rays + seven + place(question(GOLD, NIGHT), middle, 38, 0.2) + frame
        content += text("Central", middle, 72.4, TYPE_BODY, GOLD)
        return rect(0, 0, WIDTH, HEIGHT, PAPER) + clipped(content, inner, "inner")
    colours = WONDERS[deck]
    ground = "#a9d8ea" if deck == "babylon" else colours.accent
    halo = circle(middle, 36, 26.4, colours.dark) + circle(middle, 36, 24, ground) + ring(middle, 36, 25.4, colours.light, 0.9)
    content = rect(0, 0, WIDTH, HEIGHT, colours.dark) + _quiet(_pattern(deck, colours.mid)) + halo
    content += clipped(place(_silhouette(deck, colours.light, colours.dark), middle, 35, 0.92), circle(middle, 36, 24, "#fff"), "halo")
    content += rect(0, 66, WIDTH, 14, colours.dark) + rect(0, 66, WIDTH, 0.9, colours.light) + text(deck.title(), middle, 73.4, TYPE_BODY * 1.2, colours.light)
    return rect(0, 0, WIDTH, HEIGHT, PAPER) + clipped(content, inner, "inner")
