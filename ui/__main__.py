"""The touchscreen's process: ``python -m ui --link SOCKET``."""

import argparse
import signal
import sys
from pathlib import Path

from companion.words.language import LANGUAGES
from ui.environment import prepare
from ui.settings import Kept

_SMALLEST = (384, 640)
"""The shorter and the longer side, in pixels, of the smallest screen that has room for our pages."""


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    sides = sorted(int(side) for side in (width, height) if side.isdecimal())
    if len(sides) < 2 or sides[0] < _SMALLEST[0] or sides[1] < _SMALLEST[1]:
        raise argparse.ArgumentTypeError(f"{text!r} is no screen size: write for example 800x480")
    return int(width), int(height)


def main(arguments: list[str] | None = None) -> int:
    """Show the table until told to stop."""
    parser = argparse.ArgumentParser(
        prog="python -m ui",
        description="The table's touchscreen.",
        epilog="example: python -m ui --link /run/companion/link.sock --size 800x480 --language uk",
    )
    parser.add_argument("--link", type=Path, required=True, help="the referee's socket")
    parser.add_argument("--size", type=_size, help="WIDTHxHEIGHT in pixels; default: the whole screen on a panel")
    parser.add_argument("--settings", type=Path, help="the file of its settings; without it they are not kept")
    parser.add_argument("--language", choices=sorted(LANGUAGES), help="begin in this one; default: as set")
    parser.add_argument("--silent", action="store_true", help="begin with the sound off")
    options = parser.parse_args(arguments)
    prepare(options.size)
    kept = Kept(options.settings)
    if options.language:
        kept.change(language=options.language)
    if options.silent:
        kept.change(muted=True)
    # Kivy opens its window when these are imported.
    from companion.api.client import Link  # noqa: PLC0415
    from ui.app import CompanionApp  # noqa: PLC0415

    app = CompanionApp(Link(options.link, "screen"), kept)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: app.stop())
    app.run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
