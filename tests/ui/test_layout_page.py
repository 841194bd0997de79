"""The page of an open table: what the camera proposes is taken with one tap, a border is dragged, a no is said."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

import cv2
import numpy as np
import pytest
from msgspec.structs import replace

from companion import words
from companion.api.protocol import Ask, Proposed
from companion.games.open_table import proposed
from companion.games.vocabulary import Line
from companion.words.language import LANGUAGES, speaking
from tests.twin.surveys import dealt, survey_of

if TYPE_CHECKING:
    from companion.games.layout import Layout
    from tests.ui.near import NearReferee
    from tests.ui.pilot import Pilot


def _proposed(players: int, game: str = "architects") -> Proposed:
    survey = survey_of(dealt(players, 1, game))
    found = proposed(game, survey, {"players": players})
    picture = np.full((round(640 * survey.height / survey.width), 640, 3), 90, np.uint8)
    jpeg = cv2.imencode(".jpg", picture)[1].tobytes()
    return Proposed(found.setup, found.layout, found.outlines, survey.width, survey.height, jpeg, found.doubts)


def _opened(pilot: "Pilot", game: str = "architects", sat: Sequence[str] = ()) -> Any:
    """``sat``: the wonders of those who have sat down before the table is read."""
    pilot.shell.set_up()
    pilot.settle()
    assert pilot.shell.draft is not None
    pilot.shell.draft.play(game)
    for place, wonder in enumerate(sat):
        pilot.shell.draft.seating.seat(place, wonder)
    pilot.shell.go("layout", setup=pilot.shell.draft.setup if pilot.shell.draft else None)
    pilot.settle()
    return pilot.shell.page


def _found(pilot: "Pilot", game: str = "architects", sat: Sequence[str] = ()) -> Any:
    page = _opened(pilot, game, sat)
    pilot.until(lambda: page.found)
    return page


def test_one_tap_takes_the_proposal_and_the_referee_gets_it(pilot: "Pilot", near: "NearReferee") -> None:
    near.proposed = _proposed(3)
    _found(pilot)
    pilot.press("Looks right")
    assert pilot.shell.draft is not None
    body = pilot.shell.draft.body()
    assert body["wonders"] == near.proposed.setup["wonders"]
    assert sorted(body["progress"]) == sorted(near.proposed.setup["progress"])
    pilot.press("Begin")
    pilot.until(lambda: pilot.shell.view.table is not None)
    assert near.referee.watch().mats == tuple(near.proposed.layout.mats)


@pytest.mark.parametrize(
    ("game", "players", "called"),
    [("architects", 3, words.wonder), ("duel", 2, None), ("seven_wonders", 3, lambda board: words.wonder(board[0]))],
)
def test_each_city_says_over_the_picture_whose_it_is(
    pilot: "Pilot", near: "NearReferee", game: str, players: int, called: Callable[[Any], str] | None
) -> None:
    near.proposed = _proposed(players, game)
    captions = _found(pilot, game).ids.lens.captions
    wonders = near.proposed.setup["wonders"]
    assert set(captions) == set(range(players))
    for seat, wonder in enumerate(wonders if called else ()):
        assert called is not None
        assert captions[seat].startswith(called(wonder))
    assert len(set(captions.values())) == players


def test_a_dragged_border_moves_and_the_rest_stays(pilot: "Pilot", near: "NearReferee") -> None:
    near.proposed = _proposed(2)
    page = _found(pilot)
    before: Layout = page._layout
    name = "seat/0/city"
    lens = page.ids.lens
    scale = 640 / near.proposed.width
    corners = [lens.to_window(*lens.at((x * scale, y * scale))) for x, y in page._outlines[name]]
    middle = np.mean(corners, axis=0)
    right = (np.array(corners[1]) + corners[2]) / 2
    start = right + 0.1 * (middle - right)
    pilot.swipe(tuple(start), tuple(start + 0.3 * (middle - right)))
    after: Layout = page._layout
    widths = [{place.name: place.width for place in layout.places} for layout in (before, after)]
    assert widths[1][name] < widths[0][name] - 10
    assert all(widths[0][other] == widths[1][other] for other in widths[0] if other != name)


def test_what_was_not_seen_is_tapped_on_and_the_table_read_once_more(pilot: "Pilot", near: "NearReferee") -> None:
    whole = _proposed(3)
    asked = Line("where_lies", {"place": "central/deck"}), Line("deck_unseen", {"seat": 1, "place": "holder/1"})
    near.proposed = replace(whole, doubts=asked)
    page = _found(pilot)
    assert "lies" not in near.read
    assert page.told.count("Tap on it") == 1
    lens = page.ids.lens
    scale = 640 / whole.width
    for doubts, place, at in ((asked[1:], "central/deck", (500.0, 400.0)), ((), "holder/1", (300.0, 300.0))):
        near.proposed = replace(whole, doubts=doubts)
        pilot.touch(*lens.to_window(*lens.at((at[0] * scale, at[1] * scale))))
        pilot.until(lambda: page.found)
        assert near.read["lies"][place] == pytest.approx(at, abs=2.0)
    assert {*near.read["lies"]} == {"central/deck", "holder/1"}
    pilot.press("Looks right")
    assert pilot.shell.draft is not None
    assert "layout" in pilot.shell.draft.body()


def test_who_sits_down_elsewhere_afterwards_plays_without_that_layout(pilot: "Pilot", near: "NearReferee") -> None:
    near.proposed = _proposed(3)
    _found(pilot)
    pilot.press("Looks right")
    assert pilot.shell.draft is not None
    setup: Any = pilot.shell.draft.setup
    assert "layout" in pilot.shell.draft.body()
    setup.shift()
    assert "layout" not in pilot.shell.draft.body()


def test_whoever_has_a_name_keeps_it_where_the_camera_finds_his_wonder(pilot: "Pilot", near: "NearReferee") -> None:
    near.proposed = _proposed(3)
    second = near.proposed.setup["wonders"][1]
    _found(pilot, sat=[second])
    assert pilot.shell.draft is not None
    seating = pilot.shell.draft.seating
    seating.names[0] = "Anna"
    pilot.press("Looks right")
    assert seating.names[:3] == ["", "Anna", ""]
    assert seating.wonders[1] == second


def test_boards_are_taken_with_their_sides_and_the_referee_gets_them(pilot: "Pilot", near: "NearReferee") -> None:
    near.proposed = _proposed(4, "seven_wonders")
    _found(pilot, "seven_wonders")
    pilot.press("Looks right")
    assert pilot.shell.draft is not None
    assert pilot.shell.draft.body()["wonders"] == near.proposed.setup["wonders"]
    pilot.press("Begin")
    pilot.until(lambda: pilot.shell.view.table is not None)
    assert near.referee.watch().mats == tuple(near.proposed.layout.mats)


def test_four_wonders_each_are_taken_as_they_lie_and_the_referee_gets_them(pilot: "Pilot", near: "NearReferee") -> None:
    near.proposed = _proposed(2, "duel")
    _found(pilot, "duel")
    pilot.press("Looks right")
    assert pilot.shell.draft is not None
    body = pilot.shell.draft.body()
    assert (body["wonders"], body["progress"]) == tuple(near.proposed.setup[key] for key in ("wonders", "progress"))
    pilot.press("Begin")
    pilot.until(lambda: pilot.shell.view.table is not None)
    assert near.referee.watch().mats == tuple(near.proposed.layout.mats)


def test_between_two_players_the_free_city_is_the_board_that_the_camera_says(
    pilot: "Pilot", near: "NearReferee"
) -> None:
    near.proposed = _proposed(2, "seven_wonders")
    _found(pilot, "seven_wonders", [wonder for wonder, _side in near.proposed.setup["wonders"]])
    asked = next(ask.body for ask in near.told if isinstance(ask, Ask) and ask.what == "table")
    assert (asked["players"], asked["wonders"]) == (2, [[w, "A"] for w, _side in near.proposed.setup["wonders"]])
    pilot.press("Looks right")
    assert pilot.shell.draft is not None
    body = pilot.shell.draft.body()
    assert (body["wonders"], body["free_city"]) == tuple(near.proposed.setup[key] for key in ("wonders", "free_city"))
    assert "layout" in body


@pytest.mark.parametrize("changed", ["next_free_city", "next_edition", "a side"])
def test_where_another_board_is_played_stages_lie_otherwise_and_the_layout_is_put_away(
    pilot: "Pilot", near: "NearReferee", changed: str
) -> None:
    near.proposed = _proposed(2, "seven_wonders")
    _found(pilot, "seven_wonders", [wonder for wonder, _side in near.proposed.setup["wonders"]])
    pilot.press("Looks right")
    assert pilot.shell.draft is not None
    setup: Any = pilot.shell.draft.setup
    assert setup.layout is not None
    change = setup.turn(0)[1] if changed == "a side" else getattr(setup, changed)
    change()
    assert setup.layout is None


def test_a_doubt_names_the_board_that_it_is_about(pilot: "Pilot", near: "NearReferee") -> None:
    found = _proposed(2, "seven_wonders")
    near.proposed = replace(found, doubts=(Line("no_room", {"seat": 2}),))
    page = _found(pilot, "seven_wonders")
    wonder, side = found.setup["free_city"]
    assert f"{words.wonder(wonder)} {side}" in page.told


@pytest.mark.parametrize("code", LANGUAGES)
def test_that_not_all_who_play_are_seen_is_said_with_how_many_are(
    pilot: "Pilot", near: "NearReferee", code: str
) -> None:
    unseen = Line("players_unseen", {"seen": 3, "players": 5})
    near.proposed = replace(_proposed(2, "seven_wonders"), doubts=(unseen,))
    with speaking(code):
        page = _found(pilot, "seven_wonders")
        assert "3" in page.told
        assert "5" in page.told


@pytest.mark.parametrize("code", LANGUAGES)
def test_where_nothing_can_be_read_it_is_said(pilot: "Pilot", code: str) -> None:
    with speaking(code):
        page = _opened(pilot)
        pilot.until(lambda: not page.waiting)
        assert not page.found
        assert page.told
