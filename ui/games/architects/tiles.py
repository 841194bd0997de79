"""The pieces of Architects to tap and to count."""

from collections.abc import Callable
from typing import Any, Final

from companion import words
from companion.looks.faces import face, token_icon
from ui import theme
from ui.widgets.basics import Chip, Tile

_GAME: Final = "architects"
_BADGES: Final = {"shield_h2": "×2"}  # noqa: RUF001


def card_tile(card: str, tapped: Callable[[], object], **looks: Any) -> Tile:
    """A card face to tap."""
    drawn = face(_GAME, card)
    return Tile(
        icon=drawn.icons[0], text=words.card(card), tint=theme.FAMILIES[drawn.colour], mark=drawn.colour,
        badge=_BADGES.get(card, drawn.badge), tapped=tapped, **looks,
    )  # fmt: skip


def token_tile(name: str, tapped: Callable[[], object], **looks: Any) -> Tile:
    """A progress token to tap."""
    return Tile(icon=token_icon(_GAME, name), text=words.token(name), tint=theme.ACCENT, tapped=tapped, **looks)


def card_chip(card: str, count: int, **looks: Any) -> Chip:
    """A card face and how many of it."""
    drawn = face(_GAME, card)
    return Chip(icon=drawn.icons[0], text=str(count), tint=theme.FAMILIES[drawn.colour], **looks)
