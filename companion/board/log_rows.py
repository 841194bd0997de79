"""The log in one language; what has been said once is not put into words again."""

from companion.api.protocol import LogEntry, View
from companion.board.picture import Row
from companion.games.tables import TableView
from companion.looks import faces
from companion.words.language import N_, _, speaking
from companion.words.log import event

_BY = {
    "camera": N_("seen by the camera"),
    "finger": N_("tapped by a person"),
    "rule": N_("by the rules"),
}


class Diary:
    """The log of the game being played, in one language."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._said: list[tuple[LogEntry, Row]] = []
        self._names: tuple[str, ...] = ()

    def rows(self, view: View) -> tuple[Row, ...]:
        """Every event, oldest first."""
        table = view.table
        if table is None:
            return ()
        names = tuple(seat.name for seat in table.players)
        if names != self._names:
            self._names, self._said = names, []
        # A move without its move is one that not everybody may know of.
        known = [entry for entry in view.log if entry.kind != "move" or entry.move is not None]
        with speaking(self._lang):
            for place, entry in enumerate(known):
                if place < len(self._said) and self._said[place][0] == entry:
                    continue
                del self._said[place:]
                self._said.append((entry, _row(entry, table, view.game)))
        del self._said[len(known) :]
        return tuple(row for _entry, row in self._said)


def _row(entry: LogEntry, table: TableView, game: str) -> Row:
    said = event(entry, table, game)
    return Row(
        seq=entry.seq,
        text=said.text,
        by=faces.KNOWN_BY[entry.by],
        known=_(_BY[entry.by]),
        detail=said.detail,
        tint=_tint(entry, table),
        undone=entry.undone,
        finding=said.finding,
    )


def _tint(entry: LogEntry, table: TableView) -> str:
    seat = None if entry.move is None else entry.move.get("seat")
    if not isinstance(seat, int) or not 0 <= seat < len(table.players):
        return ""
    return table.players[seat].wonder or faces.seat_colour(seat)
