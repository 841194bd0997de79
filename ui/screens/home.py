"""Home: begin, go on, end; language and sound."""

from functools import partial
from typing import Any

from kivy.core.window import Window
from kivy.properties import BooleanProperty, ObjectProperty

from companion.api.protocol import View
from companion.words.language import LANGUAGES, _, spoken
from ui import theme
from ui.icons import picture
from ui.page import Page, load
from ui.widgets import key


class HomePage(Page):
    """The first page, and the one to fall back to: it needs no view."""

    playing = BooleanProperty(False)
    finished = BooleanProperty(False)
    silent = BooleanProperty(False)
    skyline = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.skyline = picture("skyline", int(Window.width), int(Window.height))
        self.silent = self.shell.kept.now.muted
        for code, name in LANGUAGES.items():
            edge = theme.ACCENT if code == spoken() else theme.CLEAR
            self.ids.languages.add_widget(key(name, "", partial(self.shell.prefer, language=code), edge=edge))

    def show(self, view: View) -> None:
        """Offer what can be done now."""
        self.playing = view.table is not None
        self.finished = view.table is not None and view.table.finished

    def begin(self) -> None:
        """Set up a new game; one that is being played is ended first."""
        table = self.shell.view.table
        if table is None or table.finished or not any(entry.kind == "move" for entry in self.shell.view.log):
            self.shell.go("seats", fresh=True)
        else:
            self.end(then="seats")

    def end(self, then: str = "sheet") -> None:
        """End the game that is being played, if that is really meant."""
        self.shell.go(
            "confirm",
            question=_("End this game now?"),
            detail=_("It stays in the journal and is scored as it stands."),
            yes=_("End the game"),
            sure=lambda: self.shell.send("end", {}, lambda _reply: self.shell.go(then)),
            back="home",
        )

    def switch_sound(self) -> None:
        """Sound on, or off."""
        self.silent = not self.silent
        self.shell.prefer(muted=self.silent)
        if not self.silent:
            self.shell.speaker.play("turn")


load(__file__)
