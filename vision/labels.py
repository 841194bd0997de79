"""Sleeve labels in a picture: a piece that carries one is certain, whatever its art looks like."""

from collections.abc import Callable, Iterable
from typing import NamedTuple

from vision.code_reading import CodesUnavailable, read_codes
from vision.codes import Code, decode_label
from vision.image import Image
from vision.sighting import Quad
from vision.tags import read_tags


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
