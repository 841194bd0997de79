"""Pieces that were seen to come and that lie no more."""

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from companion.games.architects.rules.moves import TakeCard
from companion.games.duel.seen import is_back
from companion.games.mats import Place, Role
from companion.games.tables import Played
from companion.games.vocabulary import Shown
from companion.referee.inference.baseline import ANY, Baseline
from companion.referee.inference.observations import Observations
from companion.referee.inference.passed import Passed, is_going, laid_and_gone
from companion.twin.dealer import Dealer
from tests.referee.sightless import HERE
from vision.sighting import FaceProbability, Scene, SeenPiece, Sighting


def test_what_was_taken_away_at_once_looked_like_what_is_said_to_have_come() -> None:
    # A battle takes a shield away as soon as it is laid: then nothing lies there that would tell which one it was.
    city, one, other = "seat/0/city", "shield_h1", "shield_h2"
    seen = SeenPiece(9, HERE, (FaceProbability(one, 0.98), FaceProbability(other, 0.02)), 0)
    observed = Observations()
    observed.seen[city], observed.passed[city] = Sighting(city, 20, 2.0, ()), (seen,)
    passed, nothing, it = Passed(observed, (), is_back), {city: ()}, {city: (other,)}
    right, wrong = (Shown(face, 0, city) for face in (one, other))
    assert passed.likelihood(right, nothing, nothing) == 0.0
    assert passed.likelihood(wrong, nothing, nothing) < -3.0
    assert passed.likelihood(wrong, nothing, it) == 0.0, "it lies there, and is looked at there"


def test_what_was_taken_out_of_a_slot_looked_like_what_was_seen_to_lie_there() -> None:
    # A structure was told when its first card had gone; the next one, turned up meanwhile, was said to have lain there.
    first, under = "structure/4/7", "structure/3/8"
    lay, turned, back = (
        SeenPiece(track, HERE, (FaceProbability(face, 0.99),), 0)
        for track, face in enumerate(("duel/school", "duel/library", "duel/back/2"))
    )
    observed = Observations()
    observed.passed = {first: (lay,), under: (back, turned)}
    observed.seen = {zone: Sighting(zone, 20, 2.0, ()) for zone in (first, under)}
    places = tuple(Place(zone, 1, "slot", 0.0, 0.0, 90.0, 90.0) for zone in (first, under))
    passed, there, gone = Passed(observed, places, is_back), {first: (ANY,)}, {first: ()}
    built, discarded = Shown("duel/library", 0, lands="seat/0/city"), Shown(discards="duel/school")
    assert passed.likelihood(discarded, there, gone) == 0.0
    assert passed.likelihood(built, there, gone) < -3.0, "another card lay there"
    down, up, other = {under: ("duel/back/2",)}, {under: ("duel/library",)}, {under: ("duel/school",)}
    assert passed.likelihood(Shown("duel/library"), down, up) == 0.0
    assert passed.likelihood(Shown("duel/school"), down, other) < -3.0, "another card was turned up there"
    assert passed.likelihood(Shown(), {under: ()}, down) == 0.0, "it lay face down first"
    assert passed.likelihood(built, up, {under: ()}) == 0.0, "what lay there was known"
    observed.seen[under] = Sighting(under, 20, 2.0, (turned,))
    assert Passed(observed, places, is_back).likelihood(Shown("duel/school"), down, other) == 0.0, "it lies there yet"


def test_what_was_spent_at_once_looked_like_what_is_said_to_have_been_taken() -> None:
    # A stone was seen to lie in a city, and a stage was paid with it: any card fitted that its stack may have shown.
    city, other = "seat/0/city", "seat/1/city"
    stone, nothing = SeenPiece(9, HERE, (FaceProbability("stone", 0.97),), 0), Sighting(city, 20, 2.0, ())
    observed = Observations()
    observed.seen[city], observed.passed[city] = nothing, (stone,)
    observed.baseline[city] = Baseline(nothing, ())
    places = (Place(city, 1, "spread", 0.0, 0.0, 90.0, 90.0, role="laid"),)
    passed, gone, lies = Passed(observed, places, is_back), {city: ()}, {city: ("glass",)}
    assert passed.spent([(city, "stone")], gone) == passed.spent([(city, ANY)], gone) == 0.0
    assert passed.spent([(city, "glass")], gone) == passed.missed([]) < -5.0
    assert passed.spent([(city, "glass")], lies) == passed.spent([(other, "glass")], gone) == 0.0
    observed.seen[city] = replace(nothing, pieces=(SeenPiece(10, HERE, (FaceProbability("glass", 0.99),), 1),))
    assert Passed(observed, places, is_back).spent([(city, "glass")], gone) == 0.0, "it has yet to be spent"
    observed.aside = {city}
    assert Passed(observed, places, is_back).spent([(city, "wood")], gone) == 0.0, "it flickers"


def test_a_story_in_which_nobody_laid_what_was_seen_to_pass_is_unlikelier_the_more_surely_it_was_read() -> None:
    city, other, coins = "seat/0/city", "seat/1/city", "seat/0/coins"
    roles: dict[str, Role] = {city: "laid", other: "laid", coins: "heap"}
    sure, unsure = (SeenPiece(9, HERE, (FaceProbability("shield_h1", share),), 0) for share in (0.99, 0.6))
    observed = Observations()
    observed.passed[city] = observed.passed[coins] = (sure,)
    places = tuple(Place(zone, 1, "spread", 0.0, 0.0, 90.0, 90.0, role=role) for zone, role in roles.items())
    passed = Passed(observed, places, is_back)
    assert passed.zones == {city}
    assert passed.missed([(city, "shield_h1")]) == 0.0
    assert passed.missed([(other, "shield_h1")]) == passed.missed([]) < -5.0
    surely = passed.missed([])
    observed.passed[city] = (unsure,)
    assert surely < Passed(observed, places, is_back).missed([]) < -2.0, "it may have been another card, or a sleeve"
    observed.passed[city] = (SeenPiece(9, HERE, (), 0),)
    assert Passed(observed, places, is_back).missed([]) == 0.0, "a cup, or a phone"


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


def _taken_unread(dealer: Dealer) -> tuple[str, Played]:
    """The first card that was taken and stays in its city, as if nobody had read it: where, and the move."""
    city, _, entry = next(_laid(dealer, stays=True))
    assert isinstance(entry.move, TakeCard)
    move = replace(entry.move, card="?")
    return city, entry._replace(move=move, after=dealer.rules.apply(entry.before, move, strict=False))


def test_what_a_battle_took_away_is_looked_for_no_more_once_the_move_that_laid_it_is_accepted(dealer: Dealer) -> None:
    # Its place looks as ever by then. Every story without another such card was held to be unlikely, for good.
    city, face, entry = next(_laid(dealer, stays=False))
    gone, other = (SeenPiece(9 + k, HERE, (FaceProbability(one, 0.99),), 0) for k, one in enumerate((face, "cup")))
    observed = Observations()
    observed.passed[city] = (other, gone)
    laid_and_gone(dealer.rules, entry, observed, {})
    assert observed.passed[city] == (other,)
    laid_and_gone(dealer.rules, entry, observed, {})
    assert observed.passed[city] == (other,), "what nobody has told of yet"


def test_what_passed_beside_a_card_that_lies_there_yet_is_not_told_by_that_one(dealer: Dealer) -> None:
    city, face, entry = next(_laid(dealer, stays=True))
    observed = Observations()
    observed.passed[city] = (SeenPiece(9, HERE, (FaceProbability(face, 0.99),), 0),)
    laid_and_gone(dealer.rules, entry, observed, {})
    assert observed.passed[city]


def test_what_passed_unread_is_the_card_that_was_accepted_without_its_name_unless_that_is_seen_to_lie_there(
    dealer: Dealer,
) -> None:
    # By the record it lies there until it is told what it was spent for.
    city, entry = _taken_unread(dealer)
    unsure, sure = (SeenPiece(9, HERE, (FaceProbability("architects/wood", share),), 0) for share in (0.6, 0.99))
    observed = Observations()
    observed.passed[city] = (sure, unsure)
    observed.seen[city] = Sighting(city, 20, 2.0, (replace(unsure, track=10),))
    laid_and_gone(dealer.rules, entry, observed, {})
    assert observed.passed[city] == (sure, unsure), "it lies there"
    observed.seen[city] = Sighting(city, 21, 2.1, ())
    assert laid_and_gone(dealer.rules, entry, observed, {}) == {entry.seq: unsure}, "how it looked is known yet"
    assert observed.passed[city] == (sure,)


def test_one_that_nobody_had_read_before_it_came_is_not_the_card_that_was_accepted_without_its_name(
    dealer: Dealer,
) -> None:
    # Before: what had passed was looked for yet in every later move.
    city, entry = _taken_unread(dealer)
    lies, passes = (SeenPiece(track, HERE, (FaceProbability("architects/wood", 0.6),), 0) for track in (8, 9))
    observed, seen = Observations(), Sighting(city, 20, 2.0, (lies,))
    observed.passed[city], observed.seen[city] = (passes,), seen
    before = {city: Baseline(seen, ("?",), {lies.track: "?"})}
    assert laid_and_gone(dealer.rules, entry, observed, before) == {entry.seq: passes}
    assert observed.passed[city] == ()


@pytest.mark.parametrize(("read", "believed"), [(0.97, True), (0.6, False)])
def test_what_was_surely_read_or_passed_where_nothing_can_be_believed_does_not_tell_what_was_accepted_without_its_name(
    dealer: Dealer, read: float, *, believed: bool
) -> None:
    # Something else contradicts it: a stack that had shown another card.
    city, entry = _taken_unread(dealer)
    piece, observed = SeenPiece(9, HERE, (FaceProbability("architects/wood", read),), 0), Observations()
    observed.passed[city], observed.seen[city] = (piece,), Sighting(city, 21, 2.1, ())
    observed.aside = set() if believed else {city}
    assert laid_and_gone(dealer.rules, entry, observed, {}) == {}
    assert observed.passed[city] == ()


@pytest.mark.parametrize(
    ("read", "since", "where", "waits"),
    [(0.6, 0.5, "", True), (0.6, 1.0, "", False), (0.99, 0.5, "", False), (0.6, 0.5, "another", False)],
)
def test_who_has_just_spent_a_card_that_could_not_be_told_may_lay_away_more_of_what_tells_it(
    dealer: Dealer, read: float, since: float, where: str, *, waits: bool
) -> None:
    # Of two tablets the one that was read badly went first: it was told as a shield that a battle takes away.
    city, face, entry = next(_laid(dealer, stays=False))
    observed, place = Observations(), where or city
    piece = SeenPiece(9, HERE, (FaceProbability(face, read),), 0)
    for at, pieces in ((1, (piece,)), (2, ())):
        observed.take(Scene(at, float(at), (Sighting(place, at, float(at), pieces),)))
    observed.passed[place] = (piece,)
    observed.take(Scene(3, 2.0 + since, ()))
    assert is_going(dealer.rules, (entry.move,), observed) is waits
    observed.aside.add(city)
    assert not is_going(dealer.rules, (entry.move,), observed), "it flickers"
