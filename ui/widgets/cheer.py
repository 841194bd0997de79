"""A short shower of coloured shapes for who has won; afterwards nothing of it is left."""

from math import cos, pi, sin
from random import Random
from typing import Any, Final

from kivy.animation import Animation
from kivy.graphics import Color, Mesh
from kivy.properties import NumericProperty
from kivy.uix.widget import Widget

from ui import theme

SECONDS: Final = 1.2
_PIECES: Final = 54
_CORNERS: Final = (3, 4, 4, 12)
"""Triangles, squares, lozenges, discs: the games' own shapes."""


class Cheer(Widget):
    """``burst`` once; ``gone``: 0 when the shapes set out, 1 when they have gone."""

    gone = NumericProperty(1.0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._over: Widget = self
        self.bind(gone=lambda *_: self._draw())

    def burst(self, over: Widget) -> None:
        """Let them fly from the middle of this widget, wherever it comes to lie."""
        Animation.cancel_all(self)
        self._over, self.gone = over, 0.0
        Animation(gone=1.0, duration=SECONDS, step=1 / 30).start(self)

    def rest(self) -> None:
        """Be done with it."""
        Animation.cancel_all(self)
        self.gone = 1.0

    def _draw(self) -> None:
        self.canvas.clear()
        if self.gone >= 1:
            return
        # The same shower each frame: where each piece flies follows from its number alone.
        from_x, from_y = self._over.center
        random, colours = Random(7), [*theme.FAMILIES.values(), theme.ACCENT]
        with self.canvas:
            for piece in range(_PIECES):
                angle, reach = random.uniform(0, 2 * pi), random.uniform(0.3, 1.0) * min(self.size) * 0.62
                out = 1 - (1 - self.gone) ** 3
                x = from_x + reach * out * cos(angle)
                y = from_y + reach * out * sin(angle) - 0.25 * self.height * self.gone**2
                Color(*colours[piece % len(colours)][:3], min(1.0, 2 * (1 - self.gone)))
                _shape(x, y, theme.dp(random.uniform(5, 10)), _CORNERS[piece % 4], random.uniform(0, pi) + self.gone)


def _shape(x: float, y: float, radius: float, corners: int, turned: float) -> None:
    angles = [turned + 2 * pi * corner / corners for corner in range(corners)]
    vertices = [number for angle in angles for number in (x + radius * cos(angle), y + radius * sin(angle), 0, 0)]
    Mesh(vertices=vertices, indices=list(range(corners)), mode="triangle_fan")
