"""One player's side of Architects in full: stages, cards, tokens, medals."""

from kivy.uix.widget import Widget

from companion import words
from companion.games.architects.looks import FACES
from companion.games.architects.table import ArchitectsSeat, ArchitectsTable
from companion.games.tables import TableView
from companion.looks.faces import token_icon
from companion.words.language import _
from ui import theme
from ui.any_game.side import Lot, Row, chip, row
from ui.games.architects.table import Stage
from ui.games.architects.tiles import card_chip
from ui.widgets.basics import Chip, Icon


def pieces(table: TableView, seat: int) -> list[Widget]:
    """What lies before a player, from the top down."""
    assert isinstance(table, ArchitectsTable)
    return _pieces(table, table.players[seat])


def _pieces(table: ArchitectsTable, seat: ArchitectsSeat) -> list[Widget]:
    stages = Row()
    for stage, built in seat.stages.items():
        stages.add_widget(Stage(number=words.stage_number(stage), built=built, open=stage in seat.buildable))
    cards = Lot(cols=4, row_default_height=theme.dp(46))
    for name in FACES:
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
    last = row(
        chip("shield", str(seat.shields), red),
        chip("swords", str(seat.military), red),
        chip("deck", str(seat.deck), theme.MUTED),
    )
    return [stages, cards, Icon(name=seat.wonder, tint=(*theme.WONDERS[seat.wonder][:3], 0.16)), tokens, last]


def _within_reach(table: ArchitectsTable, seat: int) -> list[tuple[str, str]]:
    """Where the medals lie that this player may take, and what they are for."""
    sides = (("left", seat), ("right", (seat - 1) % len(table.players)))
    near = [(name, table.medals[place]) for name, place in sides if place < len(table.medals)]
    return [(name, words.medal(medal)) for name, medal in [*near, *(("centre", one) for one in table.centre)] if medal]
