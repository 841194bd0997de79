"""The live table of Duel: both cities, between them the board and the structure; while wonders are drafted, those."""

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from companion import words
from companion.games.duel.looks import COLOURS, FACES, RESOURCES, SYMBOLS, TO_WIN
from companion.games.duel.table import DuelSeat, DuelTable
from companion.games.tables import TableView
from companion.looks.faces import AGES, token_icon, wonder_icon
from companion.words.language import _, plural
from ui import theme
from ui.any_game.table import Picture, Seat, Tally, families, stand_back
from ui.games.duel.front import Board
from ui.games.duel.structure import Structure
from ui.widgets.basics import Icon, Panel, Tap, fill
from ui.widgets.cards import piece_key
from ui.widgets.declared import flags, texts

if TYPE_CHECKING:
    from kivy.uix.widget import Widget


class Rival(Seat):
    """One of the two cities, to be read at a glance; tapped for more."""

    label, score, coins, shields, symbols = texts(5)
    again = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._prices = Tally(side=13, step=theme.SMALL, steady=True)
        self.ids.trade.add_widget(self._prices)

    def show(self, table: DuelTable, seat: DuelSeat) -> None:
        """Draw this city, if anything of it has changed."""
        active = seat.seat == table.to_move
        if self.same(seat, active, table.again):
            return
        self.label, self.score = words.player(table, seat.seat), str(seat.score)
        self.coins, self.shields = str(seat.coins), str(seat.shields)
        self.active, self.again = active, active and table.again
        different = sum(count > 0 for count in seat.symbols.values())
        self.symbols = f"{different}/{TO_WIN}"
        green = theme.FAMILIES["green"]
        self.ids.science.count({symbol: (symbol, green) for symbol in SYMBOLS}, seat.symbols)
        numbers: dict[str, int] = {}
        for card in seat.cards:
            numbers[FACES[card].colour] = numbers.get(FACES[card].colour, 0) + 1
        self.ids.colours.count(families(COLOURS), numbers)
        self._show_wonders(seat)
        self._show_trade(seat)
        fill(self.ids.tokens, [Icon(name=token_icon("duel", token), tint=theme.GOOD) for token in seat.progress])

    def _show_wonders(self, seat: DuelSeat) -> None:
        box = self.ids.wonders
        if len(box.children) != len(seat.own):
            fill(box, [Wonder() for _wonder in seat.own])
        for drawn, (wonder, built) in zip(box.children[::-1], seat.own, strict=True):
            drawn.draw(seat, wonder, built=built)

    def _show_trade(self, seat: DuelSeat) -> None:
        tints = {"glass": "grey", "papyrus": "grey"}
        icons = {name: (name, theme.FAMILIES[tints.get(name, "brown")]) for name in RESOURCES}
        self.ids.production.count(icons, seat.production)
        self._prices.count(dict.fromkeys(RESOURCES, ("coin", theme.FAMILIES["yellow"])), seat.trade)


class Wonder(Panel):
    """One wonder before its player: built, to be built at a price, or gone back to the box (``lost``)."""

    icon, price = texts(2)
    built, lost, payable = flags(3)

    def draw(self, seat: DuelSeat, wonder: str, *, built: bool) -> None:
        """This wonder of this player."""
        price = seat.prices.get(wonder)
        self.icon, self.built = wonder_icon("duel", wonder), built
        self.lost = not built and price is None and wonder in seat.wonders
        self.price = "" if built or price is None else str(price.coins)
        self.payable = price is not None and price.coins <= seat.coins


class Jumble(Tap):
    """In the place of a structure of which nobody knows how it lies: how many cards it still has."""

    text = StringProperty("")


class AgeAside(BoxLayout):
    """The age and the discard pile, in the head."""

    age, discard = texts(2)


class DuelPicture(Picture):
    """Both cities with the structure between them; on an upright screen below it."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._rivals = [Rival(tapped=partial(self.shell.go, "seat", seat=seat)) for seat in (0, 1)]
        self._middle = BoxLayout(orientation="vertical", spacing=theme.dp(6))
        self._arrange()
        self._board = Board(size_hint_y=None, height=theme.dp(70))
        self._structure = Structure(lambda slot, _card: self.shell.go("moves", slot=slot))
        self._jumble = Jumble(tapped=partial(self.shell.go, "moves"))
        self.aside = AgeAside()
        self._drafted: tuple[str, ...] | None = None

    def _arrange(self) -> None:
        one, other = self._rivals
        if theme.portrait():
            below = BoxLayout(spacing=theme.dp(8), size_hint_y=1.2)
            below.add_widget(one)
            below.add_widget(other)
            shown: tuple[Widget, ...] = (self._middle, below)
        else:
            for rival in self._rivals:
                rival.size_hint_x, rival.width = None, theme.dp(200)
            shown = (one, self._middle, other)
        for widget in shown:
            self.add_widget(widget)

    def show(self, table: TableView) -> None:
        """Draw the table by its changes."""
        assert isinstance(table, DuelTable)
        for seat, rival in zip(table.players, self._rivals, strict=True):
            rival.show(table, seat)
        stand_back(self._rivals)
        self.aside.age = AGES[table.age]
        self.aside.discard = str(len(table.discard))
        if table.age:
            self._show_structure(table)
        else:
            self._show_draft(table)

    def _show_structure(self, table: DuelTable) -> None:
        middle = self._middle
        if self._board.parent is None:
            self._drafted = None
            middle.clear_widgets()
            middle.add_widget(self._board)
        lying, other = (self._structure, self._jumble) if table.layout else (self._jumble, self._structure)
        if lying.parent is None:
            middle.remove_widget(other)
            middle.add_widget(lying)
        self._board.show(table)
        self._jumble.text = plural("{n} card is left", "{n} cards are left", table.left)
        self._structure.show(table)

    def _show_draft(self, table: DuelTable) -> None:
        offered = tuple(move["wonder"] for move in table.moves if move.get("move") == "draft")
        if offered == self._drafted and self._board.parent is None:
            return
        self._drafted = offered
        self._middle.clear_widgets()
        grid = GridLayout(cols=2 if len(offered) <= 4 else 3, spacing=theme.dp(6))
        for wonder in offered:
            said = words.wonder(wonder, "duel")
            grid.add_widget(piece_key(wonder_icon("duel", wonder), said, partial(self._draft, wonder)))
        self._middle.add_widget(grid)

    def _draft(self, wonder: str) -> None:
        table = self.shell.view.table
        moves = table.moves if table is not None else ()
        for move in moves:
            if move.get("move") == "draft" and move["wonder"] == wonder:
                self.shell.send("move", dict(move), lambda _reply: None)

    def headline(self, table: TableView) -> tuple[str, str, str]:
        """Who is to move, and what."""
        assert isinstance(table, DuelTable)
        if table.to_move is None:
            return "", "", ""
        duty = words.duties(table)[0] if table.obligations else _("Takes a free card")
        return "finger" if not table.choice else "question", words.player(table, table.to_move), duty


TABLE: Final = DuelPicture
