"""Phones: a real Chromium, made as small, as slow or as dark as a test wants it."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Page

from tests.board.table import Table
from tests.browser import chromium


@pytest.fixture(scope="package")
def browser() -> Iterator[Browser]:
    with chromium() as running:
        yield running


class Phone:
    """One phone on a table's board; ``errors``: whatever its browser complained of."""

    def __init__(self, browser: Browser, table: Table, **looks: Any) -> None:
        settings: dict[str, Any] = {"viewport": {"width": 360, "height": 740}, "locale": "en", "color_scheme": "dark"}
        self.table = table
        self.context: BrowserContext = browser.new_context(**(settings | looks))
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(30_000)
        self.errors: list[str] = []
        self.page.on("pageerror", lambda error: self.errors.append(str(error)))
        self.page.on("console", lambda line: self.errors.append(line.text) if line.type == "error" else None)

    def open(self, path: str = "/") -> Page:
        """Go there, and wait until something is to be seen."""
        self.page.goto(self.table.address + path)
        self.page.wait_for_selector("#board .top, main.still form, main.still a")
        return self.page

    def shows(self, script: str, wanted: Any) -> None:
        """Wait until what a script finds on the page is what is wanted."""
        self.page.wait_for_function(f"wanted => JSON.stringify({script}) === JSON.stringify(wanted)", arg=wanted)

    def scores(self) -> None:
        """Wait until every score is the table's."""
        assert self.table.view.table is not None
        wanted = [str(seat.score).replace("-", "\N{MINUS SIGN}") for seat in self.table.view.table.players]
        self.shows("[...document.querySelectorAll('.score')].map(e => e.textContent)", wanted)

    def tab(self, number: int) -> None:
        self.page.locator("nav button").nth(number).click()


@pytest.fixture
def phone(browser: Browser) -> Iterator[Any]:
    """Makes phones; each must have had nothing to complain of in the end."""
    made: list[Phone] = []

    def make(table: Table, **looks: Any) -> Phone:
        made.append(Phone(browser, table, **looks))
        return made[-1]

    yield make
    for each in made:
        each.context.close()
        assert each.errors == []


@pytest.fixture(scope="package")
def table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    """One process for all tests; each sets up a game of its own."""
    table = Table(tmp_path_factory.mktemp("table"))
    yield table
    table.close()
