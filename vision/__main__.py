"""``python -m vision``: the vision process."""

import faulthandler
import sys

import cv2

from companion.errors import last_words
from vision.live import Watcher
from vision.live.pictures import Pictures
from vision.process import Process, parse
from vision.process.settings import Settings
from vision.recognition.contents import there
from vision.recognition.library import Library, LibraryUnusable


def main() -> int:
    """Run until ended from outside; 2 where it cannot start."""
    faulthandler.enable()
    # One core is enough, and the others belong to the referee and the screen.
    cv2.setNumThreads(1)
    settings = parse()
    try:
        Process(settings, lambda: _watcher(settings)).run()
    except (LibraryUnusable, OSError) as error:
        sys.stderr.write(last_words("vision", error))
        return 2
    except KeyboardInterrupt:
        return 130
    return 0


def _watcher(settings: Settings) -> Watcher:
    pictures = None if settings.pictures is None else Pictures(settings.pictures)
    return Watcher(Library.load(there(settings.libraries)), settings.memory, pictures=pictures)


if __name__ == "__main__":
    sys.exit(main())
