"""Drives the real application with real touches, frame by frame. Import ``environment`` and prepare Kivy first."""

from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, Any

import numpy as np
from kivy.base import EventLoop, ExceptionManager, stopTouchApp
from kivy.clock import Clock
from kivy.core.window import Window
from kivy.graphics.opengl import GL_RGBA, GL_UNSIGNED_BYTE, glReadPixels
from kivy.lang import Builder
from kivy.tests.common import UnitTestTouch
from numpy.typing import NDArray

from ui.app import CompanionApp
from ui.link import Link
from ui.settings import Kept
from ui.widgets.basics import Key, Tap, Text, Tile

if TYPE_CHECKING:
    from ui.shell import Shell

_PATIENCE = 30.0
_WHILE_PROCESSES_START = 150.0
"""Seconds."""


def pixels() -> NDArray[np.uint8]:
    """What the window shows, rows from the top, in red, green, blue and opacity."""
    width, height = Window.size
    drawn = np.frombuffer(glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE), np.uint8)
    return drawn.reshape(height, width, 4)[::-1]


class Pilot:
    """A person at the screen."""

    def __init__(self, link: Link, kept: Kept | None = None) -> None:
        for child in list(Window.children):
            Window.remove_widget(child)
        self.app = CompanionApp(link, kept or Kept())
        self.app._run_prepare()
        Clock._max_fps = 0
        assert self.app.shell is not None
        self.shell: Shell = self.app.shell
        self.frames(3)

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the window in pixels."""
        width, height = Window.size
        return width, height

    def close(self) -> None:
        self.app.stop()
        stopTouchApp()

    def frames(self, count: int = 2) -> None:
        for _frame in range(count):
            EventLoop.idle()

    def settle(self) -> None:
        """Let what has just been made find its place, without drawing it."""
        for _round in range(4):
            self.turn()

    def turn(self) -> None:
        """One round of the clock without a picture."""
        Clock.tick()
        Builder.sync()
        Clock.tick_draw()
        Builder.sync()

    def until(self, condition: Callable[[], object], seconds: float = _PATIENCE) -> None:
        """Wait for it: by the clock, for on a busy machine a hundred turns may say nothing about another process."""
        given_up = monotonic() + seconds
        while not condition():
            if monotonic() > given_up:
                raise AssertionError(f"still not so on the page {self.shell.page.name}")
            Clock.usleep(2000)
            self.turn()

    def patiently(self, condition: Callable[[], object]) -> None:
        """As long as it takes processes to start; each round is a wait for what they say."""
        self.until(condition, _WHILE_PROCESSES_START)

    def touch(self, x: float, y: float) -> None:
        touch = UnitTestTouch(x, y)
        try:
            touch.touch_down()
            self.turn()
            touch.touch_up()
        except Exception as trouble:
            if ExceptionManager.handle_exception(trouble) == ExceptionManager.RAISE:
                raise
        self.settle()

    def poke(self, x: float, y: float) -> None:
        """A touch without drawing what follows: hundreds of them a second."""
        touch = UnitTestTouch(x, y)
        touch.touch_down()
        touch.touch_up()
        self.turn()
        self.turn()

    def swipe(self, start: tuple[float, float], end: tuple[float, float]) -> None:
        """A finger that wipes across the screen."""
        touch = UnitTestTouch(*start)
        touch.touch_down()
        for part in (0.3, 0.7, 1.0):
            touch.touch_move(*(a + part * (b - a) for a, b in zip(start, end, strict=True)))
        touch.touch_up()
        self.turn()
        self.turn()

    def tap(self, widget: Any) -> None:
        self.settle()
        self.touch(*widget.to_window(*widget.center))

    def seen(self) -> Iterator[Any]:
        """Every widget that is on the screen now."""
        yield from _visible(self.shell)

    def taps(self) -> list[Any]:
        return [widget for widget in self.seen() if isinstance(widget, Tap) and not widget.disabled]

    def find(self, text: str) -> Any:
        """What is tapped for this text, or for the icon of this name."""
        self.settle()
        for widget in self.taps():
            if isinstance(widget, Key | Tile) and text in {widget.text, widget.icon}:
                return widget
            if any(isinstance(inner, Text) and inner.text == text for inner in widget.walk(restrict=True)):
                return widget
        said = [inner.text for inner in self.seen() if isinstance(inner, Text)]
        raise AssertionError(f"nothing to tap for {text!r} on the page {self.shell.page.name}: {said}")

    def offers(self, text: str) -> bool:
        """Whether there is something to tap for this text or icon now."""
        try:
            self.find(text)
        except AssertionError:
            return False
        return True

    def press(self, text: str) -> None:
        self.tap(self.find(text))

    def shot(self, path: Path) -> None:
        """A picture of the screen, without the counter that Kivy puts into its name."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self.frames(3)
        made = Path(Window.screenshot(name=str(path)))
        made.rename(path)


def _visible(widget: Any) -> Iterator[Any]:
    if widget.opacity == 0 or min(widget.size) < 2:
        return
    yield widget
    for child in widget.children:
        yield from _visible(child)
