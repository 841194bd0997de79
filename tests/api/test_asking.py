"""Questions to the desk, the live picture and the chances: who is told what, over a real Unix socket."""

import queue
import threading
from pathlib import Path

import pytest

from companion.api.desk import Desk
from companion.api.protocol import (
    Alternatives,
    Answer,
    Ask,
    ChancePoint,
    Chances,
    Command,
    FromReferee,
    History,
    Judged,
    Look,
    Preview,
    Reply,
    Role,
    ToHall,
    View,
)
from companion.errors import Unusable
from companion.games.vocabulary import Line
from tests.api.fakes import CountingTable, Reader, connected, serving
from vision.sighting import Badge, Watch

PICTURE = Preview(b"\xff\xd8", 2, 1, (), {}, ())


def read_history(ask: Ask, board: str) -> Answer:
    if ask.body:
        raise Unusable("no such\ngame")
    return Answer(ask.id, History((), (board,)))


def test_what_is_asked_is_answered_or_refused_in_one_line(tmp_path: Path) -> None:
    path, desk = tmp_path / "link.sock", Desk({"history": read_history})
    with serving(CountingTable(), path, desk), connected(path, "screen") as (screen,):
        screen.until(View)
        for ask, answer in (
            (Ask("a", "history"), Answer("a", History((), ("",)))),
            (Ask("b", "history", {"game": "x"}), Answer("b", None, "no such game")),
            (Ask("c", "alternatives", {"seq": 7}), Answer("c", Alternatives(7, ()))),
            (Ask("d", "alternatives", {}), Answer("d", None, "which event?")),
            (Ask("m", "mend", {"place": "seat/0/city"}), Answer("m", Alternatives(0, ()))),
            (Ask("j", "judge", {"move": {}}), Answer("j", Judged(()))),
            (Ask("e", "box"), Answer("e", None, "nobody here can tell about box")),
            (Ask("f", "pair", {"seat": 0}), Answer("f", None, "no board for phones is served here", Line("no_board"))),
            (Ask("g", "chances", {"on": True}), Answer("g", None)),
        ):
            screen.link.send(ask)
            assert screen.until(Answer) == answer


def test_a_tap_does_not_wait_for_a_long_answer(tmp_path: Path) -> None:
    path, done = tmp_path / "link.sock", threading.Event()

    def slow(ask: Ask, _board: str) -> Answer:
        assert done.wait(10)
        return Answer(ask.id, None)

    with serving(CountingTable(), path, Desk({"statistics": slow})), connected(path, "screen") as (screen,):
        screen.until(View)
        screen.link.send(Ask("slow", "statistics"))
        screen.link.send(Command("tap", "end"))
        assert screen.until(Reply).ok
        done.set()
        assert screen.until(Answer).id == "slow"


@pytest.mark.parametrize("role", ["spectator", "horn", "vision", "supervisor", "chances"])
def test_only_a_screen_asks(tmp_path: Path, role: Role) -> None:
    path = tmp_path / "link.sock"
    with serving(CountingTable(), path), connected(path, role, "screen") as (reader, screen):
        screen.until(View)
        screen.link.send(Ask("on", "chances", {"on": True}))
        screen.until(Answer)
        next(reader.messages)
        reader.link.send(Ask("a", "history"))
        reply = reader.until(Reply)
        assert not reply.ok
        assert "ask" in reply.error


def test_badges_are_read_while_a_screen_wants_them_and_told_to_the_tournament_alone(tmp_path: Path) -> None:
    path = tmp_path / "link.sock"
    with serving(CountingTable(), path), connected(path, "vision", "screen", "uplink") as (vision, screen, uplink):
        assert not vision.until(Watch).badges
        uplink.until(View)
        screen.until(View)
        screen.link.send(Look(on=True, badges=True))
        assert vision.until(Watch) == Watch((), badges=True)
        vision.link.send(Badge("secret"))
        assert uplink.until(ToHall) == ToHall("check_in", 0, badge="secret")
        screen.link.send(Look(on=False))
        assert vision.until(Watch) == Watch(())
        # Another role may not say so, and no screen has heard of it.
        screen.link.send(Badge("secret"))
        assert not screen.until(Reply).ok


def test_the_live_picture_goes_to_who_looks_and_vision_is_told_when_nobody_does(tmp_path: Path) -> None:
    path = tmp_path / "link.sock"
    with serving(CountingTable(), path), connected(path, "vision", "screen", "screen") as (vision, looker, other):
        assert not vision.until(Watch).preview
        looker.until(View)
        looker.link.send(Look(on=True))
        assert vision.until(Watch).preview
        looker.link.send(Look(on=True, mat=2))
        assert vision.until(Watch).near == 2
        vision.link.send(PICTURE)
        assert looker.until(Preview) == PICTURE
        looker.link.close()
        for message in looker.messages:
            assert isinstance(message, View), "hung up"
        assert vision.until(Watch) == Watch(())
        # A letter of its own comes after everything that was sent before it.
        other.until(View)
        vision.link.send(PICTURE)
        other.link.send(Command("a", "end"))
        assert not isinstance(next(message for message in other.messages if not isinstance(message, View)), Preview)


def pass_on(reader: Reader, shown: "queue.Queue[FromReferee]") -> None:
    for message in reader.messages:
        shown.put(message)


def test_who_works_out_the_chances_sees_the_table_only_while_somebody_wants_them(tmp_path: Path) -> None:
    path, table = tmp_path / "link.sock", CountingTable()
    with serving(table, path), connected(path, "chances", "screen") as (playing, screen):
        shown: queue.Queue[FromReferee] = queue.Queue()
        threading.Thread(target=pass_on, args=(playing, shown), daemon=True).start()
        screen.until(View)
        for name in "abc":
            screen.link.send(Command(name, "end"))
            screen.until(Reply)
        screen.link.send(Ask("on", "chances", {"on": True}))
        assert screen.until(Answer) == Answer("on", None)
        first = shown.get(timeout=10)
        assert isinstance(first, View)
        assert first.seq == 3, "the first picture it is shown is the one for which somebody asked"
        told = Chances((ChancePoint(3, (0.5, 0.5), 9),))
        playing.link.send(told)
        # Everybody is shown the table with them.
        assert any(told in table.heard for message in screen.messages if isinstance(message, View))
