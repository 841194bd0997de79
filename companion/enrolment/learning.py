"""The last step of every way of enrolling: learn the faces from their pictures and write the box's library."""

import sys
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import NamedTuple, Self

import msgspec
from rich.console import Console
from rich.progress import MofNCompleteColumn, Progress, ProgressColumn, Task, TextColumn
from rich.progress_bar import ProgressBar
from rich.text import Text

from companion.enrolment.estimate import Estimate, estimate
from companion.errors import Unusable, not_written
from vision.enrolment.learn_box import build_library
from vision.geometry.image import Image
from vision.recognition.kinds import Size
from vision.recognition.library import FILE_NAME, Library, LibraryUnusable

FACTS = "box.toml"
"""What only the owner can read off the box; beside the library."""

Pictures = Mapping[str, tuple[Image, Size | None]]


class Box(NamedTuple):
    """A box's folder, its game, and the faces that it was taught before: their pictures and sizes."""

    folder: Path
    game: str
    before: Pictures
    unreadable: bool


class _Facts(msgspec.Struct):
    game: str | None = None


def open_box(folder: Path, game: str, *, anew: bool = False) -> Box:
    """A box that faces are to be added to; with ``anew`` what it was taught before does not count.

    Nothing is written. Raises ``Unusable`` where the folder is another game's, or no folder.
    """
    facts = folder / FACTS
    if folder.exists() and not folder.is_dir():
        raise Unusable(f"{folder}: a box is a folder, and this is a file", "box_is_file", file=folder.name)
    if facts.is_file():
        try:
            other = msgspec.toml.decode(facts.read_bytes(), type=_Facts).game
        except (msgspec.DecodeError, ValueError, RecursionError, OSError) as error:
            raise Unusable(
                f"{facts}: cannot be read as TOML ({error})", "not_toml", file=facts.name, said=str(error)
            ) from error
        if other not in (None, game):
            said = f"{folder}: a box of {other}, not of {game}; give each game a folder of its own"
            raise Unusable(said, "box_of_other", file=folder.name, other=other or "", game=game)
    path = folder / FILE_NAME
    if anew or not path.exists():
        return Box(folder, game, {}, unreadable=False)
    try:
        library = Library.load(path)
    except LibraryUnusable:
        # Of an older version, or broken: nothing to be had from it; it is kept aside when a new one is made.
        return Box(folder, game, {}, unreadable=True)
    return Box(
        folder, game, {name: (face.image(), face.size) for name, face in library.faces.items()}, unreadable=False
    )


def learn(box: Box, pictures: Pictures, progress: Callable[[int, int], None]) -> tuple[str, ...]:
    """Learn the box's faces, those from before and the new pictures, and write its library and its facts.

    ``progress`` hears how many faces have been looked at, of how many. Returns what is wrong with the pictures, a line
    each. Raises ``Unusable``.
    """
    library, warnings = build_library({**box.before, **pictures}, progress)
    _write(box, library)
    return tuple(warning.line for warning in warnings if warning.face in pictures)


def learn_box(box: Box, pictures: Pictures) -> None:
    """The same for somebody at a terminal: with a bar on standard error, where notes are told too."""
    every = {**box.before, **pictures}
    with _Bar() as bar:
        notes = learn(box, pictures, bar.progress)
    for line in notes:
        sys.stderr.write(f"note: {line}\n")
    kept = len(every) - len(pictures)
    also = f" ({len(pictures)} new, {kept} from before)" if kept else ""
    noun = "face" if len(every) == 1 else "faces"
    sys.stderr.write(f"{len(every)} {noun} learned{also}: {box.folder / FILE_NAME}\n")


class _Bar:
    """A bar on standard error, where that is a terminal: faces looked at, how far it is, how long it takes yet."""

    def __init__(self) -> None:
        console = Console(stderr=True)
        columns = (TextColumn("learning the faces"), _Share(), MofNCompleteColumn(), _Left())
        self._bar = Progress(*columns, console=console, transient=True, disable=not console.is_terminal)
        self._task = self._bar.add_task("faces", total=None, looked=0.0)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._bar.stop()

    def progress(self, done: int, of: int) -> None:
        """So many faces have been looked at."""
        elapsed = self._bar.tasks[0].elapsed or 0.0
        self._bar.update(self._task, completed=done, total=of, looked=elapsed)


def _of(task: Task) -> Estimate:
    return estimate(int(task.completed), int(task.total or 1), task.fields["looked"], task.elapsed or 0.0)


class _Share(ProgressColumn):
    """The bar itself: of the whole work, not of the faces only."""

    def render(self, task: Task) -> ProgressBar:
        return ProgressBar(total=1.0, completed=_of(task).share, width=30, complete_style="cyan")


class _Left(ProgressColumn):
    """Minutes or seconds, roughly."""

    def render(self, task: Task) -> Text:
        left = _of(task).left
        if left is None:
            return Text("")
        return Text(f"about {left / 60:.0f} min left" if left > 90 else f"about {left:.0f} s left", style="dim")


def _write(box: Box, library: Library) -> None:
    path = box.folder / FILE_NAME
    try:
        box.folder.mkdir(parents=True, exist_ok=True)
        if box.unreadable:
            aside = path.with_suffix(".old")
            path.replace(aside)
            sys.stderr.write(f"note: the library that was there cannot be read by this version; kept as {aside}\n")
        library.save(path)
        facts = box.folder / FACTS
        if not facts.exists():
            facts.write_text(f'game = "{box.game}"\n', encoding="utf-8")
    except OSError as error:
        raise not_written(box.folder, error) from error
