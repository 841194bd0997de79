"""A game as one JSON document: every event, every move that counts, and the score sheet with each point explained."""

from typing import Any

from companion.results.kept import Kept
from companion.results.scored import Scored
from companion.results.sheet import sheet_object
from companion.words import English


def document(kept: Kept) -> dict[str, Any]:
    """The whole game, ready for JSON."""
    game = kept.fold
    english = English.at(game.rules.NAME, kept.state)
    return {
        "setup": game.setup,
        "begun": kept.begun.isoformat(),
        "moves": [game.rules.dump_move(entry.move) for entry in game.played],
        "events": [
            {
                "seq": event.seq,
                "kind": event.draft.kind,
                "by": event.draft.by,
                "body": event.draft.body,
                "findings": [english.finding(found) for found in event.draft.found],
                "undone": event.seq in game.undone,
            }
            for event in kept.events
        ],
        "finished": kept.finished,
        "sheet": sheet_object(kept.sheet, game.rules.NAME),
    }


def scored(end: Scored) -> dict[str, Any]:
    """A game of which only the end is known: the described position, and the score sheet of it."""
    names = [seat.name for seat in end.table.players]
    sheet = sheet_object(end.sheet, end.game.NAME)
    return {"players": names, "ended": end.ended.isoformat(), "position": end.position, "sheet": sheet}
