"""When pieces came, against when moves say that they did."""

from typing import Any

from msgspec.structs import replace

from companion.games.architects.rules import moves as act
from companion.games.duel.places import PLACES
from companion.games.mats import Place
from companion.referee.inference.baseline import ANY, Baseline, baseline_of
from companion.referee.inference.belief import Bared, Hypothesis, Take, keep_best, shortest
from companion.referee.inference.observations import Observations
from companion.referee.inference.timing import Timing
from tests.referee.sightless import HERE
from vision.sighting import FaceProbability, Scene, SeenPiece, Sighting

CITY = "seat/0/city"


def _card(track: int, face: str) -> SeenPiece:
    return SeenPiece(track, HERE, (FaceProbability(face, 1.0),))


def _seen(*looks: tuple[SeenPiece, ...]) -> Observations:
    """A city in which these lay, look by look."""
    observed = Observations()
    for number, pieces in enumerate(looks):
        observed.take(Scene(number, float(number), (_of_city(*pieces),)))
    return observed


def _of_city(*pieces: SeenPiece) -> Sighting:
    return Sighting(CITY, 1, 0.1, pieces)


def test_of_two_cards_in_one_city_the_one_that_was_seen_first_was_laid_first() -> None:
    altar, ore = _card(3, "altar"), _card(4, "ore_vein")
    timing = Timing((), _seen((altar,), (ore, altar)), frozenset(), {})
    assert timing.of_laid(CITY, "ore_vein", [(CITY, "altar")]) == 0.0
    assert timing.of_laid(CITY, "altar", [(CITY, "ore_vein")]) < -3.0
    assert timing.of_laid(CITY, "altar", [("seat/1/city", "ore_vein")]) == 0.0


def test_of_two_cards_that_were_first_seen_in_one_look_neither_was_laid_first() -> None:
    timing = Timing((), _seen((), (_card(4, "ore_vein"), _card(3, "altar"))), frozenset(), {})
    assert timing.of_laid(CITY, "ore_vein", [(CITY, "altar")]) == 0.0
    assert timing.of_laid(CITY, "altar", [(CITY, "ore_vein")]) == 0.0


def _fanned(track: int, face: str, row: int, column: float = 0.0) -> SeenPiece:
    """A card in a column: each lies a strip further down, whoever lays it, than the one before."""
    left, top = 50.0 * column, 15.0 * row
    quad = (left, top), (left + 44.0, top), (left + 44.0, top + 68.0), (left, top + 68.0)
    return replace(_card(track, face), quad=quad)


def test_of_two_cards_of_a_column_that_came_to_light_at_once_the_one_further_down_was_laid_later() -> None:
    ore, altar, wood = _fanned(4, "ore_vein", 1), _fanned(3, "altar", 0), _fanned(5, "wood", 1, column=1)
    timing = Timing((), _seen((), (ore, altar, wood)), frozenset(), {})
    assert timing.of_laid(CITY, "ore_vein", [(CITY, "altar")]) == 0.0
    assert timing.of_laid(CITY, "altar", [(CITY, "ore_vein")]) < -3.0
    assert timing.of_laid(CITY, "altar", [(CITY, "wood")]) == 0.0, "another column"
    turned = [replace(piece, quad=(*piece.quad[2:], *piece.quad[:2])) for piece in (ore, altar)]
    timing = Timing((), _seen((), tuple(turned)), frozenset(), {})
    assert timing.of_laid(CITY, "ore_vein", [(CITY, "altar")]) < -3.0, "who sits on the other side"


def test_a_card_that_is_made_out_a_moment_after_the_one_upon_it_was_laid_before_it() -> None:
    # A city seemed empty while two cards were laid; the upper one was made out first, the other 0.65 s later.
    ore, altar = _fanned(4, "ore_vein", 1), _fanned(3, "altar", 0)
    for moment, cost in ((9.65, -3.5), (12.0, 0.0)):
        observed = _seen(())
        observed.take(Scene(180, 9.0, (_of_city(ore),)))
        observed.take(Scene(round(moment * 20), moment, (_of_city(altar, ore),)))
        timing = Timing((), observed, frozenset(), {})
        assert timing.of_laid(CITY, "altar", [(CITY, "ore_vein")]) == cost
        assert (timing.of_laid(CITY, "ore_vein", [(CITY, "altar")]) == 0.0) == (cost != 0.0)


def test_a_card_that_is_read_badly_came_when_it_was_seen_whichever_it_is() -> None:
    # A card that was clay or stone, and then wood: "the wood, and then the stone" was as likely as clay before wood.
    unsure = SeenPiece(3, HERE, (FaceProbability("clay", 0.79), FaceProbability("stone", 0.12)))
    wood = _card(4, "wood")
    timing = Timing((), _seen((unsure,), (unsure, wood)), frozenset(), {})
    for face in ("clay", "stone"):
        assert timing.of_laid(CITY, "wood", [(CITY, face)]) == 0.0
        assert timing.of_laid(CITY, face, [(CITY, "wood")]) < -3.0
    assert timing.of_laid(CITY, "glass", [(CITY, "wood")]) == 0.0, "nothing looks like it"
    sure = replace(unsure, faces=(FaceProbability("clay", 0.99), FaceProbability("stone", 0.01)))
    assert Timing((), _seen((sure,), (sure, wood)), frozenset(), {}).of_laid(CITY, "stone", [(CITY, "wood")]) == 0.0


def test_what_was_seen_in_one_place_before_it_was_in_another_came_there_first() -> None:
    market, token, clay = "seat/0/market", _card(3, "crafts"), _card(4, "clay")
    observed = Observations()
    for frame, pieces in ((1, ()), (2, (clay,))):
        beside = Sighting(market, frame, float(frame), (token,))
        observed.take(Scene(frame, float(frame), (beside, Sighting(CITY, frame, float(frame), pieces))))
    timing = Timing((), observed, frozenset(), {})
    assert timing.untimely(CITY, "clay", [(market, "crafts")]) == 0
    assert timing.untimely(market, "crafts", [(CITY, "clay")]) == 1
    assert timing.untimely(market, "crafts", [("seat/1/city", "clay")]) == 0
    assert timing.untimely(market, "science", [(CITY, "wood")]) == 1, "whatever they are"


def test_what_came_where_nothing_can_be_seen_was_taken_when_its_stack_changed() -> None:
    # A city seemed empty: its card came "from the deck", and the next player's from the stack that had moved before.
    deck, holder, other = "central/deck", "holder/0", "seat/1/city"
    observed = Observations()
    lie = [Sighting(zone, 1, 1.0, (_card(k, "back"),)) for k, zone in enumerate((deck, holder))]
    observed.take(Scene(1, 1.0, (*lie, _of_city(), Sighting(other, 1, 1.0, ()))))
    observed.baseline |= {seen.zone: Baseline(seen, 20) for seen in lie}
    tops = {}
    for at, zone in ((4.0, holder), (7.0, deck)):
        tops[zone] = (Sighting(zone, 2, at, (_card(9, "back"),)),)
        observed.take(Scene(2, at, tops[zone]))
    observed.take(Scene(3, 7.0, (Sighting(other, 3, 7.0, (_card(8, "shield"),)),)))
    observed.aside = {CITY}
    timing = Timing((), observed, frozenset((deck, holder, other)), tops)
    assert timing.of_takes((Take(holder, CITY, ANY), Take(deck, other, "shield"))) == 0.0
    assert timing.of_takes((Take(deck, CITY, ANY), Take(holder, other, "shield"))) < -3.0


def test_of_two_orders_that_are_as_likely_the_one_is_kept_in_which_things_were_first_seen() -> None:
    card, token = act.TakeCard(0, "left", "clay"), act.TakeProgress(0, "crafts", "stack")
    anything: Any = None
    late = Hypothesis((card, token), -6.29, -3.72, -3.72, {}, anything, {}, untimely=1)
    timely = late._replace(moves=(token, card), prior=-3.72, fits=-6.29 - 1e-12, untimely=0)
    for order in ((late, timely), (timely, late)):
        found: dict[Any, Hypothesis] = {}
        keep_best(found, order)
        assert list(found.values()) == [timely]


def test_what_is_told_by_a_story_that_says_less_and_is_likelier_is_not_told_again() -> None:
    card, over, medal = act.TakeCard(1, "left", "clay"), act.EndTurn(0), act.TakeMedal(1, "m", "centre")
    one: Any = "the same"
    another: Any = "another"
    told = Hypothesis((card, medal), -3.0, 0.0, 0.0, {}, one, {})
    more = told._replace(moves=(over, medal, card), prior=-4.0)
    other = more._replace(after=another)
    nothing = told._replace(moves=(), prior=-20.0)
    assert shortest([told, more, other, nothing]) == [told, other, nothing]
    assert shortest([more, told]) == [more, told], "what is likelier is told"
    again = act.TakeCard(1, "left", "wood")
    ways = [told._replace(moves=(one, over, other)) for one, other in ((card, again), (again, card))]
    assert shortest(ways) == ways, "which was first is another story"


def test_a_card_that_has_lain_in_the_city_for_long_tells_not_when_another_like_it_came() -> None:
    old, wood, new = _card(1, "clay"), _card(2, "wood"), _card(3, "clay")
    observed = _seen((old,), (old, wood), (old, wood, new))
    observed.baseline[CITY] = baseline_of(_of_city(old), ("clay",), None)
    timing = Timing((), observed, frozenset(), {})
    assert timing.of_laid(CITY, "clay", [(CITY, "wood")]) == 0.0
    assert timing.of_laid(CITY, "wood", [(CITY, "clay")]) < -3.0


def test_a_piece_without_a_name_that_was_seen_first_was_laid_before_one_that_has_a_name() -> None:
    nameless, wood = SeenPiece(3, HERE, ()), _card(4, "wood")
    observed = _seen((nameless,), (nameless, wood))
    observed.seen[CITY] = replace(observed.seen[CITY], unenrolled=("clay", "stone"))
    timing = Timing((), observed, frozenset(), {})
    assert timing.of_laid(CITY, "wood", [(CITY, "clay")]) == 0.0
    assert timing.of_laid(CITY, "clay", [(CITY, "wood")]) < -3.0
    assert timing.of_laid(CITY, "clay", [(CITY, "stone")]) == 0.0


def test_when_an_unread_card_was_last_seen_to_look_otherwise_tells_not_when_it_was_discarded() -> None:
    slot = "structure/3/6"
    observed = Observations()
    observed.touched[slot] = 6.3
    tops = {"discard": (Sighting("discard", 112, 11.2, (_card(9, "press"),)),)}
    timing = Timing(PLACES, observed, frozenset({slot, "discard"}), tops)
    assert timing.of_discarded({slot: ("press",)}, {slot: ()}) < -3.0
    assert timing.of_discarded({slot: (ANY,)}, {slot: ()}) == 0.0


def test_of_two_cards_taken_the_one_whose_place_was_bare_first_went_first_though_nobody_had_read_it() -> None:
    """Both went under wonders of one player: nothing else tells which went under which."""
    unread, read = "structure/3/4", "structure/4/11"
    observed = Observations()
    observed.touched |= {unread: 7.8, read: 8.6}
    timing = Timing(PLACES, observed, frozenset({unread, read}), {})
    lay = {unread: (ANY,), read: ("scriptorium",)}

    def cost(first: str, then: str) -> float:
        one, bared = timing.of_bared(lay, lay | {first: ()}, Bared())
        other, _ = timing.of_bared(lay | {first: ()}, lay | {first: (), then: ()}, bared)
        return one + other

    assert cost(unread, read) == 0.0
    # It may have looked like nothing while it lay there.
    assert -6.0 < cost(read, unread) < -2.0


def test_what_changes_again_right_after_it_was_explained_has_changed_since_then_and_no_longer() -> None:
    # A structure is laid out, and the very next scene shows that a card has gone from it.
    slot = "structure/2/3"
    observed = Observations()
    observed.baseline[slot] = Baseline(Sighting(slot, 0, 0.0, ()), ())
    observed.take(Scene(10, 1.0, (Sighting(slot, 10, 1.0, (_card(1, "altar"),)),)))
    observed.settle((slot,), {slot: ("altar",)})
    observed.take(Scene(30, 3.0, (Sighting(slot, 30, 3.0, ()),)))
    assert observed.touched == {slot: 3.0}


def test_a_card_that_lies_there_long_after_others_went_from_there_was_hardly_paid_with_them() -> None:
    cards = {number: _card(number, face) for number, face in enumerate(("coin", "papyrus", "wood", "wood"))}
    lay = ("coin", "papyrus", "wood", "wood")
    first = {CITY: lay}
    observed = _seen(tuple(cards.values()))
    observed.settle([CITY], first)
    observed.take(Scene(2, 2.0, (replace(_of_city(cards[2], cards[3]), exposed=2.0),)))
    city = (Place(CITY, 1, "spread", 0.0, 0.0, 100.0, 100.0, seat=0),)
    two, three, one = ({CITY: left} for left in (("wood", "wood"), ("wood",), ("papyrus", "wood", "wood")))
    assert Timing(city, observed, frozenset({CITY}), {}).of_payment(first, three) == 0.0, "somebody is about to"
    observed.exposed = 4.0
    timing = Timing(city, observed, frozenset({CITY}), {})
    assert timing.of_payment(first, three) < -2.0
    assert timing.of_payment(first, two) == timing.of_payment(first, one) == 0.0
    assert timing.of_payment(first, {CITY: lay[:-1]}) == 0.0, "nothing went with it: it is being paid, or forgotten"


def test_a_card_that_has_come_meanwhile_says_nothing_of_how_long_ago_others_were_paid() -> None:
    # Whoever built was given a card a second later: by then a third card might still have been paid with the two.
    cards = [_card(number, face) for number, face in enumerate(("clay", "stone", "wood"))]
    first, all_three = {CITY: ("clay", "stone", "wood")}, {CITY: ()}
    observed = Observations()
    observed.take(Scene(0, 0.0, (_of_city(*cards),)))
    observed.settle([CITY], first)
    for frame, pieces in ((20, cards[2:]), (30, (cards[2], _card(9, "papyrus")))):
        observed.take(Scene(frame, frame / 10, (replace(_of_city(*pieces), exposed=frame / 10),)))
    city = (Place(CITY, 1, "spread", 0.0, 0.0, 100.0, 100.0, seat=0),)
    assert Timing(city, observed, frozenset({CITY}), {}).of_payment(first, all_three) == 0.0, "somebody is about to"
    observed.exposed = 4.0
    assert Timing(city, observed, frozenset({CITY}), {}).of_payment(first, all_three) < -2.0
    assert Timing(city, observed, frozenset({CITY}), {}).of_payment(first, {CITY: ("wood",)}) == 0.0
