"""The live table: every seat, whose turn it is, what must be done now, and the ways on."""

from typing import Any

from kivy.properties import BooleanProperty, ColorProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion import words
from companion.api.protocol import SeatView, TableView, View
from companion.looks.architects import CARDS, COLOURS, TOKEN_ICONS, UNREAD
from companion.words.language import _
from ui import theme
from ui.page import Page, load
from ui.widgets import Chip, Icon, Panel, Tap, Text


class SeatCard(Tap):
    """One player's side of the table, to be read at a glance; tapped for more."""

    wonder = StringProperty("")
    label = StringProperty("")
    score = StringProperty("")
    shields = StringProperty("0")
    military = StringProperty("0")
    progress = ListProperty()
    cat = BooleanProperty(False)
    active = BooleanProperty(False)
    tall = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._shown: tuple[SeatView, bool] | None = None
        self._stages: dict[str, Stage] = {}
        self._colours: dict[str, Chip] = {}
        for colour in COLOURS:
            self._colours[colour] = Chip(icon=colour, text="0", tint=theme.FAMILIES[colour], side=15)
            self.ids.colours.add_widget(self._colours[colour])

    def show(self, table: TableView, seat: SeatView, *, active: bool) -> None:
        """Draw this player, if anything of it has changed."""
        if self._shown == (seat, active):
            return
        self._shown = (seat, active)
        self.wonder, self.label, self.score = seat.wonder, words.player(table, seat.seat), str(seat.score)
        self.shields, self.military, self.cat, self.active = str(seat.shields), str(seat.military), seat.cat, active
        self.progress = [TOKEN_ICONS.get(token, "question") for token in seat.progress] + ["medal"] * len(seat.medals)
        for colour, chip in self._colours.items():
            count = sum(n for face, n in seat.cards.items() if CARDS.get(face) == colour)
            chip.text, chip.opacity = str(count), 1.0 if count else 0.45
        if list(self._stages) != list(seat.stages):
            self.ids.stages.clear_widgets()
            self._stages = {stage: Stage(number=words.stage_number(stage)) for stage in seat.stages}
            for widget in self._stages.values():
                self.ids.stages.add_widget(widget)
        for stage, widget in self._stages.items():
            widget.built, widget.open = seat.stages[stage], stage in seat.buildable

    def on_tall(self, _card: object, tall: bool) -> None:  # noqa: FBT001 - Kivy calls it with the value
        """Where there is room, symbols grow too."""
        for chip in self._colours.values():
            chip.side, chip.step = (24, theme.LARGE) if tall else (15, theme.BODY)

    def on_progress(self, _card: object, icons: list[str]) -> None:
        """One small icon a token."""
        row = self.ids.progress
        row.clear_widgets()
        for name in icons[:6]:
            row.add_widget(Icon(name=name, tint=theme.ACCENT, size_hint_x=None, width=theme.dp(20)))
        if len(icons) > 6:
            row.add_widget(Text(text=f"+{len(icons) - 6}", step=theme.SMALL, color=theme.ACCENT))


class Stage(Panel):
    """One stage of a wonder: built, to be built now, or waiting."""

    number = StringProperty("")
    built = BooleanProperty(False)
    open = BooleanProperty(False)


class Conflict(BoxLayout):
    """The conflict tokens: so many battle, so many peace."""

    battle = NumericProperty(-1)
    peace = NumericProperty(-1)

    def show(self, battle: int, peace: int) -> None:
        """Draw them, if they have changed."""
        if (battle, peace) == (self.battle, self.peace):
            return
        self.battle, self.peace = battle, peace
        self.clear_widgets()
        for k in range(battle + peace):
            lit = k < battle
            self.add_widget(
                Icon(name="swords" if lit else "dove", tint=theme.BAD if lit else theme.GOOD, size_hint_x=None,
                     width=theme.dp(30))
            )  # fmt: skip
        self.width = theme.dp(34) * (battle + peace)


class TablePage(Page):
    """Everything at a glance. Seats are drawn clockwise, in rows."""

    who = StringProperty("")
    who_wonder = StringProperty("")
    duty = StringProperty("")
    duty_tint = ColorProperty(theme.ACCENT)
    more_duties = StringProperty("")
    central = StringProperty("")
    discard = StringProperty("")
    stack = StringProperty("")
    cat_free = BooleanProperty(False)
    trouble = StringProperty("")
    camera = ColorProperty(theme.MUTED)
    asked = BooleanProperty(False)
    finished = BooleanProperty(False)
    revealing = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._cards: list[SeatCard] = []
        self._face_up: tuple[str, ...] | None = None

    def show(self, view: View) -> None:
        """Draw the table by its changes."""
        table = view.table
        if table is None:
            return
        if len(self._cards) != len(table.players):
            self._lay_out(len(table.players))
        for seat, card in zip(table.players, self._cards, strict=True):
            card.show(table, seat, active=seat.seat == table.to_move)
        self.ids.conflict.show(table.battle_tokens, table.peace_tokens)
        self._show_turn(table)
        self._show_middle(table)
        self._show_health(view)
        self.asked = view.question is not None
        self.finished = table.finished

    def _show_turn(self, table: TableView) -> None:
        if table.to_move is None:
            self.who, self.who_wonder, self.duty = _("The game is over"), "laurel", _("See the result")
            self.more_duties = ""
            return
        self.who, self.who_wonder = words.player(table, table.to_move), table.players[table.to_move].wonder
        duties = [words.obligation(line) for line in table.obligations]
        self.duty = duties[0] if duties else _("May go on, or end the turn")
        self.duty_tint = theme.ACCENT if duties else theme.GOOD
        self.more_duties = f"+{len(duties) - 1}" if len(duties) > 1 else ""

    def _show_middle(self, table: TableView) -> None:
        self.central, self.discard, self.stack = str(table.central_deck), str(table.discard), str(table.stack)
        self.cat_free = table.cat_holder is None
        self.revealing = UNREAD in table.face_up
        if table.face_up == self._face_up:
            return
        self._face_up = table.face_up
        row = self.ids.face_up
        row.clear_widgets()
        for token in table.face_up:
            tint = theme.MUTED if token == UNREAD else theme.ACCENT
            row.add_widget(
                Chip(icon=TOKEN_ICONS.get(token, "question"), text=words.token(token), tint=tint, step=theme.SMALL)
            )

    def _show_health(self, view: View) -> None:
        down = [part.name for part in view.parts if part.state == "down"]
        vision = next((part.state for part in view.parts if part.name == "vision"), "absent")
        self.trouble = view.camera or ", ".join(down)
        if view.audits and not self.trouble:
            self.trouble = _("Table and record differ")
        trouble = bool(view.camera) or vision == "down"
        self.camera = theme.BAD if trouble else theme.GOOD if vision == "up" else theme.MUTED

    def _lay_out(self, players: int) -> None:
        seats = self.ids.seats
        seats.clear_widgets()
        self._cards = [SeatCard() for _seat in range(players)]
        rows = 1 if players <= 3 else 2
        upper = -(-players // rows)
        for start, end in ((0, upper), (upper, players)):
            if start < end:
                row = BoxLayout(spacing=theme.dp(theme.GAP))
                for seat in range(start, end):
                    card = self._cards[seat]
                    card.bind(on_release=lambda _card, seat=seat: self.shell.go("seat", seat=seat, back="table"))
                    row.add_widget(card)
                seats.add_widget(row)

    def undo(self) -> None:
        """Take the last move back."""
        self.shell.send("undo", {}, lambda _reply: self.shell.notice(_("Taken back.")))


load(__file__)
