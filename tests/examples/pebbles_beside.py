"""What is asked of Pebbles where it is installed beside the product; run by ``test_pebbles`` with it on the path."""

import os
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from companion import words
from companion.games.catalogue import GAMES, packages
from companion.words.facet import written
from companion.words.language import KNOWN, TRANSLATED, _, say, speaking
from tests.board.conftest import browser, phone  # noqa: F401 - fixtures
from tests.board.table import Table
from tests.ui.conftest import english, kivy, near  # noqa: F401 - fixtures
from tests.ui.near import NearReferee
from ui.settings import Kept

if TYPE_CHECKING:
    from tests.ui.pilot import Pilot

KEPT = Path(os.environ.get("COMPANION_SCREENS", "")) / "pebbles" if "COMPANION_SCREENS" in os.environ else None


def test_it_is_one_of_the_games() -> None:
    assert "pebbles" in packages()
    assert list(packages()).index("pebbles") == len(packages()) - 1, "ours come first"


def test_its_rules_keep_the_laws() -> None:
    """Every card is dealt once, points add up, only legal moves are legal, moves survive their files."""
    rules, rng = GAMES["pebbles"], Random(3)
    for _round in range(30):
        played = rules.play(2, rng, rules.POLICIES["random"])
        state = rules.begin(played.setup)
        for move in played.moves:
            assert move in rules.legal(state)
            assert rules.judge(state, move) == ()
            assert rules.parse_move(rules.dump_move(move)) == move
            state = rules.apply(state, move)
        assert state == played.final
        assert state.finished
        assert sum(sum(city) for city in state.cities) + sum(state.discard) == 28
        sheet = rules.scores(state)
        assert sum(told.points for told in sheet.explain) == sum(sheet.totals)


def test_all_its_words_are_there_in_every_language() -> None:
    told = written("pebbles")
    plain = [said for said in told.short.values() if isinstance(said, str) and "{" not in said]
    strings = {*plain, *(name for table in told.names.values() for name in table.values())}
    for code in TRANSLATED:
        with speaking(code):
            assert [string for string in sorted(strings) if say(string) == string] == [], code


@pytest.mark.parametrize(
    "code", [pytest.param(code, marks=[] if code == "uk" else [pytest.mark.proof]) for code in KNOWN]
)
def test_a_whole_game_is_played_by_finger_on_the_touchscreen(near: NearReferee, code: str) -> None:  # noqa: F811
    from tests.ui.pilot import Pilot  # noqa: PLC0415 - opens the window

    kept, rng = Kept(), Random(5)
    kept.change(language=code)
    pilot = Pilot(near, kept)
    try:
        for key in (_("New game"), words.game_name("pebbles"), _("Begin")):
            pilot.press(key)
        pilot.until(lambda: pilot.shell.view.table is not None)
        while not _table(pilot).finished:
            _play(pilot, rng.choice(_table(pilot).moves))
            if KEPT is not None and pilot.shell.view.seq == 12:
                KEPT.mkdir(parents=True, exist_ok=True)
                pilot.until(lambda: pilot.shell.page.name == "table")
                pilot.shot(KEPT / f"table-{code}.png")
        assert all(reply.ok for reply in near.replies)
        assert sum(_table(pilot).players[seat].score for seat in range(2)) > 20
    finally:
        pilot.close()


def _table(pilot: "Pilot") -> Any:
    return pilot.shell.view.table


def _play(pilot: "Pilot", body: dict[str, Any]) -> None:
    """A move through the page of moves: a tap on its key (of two piles with the same card on top: the first)."""
    seq = pilot.shell.view.seq
    if pilot.shell.page.name == "table":
        pilot.press(_("Enter a move"))
    said = words.move({**body, "seat": None}, _table(pilot))[0]
    pilot.press(said[:1].upper() + said[1:])
    pilot.until(lambda: pilot.shell.view.seq > seq)


@pytest.fixture
def table(tmp_path: Path) -> Iterator[Table]:
    table = Table(tmp_path)
    yield table
    table.close()


def test_a_phone_follows_it_to_its_end_in_every_language(table: Table, phone: Any) -> None:  # noqa: F811
    phones = {code: phone(table, locale=code) for code in KNOWN}
    table.set_up("pebbles", 2, names=["Anna", "Béla"])
    table.play(20)
    for code, looking in phones.items():
        looking.open()
        looking.scores()
        with speaking(code):
            looking.tab(2)
            looking.page.wait_for_selector(f"text={words.card('pearl', 'pebbles')}")
            looking.tab(0)
        if KEPT is not None:
            KEPT.mkdir(parents=True, exist_ok=True)
            looking.page.screenshot(path=KEPT / f"board-{code}.png")
    table.play(8)
    for looking in phones.values():
        looking.scores()
