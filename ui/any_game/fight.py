"""A battle drawn where the game has no picture of its own: neighbours compared."""

from kivy.uix.widget import Widget

from companion import words
from companion.games.tables import TableView
from ui.battle import Battle, Fought
from ui.widgets.ring import Ring

SIDES = False
"""Whether the two players' names stand above it."""


def drawn(battle: Fought, table: TableView) -> Widget:
    """The players in a ring."""
    assert isinstance(battle, Battle)
    ring = Ring()
    ring.show(battle, [(player.wonder, words.player(table, player.seat)) for player in table.players])
    return ring
