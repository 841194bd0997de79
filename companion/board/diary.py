"""The log in one language; what has been said once is not put into words again."""

from companion import words
from companion.api.protocol import AnyTable, LogEntry, View
from companion.board.picture import Row
from companion.words.language import N_, _, speaking

_KINDS = {
    "setup": N_("The game begins"), "ruling": N_("Ruling: nothing happened"), "correction": N_("Correction"),
    "undo": N_("Taken back"), "audit": N_("Table and record differ"), "move": N_("Move"),
}  # fmt: skip
_BY = {
    "camera": ("camera", N_("seen by the camera")), "finger": ("finger", N_("tapped by a person")),
    "rule": ("scroll", N_("by the rules")),
}  # fmt: skip


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


def _row(entry: LogEntry, table: AnyTable, game: str) -> Row:
    text, detail = _(_KINDS[entry.kind]), ""
    if entry.move is not None:
        text, detail = words.move(entry.move, table)
        if entry.kind == "correction":
            text = _("Corrected: {what}").format(what=text)
    icon, known = _BY[entry.by]
    return Row(
        seq=entry.seq,
        text=text,
        by=icon,
        known=_(known),
        detail=detail,
        tint=_tint(entry, table),
        undone=entry.undone,
        finding="; ".join(words.finding(found.code, found.message, game) for found in entry.findings),
    )


def _tint(entry: LogEntry, table: AnyTable) -> str:
    seat = None if entry.move is None else entry.move.get("seat")
    if not isinstance(seat, int) or not 0 <= seat < len(table.players):
        return ""
    return table.players[seat].wonder or ("blue", "red")[seat % 2]
