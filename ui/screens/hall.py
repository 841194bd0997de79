"""The tournament at this table: the round's clock, the result that each seat signs, a call for an arbiter."""

from functools import partial

from kivy.properties import ColorProperty

from companion.api.protocol import Hall, Look, ToHall, View
from companion.words.language import _
from ui import hall, theme
from ui.page import Page
from ui.sight import sees
from ui.widgets.basics import Tap, fill
from ui.widgets.declared import flags, texts


class HallRow(Tap):
    """One seat, tapped to sign: who sits there, what he has, whether he has signed."""

    label, points, icon, mark, said = texts(5)
    ink = ColorProperty(theme.CLEAR)


class HallPage(Page):
    """Everything that the table has to do with its tournament; the game itself never waits for it."""

    title, said = texts(2)
    away, called, due, arriving = flags(4)

    def show(self, view: View) -> None:
        """Draw what is drawn here, if it has changed."""
        now = self.shell.hall
        if not now.event:
            self.shell.known()
            return
        scores = hall.points(now, view)
        self._let_arrive(now, view)
        if self.same(now, scores, hall.due(now, view)):
            return
        number = (_("Round {n} of {of}") if now.of else _("Round {n}")).format(n=now.round, of=now.of)
        table = _("Table {n}").format(n=now.number)
        self.title = f"{number} · {table}" if now.round else table
        self.away, self.called, self.due = now.away, now.called, hall.due(now, view)
        self.said = self._said(scores)
        best = max(scores, default=0)
        fill(self.ids.seats, [self._row(seat, scores, best) for seat in range(len(now.seats))])

    def _let_arrive(self, now: Hall, view: View) -> None:
        """Badges are read while nothing is played here; said again each time, as the referee may have been away."""
        before = self.arriving
        self.arriving = sees(view) and (not now.round or hall.due(now, view))
        if self.arriving or before:
            self.shell.tell(Look(on=self.arriving, badges=True))

    def on_pre_leave(self, *_left: object) -> None:
        """Nobody shows badges any more."""
        if self.arriving:
            self.arriving = False
            self.shell.tell(Look(on=False))

    def _row(self, place: int, scores: tuple[int, ...], best: int) -> HallRow:
        now, seat = self.shell.hall, self.shell.hall.seats[place]
        won = seat.place == 1 if seat.place else bool(scores) and scores[place] == best
        row = HallRow(label=seat.name, points=str(scores[place]) if scores else "", icon="laurel" if won else "")
        if seat.signed or now.final:
            row.mark, row.said, row.ink = ("check", _("Signed"), theme.GOOD) if seat.signed else ("", "", theme.CLEAR)
        elif scores:
            row.mark, row.said, row.ink, row.edge = "quill", _("Sign"), theme.ACCENT, theme.ACCENT
            row.tapped = partial(self.sign, place, scores)
        return row

    def _said(self, scores: tuple[int, ...]) -> str:
        now = self.shell.hall
        if not now.round:
            return _("No round has been drawn for this table.")
        if now.final:
            return _("The result stands.")
        return _("Each player signs the result.") if scores else _("Signing begins when the game is over.")

    def sign(self, seat: int, scores: tuple[int, ...]) -> None:
        """Who sits there agrees."""
        self.shell.tell(ToHall("sign", self.shell.hall.round, seat, scores))

    def call(self) -> None:
        """An arbiter is to come."""
        if not self.called:
            self.shell.tell(ToHall("call", self.shell.hall.round))
