"""The pictures of a box on disk: each is there, whole, once it is accepted; the next session goes on from them."""

import csv
import io
from pathlib import Path

from companion.durable import write_durably
from companion.errors import Unusable
from vision.enrolment.folder import LABELS, pictures_in
from vision.geometry.image import BadPicture, Image, encode_png
from vision.recognition.kinds import Size

FOLDER = "pictures"
"""Its name in a box's folder; it can be given to ``enrol --from``, too."""


class Store:
    """The pictures folder of a box: one PNG a face and ``labels.csv`` (``file,face,width_mm,height_mm``)."""

    def __init__(self, box: Path) -> None:
        self._folder = box / FOLDER
        self._sizes: dict[str, Size | None] = {}

    @property
    def faces(self) -> frozenset[str]:
        """Those with a picture here."""
        return frozenset(self._sizes)

    def load(self) -> dict[str, tuple[Image, Size | None]]:
        """The pictures of earlier sessions, by face. Raises ``Unusable`` where they cannot be read."""
        if not (self._folder / LABELS).is_file():
            return {}
        try:
            pictures = dict(pictures_in(self._folder))
        except BadPicture as error:
            raise Unusable(f"{error}; mend or delete {self._folder}") from error
        self._sizes = {face: size for face, (_, size) in pictures.items()}
        return pictures

    def keep(self, face: str, picture: Image, size: Size | None) -> None:
        """Write the picture of a face, in place of an older one; on disk when this returns."""
        self._folder.mkdir(parents=True, exist_ok=True)
        write_durably(self._folder / _file(face), encode_png(picture))
        self._sizes[face] = size
        self._write_labels()

    def rename(self, old: str, new: str) -> None:
        """The picture of one face is one of another."""
        data = (self._folder / _file(old)).read_bytes()
        write_durably(self._folder / _file(new), data)
        self._sizes[new] = self._sizes.pop(old)
        self._write_labels()
        (self._folder / _file(old)).unlink()

    def clear(self) -> None:
        """Begin a box anew: no earlier picture counts any more."""
        self._sizes = {}
        (self._folder / LABELS).unlink(missing_ok=True)

    def _write_labels(self) -> None:
        text = io.StringIO()
        writer = csv.writer(text, lineterminator="\n")
        writer.writerow(("file", "face", "width_mm", "height_mm"))
        for face, size in self._sizes.items():
            writer.writerow((_file(face), face, *(size or ("", ""))))
        write_durably(self._folder / LABELS, text.getvalue().encode())


def _file(face: str) -> str:
    return f"{face.replace('/', '__')}.png"
