"""The faces that a command reads the table with, and the progress bar while they are learned."""

import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn

from companion.box.faces import library_of


def open_library(box: Path | None, game: str) -> Path:
    """The library's file of a box, or of our practice pieces of a game, learned on first use. Raises ``Unusable``."""
    columns = (TextColumn("learning the faces of our practice cards"), BarColumn(), MofNCompleteColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True, disable=not sys.stderr.isatty()) as bar:
        task = bar.add_task("faces", total=None)
        return library_of(box, game, lambda done, of: bar.update(task, completed=done, total=of)).resolve()
