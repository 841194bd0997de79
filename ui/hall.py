"""The tournament as this screen sees it: what was drawn here, whether that is being played, how long it goes on."""

from typing import Final

from companion.api.protocol import Hall, View
from companion.games.catalogue import packages
from companion.games.tables import TableView

SOON: Final = 300.0
"""Seconds before the end of a round from which on its clock is in the colour of warnings."""


def clock(left: float) -> str:
    """Minutes and seconds."""
    minutes, seconds = divmod(max(0, round(left)), 60)
    return f"{minutes}:{seconds:02}"


def own(hall: Hall, view: View) -> TableView | None:
    """The table, where what is played at it is what was drawn here: the same game with the same people."""
    table = view.table
    if table is None or not hall.round or view.game != hall.game:
        return None
    return table if sorted(seat.name for seat in table.players) == sorted(seat.name for seat in hall.seats) else None


def points(hall: Hall, view: View) -> tuple[int, ...]:
    """What each seat of the hall has: as the hub has it, else as the game at the table has ended; empty: neither."""
    said = tuple(seat.points for seat in hall.seats if seat.points is not None)
    if said and len(said) == len(hall.seats):
        return said
    table = own(hall, view)
    if table is None or not table.finished:
        return ()
    scores = {seat.name: seat.score for seat in table.players}
    return tuple(scores[seat.name] for seat in hall.seats)


def due(hall: Hall, view: View) -> bool:
    """Whether the game that was drawn here is still to be set up."""
    known = bool(hall.round) and hall.game in packages() and not any(seat.place for seat in hall.seats)
    return known and own(hall, view) is None
