"""A battle: neighbours side by side and tokens that fly to who has won, or what the game draws instead."""

from kivy.properties import BooleanProperty, StringProperty

from companion import words
from companion.api.protocol import View
from ui import theme
from ui.battle import Battle
from ui.catalogue import part
from ui.page import Page
from ui.widgets.basics import fill


class BattlePage(Page):
    """The last battle; it is looked at once and then left. ``marching``: the two players' names stand above it."""

    of_a_game = True
    headline = StringProperty("")
    hint = StringProperty("")
    finished = BooleanProperty(False)
    marching = BooleanProperty(False)
    amid = BooleanProperty(False)

    def show(self, view: View) -> None:
        """Draw the last battle."""
        battle, table = self.shell.battle, view.table
        if battle is None or table is None:
            self.shell.known()
            return
        self.finished = table.finished
        if self.same(battle):
            return
        fight = part(view.game, "fight")
        self.marching = fight.SIDES
        # A ring of many has room in its middle for the way on; else it has a row of its own.
        self.amid = isinstance(battle, Battle) and len(battle.shields) > 3 and not theme.portrait()
        self.headline, self.hint = part(view.game, "battle").said(battle, table)
        if fight.SIDES:
            self.ids.left.text, self.ids.right.text = (words.player(table, seat) for seat in (0, 1))
        fill(self.ids.stage, [fight.drawn(battle, table)])

    def leave(self) -> None:
        """On: to the result of a game that this battle has ended, else to the table."""
        self.shell.go("sheet" if self.finished else "table")
