"""Wonders that nobody has read: one that is built is told apart from its neighbours, one that has gone lies no more."""

from collections.abc import Sequence

from companion.games.vocabulary import COVERS, Shown
from companion.referee.inference.baseline import ANY, baseline_of
from companion.referee.inference.observations import Observations
from companion.referee.inference.open_pieces import Open
from tests.referee.sightless import HERE
from vision.sighting import FaceProbability, Scene, SeenPiece, Sighting

_LACKED = ("duel/wonder/pyramids", "duel/wonder/sphinx")
_COVERING = tuple(FaceProbability(face + COVERS, 0.2) for face in _LACKED)


def _wonders(*covering: bool) -> tuple[SeenPiece, ...]:
    """Wonders without a name: under which of them a card lies."""
    return tuple(SeenPiece(track, HERE, _COVERING if covers else ()) for track, covers in enumerate(covering))


def _lying(zone: str, second: float, pieces: Sequence[SeenPiece]) -> Sighting:
    return Sighting(zone, round(second * 10), second, tuple(pieces), _LACKED)


def test_of_two_unread_wonders_that_were_built_only_the_one_that_was_named_is_explained() -> None:
    observed, zone, named = Observations(), "seat/0/wonders", _LACKED[0] + COVERS
    observed.take(Scene(1, 1.0, (_lying(zone, 1.0, _wonders(True, True)),)))
    observed.baseline[zone] = baseline_of(_lying(zone, 0.0, _wonders(False, False)), (ANY, ANY), None)
    observed.name({zone: (ANY, named)})
    assert sorted(observed.baseline[zone].known.values()) == [ANY, named]
    assert observed.changed() == {zone}, "the other one is yet to be explained"


def test_of_unread_wonders_one_of_which_has_gone_before_another_is_taken_one_lies_there_no_more() -> None:
    priors = {}
    zone = "offer"
    for lie in (2, 1):
        observed, should = Observations(), (ANY, ANY)
        observed.take(Scene(1, 1.0, (_lying(zone, 1.0, _wonders(*(False,) * lie)),)))
        observed.baseline[zone] = baseline_of(observed.seen[zone], should, None)
        lies = Open(observed, {zone: should}, frozenset((zone,)), lambda: _LACKED)
        priors[lie] = lies.prior(Shown(_LACKED[0], 0, comes=zone), {zone: should})
    assert priors[2] < -3.0, "both lie there still"
    assert priors[1] == 0.0
