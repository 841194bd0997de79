"""The touchscreen as a Kivy application: the window, the link's thread, and a net under every tap."""

import threading
from pathlib import Path
from queue import Empty, SimpleQueue
from typing import TYPE_CHECKING, Any

from kivy.app import App
from kivy.base import ExceptionHandler, ExceptionManager
from kivy.clock import Clock
from kivy.core.window import Window

from companion.heartbeat import EVERY, Heartbeat
from ui import theme
from ui.fitting import register
from ui.layout import load
from ui.link import Link
from ui.settings import Kept
from ui.shell import Shell
from ui.sound import Speaker

if TYPE_CHECKING:
    from companion.api.protocol import FromReferee

_SETTLED = 0.25
"""Seconds after which a window whose size is being changed is taken to have its new one."""


class _Net(ExceptionHandler):
    """Catches what a tap or a layout throws: the shell shows a page that works."""

    def __init__(self, shell: Shell) -> None:
        super().__init__()
        self._shell = shell

    def handle_exception(self, inst: Exception) -> int:
        """Go on, unless somebody wants to stop."""
        if isinstance(inst, KeyboardInterrupt | SystemExit):
            return int(ExceptionManager.RAISE)
        self._shell.failed()
        return int(ExceptionManager.PASS)


class CompanionApp(App):
    """One window on one table. ``link`` is its only way out; ``kept`` are its settings."""

    title = "Companion"

    def __init__(self, link: Link, kept: Kept, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._link = link
        self._heard: SimpleQueue[FromReferee] = SimpleQueue()
        self._kept = kept
        self._speaker = Speaker(kept)
        self._heart = Heartbeat()
        self.shell: Shell | None = None

    def build(self) -> Shell:
        """Make the shell, for the window that there is."""
        theme.fit(*Window.size)
        self._fitted = Window.size
        register()
        for room in ("any_game", "screens"):
            load(Path(__file__).parent / room)
        shell = Shell(self._link, self._speaker, self._kept)
        self.shell = shell
        self._net = _Net(shell)
        ExceptionManager.add_handler(self._net)
        self._take = Clock.create_trigger(self._take_heard)
        # Not for each of the many sizes between two: a page takes a moment to make.
        self._refit = Clock.create_trigger(lambda _seconds: self.refit(), _SETTLED)
        Window.bind(on_resize=self._resized)
        return shell

    def _resized(self, *_size: object) -> None:
        self._refit()

    def refit(self) -> None:
        """The window has another size now: every page is made anew for it."""
        theme.fit(*Window.size)
        if self.shell is not None and self._fitted != Window.size:
            self._fitted = Window.size
            self.shell.renew()

    def on_start(self) -> None:
        """Begin to listen."""
        assert self.shell is not None
        Clock.schedule_interval(self._come_round, EVERY)
        threading.Thread(target=self._listen, name="link", daemon=True).start()

    def on_stop(self) -> None:
        """Hang up; neither window nor clock holds on to what was shown."""
        Window.unbind(on_resize=self._resized)
        Clock.unschedule(self._come_round)
        self._refit.cancel()
        self._link.close()
        ExceptionManager.remove_handler(self._net)
        self._speaker.close()

    def _come_round(self, seconds: float) -> None:
        assert self.shell is not None
        self._heart.beat()
        self.shell.look_for_link(seconds)

    def _listen(self) -> None:
        for message in self._link.messages():
            self._heard.put(message)
            # The clock may be asked from any thread; the window then draws although nobody touches it.
            self._take()

    def _take_heard(self, _seconds: float) -> None:
        assert self.shell is not None
        try:
            while True:
                self.shell.hear(self._heard.get_nowait())
        except Empty:
            Window.canvas.ask_update()
