"""``--pace``: the dealer plays on, whatever the referee has understood."""

from pathlib import Path

import pytest

from companion.commands.rehearse import _seconds
from companion.errors import Unusable
from companion.rehearsal.comparison import paired
from companion.rehearsal.rehearsal import rehearsal, rehearse
from companion.rehearsal.report import Plan


@pytest.mark.proof
def test_a_dealer_who_does_not_wait_is_followed(proxies: Path) -> None:
    with rehearsal(Plan("architects", 2, 1, proxies, pace=1.5, answer_after=None)) as game:
        for _ in range(8):
            assert game.step()
        report = game.report()
    assert (report.wrong, report.missed, report.unread) == (0, 0, 0)
    assert report.state_exact


@pytest.mark.proof
@pytest.mark.parametrize("players", [2, 4, 7])
@pytest.mark.parametrize("after", [20.0, None])
def test_of_a_box_that_lacks_a_third_each_unknown_piece_is_asked_about_once(
    proxies: Path, players: int, after: float | None
) -> None:
    report = rehearse(Plan("architects", players, 1, proxies, pace=1.5, answer_after=after, lacking=1 / 3))
    assert report.wrong == 0
    assert report.questions <= report.unenrolled
    if after is not None:
        assert report.state_exact, report
    else:
        assert report.missed + report.unread <= report.unenrolled, report


@pytest.mark.parametrize(("after", "pace"), [("soon", 1.0), ("-1", 1.0), ("nan", 1.0), ("5", None), ("0", -1.0)])
def test_a_pace_that_nobody_can_play_at_is_refused_in_one_line(after: str, pace: float | None) -> None:
    with pytest.raises(Unusable, match=r"--pace|--answer-after"):
        _seconds(after, pace)


def test_an_event_without_its_piece_is_the_move_that_it_may_be() -> None:
    truth = [{"seat": 0, "card": "wood"}, {"seat": 1, "card": "clay"}, {"seat": 0, "card": "coin"}]
    events = [{"seat": 0, "card": "wood"}, {"seat": 1, "card": "?"}, {"seat": 0, "card": "coin"}]
    assert paired(truth, events) == {0: 0, 1: 1, 2: 2}
    assert paired(truth, [events[0], {"seat": 1, "card": "glass"}, events[2]]) == {0: 0, 2: 2}


def test_moves_that_all_make_at_once_are_in_nobodys_order_but_each_players_own() -> None:
    truth = [{"seat": seat, "card": card} for seat, card in ((0, "wood"), (1, "clay"), (0, "coin"), (1, "glass"))]
    late = [truth[k] for k in (1, 0, 2, 3)]
    assert paired(truth, late, at_once=True) == {0: 1, 1: 0, 2: 2, 3: 3}
    assert len(paired(truth, late)) == 3
    assert len(paired(truth, [truth[k] for k in (2, 1, 0, 3)], at_once=True)) == 3


def test_an_event_that_says_what_its_piece_is_among_is_one_of_these_moves() -> None:
    truth = [{"seat": 0, "token": "tactics"}]
    assert paired(truth, [{"seat": 0, "token": "?", "among": ["culture", "tactics"]}]) == {0: 0}
    assert paired(truth, [{"seat": 0, "token": "?", "among": ["culture", "decor"]}]) == {}


def test_a_payment_of_which_a_card_is_not_known_may_be_any_that_names_the_others() -> None:
    truth = [{"seat": 0, "spent": ["clay", "coin", "coin"]}, {"seat": 1, "card": "clay"}]
    for spent in (["?", "coin", "coin"], []):
        assert paired(truth, [{"seat": 0, "spent": spent}, truth[1]]) == {0: 0, 1: 1}
    for spent in (["?", "coin", "glass"], ["?", "coin"]):
        assert paired(truth, [{"seat": 0, "spent": spent}, truth[1]]) == {1: 1}


def test_what_is_not_known_may_be_one_of_those_that_several_did_right_after_each_other() -> None:
    later = [{"seat": seat, "card": card} for seat, card in ((3, "vp3"), (0, "vp3"), (1, "wood"))]

    def begun(seat: int, card: str) -> list[dict[str, object]]:
        return [{"seat": seat, "card": card}, *later]

    assert paired(begun(2, "vp3"), begun(2, "?")) == {0: 0, 1: 1, 2: 2, 3: 3}
    assert paired(begun(2, "coin"), begun(2, "?")) == {0: 0, 1: 1, 2: 2, 3: 3}, "nor need it be"
    assert paired(begun(2, "vp3"), begun(1, "?")) == {1: 1, 2: 2, 3: 3}, "nobody else's"
