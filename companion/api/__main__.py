"""The referee's process: ``python -m companion.api --link SOCKET --state DIR``."""

import argparse
import signal
import sys
from pathlib import Path

from companion.api.desk import Answerer, Desk
from companion.api.server import serve
from companion.box.answer import answering
from companion.errors import Unusable, last_words
from companion.referee.boxfile import BoxFile
from companion.referee.game_files import GameFiles
from companion.referee.referee import Referee
from companion.results.answers import ANSWERED, Answers


def main() -> int:
    """Serve one table until told to stop."""
    parser = argparse.ArgumentParser(prog="companion-referee", description=__doc__)
    parser.add_argument("--link", type=Path, required=True, help="the Unix socket to serve on")
    parser.add_argument("--state", type=Path, required=True, help="the folder in which games are kept")
    parser.add_argument("--box", type=Path, help="the folder of the box file; without it that of the games")
    parser.add_argument(
        "--library", type=Path, nargs="+", default=(), help="the libraries of which vision reads the first there is"
    )
    options = parser.parse_args()
    # Until the server hears of it, and shuts down in order.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    try:
        files = GameFiles(options.state)
        referee = Referee(files, BoxFile(options.box) if options.box else None)
        past = Answers(files.folder).answer
        answerers: dict[str, Answerer] = {**dict.fromkeys(ANSWERED, past), "box": answering(options.library)}
        try:
            serve(referee, options.link, Desk(answerers))
        finally:
            referee.close()
    except (Unusable, OSError) as error:
        sys.stderr.write(last_words("companion-referee", error))
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main())
