"""What every page has in common: it shows a view, and asks its host for all else."""

from collections.abc import Callable
from typing import Any, Final, Literal, Protocol, TypeAlias

from kivy.properties import ObjectProperty
from kivy.uix.screenmanager import Screen

from companion.api.protocol import Enrolling, Hall, Look, Preview, Reply, View
from ui import theme
from ui.asking import Told, What
from ui.battle import Fought
from ui.draft import Draft
from ui.settings import Kept
from ui.sound import Speaker
from ui.widgets.basics import Bar, Drawn, Tap

Then: TypeAlias = Callable[[Reply], object] | None
"""What is done with the referee's answer."""
Do: TypeAlias = Literal["setup", "move", "answer", "undo", "correct", "waive", "join", "end"]

_ROOMY: Final = 220
"""Less than that, in steps of the 800 x 480 screen, is no room for a sentence."""


class Host(Protocol):
    """What pages and their parts may ask of what they stand in (``ui.shell.Shell``).

    ``view``: what the referee said last; ``hall``: what a tournament says to this table; ``battle``: the last one
    fought; ``muted``: nothing sounds now; ``draft``: the set-up in the making; ``begun``: the one with which the game
    at the table began.
    """

    view: View
    hall: Hall
    battle: Fought | None
    kept: Kept
    speaker: Speaker
    muted: bool
    draft: Draft | None
    begun: Draft | None

    @property
    def page(self) -> "Page":
        """The page shown."""

    def go(self, name: str, **about: Any) -> None:
        """Show a page, about something."""

    def set_up(self, *, again: bool = False) -> None:
        """Begin a set-up: of the game that was drawn here, or set up last, or ``again`` with who is at the table."""

    def back(self) -> None:
        """Show the page that this one was gone to from, as it was left."""

    def known(self) -> None:
        """Go to the place that everybody knows: the table, or home while no game is set up."""

    def prefer(self, **changes: Any) -> None:
        """Change settings, keep them, and live by them at once."""

    def notice(self, text: str, *, bad: bool = False) -> None:
        """Say something in passing."""

    def send(self, do: Do, body: dict[str, Any], then: Then = None, refused: Then = None) -> bool:
        """Ask the referee for something, unless it is still busy with the last; whether it was asked."""

    def ask(self, what: What, body: dict[str, Any], told: Told) -> None:
        """Ask the referee for something to know; ``told`` gets the answer."""

    def tell(self, message: Any) -> None:
        """Tell the referee something that needs no answer."""

    def put_off(self) -> None:
        """Answer the open question later."""


class Page(Drawn, Screen):
    """One screen. ``open`` says what it is about when it is gone to; ``show`` draws a view, by its changes."""

    shell: Host = ObjectProperty(None)
    of_a_game = False
    """Whether the page means nothing while no game is set up: people are then led away from it."""

    def open(self, *_: Any, **about: Any) -> None:
        """Take what the page is about; called before the first ``show``."""

    def show(self, view: View) -> None:
        """Draw this view."""

    def said_at(self) -> tuple[float, float, float, float]:
        """Where something may be said in passing, for nothing is tapped there: left, bottom, width, height.

        Over the title; where the bar has no room for a sentence, below it.
        """
        bar: Any = next((widget for widget in self.walk(restrict=True) if isinstance(widget, Bar)), None)
        left, high = theme.dp(76), theme.dp(54)
        right = self.width - left
        if bar is None:
            return left, self.height - high - theme.dp(theme.GAP), right - left, high
        keys = [key.x for key in bar.walk(restrict=True) if isinstance(key, Tap) and key.x >= left and key.width > 1]
        room = min(keys, default=self.width) - theme.dp(theme.GAP) - left
        if room < theme.dp(_ROOMY):
            return left, bar.y - high - theme.dp(theme.GAP), right - left, high
        return left, bar.center_y - high / 2, room, high

    def picture(self, _preview: Preview) -> None:
        """Take what the camera sees; a page that does not look says so, should the last one have forgotten to."""
        self.shell.tell(Look(on=False))

    def enrolling(self, _now: Enrolling) -> None:
        """Take how it stands with who enrols; the business of one page alone."""

    def back(self) -> None:
        """Go to where one came from."""
        self.shell.back()
