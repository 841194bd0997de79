"""Any move of Architects: for what is irregular, for putting an event right, for answering otherwise."""

from functools import partial
from typing import Any, Final

from kivy.properties import BooleanProperty, StringProperty
from kivy.uix.gridlayout import GridLayout

from companion import words
from companion.games.architects.looks import COLOURS, FACES
from companion.games.architects.table import ArchitectsSeat, ArchitectsTable
from companion.games.tables import TableView
from companion.words.language import N_, _
from ui import theme
from ui.any_game.form import Form
from ui.any_game.pad import Body
from ui.games.architects.tiles import card_tile, token_tile
from ui.widgets.basics import Key, key, mark

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


class ArchitectsForm(Form):
    """Who, from where or which stage, paid with what."""

    spending = BooleanProperty(False)
    spent_text = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._kind, self._seat, self._from, self._spent = "take", 0, "", list[str]()
        self._kinds: dict[str, Key] = {}
        self._medals = False
        for kind, (said, icon) in KINDS.items():
            self._kinds[kind] = key("" if theme.portrait() else _(said), icon, partial(self.choose, kind=kind))
            self.ids.kinds.add_widget(self._kinds[kind])

    def open(self, table: TableView, move: Body | None) -> None:
        """Begin with a card from wherever is tapped, or with a move to put right."""
        self._kind, self._from, self._spent = "take", "", []
        self._seat = table.to_move or 0
        if move is not None and move["move"] in KINDS:
            self._kind = move["move"]
            self._seat = move.get("seat", self._seat)
            self._from = move.get("from") or move.get("stage") or ""
            # What nobody has read is to be told.
            self._spent = [face for face in move.get("spent", ()) if face in FACES]

    def show(self, table: TableView) -> None:
        """Draw what can be chosen next."""
        assert isinstance(table, ArchitectsTable)
        for kind, made in self._kinds.items():
            mark(made, chosen=kind == self._kind)
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
            self._from = "face_up" if self._kind == "progress" else ""
        if "seat" in what and what["seat"] != self._seat:
            self._seat, self._spent = what["seat"], []
            self._from = "" if self._kind == "build" else self._from
        self._from = what.get("where", self._from)
        self.again()

    def spend(self, face: str) -> None:
        """One more card was spent."""
        if len(self._spent) < _LONGEST_PAYMENT:
            self._spent.append(face)
        self.again()

    def spend_nothing(self) -> None:
        """Begin the payment again."""
        self._spent = []
        self.again()

    def finish(self, **piece: Any) -> None:
        """That is the move."""
        move: Body = {"move": self._kind} if self._kind == "reveal" else {"move": self._kind, "seat": self._seat}
        move |= piece
        if self._kind in _PAYS:
            move["spent"] = sorted(self._spent, key=list(FACES).index)
        self.done(move)

    def _show_seats(self, table: ArchitectsTable) -> None:
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
            mark(made, chosen=person.seat == self._seat)
            box.add_widget(made)

    def _show_places(self, table: ArchitectsTable) -> None:
        box = self.ids.places
        box.clear_widgets()
        for name, said in self._places(table):
            made = key(said, "", partial(self.choose, where=name), padding=(theme.dp(4), theme.dp(4)))
            mark(made, chosen=name == self._from)
            box.add_widget(made)

    def _places(self, table: ArchitectsTable) -> list[tuple[str, str]]:
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

    def _show_pieces(self, seat: ArchitectsSeat) -> None:
        box = self.ids.pieces
        box.clear_widgets()
        grid = GridLayout(cols=4 if theme.portrait() else 7, spacing=theme.dp(6))
        if self._kind == "take":
            why = "" if self._from else _("First tap where it was taken from.")
            for face in FACES:
                grid.add_widget(card_tile(face, partial(self.finish, **{"from": self._from, "card": face}), why=why))
        elif self._kind in {"progress", "reveal"}:
            for token in box(medals=self._medals):
                piece: Body = {"token": token} | ({"from": self._from} if self._kind == "progress" else {})
                grid.add_widget(token_tile(token, partial(self.finish, **piece)))
        if grid.children:
            box.add_widget(grid)
        pay = self.ids.pay
        pay.clear_widgets()
        if self._kind in _PAYS:
            for face in (
                f for c in COLOURS for f, card in FACES.items() if c == card.colour and c in _PAYS[self._kind]
            ):
                pay.add_widget(card_tile(face, partial(self.spend, face)))
        if self._kind == "build":
            ready = self._from in seat.stages
            box.add_widget(
                key(_("Build this stage"), "pillar", lambda: self.finish(stage=self._from), primary=True,
                    disabled=not ready, height=theme.dp(64), step=theme.LARGE)
            )  # fmt: skip
        elif self._kind == "end_turn":
            box.add_widget(
                key(_("End the turn"), "hourglass", self.finish, primary=True, height=theme.dp(64), step=theme.LARGE)
            )


FORM: Final = ArchitectsForm
