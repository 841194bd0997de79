"""From photographs of finished cities to the position that ``companion score`` scores."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from companion.errors import Unusable
from companion.photographed import City, position_of
from vision.geometry.image import BadPicture, read_picture
from vision.recognition.library import Library, LibraryUnusable
from vision.stills.photograph import StillReader


def photographed(
    images: Sequence[Path], box: Path, game: str, wonders: Sequence[str]
) -> tuple[dict[str, Any], list[str]]:
    """The described position and what a person should look at. Raises ``Unusable``.

    ``images`` in seat order; ``wonders``: what a person says, for photographs that do not show it.
    """
    try:
        library = Library.load(box)
        pictures = [read_picture(path) for path in images]
    except (LibraryUnusable, BadPicture) as error:
        raise Unusable(str(error)) from error
    faces = [face for face in library.faces if face.startswith(f"{game}/")]
    if not faces:
        raise Unusable(f"{box}: no face of {game} is enrolled there")
    reader = StillReader(library)
    cities = [City(str(path), reader.read(picture, faces)) for path, picture in zip(images, pictures, strict=True)]
    return position_of(game, cities, wonders)
