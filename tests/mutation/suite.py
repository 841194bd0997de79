"""The tests that a game's mutants are tried with: the game's own, and its part of those of every game."""

from pathlib import Path
from typing import NamedTuple, Self

_FOLDER = Path("tests/games")
_EVERY_GAME = ("test_every_game.py", "test_mistakes.py", "test_independent_scorers.py")
_MANUAL = "test_docs.py"
"""The manual says what every game's findings, moves and house rules are."""
_COMMANDS = ("test_commands.py", "test_whatif.py", "test_worked_examples.py")
"""Tests of the commands: they start processes."""


class Suite(NamedTuple):
    """A game's test files."""

    game: str
    files: tuple[str, ...]

    @classmethod
    def of(cls, game: str) -> Self:
        """The tests in the game's folder, or else those that lie in none; and what holds for every game."""
        folder = _FOLDER / game
        own = folder.glob("test_*.py") if folder.is_dir() else _FOLDER.glob("test_*.py")
        files = {path for path in own if path.name not in _COMMANDS} | {
            _FOLDER / name for name in (*_EVERY_GAME, _MANUAL)
        }
        return cls(game, tuple(str(path) for path in sorted(files) if path.exists()))

    def arguments(self, files: tuple[str, ...] | None = None) -> list[str]:
        """Of pytest, for these of the files (all of them).

        No failure is explained: nobody reads it, and comparing two states for it takes longer than all the tests.
        """
        every = " or ".join(Path(name).stem for name in _EVERY_GAME)
        options = "-q --noconftest --assert=plain --tb=native -W ignore -p no:cacheprovider -p no:xdist"
        return [*options.split(), "-m", "not proof", "-k", f"{self.game} or not ({every})", *(files or self.files)]
