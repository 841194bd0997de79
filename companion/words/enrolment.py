"""What is said while faces are enrolled: the doubts about a picture, by their codes."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.games.vocabulary import Line
from companion.words.language import N_, plain, say
from companion.words.places import piece

DOUBTS: Final[Mapping[str, str]] = {
    "empty": N_("nothing can be made out on it"),
    "blurred": N_("blurred: hold the camera steady, or let it focus"),
    "reflection": N_("a reflection on {share} of it: tilt the lamp, or turn the card a little"),
    "small": N_("only {n} pixels tall: bring the camera nearer"),
    "other_shape": N_("not of the shape of {piece}"),
    "there_already": N_("looks the same as {piece}, which is there already"),
    "upside_down": N_("looks like {piece} upside down"),
    "over_the_edge": N_("it reaches over the picture's edge"),
    "all_changed": N_("the whole picture has changed"),
    "several": N_("several things lie there"),
    "not_whole": N_("that is not one whole card: lay it by itself, or square on the last one"),
    "looks_out": N_("the last card looks out from under it: take that away, or lay this one square on it"),
}
"""Every doubt of a session (``companion.enrolment``, ``vision.enrolment``), with its gaps."""


def doubt(line: Line) -> str:
    """A doubt in the language spoken now; its code where we have no words for it (a newer process speaks)."""
    return _filled(say(DOUBTS.get(line.code, line.code.replace("_", " "))), line, piece)


def in_english(line: Line, named: Callable[[str], str]) -> str:
    """The same at a terminal, with the names of its checklist."""
    return _filled(plain(DOUBTS[line.code]), line, named)


def _filled(words: str, line: Line, named: Callable[[str], str]) -> str:
    return words.format(**{gap: named(str(value)) if gap == "piece" else value for gap, value in line.params.items()})
