"""What a wonder that nobody has read may be excuses nothing before it is built."""

import pytest

from companion.games.duel.rules.moves import Build
from companion.games.watched import watched
from companion.referee.inference.expected import expectations
from companion.referee.inference.observations import Observations
from companion.referee.inference.search import IRREGULAR, infer
from tests.games.duel.tables import table
from vision.sighting import FaceProbability, Scene, SeenPiece, Sighting

_HERE = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))


def _sighting(zone: str, faces: tuple[str, ...], second: float) -> Sighting:
    pieces = [
        SeenPiece(hash((zone, number, face)) % 10**6, _HERE, () if face == "?" else (FaceProbability(face, 0.99),))
        for number, face in enumerate(faces)
    ]
    return Sighting(zone, 0, second, tuple(pieces))


@pytest.mark.parametrize("unnamed", [(0, 0), (1, 1)])
def test_a_card_built_out_of_turn_is_as_irregular_where_a_wonder_that_nobody_has_read_is_not_built_yet(
    unnamed: tuple[int, int],
) -> None:
    rules, state = watched("duel"), table(unnamed=unnamed, to_move=1)
    expected = expectations(rules.tableau(state))
    observed = Observations()
    lying = {zone: should for zone, should in expected.items() if isinstance(should, tuple)}
    # The discard pile is looked at, too: nobody has discarded anything meanwhile.
    bare = (_sighting(zone, (), 0.1) for zone, should in expected.items() if isinstance(should, int))
    observed.take(Scene(1, 0.1, (*bare, *(_sighting(zone, should, 0.1) for zone, should in lying.items()))))
    observed.adopt(expected)
    observed.settle(lying, expected)
    observed.take(Scene(50, 5.0, (_sighting("seat/0/city", (*lying["seat/0/city"], "duel/baths"), 5.0),)))
    likeliest = infer(rules, state, observed).ranked[0][0]
    assert (likeliest.moves, likeliest.prior) == ((Build(0, "baths"),), IRREGULAR)
