"""A game as one JSON document: every event, every move that counts, and the score sheet with each point explained."""

from typing import Any

import msgspec

from companion.results.kept import Kept
from companion.results.sheet import sheet_object


def document(kept: Kept) -> dict[str, Any]:
    """The whole game, ready for JSON."""
    game = kept.fold
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
                "findings": msgspec.to_builtins(event.draft.findings),
                "undone": event.seq in game.undone,
            }
            for event in kept.events
        ],
        "finished": kept.finished,
        "sheet": sheet_object(kept.sheet),
    }
