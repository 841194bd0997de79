"""The touchscreen in a tournament: the round's clock, signing, a hub that is away; the live table stays what it is."""

from random import Random
from time import monotonic
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from companion.api.protocol import Hall, HallSeat, Look, ToHall
from tests.ui.near import NAMES, NearReferee, setup
from ui.widgets.basics import Text

if TYPE_CHECKING:
    from tests.ui.pilot import Pilot

PLAYERS = 3


def hall(*, left: float = 600.0, **more: Any) -> Hall:
    # Drawn in another order than they sat down in.
    seats = tuple(HallSeat(name) for name in reversed(NAMES[:PLAYERS]))
    return replace(Hall("Cup", 4, "architects", 2, 3, seats, monotonic() + left, section="a", drawn=4), **more)


def hear(pilot: "Pilot", near: NearReferee, message: Any) -> None:
    near.say(message)
    pilot.until(lambda: pilot.shell.hall is message)
    pilot.settle()


def texts(pilot: "Pilot") -> list[str]:
    pilot.frames(2)
    return [one.text for one in pilot.seen() if isinstance(one, Text)]


def test_the_round_s_clock_stands_on_the_live_table_and_hides_nothing_of_it(pilot: "Pilot", near: NearReferee) -> None:
    near.do("setup", setup(PLAYERS))
    pilot.until(lambda: pilot.shell.page.name == "table")
    before = set(texts(pilot))
    hear(pilot, near, hall(left=605.0))
    assert pilot.shell.clock.startswith("10:0")
    pilot.until(lambda: {"Round 2", pilot.shell.clock} <= set(texts(pilot)))
    hear(pilot, near, hall(away=True))
    assert pilot.shell.page.name == "table"
    assert before | {"Hub away"} <= set(texts(pilot))
    pilot.press("Enter a move")
    assert pilot.shell.page.name == "moves"


def test_the_end_of_the_round_is_said_once_and_takes_nobody_away(pilot: "Pilot", near: NearReferee) -> None:
    near.do("setup", setup(PLAYERS))
    pilot.until(lambda: pilot.shell.page.name == "table")
    hear(pilot, near, hall(left=60.0))
    hear(pilot, near, hall(left=-0.1))
    assert pilot.shell.notice_text == "Time is up"
    pilot.shell.notice("something else")
    pilot.shell.look_for_link(0.0)
    assert (pilot.shell.notice_text, pilot.shell.clock, pilot.shell.page.name) == ("something else", "0:00", "table")


def test_each_seat_signs_at_the_table_what_the_game_came_to(pilot: "Pilot", near: NearReferee) -> None:
    near.do("setup", setup(PLAYERS))
    near.say(near.play(Random(3), 400))
    pilot.until(lambda: pilot.shell.view.table is not None and pilot.shell.view.table.finished)
    hear(pilot, near, hall(away=True))
    pilot.shell.go("sheet")
    pilot.press("Sign")
    assert pilot.shell.page.name == "hall"
    table = pilot.shell.view.table
    assert table is not None
    points = tuple(seat.score for seat in reversed(table.players))
    pilot.press(NAMES[0])
    assert near.told[-1] == ToHall("sign", 2, PLAYERS - 1, points)
    signed = hall()
    hear(pilot, near, replace(signed, seats=(*signed.seats[:2], replace(signed.seats[2], signed=True))))
    said = len(near.told)
    pilot.press(NAMES[0])
    assert len(near.told) == said
    assert texts(pilot).count("Signed") == 1
    pilot.press("Call an arbiter")
    assert near.told[-1] == ToHall("call", 2)


def test_points_that_the_hub_has_otherwise_are_those_that_are_signed(pilot: "Pilot", near: NearReferee) -> None:
    hear(pilot, near, hall())
    pilot.shell.go("hall")
    pilot.press(NAMES[0])
    assert not any(isinstance(one, ToHall) for one in near.told)
    said = tuple(replace(seat, points=40 + place, place=3 - place) for place, seat in enumerate(hall().seats))
    hear(pilot, near, hall(seats=said))
    pilot.press(NAMES[0])
    assert near.told[-1] == ToHall("sign", 2, 2, (40, 41, 42))


def test_who_was_drawn_is_set_up_by_name_and_the_game_is_the_one_drawn(pilot: "Pilot", near: NearReferee) -> None:
    hear(pilot, near, replace(hall(), game="duel", seats=(HallSeat("Flo"), HallSeat("Gus"))))
    assert any("Flo, Gus" in text for text in texts(pilot))
    pilot.press("New game")
    assert pilot.shell.draft is not None
    assert (pilot.shell.draft.game, pilot.shell.draft.seating.names[:2]) == ("duel", ["Flo", "Gus"])


def test_badges_are_read_while_nothing_is_played_here_and_who_arrives_is_greeted(
    pilot: "Pilot", near: NearReferee
) -> None:
    hear(pilot, near, Hall("Cup", 4))
    pilot.shell.go("hall")
    pilot.settle()
    pilot.until(lambda: Look(on=True, badges=True) in near.told)
    assert "Show a badge to the camera to check in." in texts(pilot)
    hear(pilot, near, Hall("Cup", 4, arrived="Anna"))
    assert pilot.shell.notice_text == "Anna is here."
    near.do("setup", setup(PLAYERS))
    hear(pilot, near, hall())
    pilot.until(lambda: Look(on=False, badges=True) in near.told)
    assert "Show a badge to the camera to check in." not in texts(pilot)
