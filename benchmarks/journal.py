"""How long one event takes until it is on disk (WAL, synchronous=FULL), on this machine's own disk."""

import statistics
import tempfile
import time
from pathlib import Path

from benchmarks.report import arguments, report
from companion.referee.events import Draft
from companion.referee.journal.journal import Journal, verify

_EVENTS = 500


def main() -> None:
    """Append events one by one, then check the chain."""
    options = arguments(__doc__).parse_args()
    with tempfile.TemporaryDirectory(dir=Path.cwd()) as folder:
        path = Path(folder) / "game.journal"
        took = []
        with Journal(path) as journal:
            for number in range(_EVENTS // 5 if options.quick else _EVENTS):
                start = time.perf_counter()
                journal.append(Draft("audit", {"number": number}, "rule"))
                took.append(1000 * (time.perf_counter() - start))
        start = time.perf_counter()
        verdict = verify(path)
        checked = 1000 * (time.perf_counter() - start)
    cuts = statistics.quantiles(took, n=100)
    figures = {"events": len(took), "p50_ms": cuts[49], "p95_ms": cuts[94], "p99_ms": cuts[98], "verify_ms": checked}
    event = f"one event on disk: p50 {cuts[49]:.1f} ms, p95 {cuts[94]:.1f} ms, p99 {cuts[98]:.1f} ms"
    trouble = f", {verdict.trouble}" if verdict.trouble else ""
    report(options, figures, f"{event}\nverify {len(verdict.events)} events: {checked:.0f} ms{trouble}")


if __name__ == "__main__":
    main()
