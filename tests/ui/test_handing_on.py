"""Codes that a phone reads off the screen, past games and what they come to: with the real shelf behind."""

from random import Random
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest
import zxingcpp
from msgspec.structs import replace

from companion.api.protocol import Answer, ChancePoint, Pairing
from tests.ui.near import NAMES, NearReferee, setup
from ui.asking import Inquiries

if TYPE_CHECKING:
    from tests.ui.pilot import Pilot

BOARD = "http://192.168.1.17:8080"
LONGEST = 1100
"""Characters of a link for seven players whose names have to be written with per cent signs."""


def played(near: NearReferee, players: int, seed: int = 3) -> None:
    near.quiet = True
    near.do("setup", setup(players))
    near.play(Random(seed), 400)
    near.quiet = False


def scanned(pilot: "Pilot") -> list[str]:
    """What a scanner reads off the whole screen as it is drawn."""
    from tests.ui.pilot import pixels  # noqa: PLC0415 - opens the window

    pilot.frames(3)
    picture = np.ascontiguousarray(pixels()[:, :, :3])
    return [code.text for code in zxingcpp.read_barcodes(picture, try_invert=False)]


def test_a_result_s_codes_say_where_it_is_handed_on(pilot: "Pilot", near: NearReferee) -> None:
    played(near, 7)
    near.board = BOARD
    pilot.shell.go("result")
    pilot.until(lambda: pilot.shell.page.address)
    (link,) = scanned(pilot)
    assert link.startswith("https://app.bgstatsapp.com/")
    assert len(link) <= LONGEST
    for form in ("pdf", "csv", "json"):
        pilot.press(form.upper())
        assert scanned(pilot) == [f"{BOARD}/results/game-0001.{form}"]


@pytest.mark.parametrize("theme", ["night", "day"])
def test_the_longest_link_can_be_read_off_the_smallest_screen(pilot: "Pilot", near: NearReferee, theme: str) -> None:
    played(near, 2)
    pilot.shell.prefer(theme=theme)
    pilot.shell.go("result")
    pilot.until(lambda: pilot.shell.page.address)
    # As a real one: letters and what addresses write for braces and quotation marks.
    longest = ("https://app.bgstatsapp.com/createPlay.html?data=" + "%7B%22name%22:%22Zsuzsanna%22," * 99)[:LONGEST]
    pilot.shell.page.address = longest
    assert scanned(pilot) == [longest]


def test_without_a_board_only_what_needs_none_is_offered(pilot: "Pilot", near: NearReferee) -> None:
    played(near, 3)
    pilot.shell.go("result")
    pilot.until(lambda: pilot.shell.page.address)
    assert pilot.find("BG Stats")
    with pytest.raises(AssertionError):
        pilot.find("PDF")


def test_a_game_that_was_left_is_shown_and_nothing_of_it_handed_on(pilot: "Pilot", near: NearReferee) -> None:
    near.do("setup", setup(3))
    near.play(Random(1), 4)
    pilot.shell.go("result", game="game-0001")
    pilot.until(lambda: pilot.shell.page.ids.places.children)
    assert scanned(pilot) == []
    assert pilot.shell.page.hint


def test_past_games_lead_to_their_results_newest_first(pilot: "Pilot", near: NearReferee) -> None:
    from ui.screens.history import GameRow  # noqa: PLC0415 - opens the window

    for players in (2, 3, 4):
        played(near, players)
    pilot.shell.go("history")
    pilot.until(lambda: [row for row in pilot.taps() if isinstance(row, GameRow)])
    rows = [row for row in pilot.taps() if isinstance(row, GameRow)][::-1]
    assert [sum(name in f"{row.winners} {row.others}" for name in NAMES) for row in rows] == [4, 3, 2]
    assert all(row.decided and row.winners for row in rows)
    pilot.tap(rows[1])
    pilot.until(lambda: pilot.shell.page.ids.places.children)
    assert pilot.shell.page.name == "result"
    assert len(pilot.shell.page.ids.places.children) == 3
    pilot.shell.page.back()
    assert pilot.shell.page.name == "history"


def test_statistics_count_what_was_played(pilot: "Pilot", near: NearReferee) -> None:
    from ui.screens.statistics import MeanRow, RecordRow  # noqa: PLC0415 - opens the window

    for seed in (1, 2):
        played(near, 3, seed)
    pilot.shell.go("statistics")
    pilot.until(lambda: any(isinstance(widget, RecordRow) for widget in pilot.seen()))
    rows = [widget for widget in pilot.seen() if isinstance(widget, RecordRow)]
    assert {row.label: row.games for row in rows} == dict.fromkeys(NAMES[:3], "2")
    assert sum(int(row.wins) for row in rows) >= 2
    pilot.press("Points")
    pilot.settle()
    means = [widget for widget in pilot.seen() if isinstance(widget, MeanRow)]
    assert [round(mean.share, 3) for mean in means].count(1.0) >= 1
    assert all(0 <= mean.share <= 1 for mean in means)


def test_phones_scan_the_board_and_a_seat_s_own_code_which_goes_when_it_is_no_longer_good(
    pilot: "Pilot", near: NearReferee, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[Any] = []

    def answer(_inquiries: object, what: str, body: Any, told: Any) -> None:
        if "camera" in body:
            told(Answer("x", None, "no camera is lent at this table"))
            return
        asked.append((what, body))
        told(Answer("x", Pairing(body["seat"], f"{BOARD}/pair/Ab12Cd34Ef56", 0.3)))

    monkeypatch.setattr(Inquiries, "ask", answer)
    near.do("setup", setup(3))
    near.say(replace(near.referee.view(), board=BOARD))
    pilot.until(lambda: pilot.shell.view.board)
    pilot.shell.go("phones")
    assert scanned(pilot) == [BOARD]
    pilot.press("Béla")
    assert asked == [("pair", {"seat": 1})]
    assert pilot.shell.page.shown == f"{BOARD}/pair/Ab12Cd34Ef56"
    pilot.until(lambda: pilot.shell.page.shown == BOARD)


def test_a_phone_that_is_to_be_the_camera_scans_where_it_lends_it(
    pilot: "Pilot", near: NearReferee, monkeypatch: pytest.MonkeyPatch
) -> None:
    where = "https://192.168.1.5:8481/lend/Ab12Cd34Ef56"
    monkeypatch.setattr(Inquiries, "ask", lambda _all, _what, _body, told: told(Answer("x", Pairing(-1, where, 0.0))))
    near.say(replace(near.referee.view(), board=BOARD))
    pilot.until(lambda: pilot.shell.view.board)
    pilot.shell.go("phones")
    pilot.press("Camera")
    assert scanned(pilot) == [where]
    pilot.press("Everybody")
    assert scanned(pilot) == [BOARD]


def test_without_a_board_the_page_of_phones_says_so(pilot: "Pilot", near: NearReferee) -> None:
    near.do("setup", setup(3))
    pilot.until(lambda: pilot.shell.view.table)
    pilot.shell.go("phones")
    assert scanned(pilot) == []
    assert pilot.shell.page.title == "No board for phones"


def test_the_chances_are_drawn_once_there_are_some_likeliest_first(pilot: "Pilot", near: NearReferee) -> None:
    from ui.screens.chances import Standing  # noqa: PLC0415 - opens the window

    near.do("setup", setup(3))
    pilot.until(lambda: pilot.shell.view.table)
    pilot.shell.go("chances")
    pilot.press("Work them out")
    assert pilot.shell.kept.now.chances
    assert "worked out" in pilot.shell.page.hint
    points = (ChancePoint(1, (0.34, 0.33, 0.33), 200), ChancePoint(2, (0.2, 0.7, 0.1), 200))
    near.say(replace(near.referee.view(), chances=points))
    pilot.until(lambda: pilot.shell.view.chances)
    pilot.settle()
    standings = [widget for widget in pilot.seen() if isinstance(widget, Standing)][::-1]
    assert [(one.label, one.chance) for one in standings] == [("Béla", "70 %"), ("Anna", "20 %"), ("Оксана", "10 %")]
    assert not pilot.shell.page.hint
