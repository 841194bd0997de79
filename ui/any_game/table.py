"""What the pictures of all games have in common: where they stand on the page, and small things drawn in them."""

from collections.abc import Sequence
from functools import partial
from typing import Any, ClassVar, Final

from kivy.properties import (
    BooleanProperty,
    ColorProperty,
    ListProperty,
    NumericProperty,
    ObjectProperty,
    StringProperty,
)
from kivy.uix.boxlayout import BoxLayout

from companion import words
from companion.games.tables import SeatView, TableView
from companion.looks.faces import seat_colour, wonder_icon
from companion.words.facet import game_of
from ui import theme
from ui.any_game.side import card_chips, counted
from ui.page import Host
from ui.widgets.basics import Chip, Drawn, Tap, fill
from ui.widgets.declared import flags, texts
from ui.widgets.seats import Round

_NUMBER_WIDE: Final = 20
"""Steps that a number of a tally has beside its icon."""


class Picture(BoxLayout):
    """The middle of the live table's page, for one game. ``aside``: what stands in the page's head, if anything."""

    shell: Host = ObjectProperty(None)
    aside: Any = None

    def show(self, table: TableView) -> None:
        """Draw the table by its changes."""
        raise NotImplementedError

    def headline(self, table: TableView) -> tuple[str, str, str]:
        """Who is to move: an icon, the name, and what must be done."""
        if table.to_move is None:
            return "", "", ""
        duties = words.duties(table)
        icon = table.players[table.to_move].wonder or "finger"
        return icon, words.player(table, table.to_move), " · ".join(duties[:1])


class Seat(Drawn, Tap):
    """A player's place in a picture. ``active``: it is for them to decide; ``waits``: it is for somebody else."""

    active, waits = flags(2)


class AnySeat(Seat):
    """One player to be read at a glance; tapped for more."""

    label, score, icon = texts(3)
    tint = ColorProperty(theme.CLEAR)

    def show(self, table: TableView, seat: SeatView) -> None:
        """Draw this player, if anything has changed."""
        if self.same(seat, table.to_move):
            return
        game = game_of(table)
        self.label, self.score = words.player(table, seat.seat), words.signed(seat.score)
        self.icon = wonder_icon(game, seat.wonder) if seat.wonder else "pawn"
        self.tint = seat_tint(seat)
        self.active = seat.seat == table.to_move
        fill(self.ids.numbers, [Chip(icon=icon, text=text, tint=theme.ACCENT) for icon, text in counted(game, seat)])
        fill(self.ids.cards, card_chips(game, seat.cards))


class RoundPicture(Picture):
    """Seats clockwise, each a ``seat`` (a widget with ``show``, tapped for more)."""

    seat: ClassVar[type[Any]]

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._seats: list[Any] = []
        self._round = Round()
        self.add_widget(self._round)

    def show(self, table: TableView) -> None:
        """Draw the seats by their changes."""
        count = len(table.players)
        if len(self._seats) != count:
            self._seats = [self.seat(tapped=partial(self.shell.go, "seat", seat=seat)) for seat in range(count)]
            self._round.seat(list(self._seats))
        for player, made in zip(table.players, self._seats, strict=True):
            made.show(table, player)
        stand_back(self._seats)


def stand_back(seats: Sequence[Seat]) -> None:
    """While only some decide, all others are dimmed: whose turn it is can be told from a metre."""
    for made in seats:
        made.waits = not made.active and any(other.active for other in seats)


class AnyPicture(RoundPicture):
    """In the head what lies in the middle."""

    seat = AnySeat

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self.aside = BoxLayout(size_hint_x=None, width=theme.dp(176), spacing=theme.dp(6))

    def show(self, table: TableView) -> None:
        """Draw the table by its changes."""
        super().show(table)
        numbers = counted(game_of(table), table)
        fill(self.aside, [Chip(icon=icon, text=text, tint=theme.MUTED) for icon, text in numbers])


class Tally(BoxLayout):
    """How many of each of a few things: icons with their numbers, as large as fits, no zeros.

    ``side``: an icon's side at most, in steps. ``steady``: each thing keeps its column and is dim where there is none,
    so that two tallies can stand over each other.
    """

    step = NumericProperty(theme.BODY)
    side = NumericProperty(26)
    steady = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._shown: Any = None
        for name in ("step", "side", "width"):
            self.fbind(name, self._share)

    def count(self, icons: dict[str, tuple[str, Any]], numbers: dict[str, int]) -> None:
        """Show ``numbers`` by name; ``icons``: each name's icon and tint, in order."""
        told = [(*icon, numbers.get(name, 0)) for name, icon in icons.items() if self.steady or numbers.get(name)]
        if told == self._shown:
            return
        self._shown = told
        # Of a chip that is there already only what has changed is drawn anew.
        for _ in range(len(told), len(self.children)):
            self.remove_widget(self.children[0])
        for _ in range(len(self.children), len(told)):
            self.add_widget(Chip(size_hint_x=1 if self.steady else None))
        for chip, (icon, tint, number) in zip(reversed(self.children), told, strict=True):
            chip.icon, chip.tint = icon, tint
            chip.text, chip.opacity = (str(number), 1.0) if number else ("", 0.4)
        self._share()

    def _share(self, *_changed: object) -> None:
        """As much for each as there is."""
        whole = self.width / theme.dp(100) * 100
        wide = min(self.side + _NUMBER_WIDE, whole / max(1, len(self.children)))
        for chip in self.children:
            chip.step, chip.side, chip.spacing = self.step, min(self.side, wide - _NUMBER_WIDE * 0.8), theme.dp(2)
            if not self.steady:
                chip.width = wide * theme.dp(100) / 100


class Pip(BoxLayout):
    """One stage of a wonder: built or not, with its number."""

    lit = BooleanProperty(False)
    number = StringProperty("")


class Pips(BoxLayout):
    """The stages of a wonder in building order: ``lit`` says of each whether it is built."""

    lit = ListProperty()

    def on_lit(self, _pips: object, lit: list[bool]) -> None:
        """One pip a stage."""
        if len(self.children) != len(lit):
            fill(self, [Pip(number=str(place + 1)) for place in range(len(lit))])
        for pip, built in zip(self.children[::-1], lit, strict=True):
            pip.lit = built


def seat_tint(seat: SeatView) -> Any:
    """The colour by which a player is known: of its wonder, or of its seat."""
    return theme.WONDERS.get(seat.wonder, theme.FAMILIES[seat_colour(seat.seat)])


def named_city(seat: SeatView, label: str, game: str) -> str:
    """The wonder of a player who is called by a name; empty where the wonder is the name."""
    city = words.wonder(seat.wonder, game)
    return "" if city == label else city


def families(colours: tuple[str, ...]) -> dict[str, tuple[str, Any]]:
    """The icon and the tint of each card colour."""
    return {colour: (colour, theme.FAMILIES[colour]) for colour in colours}


TABLE: Final = AnyPicture
