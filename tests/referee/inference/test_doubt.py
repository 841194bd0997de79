"""Doubt of what a place shows: how long nothing must have explained it; and which piece is taken for which face."""

from itertools import permutations
from random import Random

from msgspec.structs import replace

from companion.games.mats import Place
from companion.referee.audit import health
from companion.referee.inference.assignment import pairing
from companion.referee.inference.baseline import Baseline
from companion.referee.inference.observations import Observations
from companion.referee.inference.pieces import may_show_where
from vision.sighting import FaceProbability, Scene, SeenPiece, Sighting

_CITY = "seat/0/city"
_CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_EXPECTED = {_CITY: ("a/card",)}


def _doubted(*unexplained: bool) -> bool:
    """Whether a place is believed no more when each half second says whether anything explains what has come there."""
    observed = Observations()
    observed.take(Scene(0, 0.0, (Sighting(_CITY, 0, 0.0, ()),)))
    observed.adopt(_EXPECTED)
    piece = SeenPiece(1, _CORNERS, ())
    for k, unknown in enumerate(unexplained):
        observed.take(Scene(k + 1, k / 2, (Sighting(_CITY, k + 1, k / 2, (piece,), ("a/card",)),)))
        observed.doubt((_CITY,) if unknown else (), _EXPECTED)
    return _CITY in observed.disbelieved


def test_a_place_is_believed_no_more_when_nothing_has_explained_it_for_a_second() -> None:
    assert not _doubted(True, True)
    assert _doubted(True, True, True)


def test_what_is_explained_a_moment_later_is_not_doubted_the_longer_for_it() -> None:
    assert not any(_doubted(True, *(False,) * k) for k in range(1, 8))
    assert _doubted(True, False, True), "it flickers"
    assert _doubted(True, True, True, False), "what was doubted is so until it has been explained for a while"


def test_a_place_that_is_unreadable_and_looks_as_it_did_is_not_believed_until_somebody_can_look_at_it() -> None:
    piece = SeenPiece(1, _CORNERS, (FaceProbability("a/card", 0.99),), 0)
    other = replace(piece, track=2, spot=1)
    seen, both = Sighting(_CITY, 0, 0.0, (piece,)), Sighting("stages", 0, 0.0, (piece, other))
    observed = Observations()
    observed.take(Scene(0, 0.0, (seen, both)))
    observed.baseline = {one.zone: Baseline(one, ("a/card",) * len(one.pieces)) for one in (seen, both)}
    assert observed.disbelieved == set()
    observed.take(Scene(1, 0.5, (replace(seen, unreadable=True), replace(both, unreadable=True))))
    assert observed.disbelieved == {_CITY}, "of two spots one may be covered, and the other one told"
    assert may_show_where(observed.seen, 9.0)[_CITY], "what lay there may lie there yet"
    observed.take(Scene(2, 1.0, (replace(seen, pieces=(), unreadable=True, exposed=1.0),)))
    assert _CITY not in observed.disbelieved, "a hand was there, and it looks otherwise since"
    assert _CITY in may_show_where(observed.seen, 1.5), "it can be looked at a moment later"
    assert _CITY not in may_show_where(observed.seen, 9.0), "nobody knows whether something lies there"
    observed.take(Scene(3, 1.5, (seen, both)))
    assert observed.disbelieved == set()


def test_of_rows_and_more_columns_the_cheapest_pairs_are_found() -> None:
    rng = Random(1)
    for rows, columns in [(0, 0), (1, 4), (3, 3), (3, 5), (4, 6)] * 8:
        table = [[rng.choice((0.0, -1.0, rng.uniform(-9, 0))) for _ in range(columns)] for _ in range(rows)]
        chosen = pairing(table)
        ways = permutations(range(columns), rows)
        cheapest = min(sum(table[row][column] for row, column in enumerate(way)) for way in ways)
        assert len(set(chosen)) == rows
        assert abs(sum(table[row][column] for row, column in enumerate(chosen)) - cheapest) < 1e-9


_DECK = "central/deck"


def _deck(*changes: float) -> Observations:
    """A deck of ten that shows another top at each of these seconds."""
    observed = Observations()
    for track, exposed in enumerate((0.0, *changes)):
        piece = SeenPiece(track, _CORNERS, ())
        observed.take(Scene(track, exposed, (Sighting(_DECK, track, exposed, (piece,)),)))
        observed.adopt({_DECK: 10})
    return observed


def test_a_stack_that_went_down_twice_has_changed_still_when_one_piece_of_it_is_accounted_for() -> None:
    observed = _deck(5.0, 9.0)
    observed.settle((_DECK,), {_DECK: 9})
    assert _DECK in observed.changed()
    assert observed.touched[_DECK] == 9.0
    observed.settle((_DECK,), {_DECK: 8})
    assert _DECK not in observed.changed()


def test_what_a_stack_shows_within_a_moment_is_one_change() -> None:
    observed = _deck(5.0, 5.6)
    observed.settle((_DECK,), {_DECK: 9})
    assert _DECK not in observed.changed()


def test_a_stack_that_shows_its_old_top_again_has_not_gone_down() -> None:
    observed = _deck(5.0)
    first = observed.baseline[_DECK].seen
    observed.take(Scene(9, 8.0, (Sighting(_DECK, 9, 8.0, first.pieces),)))
    assert not observed.tops


def test_where_something_must_have_come_the_place_is_doubted_since_it_went_from_its_stack() -> None:
    observed = _deck(5.0, 9.0)
    observed.suspect({_CITY: 5.0})
    assert _CITY in observed.disbelieved


def _lying(*faces: str) -> tuple[SeenPiece, ...]:
    return tuple(SeenPiece(track, _CORNERS, (FaceProbability(face, 0.99),)) for track, face in enumerate(faces))


def _named(expected: tuple[str, ...], *faces: str) -> bool:
    """Whether health names a spread of cards after six seconds in which nothing changed."""
    place = Place(_CITY, 1, "spread", 0.0, 0.0, 100.0, 100.0)
    observed, should = Observations(), {_CITY: expected}
    observed.take(Scene(0, 0.0, (Sighting(_CITY, 0, 0.0, _lying(*faces)),)))
    observed.adopt(should)
    observed.settle((_CITY,), should)
    for second in range(7):
        observed.exposed = float(second)
        observed.doubt((), should)
    return [trouble.place for trouble in health(observed, (place,), should, lambda _: False)] == [_CITY]


def test_a_spread_is_named_where_something_lies_too_much_but_not_where_a_card_may_lie_under_another() -> None:
    assert _named(("a/card",), "a/card", "a/spent")
    assert not _named(("a/card", "a/hidden"), "a/card")
    assert not _named(("a/card",), "a/card")


def _beside(*faces: str) -> tuple[SeenPiece, ...]:
    """Cards that lie beside each other."""
    places = (tuple((x + 100.0 * track, y) for x, y in _CORNERS) for track in range(len(faces)))
    return tuple(replace(piece, quad=place) for piece, place in zip(_lying(*faces), places, strict=True))


def _belied_until_it_shows(*faces: str) -> bool:
    """Whether a city of a gear and an unread card is believed again that showed a shield and a horn for a while."""
    should = {_CITY: ("a/gear", "?")}
    observed = Observations()
    observed.take(Scene(0, 0.0, (Sighting(_CITY, 0, 0.0, _beside("a/gear", "a/tablet")),)))
    observed.adopt(should)
    shown = [("a/shield", "a/horn")] * 8 + [faces] * 5
    for k, lying in enumerate(shown, 1):
        observed.take(Scene(k, float(k), (Sighting(_CITY, k, float(k), _beside(*lying)),)))
        observed.doubt((_CITY,) if k < 8 else (), should)
    return _CITY not in observed.disbelieved


def test_an_unread_card_that_shows_another_face_than_while_its_city_was_belied_may_be_that_one() -> None:
    assert _belied_until_it_shows("a/gear", "a/tablet")
    assert not _belied_until_it_shows("a/gear", "a/horn")
    assert not _belied_until_it_shows("a/shield", "a/tablet")


def _joined(*pieces: SeenPiece) -> Observations:
    """A city of a known card and two others, all told by people, and how it looks when the camera is switched on."""
    observed = Observations()
    observed.take(Scene(0, 0.0, (Sighting(_CITY, 0, 0.0, pieces),)))
    observed.adopt({_CITY: ("a/clay", "a/gear", "a/wood")}, told=(_CITY,))
    return observed


def _card(track: int, face: str, probability: float = 0.99) -> SeenPiece:
    return SeenPiece(track, _CORNERS, (FaceProbability(face, probability),))


def test_what_people_told_of_lies_there_though_a_covered_card_is_unseen_and_another_misread() -> None:
    observed = _joined(_card(1, "a/clay"), _card(2, "a/stone", 0.8))
    assert observed.changed() == frozenset()
    assert observed.baseline[_CITY].known[1] == "a/clay"


def test_a_card_that_surely_came_after_people_had_told_all_is_yet_to_be_explained() -> None:
    cards = [_card(k, face) for k, face in enumerate(("a/clay", "a/gear", "a/wood", "a/coin"))]
    assert _joined(*cards).changed() == {_CITY}
    assert _joined(*cards[:3], _card(3, "a/coin", 0.6)).changed() == frozenset()


def _healed(*unexplained: bool) -> float:
    """After how many seconds of lying still a place is believed that flickered; whether nothing explains each look."""
    observed, lies = Observations(), _lying("a/card")
    looks = [(k / 2, lies if k % 2 else ()) for k in range(9)]
    for number, (second, pieces) in enumerate(looks):
        observed.take(Scene(number, second, (Sighting(_CITY, number, second, pieces),)))
        observed.adopt(_EXPECTED)
        observed.doubt((), _EXPECTED)
    assert observed.aside == {_CITY}
    healed = []
    for number in range(8):
        second = 4.5 + number / 2
        observed.take(Scene(10 + number, second, (Sighting(_CITY, 10 + number, second, lies),)))
        observed.doubt((_CITY,) if unexplained[number : number + 1] == (True,) else (), _EXPECTED)
        healed += [second - 4.5] if not observed.aside else []
    return healed[0]


def test_what_has_flickered_is_not_believed_for_looking_right_in_three_looks_half_a_second_apart() -> None:
    assert 1.5 < _healed() < 3.0


def test_what_has_flickered_is_believed_once_it_has_lain_still_though_it_was_explained_a_moment_later() -> None:
    assert _healed(True, True) < 3.0
    assert _healed(True, True, True, True) > 3.0, "what is explained is so for a while before it counts"


def _token_missing(*unenrolled: str, seen: tuple[SeenPiece, ...] = (), goes: bool = False) -> bool:
    """Whether health names a spot where a token should lie for six seconds; ``seen``: what does, unless it ``goes``."""
    place = Place(_CITY, 1, "spots", 0.0, 0.0, 100.0, 100.0, faces=("a/one", "a/three"), role="follows")
    observed, should = Observations(), {_CITY: ("a/one",)}
    observed.take(Scene(0, 0.0, (Sighting(_CITY, 0, 0.0, (), unenrolled),)))
    observed.adopt({_CITY: ()})
    if seen:
        observed.take(Scene(1, 0.0, (Sighting(_CITY, 1, 0.0, seen, unenrolled),)))
    if goes:
        observed.take(Scene(2, 0.1, (Sighting(_CITY, 2, 0.1, (), unenrolled),)))
    for second in range(7):
        observed.exposed = float(second)
        observed.doubt((), should)
    return [trouble.place for trouble in health(observed, (place,), should, lambda _: False)] == [_CITY]


def test_where_a_box_knows_no_face_and_nothing_shows_nobody_is_told_so_for_the_rest_of_the_game() -> None:
    assert _token_missing("a/one"), "a token of which the box knows another face is missed"
    assert not _token_missing("a/one", "a/three")
    strange = SeenPiece(1, _CORNERS, (FaceProbability("b/card", 0.99),))
    assert _token_missing("a/one", "a/three", seen=(strange,)), "what should not lie there does"
    pawn = SeenPiece(2, _CORNERS, (FaceProbability("a/one", 0.9),))
    assert _token_missing("a/one", "a/three", seen=(pawn,), goes=True), "a pawn, told by its colour, is seen no more"
    assert _token_missing("a/one", "a/three", seen=(SeenPiece(3, _CORNERS, ()),), goes=True), "nor is what has no name"


def test_a_place_that_nobody_can_look_at_is_named_after_a_while_also_where_discards_may_lie_and_none_do() -> None:
    place = Place("discard", 1, "pile", 0.0, 0.0, 100.0, 100.0, role="discards")
    observed = Observations()

    def named(exposed: float) -> list[str]:
        observed.exposed = exposed
        return [trouble.place for trouble in health(observed, (place,), {"discard": 0}, lambda _: False)]

    observed.take(Scene(0, 0.0, (Sighting("discard", 0, 0.0, ()),)))
    assert named(30.0) == [], "people keep their discards elsewhere"
    observed.take(Scene(1, 31.0, (Sighting("discard", 1, 31.0, (), unreadable=True),)))
    assert named(32.0) == [], "it may pass"
    assert named(36.0) == ["discard"]
