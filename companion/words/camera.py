"""What is wrong with the camera, and how to mend it, by the stable code that vision gives it (``vision.troubles``)."""

from typing import Final

from companion.words.language import N_, _

TROUBLES: Final = {
    "camera_gone": (N_("There is no camera"), N_("Is its cable in? It is tried again by itself.")),
    "camera_stopped": (N_("The camera gives no picture"), N_("Is its cable in? It is started again by itself.")),
    "recording_ended": (N_("The recording has ended"), ""),
    "mat_missing": (N_("A mat is not in the picture"), N_("All its corner markers must be in the picture.")),
    "mat_hidden": (N_("A mat is not seen any more"), N_("Uncover its corner markers.")),
    "camera_moved": (N_("The camera has been moved"), N_("Fasten it; the mats are measured anew.")),
    "mat_moved": (N_("A mat has been moved"), N_("Smooth it flat; it is measured anew.")),
    "too_dark": (N_("The table is too dark"), N_("Switch a lamp on.")),
    "too_bright": (N_("The picture is too bright"), N_("Dim the lamp, or turn it away from the table.")),
    "light_changed": (N_("The light has changed"), N_("Switch it back, or leave it: it is learned.")),
    "blurred": (N_("The picture is not sharp"), N_("Clean the lens and check its focus.")),
    "camera_unlocked": (N_("The camera cannot be kept at one light"), ""),
    "memory_damaged": (N_("the memory of a mat was damaged; it is read anew"), ""),
    "picture_skipped": (N_("A picture was skipped: it cannot be read, or is of another size"), ""),
}
"""By code: what is seen, and what to do. Of any other there is only the line that vision says."""


def trouble(code: str, line: str = "") -> tuple[str, str]:
    """What is wrong, and how to mend it (empty where it cannot be); ``line``: said of a code that is not known."""
    what, mend = TROUBLES.get(code, (line, ""))
    return (_(what), _(mend)) if code in TROUBLES else (what, mend)
