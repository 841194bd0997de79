"""Any move at all, piece by piece: for what is irregular, for putting an event right, for answering otherwise."""

from functools import partial
from typing import TYPE_CHECKING, Any, Final

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from companion import words
from companion.api.protocol import SeatView, TableView, View
from companion.looks.architects import CARDS, COLOURS, EVERY_TOKEN, TOKENS
from companion.words.language import N_, _
from ui import theme
from ui.page import Page, load
from ui.widgets import Key, card_tile, key, token_tile

if TYPE_CHECKING:
    from ui.pads.pad import Body

KINDS: Final = {
    "take": (N_("Card"), "deck"),
    "build": (N_("Stage"), "pillar"),
    "progress": (N_("Token"), "gear"),
    "reveal": (N_("New token"), "question"),
    "end_turn": (N_("Turn ends"), "hourglass"),
}
"""What can be composed: its name and icon."""
_PAYS: Final = {"build": ("grey", "yellow"), "progress": ("green",)}
_LONGEST_PAYMENT = 4


class ComposePage(Page):
    """Who, from where or which stage, paid with what; the last tap sends it."""

    title = StringProperty("")
    spending = BooleanProperty(False)
    spent_text = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._correct: int | None = None
        self._question: int | None = None
        self._kind, self._seat, self._from, self._spent = "take", 0, "left", list[str]()
        self._kinds: dict[str, Key] = {}
        self._medals = False
        for kind, (said, icon) in KINDS.items():
            self._kinds[kind] = key(_(said), icon, partial(self.choose, kind=kind))
            self.ids.kinds.add_widget(self._kinds[kind])

    def open(self, *, correct: int | None = None, question: int | None = None) -> None:
        """Compose a move: in the place of the event ``correct``, or as the answer to ``question``, or just so."""
        self._correct, self._question = correct, question
        view = self.shell.view
        table = view.table
        self._kind, self._from, self._spent = "take", "left", []
        self._seat = (table.to_move or 0) if table is not None else 0
        entry = next((entry for entry in view.log if entry.seq == correct), None)
        if entry is not None and entry.move is not None:
            # Most likely only one thing about it was wrong.
            self._kind = entry.move["move"]
            self._seat = entry.move.get("seat", self._seat)
            self._from = entry.move.get("from") or entry.move.get("stage") or "left"
            self._spent = list(entry.move.get("spent", ()))
        self.title = _("Put event {n} right").format(n=correct) if correct is not None else _("What really happened?")

    def show(self, view: View) -> None:
        """Draw what can be chosen next."""
        table = view.table
        if table is None or (self._correct is None and table.finished):
            self.shell.known()
            return
        for kind, made in self._kinds.items():
            _mark(made, chosen=kind == self._kind)
        self._seat = min(self._seat, len(table.players) - 1)
        self._medals = bool(table.medals)
        self._show_seats(table)
        self._show_places(table)
        self._show_pieces(table.players[self._seat])
        self.spending = self._kind in _PAYS
        self.spent_text = words.spent(self._spent) if self._spent else _("nothing spent")

    def choose(self, **what: Any) -> None:
        """Choose a ``kind``, a ``seat`` or a place (``where``)."""
        if "kind" in what and what["kind"] != self._kind:
            self._kind, self._spent = what["kind"], []
            self._from = {"take": "left", "progress": "face_up"}.get(self._kind, "")
        if "seat" in what and what["seat"] != self._seat:
            self._seat, self._spent = what["seat"], []
            self._from = "" if self._kind == "build" else self._from
        self._from = what.get("where", self._from)
        self.show(self.shell.view)

    def spend(self, face: str) -> None:
        """One more card was spent."""
        if len(self._spent) < _LONGEST_PAYMENT:
            self._spent.append(face)
        self.show(self.shell.view)

    def spend_nothing(self) -> None:
        """Begin the payment again."""
        self._spent = []
        self.show(self.shell.view)

    def done(self, **piece: Any) -> None:
        """That is the move: send it as what it is for."""
        move: Body = {"move": self._kind} if self._kind == "reveal" else {"move": self._kind, "seat": self._seat}
        move |= piece
        if self._kind in _PAYS:
            move["spent"] = sorted(self._spent, key=list(CARDS).index)
        if self._correct is not None:
            self.shell.send("correct", {"seq": self._correct, "move": move}, lambda _reply: self.shell.go("log"))
        elif self._question is not None:
            body = {"question": self._question, "moves": [move]}
            self.shell.send("answer", body, lambda _reply: self.shell.known())
        else:
            self.shell.send("move", move, lambda _reply: self.shell.known())

    def back(self) -> None:
        """Where one came from."""
        self.shell.go("log") if self._correct is not None else self.shell.known()

    def _show_seats(self, table: TableView) -> None:
        box = self.ids.seats
        box.clear_widgets()
        if self._kind == "reveal":
            return
        for person in table.players:
            label = words.player(table, person.seat)
            made = key(
                label, person.wonder if len(table.players) < 6 else "", partial(self.choose, seat=person.seat),
                tint=theme.WONDERS.get(person.wonder, theme.TEXT), padding=(theme.dp(6), theme.dp(4)),
            )  # fmt: skip
            _mark(made, chosen=person.seat == self._seat)
            box.add_widget(made)

    def _show_places(self, table: TableView) -> None:
        box = self.ids.places
        box.clear_widgets()
        for name, said in self._places(table):
            made = key(said, "", partial(self.choose, where=name), padding=(theme.dp(4), theme.dp(4)))
            _mark(made, chosen=name == self._from)
            box.add_widget(made)

    def _places(self, table: TableView) -> list[tuple[str, str]]:
        players = len(table.players)
        if self._kind == "take":
            own = {self._seat, (self._seat - 1) % players}
            others = [f"holder:{seat}" for seat in range(players) if seat not in own]
            # There may be eight of them in a row: short words.
            near = [("left", words.source("left")), ("right", words.source("right")), ("central", _("Centre"))]
            return near + [(name, words.source(name, table)) for name in others]
        if self._kind == "build":
            stages = table.players[self._seat].stages
            return [(stage, _("stage {n}").format(n=words.stage_number(stage))) for stage in stages]
        if self._kind == "progress":
            return [("face_up", _("face up")), ("stack", _("from the stack"))]
        return []

    def _show_pieces(self, seat: SeatView) -> None:
        box = self.ids.pieces
        box.clear_widgets()
        grid = GridLayout(cols=7, spacing=theme.dp(6))
        if self._kind == "take":
            for face in CARDS:
                grid.add_widget(card_tile(face, partial(self.done, **{"from": self._from, "card": face})))
        elif self._kind in {"progress", "reveal"}:
            for token in EVERY_TOKEN if self._medals else TOKENS:
                piece: Body = {"token": token} | ({"from": self._from} if self._kind == "progress" else {})
                grid.add_widget(token_tile(token, partial(self.done, **piece)))
        if grid.children:
            box.add_widget(grid)
        pay = self.ids.pay
        pay.clear_widgets()
        if self._kind in _PAYS:
            for face in (f for c in COLOURS for f, colour in CARDS.items() if c == colour and c in _PAYS[self._kind]):
                pay.add_widget(card_tile(face, partial(self.spend, face)))
        if self._kind == "build":
            ready = self._from in seat.stages
            box.add_widget(
                key(_("Build this stage"), "pillar", lambda: self.done(stage=self._from), primary=True,
                    disabled=not ready, height=theme.dp(64), step=theme.LARGE)
            )  # fmt: skip
        elif self._kind == "end_turn":
            box.add_widget(
                key(_("End the turn"), "hourglass", self.done, primary=True, height=theme.dp(64), step=theme.LARGE)
            )


def _mark(made: Key, *, chosen: bool) -> None:
    made.edge = theme.ACCENT if chosen else theme.CLEAR
    made.shade = theme.GLOW if chosen else theme.RAISED


load(__file__)
