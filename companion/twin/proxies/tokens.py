"""Progress tokens (round), conflict and military tokens, the Cat pawn: their shapes and pictures."""

import math

from companion.twin.proxies.drawing import circle, clipped, ellipse, line, path, place, polygon, rect, regular, ring, star, text
from companion.twin.proxies.icons import icon, symbol
from companion.twin.proxies.palette import GOLD, INK, NIGHT, PAPER, TOKEN_KINDS

PROGRESS, CONFLICT, MILITARY = 28.0, 30.0, 24.0
CAT_WIDTH, CAT_HEIGHT = 26.0, 44.0
_C = PROGRESS / 2

TOKENS: dict[str, tuple[str, str, str]] = {
    "urbanism": ("extra_card", "Urbanism", "#f1dcc2"),
    "crafts": ("extra_card", "Crafts", "#d9efe9"),
    "jewellery": ("extra_card", "Jewellery", "#fbe9ad"),
    "science": ("extra_card", "Science", "#cfe8d4"),
    "propaganda": ("extra_card", "Propaganda", "#f6cfc8"),
    "architecture": ("extra_card", "Architecture", "#e4dff2"),
    "economy": ("payment", "Economy", "#ffe27a"),
    "engineering": ("payment", "Engineering", "#dfe3e8"),
    "tactics": ("battle", "Tactics", "#f7b7ae"),
    "decor": ("endgame", "Decor", "#f3e3f0"),
    "politics": ("endgame", "Politics", "#bcd7f5"),
    "strategy": ("endgame", "Strategy", "#ead0c8"),
    "education": ("endgame", "Education", "#d5f0c4"),
    "culture": ("endgame", "Culture", "#ffd9b0"),
}
"""Kind, English name and field colour of each progress token."""


def _two(left: str, right: str, field: str) -> str:
    """Two triggers above, one more card below."""
    return icon(left, 9.2, 10.4, 8, INK, field) + icon(right, 18.8, 10.4, 8, INK, field) + icon("card", _C, 18.4, 6.2, INK, field)


def _points(words: str, y: float, size: float = 5.2) -> str:
    return text(words, _C, y, size, INK)


def _sign(token: str, field: str) -> str:
    """What the token does, in icons."""
    pairs = {"urbanism": ("wood", "clay"), "crafts": ("papyrus", "glass"), "jewellery": ("stone", "coin")}
    if token in pairs:
        return _two(*pairs[token], field)
    if token == "science":
        return icon("compass", 8, 10.8, 6.4, INK, field) + icon("tablet", _C, 8.4, 6.2, INK, field) + icon("gear", 20, 10.8, 6.6, INK, field) + icon("card", _C, 17.6, 6.4, INK, field)
    if token == "propaganda":
        return icon("horn", _C, 10, 11, "#7b1620", field) + icon("card", _C, 18.6, 6, INK, field)
    if token == "architecture":
        return icon("pillar", 9.6, 12.4, 11, INK, field) + icon("card", 18.6, 12.4, 8.6, INK, field)
    if token == "economy":
        return icon("coin", 9.7, 12, 10, "#7a4d05", field) + text("=2", 18.9, 14, 6.2, INK)
    if token == "engineering":
        bars = "".join(rect(8, y, 12, 2.1, INK, 1) for y in (9.4, 13.6))
        return bars + line([(11.4, 19), (16.6, 6)], INK, 1.7) + line([(9, 6.4), (19, 18.6)], "#b3261e", 1.4)
    if token == "tactics":
        return icon("shield", 9, 12, 9.4, "#7b1620", field) + icon("shield", 19, 12, 9.4, "#7b1620", field) + _points("+2", 21, 4.6)
    if token == "decor":
        return icon("pillar", _C, 9, 8, "#54377d", field) + text("4", 9.4, 19.4, 6, INK) + text("6", 18.6, 19.4, 6, INK) + polygon(star(18.6, 11, 2, 0.8, 5), "#54377d") + line([(_C, 14.4), (_C, 19.6)], INK, 0.8)
    if token == "politics":
        return icon("cat", 10, 12.2, 12, "#0f3569", field) + text("+1", 18.8, 14.4, 6, INK)
    if token == "strategy":
        return icon("swords", 9.8, 12, 9.4, "#7b1620", field) + text("+1", 19.2, 14.4, 6, INK)
    if token == "education":
        return circle(9.6, 12, 5, "#24682f") + ring(9.6, 12, 3.4, field, 0.9) + circle(9.6, 12, 1.6, field) + text("+2", 18.8, 14.4, 6, INK)
    return text("4", 9, 13.4, 7.6, INK) + text("12", 18.4, 13.4, 7.6, INK) + circle(9, 17.4, 1.4, "#b35a12") + "".join(circle(x, 17.4, 1.4, "#b35a12") for x in (16.6, 20.2))


def _rim(token: str, colour: str) -> str:
    """The rim and its beads: their number and shape differ by token, so turned tokens differ too."""
    order = list(TOKENS).index(token)
    beads = 5 + order
    spots = [regular(_C, _C, 12.35, 1, 360 / beads * k)[0] for k in range(beads)]
    marks = "".join(circle(x, y, 0.75, PAPER) if order % 2 else polygon(regular(x, y, 1.05, 4), PAPER) for x, y in spots)
    return circle(_C, _C, _C, colour) + marks


def progress(token: str) -> str:
    """The inside of a progress token's picture, 28 mm across."""
    if token == "back":
        petals = "".join(place(ellipse(0, -6.2, 1.9, 4.6, GOLD), _C, _C, 1, 45 * k) for k in range(8))
        return circle(_C, _C, _C, NIGHT) + ring(_C, _C, 12.4, GOLD, 0.8) + petals + circle(_C, _C, 2.4, GOLD)
    kind, title, field = TOKENS[token]
    colour = TOKEN_KINDS[kind]
    inside = circle(_C, _C, 10.9, "#fff")
    band = rect(0, 20.6, PROGRESS, 8, colour)
    words = text(title, _C, 23.3, 2.3 if len(title) > 9 else 2.5, PAPER)
    content = rect(0, 0, PROGRESS, PROGRESS, field) + _sign(token, field) + band + words
    return _rim(token, colour) + clipped(content, inside, "disc")


def conflict(battle: bool) -> str:
    """A conflict token: peace (a dove on light) or battle (swords on red), octagonal, 30 mm."""
    middle = CONFLICT / 2
    outer = polygon(regular(middle, middle, middle / math.cos(math.pi / 8), 8, 22.5), "#641017" if battle else "#2b5d6b")
    inner = polygon(regular(middle, middle, 13.6, 8, 22.5), "#c2303a" if battle else "#e5f3f1")
    if battle:
        flames = "".join(place(polygon([(-2.6, 0), (2.6, 0), (0, -13)], "#8f1a25"), middle, middle, 1, 45 * k + 22.5) for k in range(8))
        return outer + inner + flames + icon("swords", middle, middle, 18, "#fff3dc", "#c2303a")
    olive = ring(middle, middle, 11.4, "#7fa88b", 0.8)
    return outer + inner + olive + icon("dove", middle, middle, 18, "#1d4b58", "#e5f3f1")


def military() -> str:
    """A military victory token: crossed swords over 3 points, 24 mm."""
    middle = MILITARY / 2
    rim = "".join(circle(*regular(middle, middle, 10.7, 1, 20 * k)[0], 0.8, "#f3d9a0") for k in range(18))
    face = circle(middle, middle, middle, "#7b1620") + rim + circle(middle, middle, 9.4, "#f3d9a0")
    return face + icon("swords", middle, 9.4, 9, "#7b1620", "#f3d9a0") + text("3", middle, 19.6, 6.4, "#4a0c13")


def cat() -> str:
    """The Cat pawn from above: a dark cat on a bright oval, 26 x 44 mm."""
    x, y = CAT_WIDTH / 2, CAT_HEIGHT / 2
    ground = path("M0,13 A13,13 0 0 1 26,13 V31 A13,13 0 0 1 0,31 Z", "#0f3569")
    field = path("M1.8,13 A11.2,11.2 0 0 1 24.2,13 V31 A11.2,11.2 0 0 1 1.8,31 Z", "#f2b441")
    stripes = "".join(rect(0, 6 + 7 * k, CAT_WIDTH, 3, "#f7cd7d") for k in range(6))
    collar = place(symbol("diamond", "#f2b441"), x + 0.3, y + 1.2, 0.03)
    return ground + clipped(field + stripes, field, "oval") + icon("cat", x - 0.6, y + 1, 26, "#1c1a2b", "#f2b441") + collar
