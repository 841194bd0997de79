"""The fourteen card faces: header band, illustration, name; every header is unlike the others at a glance."""

from companion.twin.proxies.drawing import (
    clipped,
    place,
    polygon,
    rect,
    star,
    text,
)
from companion.twin.proxies.icons import icon, laurel_number, symbol
from companion.twin.proxies.palette import FAMILIES, INK, PAPER, TYPE_BODY
from companion.twin.proxies.scenes import SCENES
from companion.twin.proxies.weaves import WEAVES

WIDTH, HEIGHT, HEADER, FOOTER, BORDER = 55.0, 80.0, 15.0, 8.0, 1.3

CARDS: dict[str, tuple[str, str]] = {
    "wood": ("grey", "Wood"),
    "clay": ("grey", "Clay"),
    "stone": ("grey", "Stone"),
    "glass": ("grey", "Glass"),
    "papyrus": ("grey", "Papyrus"),
    "coin": ("yellow", "Coin"),
    "vp2_cat": ("blue", "2 points and Cat"),
    "vp3": ("blue", "3 points"),
    "compass": ("green", "Compass"),
    "tablet": ("green", "Tablet"),
    "gear": ("green", "Gear"),
    "shield_h0": ("red", "Shield"),
    "shield_h1": ("red", "Shield, 1 horn"),
    "shield_h2": ("red", "Shield, 2 horns"),
}
"""Colour and English name of each card."""


def _signs(card: str, ink: str, gap: str) -> str:
    """The icons in the header, after the colour's symbol."""
    middle = HEADER / 2 + 0.25
    if card == "vp2_cat":
        return place(laurel_number(2, ink, gap), 23.5, middle, 0.118) + icon("cat", 42, middle, 12, ink, gap)
    if card == "vp3":
        three = "".join(polygon(star(x, middle, 2.6, 1.1, 5), ink) for x in (37, 43, 49))
        return place(laurel_number(3, ink, gap), 23.5, middle, 0.118) + three
    if card.startswith("shield"):
        horns = int(card[-1])
        return icon("shield", 22, middle, 11.5, ink, gap) + "".join(
            icon("horn", 35 + 12 * k, middle, 10.5, ink, gap) for k in range(horns)
        )
    return icon(card, 23, middle, 12, ink, gap)


def card(name: str) -> str:
    """The inside of a card face's picture, 55 x 80 mm."""
    colour, title = CARDS[name]
    family = FAMILIES[colour]
    texture = {"grey": "#6c727b", "yellow": "#f9cf62", "blue": "#2f6fc0", "green": "#2d8758", "red": "#bb3a40"}[colour]
    edge = rect(0, 0, WIDTH, HEIGHT, PAPER)
    inner = rect(BORDER, BORDER, WIDTH - 2 * BORDER, HEIGHT - 2 * BORDER, "#fff", 2.2)
    scene = place(SCENES[name](), 0, HEADER)
    header = clipped(
        rect(0, 0, WIDTH, HEADER, family.band)
        + (WEAVES[name](texture) if name in WEAVES else "")
        + rect(0, HEADER - 0.9, WIDTH, 0.9, family.dark)
        + place(symbol(family.symbol, family.on_band), 8.6, HEADER / 2 + 0.2, 0.085)
        + _signs(name, family.on_band, family.band),
        rect(0, 0, WIDTH, HEADER, "#fff"),
        "header",
    )
    foot = HEIGHT - FOOTER - 0.6
    footer = (
        rect(0, foot, WIDTH, FOOTER + 1, PAPER)
        + rect(0, foot, WIDTH, 0.9, family.dark)
        + text(title, WIDTH / 2, foot + 5.4, TYPE_BODY * 1.15, INK)
        + "".join(place(symbol(family.symbol, family.band), x, foot + 4.2, 0.03) for x in (5.2, WIDTH - 5.2))
    )
    return edge + clipped(scene + header + footer, inner, "inner")
