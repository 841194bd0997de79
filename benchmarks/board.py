"""The board on a phone four times slower than this machine: bytes, first paint, and from a tap at the table to pixels.

Needs Chromium's headless shell and Playwright (``make test`` installs both).
"""

import statistics
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Page

from benchmarks.report import Goal, arguments, report
from tests.board.table import Table
from tests.browser import chromium

SLOWER = 4
PAINTED = """() => {
  const paint = () => requestAnimationFrame(() => setTimeout(() => { window.painted = Date.now() / 1000; }));
  new MutationObserver(paint).observe(document.body, { childList: true, subtree: true, characterData: true });
}"""
"""When what has changed was last painted: after the frame that it was drawn in."""
LOADED = """() => {
  const first = performance.getEntriesByName('first-contentful-paint')[0];
  const files = performance.getEntriesByType('resource');
  return [first.startTime, files.length + 1];
}"""


def pushes(table: Table, page: Page, moves: int) -> tuple[list[float], list[float]]:
    """Milliseconds from the picture at the touchscreen's socket, and from the tap, to the phone's pixels."""
    pushed, tapped = [], []
    page.evaluate(PAINTED)
    for _ in range(moves):
        page.evaluate("window.painted = 0")
        begun = time.time()
        table.play(1)
        told = time.time()
        assert table.view.table is not None
        wanted = f"{table.view.seq}"
        page.wait_for_function("wanted => window.painted && document.body.dataset.seq === wanted", arg=wanted)
        painted = float(page.evaluate("window.painted"))
        pushed.append(1000 * (painted - told))
        tapped.append(1000 * (painted - begun))
    return pushed, tapped


def main() -> None:
    """Load the page, then play."""
    options = arguments(__doc__).parse_args()
    folder = Path(tempfile.mkdtemp())
    table = Table(folder)
    try:
        table.set_up("architects", 7)
        table.play(60)
        with chromium() as browser:
            context = browser.new_context(viewport={"width": 360, "height": 740})
            page = context.new_page()
            session = context.new_cdp_session(page)
            session.send("Network.enable")
            sizes: list[float] = []
            session.on("Network.loadingFinished", lambda event: sizes.append(event["encodedDataLength"]))
            heard = "Network.webSocketFrameReceived"
            session.on(heard, lambda event: sizes.append(len(event["response"]["payloadData"].encode())))
            session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
            page.goto(table.address)
            page.wait_for_selector(".seat")
            load, (paint, requests) = sum(sizes), page.evaluate(LOADED)
            before = len(sizes)
            pushed, tapped = pushes(table, page, 20 if options.quick else 100)
            letters = sizes[before:]
    finally:
        table.close()
    p95 = statistics.quantiles(pushed, n=20)[18]
    tap = statistics.quantiles(tapped, n=20)[18]
    figures = {
        "first_load_bytes": load, "requests": requests, "first_paint_ms": paint,
        "letter_bytes": statistics.mean(letters), "push_p50_ms": statistics.median(pushed), "push_p95_ms": p95,
        "tap_p95_ms": tap,
    }  # fmt: skip
    text = "\n".join(f"{name}: {value:.0f}" for name, value in figures.items())
    goals = (
        Goal("board, first load of a game of 7", f"{load / 1000:.0f} kB", "< 150 kB", met=load < 150_000),
        Goal(f"board, push to pixels, CPU / {SLOWER}, p95", f"{p95:.0f} ms", "< 200 ms", met=p95 < 200),
    )
    report(options, figures, text, goals)


if __name__ == "__main__":
    main()
