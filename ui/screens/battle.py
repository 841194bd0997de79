"""A battle: everybody's shields side by side, and who won how many tokens."""

from typing import TYPE_CHECKING, Any

from kivy.properties import NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion import words
from companion.api.protocol import View
from ui import theme
from ui.page import Page, load
from ui.widgets import Text

if TYPE_CHECKING:
    from ui.battle import Battle


class Army(BoxLayout):
    """One player in a battle."""

    wonder = StringProperty("")
    label = StringProperty("")
    shields = NumericProperty(0)
    won = NumericProperty(0)


class BattlePage(Page):
    """Neighbours stand side by side; the last is also the first one's neighbour."""

    _shown: Any = None

    def show(self, view: View) -> None:
        """Draw the last battle."""
        battle: Battle | None = self.shell.battle
        if battle is None or view.table is None:
            self.shell.known()
            return
        if battle == self._shown:
            return
        self._shown = battle
        row = self.ids.armies
        row.clear_widgets()
        players = len(battle.shields)
        if players > 2:
            row.add_widget(_between(battle.shields[-1], battle.shields[0]))
        for seat, (shields, won) in enumerate(zip(battle.shields, battle.won, strict=True)):
            person = view.table.players[seat]
            label = words.player(view.table, seat)
            row.add_widget(Army(wonder=person.wonder, label=label, shields=shields, won=won))
            if seat + 1 < players:
                row.add_widget(_between(shields, battle.shields[seat + 1]))
            elif players > 2:
                row.add_widget(_between(shields, battle.shields[0]))


def _between(left: int, right: int) -> Text:
    sign = ">" if left > right else "<" if left < right else "="
    tint = theme.MUTED if left == right else theme.ACCENT
    return Text(
        text=sign, step=theme.TITLE, bold=True, color=tint, halign="center", size_hint_x=None, width=theme.dp(22)
    )


load(__file__)
