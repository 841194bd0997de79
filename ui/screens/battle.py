"""A battle: neighbours side by side and tokens that fly to who has won, or what the game draws instead."""

from typing import Any, Final

from kivy.clock import Clock
from kivy.properties import NumericProperty

from companion import words
from companion.api.protocol import View
from ui import theme
from ui.battle import Battle
from ui.catalogue import part
from ui.page import Page
from ui.widgets.basics import fill
from ui.widgets.declared import flags, texts

SECONDS: Final = 8.0
"""How long a battle is shown before the page leaves by itself: long enough to read who won, and to take the tokens."""
_STEP: Final = 0.1


class BattlePage(Page):
    """The last battle; it leaves by itself, and at once when something else happens at the table (``ui.leading``).

    ``marching``: the two players' names stand above it; ``left``: how much of its time is still to come, 1..0.
    """

    of_a_game = True
    headline, hint = texts(2)
    finished, marching, amid = flags(3)
    left = NumericProperty(1.0)
    _clock: Any = None

    def open(self, *_: Any, **_about: Any) -> None:
        """Its time begins."""
        self.rest()
        self.left = 1.0
        self._clock = Clock.schedule_interval(self._pass, _STEP)

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

    def rest(self) -> None:
        """Stay until somebody leaves."""
        if self._clock is not None:
            self._clock.cancel()

    def on_leave(self, *_left: object) -> None:
        """Its time is over."""
        self.rest()

    def _pass(self, seconds: float) -> None:
        # A frame that comes late must not take more than its share of the time.
        self.left = max(0.0, self.left - min(seconds, 2 * _STEP) / SECONDS)
        if not self.left:
            self.leave()

    def leave(self) -> None:
        """On: to the result of a game that this battle has ended, else to the table."""
        self.shell.go("sheet" if self.finished else "table")
