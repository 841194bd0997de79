"""The live table of Architects: every side of it at a glance, the conflict tokens, the tokens to be won."""

from typing import Any, Final

from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, ListProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget
from kivy.utils import get_hex_from_color

from companion import words
from companion.games.architects.looks import COLOURS, FACES, TOKEN_ICONS, UNREAD
from companion.games.architects.table import ArchitectsSeat, ArchitectsTable
from companion.games.architects.wonder_picture import wonder_picture
from companion.games.tables import TableView
from ui import theme
from ui.any_game.table import RoundPicture, Seat, families, named_city
from ui.icons import drawing
from ui.widgets.basics import Chip, Drawn, Icon, Panel, Text, fill
from ui.widgets.declared import flags, texts

_TOKENS_SHOWN = 6
_SMALLEST = 16
"""Pixels below which a wonder is not drawn."""


class SeatCard(Seat):
    """One player's side of the table, to be read at a glance; tapped for more."""

    wonder, label, city, score, picture = texts(5)
    shields = StringProperty("0")
    military = StringProperty("0")
    progress = ListProperty()
    cat, tall, roomy = flags(3)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._stages: dict[str, Stage] = {}

    def show(self, table: TableView, seat: ArchitectsSeat) -> None:
        """Draw this player, if anything of it has changed."""
        active = seat.seat == table.to_move
        if self.same(seat, active):
            return
        self.wonder, self.label, self.score = seat.wonder, words.player(table, seat.seat), str(seat.score)
        self.city = named_city(seat, self.label, "architects")
        self.shields, self.military, self.cat, self.active = str(seat.shields), str(seat.military), seat.cat, active
        self.progress = [TOKEN_ICONS.get(token, "question") for token in seat.progress] + ["medal"] * len(seat.medals)
        numbers = dict.fromkeys(COLOURS, 0)
        for card, count in seat.cards.items():
            numbers[FACES[card].colour] += count
        self.ids.colours.count(families(COLOURS), numbers)
        self.ids.held.count(held_icons(), seat.cards | {"blue": numbers["blue"]})
        glow = get_hex_from_color(theme.WARN)[:7]
        self.picture = wonder_picture(seat.wonder, seat.stages, seat.buildable, glow) or ""
        self._show_stages(seat)

    def _show_stages(self, seat: ArchitectsSeat) -> None:
        if list(self._stages) != list(seat.stages):
            self._stages = {stage: Stage(number=words.stage_number(stage)) for stage in seat.stages}
            fill(self.ids.stages, self._stages.values())
        for stage, widget in self._stages.items():
            widget.built, widget.open = seat.stages[stage], stage in seat.buildable

    def on_progress(self, _card: object, icons: list[str]) -> None:
        """One small icon a token."""
        row, shown, wide = self.ids.progress, icons[:_TOKENS_SHOWN], theme.dp(20)
        fill(row, [Icon(name=name, tint=theme.ACCENT, size_hint_x=None, width=wide) for name in shown])
        if len(icons) > _TOKENS_SHOWN:
            row.add_widget(Text(text=f"+{len(icons) - _TOKENS_SHOWN}", step=theme.SMALL, color=theme.ACCENT))


class Rising(Widget):
    """A wonder as it stands now, on the ground of its box and as large as that allows: an SVG document."""

    svg = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._ink, self._shape = Color(), Rectangle()
        self.canvas.add(self._ink)
        self.canvas.add(self._shape)
        self._drawing = Clock.create_trigger(self._draw, -1)
        for name in ("svg", "size", "pos"):
            self.fbind(name, self._drawing)

    def _draw(self, _seconds: float) -> None:
        there = bool(self.svg) and min(self.size) >= _SMALLEST
        self._ink.rgba = (1, 1, 1, 1) if there else theme.CLEAR
        if not there:
            return
        self._shape.texture = drawing(self.svg, *map(int, self.size))
        wide, high = self._shape.texture.size
        self._shape.size = wide, high
        self._shape.pos = round(self.center_x - wide / 2), round(self.y)


class Stage(Panel):
    """One stage of a wonder: built, to be built now, or waiting."""

    number = StringProperty("")
    built, open = flags(2)


class Conflict(Drawn, BoxLayout):
    """The conflict tokens: so many battle, so many peace."""

    def show(self, battle: int, peace: int) -> None:
        """Draw them, if they have changed."""
        if self.same(battle, peace):
            return
        shown = [("swords", theme.BAD)] * battle + [("dove", theme.GOOD)] * peace
        fill(self, [Icon(name=name, tint=tint, size_hint_x=None, width=theme.dp(30)) for name, tint in shown])
        self.width = theme.dp(34) * (battle + peace)


def held_icons() -> dict[str, tuple[str, Any]]:
    """Resources, coins and science card by card, blue cards together; red ones are told by their shields."""
    each = {card: face for card, face in FACES.items() if face.colour not in {"blue", "red"}}
    return {card: (face.icons[0], theme.FAMILIES[face.colour]) for card, face in each.items()} | families(("blue",))


class ArchitectsPicture(RoundPicture):
    """Seats clockwise; above them what lies in the middle."""

    seat = SeatCard

    central, discard, stack = texts(3)
    cat_free = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._face_up: tuple[str, ...] | None = None
        self.aside = Conflict()

    def show(self, table: TableView) -> None:
        """Draw the table by its changes."""
        assert isinstance(table, ArchitectsTable)
        super().show(table)
        self.aside.show(table.battle_tokens, table.peace_tokens)
        self.central, self.discard, self.stack = str(table.central_deck), str(table.discard), str(table.stack)
        self.cat_free = table.cat_holder is None
        if table.face_up != self._face_up:
            self._face_up = table.face_up
            self._show_tokens(table.face_up)

    def _show_tokens(self, face_up: tuple[str, ...]) -> None:
        shown = [(TOKEN_ICONS.get(token, "question"), words.token(token), token == UNREAD) for token in face_up]
        tints = theme.ACCENT, theme.MUTED
        chips = [Chip(icon=icon, text=text, tint=tints[unread], step=theme.SMALL) for icon, text, unread in shown]
        fill(self.ids.face_up, chips)


TABLE: Final = ArchitectsPicture
