"""A battle: neighbours side by side and tokens that fly to who has won; in Duel, the march of the conflict pawn."""

from typing import Any

from kivy.properties import BooleanProperty, StringProperty

from companion import words
from companion.api.protocol import View
from companion.games.duel.table import DuelTable
from companion.games.tables import TableView
from companion.words.language import _
from ui import theme
from ui.battle import Battle, Fought, March
from ui.games.duel.track import Track
from ui.layout import load
from ui.page import Page
from ui.widgets.ring import Ring

_AGES = {1: "I", 2: "II", 3: "III"}


class BattlePage(Page):
    """The last battle; it is looked at once and then left."""

    of_a_game = True
    headline = StringProperty("")
    hint = StringProperty("")
    finished = BooleanProperty(False)
    marching = BooleanProperty(False)
    amid = BooleanProperty(False)
    _shown: Any = None

    def show(self, view: View) -> None:
        """Draw the last battle."""
        battle, table = self.shell.battle, view.table
        if battle is None or table is None:
            self.shell.known()
            return
        self.finished = table.finished
        if battle == self._shown:
            return
        self._shown = battle
        stage = self.ids.stage
        stage.clear_widgets()
        self.marching = isinstance(battle, March)
        # A ring of many has room in its middle for the way on; else it has a row of its own.
        self.amid = isinstance(battle, Battle) and len(battle.shields) > 3 and not theme.portrait()
        self.headline, self.hint = _said(battle, table)
        if isinstance(battle, Battle):
            ring = Ring()
            stage.add_widget(ring)
            cities = [(player.wonder, words.player(table, player.seat)) for player in table.players]
            ring.show(battle, cities)
        elif isinstance(table, DuelTable):
            track = Track()
            stage.add_widget(track)
            self.ids.left.text, self.ids.right.text = (words.player(table, seat) for seat in (0, 1))
            track.show(battle, table.loot)

    def leave(self) -> None:
        """On: to the result of a game that this battle has ended, else to the table."""
        self.shell.go("sheet" if self.finished else "table")


def _said(battle: Fought, table: TableView) -> tuple[str, str]:
    """The title and the line below."""
    if isinstance(battle, March):
        who, foe = words.player(table, battle.seat), words.player(table, 1 - battle.seat)
        if battle.won:
            return _("Military supremacy"), _("{player} stands in the capital of {foe} and wins.").format(
                player=who, foe=foe
            )
        coins = sum(battle.loot.values())
        lost = _("{foe} loses coins: {n}").format(foe=foe, n=coins)
        return _("{player} marches").format(player=who), lost if coins else ""
    if battle.age:
        prize = max((spoil.value for spoil in battle.spoils), default=0)
        said = _("More shields than a neighbour: {won}. Fewer: {lost}.")
        loss = min((spoil.value for spoil in battle.spoils), default=0)
        hint = said.format(won=f"+{prize}", lost=words.signed(loss)) if prize else ""
        return _("Conflicts at the end of age {age}").format(age=_AGES[battle.age]), hint
    return _("Battle!"), _("Red cards with horns go to the discard pile.")


load(__file__)
