"""What a table shows of its tournament: the clock of the round, the signing, a hub that is away."""

from functools import partial
from time import monotonic

from msgspec.structs import replace

from companion.api.protocol import Hall, HallSeat
from tests.ui.gallery.visitor import Stop, Visitor

LEFT = 1398.0
"""Seconds of the round."""


def drawn(visitor: Visitor, *, left: float | None = LEFT, signed: int = 0, away: bool = False) -> Hall:
    """The hall whose table this is: who sits at it was drawn to sit here."""
    view = visitor.pilot.shell.view
    table = view.table
    names = [seat.name for seat in table.players] if table is not None else ["Anna", "Béla", "Оксана", "Дмитрий"]
    seats = tuple(HallSeat(name, signed=place < signed) for place, name in enumerate(names))
    ends = None if left is None else monotonic() + left
    return Hall("Companion Cup", 12, view.game or "architects", 2, 3, seats, ends, away=away, section="a", drawn=12)


def _table(visitor: Visitor, *, left: float = LEFT, away: bool = False) -> None:
    visitor.say(drawn(visitor, left=left, away=away))
    visitor.on("table")


def _hall(visitor: Visitor, *, left: float = LEFT, away: bool = False, signed: int = 0) -> None:
    visitor.say(drawn(visitor, left=left, away=away, signed=signed))
    visitor.pilot.shell.go("hall")
    visitor.on("hall")


def _sheet(visitor: Visitor) -> None:
    visitor.say(drawn(visitor))
    visitor.on("table")
    visitor.press("See the result", to="sheet")


def _home(visitor: Visitor) -> None:
    visitor.say(drawn(visitor))
    visitor.on("home")


def _set_up(visitor: Visitor) -> None:
    _home(visitor)
    visitor.press("New game", to="seats")


def _none(visitor: Visitor) -> None:
    visitor.say(replace(drawn(visitor, left=None), round=0, game="", seats=()))
    visitor.pilot.shell.go("hall")
    visitor.on("hall")


STOPS = (
    Stop("hall-table", "architects-3", _table),
    Stop("hall-table-7", "seven_wonders-7", partial(_table, left=0.0)),
    Stop("hall-table-duel", "duel", partial(_table, left=150.0)),
    Stop("hall-table-away", "architects-7", partial(_table, away=True)),
    Stop("hall-table-end", "architects-end", partial(_table, left=-1.0)),
    Stop("hall", "architects-3", _hall),
    Stop("hall-signing", "architects-end", partial(_hall, signed=2)),
    Stop("hall-signing-duel", "duel-end", partial(_hall, signed=1, left=0.0)),
    Stop("hall-away", "seven_wonders-7-end", partial(_hall, away=True)),
    Stop("hall-none", "nothing", _none),
    Stop("hall-sheet", "architects-end", _sheet),
    Stop("hall-home", "nothing", _home),
    Stop("hall-set-up", "nothing", _set_up),
)
