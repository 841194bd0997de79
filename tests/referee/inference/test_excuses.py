"""What an event of which a piece is not known may have been."""

from companion.games.duel.rules.moves import BuildWonder
from companion.games.tables import Played
from companion.referee.inference.excuses import excuses
from companion.twin.dealer import Dealer


def test_a_wonder_over_a_card_that_nobody_read_may_have_been_each_that_it_is_one_of_and_no_card() -> None:
    dealer = Dealer("duel", 2, 1920)
    step = dealer.step()
    while step is not None and not isinstance(step.move, BuildWonder):
        step = dealer.step()
    assert step is not None
    among = tuple(sorted((step.move.wonder, "sphinx")))
    unread = BuildWonder(step.move.seat, "?", "?", among)
    after = dealer.rules.apply(step.before, unread, strict=False)
    (thought,) = excuses(dealer.rules, [Played(1, unread, step.before, after, ())])
    assert {one.wonder for one in thought.moves if isinstance(one, BuildWonder)} >= set(among)
