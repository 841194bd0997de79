"""One city of 7 Wonders in full: stages, purse, conflicts, science, buildings."""

from kivy.uix.widget import Widget

from companion import words
from companion.games.seven_wonders.looks import SYMBOLS
from companion.games.seven_wonders.table import SevenWondersTable
from companion.games.tables import TableView
from ui import theme
from ui.any_game.side import chip, row, rows_by_colour
from ui.any_game.table import Pips, Tally
from ui.widgets.basics import Icon, Text


def pieces(table: TableView, seat: int) -> list[Widget]:
    """What lies before a player, from the top down."""
    assert isinstance(table, SevenWondersTable)
    player = table.players[seat]
    red, green = theme.FAMILIES["red"], theme.FAMILIES["green"]
    pips = Pips()
    pips.lit = [place < player.stages for place in range(player.stage_count)]
    stages = row(Text(text=player.side, bold=True, color=theme.MUTED, size_hint_x=None, width=theme.dp(20)), pips)
    purse = row(chip("coin", str(player.coins), theme.FAMILIES["yellow"]), chip("shield", str(player.shields), red))
    tokens = row(Icon(name="swords", tint=red, size_hint_x=None, width=theme.dp(24)))
    for token in player.conflict_tokens:
        tint = theme.GOOD if token > 0 else theme.BAD
        tokens.add_widget(Text(text=words.signed(token), bold=True, color=tint, halign="center"))
    science = Tally(step=theme.LARGE, side=24, size_hint_y=None, height=theme.dp(32))
    science.count({symbol: (symbol, green) for symbol in SYMBOLS}, player.science)
    shadow = Icon(name=player.wonder, tint=(*theme.WONDERS.get(player.wonder, theme.MUTED)[:3], 0.16))
    return [stages, purse, tokens, science, *rows_by_colour("seven_wonders", player.buildings), shadow]
