"""The table in one language, put into words and encoded once for all phones that speak it."""

import msgspec

from companion.api.protocol import LogEntry, View
from companion.board.picture import Row
from companion.board.render import render
from companion.games.tables import TableView
from companion.looks import faces
from companion.words.language import N_, _, speaking
from companion.words.log import event

_ENCODER = msgspec.json.Encoder()
_BY = {
    "camera": N_("seen by the camera"),
    "finger": N_("tapped by a person"),
    "rule": N_("by the rules"),
}


class Edition(msgspec.Struct, frozen=True):
    """A picture, field by field, and the log, row by row."""

    seq: int
    fields: dict[str, bytes]
    log: tuple[bytes, ...]


class Editor:
    """Makes the editions of one language. What has been said once is not put into words again."""

    def __init__(self, lang: str) -> None:
        self._lang = lang
        self._made: tuple[View, Edition] | None = None
        self._names: tuple[str, ...] = ()
        self._said: list[tuple[LogEntry, bytes]] = []

    def edition(self, view: View, results: str) -> Edition:
        """The newest one; made anew only for a new view. ``results``: as for ``render``."""
        if self._made is None or self._made[0] is not view:
            picture = render(view, self._lang, results)
            fields = {name: _ENCODER.encode(getattr(picture, name)) for name in picture.__struct_fields__}
            # Seat by seat: one of them has changed, as a rule.
            del fields["seats"]
            fields["players"] = _ENCODER.encode(len(picture.seats))
            fields |= {f"seat{seat.seat}": _ENCODER.encode(seat) for seat in picture.seats}
            self._made = view, Edition(view.seq, fields, self._rows(view))
        return self._made[1]

    def _rows(self, view: View) -> tuple[bytes, ...]:
        """The log, oldest first."""
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
                self._said.append((entry, _ENCODER.encode(_row(entry, table, view.game))))
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
