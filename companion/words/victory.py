"""Who won, and by what: said alike by screen, phone, paper and voice."""

from companion.games.architects.table import ArchitectsSeat
from companion.games.duel.table import DuelTable
from companion.games.seven_wonders.table import SevenWondersSeat
from companion.games.tables import SeatView, TableView
from companion.words.language import _, plural
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
    if isinstance(table, DuelTable) and table.supremacy:
        return _("Military supremacy") if table.supremacy == "military" else _("Scientific supremacy")
    players = cities(table)
    top = max(seat.score for seat in players)
    tied = [seat for seat in players if seat.score == top]
    if len(tied) == 1:
        return ""
    count = _said(max(tied, key=_breaks_ties))
    if len(table.winners) > 1:
        return _("Tied on points, and the tie-break too: {count}").format(count=count)
    return _("Tied on points; the tie-break: {count}").format(count=count)


def cities(table: TableView) -> list[SeatView]:
    """The players whose points count: not the Free City."""
    return [seat for seat in table.players if not (isinstance(seat, SevenWondersSeat) and seat.free_city)]


def _breaks_ties(seat: SeatView) -> int:
    """Sections "End of the game" and, of Duel, "Civilian victory"."""
    if isinstance(seat, ArchitectsSeat):
        return sum(seat.stages.values())
    return seat.coins if isinstance(seat, SevenWondersSeat) else seat.categories["civilian"]


def _said(seat: SeatView) -> str:
    count = _breaks_ties(seat)
    if isinstance(seat, ArchitectsSeat):
        return plural("{n} stage built", "{n} stages built", count)
    if isinstance(seat, SevenWondersSeat):
        return plural("{n} coin", "{n} coins", count)
    return plural("{n} point on blue cards", "{n} points on blue cards", count)
