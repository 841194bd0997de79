"""What happened, by finger: the log, one tap to put an event right, and where the points came from."""

from functools import partial
from random import Random
from typing import TYPE_CHECKING, Any

from msgspec.structs import replace

from companion import words
from companion.looks.faces import looks
from tests.ui.near import NearReferee, setup
from tests.ui.stories import story
from ui.story import told, turns

if TYPE_CHECKING:
    from companion.api.protocol import View
    from tests.ui.pilot import Pilot


def begun(pilot: "Pilot", near: NearReferee, players: int, moves: int) -> None:
    near.do("setup", setup(players))
    near.play(Random(3), moves)
    pilot.until(lambda: pilot.shell.view.seq == near.referee.view().seq)


def log_of(near: NearReferee) -> Any:
    return near.referee.view().log


def shows(pilot: "Pilot", view: "View") -> bool:
    return pilot.shell.view is view


def shown(pilot: "Pilot", seq: int) -> Any:
    """The log's row of an event."""
    from ui.screens.log import LogRow  # noqa: PLC0415 - opens the window

    pilot.settle()
    return next(row for row in pilot.taps() if isinstance(row, LogRow) and row.number == str(seq))


def test_one_tap_puts_an_event_right_with_the_likeliest_alternative(pilot: "Pilot", near: NearReferee) -> None:
    begun(pilot, near, 3, 5)
    last = log_of(near)[-1]
    pilot.shell.go("log")
    pilot.tap(shown(pilot, last.seq))
    assert pilot.shell.page.name == "event"
    pilot.until(lambda: pilot.shell.page.ids.options.children)
    offered = near.referee.alternatives(last.seq).options
    buttons = pilot.shell.page.ids.options.children[::-1]
    table: Any = pilot.shell.view.table
    assert [button.detail for button in buttons] == [words.move(option.moves[0], table)[1] for option in offered]
    pilot.tap(buttons[0])
    pilot.until(lambda: pilot.shell.page.name == "log" and pilot.shell.view.seq == last.seq + 1)
    assert near.sent[-1].body == {"seq": last.seq, "move": offered[0].moves[0]}
    assert log_of(near)[-1].move == offered[0].moves[0]
    assert next(entry for entry in log_of(near) if entry.seq == last.seq).undone


def test_an_event_is_taken_back_alone_or_with_all_that_came_after(pilot: "Pilot", near: NearReferee) -> None:
    begun(pilot, near, 3, 6)
    first = log_of(near)[-3].seq
    pilot.shell.go("log")
    pilot.tap(shown(pilot, first))
    pilot.press("Take back all from here on")
    pilot.until(lambda: pilot.shell.page.name == "log")
    moves = [entry for entry in log_of(near) if entry.kind == "move"]
    assert [entry.undone for entry in moves] == [entry.seq >= first for entry in moves]
    pilot.until(lambda: pilot.shell.view.seq == near.referee.view().seq)
    pilot.shell.go("event", seq=first - 1)
    pilot.press("Take this back")
    pilot.until(lambda: pilot.shell.page.name == "log")
    assert near.sent[-1].body == {"seq": first - 1}


def test_what_cannot_be_changed_offers_nothing(pilot: "Pilot", near: NearReferee) -> None:
    begun(pilot, near, 3, 3)
    pilot.shell.go("event", seq=1)
    pilot.settle()
    assert not pilot.shell.page.ids.options.children
    assert pilot.shell.page.hint
    assert {key.text for key in pilot.taps() if hasattr(key, "primary")}.isdisjoint(
        {"Something else", "Take this back", "Take back all from here on"}
    )


def test_something_else_is_told_on_the_page_for_any_move(pilot: "Pilot", near: NearReferee) -> None:
    begun(pilot, near, 3, 3)
    pilot.shell.go("event", seq=near.referee.view().seq)
    pilot.press("Something else")
    assert pilot.shell.page.name == "compose"


def test_a_choice_that_not_everybody_may_know_is_told_without_its_card() -> None:
    *_before, view = list(story("seven_wonders", 3, 1))[:5]
    hidden = replace(view.log[-1], secret=True)
    move = hidden.move
    assert move is not None
    assert view.table is not None
    known, secret = told(view.log[-1], view), told(hidden, view)
    assert known.text != secret.text
    assert words.card(move["card"], "seven_wonders") not in f"{secret.text} {secret.detail}"
    assert secret.mark.icon == "hand"


def test_events_of_one_turn_stand_together_in_every_game() -> None:
    for game, players in (("architects", 3), ("duel", 2)):
        view = list(story(game, players, 2))[-1]
        assert view.table is not None
        numbers = turns(view.log, ())
        seats = [(entry.move or {}).get("seat") for entry in view.log]
        for k in range(1, len(numbers)):
            same = seats[k] is None or seats[k] == next(
                (seat for seat in reversed(seats[:k]) if seat is not None), None
            )  # fmt: skip
            assert (numbers[k] == numbers[k - 1]) == same
    middle = list(story("seven_wonders", 4, 2))[60]
    assert middle.table is not None
    numbers = turns(middle.log, looks("seven_wonders").at_once)
    rounds = [[(e.move or {}).get("seat") for e, n in zip(middle.log, numbers, strict=True) if n == turn]
              for turn in sorted(set(numbers))]  # fmt: skip
    assert all(set(seats) == {0, 1, 2, 3} for seats in rounds[1:-1])


def test_a_tap_on_a_number_explains_it_to_the_last_point(pilot: "Pilot", near: NearReferee) -> None:
    for game, players in (("architects", 3), ("seven_wonders", 3), ("duel", 2)):
        view = list(story(game, players, 4))[-1]
        table: Any = view.table
        near.say(view)
        pilot.until(partial(shows, pilot, view))
        for player in table.players[-1:]:
            for category in [name for name, points in player.categories.items() if points]:
                pilot.shell.go("sheet")
                pilot.settle()
                names = words.categories(game, [seat.categories for seat in table.players])
                lane = pilot.shell.page.ids.lanes.children[::-1][player.seat]
                cell = lane.ids.cells.children[::-1][names.index(category)]
                assert cell.text.replace("\N{MINUS SIGN}", "-") == str(player.categories[category])
                pilot.tap(cell)
                assert pilot.shell.page.name == "points"
                explained = [line for line in view.explain if (line.seat, line.category) == (player.seat, category)]
                lines = [make() for make in pilot.shell.page.ids.lines._makers]
                said = [line.points for line in lines]
                assert [int(points.replace("\N{MINUS SIGN}", "-")) for points in said] == [
                    part.points for part in explained
                ]
                assert sum(part.points for part in explained) == player.categories[category]
                assert all(line.why and line.rule for line in lines)


def test_a_seat_is_drawn_once_for_one_view(pilot: "Pilot") -> None:
    view = list(story("duel", 2, 4))[-1]
    pilot.shell.hear(view)
    pilot.shell.go("seat", seat=0)
    pilot.settle()
    page = pilot.shell.page
    drawn = list(page.ids.pieces.children)
    page.show(view)
    assert drawn
    assert page.ids.pieces.children == drawn
