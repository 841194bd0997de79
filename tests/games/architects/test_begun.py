"""What is proposed for a table of Architects in the middle of a game, of which not all is seen."""

from itertools import pairwise

import pytest

from companion.games.open_table import Proposal, proposed
from companion.twin.dealer import Dealer
from tests.referee.joined import played_unseen
from tests.twin.surveys import survey_of
from vision.sighting import Point


def _joined_table(players: int, seed: int, late: int) -> Dealer:
    """An open table after so many moves that no camera saw."""
    dealer = Dealer("architects", players, seed, table="open")
    played_unseen(dealer, late)
    return dealer


def _seat(found: Proposal, dealer: Dealer, seat: int) -> int:
    """The dealer's seat as the proposal counts."""
    return int(found.setup["wonders"].index(dealer.setup_object()["wonders"][seat]))


def _left_out(found: Proposal, dealer: Dealer, seat: int) -> int:
    """How many cards of a city lie outside of its region."""
    region = found.outlines[f"seat/{_seat(found, dealer, seat)}/city"]
    cards = (dealer.world.point(card) for card in dealer.world.at(f"seat/{seat}/city"))
    return sum(not _holds(region, card) for card in cards)


def _holds(region: tuple[Point, ...], point: Point) -> bool:
    sides = pairwise((*region, region[0]))
    return all((x1 - x0) * (point[1] - y0) >= (y1 - y0) * (point[0] - x0) for (x0, y0), (x1, y1) in sides)


@pytest.mark.parametrize(("players", "seed", "late"), [(2, 3045, 7), (2, 3049, 31), (4, 3030, 82), (4, 3048, 62)])
def test_the_cat_that_stands_before_a_player_keeps_no_city_from_its_cards(players: int, seed: int, late: int) -> None:
    dealer = _joined_table(players, seed, late)
    found = proposed("architects", survey_of(dealer), {"players": players})
    assert [_left_out(found, dealer, seat) for seat in range(players)] == [0] * players
