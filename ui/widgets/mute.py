"""Silence in one tap, and sound again with the next."""

from kivy.properties import ObjectProperty

from ui.layout import load
from ui.widgets import Key


class Mute(Key):
    """A key that is never further than one tap away; crossed out while nothing sounds. Give it the ``shell``."""

    shell = ObjectProperty(None)


load(__file__)
