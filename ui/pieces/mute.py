"""Silence in one tap, and sound again with the next."""

from pathlib import Path

from kivy.lang import Builder
from kivy.properties import ObjectProperty

from ui.widgets import Key


class Mute(Key):
    """A key that is never further than one tap away; crossed out while nothing sounds. Give it the ``shell``."""

    shell = ObjectProperty(None)


Builder.load_file(str(Path(__file__).with_suffix(".kv")))
