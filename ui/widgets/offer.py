"""A big button for a move that may have been made: its icon, what it is, from where."""

from typing import Any

from kivy.properties import BooleanProperty, ColorProperty, StringProperty

from companion import words
from companion.api.protocol import Option
from companion.games.tables import TableView
from companion.words.language import _
from ui import emblem, theme
from ui.widgets.basics import Tap
from ui.widgets.declared import texts

_LINES = 3
"""As many moves of one option as there is room for."""


class Offer(Tap):
    """``lying``: the icon beside the words instead of above."""

    icon = StringProperty("question")
    text, detail = texts(2)
    tint = ColorProperty()
    lying = BooleanProperty(False)


def offer(option: Option, table: TableView, game: str, seat: int | None, **looks: Any) -> Offer:
    """The button for an option; one without moves says that nothing happened.

    ``seat``: of whom people know already that it is about; others are named.
    """
    if not option.moves:
        return Offer(icon="close", text=_("Nothing happened"), tint=theme.MUTED, **looks)
    lines = [words.move(move, table) for move in option.moves[:_LINES]]
    mark = emblem.of_move(option.moves[0], game)
    return Offer(
        icon=mark.icon,
        tint=mark.tint,
        text="\n".join(_unnamed(first, table, seat) for first, _detail in lines),
        detail=" · ".join(detail for _first, detail in lines if detail),
        **looks,
    )


def _unnamed(text: str, table: TableView, seat: int | None) -> str:
    """A move's words without the name of this player before them."""
    if seat is None:
        return text
    name = _("{player}: {what}").format(player=words.player(table, seat), what="")
    bare = text.removeprefix(name)
    return bare[:1].upper() + bare[1:]
