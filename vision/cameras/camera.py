"""What a camera is: a source of frames, and what is wrong with it in one line."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Protocol, TypeVar, runtime_checkable

from companion.errors import Refusal, Unusable
from vision.geometry.image import BadPicture, Frame, Image


class CameraUnavailable(Unusable):
    """No such camera (``no_camera``), or one without pictures (``no_picture``): one line, and how to mend it."""

    def __init__(self, line: str, code: Refusal = "no_camera") -> None:
        super().__init__(line, code)


class Camera(Protocol):
    """A source of frames; iterating ends when a recording has no more of them.

    ``live``: frames come whether or not they are asked for. ``trouble``: one line for a person
    about the latest thing that went wrong without ending the frames; empty when all is well.
    Iterating raises ``CameraUnavailable`` when the camera goes away.
    """

    live: bool
    trouble: str

    def __iter__(self) -> Iterator[Frame]:
        """Frames in the order of their exposure."""

    def close(self) -> None:
        """Give the device back; can be called twice."""


class Skipping:
    """Of a camera whose pictures must all be as large as its first; ``trouble`` says which was skipped, and why."""

    trouble = ""
    _size: tuple[int, ...] | None = None

    def _read(self, picture: Callable[[], Image], name: object) -> Image | None:
        try:
            image = picture()
        except BadPicture as error:
            self.trouble = f"picture skipped: {error}"
            return None
        self._size = self._size or image.shape[:2]
        if image.shape[:2] != self._size:
            self.trouble = f"picture skipped: {name}: not of the same size as the ones before it"
            return None
        return image


@runtime_checkable
class Lockable(Protocol):
    """A camera whose automatics can be switched off once they have found what suits the table.

    ``locked``: what is locked now, in words (``exposure, white balance``); empty before ``lock``, and where the
    driver takes none of it.
    """

    locked: str

    def lock(self) -> None:
        """Fix exposure, white balance and focus at what they are now; again, when the light has changed."""


SCHEMES: dict[str, Callable[[str], Camera]] = {}
"""What opens each kind of camera that has a name of its own (``usb``), given what follows the colon."""
PATHS: list[tuple[Callable[[Path], bool], Callable[[Path], Camera]]] = []
"""What opens a path: which paths it takes, and how."""

_Named = TypeVar("_Named", bound=Callable[[str], Camera])
_Pathed = TypeVar("_Pathed", bound=Callable[[Path], Camera])


def opens(scheme: str) -> Callable[[_Named], _Named]:
    """Register what opens the cameras called ``scheme`` or ``scheme:REST``; it is given REST."""

    def register(opener: _Named) -> _Named:
        SCHEMES[scheme] = opener
        return opener

    return register


def opens_paths(takes: Callable[[Path], bool]) -> Callable[[_Pathed], _Pathed]:
    """Register what opens the paths that ``takes`` says it takes."""

    def register(opener: _Pathed) -> _Pathed:
        PATHS.append((takes, opener))
        return opener

    return register
