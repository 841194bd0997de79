"""The load of a tournament through real workers, PostgreSQL and NATS: ``python -m benchmarks.hub_load``.

Everything is started here on free ports, measured with ``companion hub load``, and ended again.
"""

import argparse
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from companion.hub.store import database, migration
from tests.hub.engines import nats, postgres
from tests.hub.serving import Served, served


def main() -> None:
    """Print one line of JSON a run."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--workers", type=int, nargs="+", default=[1, 2, 4])
    parser.add_argument("--tables", type=int, default=500)
    parser.add_argument("--events", type=int, default=100, help="of each table")
    parser.add_argument("--rate", type=float, default=0.0, help="events a second of all tables; 0: as they can")
    parser.add_argument("--watchers", type=int, default=2)
    parser.add_argument("--sqlite", action="store_true", help="one process, SQLite, no broker")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="hub-load-") as made:
        folder = Path(made)
        folder.chmod(0o755)
        if options.sqlite:
            with served(folder / "hub") as hub:
                _measure(hub, options, 1)
            return
        with postgres(folder / "postgres") as cluster, nats() as broker:
            for workers in options.workers:
                owner = database.url_of(cluster.fresh(f"load{workers}"), folder)
                migration.migrate(owner, migration.WORKERS)
                url = owner.replace("//hub@", f"//{migration.WORKERS}@")
                way = ("--nats", f"nats://127.0.0.1:{broker.port}", "--workers", str(workers))
                with served(folder / f"hub{workers}", url, *way) as hub:
                    _measure(hub, options, workers)


def _measure(hub: Served, options: argparse.Namespace, workers: int) -> None:
    asked = {name: getattr(options, name) for name in ("tables", "events", "rate", "watchers")}
    flags = [word for name, value in asked.items() for word in (f"--{name}", str(value))]
    command = ["hub", "load", "--hub", hub.address, "--state", str(hub.folder), *flags, "--json"]
    before = _spent(hub.process.pid)
    run = [sys.executable, "-c", "from companion.cli import main; main()", *command]
    found = subprocess.run(run, capture_output=True, text=True, check=False, env=os.environ)  # noqa: S603 - ours
    if not found.stdout:
        sys.exit(found.stderr)
    told = json.loads(found.stdout)
    spent = {name: round(seconds - before.get(name, 0.0), 2) for name, seconds in _spent(hub.process.pid).items()}
    print(json.dumps({"workers": workers, "rate": options.rate, **told, "cpu_seconds": spent}), flush=True)


def _spent(session: int) -> dict[str, float]:
    """Seconds of processor of the hub's workers (one session), of PostgreSQL's processes that still run, of NATS."""
    found = dict.fromkeys(("hub", "postgres", "nats-server"), 0.0)
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            text = stat.read_text()
        except OSError:
            continue
        name, words = text[text.index("(") + 1 : text.rindex(")")], text[text.rindex(")") + 2 :].split()
        kind = "hub" if int(words[3]) == session else name
        if kind in found:
            found[kind] += (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")
    return found


if __name__ == "__main__":
    main()
