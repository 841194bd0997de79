"""Home: begin, go on, end; and the way to everything else."""

from collections.abc import Callable
from functools import partial
from typing import Any

from kivy.core.window import Window
from kivy.properties import ObjectProperty, StringProperty

from companion.api.protocol import View
from companion.words.language import N_, _
from ui import theme
from ui.icons import picture
from ui.page import Page
from ui.widgets.basics import Tile
from ui.widgets.controls import Mute
from ui.widgets.declared import flags

_DOORS = (
    ("history", "book", N_("Past games")),
    ("statistics", "bars", N_("Statistics")),
    ("phones", "phone", N_("Phones")),
    ("box", "box", N_("The box")),
    ("health", "heart", N_("State of the parts")),
    ("settings", "sliders", N_("Settings")),
)
"""Each page that is one tap away, with its icon and what it is called here."""


class HomePage(Page):
    """The first page, and the one to fall back to: it needs no view."""

    playing, finished = flags(2)
    hall = StringProperty("")
    skyline = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.skyline = picture(f"skyline-{theme.worn()}", int(Window.width), int(Window.height))
        self.ids.top.add_widget(Mute(shell=self.shell, size_hint_y=1))
        for name, icon, called in _DOORS:
            door = Tile(icon=icon, text=_(called), tint=theme.ACCENT, tapped=partial(self.shell.go, name))
            self.ids.doors.add_widget(door)

    def show(self, view: View) -> None:
        """Offer what can be done now."""
        self.playing = view.table is not None
        self.finished = view.finished
        now = self.shell.hall
        drawn = ", ".join(seat.name for seat in now.seats)
        table, number = _("Table {n}").format(n=now.number), _("Round {n}").format(n=now.round)
        self.hall = "" if not now.event else f"{table} · {number}: {drawn}" if now.round else f"{now.event} · {table}"

    def begin(self) -> None:
        """Set up a new game; one that is being played is ended first."""
        table = self.shell.view.table
        if table is not None and table.finished:
            self.shell.set_up(again=not self.shell.hall.event)
        elif table is None or not any(entry.kind == "move" for entry in self.shell.view.log):
            self.shell.set_up()
        else:
            self.end(then=self.shell.set_up)

    def go_on(self) -> None:
        """To the game: its table, its result, or a new one where there is none."""
        if not self.playing:
            self.begin()
        elif self.finished:
            self.shell.go("sheet")
        else:
            self.shell.known()

    def end(self, then: Callable[[], object] | None = None) -> None:
        """End the game that is being played, if that is really meant."""
        self.shell.go(
            "confirm",
            question=_("End this game now?"),
            detail=_("It stays in the journal and is scored as it stands."),
            yes=_("End the game"),
            sure=lambda: self.shell.send(
                "end", {}, lambda _reply: then() if then is not None else self.shell.go("sheet")
            ),
        )
