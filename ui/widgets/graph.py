"""A line graph of each seat's chance to win: time to the right, chances upwards, each line ends at its player."""

from collections.abc import Sequence
from itertools import pairwise
from math import hypot
from typing import Any, NamedTuple, TypeAlias

from kivy.clock import Clock
from kivy.graphics import Color, Ellipse, SmoothLine
from kivy.uix.floatlayout import FloatLayout

from companion.api.protocol import ChancePoint
from ui import theme
from ui.widgets.basics import Icon, Text

Point: TypeAlias = tuple[float, float]
"""Pixels from the window's lower left corner."""
_LEVELS = (0, 25, 50, 75, 100)


class Trace(NamedTuple):
    """One seat's line: the icon at its end, and its colour."""

    icon: str
    tint: theme.Rgba


class Graph(FloatLayout):
    """Drawn anew whenever it is given points; still in between."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._points: Sequence[ChancePoint] = ()
        self._traces: Sequence[Trace] = ()
        self._drawing = Clock.create_trigger(self._draw, -1)
        self.bind(pos=self._drawing, size=self._drawing)

    def show(self, points: Sequence[ChancePoint], traces: Sequence[Trace]) -> None:
        """Draw these points, one trace a seat."""
        self._points, self._traces = points, traces
        self._drawing()

    def _draw(self, _seconds: float) -> None:
        self.clear_widgets()
        self.canvas.before.clear()
        left, right = self.x + theme.dp(54), self.right - theme.dp(40)
        bottom, top = self.y + theme.dp(14), self.top - theme.dp(14)
        if right <= left or top <= bottom:
            return
        with self.canvas.before:
            for level in _LEVELS:
                y = bottom + (top - bottom) * level / 100
                Color(*theme.LINE[:3], 1.0 if level == 0 else 0.45)
                SmoothLine(points=(left, y, right, y), width=theme.dp(1))
        # Outside: a widget made inside is drawn there once more, and stays there.
        for level in _LEVELS:
            self._label(f"{level} %", bottom + (top - bottom) * level / 100)
        if self._points:
            self._lines(left, right, bottom, top)

    def _label(self, text: str, y: float) -> None:
        side = theme.dp(20)
        self.add_widget(
            Text(text=text, step=theme.SMALL, color=theme.MUTED, halign="right", size_hint=(None, None),
                 size=(theme.dp(46), side), pos=(self.x, y - side / 2))
        )  # fmt: skip

    def _lines(self, left: float, right: float, bottom: float, top: float) -> None:
        first, last = self._points[0].seq, self._points[-1].seq
        across = (right - left) / max(1, last - first)
        ends: list[tuple[float, Trace]] = []
        now, many = self._points[-1].chances, len(self._traces) > 3
        ahead = max(range(len(self._traces)), key=lambda seat: now[seat])
        with self.canvas.before:
            for seat, trace in enumerate(self._traces):
                line = [
                    (left + (point.seq - first) * across, bottom + (top - bottom) * point.chances[seat])
                    for point in self._points
                ]
                Color(*trace.tint)
                _draw_line(line, dashed=many and seat % 2 == 1 and seat != ahead, wide=seat == ahead)
                x, y = line[-1]
                Ellipse(pos=(x - theme.dp(4), y - theme.dp(4)), size=(theme.dp(8), theme.dp(8)))
                ends.append((y, trace))
        self._name_ends(ends, right, bottom, top)

    def _name_ends(self, ends: list[tuple[float, Trace]], right: float, bottom: float, top: float) -> None:
        """Each player's icon beside the end of its line; where lines meet, one above the other."""
        side = theme.dp(26)
        ends.sort(key=lambda end: end[0])
        places = [y for y, _trace in ends]
        for k in range(1, len(places)):
            places[k] = max(places[k], places[k - 1] + side)
        ceiling = top + side / 2
        for k in reversed(range(len(places))):
            places[k] = min(places[k], ceiling)
            ceiling = places[k] - side
        for y, (_end, trace) in zip(places, ends, strict=True):
            self.add_widget(
                Icon(name=trace.icon, tint=trace.tint, size_hint=(None, None), size=(side, side),
                     pos=(right + theme.dp(10), max(bottom - side, y - side / 2)))
            )  # fmt: skip


def _draw_line(line: list[Point], *, dashed: bool, wide: bool) -> None:
    """A whole line, or a dashed one; who is ahead has a wide one."""
    width = theme.dp(3.2 if wide else 1.6)
    for part in _dashes(line) if dashed else [line]:
        if len(part) > 1:
            SmoothLine(points=[number for point in part for number in point], width=width)


def _dashes(line: list[Point]) -> list[list[Point]]:
    """The line in pieces of a few pixels, with gaps between them, however its points lie."""
    dash, gap = theme.dp(9), theme.dp(6)
    pieces: list[list[Point]] = [[line[0]]]
    left = dash
    for start, end in pairwise(line):
        length, gone = hypot(end[0] - start[0], end[1] - start[1]), 0.0
        while gone < length:
            step = min(left, length - gone)
            gone, left = gone + step, left - step
            share = gone / length
            point = start[0] + (end[0] - start[0]) * share, start[1] + (end[1] - start[1]) * share
            if pieces[-1]:
                pieces[-1].append(point)
            if left <= 0:
                # A piece that ends makes room for a gap; a gap that ends begins the next piece.
                drawing = bool(pieces[-1])
                pieces.append([] if drawing else [point])
                left = gap if drawing else dash
    return pieces
