"""One of a few: keys side by side, the chosen one lit."""

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.gridlayout import GridLayout

from ui import theme
from ui.widgets import key

_NARROW = 3
"""As many keys as an upright screen has room for side by side; on a lying one, as many as have room for a tick."""


class Segments(GridLayout):
    """``offer`` what there is to choose from; the chosen one has a bright edge and a tick, not its colour alone.

    ``most``: so many stand side by side; ``ticked``: there is room for the tick (without it the edge alone says it).
    """

    most = NumericProperty()
    ticked = BooleanProperty(True)

    def __init__(self, **kwargs: Any) -> None:
        height = theme.dp(theme.TOUCH)
        super().__init__(
            **{
                "most": _NARROW if theme.portrait() else 99,
                "rows": 1,
                "spacing": theme.dp(theme.GAP),
                "size_hint_y": None,
                "height": height,
            }
            | kwargs
        )

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
    made = key(called, "check" if on else "", tapped, **looks)
    made.edge = theme.ACCENT if on else theme.CLEAR
    made.tint = theme.ACCENT
    made.shade = theme.GLOW if on else theme.RAISED
    return made
