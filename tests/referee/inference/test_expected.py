"""What should lie where, of any game."""

from itertools import groupby

import pytest

from companion.games.watched import watchable, watched
from companion.referee.inference.expected import expectations
from companion.twin.dealer import Dealer


@pytest.mark.parametrize("game", watchable())
def test_stacks_come_first_for_who_looks_only_for_the_one_from_which_something_went(game: str) -> None:
    dealer, rules = Dealer(game, 2, 1), watched(game)
    for _ in range(30):
        assert dealer.step() is not None
        should = expectations(rules.tableau(dealer.state)).values()
        assert [stack for stack, _ in groupby(isinstance(one, int) for one in should)] in ([True, False], [False])
