"""The table and its tournament: what it is told, what its people sign, without a hub too; and nobody in its name."""

import threading
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

import msgspec
import pytest
from msgspec.structs import replace

from companion.api.protocol import Hall, Part, PlaceTrouble, ToHall, View
from companion.uplink.hall import Clerk
from companion.uplink.line import HubAway
from companion.uplink.messages import HALL, Heard, Listening, Report, Told, Vouched, Wanted, text
from companion.uplink.paired import Carrier, Paired, carrier
from companion.uplink.talking import Talk, newest
from tests.hub.engines import until
from tests.hub.pages.event import Event, last_result
from tests.hub.serving import Served, served

VIEW = View(0, "", None, None, (), (), (), (), {}, "")


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with served(tmp_path_factory.mktemp("hall") / "hub") as running:
        yield running


class Sat(NamedTuple):
    """A table at which its game is over, as its uplink has it."""

    event: Event
    state: Path
    paired: Paired
    mine: Carrier
    talk: Talk

    @property
    def clerk(self) -> Clerk:
        return Clerk(self.state)

    @property
    def game(self) -> str:
        return newest(self.state / "games")

    def points(self) -> tuple[int, ...]:
        found = last_result(self.event)
        assert found is not None
        return found.scores

    def signed(self) -> list[int]:
        return [act["deed"]["seat"] for act in self.event.acts() if act["deed"]["type"] == "signed"]


def sat(hub: Served, slug: str, folder: Path, *, wait: bool = True, pictures: Sequence[bytes] = ()) -> Sat:
    event = Event(hub, slug)
    paired = event.result(1, folder=folder, pictures=pictures)
    if wait:
        until(lambda: last_result(event) is not None, "the result out of the journal", 30)
    state = folder / f"{slug}-1"
    mine = carrier(state)
    assert mine is not None
    return Sat(event, state, paired, mine, Talk(paired, mine))


def test_a_table_is_told_who_sits_there_and_how_long_the_round_goes_on(hub: Served, tmp_path: Path) -> None:
    event = Event(hub, "told")
    paired, mine = event.joined(1, tmp_path), carrier(tmp_path / "told-1")
    assert mine is not None
    told = Talk(paired, mine).listen("")
    assert [seat.name for seat in told.hall.seats] == [event.name(player) for player in event.seats(1)]
    assert (told.hall.event, told.hall.game, told.hall.round, told.hall.of) == ("Cup & Co", "architects", 1, 3)
    assert told.left is not None
    assert 1700 < told.left <= 1800


def test_a_table_that_waits_is_told_at_once_of_what_is_done(hub: Served, tmp_path: Path) -> None:
    event = Event(hub, "waits")
    paired, mine = event.joined(1, tmp_path), carrier(tmp_path / "waits-1")
    assert mine is not None
    first, heard = Talk(paired, mine).listen(""), list[Told]()
    waiting = threading.Thread(target=lambda: heard.append(Talk(paired, mine).listen(first.mark)))
    waiting.start()
    event.done(kind="begin", section="main", round=1, minutes=0)
    waiting.join(10)
    assert heard
    assert heard[0].left == 0


def test_each_seat_signs_at_the_table_once_and_only_what_the_hub_has(hub: Served, tmp_path: Path) -> None:
    at = sat(hub, "signs", tmp_path)
    clerk, points = at.clerk, at.points()
    clerk.told(at.talk.listen(""))
    clerk.asked(ToHall("sign", 1, 1, points), at.game)
    (wanted,) = clerk.next()
    assert [at.talk.want(wanted), at.talk.want(wanted)] == [Heard(), Heard()]
    clerk.heard(wanted, Heard())
    assert clerk.next() == ()
    wrong = replace(wanted, seat=0, points=(points[0] + 1, *points[1:]))
    assert at.talk.want(wrong).doubt == "result_changed"
    assert at.talk.want(replace(wanted, seat=0, game="f" * 64)).doubt == "result_changed"
    assert at.signed() == [1]
    # What somebody signed with his own phone is on the table's screen.
    at.event.done(kind="ruled", section="main", round=1, table=1, reason="so")
    until(lambda: at.talk.listen("").hall.final, "the ruling at the table", 10)
    assert [seat.signed for seat in at.talk.listen("").hall.seats][:2] == [False, True]


def test_what_is_signed_while_the_hub_is_away_is_told_when_it_is_back(hub: Served, tmp_path: Path) -> None:
    at = sat(hub, "later", tmp_path)
    clerk = at.clerk
    clerk.told(at.talk.listen(""))
    clerk.away()
    for seat in range(len(clerk.hall.seats)):
        clerk.asked(ToHall("sign", 1, seat, at.points()), at.game)
    # The uplink is started again meanwhile: on the screens everybody has signed, and the hub is away.
    again = at.clerk
    assert all(seat.signed for seat in again.hall.seats)
    assert again.hall.away
    for wanted in again.next():
        again.heard(wanted, at.talk.want(wanted))
    assert sorted(at.signed()) == list(range(len(again.hall.seats)))
    assert at.clerk.next() == ()


def test_a_signature_waits_for_its_result(hub: Served, tmp_path: Path) -> None:
    event = Event(hub, "early")
    paired, state = event.joined(1, tmp_path), tmp_path / "early-1"
    mine = carrier(state)
    assert mine is not None
    clerk, talk = Clerk(state), Talk(paired, mine)
    clerk.told(talk.listen(""))
    clerk.asked(ToHall("sign", 1, 0, (1, 2, 3)), "f" * 64)
    (wanted,) = clerk.next()
    heard = talk.want(wanted)
    assert heard.doubt == "no_result"
    clerk.heard(wanted, heard)
    assert clerk.next() == (wanted,)


def test_an_arbiter_is_called_once_however_often_the_call_is_said(hub: Served, tmp_path: Path) -> None:
    at = sat(hub, "calls", tmp_path)
    clerk = at.clerk
    clerk.told(at.talk.listen(""))
    clerk.asked(ToHall("call", 1), at.game)
    assert clerk.hall.called
    (wanted,) = clerk.next()
    assert at.talk.want(wanted).doubt == ""
    at.event.done(kind="ruled", section="main", round=1, table=1, reason="so")
    # Somebody has kept it and says it again.
    assert at.talk.want(wanted).doubt == "overtaken"
    assert sum(act["deed"]["type"] == "called" for act in at.event.acts()) == 1


def test_who_shows_his_badge_to_a_tables_camera_is_here_and_nobody_is_by_another_code(
    hub: Served, tmp_path: Path
) -> None:
    event, others = Event(hub, "badges"), Event(hub, "badges-too")
    paired, mine = event.joined(1, tmp_path), carrier(tmp_path / "badges-1")
    assert mine is not None
    clerk, talk, player = Clerk(tmp_path / "badges-1"), Talk(paired, mine), event.seats(1)[0]
    event.done(kind="dropped_out", player=player)
    badge, elsewhere = event.secret("player", player), others.secret("player", others.seats(1)[0])
    for shown in (badge, badge, event.secret("arbiter", player), elsewhere, "no badge of ours"):
        clerk.asked(ToHall("check_in", 0, badge=shown), "")
    wanted = clerk.next()
    assert [one.badge for one in wanted].count(badge) == 1
    heard = [talk.want(one) for one in wanted]
    assert [(one.doubt, one.name) for one in heard] == [("", event.name(player))] + [("no_such_player", "")] * 3
    for one, said in zip(wanted, heard, strict=True):
        clerk.heard(one, said)
    assert (clerk.next(), clerk.hall.arrived) == ((), event.name(player))
    last = event.acts()[-1]
    assert (last["deed"]["type"], last["deed"]["player"], last["role"]) == ("checked_in", player, "table")


def test_nobody_speaks_in_a_table_s_name_nor_a_table_for_another(hub: Served, tmp_path: Path) -> None:
    at = sat(hub, "forged", tmp_path)
    thief = carrier(tmp_path)
    assert thief is not None
    with pytest.raises(HubAway, match="403"):
        Talk(at.paired, thief).listen("")
    # What was said for one purpose is good for no other.
    said = msgspec.json.encode(Listening())
    key = at.mine.signer
    vouched = msgspec.json.encode(Vouched(text(said), text(key.vouch(HALL, said)), text(key.key), at.mine.proof))
    for where in ("deeds", "health"):
        answer = at.event.ask.post(f"/api/v1/tables/{at.paired.table}/{where}", content=vouched)
        assert answer.status_code == 403
    # A key that the table has not vouched for, with its word for another.
    with pytest.raises(HubAway, match="403"):
        Talk(at.paired, replace(at.mine, secret=thief.secret)).listen("")
    other = Wanted("call", "main", 1, 2)
    assert at.talk.want(other).doubt == "not_yours"


def test_the_desk_is_told_which_camera_is_blind_and_no_old_word_of_it_counts(hub: Served, tmp_path: Path) -> None:
    at = sat(hub, "blind", tmp_path)
    clerk = at.clerk
    told = at.talk.listen("")
    clerk.told(told)
    unwell = replace(
        VIEW, camera="too dark", camera_code="too_dark", parts=(Part("hw", "down"),),
        health=(PlaceTrouble("unreadable", "seat/0/city"),),
    )  # fmt: skip
    report = clerk.report(unwell)
    assert report is not None
    at.talk.report(report)
    desk = at.event.page("desk", at.event.chief)
    assert "The camera sees nothing: The table is too dark" in desk
    assert "Places that cannot be read: 1" in desk
    well = clerk.report(VIEW)
    assert well is not None
    at.talk.report(well)
    at.talk.report(report)
    at.talk.report(Report(told.now - 3600, blind=True))
    assert "The camera sees nothing" not in at.event.page("desk", at.event.chief)


def test_the_clock_of_a_round_goes_on_over_a_restart_without_a_hub(tmp_path: Path) -> None:
    wall, steady = [1000.0], [50.0]

    def clerk() -> Clerk:
        return Clerk(tmp_path, lambda: wall[0], lambda: steady[0])

    clerk().told(Told(Hall("Cup", 3, "duel", 1), 600.0, "m", 0.0))
    wall[0], steady[0] = 1100.0, 7.0
    assert clerk().hall.ends == pytest.approx(7.0 + 500.0)


def test_the_clock_does_not_tremble_and_follows_when_it_is_set(tmp_path: Path) -> None:
    steady = [0.0]
    clerk = Clerk(tmp_path, lambda: 0.0, lambda: steady[0])
    hall = Hall("Cup", 3, "duel", 1)
    clerk.told(Told(hall, 600.0, "a", 0.0))
    steady[0] = 10.7
    clerk.told(Told(hall, 590.0, "a", 0.0))
    assert clerk.hall.ends == 600.0
    clerk.told(Told(hall, 890.0, "b", 0.0))
    assert clerk.hall.ends == pytest.approx(900.7)


def test_the_uplink_speaks_for_its_table_without_the_key_that_games_are_signed_with(
    hub: Served, tmp_path: Path
) -> None:
    event = Event(hub, "carrier")
    paired, state = event.joined(1, tmp_path), tmp_path / "carrier-1"
    # As on a Pi, where systemd hides it from who talks to the world.
    (state / "table.key").chmod(0)
    (state / "table.key").rename(tmp_path / "hidden")
    mine = carrier(state)
    assert mine is not None
    assert Talk(paired, mine).listen("").hall.event == "Cup & Co"
    assert not (state / "table.key").exists()
