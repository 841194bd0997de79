"""The few things that every page is made of: fitted text, tinted icons, surfaces that are tapped.

Colours have their defaults in the kv rules, which are read when a widget is made, in the theme worn then.
"""

from collections.abc import Callable, Iterable
from typing import Any

from kivy.app import App
from kivy.clock import Clock
from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.behaviors import ButtonBehavior
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.label import Label
from kivy.uix.widget import Widget

from ui import theme
from ui.fitting import largest, natural
from ui.icons import texture


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
    texture_now = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._drawing = Clock.create_trigger(self._draw, -1)
        for name in ("name", "size"):
            self.fbind(name, self._drawing)
        self._drawing()

    def _draw(self, _seconds: float) -> None:
        side = int(min(self.size))
        self.texture_now = texture(self.name, side) if self.name and side >= 4 else None


class Panel(BoxLayout):
    """A surface: ``shade`` inside, ``edge`` around."""

    shade = ColorProperty()
    edge = ColorProperty(theme.CLEAR)


class Tap(ButtonBehavior, BoxLayout):
    """A surface that is tapped: it lights up under the finger; dim and dead while ``disabled``.

    ``tapped``: what is done then; ``why``: why it cannot be done now, which is said instead.
    """

    shade = ColorProperty()
    edge = ColorProperty(theme.CLEAR)
    tapped = ObjectProperty(None, allownone=True)
    why = StringProperty("")

    def on_release(self) -> None:
        """Whatever it stands for now."""
        if self.why:
            App.get_running_app().shell.notice(self.why)
        elif self.tapped is not None:
            self.tapped()


class Key(Tap):
    """A button: an icon, a text, or both. ``primary``: the one thing to do here."""

    text = StringProperty("")
    icon = StringProperty("")
    tint = ColorProperty()
    primary = BooleanProperty(False)
    step = NumericProperty(theme.BODY)


class Chip(BoxLayout):
    """An icon (``side`` wide) and a number or word beside it."""

    icon = StringProperty("")
    text = StringProperty("")
    tint = ColorProperty()
    ink = ColorProperty()
    step = NumericProperty(theme.BODY)
    side = NumericProperty(22)


class Tile(Tap):
    """A piece to tap: its icon large, its name below, a mark of its kind in the corner."""

    icon = StringProperty("")
    text = StringProperty("")
    tint = ColorProperty()
    mark = StringProperty("")
    badge = StringProperty("")


class Bar(BoxLayout):
    """A page's head: the way back, its title, and room for what it says beside (its further children)."""

    title = StringProperty("")
    sign = StringProperty("")
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
