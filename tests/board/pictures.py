"""Takes the pictures in docs/screens/board anew: ``python -m tests.board.pictures [FOLDER]``."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import sync_playwright

from companion.api.client import Link
from companion.api.protocol import ChancePoint, Chances
from tests.board.conftest import Phone
from tests.board.table import Table
from tests.board.test_pairing import asked

FOLDER = Path(__file__).parents[2] / "docs" / "screens" / "board"


def guess(table: Table, points: int) -> None:
    """Chances to win, as who plays on would tell them."""
    assert table.view.table is not None
    players = len(table.view.table.players)
    told = []
    for k in range(points):
        weights = [10 + (seat + 1) * k % (7 + 3 * seat) + k * (seat == 1) for seat in range(players)]
        told.append(ChancePoint(k + 1, tuple(weight / sum(weights) for weight in weights), 400))
    link = Link(table.folder / "link.sock", "chances")
    heard = link.messages()
    next(heard)
    link.send(Chances(tuple(told)))
    table.until(lambda view: len(view.chances) == points)
    link.close()


def main() -> None:
    """Play, look, and keep what is seen."""
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    out.mkdir(parents=True, exist_ok=True)
    table = Table(Path(tempfile.mkdtemp()))
    try:
        with sync_playwright() as playwright:
            browser = playwright.chromium.launch(executable_path="/usr/bin/chromium")

            def keep(name: str, tab: int, *, path: str = "/", opened: int = -1, **looks: object) -> None:
                phone = Phone(browser, table, **looks)
                phone.open(path)
                if path != "/":
                    phone.page.screenshot(path=out / f"{name}-pair.png")
                    phone.page.click("button.go")
                    phone.page.wait_for_selector(".badge")
                phone.tab(tab)
                if opened >= 0:
                    phone.page.locator(".head").nth(opened).click()
                phone.page.screenshot(path=out / f"{name}.png")
                phone.context.close()

            table.set_up("architects", 4)
            table.play(70)
            keep("architects", 0, locale="uk", color_scheme="dark")
            keep("scores", 1, locale="hu", color_scheme="light")
            keep("log", 2, locale="ru", color_scheme="dark", viewport={"width": 740, "height": 360})
            guess(table, 20)
            keep("chances", 3, color_scheme="light")
            table.set_up("seven_wonders", 5)
            table.play(70)
            keep("seven-wonders", 0, color_scheme="light", viewport={"width": 768, "height": 1024}, opened=1)
            table.set_up("duel", 2)
            table.play(34)
            keep("duel", 0, locale="hu", color_scheme="dark")
            asked(table)
            keep(
                "question", 0, path=table.pair(0).address.removeprefix(table.address), locale="uk", color_scheme="light"
            )
            browser.close()
    finally:
        table.close()


if __name__ == "__main__":
    main()
