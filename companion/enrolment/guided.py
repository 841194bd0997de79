"""Enrolling in front of a camera: somebody lays one card after another, each is taken as soon as it lies still."""

import sys
import time
from collections.abc import Callable
from pathlib import Path

from rich.console import Console

from companion.enrolment.checklist import Item
from companion.enrolment.keyboard import Keyboard
from companion.enrolment.screen import LiveScreen, PlainScreen, Screen, summary
from companion.enrolment.session import Session
from companion.enrolment.sound import Kind, Sounder
from companion.enrolment.store import FOLDER, Store
from companion.errors import Unusable, not_written
from vision.cameras import Camera, CameraUnavailable
from vision.enrolment.cutting import Up
from vision.geometry.image import Image
from vision.recognition.kinds import Size

_DRAWN_EVERY = 0.2


def enrol_at_camera(
    camera: Camera,
    box: Path,
    game: str,
    items: tuple[Item, ...],
    before: dict[str, tuple[Image, Size | None]],
    *,
    up: Up = "top",
    sound: Callable[[Kind], None] | None = None,
) -> dict[str, tuple[Image, Size | None]]:
    """Ask for each face on the list that has no picture yet; returns the pictures of this and earlier sessions.

    ``before``: the faces that the box's library has. Each picture is on disk as soon as it is taken. The camera is
    closed. Raises ``Unusable`` when the camera goes away before anything was taken.
    """
    store = Store(box)
    kept = store.load()
    console = Console(stderr=True)
    screen: Screen = LiveScreen(console, str(box)) if console.is_terminal else PlainScreen(console)
    session = Session(game, items, {**before, **kept}, store, screen.tell, sound or Sounder().play, up)
    try:
        with Keyboard() as keyboard:
            _run(camera, session, screen, keyboard)
    except CameraUnavailable as error:
        session.stop()
        if not session.fresh:
            raise Unusable(str(error)) from error
        sys.stderr.write(f"note: {error}\n")
    except KeyboardInterrupt:
        session.stop()
    except OSError as error:
        raise not_written(box / FOLDER, error) from error
    finally:
        screen.close()
        camera.close()
    sys.stderr.write(f"{summary(session)}.\n")
    return {face: session.pictures[face] for face in session.pictures if face not in before or face in store.faces}


def _run(camera: Camera, session: Session, screen: Screen, keyboard: Keyboard) -> None:
    screen.show(session)
    drawn = time.monotonic()
    for frame in camera:
        news = session.look(frame)
        keys = keyboard.pressed()
        session.press(keys)
        # Counts and clocks go on while nothing happens, but not at every frame.
        if news or keys or time.monotonic() - drawn > _DRAWN_EVERY:
            screen.show(session)
            drawn = time.monotonic()
        if session.over:
            return
    session.stop()
