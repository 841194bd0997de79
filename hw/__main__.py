"""``python -m hw``: the horn's process. Listens to the referee for cues and plays them on a pin."""

import argparse
import os
import signal
import sys
from pathlib import Path
from typing import NoReturn

from companion.api.client import Link
from companion.api.protocol import CueMessage, Hush
from companion.errors import Unusable, last_words
from companion.heartbeat import ABSENT, Heartbeat
from hw.guard import Guard
from hw.horn import Horn
from hw.pins import DEFAULT_PIN, NoPins, drive_low, open_buzzer


def main(arguments: list[str] | None = None) -> int:
    """Run until told to stop; 0 stopped, 1 the pin failed, 3 no pins here."""
    options = _parse(arguments)
    try:
        if options.off:
            drive_low(options.pin)
            return 0
        return _listen(options.link.absolute(), options.pin, silent=options.silent)
    except NoPins as absent:
        sys.stderr.write(f"horn: {absent}\n")
        return ABSENT


def _parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m hw",
        description="The table's horn: plays the referee's cues on a passive buzzer.",
        epilog="example: python -m hw --link /run/companion/link.sock --pin 18",
    )
    parser.add_argument("--link", type=Path, help="the referee's socket")
    parser.add_argument(
        "--pin", type=int, default=os.environ.get("COMPANION_HORN_PIN", DEFAULT_PIN), help="Broadcom number (18)"
    )
    parser.add_argument(
        "--silent",
        action="store_true",
        default=os.environ.get("COMPANION_SILENT", "") not in {"", "0"},
        help="hear cues, play none",
    )
    parser.add_argument("--off", action="store_true", help="only drive the pin low, and leave")
    options = parser.parse_args(arguments)
    if options.link is None and not options.off:
        parser.error("--link SOCKET is needed (or --off)")
    return options


def _listen(socket: Path, pin: int, *, silent: bool) -> int:
    signal.signal(signal.SIGTERM, _leave)
    signal.signal(signal.SIGINT, _leave)
    link = Link(socket, "horn", Heartbeat().beat)
    troubles: list[Exception] = []

    def failed(trouble: Exception) -> None:
        troubles.append(trouble)
        link.close()

    buzzer = open_buzzer(pin)
    guard = Guard(pin)
    horn = Horn(buzzer, guard, silent=silent, failed=failed)
    try:
        for message in link.messages():
            if isinstance(message, CueMessage):
                horn.play(message.name, message.times)
            elif isinstance(message, Hush):
                horn.hush(on=message.on)
    finally:
        link.close()
        horn.close()
        guard.close()
    said = str(troubles[0])
    sys.stderr.write(last_words("horn", Unusable(f"the pin {pin} failed: {said}", "pin_failed", n=pin, said=said)))
    return 1


def _leave(_number: int, _frame: object) -> NoReturn:
    # Once is enough: a second signal must not cut the cleaning up short.
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    raise SystemExit(0)


if __name__ == "__main__":
    sys.exit(main())
