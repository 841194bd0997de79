"""A battle on the screen: tokens fly to who has won them, in a second, and then all is still."""

import time
from typing import TYPE_CHECKING, Any

from kivy.animation import Animation

from tests.ui.near import NearReferee
from tests.ui.stories import story
from ui.battle import fought

if TYPE_CHECKING:
    from collections.abc import Iterator

    from companion.api.protocol import View
    from tests.ui.pilot import Pilot

LONGEST = 1.2
"""Seconds that an animation may take."""


def shown(pilot: "Pilot", near: NearReferee, views: "Iterator[View]", age: int = 0) -> Any:
    """Let the screen see a battle come about."""
    before: View | None = None
    for view in views:
        battle = fought(before, view) if before is not None else None
        if battle is not None and battle.calls and getattr(battle, "age", 0) == age:
            break
        before = view
    assert before is not None
    pilot.shell.known()
    near.say(before)
    pilot.until(lambda: pilot.shell.view is before)
    pilot.shell.known()
    near.say(view)
    pilot.until(lambda: pilot.shell.view is view)
    assert pilot.shell.page.name == "battle"
    return battle


def still(pilot: "Pilot") -> float:
    """Wait until nothing moves; seconds that took."""
    begun = time.monotonic()
    pilot.until(lambda: not Animation._instances)
    return time.monotonic() - begun


def test_tokens_end_at_who_has_won_them_and_then_all_is_still(pilot: "Pilot", near: NearReferee) -> None:
    from ui.widgets.ring import Army, SpoilToken  # noqa: PLC0415 - opens the window

    for game, players, age in (("seven_wonders", 7, 3), ("architects", 2, 0)):
        battle = shown(pilot, near, story(game, players, 3), age)
        assert still(pilot) < LONGEST + 0.4
        pilot.settle()
        armies = [widget for widget in pilot.seen() if isinstance(widget, Army)][::-1]
        tokens = [widget for widget in pilot.seen() if isinstance(widget, SpoilToken)][::-1]
        assert [army.shields for army in armies] == list(battle.shields)
        assert [token.value for token in tokens] == [spoil.value for spoil in battle.spoils]
        for token, spoil in zip(tokens, battle.spoils, strict=True):
            assert [seat for seat, army in enumerate(armies) if army.collide_point(*token.center)] == [spoil.seat]
        for one in armies:
            assert not any(one is not other and one.collide_widget(other) for other in armies)
        pilot.press("To the table" if not pilot.shell.view.table.finished else "See the result")  # type: ignore[union-attr]
        assert pilot.shell.page.name in {"table", "sheet"}


def test_a_battle_leaves_by_itself_and_at_once_when_the_game_goes_on(pilot: "Pilot", near: NearReferee) -> None:
    """Issue 13, build 6; the fault seen: opened at event 25, still up after event 37."""
    views = list(story("architects", 3, 3))
    battle = shown(pilot, near, iter(views))
    page: Any = pilot.shell.page
    assert page.headline.endswith(" 3")
    after = next(view for view in views if view.seq > battle.seq)
    near.say(after)
    pilot.until(lambda: pilot.shell.view is after)
    assert pilot.shell.page.name == "table"
    shown(pilot, near, iter(views))
    begun = time.monotonic()
    pilot.until(lambda: page.left < 0.9)
    assert pilot.shell.page is page
    pilot.until(lambda: pilot.shell.page.name == "table", 40.0)
    assert time.monotonic() - begun > 5


def test_the_pawn_of_duel_stands_where_it_marched_to(pilot: "Pilot", near: NearReferee) -> None:
    from ui.games.duel.fight import Track  # noqa: PLC0415 - opens the window

    march = shown(pilot, near, story("duel", 2, 8))
    assert still(pilot) < LONGEST + 0.4
    pilot.settle()
    (track,) = [widget for widget in pilot.seen() if isinstance(widget, Track)]
    assert track.pawn == march.end
    space = track._spaces[march.end]
    assert abs(track._pawn.center_x - space.center_x) < 1
    assert {place for place, loot in track._loot.items() if loot.taken} == set(march.loot)


def test_a_winner_is_cheered_once_and_nothing_of_it_stays(pilot: "Pilot", near: NearReferee) -> None:
    *_rest, end = story("architects", 3, 3)
    near.say(end)
    pilot.until(lambda: pilot.shell.view is end)
    pilot.shell.go("sheet")
    cheer = pilot.shell.page.ids.cheer
    assert cheer.gone < 1
    assert still(pilot) < LONGEST + 0.4
    assert cheer.gone == 1
    assert not cheer.canvas.children
    pilot.shell.go("points", seat=0)
    pilot.shell.go("sheet")
    assert cheer.gone == 1
