"""A folder of pictures of a box's faces: by file name, or by a table of labels."""

import csv
from pathlib import Path
from typing import NamedTuple

from vision.geometry.image import BadPicture, Image, read_picture
from vision.recognition.kinds import Size

LABELS = "labels.csv"
_PICTURES = frozenset({".png", ".jpg", ".jpeg"})
_LARGEST_MM = 1000.0


class _Row(NamedTuple):
    face: str
    file: str
    size: Size | None


def pictures_in(folder: Path) -> dict[str, tuple[Image, Size | None]]:
    """The pictures of a folder by face: ``labels.csv``, else ``<face>.png|jpg``, ``/`` written ``__``.

    The table has the columns ``file,face`` and may have ``width_mm,height_mm``. Raises ``BadPicture`` for a picture
    that cannot be read, a table that is none, or where there is nothing.
    """
    labels = folder / LABELS
    rows = _labelled(labels) if labels.is_file() else _named(folder)
    if not rows:
        raise BadPicture(f"{folder}: no pictures there (<face>.png or .jpg, / written __; or a labels.csv: file,face)")
    return {row.face: (read_picture(folder / row.file, alpha=True), row.size) for row in rows}


def _named(folder: Path) -> list[_Row]:
    if not folder.is_dir():
        return []
    paths = [path for path in sorted(folder.glob("*")) if path.suffix.lower() in _PICTURES]
    return [_Row(path.stem.replace("__", "/"), path.name, None) for path in paths]


def _labelled(labels: Path) -> list[_Row]:
    try:
        with labels.open(newline="", encoding="utf-8-sig") as file:
            return [_Row(row["face"].strip(), row["file"].strip(), _size(row)) for row in csv.DictReader(file)]
    except (KeyError, AttributeError, UnicodeDecodeError, ValueError, csv.Error, OSError) as error:
        raise BadPicture(f"{labels}: not a table with the columns file,face (and width_mm,height_mm)") from error


def _size(row: dict[str, str]) -> Size | None:
    width, height = row.get("width_mm") or "", row.get("height_mm") or ""
    if not width.strip() and not height.strip():
        return None
    size = float(width), float(height)
    if not all(0 < side < _LARGEST_MM for side in size):
        raise ValueError("no size of a piece")
    return size
