"""A long list in pages turned with two large keys: scrolling asks for a steady hand and hides what there is."""

from collections.abc import Callable, Sequence
from typing import Any

from kivy.clock import Clock
from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from ui import theme
from ui.widgets.declared import texts


class Paged(BoxLayout):
    """Rows of the height ``row``, in pixels, as many as fit; ``earlier`` and ``later`` are what the keys are called.

    ``fill`` it with one maker a row: only the rows shown are ever made.
    """

    row = NumericProperty(56)
    gap = NumericProperty(6)
    earlier, later = texts(2)
    leaf = NumericProperty(0)
    leaves = NumericProperty(1)

    def __init__(self, **kwargs: Any) -> None:
        self._makers: Sequence[Callable[[], Widget]] = ()
        self._laying = Clock.create_trigger(self._lay, -1)
        super().__init__(**kwargs)
        for name in ("size", "leaf"):
            self.fbind(name, self._laying)

    def fill(self, makers: Sequence[Callable[[], Widget]], leaf: int = 0) -> None:
        """Show these rows, beginning on this page."""
        self._makers, self.leaf = makers, leaf
        self._laying()

    def turn(self, by: int) -> None:
        """So many pages on."""
        self.leaf = min(max(0, self.leaf + by), self.leaves - 1)

    def _lay(self, _seconds: float) -> None:
        # The keys are there only when there is more than one page: without them there is more room.
        fits = self._fits(self.height)
        if len(self._makers) > fits:
            fits = self._fits(self.height - theme.dp(theme.TOUCH) - self.spacing)
        self.leaves = max(1, -(-len(self._makers) // fits))
        self.leaf = min(self.leaf, self.leaves - 1)
        begin = int(self.leaf) * fits
        self.ids.rows.clear_widgets()
        for make in self._makers[begin : begin + fits]:
            made = make()
            made.size_hint_y, made.height = None, self.row
            self.ids.rows.add_widget(made)
        self.ids.rows.add_widget(Widget())

    def _fits(self, height: float) -> int:
        return max(1, int(height // (self.row + self.gap)))
