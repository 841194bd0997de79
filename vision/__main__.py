"""``python -m vision``: the vision process."""

import faulthandler
import sys

import cv2

from companion.errors import last_words
from vision.live import Watcher
from vision.process import Process, parse
from vision.recognition.contents import there
from vision.recognition.library import Library, LibraryUnusable


def main() -> int:
    """Run until ended from outside; 2 where it cannot start."""
    faulthandler.enable()
    # One core is enough, and the others belong to the referee and the screen.
    cv2.setNumThreads(1)
    settings = parse()
    try:
        Process(settings, lambda: Watcher(Library.load(there(settings.libraries)), settings.memory)).run()
    except (LibraryUnusable, OSError) as error:
        sys.stderr.write(last_words("vision", error))
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


if __name__ == "__main__":
    sys.exit(main())
