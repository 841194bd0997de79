"""What a table needs to be well: one small check each, and how to mend what is not."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from importlib import metadata
from pathlib import Path

import msgspec

from companion.doctor.camera_health import running, seen_now
from companion.doctor.checks import Check
from companion.errors import Unusable
from companion.referee.game_files import games
from companion.referee.journal.journal import verify
from vision.codes.reading import zbar_decoder, zxing_decoder
from vision.recognition.library import FILE_NAME, Library, LibraryUnusable

_LEAST_SPACE_MIB = 200


class Place(msgspec.Struct, frozen=True):
    """What is examined: where games are kept, the box (``None``: the practice cards), a camera to look through."""

    state: Path
    box: Path | None
    camera: str | None = None


def examine(place: Place) -> tuple[Check, ...]:
    """Every check, in the order in which a person would mend."""
    checks: list[Check] = []
    for check in _CHECKS:
        checks.append(check(place))
        if check is camera:
            checks += seen_now(place.camera) if place.camera else running(place.state)
    return tuple(checks)


def python(_: Place) -> Check:
    """Whether Python runs in an environment of the project's own."""
    version = ".".join(map(str, sys.version_info[:3]))
    if sys.prefix == sys.base_prefix:
        return Check("python", "note", f"{version}, the system's own", "make setup keeps the project's packages apart")
    return Check("python", "well", f"{version} in {sys.prefix}")


def opencv(_: Place) -> Check:
    """Whether pictures can be read."""
    try:
        import cv2  # noqa: PLC0415 - whether it can be imported is what is asked
    except ImportError as error:
        return Check("opencv", "mend", str(error), "make setup (installs opencv-python-headless)")
    if "opencv-python" in {item.metadata["Name"] for item in metadata.distributions()}:
        return Check("opencv", "mend", "opencv-python is there too", "pip uninstall opencv-python (its Qt breaks Kivy)")
    return Check("opencv", "well", cv2.__version__)


def touchscreen(_: Place) -> Check:
    """Whether Kivy is there and something to draw on."""
    try:
        version = metadata.version("kivy")
    except metadata.PackageNotFoundError:
        return Check("touchscreen", "mend", "Kivy is missing", "make setup")
    displays = [name for name in ("WAYLAND_DISPLAY", "DISPLAY", "SDL_VIDEODRIVER") if os.environ.get(name)]
    cards = sorted(Path("/dev/dri").glob("card*")) if Path("/dev/dri").is_dir() else []
    if not displays and not cards:
        return Check("touchscreen", "note", f"Kivy {version}, no display", "companion run --screen none works without")
    if cards and not displays and not os.access(cards[0], os.R_OK | os.W_OK):
        return Check("touchscreen", "mend", f"{cards[0]} may not be opened", "join the groups video and render")
    return Check("touchscreen", "well", f"Kivy {version} on {displays[0] if displays else cards[0]}")


def codes(_: Place) -> Check:
    """Whether codes can be read: by zxing-cpp, and by pyzbar as a second opinion."""
    readers = {"zxing-cpp": zxing_decoder() is not None, "pyzbar": zbar_decoder() is not None}
    there = " and ".join(name for name, is_there in readers.items() if is_there)
    if not there:
        return Check("codes", "mend", "no reader of codes", "make setup (zxing-cpp), or sudo apt install libzbar0")
    if not readers["pyzbar"]:
        return Check("codes", "note", f"{there}; pyzbar is missing", "sudo apt install libzbar0: a second opinion")
    if not readers["zxing-cpp"]:
        return Check(
            "codes", "note", f"{there}; zxing-cpp is missing", "make setup: it reads smaller codes, and faster"
        )
    return Check("codes", "well", there)


def sound(_: Place) -> Check:
    """Whether anything can sound where there are no pins."""
    cards = Path("/proc/asound/cards")
    text = cards.read_text(encoding="utf-8", errors="replace") if cards.is_file() else ""
    if not text.strip() or "no soundcards" in text:
        return Check("sound", "note", "no sound card", "the screen then plays no tones; a buzzer on a Pi's pin does")
    return Check("sound", "well", text.split(":", 1)[-1].strip().splitlines()[0])


def camera(_: Place) -> Check:
    """Whether a camera is connected and may be opened."""
    devices = sorted(Path("/dev").glob("video*"))
    if not devices:
        return Check("camera", "note", "none", "connect one; without it companion run plays the demo table")
    if not any(os.access(device, os.R_OK | os.W_OK) for device in devices):
        return Check("camera", "mend", f"{devices[0]} may not be opened", "add yourself to the group video")
    return Check("camera", "well", ", ".join(device.name for device in devices[:4]))


def pins(_: Place) -> Check:
    """Whether there are pins for a horn."""
    chips = sorted(Path("/dev").glob("gpiochip*"))
    if not chips:
        return Check("pins", "note", "none", "only a Raspberry Pi has them; the screen plays the horn instead")
    if not os.access(chips[0], os.R_OK | os.W_OK):
        return Check("pins", "mend", f"{chips[0]} may not be opened", "add yourself to the group gpio")
    try:
        version = metadata.version("lgpio")
    except metadata.PackageNotFoundError:
        return Check("pins", "mend", "lgpio is missing", "sudo apt install python3-lgpio")
    if version.startswith("0.0"):
        return Check("pins", "mend", f"lgpio {version} is an empty package", "sudo apt install python3-lgpio")
    return Check("pins", "well", f"{chips[0].name}, lgpio {version}")


def space(place: Place) -> Check:
    """Whether a game's journal fits on the disk."""
    folder = next(path for path in (place.state, *place.state.absolute().parents) if path.exists())
    free = shutil.disk_usage(folder).free >> 20
    if free < _LEAST_SPACE_MIB:
        return Check("disk", "mend", f"{free} MiB free at {folder}", "free some space: a full disk refuses events")
    return Check("disk", "well", f"{free} MiB free at {folder}")


def clock(_: Place) -> Check:
    """Whether the time of day can be trusted (order and durations do not depend on it)."""
    tool = shutil.which("timedatectl")
    if tool is None:
        return Check("clock", "note", "cannot be asked", "order does not depend on it; dates in exports might be wrong")
    asked = subprocess.run(  # noqa: S603 - a fixed command
        [tool, "show", "-p", "NTPSynchronized", "--value"], capture_output=True, text=True, check=False, timeout=5
    )
    if asked.stdout.strip() != "yes":
        return Check("clock", "note", "not synchronised", "sudo timedatectl set-ntp true; the game goes on regardless")
    return Check("clock", "well", "synchronised")


def box(place: Place) -> Check:
    """Whether the box's faces are learned and readable."""
    if place.box is None:
        return Check("box", "well", "our practice cards (no --box given)")
    path = place.box / FILE_NAME if place.box.is_dir() else place.box
    try:
        library = Library.load(path)
    except LibraryUnusable as error:
        return Check("box", "mend", str(error), f"companion enrol {place.box} --game GAME --from PICTURES")
    return Check("box", "well", f"{len(library.faces)} faces in {path}")


def journals(place: Place) -> Check:
    """Whether every game kept is as it was written."""
    kept = games(place.state / "games")
    for path in reversed(kept):
        try:
            trouble = verify(path).trouble
        except Unusable as error:
            trouble = str(error)
        if trouble:
            return Check("journals", "mend", trouble, "companion run sets it aside and goes on from what is intact")
    return Check("journals", "well", f"{len(kept)} games, every event as it was written")


_CHECKS: tuple[Callable[[Place], Check], ...] = (
    python, opencv, touchscreen, codes, sound, camera, pins, space, clock, box, journals,
)  # fmt: skip
