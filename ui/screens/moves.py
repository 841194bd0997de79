"""The move pad's page: what is to be entered, the game's own pad, and the way to what is irregular."""

from typing import Any

from companion.api.protocol import Reply, View
from companion.games.tables import TableView
from ui.any_game.pad import Body, Pad
from ui.catalogue import part
from ui.page import Page
from ui.widgets.basics import fill
from ui.widgets.declared import texts


class MovesPage(Page):
    """A tap on the pad sends exactly one move; when nothing is left to be entered, it leads back to the table."""

    of_a_game = True
    who, icon, duty = texts(3)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._game = ""
        self._about: dict[str, Any] = {}
        self.pad: Pad | None = None
        self._awaited: int | None = None
        self._before: TableView | None = None

    def open(self, **about: Any) -> None:
        """Begin with the first thing to do, or with what was tapped on the table."""
        self._awaited, self._about = None, about
        if self.pad is not None:
            self.pad.open(**about)

    def show(self, view: View) -> None:
        """Sort the moves anew when they have changed."""
        table = view.table
        if table is None or table.finished or not view.game:
            self.shell.known()
            return
        if self.pad is None or self._game != view.game:
            self._game = view.game
            self.pad = part(view.game, "pad").PAD(shell=self.shell, play=self.play)
            fill(self.ids.pad, (self.pad,))
            self.pad.open(**self._about)
        if self._done(view, table, self.pad):
            self.shell.known()
            return
        self.icon, self.who, self.duty = self.pad.headline(table)
        self.pad.show(table, view.seq)

    def play(self, move: Body) -> None:
        """This was done."""
        self._before = self.shell.view.table
        self.shell.send("move", move, self._played)

    def _played(self, reply: Reply) -> None:
        if self.shell.page is self:
            self._awaited = reply.seq
            self.show(self.shell.view)

    def _done(self, view: View, table: TableView, pad: Pad) -> bool:
        if self._awaited is None or view.seq < self._awaited or self._before is None:
            return False
        self._awaited = None
        return pad.done(self._before, table)
