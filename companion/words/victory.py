"""Who won, and by what: said alike by screen, phone, paper and voice."""

from companion.games.tables import SeatView, TableView
from companion.words.facet import asked
from companion.words.language import _
from companion.words.names import player


def victory(table: TableView) -> str:
    """Who has won a game that is over; of one that was not played to its end, that it was not."""
    names = ", ".join(player(table, seat) for seat in table.winners)
    if not names:
        return _("Not played to the end")
    if len(table.winners) > 1:
        return _("Shared victory: {players}").format(players=names)
    return _("{player} wins").format(player=names)


def decider(table: TableView) -> str:
    """What decided it: supremacy, or what broke a tie; empty where the points alone did, or nobody has won."""
    if not table.winners:
        return ""
    supremacy = asked(table, "supremacy", table, "")
    if supremacy:
        return str(supremacy)
    players = cities(table)
    top = max(seat.score for seat in players)
    tied = [asked(table, "tie_break", seat, (0, "")) for seat in players if seat.score == top]
    _most, count = max(tied)
    if len(tied) == 1 or not count:
        return ""
    if len(table.winners) > 1:
        return _("Tied on points, and the tie-break too: {count}").format(count=count)
    return _("Tied on points; the tie-break: {count}").format(count=count)


def cities(table: TableView) -> list[SeatView]:
    """The players whose points count."""
    return [seat for seat in table.players if asked(table, "plays", seat, True)]
