"""What lies over every page: a word in passing, and that the referee is not there."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty
from kivy.uix.floatlayout import FloatLayout


class Overlay(FloatLayout):
    """Draws what the shell says (``notice_text``, ``notice_bad``, ``offline``); made anew with each theme."""

    shell = ObjectProperty(None)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
