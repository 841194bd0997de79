"""A move that another player may have made, as nobody could see by whom it was made."""

from msgspec import structs

from companion.games.duel.rules.moves import Discard
from companion.referee.inference.by_another import by_another
from companion.referee.inference.expected import expectations
from companion.twin.dealer import Dealer, Step


def _discarded(dealer: Dealer) -> Step:
    step = dealer.step()
    while step is not None and not isinstance(step.move, Discard):
        step = dealer.step()
    assert step is not None
    return step


def test_a_discard_may_be_the_other_player_s_where_nobody_watches_the_coins() -> None:
    dealer = Dealer("duel", 2, 1)
    step = _discarded(dealer)
    wrong = structs.replace(step.move, seat=1 - step.move.seat)
    watched = set(expectations(dealer.rules.tableau(step.after)))
    assert by_another(dealer.rules, step.before, wrong, watched) == ()
    coins = {f"seat/{seat}/coins" for seat in range(2)}
    assert by_another(dealer.rules, step.before, wrong, watched - coins) == (step.move,)


def test_what_lies_before_a_player_was_made_by_nobody_else() -> None:
    dealer = Dealer("duel", 2, 1)
    step = dealer.step()
    while step is not None and dealer.rules.dump_move(step.move).get("move") != "build":
        step = dealer.step()
    assert step is not None
    wrong = structs.replace(step.move, seat=1 - step.move.seat)
    watched = set(expectations(dealer.rules.tableau(step.after)))
    assert by_another(dealer.rules, step.before, wrong, watched) == ()
