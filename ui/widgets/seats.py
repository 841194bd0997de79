"""Seats clockwise round the middle of a table, as their players sit: who is whose neighbour is seen."""

from typing import Any

from kivy.clock import Clock
from kivy.properties import OptionProperty
from kivy.uix.widget import Widget

from ui import theme
from ui.widgets.basics import Icon

GAP = 16
"""Between two seats, so that the arrow of what is passed has room."""
_TOGETHER = 3


class Round(Widget):
    """Seats in two rows on a lying screen, in two columns on an upright one; a few stand in one.

    ``passing``: which way cards are handed on (``left``: clockwise, to the next seat); small arrows show it.
    """

    passing = OptionProperty("", options=("", "left", "right"))

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._seats: list[Widget] = []
        self._arrows: list[Icon] = []
        self._arranging = Clock.create_trigger(self._arrange, -1)
        self.bind(pos=self._arranging, size=self._arranging, passing=self._arranging)

    def seat(self, seats: list[Widget]) -> None:
        """These sit here, clockwise."""
        self.clear_widgets()
        self._seats = seats
        self._arrows = [Icon(size_hint=(None, None), size=(theme.dp(GAP),) * 2) for _seat in seats]
        for widget in (*seats, *self._arrows):
            self.add_widget(widget)
        self._arranging()

    def _arrange(self, _seconds: float) -> None:
        for seat, (x, y, width, height) in zip(self._seats, places(len(self._seats), *self.size), strict=True):
            seat.pos, seat.size = (self.x + x, self.y + y), (width, height)
        for place, arrow in enumerate(self._arrows):
            self._point(arrow, self._seats[place], self._seats[(place + 1) % len(self._seats)])

    def _point(self, arrow: Icon, one: Any, other: Any) -> None:
        """Between two neighbours, towards who is handed the cards."""
        half = theme.dp(GAP) / 2
        beside = one.right < other.x or other.right < one.x
        over = one.y > other.top or other.y > one.top
        apart = max(one.x - other.right, other.x - one.right, one.y - other.top, other.y - one.top)
        if not self.passing or beside == over or apart > 2 * theme.dp(GAP):
            arrow.name = ""
            return
        if beside:
            east = (one.x < other.x) == (self.passing == "left")
            arrow.name = "next" if east else "previous"
            arrow.center = min(one.right, other.right) + half, one.center_y
        else:
            south = (one.y > other.y) == (self.passing == "left")
            arrow.name = "down" if south else "up"
            x = (max(one.x, other.x) + min(one.right, other.right)) / 2
            arrow.center = x, min(one.top, other.top) + half
        arrow.tint = theme.ACCENT


def places(count: int, width: float, height: float) -> list[tuple[float, float, float, float]]:
    """Where so many seats stand, clockwise from the top left: x, y (of the lower left corner), width, height."""
    if theme.portrait():
        columns = _columns(count, height, width)
        return [(y, height - x - high, wide, high) for x, y, high, wide in _swapped(columns)]
    return [(x, height - y - high, wide, high) for x, y, wide, high in _columns(count, width, height)]


def _columns(count: int, width: float, height: float) -> list[tuple[float, float, float, float]]:
    """In two rows, the first from the left, the second back; y counts downwards."""
    gap = theme.dp(GAP)
    first = count if count <= _TOGETHER else -(-count // 2)
    rows = [first, count - first] if count > first else [first]
    high = (height - gap * (len(rows) - 1)) / len(rows)
    found = []
    for row, many in enumerate(rows):
        wide = (width - gap * (many - 1)) / many
        across = [place * (wide + gap) for place in range(many)]
        found += [(x, row * (high + gap), wide, high) for x in (across[::-1] if row else across)]
    return found


def _swapped(columns: list[tuple[float, float, float, float]]) -> list[tuple[float, float, float, float]]:
    """As two columns instead of two rows: the first downwards on the right, the second upwards on the left."""
    left = max(y for _x, y, _wide, _high in columns)
    return [(x, left - y, wide, high) for x, y, wide, high in columns]
