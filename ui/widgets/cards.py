"""Cards to tap: by colour, their icons large, their names below, and a mark of what they cost now."""

from collections.abc import Callable, Iterable
from typing import Any

from kivy.properties import BooleanProperty, ColorProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion import words
from companion.looks.faces import face, looks
from ui import theme
from ui.widgets.basics import Icon, Tap, fill
from ui.widgets.declared import texts

WIDE, NARROW = 6, 4
"""The most columns of cards on a lying and on an upright screen: the longest word of a name still fits."""


class CardKey(Tap):
    """One card. ``note``: a small icon of how it is to be had now; ``dim``: it cannot be had, but may be tapped."""

    text, badge, mark, note = texts(4)
    note_tint = ColorProperty(theme.CLEAR)
    tint = ColorProperty(theme.CLEAR)
    dim = BooleanProperty(False)


class IconRow(BoxLayout):
    """Icons beside each other."""


class PieceKey(Tap):
    """A piece of any kind: its icon over its name."""

    icon, text = texts(2)


class CardKeys:
    """A game's cards to tap: each is made once, for that takes longer than all else on a page."""

    def __init__(self, game: str) -> None:
        self._game = game
        self._made: dict[str, CardKey] = {}

    def key(self, card: str, tapped: Callable[[], object], *, note: str = "", dim: bool = False) -> CardKey:
        """A card, with what it stands for now; it is taken from where it stood before."""
        made = self._made.get(card) or self._make(card)
        if made.parent is not None:
            made.parent.remove_widget(made)
        made.tapped, made.dim, made.disabled, made.state = tapped, dim, False, "normal"
        made.note, made.note_tint = note, theme.WARN if note == "trade" else theme.GOOD
        return made

    def _make(self, card: str) -> CardKey:
        drawn = face(self._game, card)
        made = CardKey(
            tint=theme.FAMILIES[drawn.colour], text=words.card(card, self._game), badge=drawn.badge, mark=drawn.colour
        )
        fill(made.ids.icons, [Icon(name=name, tint=made.tint) for name in drawn.icons])
        self._made[card] = made
        return made


def piece_key(icon: str, text: str, tapped: Callable[[], object]) -> PieceKey:
    """A piece to tap."""
    return PieceKey(icon=icon, text=text, tapped=tapped)


def by_colour(game: str, cards: Iterable[str]) -> list[str]:
    """Cards by their colours, in the order of the box."""
    pieces = looks(game)
    known = list(pieces.faces)
    colours = pieces.colours

    def order(card: str) -> tuple[int, int]:
        found = pieces.faces.get(card)
        return (colours.index(found.colour), known.index(card)) if found is not None else (len(colours), 0)

    return sorted(set(cards), key=order)


def grid_of(keys: list[Any], *, most: int = WIDE, rows: int = 4) -> GridLayout:
    """Keys in as few columns as ``rows`` allow, ``most`` of them at most; the last row is filled up with nothing."""
    if theme.portrait():
        most, rows = min(most, NARROW), rows + 2
    cols = min(most, max(3 if len(keys) > 2 else 1, -(-len(keys) // rows)))
    grid = GridLayout(cols=cols, spacing=(theme.dp(4), theme.dp(4 if len(keys) <= rows * cols else 2)))
    for made in keys:
        grid.add_widget(made)
    for _empty in range(-len(keys) % cols):
        grid.add_widget(Widget())
    return grid
