"""The eight deck backs: each wonder's silhouette on its own colours; a star and a question in the middle."""

from companion.art.drawing import (
    circle,
    clipped,
    group,
    place,
    polygon,
    rect,
    ring,
    star,
    text,
)
from companion.art.icons import question
from companion.art.palette import GOLD, NIGHT, PAPER, TYPE_BODY
from companion.games.architects.proxies.palette import WONDERS
from companion.games.architects.proxies.wonders import MODULES

WIDTH, HEIGHT, BORDER = 55.0, 80.0, 1.3


def _quiet(content: str) -> str:
    """A pattern kept behind what matters."""
    return group(content, 'opacity=".55"')


def _central() -> str:
    """The central deck's: a star of seven rays with a question in it."""
    middle = WIDTH / 2
    rays = "".join(
        place(polygon([(-2.1, 0), (2.1, 0), (0, -48)], "#2d3661"), middle, 38, 1, 360 / 14 * k) for k in range(14)
    )
    seven = polygon(star(middle, 38, 23, 13.5, 7), GOLD) + polygon(star(middle, 38, 20, 11.7, 7), NIGHT)
    frame = rect(3.4, 3.4, WIDTH - 6.8, HEIGHT - 6.8, "none", 1.6, f'stroke="{GOLD}" stroke-width=".9"')
    sign = place(question(GOLD, NIGHT), middle, 38, 0.2) + text("Central", middle, 72.4, TYPE_BODY, GOLD)
    return rect(0, 0, WIDTH, HEIGHT, NIGHT) + rays + seven + frame + sign


def back(deck: str) -> str:
    """The inside of a back's picture, 55 x 80 mm; ``deck`` is a wonder or ``central``."""
    inner = rect(BORDER, BORDER, WIDTH - 2 * BORDER, HEIGHT - 2 * BORDER, "#fff", 2.2)
    middle = WIDTH / 2
    if deck == "central":
        return rect(0, 0, WIDTH, HEIGHT, PAPER) + clipped(_central(), inner, "inner")
    colours = WONDERS[deck]
    ground = "#a9d8ea" if deck == "babylon" else colours.accent
    halo = (
        circle(middle, 36, 26.4, colours.dark)
        + circle(middle, 36, 24, ground)
        + ring(middle, 36, 25.4, colours.light, 0.9)
    )
    content = rect(0, 0, WIDTH, HEIGHT, colours.dark) + _quiet(MODULES[deck].pattern(colours.mid)) + halo
    content += clipped(
        place(MODULES[deck].silhouette(colours.light, colours.dark), middle, 35, 0.92),
        circle(middle, 36, 24, "#fff"),
        "halo",
    )
    content += (
        rect(0, 66, WIDTH, 14, colours.dark)
        + rect(0, 66, WIDTH, 0.9, colours.light)
        + text(deck.title(), middle, 73.4, TYPE_BODY, colours.light)
    )
    return rect(0, 0, WIDTH, HEIGHT, PAPER) + clipped(content, inner, "inner")
