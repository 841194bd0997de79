"""How things stand beside each other on a lying screen, and below each other on an upright one."""

from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout

from ui.layout import load


class Flow(GridLayout):
    """A grid of ``wide`` columns on a lying screen, of ``tall`` ones on an upright one."""

    wide = NumericProperty(2)
    tall = NumericProperty(1)


class Sides(BoxLayout):
    """Side by side on a lying screen, one over the other on an upright one."""


load(__file__)
