"""What is said while faces are enrolled: the doubts about a picture, with the faces in them by their names."""

import re
from functools import cache
from typing import Final

from companion.words.language import N_, _
from companion.words.places import piece

DOUBTS: Final = (
    N_("nothing can be made out on it"),
    N_("blurred: hold the camera steady, or let it focus"),
    N_("a reflection on {share} of it: tilt the lamp, or turn the card a little"),
    N_("only {n} pixels tall: bring the camera nearer"),
    N_("not of the shape of {piece}"),
    N_("looks the same as {piece}, which is there already"),
    N_("looks like {piece} upside down"),
    N_("it reaches over the picture's edge"),
    N_("the whole picture has changed"),
    N_("several things lie there"),
    N_("that is not one whole card: lay it by itself, or square on the last one"),
    N_("the last card looks out from under it: take that away, or lay this one square on it"),
)
"""Every line that a session tells (``companion.enrolment.session``, ``vision.enrolment``), with its gaps."""

_FACE = re.compile(r"<([^<>]+)>")


def doubt(line: str) -> str:
    """A line of a session in the language spoken now; faces stand in it as ``<id>``."""
    for known in DOUBTS:
        found = _pattern(known).fullmatch(line)
        if found:
            gaps = {gap: _FACE.sub(lambda face: piece(face[1]), said) for gap, said in found.groupdict().items()}
            return _(known).format(**gaps)
    return _FACE.sub(lambda face: piece(face[1]), line)


@cache
def _pattern(known: str) -> re.Pattern[str]:
    return re.compile(re.sub(r"\\{(\w+)\\}", r"(?P<\1>.+)", re.escape(known)))
