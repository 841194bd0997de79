"""One city of Duel in full: purse, wonders with their prices, science, goods, cards, tokens."""

from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion import words
from companion.games.duel.looks import RESOURCES, SYMBOLS
from companion.games.duel.table import DuelTable
from companion.games.tables import TableView
from companion.looks.faces import token_icon
from ui import theme
from ui.any_game.side import Lot, chip, row, rows_by_colour
from ui.any_game.table import Tally
from ui.games.duel.table import Wonder
from ui.widgets.basics import Chip


def pieces(table: TableView, seat: int) -> list[Widget]:
    """What lies before a player, from the top down."""
    assert isinstance(table, DuelTable)
    player = table.players[seat]
    red, green = theme.FAMILIES["red"], theme.FAMILIES["green"]
    purse = row(chip("coin", str(player.coins), theme.FAMILIES["yellow"]), chip("shield", str(player.shields), red))
    wonders = GridLayout(cols=4, spacing=theme.dp(4), size_hint_y=None, height=theme.dp(40))
    for name, built in player.own:
        wonder = Wonder()
        wonder.draw(player, name, built=built)
        wonders.add_widget(wonder)
    science = Tally(step=theme.BODY, side=20, size_hint_y=None, height=theme.dp(28))
    science.count({symbol: (symbol, green) for symbol in SYMBOLS}, player.symbols)
    goods = Tally(step=theme.BODY, side=20, size_hint_y=None, height=theme.dp(28))
    tints = dict.fromkeys(RESOURCES, theme.FAMILIES["brown"])
    goods.count({name: (name, tints[name]) for name in RESOURCES}, player.production)
    tokens = Lot(cols=2, row_default_height=theme.dp(26))
    for token in player.progress:
        tokens.add_widget(Chip(icon=token_icon("duel", token), text=words.token(token, "duel"), tint=theme.GOOD))
    return [purse, wonders, science, goods, *rows_by_colour("duel", player.cards), tokens, Widget()]
