"""The way to a Raspberry Pi's pins: one factory, chosen on purpose, or one clear line that there are none."""

import os
import tempfile
from pathlib import Path
from typing import Any, Final

import gpiozero
from gpiozero.exc import BadPinFactory, PinUnknownPi

from companion.durable import private_folder

DEFAULT_PIN: Final = 18
"""GPIO 18 (header pin 12): pulled low by the chip from power-on, so the horn is silent before any program runs."""


class NoPins(Exception):
    """This machine has no pins that we can drive; the message says why, on one line."""


def open_buzzer(pin: int) -> Any:
    """The real ``gpiozero.TonalBuzzer`` on a pin (Broadcom number), A2..A6, silent.

    Raises ``NoPins`` where there are none. The factory is lgpio unless ``GPIOZERO_PIN_FACTORY`` names another:
    gpiozero's own fall-back would end in one that cannot play tones.
    """
    _choose_factory()
    try:
        return gpiozero.TonalBuzzer(pin, octaves=2)
    except (PinUnknownPi, BadPinFactory) as error:
        raise NoPins("no pins here: this is not a Raspberry Pi") from error
    except ImportError as error:
        raise NoPins(
            "no pins here: lgpio is not installed (only a Raspberry Pi has a use for it: apt install python3-lgpio)"
        ) from error


def hush(buzzer: Any) -> None:
    """Make the buzzer silent and its pin low.

    ``TonalBuzzer.stop()`` alone leaves the pin at whatever level lgpio's PWM had just then, which keeps a horn behind
    a transistor switched on. So: no duty first, then no PWM, then the level itself.
    """
    device = buzzer.pwm_device
    if device.pin.frequency is not None:
        device.pin.state = 0
    buzzer.stop()
    device.pin.state = 0


def release(buzzer: Any) -> None:
    """Let the pin go for another process to take: with lgpio, only closing the factory as well does that."""
    factory = buzzer.pin_factory
    buzzer.close()
    if factory is not None:
        factory.close()


def drive_low(pin: int) -> None:
    """Take the pin, write 0, let it go: for the moment after its owner has died. Raises as ``open_buzzer``."""
    buzzer = open_buzzer(pin)
    try:
        hush(buzzer)
    finally:
        release(buzzer)


def _choose_factory() -> None:
    """Name the factory, and give lgpio a directory: it writes a FIFO where it is imported, and changes to ``LG_WD``."""
    os.environ.setdefault("GPIOZERO_PIN_FACTORY", "lgpio")
    if "LG_WD" not in os.environ:
        place = Path(tempfile.gettempdir()) / f"companion-hw-{os.getuid()}"
        try:
            os.environ["LG_WD"] = str(private_folder(place))
        except OSError as error:
            raise NoPins(f"no pins here: {error}") from error
