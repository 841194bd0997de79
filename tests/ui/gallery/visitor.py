"""A person who walks from screen to screen with a finger, in whatever language and theme the screen is in."""

from typing import TYPE_CHECKING, Any, NamedTuple

from companion.api.protocol import FromReferee, Hall, View
from companion.words.language import _
from tests.ui.gallery.album import Album
from tests.ui.gallery.measure import faults
from tests.ui.gallery.scenes import scene
from tests.ui.gallery.stage import Stage
from tests.ui.pilot import Pilot, pixels

if TYPE_CHECKING:
    from collections.abc import Callable


class Stop(NamedTuple):
    """A screen: the ``name`` of its picture, the scene in which it is seen, and the ``walk`` there.

    One starts at the table, or at home where the scene has none.
    """

    name: str
    scene: str
    walk: "Callable[[Visitor], None]"


class Visitor:
    """Walks, and looks closely. ``faults``: what was wrong; ``pages``: those seen; ``pictures``: how many taken."""

    def __init__(self, pilot: Pilot, stage: Stage, album: Album | None) -> None:
        self.pilot, self.stage = pilot, stage
        self.faults: list[str] = []
        self.pages: set[str] = set()
        self.pictures = 0
        self._album = album

    # Walking

    @property
    def page(self) -> Any:
        """The page shown."""
        return self.pilot.shell.page

    def press(self, english: str, to: str = "") -> None:
        """Tap what says this (in the screen's language), or what has the icon of this name, once it is there.

        ``to``: the page to which that leads, and for which is waited.
        """
        self.pilot.until(lambda: self.pilot.offers(_(english)))
        self.pilot.press(_(english))
        if to:
            self.on(to)

    def tap(self, target: Any) -> None:
        """Tap this widget."""
        self.pilot.tap(target)

    def say(self, message: FromReferee) -> None:
        """The referee says something, and the screen has heard it."""
        self.stage.say(message)
        shell = self.pilot.shell
        if isinstance(message, View):
            self.pilot.until(lambda: shell.view is message)
        elif isinstance(message, Hall):
            self.pilot.until(lambda: shell.hall is message)
        self.pilot.settle()

    def on(self, page: str) -> None:
        """Wait until this page is shown."""
        self.pilot.until(lambda: self.page.name == page)
        self.pilot.settle()

    def visit(self, stop: Stop, language: str, theme: str) -> None:
        """Go there, and look."""
        where = f"{language} {theme} {stop.name}"
        shell = self.pilot.shell
        view = scene(stop.scene)
        if shell.hall.event:
            self.say(Hall())
        if shell.view is view:
            shell.known()
        else:
            self.say(scene("nothing"))
            shell.known()
        shell.prefer(language=language, theme=theme)
        if shell.view is not view:
            self.say(view)
        try:
            stop.walk(self)
            self.pilot.settle()
        except AssertionError as lost:
            self.faults.append(f"{where}: {lost}")
            return
        self.pages.add(self.page.name)
        self.pilot.frames(2)
        drawn = pixels()
        self.faults += [f"{where}: {fault}" for fault in faults(self.pilot, drawn)]
        if self._album is not None:
            self._album.add(drawn, language, theme, stop.name)
            self.pictures += 1
