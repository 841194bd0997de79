"""The board's process: ``python -m companion.board --link SOCKET --state DIR``.

Strangers reach this process alone: whatever they do to it, the referee and the table go on.
"""

import sys
from pathlib import Path

from companion import part
from companion.api.client import Link
from companion.board.address import AUTO, listen
from companion.board.board import Board
from companion.board.site import serve
from companion.errors import Unusable

_NICE = 10
"""However many phones there are, the table comes first."""


def main() -> int:
    """Serve phones until told to stop."""
    parser = part.parser("board", "The live table in any browser.")
    parser.add_argument(
        "--pairs", type=Path, help="the file of the paired phones; without it in the folder of the games"
    )
    parser.add_argument("--box", type=Path, help="the folder of the enrolled box, to read photographs with")
    parser.add_argument("--listen", default=AUTO, help="where phones find it: HOST:PORT or auto (default)")
    options = parser.parse_args()
    part.begun(_NICE)
    try:
        listener = listen(options.listen)
    except Unusable as error:
        sys.stderr.write(f"companion-board: {error}\n")
        return 2
    link = Link(options.link.absolute(), "board")
    pairs = options.pairs or options.state / "phones.json"
    serve(Board(link, listener.getsockname(), options.state / "games", pairs, options.box), listener)
    return 0


if __name__ == "__main__":
    sys.exit(main())
