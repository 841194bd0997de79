"""How much of something there is, as a bar."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ColorProperty, NumericProperty
from kivy.uix.widget import Widget


class Gauge(Widget):
    """``share``: 0..1 of the bar is filled; ``tint``: with what."""

    share = NumericProperty(0.0)
    tint = ColorProperty()


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
