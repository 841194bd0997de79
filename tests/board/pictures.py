"""Takes the pictures in docs/screens/board anew: ``python -m tests.board.pictures [FOLDER]``."""

import sys
import tempfile
from pathlib import Path
from typing import Any

import cv2
from playwright.sync_api import Browser

from companion.api.client import Link
from companion.api.protocol import ChancePoint, Chances
from tests.board.conftest import Phone
from tests.board.table import Table
from tests.board.test_lending import Lent
from tests.board.test_pairing import asked
from tests.browser import chromium
from tests.vision.names.painted import Painted, photograph

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


def scored(browser: Browser, table: Table, out: Path) -> None:
    """A game scored by photographs of cities of our own drawing."""
    cities = [
        Painted((("brickyard", "altar", "library", "tavern"), ("stockade", "pantheon")), "giza", "B", 3),
        Painted((("lumber_yard", "theater", "loom_1"), ("barracks", "forum")), "rhodes", "A", 1),
    ]
    phone = Phone(browser, table, locale="uk", color_scheme="dark")
    page = phone.page
    page.goto(f"{table.address}/score")
    page.locator(".large").nth(1).click()
    for seat, (city, name) in enumerate(zip(cities, ("Оксана", "Béla"), strict=True)):
        path = Path(tempfile.mkdtemp()) / f"{name}.jpg"
        cv2.imwrite(str(path), photograph(city, "en", tilt=12, turn=3))
        page.locator(".city input[type=text]").nth(seat).fill(name)
        page.locator(".city").nth(seat).locator("input[type=file]").first.set_input_files(path)
    page.wait_for_function("() => document.querySelectorAll('.seen').length === 2", timeout=120_000)
    page.screenshot(path=out / "score-cities.png")
    page.locator(".seen").first.click()
    page.screenshot(path=out / "score-city.png")
    page.locator(".shot g:not(.ground)").nth(1).click()
    page.screenshot(path=out / "score-picker.png")
    page.locator(".picker > .less").last.click()
    page.screenshot(path=out / "score-all.png")
    page.keyboard.press("Escape")
    page.emulate_media(color_scheme="light")
    page.locator("main .go").click()
    page.locator("main .go").last.click()
    page.wait_for_selector(".scores")
    page.screenshot(path=out / "score-sheet.png")
    phone.context.close()


def lending(out: Path) -> None:
    """A phone that lends its camera (Chromium's own, which shows a clock)."""
    lent = Lent(Path(tempfile.mkdtemp()))
    try:
        with chromium() as browser:
            looks: Any = {"viewport": {"width": 360, "height": 740}, "locale": "hu", "color_scheme": "light"}
            page = browser.new_context(ignore_https_errors=True, **looks).new_page()
            page.goto(lent.address)
            page.click("button.go")
            page.locator("p.note").wait_for()
            page.screenshot(path=out / "lend.png")
    finally:
        lent.close()


def main() -> None:
    """Play, look, and keep what is seen."""
    out = Path(sys.argv[1]) if len(sys.argv) > 1 else FOLDER
    out.mkdir(parents=True, exist_ok=True)
    table = Table(Path(tempfile.mkdtemp()))
    try:
        with chromium() as browser:

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
            scored(browser, table, out)
    finally:
        table.close()
    lending(out)


if __name__ == "__main__":
    main()
