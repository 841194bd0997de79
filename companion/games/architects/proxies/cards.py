"""Fronts and backs of cards: 55 x 80 mm within an edge of paper.

A front is a header band, an illustration and a name; every header is unlike the others at a glance. A back shows its
wonder's silhouette on its own colours, the central deck's a star with a question in it.
"""

from companion.art.drawing import circle, clipped, group, place, polygon, rect, ring, text
from companion.art.icons import icon, laurel_number, symbol
from companion.art.palette import INK, PAPER, TYPE_BODY
from companion.games.architects.pictures import PALETTE, picture
from companion.games.architects.places import CARD
from companion.games.architects.rules.facts import FACTS

WIDTH, HEIGHT = CARD
HEADER, FOOTER, BORDER = 15.0, 8.0, 1.3

_PLAIN = ("vp2_cat", "shield_h1", "shield_h2")
"""Cards whose frieze is plain paper."""
_SLANT = [(32.0, 0.0), (55.0, 0.0), (55.0, 15.0), (29.0, 15.0)]


def _frieze(card: str) -> str:
    """The right end of a header, its left edge slanting: each card's own pattern, so that a strip is enough."""
    if card in _PLAIN:
        return polygon(_SLANT, PAPER)
    return clipped(picture(f"friezes/{card}"), polygon(_SLANT, "#fff"), "frieze")


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
    """The inside of a card face's picture."""
    family = PALETTE.families[FACTS.cards[FACTS.index[name]].color]
    scene = place(picture(f"scenes/{name}"), 0, HEADER)
    header = clipped(
        rect(0, 0, WIDTH, HEADER, family.band)
        + _frieze(name)
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
        + text(PALETTE.titles[name], WIDTH / 2, foot + 5.4, TYPE_BODY, INK)
        + "".join(place(symbol(family.symbol, family.band), x, foot + 4.2, 0.03) for x in (5.2, WIDTH - 5.2))
    )
    return _edged(scene + header + footer)


def back(deck: str) -> str:
    """The inside of a back's picture; ``deck`` is a wonder or ``central``."""
    if deck == "central":
        return _edged(picture("central"))
    colours, middle = PALETTE.wonders[deck], WIDTH / 2
    disc = circle(middle, 36, 24, "#fff")
    return _edged(
        rect(0, 0, WIDTH, HEIGHT, colours.dark)
        + group(picture(f"patterns/{deck}"), 'opacity=".55"')
        + circle(middle, 36, 26.4, colours.dark)
        + circle(middle, 36, 24, colours.ground)
        + ring(middle, 36, 25.4, colours.light, 0.9)
        + clipped(place(picture(f"silhouettes/{deck}"), middle, 35, 0.92), disc, "halo")
        + rect(0, 66, WIDTH, 14, colours.dark)
        + rect(0, 66, WIDTH, 0.9, colours.light)
        + text(deck.title(), middle, 73.4, TYPE_BODY, colours.light)
    )


def _edged(content: str) -> str:
    """A card's picture within its edge of paper."""
    inner = rect(BORDER, BORDER, WIDTH - 2 * BORDER, HEIGHT - 2 * BORDER, "#fff", 2.2)
    return rect(0, 0, WIDTH, HEIGHT, PAPER) + clipped(content, inner, "inner")
