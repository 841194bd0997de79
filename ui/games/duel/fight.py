"""Duel's conflict track drawn: two capitals, the loot on the way, and the pawn that marches."""

from typing import Any, Final

from kivy.animation import Animation
from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty, StringProperty
from kivy.uix.anchorlayout import AnchorLayout
from kivy.uix.widget import Widget

from companion import words
from companion.games.duel.looks import CAPITAL
from companion.games.duel.table import DuelTable
from companion.games.tables import TableView
from ui import theme
from ui.battle import Fought
from ui.games.duel.battle import March
from ui.widgets.basics import Icon
from ui.widgets.declared import flags

SIDES: Final = True
"""Whether the two players' names stand above it."""
SECONDS: Final = 1.0
"""How long the pawn marches; then all is still."""


class Space(Widget):
    """One space of the track; ``trodden`` by the pawn now, ``capital`` at either end."""

    trodden, capital, middle = flags(3)


class Loot(AnchorLayout):
    """A loot token beside the track: how many coins are lost when the pawn comes there."""

    text = StringProperty("")
    taken = BooleanProperty(False)


class Track(Widget):
    """Seat 0's capital on the left, seat 1's on the right. ``pawn``: the place where it is drawn, also between two."""

    pawn = NumericProperty(0.0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        places = range(-CAPITAL, CAPITAL + 1)
        self._spaces = {place: Space(capital=abs(place) == CAPITAL, middle=place == 0) for place in places}
        for space in self._spaces.values():
            self.add_widget(space)
        self._loot: dict[int, Loot] = {}
        self._goal = 0
        self._pawn = Icon(name="pawn", size_hint=(None, None))
        self.add_widget(self._pawn)
        self._arrange = Clock.create_trigger(self._place, -1)
        self.bind(pos=self._arrange, size=self._arrange, pawn=self._arrange)

    def show(self, march: March, left: dict[int, int]) -> None:
        """Let the pawn march; ``left``: the loot that still lies there, by place."""
        self.rest()
        for loot in self._loot.values():
            self.remove_widget(loot)
        self._loot = {
            place: Loot(text=words.signed(-coins), taken=place in march.loot)
            for place, coins in sorted((left | march.loot).items())
        }
        for loot in self._loot.values():
            self.add_widget(loot)
        for place, space in self._spaces.items():
            space.trodden = min(march.start, march.end) <= place <= max(march.start, march.end)
        self._pawn.tint = theme.BAD if march.won else theme.ACCENT
        self.pawn, self._goal = march.start, march.end
        Animation(pawn=march.end, duration=SECONDS, step=1 / 30, t="in_out_cubic").start(self)

    def rest(self) -> None:
        """Let the pawn stand where it is going to."""
        Animation.cancel_all(self)
        self.pawn = self._goal

    def _place(self, _seconds: float) -> None:
        width = self.width / (len(self._spaces) + 0.6)
        height = min(theme.dp(84), self.height / 3)
        for place, space in self._spaces.items():
            space.size = width - theme.dp(3), height * (1.35 if space.capital else 1.0)
            space.center = self.center_x + place * width, self.center_y
        side = min(1.6 * width, theme.dp(72))
        self._pawn.size = side, side
        self._pawn.center = self.center_x + self.pawn * width, self.center_y
        for place, loot in self._loot.items():
            loot.size = (theme.dp(44),) * 2
            loot.center = self.center_x + place * width, self.center_y - height / 2 - theme.dp(33)


def drawn(battle: Fought, table: TableView) -> Track:
    """The march, as the page of battles shows it."""
    assert isinstance(battle, March)
    assert isinstance(table, DuelTable)
    track = Track()
    track.show(battle, table.loot)
    return track
