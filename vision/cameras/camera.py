"""What a camera is: frames with a number and a time, and what is wrong with it in one line."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Protocol

from vision.image import Image


class CameraUnavailable(Exception):
    """There is no such camera, or it has gone: one line, what and how to mend it."""


@dataclass(frozen=True, slots=True)
class Frame:
    """One picture of the table.

    ``exposed``: seconds on the source's own monotonic clock. ``image``: uint8 H x W x 3, BGR.
    """

    number: int
    exposed: float
    image: Image


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
