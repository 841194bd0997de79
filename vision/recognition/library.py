"""The library: every enrolled face of a box in one file, quick to open."""

from functools import cached_property, lru_cache
from pathlib import Path

import msgspec
import numpy as np

from companion.durable import write_durably
from vision.geometry.image import Image, decode
from vision.recognition.calibration import Calibration
from vision.recognition.cell_likelihood import CellLikelihood
from vision.recognition.contents import (
    FILE_NAME,
    VERSION,
    LibraryUnusable,
    damaged,
    decoded,
    file_of,
    read,
    sealed,
)
from vision.recognition.kinds import Size
from vision.recognition.landmarks import Landmarks
from vision.recognition.lda import Lda
from vision.recognition.learning import LearnedGroup

__all__ = ["FILE_NAME", "VERSION", "Face", "Library", "LibraryUnusable", "file_of"]


_OPEN = 128
"""Pictures kept decoded, of a hundred faces about 40 MB: each way of comparing a face begins with its picture."""


class Face(msgspec.Struct, frozen=True):
    """One enrolled face: its id, size in mm (width, height) and picture (PNG or JPEG, so many pixels).

    ``landmarks``: found once, at enrolment; libraries of before have none.
    """

    face: str
    size: Size
    pixels: tuple[int, int]
    picture: bytes
    landmarks: Landmarks | None = None

    def image(self) -> Image:
        """The picture as BGR or, where the piece is irregular, BGRA."""
        return decode(self.picture, self.face, alpha=True)


class _File(msgspec.Struct, frozen=True):
    version: int
    faces: tuple[Face, ...]
    groups: tuple[LearnedGroup, ...]


class Library:
    """The faces of a box and what was learned about telling them apart."""

    def __init__(self, faces: tuple[Face, ...], groups: tuple[LearnedGroup, ...]) -> None:
        self.faces = {face.face: face for face in faces}
        self.groups = groups
        self.picture = lru_cache(_OPEN)(self._picture)

    def _picture(self, face: str) -> Image:
        """As ``Face.image``; not to be written into, for it is kept."""
        return self.faces[face].image()

    @cached_property
    def discriminants(self) -> dict[str, Lda]:
        """Each group's discriminant, by the group's name: for a quick look."""
        return {group.discriminant.group: Lda(group.discriminant) for group in self.groups}

    @cached_property
    def likelihoods(self) -> dict[str, CellLikelihood]:
        """What each group's cells say, by the group's name: for a close look."""
        return {group.discriminant.group: CellLikelihood(group.cells) for group in self.groups}

    @cached_property
    def calibrations(self) -> dict[str, Calibration]:
        """How evidence becomes probabilities, by the group's name."""
        return {group.discriminant.group: group.calibration for group in self.groups}

    def save(self, path: Path) -> None:
        """Write the library; a reader sees the old file or the new one, never half of it."""
        said = msgspec.msgpack.encode(_File(VERSION, tuple(self.faces.values()), self.groups))
        write_durably(path, sealed(said))

    @staticmethod
    def load(path: Path) -> "Library":
        """Open a library file or the one in a box's folder. Raises ``LibraryUnusable``."""
        path, said = read(path)
        version = decoded(path, said, _Version).version
        if version != VERSION:
            raise LibraryUnusable(
                f"{path}: made by another version (format {version}, wanted {VERSION}); "
                "make it anew with: companion enrol"
            )
        file = decoded(path, said, _File)
        library = Library(file.faces, file.groups)
        try:
            _check(library)
        except ValueError as error:
            raise damaged(f"{path}: a damaged library file", path) from error
        return library


class _Version(msgspec.Struct, frozen=True):
    version: int


def _check(library: Library) -> None:
    """Raises ``ValueError`` where numbers do not fit together."""
    for lda in library.discriminants.values():
        if not all(np.isfinite(part).all() for part in (lda.mean, lda.basis, lda.centres)):
            raise ValueError("not numbers")
        if lda.basis.shape[1] != lda.centres.shape[1]:
            raise ValueError("lengths differ")
    if not all(likelihood.whole for likelihood in library.likelihoods.values()):
        raise ValueError("not numbers")
