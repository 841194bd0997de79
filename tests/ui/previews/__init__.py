"""Pictures as vision sends them, of the twin's table, kept so that a page can be looked at without a camera.

``python -m tests.ui.previews`` makes them anew from the real twin and the real eyes (half a minute).
"""

from pathlib import Path
from typing import Any

import msgspec

from companion.api.protocol import Preview, Proposed

FOLDER = Path(__file__).parent
PLAYERS, SEED = 4, 1
OPEN = {"architects": 4, "duel": 2, "seven_wonders": 3}
"""The games of which an open table is kept, and how many play."""


def kept(name: str, **changes: Any) -> Preview:
    """``whole``: the table from above; ``near``: a seat's mat. ``changes``: what is to be otherwise in it."""
    preview = msgspec.json.decode((FOLDER / f"{name}.json").read_bytes(), type=Preview)
    return msgspec.structs.replace(preview, **changes)


def kept_open(game: str, **changes: Any) -> Proposed:
    """How an open table of a game is proposed, with its picture. ``changes``: what is to be otherwise in it."""
    proposed = msgspec.json.decode((FOLDER / f"open-{game}.json").read_bytes(), type=Proposed)
    return msgspec.structs.replace(proposed, **changes)
