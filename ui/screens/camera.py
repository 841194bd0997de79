"""What the camera sees: the live picture with all that was found in it, and whether everything needed is seen."""

from typing import TYPE_CHECKING, Any

from kivy.clock import Clock
from kivy.properties import ColorProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion import words
from companion.api.protocol import Look, Outline, Preview, View
from companion.words.language import _
from ui import theme
from ui.page import Page
from ui.sight import all_set, rows, sure
from ui.widgets.basics import fill
from ui.widgets.declared import flags, texts

if TYPE_CHECKING:
    from ui.widgets.lens import Lens

_STALE_SECONDS = 3.0
"""Without a new picture for so long, the last one no longer shows what is."""
_ICONS = {"good": "check", "note": "question", "bad": "warning"}


class SightRow(BoxLayout):
    """One thing that was looked at."""

    icon, text, mend = texts(3)
    tint = ColorProperty(theme.CLEAR)


class CameraPage(Page):
    """Looks for as long as it is shown. ``near``: the mat that is shown from near, -1: the whole table.

    ``seen``: there is a picture; ``ready``: and everything needed is in it.
    """

    seen, ready = flags(2)
    verdict, told = texts(2)
    near = NumericProperty(-1)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._preview: Preview | None = None
        self._stale = Clock.create_trigger(lambda _s: self._lost(), _STALE_SECONDS)
        self._lens: Lens = self.ids.lens
        self._lens.bind(on_touched=lambda _lens, what: self._touched(what))

    def open(self, *_: Any, **_about: Any) -> None:
        """The whole table first; the last picture may be long ago."""
        self.near = -1
        self._lost()

    def show(self, view: View) -> None:
        """Say again that somebody looks: the referee may have been away."""
        self._look()
        self._judge(view)

    def picture(self, preview: Preview) -> None:
        """Show what the camera sees."""
        self._preview = preview
        self._lens.faded = False
        self._lens.take(preview)
        self._stale.cancel()
        self._stale()
        self._judge(self.shell.view)

    def on_pre_leave(self, *_left: object) -> None:
        """Nobody looks any more."""
        self._stale.cancel()
        self.shell.tell(Look(on=False))

    def whole(self) -> None:
        """Show the whole table again."""
        self.near = -1
        self._choose(None)
        self._look()

    def _look(self) -> None:
        self.shell.tell(Look(on=True, mat=None if self.near < 0 else int(self.near)))

    def _lost(self) -> None:
        self._preview = None
        self._lens.faded = True
        self._choose(None)
        self._judge(self.shell.view)

    def _touched(self, what: int | Outline) -> None:
        if isinstance(what, Outline):
            self._choose(what)
        elif self.shell.view.table is not None:
            self.near = what
            self._look()

    def _choose(self, piece: Outline | None) -> None:
        self._lens.chosen = piece
        if piece is None:
            self.told = ""
        elif not piece.face:
            self.told = _("No enrolled face looks like this.")
        else:
            self.told = f"{words.piece(piece.face)}: {sure(piece.probability)}"

    def _judge(self, view: View) -> None:
        found = rows(view, self._preview)
        self.seen = self._preview is not None
        self.ready = self.seen and all_set(found)
        self.verdict = _("All set") if self.ready else _("Not yet") if self.seen else _("No picture")
        if self.same(found):
            return
        tints = {"good": theme.GOOD, "note": theme.ACCENT, "bad": theme.BAD}
        fill(self.ids.rows, [SightRow(icon=_ICONS[v], tint=tints[v], text=text, mend=mend) for v, text, mend in found])
        self.ids.rows.add_widget(Widget())
