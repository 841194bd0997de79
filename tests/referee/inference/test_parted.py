"""A piece that nobody has read and that goes tells what it was; what comes there long after it is another one."""

from pathlib import Path

import pytest

from companion.games.architects import rules
from companion.games.architects.rules.moves import TakeCard
from companion.games.architects.rules.setup import UNREAD
from companion.games.tables import Played
from companion.games.watched import rules_of
from companion.referee.inference.excuses import Record
from companion.referee.inference.expected import expectations
from companion.referee.inference.observations import Observations
from companion.referee.inference.unread import named, unread_events
from tests.referee.lacking import PacedLacking
from vision.sighting import FaceProbability, Scene, SeenPiece, Sighting

_GAME, _CITY = rules_of("architects"), "seat/0/city"
_CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def _shows(observed: Observations, moment: float, *pieces: SeenPiece) -> None:
    observed.take(Scene(round(10 * moment), moment, (Sighting(_CITY, round(10 * moment), moment, pieces),)))


@pytest.mark.parametrize(("after", "told"), [(0.5, True), (3.0, False)])
def test_a_card_that_comes_long_after_an_unread_one_has_gone_does_not_name_it(after: float, *, told: bool) -> None:
    before = rules.begin(rules.Setup(("giza", "rhodes"), 0, ("tactics", "culture", "decor")))
    take = TakeCard(0, "central", UNREAD)
    played = [Played(1, take, before, rules.apply(before, take, strict=False), ())]
    badly = FaceProbability("architects/vp3", 0.5), FaceProbability("architects/tablet", 0.4)
    observed = Observations()
    _shows(observed, 1.0)
    observed.adopt(expectations(_GAME.tableau(before)))
    _shows(observed, 2.0, SeenPiece(7, _CORNERS, badly))
    observed.settle((_CITY,), expectations(_GAME.tableau(played[0].after)))
    _shows(observed, 5.0)
    assert bool(observed.parted.lasting(6.0, 1.0, observed.baseline))
    _shows(observed, 5.0 + after, SeenPiece(9, _CORNERS, (FaceProbability("architects/coin", 0.99),)))
    (event,) = unread_events(_GAME, played, observed, Record(_GAME, played).thoughts)
    assert (named(event) is not None) is told
    # Once it is explained nothing is missing there any more.
    observed.settle((_CITY,), expectations(_GAME.tableau(before)))
    assert not observed.parted.lasting(60.0, 1.0, observed.baseline)


def test_what_was_gone_when_its_place_was_explained_last_is_gone_still() -> None:
    before = rules.begin(rules.Setup(("giza", "rhodes"), 0, ("tactics", "culture", "decor")))
    take = TakeCard(0, "central", UNREAD)
    played = [Played(1, take, before, rules.apply(before, take, strict=False), ())]
    expected = expectations(_GAME.tableau(played[0].after))
    observed = Observations()
    _shows(observed, 1.0)
    observed.adopt(expectations(_GAME.tableau(before)))
    _shows(observed, 2.0, SeenPiece(7, _CORNERS, (FaceProbability("architects/vp3", 0.5),)))
    observed.settle((_CITY,), expected)
    _shows(observed, 5.0)
    observed.settle((_CITY,), expected)
    assert not observed.parted.lasting(60.0, 1.0, observed.baseline)
    _shows(observed, 20.0, SeenPiece(9, _CORNERS, (FaceProbability("architects/coin", 0.99),)))
    (event,) = unread_events(_GAME, played, observed, Record(_GAME, played).thoughts)
    assert named(event) is None


@pytest.mark.proof
def test_of_two_cards_that_would_explain_a_battle_it_was_the_one_that_it_looked_like(tmp_path: Path) -> None:
    # Before: it was named by the next card that came to its place, fourteen moves later.
    table = PacedLacking(tmp_path, "architects", 4, 2842, expansions=("medals",), noise=0.1)
    table.play(moves=105)
    assert table.wrong == []
    assert {move["move"] for move in table.missed} <= {"reveal"}


@pytest.mark.proof
def test_a_card_read_badly_that_a_battle_takes_away_is_told_by_that_before_another_one_comes(tmp_path: Path) -> None:
    # Before: it was taken for the next one, all was off from move 24 on, and it took minutes.
    table = PacedLacking(tmp_path, "architects", 3, 2830, expansions=("medals",), noise=0.1)
    table.play(moves=30)
    assert (table.wrong, table.missed) == ([], [])
