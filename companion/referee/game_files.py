"""The folder of journals: which game is the current one, and one referee at a time."""

import fcntl
import os
from pathlib import Path

from companion.durable import only_read
from companion.errors import Unusable
from companion.referee.journal.signing import signer

_NAME = "game-{:04}.sqlite"


class GameFiles:
    """The journals under ``state/games``, numbered in the order in which the games were set up.

    Numbered, not dated: a table without a clock that can be trusted keeps its order. Held by one
    process at a time. Raises ``Unusable`` when another one holds it, or it cannot be written; on a card that
    can only be read (``only_read``), what was kept there is shown all the same. ``signer``: the table's key.
    """

    def __init__(self, state: Path) -> None:
        self.folder = state / "games"
        self.only_read = only_read(state)
        try:
            if self.only_read:
                self._lock = os.open(self.folder if self.folder.is_dir() else state, os.O_RDONLY | os.O_CLOEXEC)
            else:
                self.folder.mkdir(parents=True, exist_ok=True)
                self._lock = os.open(self.folder / "lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
        except OSError as error:
            raise Unusable(f"{state}: cannot keep games here ({error.strerror}); choose another --state") from error
        try:
            # The kernel lets go of it when the process dies, however it dies.
            fcntl.flock(self._lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError as error:
            os.close(self._lock)
            line = f"{state}: another referee keeps its games here; stop it or choose another --state"
            raise Unusable(line) from error
        self.signer = signer(state)

    def games(self) -> tuple[Path, ...]:
        """The journals, oldest first. Damaged ones that were set aside are not among them."""
        return games(self.folder)

    def fresh(self) -> Path:
        """Where the next game's journal goes."""
        last = self.games()
        return self.folder / _NAME.format(int(last[-1].stem.removeprefix("game-")) + 1 if last else 1)

    def close(self) -> None:
        """Let another referee in."""
        os.close(self._lock)


def games(folder: Path) -> tuple[Path, ...]:
    """The journals in a folder, oldest first, without holding it."""
    found = {path.with_suffix(".sqlite") for path in folder.glob("game-*.sqlite")}
    # A database that was deleted can still be made again from its copy.
    found |= {path.with_name(path.name.removesuffix(".copy.jsonl") + ".sqlite") for path in folder.glob("*.copy.jsonl")}
    return tuple(sorted(path for path in found if path.stem.removeprefix("game-").isdecimal()))
