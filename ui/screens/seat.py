"""One player in full: stages, every card, tokens, and where each point comes from."""

from typing import Any

from kivy.properties import StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion import words
from companion.api.protocol import SeatView, TableView, View
from companion.looks.architects import CARDS, CATEGORIES, TOKEN_ICONS
from companion.words.language import _
from ui import theme
from ui.page import Page, load
from ui.tables.architects import Stage
from ui.widgets import Chip, Panel, Text, card_chip

LINES = 9
"""Lines of explanation on one page."""


class SeatPage(Page):
    """What lies there on the left, what it is worth on the right."""

    who = StringProperty("")
    wonder = StringProperty("")
    score = StringProperty("")
    deck = StringProperty("")
    shields = StringProperty("")
    military = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._seat = 0
        self._back = "table"
        self._shown: Any = None

    def open(self, *, seat: int, back: str) -> None:
        """Show this seat; ``back`` is the page that one came from."""
        self._seat, self._back, self._shown = seat, back, None

    def show(self, view: View) -> None:
        """Draw the seat anew when it has changed."""
        table = view.table
        if table is None or self._seat >= len(table.players):
            self.shell.known()
            return
        seat = table.players[self._seat]
        lines = [line for line in view.explain if line.seat == self._seat]
        lying = _within_reach(table, self._seat)
        if self._shown == (seat, lines, lying):
            return
        self._shown = (seat, lines, lying)
        self.who, self.wonder, self.score = words.player(table, self._seat), seat.wonder, str(seat.score)
        self.deck, self.shields, self.military = str(seat.deck), str(seat.shields), str(seat.military)
        self._show_pieces(seat)
        for name, text in lying:
            self.ids.tokens.add_widget(Chip(icon="medal", text=f"{words.where(name)}: {text}", tint=theme.MUTED))
        rows = [(words.why(line.why), line.points, line.category) for line in lines]
        self._explain(table, sorted(rows, key=lambda row: CATEGORIES.index(row[2])))

    def _show_pieces(self, seat: SeatView) -> None:
        stages, cards, tokens = self.ids.stages, self.ids.cards, self.ids.tokens
        for box in (stages, cards, tokens):
            box.clear_widgets()
        for stage, built in seat.stages.items():
            stages.add_widget(Stage(number=words.stage_number(stage), built=built, open=stage in seat.buildable))
        for face in CARDS:
            if seat.cards.get(face):
                chip = card_chip(face, seat.cards[face], step=theme.LARGE, side=32)
                cards.add_widget(chip)
        for token in seat.progress:
            tokens.add_widget(Chip(icon=TOKEN_ICONS.get(token, "question"), text=words.token(token), tint=theme.ACCENT))
        for name in seat.medals:
            tokens.add_widget(Chip(icon="medal", text=words.medal(name), tint=theme.ACCENT))
        if seat.face_down:
            tokens.add_widget(Chip(icon="card", text=_("face down: {n}").format(n=seat.face_down), tint=theme.MUTED))
        if seat.cat:
            tokens.add_widget(Chip(icon="cat", text=_("Cat")))

    def _explain(self, _table: TableView, rows: list[tuple[str, int, str]]) -> None:
        box = self.ids.lines
        box.clear_widgets()
        shown = rows if len(rows) <= LINES else rows[: LINES - 1]
        for said, points, name in shown:
            box.add_widget(_line(said, str(points), words.category(name)))
        if len(rows) > len(shown):
            rest = sum(points for _said, points, _name in rows[len(shown) :])
            box.add_widget(_line(_("further"), str(rest), ""))
        if not rows:
            box.add_widget(Text(text=_("No points yet"), color=theme.MUTED, halign="center"))

    def back(self) -> None:
        """Where one came from."""
        self.shell.go(self._back)


def _within_reach(table: TableView, seat: int) -> list[tuple[str, str]]:
    """Where the medals lie that this player may take, and what they are for."""
    sides = (("left", seat), ("right", (seat - 1) % len(table.players)))
    near = [(name, table.medals[place]) for name, place in sides if place < len(table.medals)]
    return [(name, words.medal(medal)) for name, medal in [*near, *(("centre", one) for one in table.centre)] if medal]


def _line(said: str, points: str, category: str) -> BoxLayout:
    row = Panel(shade=theme.BAR, padding=(theme.dp(12), 0), spacing=theme.dp(8), size_hint_y=None, height=theme.dp(32))
    row.add_widget(Text(text=said, step=theme.BODY))
    row.add_widget(Text(text=category, step=theme.SMALL, color=theme.MUTED, size_hint_x=0.42, halign="right"))
    row.add_widget(
        Text(text=points, bold=True, color=theme.ACCENT, halign="right", size_hint_x=None, width=theme.dp(34))
    )
    return row


load(__file__)
