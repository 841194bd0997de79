"""What the owner should know about the pictures of a box before it is learned from them."""

from collections.abc import Mapping
from typing import NamedTuple

from vision.enrolment.alike import Album
from vision.enrolment.quality import SMALLEST, Quality, judge
from vision.geometry.image import Image
from vision.recognition.kinds import Size, kind_of

_BLOWN = 0.5
"""Share that is burnt out from which on a scan is over-exposed: half of some faces is white paper (chosen by hand;
the run is not recorded)."""
_LARGE = frozenset(("card", "back", "board"))


class Warned(NamedTuple):
    """Something about a picture that its owner should know: which face, and what, in one line."""

    face: str
    line: str


def check(pictures: Mapping[str, tuple[Image, Size | None]]) -> tuple[Warned, ...]:
    """Every picture (uint8 BGR or BGRA, by face) that is blurred, blown out, too small, or like another one's."""
    warned: list[Warned] = []
    album = Album()
    for face, (picture, _) in sorted(pictures.items()):
        quality = judge(picture)
        warned += [Warned(face, f"{face}: {fault}") for fault in _faults(face, quality)]
        if quality.empty:
            continue
        like = album.alike(picture)
        if like is not None:
            way = " upside down" if like.turned else ""
            warned.append(Warned(face, f"{face}: looks the same as {like.face}{way}; is one of them mislabelled?"))
        album.keep(face, picture)
    return tuple(warned)


def _faults(face: str, quality: Quality) -> list[str]:
    large = kind_of(face).group in _LARGE
    faults = []
    if quality.empty:
        faults.append("nothing can be made out on it; take it again")
    elif quality.blurred:
        faults.append("blurred; take it again, nearer or steadier")
    # A scan's white paper is pure white, and a white token has little else: only much of it is a fault.
    if quality.blown > _BLOWN and large:
        faults.append("over-exposed; take it again with less light")
    if quality.small and large:
        faults.append(f"only {quality.side} pixels tall; take it nearer ({SMALLEST} at least, 300 are good)")
    return faults
