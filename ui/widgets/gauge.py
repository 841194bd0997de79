"""How much of something there is, as a bar."""

from kivy.properties import ColorProperty, NumericProperty
from kivy.uix.widget import Widget

from ui.layout import load


class Gauge(Widget):
    """``share``: 0..1 of the bar is filled; ``tint``: with what."""

    share = NumericProperty(0.0)
    tint = ColorProperty()


load(__file__)
