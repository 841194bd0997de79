"""Progress tokens (round), conflict and military tokens, the Cat pawn: their shapes and pictures."""

import math

from companion.art.drawing import (
    circle,
    clipped,
    ellipse,
    line,
    path,
    place,
    polygon,
    rect,
    regular,
    ring,
    star,
    text,
    text_below,
)
from companion.art.icons import icon, symbol
from companion.art.palette import GOLD, INK, NIGHT, PAPER, TYPE_FIGURE, TYPE_SMALL
from companion.games.architects.proxies.palette import TOKEN_KINDS

PROGRESS, CONFLICT, MILITARY = 28.0, 30.0, 24.0
CAT_WIDTH, CAT_HEIGHT = 26.0, 44.0
_C = PROGRESS / 2

TOKENS: dict[str, tuple[str, str, str]] = {
    "urbanism": ("extra_card", "Urbanism", "#ecbf94"),
    "crafts": ("extra_card", "Crafts", "#a5ded6"),
    "jewellery": ("extra_card", "Jewellery", "#ffd95c"),
    "science": ("extra_card", "Science", "#a9dcb2"),
    "propaganda": ("extra_card", "Propaganda", "#f4a79c"),
    "architecture": ("extra_card", "Architecture", "#cdc1ef"),
    "economy": ("payment", "Economy", "#ffe27a"),
    "engineering": ("payment", "Engineering", "#cfd6de"),
    "tactics": ("battle", "Tactics", "#f7b7ae"),
    "decor": ("endgame", "Decor", "#efcfe8"),
    "politics": ("endgame", "Politics", "#a9cdf6"),
    "strategy": ("endgame", "Strategy", "#e3c3b4"),
    "education": ("endgame", "Education", "#c3eaa6"),
    "culture": ("endgame", "Culture", "#ffd9b0"),
}
"""Kind, English name and field colour of each progress token."""


def _gain(field: str, y: float = 19.6) -> str:
    """One more card."""
    return icon("card", _C, y, 7.4, INK, field)


def _medal(x: float, y: float, radius: float, ink: str, field: str) -> str:
    """A progress name, small: a disc with a star."""
    return (
        circle(x, y, radius, ink)
        + ring(x, y, radius * 0.76, field, radius * 0.1)
        + polygon(star(x, y, radius * 0.58, radius * 0.24, 8), field)
    )


def _balance() -> str:
    """Alike or different, as you please."""
    bars = "".join(rect(x, y, 6.4, 1.5, INK, 0.7) for x in (5.6, 16) for y in (9.4, 12.8))
    slash = line([(17.4, 15.6), (21, 8.1)], INK, 1.2)
    arrow = line([(9, 19.4), (19, 19.4)], "#8a5a08", 1.2)
    heads = polygon([(6.6, 19.4), (10, 17.3), (10, 21.5)], "#8a5a08") + polygon(
        [(21.4, 19.4), (18, 17.3), (18, 21.5)], "#8a5a08"
    )
    return bars + slash + arrow + heads


def _extra_card(name: str, field: str) -> str:
    """What triggers the extra card, above the card."""
    if name == "science":
        signs = (
            icon("compass", 8, 12.4, 7, INK, field)
            + icon("tablet", _C, 8.6, 6.8, INK, field)
            + icon("gear", 20, 12.4, 7.2, INK, field)
        )
        return signs + _gain(field, 19.8)
    if name == "propaganda":
        return icon("horn", _C, 10.6, 12, "#7b1620", field) + _gain(field, 20)
    if name == "architecture":
        return icon("pillar", 10, _C, 12, "#54377d", field) + icon("card", 18.8, _C, 9, INK, field)
    left, right = {"urbanism": ("wood", "clay"), "crafts": ("papyrus", "glass"), "jewellery": ("stone", "coin")}[name]
    return icon(left, 9.3, 11, 8.6, INK, field) + icon(right, 18.7, 11, 8.6, INK, field) + _gain(field)


def _worth(name: str, field: str) -> str:
    """What scores, and how much."""
    if name == "decor":
        low = icon("pillar", 9.2, 11, 6.4, "#8f7ab0", field) + text("4", 9.2, 21, TYPE_FIGURE, INK)
        return (
            low
            + icon("pillar", 18.3, 10.4, 8, "#54377d", field)
            + text("6", 18.6, 21, TYPE_FIGURE, INK)
            + line([(_C, 8), (_C, 20.6)], INK, 0.5)
        )
    if name == "politics":
        return icon("cat", 9.2, 13.6, 11.6, "#0f3569", field) + text("+1", 19.2, 16, TYPE_FIGURE, INK)
    if name == "strategy":
        return icon("swords", 9.9, 13.8, 10, "#7b1620", field) + text("+1", 19.4, 16, TYPE_FIGURE, INK)
    if name == "education":
        return _medal(9.9, 13.8, 5, "#24682f", field) + text("+2", 19.4, 16, TYPE_FIGURE, INK)
    dots = circle(9, 19.4, 1.5, "#b35a12") + circle(16.8, 19.4, 1.5, "#b35a12") + circle(20.6, 19.4, 1.5, "#b35a12")
    return (
        text("4", 9, 15.6, TYPE_FIGURE * 1.2, INK)
        + text("12", 18.7, 15.6, TYPE_FIGURE * 1.2, INK)
        + dots
        + line([(12.9, 8.6), (12.9, 20)], INK, 0.5)
    )


def _sign(name: str, kind: str, field: str) -> str:
    """What the token does, in icons."""
    if kind == "extra_card":
        return _extra_card(name, field)
    if kind == "endgame":
        return _worth(name, field)
    if name == "economy":
        return icon("coin", 9.8, 13.8, 10.4, "#7a4d05", field) + text("=2", 19.3, 16.2, TYPE_FIGURE, INK)
    if name == "engineering":
        return _balance()
    return (
        icon("shield", 9.4, 11.6, 9.4, "#7b1620", field)
        + icon("shield", 18.6, 11.6, 9.4, "#7b1620", field)
        + text("+2", _C, 22, 5, INK)
    )


def _rim(name: str, colour: str) -> str:
    """The rim and its beads: their number and shape differ by name, so turned tokens differ too."""
    order = list(TOKENS).index(name)
    count = 4 + order
    spots = [regular(_C, _C, 12.3, 1, -112 + 224 / (count - 1) * k)[0] for k in range(count)]
    marks = "".join(circle(x, y, 0.72, PAPER) if order % 2 else polygon(regular(x, y, 1.0, 4), PAPER) for x, y in spots)
    return circle(_C, _C, _C, colour) + marks


def progress(name: str) -> str:
    """The inside of a progress token's picture, 28 mm across."""
    if name == "back":
        petals = "".join(place(ellipse(0, -6.2, 1.9, 4.6, GOLD), _C, _C, 1, 45 * k) for k in range(8))
        return circle(_C, _C, _C, NIGHT) + ring(_C, _C, 12.4, GOLD, 0.8) + petals + circle(_C, _C, 2.4, GOLD)
    kind, title, field = TOKENS[name]
    ring_text = text_below(title, _C, _C, 13.2, TYPE_SMALL, PAPER)
    return _rim(name, TOKEN_KINDS[kind]) + circle(_C, _C, 10.6, field) + _sign(name, kind, field) + ring_text


def conflict(*, battle: bool) -> str:
    """A conflict token: peace (a dove on light) or battle (swords on red), octagonal, 30 mm."""
    middle = CONFLICT / 2
    outer = polygon(
        regular(middle, middle, middle / math.cos(math.pi / 8), 8, 22.5), "#641017" if battle else "#2b5d6b"
    )
    inner = polygon(regular(middle, middle, 13.6, 8, 22.5), "#c2303a" if battle else "#e5f3f1")
    if battle:
        flames = "".join(
            place(polygon([(-2.6, 0), (2.6, 0), (0, -13)], "#8f1a25"), middle, middle, 1, 45 * k + 22.5)
            for k in range(8)
        )
        return outer + inner + flames + icon("swords", middle, middle, 18, "#fff3dc", "#c2303a")
    olive = ring(middle, middle, 11.4, "#7fa88b", 0.8)
    return outer + inner + olive + icon("dove", middle, middle + 0.5, 18, "#1d4b58", "#e5f3f1")


def military() -> str:
    """A military victory token: crossed swords over 3 points, 24 mm."""
    middle = MILITARY / 2
    rim = "".join(circle(*regular(middle, middle, 10.7, 1, 20 * k)[0], 0.8, "#f3d9a0") for k in range(18))
    face = circle(middle, middle, middle, "#7b1620") + rim + circle(middle, middle, 9.4, "#f3d9a0")
    return face + icon("swords", middle, 8.6, 9.4, "#7b1620", "#f3d9a0") + text("3", middle, 19.4, 6.4, "#4a0c13")


def cat() -> str:
    """The Cat pawn from above: a dark cat on a bright oval, 26 x 44 mm."""
    x, y = CAT_WIDTH / 2, CAT_HEIGHT / 2
    ground = path("M0,13 A13,13 0 0 1 26,13 V31 A13,13 0 0 1 0,31 Z", "#0f3569")
    field = path("M1.8,13 A11.2,11.2 0 0 1 24.2,13 V31 A11.2,11.2 0 0 1 1.8,31 Z", "#f2b441")
    stripes = "".join(rect(0, 6 + 7 * k, CAT_WIDTH, 3, "#f7cd7d") for k in range(6))
    collar = place(symbol("diamond", "#f2b441"), x - 0.3, y - 0.2, 0.03)
    return (
        ground
        + clipped(field + stripes, field, "oval")
        + icon("cat", x - 0.7, y + 0.5, 23, "#1c1a2b", "#f2b441")
        + collar
    )
