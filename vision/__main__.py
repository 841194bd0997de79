"""``python -m vision``: the vision process."""

import faulthandler
import sys

import cv2

from vision.eyes import Eyes
from vision.library import Library, LibraryUnusable
from vision.process import Process
from vision.settings import parse


def main() -> int:
    """Run until ended from outside; 2 where it cannot start."""
    faulthandler.enable()
    # One core is enough, and the others belong to the referee and the screen.
    cv2.setNumThreads(1)
    settings = parse()
    try:
        library = Library.load(settings.library)
        eyes = Eyes(library, settings.memory)
    except (LibraryUnusable, OSError) as error:
        sys.stderr.write(f"vision: {error}\n")
        return 2
    try:
        Process(settings, eyes).run()
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
