"""One player's side in full, one way a game: what lies there, larger than on the table."""

from collections.abc import Iterable
from typing import Any

from kivy.properties import ColorProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion import words
from companion.games.architects.looks import CARDS
from companion.games.architects.table import ArchitectsSeat, ArchitectsTable
from companion.games.duel.looks import RESOURCES
from companion.games.duel.looks import SYMBOLS as DUEL_SYMBOLS
from companion.games.duel.table import DuelSeat
from companion.games.seven_wonders.looks import SYMBOLS
from companion.games.seven_wonders.table import SevenWondersSeat
from companion.games.tables import TableView
from companion.looks.faces import PIECES, face, token_icon, wonder_icon
from companion.words.language import _
from ui import theme
from ui.pads.cards import by_colour
from ui.page import load
from ui.tables.architects import Stage
from ui.tables.duel import Wonder
from ui.tables.picture import Pips, Tally
from ui.widgets import Chip, Icon, Text, card_chip


class Row(BoxLayout):
    """Things side by side, as high as a chip."""


class ColourRow(BoxLayout):
    """The cards of one colour: its mark, and each card's icon."""

    mark = StringProperty("")
    tint = ColorProperty(theme.CLEAR)


def pieces(table: TableView, seat: int) -> list[Widget]:
    """What lies before a player, from the top down."""
    player = table.players[seat]
    if isinstance(player, ArchitectsSeat):
        assert isinstance(table, ArchitectsTable)
        return _architects(table, player)
    if isinstance(player, SevenWondersSeat):
        return _seven_wonders(player)
    assert isinstance(player, DuelSeat)
    return _duel(player)


def _row(*widgets: Widget) -> Row:
    row = Row()
    for widget in widgets:
        row.add_widget(widget)
    return row


def _chip(icon: str, text: str, tint: Any) -> Chip:
    return Chip(icon=icon, text=text, tint=tint, step=theme.LARGE, side=24)


def _architects(table: ArchitectsTable, seat: ArchitectsSeat) -> list[Widget]:
    stages = Row()
    for stage, built in seat.stages.items():
        stages.add_widget(Stage(number=words.stage_number(stage), built=built, open=stage in seat.buildable))
    cards = Lot(cols=4, row_default_height=theme.dp(46))
    for name in CARDS:
        if seat.cards.get(name):
            cards.add_widget(card_chip(name, seat.cards[name], step=theme.LARGE, side=30))
    tokens = Lot(cols=2, row_default_height=theme.dp(26))
    for token in seat.progress:
        tokens.add_widget(Chip(icon=token_icon("architects", token), text=words.token(token), tint=theme.ACCENT))
    for medal in seat.medals:
        tokens.add_widget(Chip(icon="medal", text=words.medal(medal), tint=theme.ACCENT))
    if seat.face_down:
        tokens.add_widget(Chip(icon="card", text=_("face down: {n}").format(n=seat.face_down), tint=theme.MUTED))
    if seat.cat:
        tokens.add_widget(Chip(icon="cat", text=_("Cat")))
    for name, said in _within_reach(table, seat.seat):
        tokens.add_widget(Chip(icon="medal", text=f"{words.where(name)}: {said}", tint=theme.MUTED))
    red = theme.FAMILIES["red"]
    last = _row(
        _chip("shield", str(seat.shields), red),
        _chip("swords", str(seat.military), red),
        _chip("deck", str(seat.deck), theme.MUTED),
    )
    return [stages, cards, Icon(name=seat.wonder, tint=(*theme.WONDERS[seat.wonder][:3], 0.16)), tokens, last]


def _within_reach(table: ArchitectsTable, seat: int) -> list[tuple[str, str]]:
    """Where the medals lie that this player may take, and what they are for."""
    sides = (("left", seat), ("right", (seat - 1) % len(table.players)))
    near = [(name, table.medals[place]) for name, place in sides if place < len(table.medals)]
    return [(name, words.medal(medal)) for name, medal in [*near, *(("centre", one) for one in table.centre)] if medal]


def _seven_wonders(seat: SevenWondersSeat) -> list[Widget]:
    red, green = theme.FAMILIES["red"], theme.FAMILIES["green"]
    pips = Pips()
    pips.lit = [place < seat.stages for place in range(seat.stage_count)]
    stages = _row(Text(text=seat.side, bold=True, color=theme.MUTED, size_hint_x=None, width=theme.dp(20)), pips)
    purse = _row(_chip("coin", str(seat.coins), theme.FAMILIES["yellow"]), _chip("shield", str(seat.shields), red))
    tokens = _row(Icon(name="swords", tint=red, size_hint_x=None, width=theme.dp(24)))
    for token in seat.conflict_tokens:
        tint = theme.GOOD if token > 0 else theme.BAD
        tokens.add_widget(Text(text=words.signed(token), bold=True, color=tint, halign="center"))
    science = Tally(step=theme.LARGE, side=24, size_hint_y=None, height=theme.dp(32))
    science.count({symbol: (symbol, green) for symbol in SYMBOLS}, seat.science)
    shadow = Icon(name=seat.wonder, tint=(*theme.WONDERS.get(seat.wonder, theme.MUTED)[:3], 0.16))
    return [stages, purse, tokens, science, *_by_colour("seven_wonders", seat.buildings), shadow]


def _duel(seat: DuelSeat) -> list[Widget]:
    red, green = theme.FAMILIES["red"], theme.FAMILIES["green"]
    purse = _row(_chip("coin", str(seat.coins), theme.FAMILIES["yellow"]), _chip("shield", str(seat.shields), red))
    wonders = GridLayout(cols=4, spacing=theme.dp(4), size_hint_y=None, height=theme.dp(40))
    for name, built in seat.wonders.items():
        price = seat.prices.get(name)
        wonders.add_widget(
            Wonder(
                icon=wonder_icon("duel", name), built=built, lost=not built and price is None,
                price="" if built or price is None else str(price.coins),
                payable=price is not None and price.coins <= seat.coins,
            )
        )  # fmt: skip
    science = Tally(step=theme.BODY, side=20, size_hint_y=None, height=theme.dp(28))
    science.count({symbol: (symbol, green) for symbol in DUEL_SYMBOLS}, seat.symbols)
    goods = Tally(step=theme.BODY, side=20, size_hint_y=None, height=theme.dp(28))
    tints = dict.fromkeys(RESOURCES, theme.FAMILIES["brown"])
    goods.count({name: (name, tints[name]) for name in RESOURCES}, seat.production)
    tokens = Lot(cols=2, row_default_height=theme.dp(26))
    for token in seat.progress:
        tokens.add_widget(Chip(icon=token_icon("duel", token), text=words.token(token, "duel"), tint=theme.GOOD))
    return [purse, wonders, science, goods, *_by_colour("duel", seat.cards), tokens, Widget()]


def _by_colour(game: str, cards: Iterable[str]) -> list[Widget]:
    """A row for each colour of which there are cards."""
    rows: dict[str, ColourRow] = {}
    for card in by_colour(game, cards):
        looks = face(game, card)
        tint = theme.FAMILIES[looks.colour]
        row = rows.setdefault(looks.colour, ColourRow(mark=looks.colour, tint=tint))
        chip = Chip(icon=looks.icons[0], text=looks.badge, tint=tint, side=22, spacing=theme.dp(2))
        chip.size_hint_max_x = theme.dp(46)
        row.add_widget(chip)
    return [rows[colour] for colour in PIECES[game].colours if colour in rows]


class Lot(GridLayout):
    """Chips in rows of one height."""


load(__file__)
