"""The move pad of 7 Wonders: seat by seat, a tap on the card that was built; another way of using it is a tap more."""

from functools import partial
from typing import Any, Final

from kivy.properties import StringProperty
from kivy.uix.widget import Widget

from companion import words
from companion.games.seven_wonders.table import SevenWondersTable
from companion.games.seven_wonders.words import trade
from companion.games.tables import TableView
from companion.words.language import N_, _, within
from ui import theme
from ui.any_game.pad import Body, Pad
from ui.games.seven_wonders.table import headline
from ui.widgets.basics import Tap, fill, key, mark
from ui.widgets.cards import CardKeys, by_colour, grid_of
from ui.widgets.declared import flags, texts

USES: Final = {
    "build": (N_("Build"), "city"),
    "stage": (within("7 Wonders", "Stage"), "stage"),
    "discard": (N_("Discard"), "discard"),
    "free": (N_("For free"), "free"),
    "revive": (N_("From the discard pile"), "urn"),
}
"""What may be done with a card: its name and icon, in the order shown."""
UNSEEN: Final = "?"


class SeatKey(Tap):
    """One player: chosen already, in hand, or waiting."""

    wonder, text = texts(2)
    ready, chosen = flags(2)


class PaymentKey(Tap):
    """One way to pay: what is bought from whom."""

    text = StringProperty("")


class SevenWondersPad(Pad):
    """Seats, uses, cards. The next seat comes by itself; a card that can be paid in several ways asks how."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._seat: int | None = None
        self._use = "build"
        self._ways: tuple[Body, ...] = ()
        self._shown: Any = None
        self._cards = CardKeys("seven_wonders")
        # Who plays, which age it is, and what could be played in it so far: a card keeps its place when none is left.
        self._age: tuple[Any, ...] = ()
        self._known: frozenset[str] = frozenset()

    def open(self, **_about: Any) -> None:
        """Begin with the first seat that has to choose."""
        self._seat, self._use, self._ways, self._shown = None, "build", (), None

    def show(self, table: TableView, seq: int) -> None:
        """Draw whoever has to choose, and the cards that can be there."""
        assert isinstance(table, SevenWondersTable)
        if self._shown is not None and self._shown[0] != seq:
            self._ways, self._use = (), "build"
        if self._seat not in table.to_choose:
            self._seat = table.to_choose[0] if table.to_choose else None
            self._use = "build"
        state = (seq, self._seat, self._use, bool(self._ways))
        if state == self._shown:
            return
        self._shown = state
        mine = [dict(move) for move in table.moves if move["seat"] == self._seat]
        uses = [use for use in USES if any(move["move"] == use for move in mine)]
        if self._use not in uses and uses:
            self._use = uses[0]
        self._shown = (seq, self._seat, self._use, bool(self._ways))
        self._show_seats(table)
        self._show_uses(table, uses, mine)
        if self._ways:
            self._show_payments(table)
        else:
            self._show_cards(mine, (table.age, *(player.wonder for player in table.players)))

    def take(self, **what: Any) -> None:
        """Take a ``seat`` or a ``use`` in hand."""
        self._seat, self._use = what.get("seat", self._seat), what.get("use", "build")
        self._ways = ()
        self.again()

    def done(self, before: TableView, table: TableView) -> bool:
        """A turn is entered when everybody has chosen and no wonder offers anything more."""
        assert isinstance(before, SevenWondersTable)
        assert isinstance(table, SevenWondersTable)
        return (before.age, before.turn) != (table.age, table.turn) and not table.offer

    def headline(self, table: TableView) -> tuple[str, str, str]:
        """Whose card is entered, and for what."""
        assert isinstance(table, SevenWondersTable)
        seat = self._seat if self._seat in table.to_choose else next(iter(table.to_choose), None)
        if seat is None:
            return headline(table)
        return table.players[seat].wonder, words.player(table, seat), headline(table)[2] if table.offer else ""

    def _show_seats(self, table: SevenWondersTable) -> None:
        box = self.ids.seats
        if len(box.children) != len(table.players):
            fill(box, [SeatKey(tapped=partial(self.take, seat=player.seat)) for player in table.players])
        for player, made in zip(table.players, box.children[::-1], strict=True):
            made.wonder, made.text = player.wonder, words.player(table, player.seat)
            made.ready = made.disabled = player.seat not in table.to_choose
            made.chosen = player.seat == self._seat

    def _show_uses(self, table: SevenWondersTable, uses: list[str], mine: list[Body]) -> None:
        box = self.ids.uses
        box.clear_widgets()
        for use in uses:
            said, icon = USES[use]
            made = key(_(said), icon, partial(self.take, use=use))
            if use == "stage" and self._seat is not None:
                made.text = _(within("7 Wonders", "Stage {n}")).format(n=table.players[self._seat].stages + 1)
            mark(made, chosen=use == self._use)
            box.add_widget(made)
        for move in mine:
            if move["move"] == "decline":
                box.add_widget(key(_("Let it go"), "close", partial(self.play, move)))
        box.add_widget(
            key("", "undo", lambda: self.shell.send("undo", {}), size_hint_x=None, width=theme.dp(theme.TOUCH + 8))
        )

    def _show_cards(self, mine: list[Body], age: tuple[Any, ...]) -> None:
        ways: dict[str, list[Body]] = {}
        for move in mine:
            if move["move"] == self._use:
                ways.setdefault(move["card"], []).append(move)
        if self._age != age:
            self._age, self._known = age, frozenset()
        if self._use == "revive":
            cards = set(ways)
        else:
            self._known |= {move["card"] for move in mine if "card" in move and move["move"] != "revive"}
            cards = set(self._known)
        keys: list[Any] = []
        for card in by_colour("seven_wonders", cards - {UNSEEN}):
            found = ways.get(card, [])
            bought = bool(found and found[0].get("trade"))
            note = ("trade" if bought else "check") if found and self._use == "build" else ""
            made = self._cards.key(card, partial(self._choose, found), note=note, dim=not found)
            made.disabled = not found
            keys.append(made)
        if UNSEEN in ways:
            unseen = key(_("Face down"), "card", partial(self._choose, ways[UNSEEN]), size_hint_y=1)
            unseen.size_hint_max_y = theme.dp(120)
            keys.append(unseen)
        elif self._use != "revive":
            keys.append(Widget())
        fill(self.ids.cards, [grid_of(keys)])

    def _choose(self, ways: list[Body]) -> None:
        if len(ways) == 1:
            self.play(ways[0])
        else:
            self._ways = tuple(ways)
            self.again()

    def _show_payments(self, table: SevenWondersTable) -> None:
        keys = [
            PaymentKey(text=trade(move, table) or _("Nothing is bought"), tapped=partial(self.play, move))
            for move in self._ways
        ]
        fill(self.ids.cards, [grid_of(keys, most=2, rows=5)])


PAD: Final = SevenWondersPad
