"""``--pace``: the dealer plays on, whatever the referee has understood."""

from pathlib import Path

import pytest

from companion.commands.rehearse import _seconds
from companion.errors import Unusable
from companion.rehearsal.comparison import paired
from companion.rehearsal.rehearsal import rehearsal
from companion.rehearsal.report import Plan


@pytest.mark.proof
def test_a_dealer_who_does_not_wait_is_followed(proxies: Path) -> None:
    with rehearsal(Plan("architects", 2, 1, proxies, pace=1.5, answer_after=None)) as game:
        for _ in range(8):
            assert game.step()
        report = game.report()
    assert (report.wrong, report.missed, report.unread) == (0, 0, 0)
    assert report.state_exact


@pytest.mark.parametrize(("after", "pace"), [("soon", 1.0), ("-1", 1.0), ("nan", 1.0), ("5", None), ("0", -1.0)])
def test_a_pace_that_nobody_can_play_at_is_refused_in_one_line(after: str, pace: float | None) -> None:
    with pytest.raises(Unusable, match=r"--pace|--answer-after"):
        _seconds(after, pace)


def test_an_event_without_its_piece_is_the_move_that_it_may_be() -> None:
    truth = [{"seat": 0, "card": "wood"}, {"seat": 1, "card": "clay"}, {"seat": 0, "card": "coin"}]
    events = [{"seat": 0, "card": "wood"}, {"seat": 1, "card": "?"}, {"seat": 0, "card": "coin"}]
    assert paired(truth, events) == {0: 0, 1: 1, 2: 2}
    assert paired(truth, [events[0], {"seat": 1, "card": "glass"}, events[2]]) == {0: 0, 2: 2}
