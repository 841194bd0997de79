"""What people set something with, and how far something is; how things stand beside each other."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, ColorProperty, NumericProperty, ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from ui import theme
from ui.widgets.basics import Key, Text, key, mark

_NARROW = 3
"""As many keys as an upright screen has room for side by side; on a lying one, as many as have room for a tick."""


class Sides(BoxLayout):
    """Side by side on a lying screen, one over the other on an upright one."""


class Gauge(Widget):
    """How much of something there is, as a bar. ``share``: 0..1 of it is filled; ``tint``: with what."""

    share = NumericProperty(0.0)
    tint = ColorProperty()


class Mute(Key):
    """A key that is never further than one tap away; crossed out while nothing sounds. Give it the ``shell``."""

    shell = ObjectProperty(None)


class Segments(GridLayout):
    """``offer`` what there is to choose from; the chosen one has a bright edge and a tick, not its colour alone.

    ``most``: so many stand side by side; ``ticked``: there is room for the tick (without it the edge alone says it).
    """

    most = NumericProperty()
    ticked = BooleanProperty(True)

    def __init__(self, **kwargs: Any) -> None:
        looks = {"most": _NARROW if theme.portrait() else 99, "rows": 1, "spacing": theme.dp(theme.GAP)}
        super().__init__(**looks | {"size_hint_y": None, "height": theme.dp(theme.TOUCH)} | kwargs)

    def offer(self, options: Sequence[tuple[Any, str]], chosen: Any, choose: Callable[[Any], object]) -> None:
        """Each option as (value, what it is called); ``choose`` gets the value of the one that is tapped."""
        self.clear_widgets()
        self.rows = 2 if len(options) > self.most else 1
        self.height = self.rows * theme.dp(theme.TOUCH) + (self.rows - 1) * theme.dp(theme.GAP)
        for value, called in options:
            made = switch(called, partial(choose, value), on=value == chosen)
            if not self.ticked or (self.rows == 1 and len(options) > _NARROW):
                made.icon = ""
            self.add_widget(made)


def switch(called: str, tapped: Callable[[], object], *, on: bool, **looks: Any) -> Any:
    """A key that is lit, with a tick, while it is ``on``."""
    made = key(called, "check" if on else "", tapped, tint=theme.ACCENT, **looks)
    mark(made, chosen=on)
    return made


class Stepper(BoxLayout):
    """Something with steps: a minus key, what it ``says`` now, ``wide`` steps of the design, and a plus key."""

    def __init__(self, says: str, step: Callable[[int], object], *, wide: float = 76) -> None:
        super().__init__(size_hint=(None, None), height=theme.dp(theme.TOUCH), spacing=theme.dp(4))
        side = theme.dp(theme.TOUCH)
        self.add_widget(key("", "minus", lambda: step(-1), size_hint_x=None, width=side))
        self.add_widget(Text(text=says, bold=True, halign="center", size_hint_x=None, width=theme.dp(wide)))
        self.add_widget(key("", "plus", lambda: step(1), size_hint_x=None, width=side))
        self.width = 2 * side + theme.dp(wide) + 2 * self.spacing
