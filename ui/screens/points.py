"""Where a player's points come from, one category at a time: each line names the card and the rule."""

from functools import partial

from kivy.properties import BooleanProperty, ColorProperty

from companion import words
from companion.api.protocol import View
from companion.games.tables import SeatView, TableView
from companion.games.vocabulary import Explanation
from companion.words.lines import rule
from ui import emblem, theme
from ui.of_seat import SeatsOwn
from ui.widgets.basics import Panel, Tap, fill
from ui.widgets.declared import flags, texts

_FEW = 4
"""So many lines may be large ones."""


class Heap(Tap):
    """One category with its points; the chosen one is lit."""

    icon, points = texts(2)
    tint = ColorProperty(theme.CLEAR)
    chosen = BooleanProperty(False)


class PointLine(Panel):
    """One contribution: why, by which rule, how many; ``roomy``: there are few of them."""

    why, rule, points = texts(3)
    roomy = BooleanProperty(False)


class PointsPage(SeatsOwn):
    """Categories above, the lines of the chosen one below."""

    wonder, heading = texts(2)
    empty, roomy = flags(2)
    _category = ""

    def open(self, *, seat: int, category: str = "") -> None:
        """Explain this seat's points, in this category first (none named: in the one that brought most)."""
        self.seat_shown, self._category = seat, category

    def show_seat(self, view: View, table: TableView, seat: SeatView, lines: list[Explanation]) -> None:
        """Draw what has changed."""
        self._category = self._category or max(seat.categories, key=lambda name: seat.categories[name])
        if self.same(seat, lines, self._category):
            return
        self.wonder = seat.wonder or "capital"
        self._show_heaps(seat, words.categories(view.game, (each.categories for each in table.players)))
        points = words.signed(seat.categories.get(self._category, 0))
        self.heading = f"{words.category(self._category, view.game)}: {points}"
        shown = [line for line in lines if line.category == self._category]
        self.empty, self.roomy = not shown, len(shown) <= _FEW
        self.ids.lines.fill([partial(self._line, line, view) for line in shown])

    def _line(self, line: Explanation, view: View) -> PointLine:
        why = words.line(line.why, view.game, view.table)
        return PointLine(why=why, rule=rule(line.rule), points=words.signed(line.points), roomy=self.roomy)

    def _show_heaps(self, seat: SeatView, names: tuple[str, ...]) -> None:
        self.ids.heaps.cols = -(-len(names) // 2) if theme.portrait() else len(names)
        heaps = []
        for name in names:
            icon, tint = emblem.of_category(name)
            points, chosen = words.signed(seat.categories.get(name, 0)), name == self._category
            heaps.append(Heap(icon=icon, tint=tint, points=points, chosen=chosen, tapped=partial(self.choose, name)))
        fill(self.ids.heaps, heaps)

    def choose(self, category: str) -> None:
        """Explain this category."""
        self._category = category
        self.show(self.shell.view)
