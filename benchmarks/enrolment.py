"""How long it takes a person to enrol a box at the camera, and how quickly its library opens.

A simulated person (tests/enrolment/person.py) lays cards that are painted for this, waits for each beep, takes the
card away and fetches the next. Minutes are those of the frames (10 a second); the learning step is this machine's CPU.
Usage: python -m benchmarks.enrolment [--quick] [--faces N ...] [--json FILE]
"""

import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import cv2
import numpy as np

from benchmarks.report import Goal, arguments, report
from companion.enrolment.checklist import Item
from companion.enrolment.guided import enrol_at_camera
from companion.enrolment.learning import learn_box, open_box
from companion.enrolment.sound import Kind
from tests.enrolment.person import Act, Person
from tests.vision.painting import art
from vision.cameras import Frame
from vision.geometry.image import Image
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser

_SIZE = (44.0, 68.0)
_SHAPE = (960, 720)


@dataclass
class _Timed:
    """A camera whose own work (drawing frames) is not counted."""

    person: Person
    drawing: float = 0.0
    live: bool = False
    trouble: str = ""

    def __iter__(self) -> Iterator[Frame]:
        frames = iter(self.person)
        while True:
            start = time.thread_time()
            frame = next(frames, None)
            self.drawing += time.thread_time() - start
            if frame is None:
                return
            yield frame

    def close(self) -> None:
        """Nothing to give back."""


def _painted(face: str) -> tuple[Image, tuple[float, float]]:
    return art(face), _SIZE


def _opening(folder: Path) -> tuple[float, float]:
    """Seconds until the library is open, and until its first piece is named.

    Of this process: what other processes take meanwhile is not the library's.
    """
    start = time.process_time()
    library = Library.load(folder)
    opened = time.process_time() - start
    face = next(iter(library.faces.values()))
    LibraryRecogniser(library).recognise([np.ascontiguousarray(face.image()[..., :3])], ())
    return opened, time.process_time() - start


def measure(count: int, folder: Path) -> dict[str, float]:
    """Enrol so many faces into a box in this folder."""
    cv2.setNumThreads(1)
    items = tuple(Item(f"duel/practice_{k}", f"practice {k}", "Cards") for k in range(count))
    acts = [Act(item.face, turn=(37 * k) % 50 - 25, x=0.46 + 0.02 * (k % 5)) for k, item in enumerate(items)]
    person = Person(acts, shape=_SHAPE, px_per_mm=3.2, patient=True, picture=_painted)
    camera = _Timed(person)

    def heard(_: Kind) -> None:
        person.heard += 1

    start = time.thread_time()
    taken = enrol_at_camera(camera, folder, "duel", items, {}, sound=heard)
    looking = time.thread_time() - start - camera.drawing
    start = time.process_time()
    learn_box(open_box(folder, "duel"), taken)
    learning = time.process_time() - start
    opening, ready = (min(seconds) for seconds in zip(*(_opening(folder) for _ in range(3)), strict=True))
    minutes = person.number / 10 / 60
    return {
        "faces": count,
        "taken": len(taken),
        "minutes_at_the_camera": round(minutes, 2),
        "seconds_a_face": round(60 * minutes / count, 2),
        "cpu_ms_a_frame": round(1000 * looking / person.number, 1),
        "learning_cpu_s": round(learning, 1),
        "minutes_together": round(minutes + learning / 60, 2),
        "library_mb": round((folder / "library.faces").stat().st_size / 1e6, 1),
        "opens_in_ms": round(1000 * opening),
        "names_first_in_ms": round(1000 * ready),
    }


def main() -> None:
    """Measure and print."""
    parser = arguments(__doc__)
    parser.add_argument("--faces", type=int, nargs="*", default=[15])
    options = parser.parse_args()
    found = []
    for count in [3] if options.quick else options.faces:
        with tempfile.TemporaryDirectory() as folder:
            found.append(measure(count, Path(folder) / "box"))
    lines = ["\n".join(f"{name:>24}  {value}" for name, value in one.items()) for one in found]
    report(options, found, "\n\n".join(lines), [goal for one in found for goal in _goals(one)])


def _goals(one: dict[str, float]) -> list[Goal]:
    """Two minutes for fifteen faces, fifteen for 150."""
    most = min(one["faces"] * 2 / 15, 15.0)
    minutes, opens, ready = one["minutes_together"], one["opens_in_ms"], one["names_first_in_ms"]
    return [
        Goal(
            f"{one['faces']} faces enrolled, learning included", f"{minutes} min", f"<= {most:.1f} min", minutes <= most
        ),
        Goal("the library opens", f"{opens} ms", "<= 500 ms", opens <= 500),
        Goal("the library opens and names a piece", f"{ready} ms", "<= 500 ms", ready <= 500),
    ]


if __name__ == "__main__":
    main()
