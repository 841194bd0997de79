"""A seat's phone: paired once, by a secret that nobody else can use, for its own questions only."""

import stat
from pathlib import Path
from typing import Any

import httpx
import pytest

from companion.api.client import Link
from companion.api.protocol import Question, View
from companion.board.pairing import GOOD_FOR, Pairs
from companion.errors import Unusable
from tests.board.conftest import Phone
from tests.board.table import Table
from tests.referee.table import PhysicalTable
from tests.ui.stories import story
from vision.sighting import FaceProbability, Pulse


class Clock:
    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def view() -> View:
    return next(story("architects", 3))


def pairs(tmp_path: Path, view: View, clock: Clock | None = None) -> Pairs:
    made = Pairs(tmp_path / "phones.json", clock or Clock())
    made.follow(view)
    return made


def test_a_secret_is_good_once(tmp_path: Path, view: View) -> None:
    kept = pairs(tmp_path, view)
    secret = kept.secret(1)
    assert kept.offered(secret) == kept.offered(secret) == 1
    token = kept.redeem(secret)
    assert token is not None
    assert kept.seat_of(token) == 1
    assert kept.redeem(secret) is None
    assert kept.offered(secret) is None


def test_a_secret_is_good_for_five_minutes(tmp_path: Path, view: View) -> None:
    clock = Clock()
    kept = pairs(tmp_path, view, clock)
    secret = kept.secret(0)
    clock.now = GOOD_FOR - 1
    assert kept.offered(secret) == 0
    clock.now = GOOD_FOR
    assert kept.offered(secret) is None
    assert kept.redeem(secret) is None


def test_a_seat_has_one_secret_and_one_phone(tmp_path: Path, view: View) -> None:
    kept = pairs(tmp_path, view)
    old, new = kept.secret(2), kept.secret(2)
    assert kept.redeem(old) is None
    first = kept.redeem(new)
    second = kept.redeem(kept.secret(2))
    assert first is not None
    assert second is not None
    assert kept.seat_of(first) is None
    assert kept.seat_of(second) == 2


def test_another_seat_s_phone_stays(tmp_path: Path, view: View) -> None:
    kept = pairs(tmp_path, view)
    one, two = kept.redeem(kept.secret(1)), kept.redeem(kept.secret(2))
    assert (kept.seat_of(str(one)), kept.seat_of(str(two))) == (1, 2)


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_nobody_is_paired_with_a_seat_that_is_not_there(tmp_path: Path, view: View, seat: int) -> None:
    with pytest.raises(Unusable):
        pairs(tmp_path, view).secret(seat)


@pytest.mark.parametrize("token", ["", "x", "\ud800", "0" * 10_000])
def test_a_token_that_was_never_given_is_nobody_s(tmp_path: Path, view: View, token: str) -> None:
    kept = pairs(tmp_path, view)
    kept.redeem(kept.secret(0))
    assert kept.seat_of(token) is None


def test_pairs_outlive_the_process_and_not_the_game(tmp_path: Path) -> None:
    views = list(story("architects", 3))
    kept = pairs(tmp_path, views[5])
    token = str(kept.redeem(kept.secret(1)))
    again = pairs(tmp_path, views[9])
    assert again.seat_of(token) == 1
    again.follow(views[0])
    assert again.seat_of(token) is None
    assert pairs(tmp_path, views[9]).seat_of(token) is None


def test_what_is_kept_on_disk_is_no_token_and_is_nobody_else_s_to_read(tmp_path: Path, view: View) -> None:
    kept = pairs(tmp_path, view)
    token = str(kept.redeem(kept.secret(1)))
    file = tmp_path / "phones.json"
    assert token not in file.read_text()
    assert stat.S_IMODE(file.stat().st_mode) == 0o600


def test_a_disk_that_takes_nothing_does_not_stop_the_table(tmp_path: Path, view: View) -> None:
    kept = Pairs(tmp_path / "not there" / "phones.json", Clock())
    kept.follow(view)
    token = kept.redeem(kept.secret(1))
    assert kept.seat_of(str(token)) == 1


def test_a_damaged_file_unpairs_and_no_more(tmp_path: Path, view: View) -> None:
    kept = pairs(tmp_path, view)
    token = str(kept.redeem(kept.secret(1)))
    (tmp_path / "phones.json").write_bytes(b'{"seats": {')
    again = pairs(tmp_path, view)
    assert again.seat_of(token) is None
    assert again.redeem(again.secret(1)) is not None


def test_to_look_at_a_code_uses_nothing_up_and_a_stranger_s_page_cannot_use_it(table: Table) -> None:
    table.set_up("architects", 3)
    address = table.pair(0).address
    assert httpx.get(address).status_code == 200
    for origin in ("http://evil.example", "null", None):
        headers = {} if origin is None else {"origin": origin}
        assert httpx.post(address, headers=headers).status_code == 403
    good = httpx.post(address, headers={"origin": table.address})
    assert good.status_code == 303
    cookie = good.headers["set-cookie"].lower()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    used = httpx.post(address, headers={"origin": table.address})
    assert used.status_code == httpx.get(address).status_code == 410
    assert "set-cookie" not in used.headers


def test_a_paired_phone_says_whose_it_is_and_forgets_it_with_the_next_game(table: Table, phone: Any) -> None:
    table.set_up("architects", 3)
    paired, other = phone(table), phone(table)
    page = paired.open(table.pair(1).address.removeprefix(table.address))
    page.click("button.go")
    page.wait_for_selector(".badge >> text=This phone answers for Béla")
    assert "HttpOnly" not in page.evaluate("document.cookie")
    assert "seat=" not in page.evaluate("document.cookie")
    assert other.open().locator(".badge").count() == 0
    table.set_up("architects", 3)
    page.wait_for_selector(".badge", state="detached")


def asked(table: Table) -> Question:
    """A question for seat 0: a card that looks like either of two."""
    physical = PhysicalTable(3, 1)
    if table.view.table is not None and not table.view.table.finished:
        table.do("end", {})
    table.do("setup", physical.setup)
    vision = Link(table.folder / "link.sock", "vision")
    told = vision.messages()
    next(told)
    vision.send(physical.everything())
    move = next(each for each in physical.deal.choices(physical.state) if getattr(each, "source", "") == "central")
    physical.play(move)
    alike = (FaceProbability("architects/wood", 0.5), FaceProbability("architects/clay", 0.48))
    physical.zones["seat/0/city"][-1].seen = alike
    vision.send(physical.scene())
    for _ in range(8):
        physical.frame += 10
        vision.send(Pulse(physical.frame, physical.frame / 10, moving=False, mats=()))
    table.until(lambda view: view.question is not None)
    vision.close()
    assert table.view.question is not None
    assert table.view.question.seat == 0
    return table.view.question


def paired(table: Table, phone: Any, seat: int) -> Phone:
    made: Phone = phone(table)
    page = made.open(table.pair(seat).address.removeprefix(table.address))
    page.click("button.go")
    page.wait_for_selector(".badge")
    return made


def test_a_seat_s_phone_answers_its_own_question_and_nobody_else_s_can(table: Table, phone: Any) -> None:
    question = asked(table)
    one, other, watching = paired(table, phone, 0), paired(table, phone, 1), phone(table)
    for each in (one, other, watching):
        page = each.page if each is not watching else each.open()
        page.wait_for_selector(".note >> text=The referee asks")
    assert other.page.locator(".ask").count() == watching.page.locator(".ask").count() == 0
    forged = f"""() => new Promise(done => {{
        const link = new WebSocket(`ws://${{location.host}}/live`);
        link.onopen = () => link.send('{{"question": {question.number}, "option": 0}}');
        link.onmessage = () => setTimeout(() => {{ link.close(); done(true); }}, 300);
        link.onclose = () => done(false);
    }})"""
    assert other.page.evaluate(forged)
    assert not watching.page.evaluate(forged)
    options = one.page.locator(".ask button")
    assert options.count() == len(question.options)
    assert one.page.locator(".ask").is_visible()
    options.nth(1).click()
    table.until(lambda view: view.question is None)
    entry = table.view.log[-1]
    assert entry.move == question.options[1].moves[0]
    assert entry.by == "finger"
    one.page.wait_for_selector(".ask", state="detached")
