"""What the camera sees, live: one texture for as long as the picture keeps its size, outlines drawn over it."""

from io import BytesIO
from typing import Any

from kivy.core.text import Label as CoreLabel
from kivy.graphics import Color, Line, Rectangle
from kivy.graphics.texture import Texture
from kivy.properties import BooleanProperty, DictProperty, ObjectProperty
from kivy.uix.widget import Widget
from PIL import Image

from companion import words
from companion.api.protocol import Outline, Preview
from ui import theme
from ui.fitting import FONT
from ui.sight import SURE, sure

# Over a photograph the night's bright colours are read in either theme, on a dark edge of their own.
_INK = theme.NIGHT
_EDGE = (0.0, 0.0, 0.0, 0.5)
_FAINT = (0.0, 0.0, 0.0, 0.4)

Point = tuple[float, float]


class Lens(Widget):
    """Give it each ``Preview``. ``faded``: the picture is old. ``named``: pieces carry their names.

    ``captions``: what stands in the middle of a mat, by its number.
    ``on_touched`` gets what is tapped: a mat, or from near a piece.
    """

    faded = BooleanProperty(False)
    named = BooleanProperty(True)
    captions = DictProperty({})
    texture = ObjectProperty(None, allownone=True)
    chosen = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        self._preview: Preview | None = None
        self._drawn: Any = None
        super().__init__(**kwargs)
        self.register_event_type("on_touched")
        for name in ("size", "pos", "chosen", "captions"):
            self.fbind(name, lambda *_changed: self._outline())

    def on_touched(self, what: int | Outline) -> None:
        """A mat (its number) or, from near, a piece was tapped."""

    def take(self, preview: Preview) -> None:
        """Show this picture."""
        size = preview.width, preview.height
        if self.texture is None or self.texture.size != size:
            # Never one for each picture: Kivy gives their memory back late, or not at all.
            self.texture = Texture.create(size=size, colorfmt="rgba")
            self.texture.flip_vertical()
        with Image.open(BytesIO(preview.jpeg)) as picture:
            self.texture.blit_buffer(picture.convert("RGBA").tobytes(), colorfmt="rgba", bufferfmt="ubyte")
        self._preview = preview
        self._outline()
        self.canvas.ask_update()

    def box(self) -> tuple[float, float, float, float]:
        """Where the picture is drawn: left, bottom, width, height."""
        if self.texture is None:
            return self.x, self.y, self.width, self.height
        scale = min(self.width / self.texture.width, self.height / self.texture.height)
        wide, high = self.texture.width * scale, self.texture.height * scale
        return self.center_x - wide / 2, self.center_y - high / 2, wide, high

    def at(self, point: Point) -> Point:
        """A point of the picture in the window's pixels."""
        left, bottom, wide, high = self.box()
        return left + point[0] * wide / self.texture.width, bottom + high - point[1] * high / self.texture.height

    def on_touch_down(self, touch: Any) -> bool:
        """Find what lies under the finger: from near a piece, the topmost; else a mat."""
        preview = self._preview
        if preview is None or not self.collide_point(*touch.pos):
            return bool(super().on_touch_down(touch))
        if preview.near is None:
            for mat, corners in preview.mats.items():
                if _within(touch.pos, [self.at(corner) for corner in corners]):
                    self.dispatch("on_touched", mat)
                    return True
        for piece in reversed(preview.pieces):
            if preview.near is not None and _within(touch.pos, [self.at(corner) for corner in piece.quad]):
                self.dispatch("on_touched", piece)
                return True
        return bool(super().on_touch_down(touch))

    def _outline(self) -> None:
        """Draw the outlines anew where they have changed: most pictures differ by the noise alone."""
        preview = self._preview
        if preview is None:
            return
        captions = dict(self.captions)
        state = (self.box(), preview.pieces, preview.zones, preview.mats, preview.missing, self.chosen, captions)
        if state == self._drawn:
            return
        self._drawn = state
        self.canvas.after.clear()
        with self.canvas.after:
            for name, corners in preview.zones.items():
                self._polygon(corners, _INK.bad if name in preview.lacking else _FAINT, 0.6)
            for mat, corners in preview.mats.items():
                lost = mat in preview.missing
                self._polygon(corners, _INK.bad if lost else _INK.accent, 1.6)
                if lost:
                    # Crossed out: a colour is never the only mark.
                    self._polygon((corners[0], corners[2]), _INK.bad, 1.6)
                    self._polygon((corners[1], corners[3]), _INK.bad, 1.6)
            for mat in preview.mats.keys() & captions.keys():
                self._caption(preview.mats[mat], captions[mat])
            for piece in preview.pieces:
                mine = self.chosen is not None and self.chosen.quad == piece.quad
                tint = _INK.accent if mine else _INK.good if piece.probability >= SURE else _INK.warn
                self._polygon(piece.quad, tint, 2.6 if mine else 1.4)
            for piece in preview.pieces if self.named else ():
                self._label(piece)

    def _polygon(self, corners: tuple[Point, ...], tint: theme.Rgba, width: float) -> None:
        points = [part for corner in corners for part in self.at(corner)]
        close = len(corners) > 2
        thick = width * theme.dp(10) / 10
        if tint != _FAINT:
            Color(*_EDGE)
            Line(points=points, close=close, width=thick + 1)
        Color(*tint)
        Line(points=points, close=close, width=max(1.0, thick))

    def _label(self, piece: Outline) -> None:
        """The piece's name, and how sure it is, as far as there is room for it along its own top."""
        corners = [self.at(corner) for corner in piece.quad]
        room = max(x for x, _y in corners) - min(x for x, _y in corners)
        made = _written(piece, room)
        if made is None:
            return
        (x0, y0), (x1, y1), (x2, y2), (x3, y3) = corners
        wide, high = made.size
        down = ((x2 + x3 - x0 - x1) / 2, (y2 + y3 - y0 - y1) / 2)
        length = max(1.0, (down[0] ** 2 + down[1] ** 2) ** 0.5)
        inward = (abs(down[0]) * wide + abs(down[1]) * high) / length / 2 + theme.dp(2)
        left = (x0 + x1) / 2 + down[0] / length * inward - wide / 2
        low = (y0 + y1) / 2 + down[1] / length * inward - high / 2
        _draw(made, (left, low), _INK.text if piece.probability >= SURE else _INK.warn)

    def _caption(self, corners: tuple[Point, ...], text: str) -> None:
        """Words in the middle of an outline."""
        places = [self.at(corner) for corner in corners]
        label = _set(text, theme.SMALL)
        label.refresh()
        wide, high = label.texture.size
        x, y = (sum(place[k] for place in places) / len(places) for k in (0, 1))
        _draw(label.texture, (x - wide / 2, y - high / 2), _INK.text)


def _draw(made: Any, pos: Point, tint: theme.Rgba) -> None:
    """Words (a texture) with their left lower corner there, on a dark ground of their own."""
    left, low = (round(at) for at in pos)
    wide, high = made.size
    Color(0.0, 0.0, 0.0, 0.72)
    Rectangle(pos=(left - 2, low), size=(wide + 4, high))
    Color(*tint)
    Rectangle(pos=(left, low), size=made.size, texture=made)


def _set(text: str, size: float) -> Any:
    """Words to be made a texture."""
    label = CoreLabel(text=text, font_size=theme.dp(size), font_name=FONT, bold=True)
    label.resolve_font_name()
    return label


def _written(piece: Outline, room: float) -> Any:
    """A name as a texture no wider than this; ``None`` where there is no room even for the name alone."""
    doubt = "" if piece.probability >= SURE else "?"
    name = words.piece(piece.face) + doubt if piece.face else "?"
    for text in (f"{name} {sure(piece.probability)}" if piece.face else name, name):
        label = _set(text, theme.TINY)
        if label.get_extents(text)[0] + 4 <= room:
            label.refresh()
            return label.texture
    return None


def _within(point: Point, corners: list[Point]) -> bool:
    """Whether a point lies in a polygon: a ray from it crosses its border an odd number of times."""
    x, y = point
    inside = False
    for (x0, y0), (x1, y1) in zip(corners, (*corners[1:], corners[0]), strict=True):
        if (y0 > y) != (y1 > y) and x < x0 + (y - y0) / (y1 - y0) * (x1 - x0):
            inside = not inside
    return inside
