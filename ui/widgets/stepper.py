"""Something with steps: less, what it is now, more."""

from collections.abc import Callable

from kivy.uix.boxlayout import BoxLayout

from ui import theme
from ui.widgets import Text, key


class Stepper(BoxLayout):
    """A minus key, what it ``says`` now, ``wide`` steps of the design, and a plus key."""

    def __init__(self, says: str, step: Callable[[int], object], *, wide: float = 76) -> None:
        super().__init__(size_hint=(None, None), height=theme.dp(theme.TOUCH), spacing=theme.dp(4))
        side = theme.dp(theme.TOUCH)
        said = Text(text=says, bold=True, halign="center", size_hint_x=None, width=theme.dp(wide))
        for child in (
            key("", "minus", lambda: step(-1), size_hint_x=None, width=side),
            said,
            key("", "plus", lambda: step(1), size_hint_x=None, width=side),
        ):
            self.add_widget(child)
        self.width = 2 * side + said.width + 2 * self.spacing
