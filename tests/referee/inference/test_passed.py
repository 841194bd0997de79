"""Pieces that were seen to come and that lie no more."""

from collections.abc import Iterator

import pytest

from companion.games.mats import Place, Role
from companion.games.tables import Played
from companion.referee.inference.baseline import ANY, Expected
from companion.referee.inference.observations import Observations
from companion.referee.inference.passed import Passed, laid_and_gone
from companion.twin.dealer import Dealer
from tests.referee.sightless import HERE
from vision.sighting import FaceProbability, SeenPiece, Sighting

CITY, OTHER, COINS = "seat/0/city", "seat/1/city", "seat/0/coins"
ROLES: dict[str, Role] = {CITY: "laid", OTHER: "laid", COINS: "heap"}
NOTHING: dict[str, Expected] = {CITY: (), OTHER: ()}


def _passed(*pieces: SeenPiece, lies: tuple[SeenPiece, ...] = ()) -> Passed:
    """These pieces have come to a city and gone again, those lie there; and coins beside it."""
    observed = Observations()
    observed.seen[CITY], observed.passed[CITY] = Sighting(CITY, 20, 2.0, lies), pieces
    observed.passed[COINS] = pieces
    places = tuple(Place(zone, 1, "spread", 0.0, 0.0, 90.0, 90.0, role=role) for zone, role in ROLES.items())
    return Passed(observed, places, NOTHING)


def _piece(**faces: float) -> SeenPiece:
    return SeenPiece(9, HERE, tuple(FaceProbability(face, share) for face, share in faces.items()), 0)


def test_what_was_taken_away_at_once_looked_like_what_is_said_to_have_come() -> None:
    # A battle takes a shield away as soon as it is laid: then nothing lies there that would tell which one it was.
    passed = _passed(_piece(shield_h1=0.98, shield_h2=0.02))
    assert passed.likelihood([(CITY, "shield_h1")], NOTHING) == 0.0
    assert passed.likelihood([(CITY, "shield_h2")], NOTHING) < -3.0
    assert passed.likelihood([(CITY, ANY)], NOTHING) == 0.0


def test_what_lies_there_is_another_piece_than_what_passed_unless_it_looks_like_that() -> None:
    # Somebody took a coin that was read badly, paid with it, and took a shield: the coin was told as that shield.
    passed = _passed(_piece(coin=0.43, glass=0.34))
    lies = NOTHING | {CITY: ("shield_h1",)}
    shield, coin, glass = (CITY, "shield_h1"), (CITY, "coin"), (CITY, "glass")
    assert passed.likelihood([coin, shield], lies) == 0.0
    assert -1.0 < passed.likelihood([glass, shield], lies) < 0.0
    assert passed.likelihood([shield], lies) == passed.likelihood([], NOTHING) < -2.0
    moved = _passed(_piece(shield_h1=0.99))
    assert moved.likelihood([shield], lies) == 0.0, "it was only moved"


def test_what_was_spent_at_once_looked_like_what_is_said_to_have_been_taken() -> None:
    # The look of a card counted no more once another move had taken it away again: then any card fitted as well.
    passed = _passed(_piece(coin=0.6, glass=0.34))
    assert passed.likelihood([(CITY, "coin"), (OTHER, "wood")], NOTHING | {OTHER: ("wood",)}) == 0.0
    assert passed.likelihood([(CITY, "wood")], NOTHING) < -2.0
    two = _passed(_piece(coin=0.99), _piece(glass=0.99))
    assert two.likelihood([(CITY, "coin"), (CITY, "glass")], NOTHING) == 0.0
    assert two.likelihood([(CITY, "coin"), (CITY, "wood")], NOTHING) < -3.0


def test_what_passed_beside_what_a_story_tells_of_costs_it_nothing() -> None:
    # A city that flickered: a story that told of one card was held to be as unlikely as that nothing had been done.
    city = _passed(_piece(coin=0.99), _piece(glass=0.99), _piece(stone=0.98), _piece(papyrus=0.99))
    assert city.likelihood([(CITY, "coin")], NOTHING | {CITY: ("coin",)}) == 0.0
    assert city.likelihood([(CITY, "wood")], NOTHING | {CITY: ("wood",)}) < -3.0


def test_what_should_have_gone_may_still_lie_there() -> None:
    # A card that begins a battle lies there until people have understood it; another piece has passed before.
    lies = SeenPiece(12, HERE, (FaceProbability("shield_h2", 0.99),), 0)
    moves = [(CITY, "coin"), (CITY, "shield_h2")]
    assert _passed(_piece(coin=0.99)).likelihood(moves, NOTHING) < -3.0
    assert _passed(_piece(coin=0.99), lies=(lies,)).likelihood(moves, NOTHING) == 0.0


def test_a_story_in_which_nobody_laid_what_was_seen_to_pass_is_unlikelier_the_more_surely_it_was_read() -> None:
    passed = _passed(_piece(shield_h1=0.99))
    assert passed.zones == {CITY}
    assert passed.likelihood([(CITY, "shield_h1")], NOTHING) == 0.0
    surely = passed.likelihood([], NOTHING)
    assert passed.likelihood([(OTHER, "shield_h1")], NOTHING) == surely < -5.0
    unsure = _passed(_piece(shield_h1=0.6))
    assert surely < unsure.likelihood([], NOTHING) < -2.0, "it may have been another card, or a sleeve"
    assert _passed(_piece()).likelihood([], NOTHING) == 0.0, "a cup, or a phone"


@pytest.fixture(scope="module")
def dealer() -> Dealer:
    dealer = Dealer("architects", 2, 2313)
    while dealer.step() is not None:
        continue
    return dealer


def _laid(dealer: Dealer, *, stays: bool) -> Iterator[tuple[str, str, Played]]:
    """The moves that lay a piece which stays there, or another rule takes away at once: where, and which."""
    for k, (move, before, after) in enumerate(zip(dealer.played[1:], dealer.states, dealer.states[1:], strict=False)):
        shown, entry = dealer.rules.shows(move), Played(k + 1, move, before, after, ())
        lay, lies = (dealer.rules.tableau(one).spread.get(shown.lands) for one in (before, after))
        if lay and lies and (lies.count(shown.face) > lay.count(shown.face)) == stays:
            yield shown.lands, shown.face, entry


def test_what_a_battle_took_away_is_looked_for_no_more_once_the_move_that_laid_it_is_accepted(dealer: Dealer) -> None:
    # Its place looks as ever by then. Every story without another such card was held to be unlikely, for good.
    city, face, entry = next(_laid(dealer, stays=False))
    gone, other = (SeenPiece(9 + k, HERE, (FaceProbability(one, 0.99),), 0) for k, one in enumerate((face, "cup")))
    observed = Observations()
    observed.passed[city] = (other, gone)
    laid_and_gone(dealer.rules, entry, observed)
    assert observed.passed[city] == (other,)
    laid_and_gone(dealer.rules, entry, observed)
    assert observed.passed[city] == (other,), "what nobody has told of yet"


def test_what_passed_beside_a_card_that_lies_there_yet_is_not_told_by_that_one(dealer: Dealer) -> None:
    city, face, entry = next(_laid(dealer, stays=True))
    observed = Observations()
    observed.passed[city] = (SeenPiece(9, HERE, (FaceProbability(face, 0.99),), 0),)
    laid_and_gone(dealer.rules, entry, observed)
    assert observed.passed[city]
