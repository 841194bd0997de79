"""What can be wrong with the camera, each with a stable code, one plain line and its mend."""

from typing import Literal

import msgspec

Code = Literal[
    "camera_gone",
    "camera_stopped",
    "recording_ended",
    "mat_missing",
    "mat_hidden",
    "camera_moved",
    "mat_moved",
    "too_dark",
    "too_bright",
    "light_changed",
    "blurred",
    "camera_unlocked",
    "memory_damaged",
    "picture_skipped",
    "other",
]
"""Stable: screens translate by it. In the order of what to mend first."""

CODES: tuple[Code, ...] = Code.__args__  # type: ignore[attr-defined]


class Trouble(msgspec.Struct, frozen=True):
    """One thing that is wrong: ``line`` says what is seen, ``mend`` what to do; ``mats``: which, where that matters."""

    code: Code
    line: str
    mend: str
    mats: tuple[int, ...] = ()

    def __str__(self) -> str:
        """Both in one line, as people read it."""
        return f"{self.line}: {self.mend}" if self.mend else self.line


def camera_stopped(seconds: float) -> Trouble:
    """No frame has come for so long."""
    return Trouble(
        "camera_stopped",
        f"the camera has given no picture for {seconds:.0f} s",
        "is its cable in? it is started again by itself",
    )


def mat_missing(mats: tuple[int, ...]) -> Trouble:
    """Mats that were never found."""
    whose = "its" if len(mats) == 1 else "their"
    mend = f"are {whose} corner markers in the picture and uncovered?"
    return Trouble("mat_missing", f"{named(mats)} not seen", mend, mats)


def mat_hidden(mats: tuple[int, ...], *, moved: bool) -> Trouble:
    """Mats whose markers cannot be read any more; ``moved``: since the camera was moved."""
    if moved:
        return Trouble(
            "mat_hidden",
            f"since the camera was moved {named(mats)} not seen any more",
            "turn the camera until all mats are in its picture",
            mats,
        )
    return Trouble("mat_hidden", f"{named(mats)} not seen any more", "uncover the corner markers", mats)


def camera_moved() -> Trouble:
    """All markers moved together."""
    return Trouble("camera_moved", "the camera has been moved", "fasten it; the mats are measured anew")


def mat_moved(mats: tuple[int, ...], *, alone: bool) -> Trouble:
    """The markers of some mats moved, those of the others did not; ``alone``: there are no others."""
    what = f"mat {mats[0]} or the camera has been moved" if alone else f"{named(mats, 'has', 'have')} been moved"
    return Trouble("mat_moved", what, "smooth it flat; it is measured anew", mats)


def too_dark() -> Trouble:
    """White paper is dark."""
    return Trouble("too_dark", "the table is too dark", "switch a lamp on")


def too_bright() -> Trouble:
    """White paper is white beyond measure."""
    return Trouble("too_bright", "the picture is too bright", "dim the lamp, or turn it away from the table")


def light_changed(way: str) -> Trouble:
    """Much brighter, darker, or of another tint than at the start."""
    return Trouble("light_changed", f"the light has changed ({way})", "switch it back, or leave it: it is learned")


def blurred(share: str) -> Trouble:
    """Edges are softer than they were."""
    return Trouble("blurred", f"the picture has become less sharp{share}", "clean the lens and check its focus")


def named(mats: tuple[int, ...], one: str = "is", many: str = "are") -> str:
    """The mats as the beginning of a sentence: ``mat 3 is``, ``mats 1, 2 are``."""
    if len(mats) == 1:
        return f"mat {mats[0]} {one}"
    return f"mats {', '.join(map(str, mats))} {many}"
