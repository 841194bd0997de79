"""What lies over every page: a word in passing, and that the referee is not there."""

from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout

from ui.layout import load


class Overlay(FloatLayout):
    """Draws what the shell says (``notice_text``, ``notice_bad``, ``offline``); made anew with each theme."""

    shell = ObjectProperty(None)


load(__file__)
