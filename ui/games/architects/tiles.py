"""The pieces of Architects to tap and to count."""

from collections.abc import Callable
from typing import Any

from companion import words
from companion.games.architects.looks import CARD_ICONS, CARDS, HORNS, TOKEN_ICONS
from ui import theme
from ui.widgets import Chip, Tile


def card_tile(face: str, tapped: Callable[[], object], **looks: Any) -> Tile:
    """A card face to tap."""
    colour = CARDS.get(face, "grey")
    badge = {"vp2_cat": "2", "vp3": "3"}.get(face, "×2" if HORNS.get(face) == 2 else "")  # noqa: RUF001
    tile = Tile(
        icon=CARD_ICONS.get(face, "question"), text=words.card(face), tint=theme.FAMILIES[colour],
        mark=colour, badge=badge, **looks,
    )  # fmt: skip
    tile.bind(on_release=lambda _tile: tapped())
    return tile


def token_tile(name: str, tapped: Callable[[], object], **looks: Any) -> Tile:
    """A progress token to tap."""
    tile = Tile(icon=TOKEN_ICONS.get(name, "question"), text=words.token(name), tint=theme.ACCENT, **looks)
    tile.bind(on_release=lambda _tile: tapped())
    return tile


def card_chip(face: str, count: int, **looks: Any) -> Chip:
    """A card face and how many of it."""
    return Chip(
        icon=CARD_ICONS.get(face, "question"), text=str(count), tint=theme.FAMILIES[CARDS.get(face, "grey")], **looks
    )
