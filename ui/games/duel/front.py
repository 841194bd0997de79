"""Duel's board at a glance: the military track with its pawn and loot, and the progress tokens above it."""

from typing import Any

from kivy.clock import Clock
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.games.duel.looks import CAPITAL, ZONES
from companion.games.duel.table import DuelTable
from companion.looks.faces import token_icon
from ui import theme
from ui.widgets.basics import Drawn, Icon, Text, fill


class Field(Widget):
    """One space of the track; ``zone``: 0 in the middle, up to 4 in a capital."""

    zone = NumericProperty(0)


class Front(Widget):
    """Seat 0's capital on the left, seat 1's on the right; the pawn stands nearer to who is losing."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._fields = {place: Field(zone=_zone(place)) for place in range(-CAPITAL, CAPITAL + 1)}
        for field in self._fields.values():
            self.add_widget(field)
        self._capitals = [Icon(name="capital", size_hint=(None, None), tint=theme.BAD) for _seat in range(2)]
        self._loot: dict[int, Text] = {}
        self._pawn = Icon(name="pawn", size_hint=(None, None), tint=theme.ACCENT)
        self._place = 0
        for icon in (*self._capitals, self._pawn):
            self.add_widget(icon)
        self._arranging = Clock.create_trigger(self._arrange, -1)
        self.bind(pos=self._arranging, size=self._arranging)

    def show(self, table: DuelTable) -> None:
        """Draw pawn and loot where they lie."""
        self._place = table.pawn
        if {place: text.text for place, text in self._loot.items()} != {p: str(n) for p, n in table.loot.items()}:
            for text in self._loot.values():
                self.remove_widget(text)
            self._loot = {
                place: Text(text=str(coins), step=theme.SMALL, bold=True, halign="center", size_hint=(None, None))
                for place, coins in table.loot.items()
            }
            for text in self._loot.values():
                self.add_widget(text)
            self.remove_widget(self._pawn)
            self.add_widget(self._pawn)
        self._arranging()

    def _arrange(self, _seconds: float) -> None:
        wide = self.width / len(self._fields)
        for place, field in self._fields.items():
            field.size = wide - theme.dp(2), self.height
            field.center = self.center_x + place * wide, self.center_y
        for side, icon in zip((-CAPITAL, CAPITAL), self._capitals, strict=True):
            icon.size = (min(1.0 * wide, self.height),) * 2
            icon.center = self.center_x + side * wide, self.center_y
        for place, text in self._loot.items():
            text.size = wide, self.height * 0.6
            text.center = self.center_x + place * wide, self.center_y
        side = min(1.7 * wide, self.height)
        self._pawn.size = side, side
        self._pawn.center = self.center_x + self._place * wide, self.center_y


class Board(Drawn, BoxLayout):
    """The progress tokens to be won, over the track."""

    def show(self, table: DuelTable) -> None:
        """Draw both."""
        self.ids.front.show(table)
        if not self.same(table.board):
            fill(self.ids.tokens, [Icon(name=token_icon("duel", token), tint=theme.GOOD) for token in table.board])


def _zone(place: int) -> int:
    if abs(place) == CAPITAL:
        return len(ZONES) + 1
    return sum(abs(place) >= begin for begin in ZONES)
