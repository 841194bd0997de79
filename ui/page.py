"""What every page has in common: it shows a view, and asks the shell for all else."""

from typing import TYPE_CHECKING, Any

from kivy.properties import ObjectProperty
from kivy.uix.screenmanager import Screen

from companion.api.protocol import Enrolling, Look, Preview, View

if TYPE_CHECKING:
    from ui.shell import Shell


class Page(Screen):
    """One screen. ``open`` says what it is about when it is gone to; ``show`` draws a view, by its changes."""

    shell: "Shell" = ObjectProperty(None)
    of_a_game = False
    """Whether the page means nothing while no game is set up: people are then led away from it."""

    def open(self, *_: Any, **about: Any) -> None:
        """Take what the page is about; called before the first ``show``."""

    def show(self, view: View) -> None:
        """Draw this view."""

    def picture(self, _preview: Preview) -> None:
        """Take what the camera sees; a page that does not look says so, should the last one have forgotten to."""
        self.shell.tell(Look(on=False))

    def enrolling(self, _now: Enrolling) -> None:
        """Take how it stands with who enrols; the business of one page alone."""

    def back(self) -> None:
        """Go to where one expects to come from here."""
        self.shell.known()
