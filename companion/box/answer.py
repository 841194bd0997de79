"""What a screen is told of the box: which of a game's faces the camera knows, and which are lacking."""

import contextlib
import tomllib
from collections.abc import Callable, Sequence
from pathlib import Path

from companion.api.protocol import Answer, Ask, Box, FaceGroup
from companion.enrolment.checklist import GAMES, faces_of
from companion.errors import Unusable
from companion.referee.boxfile import FILE_NAME
from vision.recognition.contents import FILE_NAME as LIBRARY
from vision.recognition.contents import LibraryUnusable, faces_in, there


def answering(libraries: Sequence[Path]) -> Callable[[Ask, str], Answer]:
    """Answers ``Ask`` ``box`` for a table that is read with the first of these libraries that is there, if with any.

    The file is read at each question: faces may have been enrolled meanwhile.
    """

    def answer(ask: Ask, _board: str) -> Answer:
        """Raises ``Unusable`` where the library cannot be read."""
        return Answer(ask.id, contents(there(libraries) if libraries else None))

    return answer


def contents(library: Path | None) -> Box:
    """What is enrolled, in the order of the checklist; a library of any other name than a box's is our practice set.

    Without a library (a table by finger) nothing is. Raises ``Unusable``.
    """
    try:
        enrolled = frozenset(() if library is None else faces_in(library))
    except LibraryUnusable as error:
        raise Unusable(str(error), error.code, **error.params) from error
    box = None
    if library is not None:
        box = library if library.is_dir() else library.parent if library.name == LIBRARY else None
    game = _game(box, enrolled)
    items = faces_of(game)
    groups = []
    for name in dict.fromkeys(item.group for item in items):
        faces = [item.face for item in items if item.group == name]
        lacking = tuple(face for face in faces if face not in enrolled)
        groups.append(FaceGroup(name, len(faces) - len(lacking), lacking))
    return Box("" if box is None else str(box), game, tuple(groups))


def _game(box: Path | None, enrolled: frozenset[str]) -> str:
    """The game of a box: as its file says, else as its faces do; else the first that can be enrolled."""
    said = None
    if box is not None:
        with contextlib.suppress(OSError, ValueError, RecursionError):
            said = tomllib.loads((box / FILE_NAME).read_text("utf-8")).get("game")
    shown = (face.partition("/")[0] for face in sorted(enrolled))
    return next(game for game in (said, *shown, GAMES[0]) if game in GAMES)
