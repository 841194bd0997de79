"""Score a game: a real photograph on a real phone page, read by a process that may die of it; then the sheet."""

import http.client
import json
import re
import struct
import threading
import zlib
from functools import cache
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from companion.board.telling import City, Filled, Impossible, score
from companion.words.language import LANGUAGES
from tests.board.conftest import Phone
from tests.board.table import Table
from tests.board.test_access import CUT_OFF, audited
from tests.vision.names.painted import Painted, photograph

CITY = Painted((("brickyard", "altar", "library"), ("stockade", "tavern")), "giza", "B", 2)
OTHER = Painted((("lumber_yard", "theater", "well"), ("barracks", "glassworks_1")), "rhodes", "A", 1)
"""As many cards as a table is known by: of fewer, as no finished city has, the board is asked about."""


SIDE = 1300
"""Pixels of the photographs' long side: so few that they are read quickly, so many that names are legible."""


@pytest.fixture(scope="module")
def photo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return taken(CITY, tmp_path_factory.mktemp("photos"))


def taken(city: Painted, folder: Path) -> Path:
    path = folder / f"{city.board}.jpg"
    assert cv2.imwrite(str(path), photograph(city, "en", tilt=10, side=SIDE))
    return path


def begun(table: Table, phone: Any, **looks: Any) -> Phone:
    """The page, at the second edition of the game whose names can be read."""
    scoring: Phone = phone(table, **looks)
    scoring.page.goto(f"{table.address}/score")
    scoring.page.locator(".large").nth(1).click()
    scoring.page.wait_for_selector(".city")
    return scoring


def sent(scoring: Phone, seat: int, path: Path) -> None:
    scoring.page.locator(".city").nth(seat).locator("input[type=file]").first.set_input_files(path)


def read(scoring: Phone, cities: int) -> None:
    scoring.page.wait_for_function(
        "wanted => document.querySelectorAll('.seen').length === wanted", arg=cities, timeout=120_000
    )


def signed(points: str) -> int:
    return int(points.replace("\N{MINUS SIGN}", "-"))


def by_hand(page: Any, seat: int, wonder: str = "") -> None:
    """A city without a photograph: its wonder is chosen, the first one where none is named."""
    page.locator(".city").nth(seat).locator(".less").last.click()
    page.locator("#field-wonder .less").click()
    page.locator(".tile", has_text=wonder).first.click()
    page.locator("main .go").click()


def test_a_photograph_is_read_corrected_by_a_finger_and_scored(table: Table, phone: Any, photo: Path) -> None:
    """The second city is told by hand."""
    scoring = begun(table, phone)
    page = scoring.page
    page.locator("input[type=text]").first.fill("<b>Anna</b>")
    sent(scoring, 0, photo)
    page.wait_for_selector(".note")
    read(scoring, 1)
    # A browser may drop the page while its camera is open: nothing is lost.
    page.reload()
    read(scoring, 1)
    assert page.locator("input[type=text]").first.input_value() == "<b>Anna</b>"
    page.locator(".seen").first.click()
    assert page.locator("#field-cards .piece").all_inner_texts() != []
    marks = page.locator(".shot svg g").evaluate_all("marks => marks.map(each => each.getAttribute('aria-label'))")
    assert {"Brickyard", "Altar", "Library", "Stockade", "Tavern", "Giza B"} <= set(marks)
    # The Altar was a Temple all along: its mark is tapped, the likely ones are large, all others a tap away.
    page.locator(".shot g[aria-label=Altar]").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".picker .crop")
    page.locator(".picker > .less").last.click()
    page.locator(".picker .tile", has_text="Temple").click()
    assert page.locator("#field-cards").inner_text().count("Temple") == 1
    assert page.locator("#field-cards").inner_text().count("Altar") == 0
    page.locator("#field-coins button").last.click(click_count=3)
    page.locator("main .go").click()
    by_hand(page, 1, "Rhodes")
    page.locator("main .go").last.click()
    page.wait_for_selector(".scores")
    assert page.locator(".scores tbody th").first.inner_text() == "<b>Anna</b>"
    for section, row in zip(
        page.locator(".reasons section").all(), page.locator(".scores tbody tr").all(), strict=True
    ):
        points = [signed(text) for text in section.locator("li li span:last-child").all_inner_texts()]
        assert sum(points) == int(row.locator(".sum").inner_text())
    with page.expect_popup() as opened:
        page.locator(".files form[action$=json] button").click()
    handed = json.loads(opened.value.locator("body").inner_text())
    assert "temple" in handed["position"]["players"][0]["cards"]
    assert handed["position"]["players"][0]["coins"] >= 1


@pytest.mark.proof
def test_two_photographs_are_read_one_after_the_other(table: Table, phone: Any, photo: Path, tmp_path: Path) -> None:
    scoring = begun(table, phone)
    for seat, path in enumerate((photo, taken(OTHER, tmp_path))):
        sent(scoring, seat, path)
    read(scoring, 2)
    wonders = scoring.page.locator(".seen b").all_inner_texts()
    assert wonders == ["Giza B", "Rhodes A"]


def png(width: int, height: int) -> bytes:
    """A black picture of so many pixels, which are few bytes."""

    def chunk(kind: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))

    packer = zlib.compressobj(9)
    rows = b"".join(packer.compress(bytes(100 * (1 + width // 8))) for _ in range(height // 100)) + packer.flush()
    head = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")


def cat() -> bytes:
    """Fur, and two eyes."""
    fur = cv2.resize(np.random.default_rng(3).normal(110, 40, (90, 120, 3)), (600, 450))
    picture = np.clip(fur, 0, 255).astype(np.uint8)
    for x in (225, 375):
        cv2.circle(picture, (x, 200), 30, (40, 200, 220), -1)
    return cv2.imencode(".jpg", picture)[1].tobytes()


@cache
def bad() -> dict[str, bytes]:
    """Pictures that show no city, and what is none."""
    return {"a bomb": png(30_000, 30_000), "a text": b"Dear reader,\n" * 40, "a cat": cat()}


def test_pictures_that_show_no_city_get_a_line_each_and_the_table_goes_on(
    table: Table, phone: Any, tmp_path: Path
) -> None:
    table.set_up("architects", 2)
    scoring = begun(table, phone)
    said = set()
    for name, data in bad().items():
        path = tmp_path / f"{name}.jpg"
        path.write_bytes(data)
        sent(scoring, 0, path)
        table.play(1)
        note = scoring.page.locator(".note.bad")
        note.wait_for(timeout=60_000)
        line = note.inner_text()
        assert line
        assert "\n" not in line
        said.add(line)
        scoring.page.reload()
        scoring.page.wait_for_selector(".city")
    assert len(said) == len(bad())


READ = "/score/read?game=seven_wonders&edition=2"


def posted(table: Table, body: bytes, origin: str | None, path: str = READ) -> int:
    return asked(table, "POST", path, body, origin)[0]


def asked(table: Table, method: str, path: str, body: bytes = b"", origin: str | None = None) -> tuple[int, bytes]:
    """Status and body of an answer."""
    connection = http.client.HTTPConnection("127.0.0.1", table.port, timeout=30)
    try:
        connection.request(method, path, body, {"origin": origin} if origin else {})
        answer = connection.getresponse()
        return answer.status, answer.read()
    finally:
        connection.close()


def test_what_the_rules_do_not_allow_is_told_in_the_phone_s_language(table: Table, phone: Any) -> None:
    """By hand, without a photograph: two players with the same wonder."""
    scoring = begun(table, phone, locale="uk")
    page = scoring.page
    for seat in range(2):
        by_hand(page, seat)
    page.locator("main .go").last.click()
    assert re.search("[A-Za-z]", page.locator(".note.bad").inner_text()) is None


def test_cities_that_do_not_fit_together_are_scored_only_when_that_is_wanted() -> None:
    wonders = ("giza A", "rhodes A", "babylon A")
    cities = tuple(City({"wonder": {wonder: 1}, "tokens": {"5": 1}}) for wonder in wonders)
    with pytest.raises(Impossible) as caught:
        score(Filled("seven_wonders", 2, cities))
    assert caught.value.why is not None
    assert [seat.score for seat in score(Filled("seven_wonders", 2, cities, partial=True)).seats] == [5, 5, 5]


def test_only_our_own_page_may_send_and_only_so_much(table: Table) -> None:
    assert posted(table, b"x", None) == 403
    assert posted(table, b"x", "http://evil.example") == 403
    assert posted(table, bytes(24_000_001), table.address) == 413
    assert posted(table, b"x", table.address, "/score/read?game=chess&edition=1") == 404
    assert posted(table, b"x" * 70_000, table.address, "/score/sheet") == 400
    assert (
        posted(table, b'{"game": "duel", "edition": 9, "cities": [{"told": {}}]}', table.address, "/score/sheet") == 400
    )
    nested = b'{"game":"duel","edition":1,"cities":' + b"[" * 30_000
    assert posted(table, nested, table.address, "/score/sheet") == 400


def test_more_pictures_than_there_is_room_for_are_refused_at_once(table: Table) -> None:
    answers: list[tuple[int, bytes]] = []
    senders = [
        threading.Thread(target=lambda: answers.append(asked(table, "POST", READ, b"x", table.address)))
        for _ in range(6)
    ]
    for sender in senders:
        sender.start()
    for sender in senders:
        sender.join()
    codes = [code for code, _ in answers]
    assert set(codes) <= {202, 503}
    assert 503 in codes
    # They are read, and there is room again: for the next test, too.
    names = [json.loads(body)["name"] for code, body in answers if code == 202]
    while any(b'"done"' not in asked(table, "GET", f"/score/read/{name}")[1] for name in names):
        continue


def looked_at(table: Table, phone: Any, photo: Path, code: str, scheme: str) -> None:
    """Every view, audited and measured."""
    scoring = begun(table, phone, locale=code, color_scheme=scheme, viewport={"width": 360, "height": 740})
    page = scoring.page

    def fits(where: str) -> None:
        audited(scoring, f"{where} {code} {scheme}")
        assert page.evaluate(CUT_OFF) == [], (where, code)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, (where, code)

    fits("cities")
    sent(scoring, 0, photo)
    read(scoring, 1)
    page.locator(".seen").click()
    fits("city")
    page.locator(".shot g:not(.ground)").first.click()
    page.wait_for_selector(".picker")
    fits("picker")
    page.locator(".picker > .less").last.click()
    fits("all")
    page.keyboard.press("Escape")
    page.locator("main .go").click()
    page.locator(".city .less").last.click()
    page.locator("#field-wonder .less").click()
    page.locator(".tile").nth(3).click()
    page.locator("main .go").click()
    page.locator("main .go").last.click()
    page.wait_for_selector(".scores")
    fits("sheet")


def test_an_audit_of_the_page_finds_nothing_and_nothing_is_cut_off(table: Table, phone: Any, photo: Path) -> None:
    looked_at(table, phone, photo, "hu", "light")


@pytest.mark.proof
@pytest.mark.parametrize("scheme", ["dark", "light"])
@pytest.mark.parametrize("code", list(LANGUAGES))
def test_an_audit_in_every_language_and_theme_finds_nothing(
    table: Table, phone: Any, photo: Path, code: str, scheme: str
) -> None:
    looked_at(table, phone, photo, code, scheme)
