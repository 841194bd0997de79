"""Reads one photograph: ``python -m companion.photographed --game GAME [--edition N] [--box DIR] < PICTURE``.

A process of its own, of bounded memory and time, that writes no file: whatever a stranger's picture does to it, it
does to nobody else. On standard output stands one line of JSON: what was read, or why nothing could be.
"""

import argparse
import contextlib
import os
import resource
import sys
from pathlib import Path
from typing import Final

import msgspec

from companion.photographs import MOST_BYTES, MOST_PIXELS, Refused

_MEMORY: Final = 1_500_000_000
"""Bytes that may be asked for; a city takes 400 to 600 million, threads' stacks and libraries' reserves the rest."""
_SECONDS: Final = 90
"""Of the processor."""
_NICE: Final = 5


def main() -> int:
    """Read standard input; 0 whether or not it could be read."""
    parser = argparse.ArgumentParser(prog="companion-photographed", description="Reads one photograph of a city.")
    parser.add_argument("--game", required=True)
    parser.add_argument("--edition", type=int, default=1)
    parser.add_argument("--box", type=Path)
    options = parser.parse_args()
    _bounded()
    data = sys.stdin.buffer.read(MOST_BYTES + 1)
    sys.stdout.buffer.write(_answer(data, options.game, options.edition, options.box) + b"\n")
    return 0


def _bounded() -> None:
    """So much and no more; and the first to go where memory runs out."""
    os.nice(_NICE)
    resource.setrlimit(resource.RLIMIT_DATA, (_MEMORY, _MEMORY))
    resource.setrlimit(resource.RLIMIT_CPU, (_SECONDS, _SECONDS))
    resource.setrlimit(resource.RLIMIT_FSIZE, (0, 0))
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    with contextlib.suppress(OSError):
        Path("/proc/self/oom_score_adj").write_text("1000")


def _answer(data: bytes, game: str, edition: int, box: Path | None) -> bytes:
    # Seeing is loaded inside the bounds.
    from companion.photographed.reading import NoBox, NothingRead, read_city  # noqa: PLC0415
    from vision.geometry.image import BadPicture, decode  # noqa: PLC0415
    from vision.recognition.library import LibraryUnusable  # noqa: PLC0415

    if len(data) > MOST_BYTES:
        return msgspec.json.encode(Refused("too_long"))
    try:
        return msgspec.json.encode(read_city(decode(data, "photo", most=MOST_PIXELS), game, edition, box))
    except BadPicture as error:
        return msgspec.json.encode(Refused("too_large" if error.large else "not_a_picture"))
    except NothingRead:
        return msgspec.json.encode(Refused("nothing_read"))
    except (NoBox, LibraryUnusable):
        return msgspec.json.encode(Refused("no_box"))


if __name__ == "__main__":
    sys.exit(main())
