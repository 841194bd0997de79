"""Camera to journal: a game of four through the whole product; how long an accepted move took from its last frame."""

import json
import subprocess
import sys


def main() -> None:
    """Rehearse one game of the proxy set and print its latencies."""
    words = ["rehearse", "architects", "--players", "4", "--seed", "1", "--games", "1", "--scene", "kitchen", "--json"]
    code = "from companion.cli import main; main()"
    done = subprocess.run([sys.executable, "-c", code, *words], stdout=subprocess.PIPE, check=False)  # noqa: S603
    [game] = json.loads(done.stdout)["games"]
    latency = game["latency_ms"]
    print(f"{game['recognised']} of {game['moves']} moves, wrong {game['wrong']}, questions {game['questions']}")
    print(f"frame to accepted move: p50 {latency['p50']:.0f} ms, p95 {latency['p95']:.0f} ms")


if __name__ == "__main__":
    main()
