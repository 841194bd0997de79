"""The live table of 7 Wonders: every city at a glance, who has still to choose, which way the cards go."""

from typing import Any, Final

from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion import words
from companion.games.seven_wonders.looks import COLOURS, FACES, SYMBOLS
from companion.games.seven_wonders.table import SevenWondersSeat, SevenWondersTable
from companion.games.tables import TableView
from companion.looks.faces import AGES
from companion.words.language import _
from ui import theme
from ui.any_game.table import RoundPicture, Seat, families, named_city
from ui.widgets.declared import texts


class City(Seat):
    """One city, to be read at a glance; tapped for more. ``state``: whether its card of this turn is chosen."""

    wonder, side, label, city, score, conflicts, mark = texts(7)
    stages = ListProperty()
    coins = StringProperty("0")
    shields = StringProperty("0")
    mark_tint = ListProperty(theme.CLEAR)
    tall = BooleanProperty(False)

    def show(self, table: SevenWondersTable, seat: SevenWondersSeat) -> None:
        """Draw this city, if anything of it has changed; the Free City scores nothing."""
        choosing = seat.seat in table.to_choose
        if self.same(seat, choosing):
            return
        self.wonder, self.side = seat.wonder, seat.side
        self.label = words.player(table, seat.seat)
        self.city = named_city(seat, self.label, "seven_wonders")
        self.score = "" if seat.free_city else words.signed(seat.score)
        self.stages = [place < seat.stages for place in range(seat.stage_count)]
        self.coins, self.shields = str(seat.coins), str(seat.shields)
        won = sum(token for token in seat.conflict_tokens if token > 0)
        lost = sum(token for token in seat.conflict_tokens if token < 0)
        self.conflicts = f"{won} {words.signed(lost)}" if lost else str(won)
        self.active = choosing
        self.mark = "" if table.finished else "hourglass" if choosing else "check"
        self.mark_tint = theme.WARN if choosing else theme.GOOD
        numbers: dict[str, int] = {}
        for card, count in seat.cards.items():
            if card in FACES:
                colour = FACES[card].colour
                numbers[colour] = numbers.get(colour, 0) + count
        self.ids.colours.count(families(COLOURS), numbers)
        green = theme.FAMILIES["green"]
        self.ids.science.count({symbol: (symbol, green) for symbol in SYMBOLS}, seat.science)


class Side(BoxLayout):
    """Age, turn and discard pile, in the head."""

    age, turn, discard, way = texts(4)


class SevenWondersPicture(RoundPicture):
    """The cities clockwise; arrows show to whom hands are passed."""

    seat = City

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.aside = Side()

    def show(self, table: TableView) -> None:
        """Draw the table by its changes."""
        assert isinstance(table, SevenWondersTable)
        super().show(table)
        self._round.passing = "" if table.finished else table.passing
        side = self.aside
        side.age, side.discard = AGES[table.age], str(table.discard)
        side.turn = _("Turn {n}").format(n=table.turn)
        side.way = "clockwise" if table.passing == "left" else "counterclockwise"

    def headline(self, table: TableView) -> tuple[str, str, str]:
        """Who has still to choose."""
        assert isinstance(table, SevenWondersTable)
        return headline(table)


def headline(table: SevenWondersTable) -> tuple[str, str, str]:
    """Who is waited for: an icon, who, and for what."""
    waiting = table.to_choose
    if len(waiting) != 1:
        names = ", ".join(words.player(table, seat) for seat in waiting)
        everybody = len(waiting) == len(table.players)
        return "hand", _("Everybody chooses a card") if everybody else _("Still to choose"), "" if everybody else names
    seat = waiting[0]
    said = {"seventh": _("May play the seventh card"), "revive": _("May build a discarded card")}
    return table.players[seat].wonder, words.player(table, seat), said.get(table.offer, _("Chooses a card"))


TABLE: Final = SevenWondersPicture
