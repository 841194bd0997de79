"""A QR code, black on white in any theme, each module a whole number of pixels: phones read nothing else surely."""

from functools import lru_cache
from typing import Any, Final

import segno
from kivy.clock import Clock
from kivy.graphics.texture import Texture
from kivy.properties import ListProperty, ObjectProperty, StringProperty
from kivy.uix.widget import Widget

QUIET: Final = 2
"""White modules around a code at the least; mostly it gets more, for all of its box is white."""

_KEPT: Final = 8
"""Codes: one a seat, and the table's. While a page is laid out each is asked for again and again."""


class Code(Widget):
    """The code of a ``text``, as large as its box allows; nothing while there is no text."""

    text = StringProperty("")
    texture_now = ObjectProperty(None, allownone=True)
    ground = ListProperty((0, 0, 0, 0))
    square = ListProperty((0, 0, 0, 0))

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        drawing = Clock.create_trigger(self._draw, -1)
        for name in ("text", "size", "pos"):
            self.fbind(name, drawing)

    def _draw(self, _seconds: float) -> None:
        if not self.text or min(self.size) < 1:
            self.texture_now, self.square, self.ground = None, (0, 0, 0, 0), (0, 0, 0, 0)
            return
        self.texture_now = modules(self.text)
        count, whole = self.texture_now.width, int(min(self.size))
        self.ground = self._middle(whole)
        self.square = self._middle(count * max(1, whole // count))

    def _middle(self, side: int) -> tuple[int, int, int, int]:
        return int(self.center_x - side / 2), int(self.center_y - side / 2), side, side


@lru_cache(maxsize=_KEPT)
def modules(text: str) -> Any:
    """The code as a texture, one pixel a module, the least of its quiet zone included.

    All masks of a code are tried for the clearest, which takes a tenth of a second and more.
    """
    rows = [bytes(row) for row in segno.make_qr(text, error="l", boost_error=False).matrix_iter(border=QUIET)]
    texture = Texture.create(size=(len(rows[0]), len(rows)), colorfmt="luminance")
    texture.mag_filter = texture.min_filter = "nearest"
    # A texture's first row is its lowest.
    pixels = bytes(0 if dark else 255 for row in reversed(rows) for dark in row)
    texture.blit_buffer(pixels, colorfmt="luminance", bufferfmt="ubyte")
    return texture
