"""The board on phones: one code for everybody who watches, and one a seat for the phone that may answer for it."""

from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.properties import BooleanProperty, NumericProperty

from companion import words
from companion.api.protocol import Answer, Pairing, View
from companion.words.language import _
from companion.words.victory import cities
from ui import theme
from ui.page import Page
from ui.widgets.basics import Key, key, mark
from ui.widgets.declared import texts

WATCHERS = -1
"""In the place of a seat: everybody."""
LENDER = -2
"""In the place of a seat: the phone that lends the table its camera."""


class PhonesPage(Page):
    """Tap who the phone is for; scan what is shown."""

    chosen = NumericProperty(WATCHERS)
    served = BooleanProperty(False)
    address, shown, title, detail = texts(4)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._keys: dict[int, Key] = {}
        self._lends = ""
        self._expire = Clock.create_trigger(lambda _s: self._expired(), 1)

    def open(self) -> None:
        """Begin with the code for everybody."""
        self._state = None
        self.chosen = WATCHERS
        if self.shell.view.board:
            self.shell.ask("pair", {"camera": True}, self._lent)

    def show(self, view: View) -> None:
        """Draw who can be chosen, if it has changed."""
        names = tuple(words.player(view.table, seat.seat) for seat in cities(view.table)) if view.table else ()
        finished = view.table is None or view.table.finished
        if self.same(view.board, names, finished, self._lends):
            return
        self.served, self.address = bool(view.board), view.board
        seats = self.ids.seats
        seats.clear_widgets()
        self._keys = {}
        playing = view.table is not None and not finished and self.served
        if playing or self._lends:
            self._add(WATCHERS, _("Everybody"), "phone", theme.TEXT)
        if self._lends:
            self._add(LENDER, _("Camera"), "camera", theme.TEXT)
        if view.table is not None and playing:
            for player, name in zip(cities(view.table), names, strict=True):
                tint = theme.WONDERS.get(player.wonder, theme.ACCENT)
                self._add(player.seat, name, player.wonder or "capital", tint)
        self.choose(WATCHERS)

    def _add(self, seat: int, name: str, icon: str, tint: theme.Rgba) -> None:
        made = key(name, icon, partial(self.choose, seat), tint=tint)
        self._keys[seat] = made
        self.ids.seats.add_widget(made)

    def choose(self, seat: int) -> None:
        """Show the code for everybody, or have one made for a seat."""
        self.chosen = seat
        self._expire.cancel()
        for place, made in self._keys.items():
            mark(made, chosen=place == seat)
        view = self.shell.view
        if seat == LENDER:
            self.shown, self.title = self._lends, _("A phone as the camera")
            self.detail = _(
                "Open it on the phone that looks at the table. Its browser warns once: the certificate is ours."
            )
            return
        if seat == WATCHERS or view.table is None:
            self.shown = self.address
            self.title = _("Watch on a phone") if self.served else _("No board for phones")
            self.detail = (
                _("Scan the code: no app, no internet. The phone must be in the same network as this table.")
                if self.served
                else _("The board is not served here. Start the companion with the board, then phones can watch.")
            )
            return
        name = words.player(view.table, seat)
        self.shown, self.title, self.detail = "", _("The phone of {player}").format(player=name), _("One moment …")
        self.shell.ask("pair", {"seat": seat}, partial(self._told, seat))

    def _lent(self, answer: Answer) -> None:
        """Whether a phone can lend its camera here, and where."""
        self._lends = answer.body.address if isinstance(answer.body, Pairing) else ""
        self.show(self.shell.view)

    def _told(self, seat: int, answer: Answer) -> None:
        if seat != self.chosen:
            return
        if not isinstance(answer.body, Pairing):
            self.detail = words.refusal(answer.error, answer.why)
            return
        self.shown = answer.body.address
        minutes = max(1, round(answer.body.seconds / 60))
        self.detail = _("It may answer this player's questions. The code is good once, for {n} min.").format(n=minutes)
        self._expire.timeout = answer.body.seconds
        self._expire()

    def _expired(self) -> None:
        """A code that is no longer good is not shown."""
        self.choose(WATCHERS)

    def on_leave(self) -> None:
        """Nobody else scans it."""
        self._expire.cancel()
