"""Of two things without a name on spots only one of which is a medal, the one that goes was the medal."""

import pytest

from companion.games.architects.rules.begin import begin
from companion.games.architects.rules.expansion import MEDALS
from companion.games.architects.rules.setup import TAKEN, UNREAD, parse_setup
from companion.games.watched import rules_of
from companion.referee.inference.expected import expectations
from companion.referee.inference.likelihood import Scales
from companion.referee.inference.observations import Observations
from vision.sighting import FaceProbability, Scene, SeenPiece, Sighting

_GAME = rules_of("architects")
_MIDDLE = "central/medals"
_UNKNOWN = tuple("architects/medal/" + medal.face.rpartition("/")[2] for medal in MEDALS)
"""What the box does not know."""
_CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


@pytest.mark.parametrize("medal", [MEDALS[2].id, UNREAD])
@pytest.mark.parametrize("left", [0, 1])
def test_whichever_of_two_things_without_a_name_has_gone_it_was_the_medal(medal: str, left: int) -> None:
    nothing, taken = _weights(medal, [_piece(0), _piece(1)], [_piece(left)])
    assert taken > nothing + 1


def test_what_has_gone_beside_a_medal_that_is_named_was_none() -> None:
    named = _piece(0, "architects/medal/" + MEDALS[2].face.rpartition("/")[2])
    nothing, taken = _weights(MEDALS[2].id, [named, _piece(1)], [named])
    assert nothing > taken + 1


def _weights(medal: str, before: list[SeenPiece], after: list[SeenPiece]) -> tuple[float, float]:
    """How likely (log) the middle looks as it does if nothing was done, and if its medal was taken."""
    wonders = ["giza", "rhodes", "olympia"]
    told = {"wonders": wonders, "expansions": ["medals"], "expert": True}
    told |= {
        "medals": [one.id for one in MEDALS[3:6]],
        "centre": [medal, TAKEN],
        "position": [{"wonder": one} | ({"medals": 1} if one == "giza" else {}) for one in wonders],
    }
    state = begin(parse_setup(told))
    expected, observed = expectations(_GAME.tableau(state)), Observations()
    observed.take(Scene(1, 0.0, (Sighting(_MIDDLE, 1, 0.0, tuple(before), _UNKNOWN),)))
    observed.adopt(expected, told=(_MIDDLE,))
    observed.take(Scene(2, 1.0, (Sighting(_MIDDLE, 2, 1.0, tuple(after), _UNKNOWN),)))
    scales = Scales(_GAME, state, observed, trusted=True)
    return scales.weigh(_MIDDLE, expected[_MIDDLE]), scales.weigh(_MIDDLE, ())


def _piece(spot: int, *faces: str) -> SeenPiece:
    return SeenPiece(spot, _CORNERS, tuple(FaceProbability(face, 0.99) for face in faces), spot)
