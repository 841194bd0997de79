"""How long one event takes until it is on disk (WAL, synchronous=FULL), on this machine's own disk."""

import statistics
import tempfile
import time
from pathlib import Path

from companion.referee.events import Draft
from companion.referee.journal import Journal, verify

EVENTS = 500


def main() -> None:
    """Append events one by one, then check the chain."""
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        path = Path(folder) / "game.journal"
        took = []
        with Journal(path) as journal:
            for number in range(EVENTS):
                start = time.perf_counter()
                journal.append(Draft("audit", {"number": number}, "rule"))
                took.append(1000 * (time.perf_counter() - start))
        start = time.perf_counter()
        verdict = verify(path)
        checked = 1000 * (time.perf_counter() - start)
    cuts = statistics.quantiles(took, n=100)
    print(f"one event on disk: p50 {cuts[49]:.1f} ms, p95 {cuts[94]:.1f} ms, p99 {cuts[98]:.1f} ms")
    print(f"verify {len(verdict.events)} events: {checked:.0f} ms{', ' + verdict.trouble if verdict.trouble else ''}")


if __name__ == "__main__":
    main()
