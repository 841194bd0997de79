"""A pin factory whose pins live in a file, so that a pin outlives the process that drove it, as a real one does.

gpiozero finds it by its own means: a ``gpiozero_pin_factories`` entry point on ``PYTHONPATH`` (see ``install``).
Like lgpio's, a pin whose PWM is stopped keeps whatever level it had: here always the worst, high.
"""

import fcntl
import os
import time
from pathlib import Path
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin


class FilePin(MockPWMPin):  # type: ignore[misc] # gpiozero has no annotations
    """Appends ``seconds frequency level`` to ``$PIN_FILE`` at every write."""

    def _set_frequency(self, value: float | None) -> None:
        stopped = self._frequency is not None and value is None
        super()._set_frequency(value)
        if stopped:
            self._state = 1.0
        self._note()

    def _set_state(self, value: float) -> None:
        super()._set_state(value)
        self._note()

    def _note(self) -> None:
        with Path(os.environ["PIN_FILE"]).open("a") as file:
            file.write(f"{time.monotonic():.4f} {self._frequency or 0:.2f} {float(self._state):.1f}\n")


class FileFactory(MockFactory):  # type: ignore[misc] # gpiozero has no annotations
    """A board of such pins. As with the kernel's, a line belongs to one process until it closes the board or dies."""

    def __init__(self) -> None:
        super().__init__(pin_class=FilePin)
        self._line = Path(os.environ["PIN_FILE"] + ".lock").open("w")  # noqa: SIM115 - held until close

    def pin(self, name: object, pin_class: type | None = None, **arguments: object) -> Any:
        """The pin, if no other process has it."""
        try:
            fcntl.flock(self._line, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            raise RuntimeError("'GPIO busy'") from error
        return super().pin(name, pin_class, **arguments)

    def close(self) -> None:
        """Let the line go."""
        super().close()
        self._line.close()


class Board:
    """The test's view of the one pin in the file."""

    def __init__(self, file: Path) -> None:
        self._file = file

    def writes(self) -> list[tuple[float, float, float]]:
        """Every write so far: (monotonic seconds, Hz or 0, level)."""
        if not self._file.exists():
            return []
        rows = [line.split() for line in self._file.read_text().splitlines() if line.count(" ") == 2]
        return [(float(at), float(hertz), float(level)) for at, hertz, level in rows]

    def sounding(self) -> bool:
        """Whether anything comes out of the horn now."""
        writes = self.writes()
        return bool(writes) and (writes[-1][1] > 0 or writes[-1][2] > 0)

    def played(self) -> list[float]:
        """The tones that came out, in Hz, in order: a frequency with the duty that makes it heard."""
        return [hertz for _, hertz, level in self.writes() if hertz > 0 and level == 0.5]


def install(folder: Path) -> tuple[Board, dict[str, str]]:
    """Make the factory known to gpiozero under ``folder``; the board and the environment for a subprocess."""
    info = folder / "pins_on_file-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: pins-on-file\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[gpiozero_pin_factories]\nfile = tests.hw.pins_on_file:FileFactory\n")
    pin = folder / "pin"
    environment: dict[str, Any] = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join([str(folder), str(Path(__file__).parents[2])]),
        "GPIOZERO_PIN_FACTORY": "file",
        "PIN_FILE": str(pin),
        "LG_WD": str(folder),
    }
    return Board(pin), environment
