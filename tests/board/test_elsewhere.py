"""Where all cities are photographed, the page tells doubtful cards by what the others show, and no finger is overruled.

What the reader would say is put into its place; all else is the real page and the real table.
"""

import json
from pathlib import Path
from typing import Any

import pytest

from companion.board.telling import AllShown, Shown, elsewhere
from companion.errors import Unusable
from companion.games.finished import Doubtful
from tests.board.conftest import Phone
from tests.board.table import Table
from tests.board.test_scoring import asked, begun, by_hand, sent

GUILD, OTHER = "workers_guild", "craftsmens_guild"
"""There is one of each in the box."""


def card(piece: str, *others: str) -> dict[str, Any]:
    """A card as the reader says it: sure where it may be nothing else."""
    quad = [[0.1, 0.1], [0.4, 0.1], [0.4, 0.6], [0.1, 0.6]]
    return {"quad": quad, "field": "cards", "piece": piece, "count": 1, "sure": not others, "others": others,
            "probability": 0.6 if others else 1.0}  # fmt: skip


def city(wonder: str, mark: dict[str, Any]) -> dict[str, Any]:
    """What the reader says of a photograph with one card."""
    told = {"wonder": {wonder: 1}, "cards": {mark["piece"]: 1}}
    asked_about = [] if mark["sure"] else [{"marks": [0], "fields": []}]
    return {"size": [40, 30], "picture": "", "marks": [mark], "told": told, "questions": asked_about}


FORM = {"questions": [{"marks": [0], "fields": ["coins"]}]}
CITIES = (city("giza A", card(GUILD, OTHER)), city("rhodes A", card(GUILD)), city("giza A", card(GUILD, OTHER)) | FORM)


def photographed(table: Table, phone: Any, folder: Path, *seats: int) -> Phone:
    """The page after photographs of these seats."""
    scoring = begun(table, phone)
    page, seats_left = scoring.page, list(seats)
    page.route("**/score/read?*", lambda route: route.fulfill(status=202, json={"name": str(seats_left.pop(0))}))
    page.route(
        "**/score/read/*",
        lambda route: route.fulfill(json={"state": "done", "read": CITIES[int(route.request.url[-1])]}),
    )
    picture = folder / "any.jpg"
    picture.write_bytes(b"any")
    for place in range(len(seats)):
        sent(scoring, place, picture)
        page.wait_for_function("count => document.querySelectorAll('.seen').length === count", arg=place + 1)
    return scoring


def looked_at(scoring: Phone, seat: int) -> Any:
    """The page at what was read of a seat."""
    scoring.page.locator(".seen").nth(seat).click()
    return scoring.page


def cards(page: Any) -> list[str]:
    names: list[str] = page.locator("#field-cards .piece").all_inner_texts()
    return [name.strip() for name in names]


def test_a_doubtful_card_is_told_by_another_city_and_doubted_again_once_that_is_corrected(
    table: Table, phone: Any, tmp_path: Path
) -> None:
    scoring = photographed(table, phone, tmp_path, 0, 1)
    page = looked_at(scoring, 0)
    page.locator(".look").wait_for(state="detached")
    assert cards(page) == ["Craftsmens Guild"]
    page.locator("header .back").click()
    # The other city's card was none at all: nothing tells the first one any longer.
    page = looked_at(scoring, 1)
    page.locator("#field-cards .piece").click()
    page.locator("header .back").click()
    page = looked_at(scoring, 0)
    page.locator(".look").wait_for()
    assert cards(page) == ["Workers Guild"]


def test_a_card_told_by_hand_is_not_overruled_by_another_city(table: Table, phone: Any, tmp_path: Path) -> None:
    scoring = photographed(table, phone, tmp_path, 0)
    page = looked_at(scoring, 0)
    page.locator(".look button").click()
    page.locator(".picker .tile", has_text="Workers").click()
    page.locator("main .go").click()
    page.unroute("**/score/read?*")
    page.route("**/score/read?*", lambda route: route.fulfill(status=202, json={"name": "1"}))
    sent(scoring, 1, tmp_path / "any.jpg")
    page.wait_for_function("() => document.querySelectorAll('.seen').length === 2")
    # The sheet waits for what cities say of each other; the rules say that there is but one such guild.
    page.locator("main .go").last.click()
    page.wait_for_selector("[role=alert]")
    assert cards(looked_at(scoring, 0)) == ["Workers Guild"]


def test_a_doubtful_card_is_told_on_the_form_that_is_filled_in_anyway(table: Table, phone: Any, tmp_path: Path) -> None:
    page = looked_at(photographed(table, phone, tmp_path, 2), 0)
    assert page.locator(".look button").inner_text().strip() == "Coins, Workers Guild"
    page.locator(".look button").click()
    page.locator(".picker .tile", has_text="Craftsmens").click()
    # The form stays: its coins are still to be told.
    page.locator(".picker .tile").wait_for(state="detached")
    page.locator(".picker .stepper button").last.click()
    page.locator(".picker .go").click()
    page.locator(".look").wait_for(state="detached")
    assert cards(page) == ["Craftsmens Guild"]


def test_of_the_form_s_doubtful_card_any_other_can_be_told(table: Table, phone: Any, tmp_path: Path) -> None:
    page = looked_at(photographed(table, phone, tmp_path, 2), 0)
    page.locator(".look button").click()
    page.locator(".picker section .less").last.click()
    page.locator(".picker .tile", has_text="Altar").click()
    page.locator(".picker .stepper").wait_for()
    page.locator(".picker .go").click()
    page.locator(".look").wait_for(state="detached")
    assert cards(page) == ["Altar"]


def test_a_city_told_by_hand_tells_a_doubtful_card_of_a_photograph(table: Table, phone: Any, tmp_path: Path) -> None:
    scoring = photographed(table, phone, tmp_path, 0)
    page = scoring.page
    by_hand(page, 1, "Rhodes")
    page.locator(".city").nth(1).locator(".less").last.click()
    page.locator("#field-cards .less").click()
    page.locator(".tile", has_text="Workers").click()
    page.locator("main .go").click()
    page = looked_at(scoring, 0)
    page.locator(".look").wait_for(state="detached")
    assert cards(page) == ["Craftsmens Guild"]


def test_a_card_of_which_another_copy_is_left_stays_doubtful() -> None:
    doubtful = Shown({}, (Doubtful("altar", ("theater",)),))
    two = AllShown("seven_wonders", 1, (Shown({"altar": 1}), doubtful))
    assert elsewhere(two)[1] == [Doubtful("altar", ("theater",))]
    both = AllShown("seven_wonders", 1, (Shown({"altar": 1}), Shown({"altar": 1}), doubtful))
    assert elsewhere(both)[2] == [Doubtful("theater", (), sure=True)]


def test_more_cities_than_a_game_is_for_are_refused(table: Table) -> None:
    eight = AllShown("seven_wonders", 1, (Shown({}),) * 8)
    with pytest.raises(Unusable):
        elsewhere(eight)
    body = json.dumps({"game": "seven_wonders", "edition": 1, "cities": [{"sure": {}}] * 8}).encode()
    assert asked(table, "POST", "/score/elsewhere", body, table.address)[0] == 400
    assert asked(table, "POST", "/score/elsewhere", body)[0] == 400
