"""Whatever one place shows, the rest of the table goes on, and the place is well again when it can be read."""

from pathlib import Path

import pytest

from companion.games.watched import watched
from companion.rehearsal.report import Plan, Report
from companion.twin.dealer import Dealer
from tests.rehearsal.saboteur import Spoilt, spoil_all
from tests.twin.spoilt import WAYS


@pytest.mark.proof
def test_every_place_spoilt_every_way_is_named_and_heals_and_the_games_end_exactly(proxies: Path) -> None:
    places = [place.name for place in watched("architects").places(Dealer("architects", 2, 1).state)]
    cases = [(place, way) for way in WAYS for place in places]
    found = list(spoil_all(Plan("architects", 2, 1, proxies), cases))
    assert [spoilt for spoilt in found if isinstance(spoilt, Spoilt) and not spoilt.well] == []
    reports = [report for report in found if isinstance(report, Report)]
    assert [(report.seed, report.wrong, report.missed) for report in reports if not report.state_exact] == []
