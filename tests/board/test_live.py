"""A phone follows the table: every game, in its own language, through sleep, dead ends and death."""

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.board.conftest import Phone
from tests.board.pictures import guess
from tests.board.table import Table
from tests.referee.fingers import TABLES


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Table]:
    """A process of this test's own."""
    table = Table(tmp_path)
    yield table
    table.close()


def followed(table: Table, phone: Phone, game: str, players: int) -> None:
    table.set_up(game, players)
    phone.scores()
    while table.moves:
        table.play(7)
        phone.scores()
        phone.shows("Number(document.querySelectorAll('.seat.moving').length)", moving(table))
    view = table.view
    assert view.table is not None
    assert view.table.finished
    phone.page.wait_for_selector(".turn >> text=/wins|victory/")
    phone.tab(2)
    phone.shows("document.querySelector('.log .n').innerText", str(view.log[-1].seq))
    phone.tab(0)


def moving(table: Table) -> int:
    return int(table.view.table is not None and table.view.table.to_move is not None)


def test_a_whole_game_is_followed_to_its_end(table: Table, phone: Any) -> None:
    watching = phone(table)
    watching.open()
    followed(table, watching, "duel", 2)


@pytest.mark.proof
@pytest.mark.parametrize(("game", "players"), TABLES)
def test_every_game_with_every_number_of_players_is_followed(table: Table, phone: Any, game: str, players: int) -> None:
    watching = phone(table)
    watching.open()
    followed(table, watching, game, players)


def test_every_point_is_explained_and_adds_up(table: Table, phone: Any) -> None:
    table.set_up("architects", 4)
    view = table.play(90)
    watching = phone(table)
    page = watching.open()
    watching.tab(1)
    assert view.table is not None
    for seat in view.table.players:
        section = page.locator(".reasons section").nth(seat.seat)
        points = [int(text) for text in section.locator(".points ul li span:last-child").all_inner_texts()]
        assert sum(points) == seat.score
        heads = [int(text) for text in section.locator(".points > li > div b").all_inner_texts()]
        assert sum(heads) == seat.score
    cells = page.locator(".scores tbody tr").first.locator("td").all_inner_texts()
    assert sum(map(int, cells[:-1])) == int(cells[-1])


def test_a_phone_speaks_its_own_language_and_remembers_another_that_was_chosen(table: Table, phone: Any) -> None:
    table.set_up("architects", 3)
    table.play(10)
    watching = phone(table, locale="hu")
    page = watching.open()
    assert page.locator("nav button").first.inner_text().strip() == "Asztal"
    page.select_option("select", "uk")
    page.wait_for_selector("nav >> text=Стіл")
    assert page.evaluate("document.documentElement.lang") == "uk"
    page.reload()
    page.wait_for_selector("nav >> text=Стіл")


def test_names_are_only_ever_text(table: Table, phone: Any) -> None:
    names = ["<img src=x onerror=window.HIT=1>", "<script>window.HIT=1</script>", "{{7*7}} ${1} \"'`"]
    table.set_up("architects", 3, names=names)
    table.play(12)
    watching = phone(table)
    page = watching.open()
    for tab in range(3):
        watching.tab(tab)
        assert page.locator("#board img, #board script").count() == 0
        assert page.locator("#board").inner_text().find(names[0]) >= 0 or tab == 2
    assert page.evaluate("window.HIT === undefined")
    pairing = table.pair(1)
    page.goto(pairing.address)
    assert page.locator("h1").inner_text().find(names[1]) >= 0
    assert page.evaluate("window.HIT === undefined")


def test_without_a_network_it_says_so_and_catches_up_when_it_is_back(table: Table, phone: Any) -> None:
    table.set_up("architects", 2)
    watching = phone(table)
    page = watching.open()
    watching.scores()
    watching.context.set_offline(True)
    page.wait_for_selector(".lost")
    table.play(20)
    watching.context.set_offline(False)
    watching.scores()
    page.wait_for_selector(".lost", state="detached")
    watching.errors.clear()


def test_a_phone_that_slept_catches_up(table: Table, phone: Any) -> None:
    table.set_up("architects", 2)
    watching = phone(table)
    watching.open()
    watching.scores()
    session = watching.context.new_cdp_session(watching.page)
    session.send("Page.setWebLifecycleState", {"state": "frozen"})
    table.play(25)
    session.send("Page.setWebLifecycleState", {"state": "active"})
    watching.scores()
    watching.tab(2)
    watching.shows("document.querySelector('.log .n').textContent", str(table.view.log[-1].seq))


def test_the_chances_are_drawn_and_told_once_somebody_works_them_out(table: Table, phone: Any) -> None:
    table.set_up("architects", 3)
    table.play(20)
    watching = phone(table)
    page = watching.open()
    assert page.locator("nav button").count() == 3
    guess(table, 8)
    page.wait_for_selector("nav button >> nth=3")
    watching.tab(3)
    assert page.locator(".graph polyline").count() == 3
    shares = sorted((round(100 * share) for share in table.view.chances[-1].chances), reverse=True)
    assert page.locator(".bars b").all_inner_texts() == [f"{share}%" for share in shares]
    dashes = page.locator(".graph polyline").evaluate_all("lines => lines.map(l => l.getAttribute('stroke-dasharray'))")
    assert len(set(dashes)) == 3


def test_a_phone_outlives_the_referee(own: Table, phone: Any) -> None:
    own.set_up("architects", 3)
    own.play(15)
    watching = phone(own)
    page = watching.open()
    watching.scores()
    own.kill()
    page.wait_for_selector(".lost")
    own.start()
    own.play(9)
    watching.scores()
    page.wait_for_selector(".lost", state="detached")
    watching.tab(2)
    watching.shows("document.querySelector('.log .n')?.textContent", str(own.view.log[-1].seq))
    watching.errors.clear()


def test_before_a_game_the_board_says_that_there_is_none(own: Table, phone: Any) -> None:
    watching = phone(own)
    page = watching.open()
    page.wait_for_selector("h2 >> text=No game is being played")
    own.set_up("duel", 2)
    watching.scores()


def test_the_result_can_be_taken_home_once_the_game_is_over(table: Table, phone: Any) -> None:
    table.set_up("duel", 2)
    table.play(10)
    watching = phone(table)
    newest = max(path.stem for path in (table.folder / "state" / "games").glob("game-*.sqlite"))
    assert watching.context.request.get(f"{table.address}/results/{newest}.json").status == 404
    table.play(500)
    page = watching.open()
    watching.tab(1)
    page.wait_for_selector(".files a")
    for link in page.locator(".files a").all():
        address = link.get_attribute("href")
        assert re.fullmatch(rf"/results/{newest}\.(pdf|csv|json)\?lang=en", address or "")
        answer = page.request.get(table.address + str(address))
        assert answer.status == 200
        assert answer.body()
