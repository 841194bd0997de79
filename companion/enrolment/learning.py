"""The last step of every way of enrolling: learn the faces from their pictures and write the box's library."""

import sys
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

import msgspec
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from companion.errors import Unusable
from vision.enrol import build_library
from vision.image import Image
from vision.kinds import Size
from vision.library import FILE_NAME, Library, LibraryUnusable

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
        raise Unusable(f"{folder}: a box is a folder, and this is a file")
    if facts.is_file():
        try:
            other = msgspec.toml.decode(facts.read_bytes(), type=_Facts).game
        except (msgspec.DecodeError, UnicodeDecodeError, OSError) as error:
            raise Unusable(f"{facts}: cannot be read as TOML ({error})") from error
        if other not in (None, game):
            raise Unusable(f"{folder}: a box of {other}, not of {game}; give each game a folder of its own")
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


def learn_box(box: Box, pictures: Pictures) -> None:
    """Learn the box's faces, those from before and the new pictures, and write its library and its facts.

    Shows a bar on standard error, and there tells what is wrong with pictures. Raises ``Unusable``.
    """
    every = {**box.before, **pictures}
    console = Console(stderr=True)
    columns = (
        TextColumn("learning the faces"),
        BarColumn(),
        MofNCompleteColumn(),
        TextColumn("{task.fields[rest]}"),
        TimeRemainingColumn(compact=True),
    )
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task("faces", total=len(every), rest="left:")

        def progress(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of, rest="left:" if done < of else "comparing them with each other")

        library, warnings = build_library(every, progress)
    for warning in warnings:
        if warning.face in pictures:
            sys.stderr.write(f"note: {warning.line}\n")
    _write(box, library)
    kept = len(every) - len(pictures)
    also = f" ({len(pictures)} new, {kept} from before)" if kept else ""
    noun = "face" if len(every) == 1 else "faces"
    sys.stderr.write(f"{len(every)} {noun} learned{also}: {box.folder / FILE_NAME}\n")


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
        raise Unusable(f"{box.folder}: cannot be written ({error.strerror or error})") from error
