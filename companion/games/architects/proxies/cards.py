"""The fourteen card faces: header band, illustration, name; every header is unlike the others at a glance."""

from companion.art.drawing import (
    clipped,
    place,
    rect,
    text,
)
from companion.art.icons import icon, laurel_number, symbol
from companion.art.palette import INK, PAPER, TYPE_BODY
from companion.games.architects.proxies.palette import FAMILIES
from companion.games.architects.proxies.scenes import SCENES
from companion.games.architects.proxies.weaves import frieze

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


def _signs(card: str, ink: str, band: str) -> str:
    """The icons in the header, after the colour's symbol; on the frieze in the band's colour."""
    middle = HEADER / 2 + 0.1
    if card.startswith("vp"):
        wreath = place(laurel_number(int(card[2]), ink, band), 22.5, middle, 0.118)
        return wreath + (icon("cat", 43, middle, 12.4, band, PAPER) if card == "vp2_cat" else "")
    if card == "shield_h2":
        horns = icon("horn", 20.5, middle, 10, band, PAPER) + icon("horn", 46.5, middle, 10, band, PAPER)
        return rect(14.5, 0, WIDTH, HEADER, PAPER) + horns + icon("shield", 33.5, middle, 11.6, band, PAPER)
    if card.startswith("shield"):
        shield = icon("shield", 22, middle, 11.6, ink, band)
        return shield + (icon("horn", 43, middle, 11.6, band, PAPER) if card == "shield_h1" else "")
    return icon(card, 22.5, middle, 12, ink, band)


def card(name: str) -> str:
    """The inside of a card face's picture, 55 x 80 mm."""
    colour, title = CARDS[name]
    family = FAMILIES[colour]
    edge = rect(0, 0, WIDTH, HEIGHT, PAPER)
    inner = rect(BORDER, BORDER, WIDTH - 2 * BORDER, HEIGHT - 2 * BORDER, "#fff", 2.2)
    scene = place(SCENES[name](), 0, HEADER)
    header = clipped(
        rect(0, 0, WIDTH, HEADER, family.band)
        + frieze(name)
        + place(symbol(family.symbol, family.on_band), 8.6, HEADER / 2 + 0.2, 0.085)
        + _signs(name, family.on_band, family.band)
        + rect(0, HEADER - 0.9, WIDTH, 0.9, family.dark),
        rect(0, 0, WIDTH, HEADER, "#fff"),
        "header",
    )
    foot = HEIGHT - FOOTER - 0.6
    footer = (
        rect(0, foot, WIDTH, FOOTER + 1, PAPER)
        + rect(0, foot, WIDTH, 0.9, family.dark)
        + text(title, WIDTH / 2, foot + 5.4, TYPE_BODY, INK)
        + "".join(place(symbol(family.symbol, family.band), x, foot + 4.2, 0.03) for x in (5.2, WIDTH - 5.2))
    )
    return edge + clipped(scene + header + footer, inner, "inner")
