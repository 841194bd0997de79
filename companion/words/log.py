"""The log as people read it: what each event was."""

from typing import Final, NamedTuple

from companion.api.protocol import LogEntry
from companion.games.tables import TableView
from companion.words.language import N_, _
from companion.words.lines import finding
from companion.words.moves import move
from companion.words.places import place

_KINDS: Final = {
    "setup": N_("The game begins"),
    "ruling": N_("Ruling: nothing happened"),
    "correction": N_("Correction"),
    "undo": N_("Taken back"),
    "audit": N_("Table and record differ"),
    "move": N_("Move"),
}


class Told(NamedTuple):
    """One event: what, with what; ``finding``: what was irregular about it."""

    text: str
    detail: str
    finding: str


def known(entry: LogEntry) -> dict[str, object] | None:
    """The move of an event as everybody may know it by now; of a choice still hidden only that it was made."""
    if entry.move is None or not entry.secret:
        return entry.move
    return {"move": "choose", "seat": entry.move["seat"]}


def event(entry: LogEntry, table: TableView | None, game: str) -> Told:
    """An event of this table, told as everybody may know it."""
    findings = "; ".join(finding(found, game) for found in entry.findings)
    body = known(entry)
    if entry.place and table is not None:
        return Told(_("Right as it lies: {place}").format(place=place(entry.place, table)), "", findings)
    if entry.kind == "ruling" and entry.by == "camera":
        return Told(_("Nobody answered: left as it is"), "", findings)
    if body is None or table is None:
        return Told(_(_KINDS[entry.kind]), "", findings)
    text, detail = move(body, table)
    if entry.kind == "correction":
        text = _("Corrected: {what}").format(what=text)
    return Told(text, detail, findings)
