"""One of a few: keys side by side, the chosen one lit."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.uix.boxlayout import BoxLayout

from ui import theme
from ui.widgets import key


class Choice(BoxLayout):
    """``offer`` what there is to choose from; the chosen one has a bright edge and a tick, not its colour alone."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(
            **{"spacing": theme.dp(theme.GAP), "size_hint_y": None, "height": theme.dp(theme.TOUCH)} | kwargs
        )

    def offer(self, options: Sequence[tuple[Any, str]], chosen: Any, choose: Callable[[Any], object]) -> None:
        """Each option as (value, what it is called); ``choose`` gets the value of the one that is tapped."""
        self.clear_widgets()
        for value, called in options:
            lit = value == chosen
            made = key(called, "check" if lit else "", lambda value=value: choose(value))
            made.edge = theme.ACCENT if lit else theme.CLEAR
            made.tint = theme.ACCENT
            made.shade = theme.GLOW if lit else theme.RAISED
            self.add_widget(made)
