"""One player's side in full, of any game; and what the sides of games are made of."""

from collections.abc import Iterable, Mapping
from typing import Any

from kivy.properties import ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion.games.tables import TableView
from companion.looks.faces import face, looks
from companion.words.facet import game_of
from ui import theme
from ui.widgets.basics import Chip, fill
from ui.widgets.cards import by_colour


class Row(BoxLayout):
    """Things side by side, as high as a chip."""


class ColourRow(BoxLayout):
    """The cards of one colour: its mark, and each card's icon."""

    mark = StringProperty("")
    tint = ColorProperty(theme.CLEAR)


class Lot(GridLayout):
    """Chips in rows of one height."""


def pieces(table: TableView, seat: int) -> list[Widget]:
    """What lies before a player, from the top down: numbers, then the cards."""
    game, player = game_of(table), table.players[seat]
    numbers = row(*(chip(icon, text, theme.ACCENT) for icon, text in counted(game, player)))
    cards = Lot(cols=4, row_default_height=theme.dp(46))
    fill(cards, card_chips(game, player.cards))
    return [numbers, cards, Widget()]


def card_chips(game: str, cards: Mapping[str, int], **looks: Any) -> list[Chip]:
    """Each face and how many of it, by colour."""
    drawn = [(face(game, card), cards[card]) for card in by_colour(game, cards)]
    return [Chip(icon=it.icons[0], text=str(n), tint=theme.FAMILIES[it.colour], **looks) for it, n in drawn]


def row(*widgets: Widget) -> Row:
    """These side by side."""
    made = Row()
    fill(made, widgets)
    return made


def chip(icon: str, text: str, tint: Any) -> Chip:
    """A large one."""
    return Chip(icon=icon, text=text, tint=tint, step=theme.LARGE, side=24)


def counted(game: str, shown: object) -> list[tuple[str, str]]:
    """The icon of each further number of a table or a seat, as the game's looks name them, and the number itself."""
    found: list[tuple[str, str]] = []
    for field, icon in looks(game).counts.items():
        value = getattr(shown, field, {})
        found += [(icon, str(number)) for number in (value.values() if isinstance(value, dict) else (value,))]
    return found


def rows_by_colour(game: str, cards: Iterable[str]) -> list[Widget]:
    """A row for each colour of which there are cards."""
    rows: dict[str, ColourRow] = {}
    for card in by_colour(game, cards):
        drawn = face(game, card)
        tint = theme.FAMILIES[drawn.colour]
        found = rows.setdefault(drawn.colour, ColourRow(mark=drawn.colour, tint=tint))
        small = Chip(icon=drawn.icons[0], text=drawn.badge, tint=tint, side=22, spacing=theme.dp(2))
        small.size_hint_max_x = theme.dp(46)
        found.add_widget(small)
    return [rows[colour] for colour in looks(game).colours if colour in rows]
