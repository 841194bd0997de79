"""A rounded surface behind what stands on it: what keys, tiles and panels are."""

from typing import Any

from kivy.clock import Clock
from kivy.graphics import Color, InstructionGroup, SmoothLine, SmoothRoundedRectangle
from kivy.properties import ColorProperty

from ui import theme

_EDGE = 1.4
"""The width of an edge, in steps of the 800 x 480 screen."""
_VEIL = 0.45
"""How much of the ground's colour lies over what is veiled."""


class Surface:
    """Beside a layout: ``shade`` inside, ``edge`` around. An edge or a veil is made when one is first to be seen."""

    shade = ColorProperty()
    edge = ColorProperty(theme.CLEAR)

    def __init__(self, **kwargs: Any) -> None:
        self._inside: tuple[Color, Any] | None = None
        self._around: tuple[Color, Any] | None = None
        self._over: tuple[Color, Any] | None = None
        self._painting = Clock.create_trigger(self._paint, -1)
        super().__init__(**kwargs)
        widget: Any = self
        for name in ("pos", "size", "shade", "edge"):
            widget.fbind(name, self._painting)
        self._painting()

    @property
    def shaded(self) -> Any:
        """The colour inside, now."""
        return self.shade

    @property
    def veiled(self) -> bool:
        """Whether it is dim now."""
        return False

    def _paint(self, _seconds: float) -> None:
        widget: Any = self
        radius = theme.dp(theme.ROUND)
        if self._inside is None:
            self._inside = _drawn(widget.canvas.before, 0, SmoothRoundedRectangle(radius=[radius]))
        colour, shape = self._inside
        colour.rgba, shape.pos, shape.size = self.shaded, widget.pos, widget.size
        if self._around is None and self.edge[3]:
            self._around = _drawn(widget.canvas.before, 1, SmoothLine(width=theme.dp(_EDGE)))
        if self._around is not None:
            colour, shape = self._around
            colour.rgba = self.edge
            sides = max(2, widget.width - 2), max(2, widget.height - 2)
            shape.rounded_rectangle = (widget.x + 1, widget.y + 1, *sides, radius)
        if self._over is None and self.veiled:
            self._over = _drawn(widget.canvas.after, 0, SmoothRoundedRectangle(radius=[radius]))
        if self._over is not None:
            colour, shape = self._over
            colour.rgba = (*theme.GROUND[:3], _VEIL) if self.veiled else theme.CLEAR
            shape.pos, shape.size = widget.pos, widget.size


def _drawn(canvas: Any, index: int, shape: Any) -> tuple[Color, Any]:
    """A shape with a colour of its own on a canvas, under whatever a widget's own rules draw there."""
    colour, group = Color(), InstructionGroup()
    group.add(colour)
    group.add(shape)
    canvas.insert(index, group)
    return colour, shape
