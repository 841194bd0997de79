"""The few things that every page is made of: fitted text, tinted icons, surfaces that are tapped.

Colours have their defaults in the kv rules, which are read when a widget is made, in the theme worn then.
"""

from collections.abc import Callable, Iterable
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.graphics import Color, Rectangle
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from ui import theme
from ui.fitting import largest, natural
from ui.icons import texture
from ui.widgets.declared import texts
from ui.widgets.surface import Surface


class Drawn:
    """Draws a state, and only when it is another one than the one drawn last."""

    _state: Any = None

    def same(self, *state: object) -> bool:
        """Whether this state is drawn already; if not, it counts as drawn from now on."""
        if state == self._state:
            return True
        self._state = state
        return False


class Text(Label):
    """Text at a step of the type scale, made smaller (never below ``TINY``) until it fits its box.

    ``overflows``: it does not even then. ``natural``: its width in one line at its full size.
    """

    step = NumericProperty(theme.BODY)
    overflows = BooleanProperty(False)
    natural = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._fitting = Clock.create_trigger(self._fit, -1)
        for name in ("text", "size", "step", "bold", "padding"):
            self.fbind(name, self._fitting)
        for name in ("text", "step", "bold"):
            self.fbind(name, self._weigh)
        self._weigh()
        self._fitting()

    def _weigh(self, *_changed: object) -> None:
        self.natural = natural(self.text, int(theme.dp(self.step)), bold=bool(self.bold)) if self.text else 0

    def _fit(self, _seconds: float) -> None:
        left, top, right, bottom = self.padding
        box = int(self.width - left - right), int(self.height - top - bottom)
        if min(box) < 4:
            return
        ceiling, floor = int(theme.dp(self.step)), int(theme.dp(min(theme.TINY, self.step)))
        size, fits = largest(self.text, box, ceiling, floor, bold=bool(self.bold))
        self.font_size = size
        self.text_size = self.size
        self.overflows = not fits


class Icon(Widget):
    """One of our icons, tinted, as large as its box allows; nothing while it has no name."""

    name = StringProperty("")
    tint = ColorProperty()

    def __init__(self, **kwargs: Any) -> None:
        # It has no size before it has a place: Kivy's own is 100 pixels, at which every icon would be drawn once.
        super().__init__(**{"size": (0, 0), **kwargs})
        self._ink: Color | None = None
        self._drawing = Clock.create_trigger(self._draw, -1)
        for name in ("name", "size", "pos", "tint"):
            self.fbind(name, self._drawing)
        self._drawing()

    def _draw(self, _seconds: float) -> None:
        side = int(min(self.size))
        there = bool(self.name) and side >= 4
        if self._ink is None:
            if not there:
                return
            self._ink, self._shape = Color(), Rectangle()
            self.canvas.add(self._ink)
            self.canvas.add(self._shape)
        self._ink.rgba = self.tint if there else theme.CLEAR
        self._shape.texture = texture(self.name, side) if there else None
        side = min(self.size)
        self._shape.size = side, side
        self._shape.pos = round(self.center_x - side / 2), round(self.center_y - side / 2)


class Panel(Surface, BoxLayout):
    """A surface: ``shade`` inside, ``edge`` around."""


class Tap(Surface, ButtonBehavior, BoxLayout):
    """A surface that is tapped: it lights up under the finger; dim and dead while ``disabled``.

    ``tapped``: what is done then; ``why``: why it cannot be done now, which is said instead.
    """

    tapped = ObjectProperty(None, allownone=True)
    why = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        for name in ("state", "disabled", "why"):
            self.fbind(name, self._painting)

    @property
    def shaded(self) -> Any:
        """Lit up under the finger."""
        return theme.PRESSED if self.state == "down" else self.shade

    @property
    def veiled(self) -> bool:
        """What cannot be tapped now lies behind a veil."""
        return bool(self.disabled or self.why)

    def on_release(self) -> None:
        """Whatever it stands for now."""
        if self.why:
            App.get_running_app().shell.notice(self.why)
        elif self.tapped is not None:
            self.tapped()


class Parts(BoxLayout):
    """Lays out icons and texts of its own, each made when there is first something in it to be seen.

    Where many stand on a page this is quicker than rules and spacers. ``dressed_by``: the properties that ``dress``
    reads; ``arrange`` places the parts.
    """

    dressed_by: tuple[str, ...] = ()

    def __init__(self, **kwargs: Any) -> None:
        self._made: dict[str, Any] = {}
        super().__init__(**kwargs)
        self._dressing = Clock.create_trigger(self._dress, -1)
        for name in self.dressed_by:
            self.fbind(name, self._dressing)
        self.dress()

    def _dress(self, _seconds: float) -> None:
        self.dress()
        self._trigger_layout()

    def dress(self) -> None:
        """Give each part what it shows now."""

    def arrange(self, x: float, y: float, width: float, height: float) -> None:
        """Place the parts in this box, which leaves the padding out."""

    def icon_part(self, name: str, icon: str, tint: Any) -> None:
        """The part of this name shows this icon."""
        if icon or name in self._made:
            self._part(name, Icon, name=icon, tint=tint)

    def text_part(self, name: str, text: str, **looks: Any) -> None:
        """The part of this name says this text."""
        if text or name in self._made:
            self._part(name, Text, text=text, **looks)

    def _part(self, part: str, kind: Any, **looks: Any) -> None:
        made = self._made.get(part)
        if made is None:
            made = self._made[part] = kind(**looks)
            self.add_widget(made)
            if kind is Text:
                made.fbind("natural", self._trigger_layout)
            return
        for name, value in looks.items():
            setattr(made, name, value)

    def place(self, part: str, x: float, y: float, width: float, height: float) -> None:
        """Put a part there, if there is one."""
        made = self._made.get(part)
        if made is not None:
            made.size = width, height
            made.pos = x, y

    @property
    def natural(self) -> float:
        """The width of its text in one line at full size; 0 where none is said."""
        return float(self._made["text"].natural) if "text" in self._made else 0.0

    def do_layout(self, *_given: object) -> None:
        """Place the parts."""
        left, top, right, bottom = self.padding
        self.arrange(self.x + left, self.y + bottom, self.width - left - right, self.height - top - bottom)


class Key(Tap, Parts):
    """A button: an icon, a text, or both. ``primary``: the one thing to do here."""

    text, icon = texts(2)
    tint = ColorProperty()
    primary = BooleanProperty(False)
    step = NumericProperty(theme.BODY)
    dressed_by = ("text", "icon", "tint", "primary", "step", "state", "disabled")

    def dress(self) -> None:
        """What stands on it; on the bright ground of a primary one it is dark."""
        lit = self.primary and self.state == "normal" and not self.disabled
        self.icon_part("icon", self.icon, theme.ON_ACCENT if lit else self.tint)
        ink = theme.ON_ACCENT if lit else theme.TEXT
        self.text_part("text", self.text, step=self.step, bold=bool(self.primary), color=ink, halign="center")

    def arrange(self, x: float, y: float, width: float, height: float) -> None:
        """Icon and text side by side in the middle."""
        side = theme.dp(26)
        beside = (side + theme.dp(9) if self.icon else 0) if self.text else 0
        wide = max(0, min(self.natural, width - beside))
        begin = x + (width - beside - wide) / 2
        at = begin if self.text else x + (width - side) / 2
        self.place("icon", at, y + (height - side) / 2, side, side)
        self.place("text", begin + beside, y, wide, height)


class Chip(Parts):
    """An icon (``side`` wide) and a number or word beside it."""

    icon, text = texts(2)
    tint = ColorProperty()
    ink = ColorProperty()
    step = NumericProperty(theme.BODY)
    side = NumericProperty(22)
    dressed_by = ("icon", "text", "tint", "ink", "step", "side")

    def dress(self) -> None:
        """Its icon and its word."""
        self.icon_part("icon", self.icon, self.tint)
        self.text_part("text", self.text, step=self.step, color=self.ink, bold=True)

    def arrange(self, x: float, y: float, width: float, height: float) -> None:
        """The icon first."""
        side = min(self.height, theme.dp(self.side))
        begin = side + self.spacing
        self.place("icon", x, y, side, height)
        self.place("text", x + begin, y, max(0, width - begin), height)


class Tile(Tap, Parts):
    """A piece to tap: its icon large, its name below, a mark of its kind in the corner."""

    icon, text, mark, badge = texts(4)
    tint = ColorProperty()
    dressed_by = ("icon", "text", "tint", "mark", "badge")

    def dress(self) -> None:
        """Icon, name, mark and badge."""
        self.icon_part("icon", self.icon, self.tint)
        self.icon_part("mark", self.mark, self.tint)
        self.text_part("badge", self.badge, bold=True, halign="right", valign="top")
        self.text_part("text", self.text, step=theme.SMALL, halign="center")

    def arrange(self, x: float, y: float, width: float, height: float) -> None:
        """The name at the foot, the mark and the badge in the upper corners, the icon between."""
        foot = theme.dp(32)
        self.place("text", x, y, width, foot)
        floor = y + foot + self.spacing
        room = max(0, height - foot - self.spacing)
        side = 0.88 * min(width, room)
        self.place("icon", x + (width - side) / 2, floor + (room - side) / 2, side, side)
        corner, high = theme.dp(13), theme.dp(24)
        self.place("mark", x, y + height - corner, corner, corner)
        self.place("badge", x + 0.6 * width, y + height - high, 0.4 * width, high)


class Bar(BoxLayout):
    """A page's head: the way back, its title, and room for what it says beside (its further children)."""

    title, sign = texts(2)
    back = ObjectProperty(None, allownone=True)

    def leave(self) -> None:
        """Go back, by what the page said that back means."""
        if self.back is not None:
            self.back()


def key(text: str, icon: str, tapped: Callable[[], object], **looks: Any) -> Key:
    """A button that does something when tapped."""
    return Key(text=text, icon=icon, tapped=tapped, **looks)


def fill(box: Any, widgets: Iterable[Widget]) -> None:
    """Let these stand in a box, and nothing else."""
    box.clear_widgets()
    for widget in widgets:
        box.add_widget(widget)


def mark(made: Any, *, chosen: bool) -> None:
    """A key that is one of a few: lit when it is the one chosen."""
    made.edge = theme.ACCENT if chosen else theme.CLEAR
    made.shade = theme.GLOW if chosen else theme.RAISED
