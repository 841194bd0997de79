"""Teaching the camera a box, card by card: what is wanted next, what the camera sees, and large keys."""

from functools import partial
from typing import Any, Final

from kivy.properties import ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion import words
from companion.api.protocol import Answer, Box, Enrol, Enrolling, Look, Preview, View
from companion.games.catalogue import packages
from companion.looks.faces import face, token_icon
from companion.words.enrolment import doubt
from companion.words.language import N_, _, plural
from ui import theme
from ui.page import Page
from ui.widgets.controls import switch
from ui.widgets.declared import flags, texts

_WORKING: Final = frozenset(("camera", "clear", "lay", "doubt", "taken"))
_SAID: Final = {
    "camera": N_("One moment: the camera is being lent."),
    "clear": N_("Clear the spot under the camera."),
    "lay": N_("Lay it under the camera, its top away from you."),
    "doubt": N_("Not taken. Mend it, or take it as it is:"),
    "taken": N_("Taken. Off with the last one, and lay this one."),
}
_SOUNDS: Final = {"taken": "turn", "look": "error", "done": "end"}
_USUAL: Final = (55.0, 80.0)
"""A piece's shape (mm) where its kind has no one size."""


class FaceWanted(BoxLayout):
    """The face that is wanted next: its shape with its sign, and its name large."""

    name, icon = texts(2)
    tint = ListProperty((1, 1, 1, 1))
    shape = ListProperty(_USUAL)


class EnrolmentWork(BoxLayout):
    """While a session is on."""

    page = ObjectProperty(None, allownone=True)
    said, doubts, count = texts(3)
    doubtful, good, camera = flags(3)
    share = NumericProperty(0.0)


class EnrolmentRest(BoxLayout):
    """Before a session and after it."""

    page = ObjectProperty(None, allownone=True)
    title, detail = texts(2)
    share = NumericProperty(-1.0)
    can_begin, choosing, over = flags(3)


class EnrolmentPage(Page):
    """Drives ``companion.enrolment`` while it is shown; to leave it is to leave the session, with all pictures kept."""

    game = StringProperty(next(iter(packages())))

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._now = Enrolling("absent")
        self._known: Box | None = None
        self._work, self._rest = EnrolmentWork(), EnrolmentRest()
        self._work.page = self._rest.page = self
        self._work.ids.lens.named = False

    def open(self, *_: Any, **_about: Any) -> None:
        """Ask how it stands."""
        self._known = None
        self.shell.ask("box", {}, self._box)
        self._draw()

    def show(self, _view: View) -> None:
        """Nothing of the table is shown here; but the referee may have been away, and know of nobody here."""
        self.shell.tell(Look(on=True))
        self.shell.tell(Enrol("look"))

    def on_pre_leave(self, *_left: object) -> None:
        """Give the camera back to the table."""
        self.shell.tell(Look(on=False))
        self.shell.tell(Enrol("leave"))

    def picture(self, preview: Preview) -> None:
        """Show what the camera sees."""
        if self._now.phase in _WORKING:
            self._work.ids.lens.take(preview)

    def enrolling(self, now: Enrolling) -> None:
        """Show how it stands, and let it be heard."""
        if now.beeps > self._now.beeps and now.beep in _SOUNDS:
            self.shell.speaker.play(_SOUNDS[now.beep])
        self._now = now
        self._draw()

    def do(self, what: Any) -> None:
        """One of the keys was tapped."""
        self.shell.tell(Enrol(what, self.game if what == "begin" else ""))

    def _choose(self, game: str) -> None:
        self.game = game
        self._rest.ids.games.clear_widgets()
        for each in packages():
            made = switch(words.game_name(each), partial(self._choose, each), on=each == game, size_hint_y=1)
            self._rest.ids.games.add_widget(made)

    def _box(self, answer: Answer) -> None:
        if isinstance(answer.body, Box):
            self._known = answer.body
            self.game = answer.body.game
        self._choose(self.game)
        self._draw()

    def _draw(self) -> None:
        working = self._now.phase in _WORKING
        shown = self._work if working else self._rest
        if shown.parent is None:
            self.ids.body.clear_widgets()
            self.ids.body.add_widget(shown)
        if working:
            self._draw_work(self._now)
        else:
            self._draw_rest(self._now)

    def _draw_work(self, now: Enrolling) -> None:
        work = self._work
        work.said = _(_SAID[now.phase])
        work.doubts = doubt(now.doubts[0]) if now.doubts else ""
        work.doubtful, work.good, work.camera = now.phase == "doubt", now.phase == "taken", now.phase == "camera"
        work.share = now.have / max(1, now.of)
        work.count = f"{now.have} / {now.of}"
        wanted = work.ids.wanted
        wanted.name = words.piece(now.face) if now.face else ""
        wanted.icon, wanted.tint = _sign(now.face)
        wanted.shape = now.size or _USUAL

    def _draw_rest(self, now: Enrolling) -> None:
        rest, box = self._rest, self._known
        absent = now.phase == "absent"
        rest.can_begin = now.phase in ("begin", "done", "failed")
        rest.choosing = rest.can_begin and now.phase != "done" and (box is None or not box.path)
        rest.over = now.phase == "done"
        rest.share = now.share if now.phase == "learning" else -1.0
        folder = box.path if box is not None and box.path else "boxes/mine"
        rest.title, rest.detail = {
            "absent": (_("No camera to show cards to"), f"companion enrol {folder} --game {self.game} --camera usb:0"),
            "learning": (_("Learning the faces"), _("Every picture is kept already. The table goes on afterwards.")),
            "done": (
                plural("{n} face has a picture", "{n} faces have a picture", now.have),
                "\n".join(now.told[:2]) or _("The camera knows them from now on."),
            ),
            "failed": (_("That did not work"), words.refusal(now.told[0], now.why) if now.told else ""),
        }.get(
            now.phase,
            (
                _("Show the camera your cards"),
                _("Hang it above and near, a lamp at its side. Lay one card after the other, stop when you like."),
            ),
        )
        if absent:
            rest.detail = _("On a computer with a camera, type:") + f"\n{rest.detail}"


def _sign(name: str) -> tuple[str, theme.Rgba]:
    """A face's icon and colour."""
    game, _slash, rest = name.partition("/")
    kind, slash, which = rest.partition("/")
    if not slash:
        looks = face(game, rest) if game in packages() else None
        return (looks.icons[0], theme.FAMILIES[looks.colour]) if looks else ("card", theme.TEXT)
    if kind == "progress" and which != "back":
        return token_icon(game, which), theme.FAMILIES["green"]
    if kind in ("stage", "wonder", "board"):
        return "pillar", theme.ACCENT
    return "card" if kind == "back" else "coin", theme.MUTED
