"""Whether every game kept is as it was written."""

from companion.doctor.check import Check, Place
from companion.errors import Unusable
from companion.referee.game_files import games
from companion.referee.journal.journal import verify

ORDER = 110


def look(place: Place) -> Check:
    """Whether every game kept is as it was written."""
    kept = games(place.state / "games")
    for path in reversed(kept):
        try:
            trouble = verify(path).trouble
        except Unusable as error:
            trouble = str(error)
        if trouble:
            return Check("journals", "mend", trouble, "companion run sets it aside and goes on from what is intact")
    return Check("journals", "well", f"{len(kept)} games, every event as it was written")
