"""The touchscreen's process: ``python -m ui --link SOCKET``."""

import argparse
import signal
import sys
from pathlib import Path

from companion.words.language import LANGUAGES, of_the_place, speak
from ui.environment import prepare


def _size(text: str) -> tuple[int, int]:
    width, _, height = text.partition("x")
    if not (width.isdecimal() and height.isdecimal() and int(width) >= 640 and int(height) >= 384):
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
    parser.add_argument("--language", choices=sorted(LANGUAGES), default=of_the_place(), help="what is spoken first")
    parser.add_argument("--silent", action="store_true", help="begin with the sound off")
    options = parser.parse_args(arguments)
    prepare(options.size)
    speak(options.language)
    # Kivy opens its window when these are imported.
    from companion.api.client import Link  # noqa: PLC0415
    from ui.app import CompanionApp  # noqa: PLC0415

    app = CompanionApp(Link(options.link, "screen"), silent=options.silent)
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: app.stop())
    app.run()
    return 0


if __name__ == "__main__":
    sys.exit(main())
