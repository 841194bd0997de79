"""A game at a table as pages show it: seats, scores, the log; with hidden things hidden, for arbiters too.

Games are folded anew only when an event has come: a page that thousands look at costs one fold.
"""

from typing import Any

import sqlalchemy as sa

from companion import words
from companion.games.tables import TableView, picture_of
from companion.hub.pages import kept
from companion.hub.pages.growing import Growing
from companion.hub.store import schema
from companion.referee.view import log as log_of
from companion.results.kept import Kept
from companion.words.language import spoken
from companion.words.log import event as told
from vision.sighting import Sighting

_REMEMBERED = 1000
"""Pictures of games that are kept: the tables of a large event in four languages."""
_PICTURES: dict[tuple[str, int, str], dict[str, Any]] = {}
"""By game, event and language; several threads use it: what one takes away another one draws again."""

_LIVE = (Growing(), Growing())
"""For who sees all at once, and for who sees it late."""


def shown(connection: sa.Connection, event: kept.Seen, device: kept.Device, upto: int = 0) -> dict[str, Any] | None:
    """The game that is played at a table, as anybody may see it now; ``None``: nothing of it is to be seen yet."""
    seq = _newest(connection, event, device, upto)
    if not seq:
        return None
    key = (device.game, seq, spoken())
    if key not in _PICTURES:
        # The public may see it later than the desk: each goes on from where it was.
        growing = _LIVE[event.at < event.now]
        found = growing.upto(connection, event.id, device.id, device.game, seq)
        if found is None:
            return None
        while len(_PICTURES) >= _REMEMBERED:
            _PICTURES.pop(next(iter(_PICTURES)), None)
        _PICTURES[key] = _drawn(found.kept, seq)
    return _PICTURES[key]


def _newest(connection: sa.Connection, event: kept.Seen, device: kept.Device, upto: int) -> int:
    known = schema.events.c
    chosen = sa.select(sa.func.max(known.seq)).where(
        known.tournament_id == event.id, known.table_id == device.id, known.game == device.game,
        known.received <= event.at,
    )  # fmt: skip
    newest = connection.execute(chosen).scalar() or 0
    return min(newest, upto) if upto else int(newest)


def _drawn(game: Kept, seq: int) -> dict[str, Any]:
    rules = game.rules.NAME
    picture = picture_of(rules)
    table = picture.public_table(game.table)
    entries = [picture.public_entry(entry) for entry in log_of(list(game.events), game.fold)]
    names = words.categories(rules, [seat.categories for seat in table.players])
    seats = [
        {
            "name": words.player(table, seat.seat),
            "wonder": words.wonder(seat.wonder, rules) if seat.wonder else "",
            "score": words.signed(seat.score),
            "moving": seat.seat == table.to_move and not game.over,
            "categories": [
                (words.category(name, rules), words.signed(seat.categories[name]))
                for name in names
                if seat.categories.get(name)
            ],
        }
        for seat in table.players
    ]
    log = [{"seq": entry.seq, **told(entry, table, rules)._asdict()} for entry in reversed(entries) if not entry.undone]
    victory = words.victory(table) if game.over and table.winners else ""
    return {"seats": seats, "log": log, "over": game.over, "seq": seq, "victory": victory, "rules": rules}


def evidence(game: Kept) -> list[dict[str, Any]]:
    """Each event with what was seen when it was accepted, newest first: for the arbiter of a decided question.

    Of each zone: what was read, how surely, and how it looked (``before``: when it was explained last, ``after``).
    """
    table = game.table
    entries = {entry.seq: entry for entry in log_of(list(game.events), game.fold)}
    found, looked = list[dict[str, Any]](), dict[str, str]()
    for event in game.events:
        zones = [_zone(zone, table, looked.get(zone.zone, "")) for zone in event.draft.evidence.settled]
        looked.update((zone.zone, zone.picture) for zone in event.draft.evidence.settled)
        entry = entries.get(event.seq)
        if entry is None:
            continue
        said = told(entry, table, game.rules.NAME)
        sure = event.draft.evidence.posterior
        found.append(
            {"seq": event.seq, **said._asdict(), "by": event.draft.by, "sure": f"{sure:.1%}" if sure else "",
             "zones": [zone for zone in zones if zone["pieces"] or zone["after"]]}
        )  # fmt: skip
    return found[::-1]


def _zone(seen: Sighting, table: TableView, before: str) -> dict[str, str]:
    try:
        name = words.place(seen.zone, table)
    except (ValueError, LookupError):
        # A place that this version does not know.
        name = seen.zone
    return {"name": name, "pieces": _pieces(seen), "before": before, "after": seen.picture}


def _pieces(zone: Sighting) -> str:
    """What was read in a zone, how surely."""
    best = [max(piece.faces, key=lambda face: face.probability) for piece in zone.pieces if piece.faces]
    return ", ".join(f"{words.piece(face.face)} {face.probability:.1%}" for face in best)
