"""The cards that the twin's dealer lays at a table of 7 Wonders."""

from companion.games.seven_wonders.places import BACKS
from companion.twin.dealer import Dealer


def test_a_card_that_lies_ready_is_of_this_age_also_where_one_of_another_age_looks_the_same() -> None:
    """A press is left over of the first age, and one is dealt in the second."""
    dealer, backs = Dealer("seven_wonders", 7, 2310, table="open"), set[tuple[int, str]]()
    while dealer.step() is not None:
        ready = (piece for piece in dealer.world.pieces.values() if piece.place.endswith("/chosen"))
        backs |= {(dealer.state.age, piece.back) for piece in ready}
    assert backs == {(age, back) for age, back in enumerate(BACKS, 1)}
