"""The live table of Architects: every side of it at a glance, the conflict tokens, the tokens to be won."""

from typing import Any, Final

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion import words
from companion.games.architects.looks import COLOURS, FACES, TOKEN_ICONS, UNREAD
from companion.games.architects.table import ArchitectsSeat, ArchitectsTable
from companion.games.tables import TableView
from ui import theme
from ui.any_game.table import Picture, families
from ui.widgets.basics import Chip, Icon, Panel, Tap, Text
from ui.widgets.seats import Round

_TOKENS_SHOWN = 6


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
        self._shown: tuple[ArchitectsSeat, bool] | None = None
        self._stages: dict[str, Stage] = {}

    def show(self, table: TableView, seat: ArchitectsSeat, *, active: bool) -> None:
        """Draw this player, if anything of it has changed."""
        if self._shown == (seat, active):
            return
        self._shown = (seat, active)
        self.wonder, self.label, self.score = seat.wonder, words.player(table, seat.seat), str(seat.score)
        self.shields, self.military, self.cat, self.active = str(seat.shields), str(seat.military), seat.cat, active
        self.progress = [TOKEN_ICONS.get(token, "question") for token in seat.progress] + ["medal"] * len(seat.medals)
        numbers = dict.fromkeys(COLOURS, 0)
        for card, count in seat.cards.items():
            numbers[FACES[card].colour] += count
        self.ids.colours.count(families(COLOURS), numbers)
        self._show_stages(seat)

    def _show_stages(self, seat: ArchitectsSeat) -> None:
        if list(self._stages) != list(seat.stages):
            self.ids.stages.clear_widgets()
            self._stages = {stage: Stage(number=words.stage_number(stage)) for stage in seat.stages}
            for widget in self._stages.values():
                self.ids.stages.add_widget(widget)
        for stage, widget in self._stages.items():
            widget.built, widget.open = seat.stages[stage], stage in seat.buildable

    def on_progress(self, _card: object, icons: list[str]) -> None:
        """One small icon a token."""
        row = self.ids.progress
        row.clear_widgets()
        for name in icons[:_TOKENS_SHOWN]:
            row.add_widget(Icon(name=name, tint=theme.ACCENT, size_hint_x=None, width=theme.dp(20)))
        if len(icons) > _TOKENS_SHOWN:
            row.add_widget(Text(text=f"+{len(icons) - _TOKENS_SHOWN}", step=theme.SMALL, color=theme.ACCENT))


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


class ArchitectsPicture(Picture):
    """Seats clockwise; above them what lies in the middle."""

    central = StringProperty("")
    discard = StringProperty("")
    stack = StringProperty("")
    cat_free = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._cards: list[SeatCard] = []
        self._face_up: tuple[str, ...] | None = None
        self._conflict = Conflict()
        self._round = Round()
        self.add_widget(self._round)

    def aside(self) -> Conflict:
        """The conflict tokens."""
        return self._conflict

    def show(self, table: TableView) -> None:
        """Draw the table by its changes."""
        assert isinstance(table, ArchitectsTable)
        if len(self._cards) != len(table.players):
            self._seat(len(table.players))
        for seat, card in zip(table.players, self._cards, strict=True):
            card.show(table, seat, active=seat.seat == table.to_move)
        self._conflict.show(table.battle_tokens, table.peace_tokens)
        self.central, self.discard, self.stack = str(table.central_deck), str(table.discard), str(table.stack)
        self.cat_free = table.cat_holder is None
        if table.face_up != self._face_up:
            self._face_up = table.face_up
            self._show_tokens(table.face_up)

    def _show_tokens(self, face_up: tuple[str, ...]) -> None:
        row = self.ids.face_up
        row.clear_widgets()
        for token in face_up:
            tint = theme.MUTED if token == UNREAD else theme.ACCENT
            row.add_widget(
                Chip(icon=TOKEN_ICONS.get(token, "question"), text=words.token(token), tint=tint, step=theme.SMALL)
            )

    def _seat(self, count: int) -> None:
        self._cards = [SeatCard() for _seat in range(count)]
        for seat, card in enumerate(self._cards):
            card.bind(on_release=lambda _card, seat=seat: self.shell.go("seat", seat=seat, back="table"))
        self._round.seat(list(self._cards))


TABLE: Final = ArchitectsPicture
