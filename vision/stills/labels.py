"""Sleeve labels in a picture: a piece that carries one is certain, whatever its art looks like."""

from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.codes.payloads import Code, decode_label
from vision.codes.reading import CodesUnavailable, read_codes
from vision.codes.tags import CERTAIN, read_tags
from vision.geometry.image import Image, Points
from vision.sighting import FaceProbability, Quad
from vision.stills.scoring import Found


class Label(NamedTuple):
    """A label: the face that it names, and the corners of its tag or code (pixels), not of the piece."""

    face: str
    quad: Quad


def labels_in(
    picture: Image, faces: Iterable[str], read: Callable[[Image], tuple[Code, ...]] = read_codes
) -> tuple[Label, ...]:
    """Every label of these faces in a picture (uint8 BGR): tags, then QR codes.

    ``read``: how QR codes are read; give ``CodeReader().read`` where a crash of a native library must cost
    nothing. Where no QR decoder is installed, tags alone are read.
    """
    names = tuple(faces)
    labels = [Label(tag.face, tag.quad) for tag in read_tags(picture, names)]
    try:
        codes = read(picture)
    except CodesUnavailable:
        codes = ()
    named = ((decode_label(code.payload, names), code.quad) for code in codes)
    return (*labels, *(Label(face, quad) for face, quad in named if face is not None))


def certain(pieces: Iterable[Found], labels: Sequence[Label]) -> tuple[Found, ...]:
    """The pieces of a picture; those with a label on them show what it says, whatever their art looks like."""
    faces = ((piece, _face_on(piece.quad, labels)) for piece in pieces)
    return tuple(
        piece if face is None else piece._replace(faces=(FaceProbability(face, CERTAIN),)) for piece, face in faces
    )


def _face_on(outline: Points, labels: Sequence[Label]) -> str | None:
    """The face that labels within an outline (4 x 2, pixels) name; None: no label, or they contradict each other."""
    corners = np.asarray(outline, np.float32).reshape(-1, 1, 2)
    middles = ((label.face, np.mean(label.quad, axis=0)) for label in labels)
    inside = {face for face, (x, y) in middles if cv2.pointPolygonTest(corners, (float(x), float(y)), False) > 0}
    return inside.pop() if len(inside) == 1 else None
