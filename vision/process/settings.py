"""What the vision process is started with."""

import argparse
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path


@dataclass(frozen=True)
class Settings:
    """Camera source, the referee's socket, the libraries' files, the folder of vision's memory.

    ``libraries``: the first that is there is read. ``pictures``: the folder of pictures; ``None``: none are kept.
    """

    camera: str
    link: Path
    libraries: tuple[Path, ...]
    memory: Path
    pictures: Path | None = None


def parse(arguments: Sequence[str] | None = None) -> Settings:
    """From the command line; exits with code 2 and a line where it is unusable."""
    parser = argparse.ArgumentParser(prog="vision", description="A camera's frames to sightings for the referee.")
    parser.add_argument(
        "--camera",
        required=True,
        help="pi, usb:0, http://…, rtsp://…, phone:SOCKET, twin:SOCKET, a video, a folder",
    )
    parser.add_argument("--link", required=True, type=Path, help="the referee's Unix socket")
    parser.add_argument(
        "--library", required=True, nargs="+", type=Path, help="the box's library.faces, or what to read without one"
    )
    parser.add_argument("--memory", required=True, type=Path, help="folder for what is remembered of the table")
    parser.add_argument("--pictures", type=Path, help="folder for how zones looked; default: none are kept")
    given = parser.parse_args(arguments)
    return Settings(given.camera, given.link, tuple(given.library), given.memory, given.pictures)
