"""What a table needs to be well: a function each, in the order in which a person would mend."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence
from importlib import metadata
from pathlib import Path

from companion.doctor import Check, Place
from companion.doctor.camera_health import running, seen_now
from companion.errors import Unusable
from companion.referee.game_files import games
from companion.referee.journal.journal import verify
from vision.codes.reading import zbar_decoder, zxing_decoder
from vision.recognition.library import (
    Library,
    LibraryUnusable,
    file_of,
)

_LEAST_SPACE_MIB = 200
"""A season of journals and the camera's memory take less."""


def examine(place: Place) -> tuple[Check, ...]:
    """Every check, one after the other."""
    return tuple(check for look in _CHECKS for check in look(place))


def _python(_: Place) -> Sequence[Check]:
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.prefix == sys.base_prefix:
        mend = "make setup keeps the project's packages apart"
        return [Check("python", "note", f"{version}, the system's own", mend)]
    return [Check("python", "well", f"{version} in {sys.prefix}")]


def _opencv(_: Place) -> Sequence[Check]:
    try:
        import cv2  # noqa: PLC0415 - whether it can be imported is what is asked
    except ImportError as error:
        return [Check("opencv", "mend", str(error), "make setup (installs opencv-python-headless)")]
    if "opencv-python" in {item.metadata["Name"] for item in metadata.distributions()}:
        mend = "pip uninstall opencv-python (its Qt breaks Kivy)"
        return [Check("opencv", "mend", "opencv-python is there too", mend)]
    return [Check("opencv", "well", cv2.__version__)]


def _touchscreen(_: Place) -> Sequence[Check]:
    try:
        version = metadata.version("kivy")
    except metadata.PackageNotFoundError:
        return [Check("touchscreen", "mend", "Kivy is missing", "make setup")]
    displays = [name for name in ("WAYLAND_DISPLAY", "DISPLAY", "SDL_VIDEODRIVER") if os.environ.get(name)]
    cards = sorted(Path("/dev/dri").glob("card*"))
    if not displays and not cards:
        mend = "companion run --screen none works without"
        return [Check("touchscreen", "note", f"Kivy {version}, no display", mend)]
    if not displays and not _may_open(cards[0]):
        return [Check("touchscreen", "mend", f"{cards[0]} may not be opened", "join the groups video and render")]
    return [Check("touchscreen", "well", f"Kivy {version} on {displays[0] if displays else cards[0]}")]


def _codes(_: Place) -> Sequence[Check]:
    """Codes are read by zxing-cpp, and by pyzbar as a second opinion."""
    readers = {"zxing-cpp": zxing_decoder() is not None, "pyzbar": zbar_decoder() is not None}
    there = " and ".join(name for name, is_there in readers.items() if is_there)
    if not there:
        mend = "make setup (zxing-cpp), or sudo apt install libzbar0"
        return [Check("codes", "mend", "no reader of codes", mend)]
    if not readers["pyzbar"]:
        return [Check("codes", "note", f"{there}; pyzbar is missing", "sudo apt install libzbar0: a second opinion")]
    if not readers["zxing-cpp"]:
        mend = "make setup: it reads smaller codes, and faster"
        return [Check("codes", "note", f"{there}; zxing-cpp is missing", mend)]
    return [Check("codes", "well", there)]


def _sound(_: Place) -> Sequence[Check]:
    cards = Path("/proc/asound/cards")
    text = cards.read_text(encoding="utf-8", errors="replace") if cards.is_file() else ""
    if not text.strip() or "no soundcards" in text:
        mend = "the screen then plays no tones; a buzzer on a Pi's pin does"
        return [Check("sound", "note", "no sound card", mend)]
    return [Check("sound", "well", text.split(":", 1)[-1].strip().splitlines()[0])]


def _camera(place: Place) -> Sequence[Check]:
    """Whether one is there and may be opened; and its picture, as the running table says or looked through once."""
    return (_connected(), *(seen_now(place.camera) if place.camera else running(place.state)))


def _connected() -> Check:
    devices = sorted(Path("/dev").glob("video*"))
    if not devices:
        return Check("camera", "note", "none", "connect one; without it companion run plays the demo table")
    if not any(map(_may_open, devices)):
        return Check("camera", "mend", f"{devices[0]} may not be opened", "add yourself to the group video")
    return Check("camera", "well", ", ".join(device.name for device in devices[:4]))


def _pins(_: Place) -> Sequence[Check]:
    """The horn's."""
    chips = sorted(Path("/dev").glob("gpiochip*"))
    if not chips:
        return [Check("pins", "note", "none", "only a Raspberry Pi has them; the screen plays the horn instead")]
    if not _may_open(chips[0]):
        return [Check("pins", "mend", f"{chips[0]} may not be opened", "add yourself to the group gpio")]
    try:
        version = metadata.version("lgpio")
    except metadata.PackageNotFoundError:
        version = ""
    # The one that pip finds for Python 3.13 holds nothing.
    if not version or version.startswith("0.0"):
        found = f"lgpio {version} is an empty package" if version else "lgpio is missing"
        return [Check("pins", "mend", found, "sudo apt install python3-lgpio")]
    return [Check("pins", "well", f"{chips[0].name}, lgpio {version}")]


def _space(place: Place) -> Sequence[Check]:
    folder = next(path for path in (place.state, *place.state.absolute().parents) if path.exists())
    free = shutil.disk_usage(folder).free >> 20
    found = f"{free} MiB free at {folder}"
    if free < _LEAST_SPACE_MIB:
        return [Check("disk", "mend", found, "free some space: a full disk refuses events")]
    return [Check("disk", "well", found)]


def _clock(_: Place) -> Sequence[Check]:
    """Whether the time of day can be trusted (order and durations do not depend on it)."""
    tool = shutil.which("timedatectl")
    if tool is None:
        mend = "order does not depend on it; dates in exports might be wrong"
        return [Check("clock", "note", "cannot be asked", mend)]
    asked = subprocess.run(  # noqa: S603 - a fixed command
        [tool, "show", "-p", "NTPSynchronized", "--value"], capture_output=True, text=True, check=False, timeout=5
    )
    if asked.stdout.strip() != "yes":
        mend = "sudo timedatectl set-ntp true; the game goes on regardless"
        return [Check("clock", "note", "not synchronised", mend)]
    return [Check("clock", "well", "synchronised")]


def _box(place: Place) -> Sequence[Check]:
    """Whether the box's faces are learned and readable."""
    if place.box is None:
        return [Check("box", "well", "our practice cards (no --box given)")]
    path = file_of(place.box)
    try:
        library = Library.load(path)
    except LibraryUnusable as error:
        return [Check("box", "mend", str(error), f"companion enrol {place.box} --game GAME --from PICTURES")]
    return [Check("box", "well", f"{len(library.faces)} faces in {path}")]


def _journals(place: Place) -> Sequence[Check]:
    """Whether every game kept is as it was written."""
    kept = games(place.state / "games")
    for path in reversed(kept):
        try:
            trouble = verify(path).trouble
        except Unusable as error:
            trouble = str(error)
        if trouble:
            mend = "companion run sets it aside and goes on from what is intact"
            return [Check("journals", "mend", trouble, mend)]
    return [Check("journals", "well", f"{len(kept)} games, every event as it was written")]


def _may_open(device: Path) -> bool:
    return os.access(device, os.R_OK | os.W_OK)


_CHECKS: Sequence[Callable[[Place], Sequence[Check]]] = (
    _python,
    _opencv,
    _touchscreen,
    _codes,
    _sound,
    _camera,
    _pins,
    _space,
    _clock,
    _box,
    _journals,
)
