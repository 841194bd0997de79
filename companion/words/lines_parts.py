"""What a part of the companion says last when it ends or cannot go on: processes, journal, camera, box.

Only lines of our own; what Python or the operating system adds (``{said}``) stays as it is.
"""

from typing import Final

from companion.words.language import N_

_NAME: Final = r"(?:[\w-]+: )?(?:.*/)?(?P<file>[^/:]+): "
"""Who says it, if that is said, and the last part of a path."""
_CAMERA: Final = r"(?:vision: )?camera .*: "
_NO_CAMERA: Final = N_("There is no camera")
_NO_PICTURE: Final = N_("The camera gives no picture")

TROUBLES: Final = (
    (r"does not answer; it is started again", N_("does not answer; it is started again if that lasts")),
    (r"hung, and is started again", N_("hung, and is started again")),
    (r"ended with code (?P<n>-?\d+)", N_("ended with code {n}")),
    (r"horn: the pin (?P<n>\d+) failed: (?P<said>.*)", N_("pin {n} failed: {said}")),
    (r"companion-enrolment: the camera does not answer any more", N_("the camera does not answer any more")),
    (
        _NAME + r".*; nothing could be kept; the damaged file is now (?P<aside>.+)",
        N_("{file} was damaged, and nothing of it could be kept; the damaged file is now {aside}"),
    ),
    (
        _NAME + r".*; intact up to event (?P<n>\d+), which is kept; the damaged file is now (?P<aside>.+)",
        N_("{file} was damaged; it is kept up to event {n}; the damaged file is now {aside}"),
    ),
    (_NAME + r".*; intact up to event (?P<n>\d+)", N_("{file} is damaged; it is intact up to event {n}")),
    (_NAME + r"cannot be played again \(", N_("{file} is of another version, which alone can show it")),
    (_NAME + r"holds no game", N_("{file} holds no game")),
    (_NAME + r"(?:not a whole|a damaged) library file", N_("{file} is damaged: teach the cards anew")),
    (_NAME + r"cannot be used \(.*\); this mat is read anew", N_("the memory of a mat was damaged; it is read anew")),
    (_NAME + r"cannot be written \((?P<said>.*)\)", N_("{file} cannot be written: {said}")),
    (_NAME + r"a box is a folder, and this is a file", N_("{file} is no folder, and a box is one")),
    (_NAME + r"a box of (?P<other>\w+), not of (?P<game>\w+);", N_("{file} is a box of {other}, not of {game}")),
    (_NAME + r"cannot be read as TOML \((?P<said>.*)\)", N_("{file} cannot be read: {said}")),
    (_CAMERA + "its settings cannot be locked", N_("The camera cannot be kept at one light")),
    (_CAMERA + r"(?:not there \(|no camera found \(|a USB camera is usb:0)", _NO_CAMERA),
    (_CAMERA + "(?:gives no more pictures|cannot be started|gives pictures as)", _NO_PICTURE),
    (_CAMERA + "the twin (?:does not answer|has gone)", _NO_PICTURE),
    (r".*: not saved \(", N_("not saved: free some space, then do it again")),
    (r".*: this card can only be read", N_("this card can only be read: nothing more is kept")),
    (r".*: no journal can be kept here", N_("no journal can be kept here")),
    (r"picture skipped: ", N_("A picture was skipped: it cannot be read, or is of another size")),
)
"""The English lines, and their words."""
