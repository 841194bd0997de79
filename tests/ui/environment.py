"""Kivy on no screen at all: what must be set before its first import."""

import atexit
import os
import shutil
import tempfile

HOME = tempfile.mkdtemp(prefix="companion-kivy-")
atexit.register(shutil.rmtree, HOME, ignore_errors=True)
SETTINGS = {
    "SDL_VIDEODRIVER": "offscreen",
    "SDL_AUDIODRIVER": "dummy",
    "KIVY_LOG_MODE": "PYTHON",
    "KIVY_NO_ARGS": "1",
    "KIVY_NO_FILELOG": "1",
    "KIVY_NO_CONSOLELOG": "1",
    "KIVY_HOME": HOME,
}
SIZES = ("800x480", "1024x600", "1280x720", "480x800")
"""The sizes of the panels that people have, and one of them upright."""


def offscreen() -> None:
    os.environ.update(SETTINGS)
