"""The score sheet: players side by side, category by category; a tap explains a player's points in that category."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion import words
from companion.api.protocol import View
from companion.games.tables import SeatView, TableView
from companion.words.language import _
from companion.words.victory import cities
from ui import emblem, hall, theme
from ui.page import Page
from ui.widgets.basics import Key, Tap, Text, fill, key
from ui.widgets.declared import texts

if TYPE_CHECKING:
    from ui.widgets.cheer import Cheer


class Lane(Tap):
    """One player's points: a column on a lying screen, a row on an upright one."""

    wonder, label, total = texts(3)
    winner = BooleanProperty(False)
    places = NumericProperty(1)
    touched = ObjectProperty(None, allownone=True)

    def on_touch_down(self, touch: Any) -> bool:
        """Remember where along the lane the finger came down."""
        cells = self.ids.cells
        along = (touch.x - cells.x) / cells.width if theme.portrait() else (cells.top - touch.y) / cells.height
        self.touched = int(along * self.places) if 0 <= along < 1 else None
        return bool(super().on_touch_down(touch))


class Heading(BoxLayout):
    """A category's icon and, where there is room, its name."""

    icon, text = texts(2)
    tint = ObjectProperty((1, 1, 1, 1))


class SheetPage(Page):
    """The sheet as of now; when the game is over, the result."""

    of_a_game = True
    headline, decided = texts(2)
    finished = BooleanProperty(False)
    _cheered: Any = None
    _laid_out: object = None
    _lanes: Sequence[Lane] = ()
    _graph = False
    _hall = False

    def show(self, view: View) -> None:
        """Draw the sheet, if a point of it has changed."""
        table = view.table
        if table is None:
            self.shell.known()
            return
        self._graph = bool(view.chances) or self.shell.kept.now.chances
        self._hall = hall.own(self.shell.hall, view) is not None
        if self.same(table.players, table.winners, table.finished, self._graph, self._hall):
            return
        self.finished = table.finished
        self.headline = words.victory(table) if table.finished else _("Scores so far")
        self.decided = words.decider(table)
        rows = words.categories(view.game, (seat.categories for seat in table.players))
        seats = cities(table)
        laid_out = view.game, rows, tuple((seat.seat, seat.wonder, words.player(table, seat.seat)) for seat in seats)
        if laid_out != self._laid_out:
            # As long as the same people play the same game only the numbers change.
            self._laid_out = laid_out
            self._head(rows, view.game)
            self._lanes = [self._lane(table, seat, rows) for seat in seats]
            fill(self.ids.lanes, self._lanes)
        for lane, seat in zip(self._lanes, seats, strict=True):
            self._count(lane, seat, rows, winner=seat.seat in table.winners)
        self._offer()
        if table.finished and table.winners:
            self._celebrate(table)

    def _head(self, rows: tuple[str, ...], game: str) -> None:
        marks = [(*emblem.of_category(name), "" if theme.portrait() else words.category(name, game)) for name in rows]
        fill(self.ids.names, [Heading(icon=icon, tint=tint, text=text) for icon, tint, text in marks])

    def _lane(self, table: TableView, seat: SeatView, rows: tuple[str, ...]) -> Lane:
        lane = Lane(wonder=seat.wonder or "capital", label=words.player(table, seat.seat), places=len(rows))
        step = theme.BODY if theme.portrait() else theme.LARGE
        fill(lane.ids.cells, [Text(step=step, halign="center") for _row in rows])
        lane.bind(on_release=lambda lane: self._explain(seat.seat, rows, lane.touched))
        return lane

    @staticmethod
    def _count(lane: Lane, seat: SeatView, rows: tuple[str, ...], *, winner: bool) -> None:
        """The numbers of a player, category by category, and in all."""
        lane.total, lane.winner = str(seat.score), winner
        for name, cell in zip(rows, reversed(lane.ids.cells.children), strict=True):
            points = seat.categories.get(name, 0)
            cell.text, cell.color = words.signed(points), theme.TEXT if points else theme.MUTED

    def _explain(self, seat: int, rows: tuple[str, ...], touched: int | None) -> None:
        self.shell.go("points", seat=seat, category="" if touched is None else rows[touched])

    def _offer(self) -> None:
        """The ways on, in the bar or, on an upright screen, below."""
        foot, bar = self.ids.foot, self.ids.ways
        foot.clear_widgets()
        bar.clear_widgets()
        keys = []
        if self._graph:
            keys.append(key(_("Chances"), "graph", lambda: self.shell.go("chances")))
        if self.finished:
            keys.append(key(_("Hand on"), "share", lambda: self.shell.go("result")))
            keys.append(self._next())
        for made in keys:
            (foot if theme.portrait() else bar).add_widget(made)
        foot.height = theme.dp(72) if foot.children else 0
        bar.width = theme.dp(174) * len(bar.children)

    def _next(self) -> Key:
        """What comes next: in a tournament each seat signs."""
        if self._hall:
            return key(_("Sign"), "quill", lambda: self.shell.go("hall"), primary=True)
        return key(_("Same again"), "repeat", lambda: self.shell.set_up(again=True), primary=True)

    def _celebrate(self, table: TableView) -> None:
        """Once a result: shapes fly from the winner's lane."""
        result = (table.winners, tuple(seat.score for seat in table.players))
        if result == self._cheered:
            return
        self._cheered = result
        cheer: Cheer = self.ids.cheer
        cheer.burst(next(lane for lane in self.ids.lanes.children if lane.winner))

    def on_leave(self) -> None:
        """Another game is cheered anew."""
        self._cheered = self._cheered if self.finished else None
