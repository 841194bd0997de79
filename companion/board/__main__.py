"""The board's process: ``python -m companion.board --link SOCKET --state DIR``.

Strangers reach this process alone: whatever they do to it, the referee and the table go on.
"""

import socket
import sys
from pathlib import Path

from companion import part
from companion.api.client import Link
from companion.board.address import AUTO, listen, next_free, outward
from companion.board.board import Board
from companion.board.lending import Lending
from companion.board.site import serve
from companion.board.tls import certificate
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
    parser.add_argument("--lend", type=Path, help="a telephone may lend its camera: the socket for its pictures")
    options = parser.parse_args()
    part.begun(_NICE)
    try:
        listener = listen(options.listen)
        secure = _secure(listener, options.state) if options.lend is not None else None
    except Unusable as error:
        sys.stderr.write(f"companion-board: {error}\n")
        return 2
    link = Link(options.link.absolute(), "board")
    pairs = options.pairs or options.state / "phones.json"
    lending = Lending(options.lend) if options.lend is not None else None
    port = secure[0].getsockname()[1] if secure is not None else 0
    where = listener.getsockname()
    board = Board(link, where, options.state / "games", pairs, box=options.box, lending=lending, secure=port)
    serve(board, listener, secure)
    return 0


def _secure(listener: socket.socket, folder: Path) -> tuple[socket.socket, Path]:
    """Where the same is served over TLS, at the next free port; and the table's own certificate."""
    host, port = listener.getsockname()
    above = next_free(host, port + 1)
    own = {"127.0.0.1", "localhost", socket.gethostname(), f"{socket.gethostname()}.local", outward(host)}
    return above, certificate(folder, sorted(own))


if __name__ == "__main__":
    sys.exit(main())
