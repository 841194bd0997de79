"""What must be said to Kivy before it is imported for the first time: window, input, logs."""

import os
from pathlib import Path

WINDOWED = (800, 480)
"""The window's size on a desk, where none is asked for: it fits the smallest screen, and can be made larger."""
_LEAST = 384
"""Pixels: neither side of a window becomes smaller."""


def prepare(size: tuple[int, int] | None) -> None:
    """Configure Kivy for a screen of this size in pixels; ``None``: the whole screen on a panel, else ``WINDOWED``.

    One input path only (SDL's own touch and mouse): with a second one each tap arrives twice.
    """
    cache = Path(os.environ.get("XDG_CACHE_HOME", "~/.cache")).expanduser() / "companion" / "kivy"
    os.environ.setdefault("KIVY_HOME", str(cache))
    os.environ.setdefault("KIVY_NO_ARGS", "1")
    os.environ.setdefault("KIVY_NO_FILELOG", "1")
    os.environ.setdefault("KIVY_AUDIO", "sdl2")
    # Kivy must not take over the root logger.
    os.environ.setdefault("KIVY_LOG_MODE", "PYTHON")
    Path(os.environ["KIVY_HOME"]).mkdir(parents=True, exist_ok=True)
    from kivy.config import Config  # noqa: PLC0415 - Kivy reads the environment when it is imported

    panel = size is None and os.environ.get("SDL_VIDEODRIVER") == "kmsdrm"
    width, height = size or WINDOWED
    for section, option, value in (
        ("graphics", "width", width), ("graphics", "height", height), ("graphics", "resizable", 0 if panel else 1),
        ("graphics", "minimum_width", _LEAST), ("graphics", "minimum_height", _LEAST),
        ("graphics", "fullscreen", "auto" if panel else 0), ("graphics", "show_cursor", 0 if panel else 1),
        ("graphics", "maxfps", 30), ("graphics", "multisamples", 0),
        ("kivy", "exit_on_escape", 0), ("kivy", "log_level", "warning"),
    ):  # fmt: skip
        Config.set(section, option, str(value))
    for name in list(Config["input"]):
        Config.remove_option("input", name)
    Config.set("input", "mouse", "mouse,disable_multitouch")
