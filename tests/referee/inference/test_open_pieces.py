"""Pieces that lay open and look like nothing, and what comes beside them."""

from msgspec.structs import replace

from companion.games.vocabulary import Shown
from companion.referee.inference.baseline import ANY, Baseline
from companion.referee.inference.observations import Observations
from companion.referee.inference.open_pieces import Open
from tests.referee.sightless import HERE
from vision.sighting import FaceProbability, Scene, SeenPiece, Sighting

_ROW, _TURNED_UP = "central/progress", Shown("tactics")


def _row(*pieces: SeenPiece) -> Sighting:
    return Sighting(_ROW, 20, 2.0, pieces, ("decor", "economy"))


def test_what_comes_and_is_read_where_unread_ones_lay_came_after_one_of_these_was_taken() -> None:
    # In either order the same lies there: turned up first it would be one of the two that nobody could read.
    unread = SeenPiece(2, HERE, (), 0), SeenPiece(4, HERE, (), 2)
    observed, should = Observations(), (ANY, ANY)
    observed.baseline[_ROW] = Baseline(_row(*unread), should, {2: ANY, 4: ANY})
    observed.take(Scene(20, 2.0, (_row(unread[1], SeenPiece(103, HERE, (FaceProbability("tactics", 0.98),), 0)),)))
    lay_open = Open(observed, {_ROW: should}, {_ROW}, lambda: ("decor", "economy", "tactics"))
    first = lay_open.prior(_TURNED_UP, {_ROW: should})
    assert first < lay_open.prior(_TURNED_UP, {_ROW: should}, {_ROW})
    assert first > -0.5, "it may be so all the same"


def test_a_card_that_was_turned_up_says_nothing_of_a_token_that_came_out_of_the_box() -> None:
    observed, slot, token = Observations(), "structure/1/4", Shown("law", 0)
    seen = Sighting(slot, 20, 2.0, (SeenPiece(2, HERE, (), 0),))
    observed.baseline[slot] = Baseline(seen, (ANY,), {2: ANY})
    observed.take(Scene(20, 2.0, (replace(seen, pieces=(SeenPiece(3, HERE, (), 0),)),)))
    where = {slot: (ANY,)}
    for bears, odd in ((("port", "law"), True), (("port",), False)):
        lay_open = Open(observed, where, {slot}, lambda: (), {slot: bears})
        assert (lay_open.prior(token, where) < 0.0) is odd


def test_one_of_two_alike_may_have_been_taken_where_the_other_one_lies_still() -> None:
    alike, taken = (SeenPiece(2, HERE, (), 0), SeenPiece(4, HERE, (), 2)), Shown("decor", 0, comes=_ROW)
    for faces, likely in ((("decor", "decor"), True), (("decor", "economy"), False)):
        observed = Observations()
        observed.baseline[_ROW] = Baseline(_row(*alike), faces, dict(zip((2, 4), faces, strict=True)))
        # Of the second pair the decor, which should have gone, still lies there.
        observed.take(Scene(20, 2.0, (_row(alike[0]),)))
        lay_open = Open(observed, {_ROW: faces}, {_ROW}, lambda: ())
        assert (lay_open.prior(taken, {_ROW: faces}) == 0.0) is likely


def test_what_lies_where_it_lay_was_not_taken_and_turned_up_again_from_among_the_others() -> None:
    token = SeenPiece(2, HERE, (FaceProbability("tactics", 0.98),), 0)
    for lies, likely in ((token, False), (SeenPiece(3, HERE, token.faces, 0), True)):
        observed = Observations()
        observed.baseline[_ROW] = Baseline(_row(token), ("tactics",), {2: "tactics"})
        observed.take(Scene(20, 2.0, (_row(lies),)))
        lay_open = Open(observed, {_ROW: ("tactics",)}, set(), lambda: ())
        assert (lay_open.prior(_TURNED_UP, {_ROW: ()}, {_ROW}) == 0.0) is likely


def test_what_lies_where_it_lay_was_not_taken_where_none_that_is_one_like_it_has_come() -> None:
    token, taken = (
        SeenPiece(2, HERE, (FaceProbability("tactics", 0.98),), 0),
        Shown("tactics", 0, comes=_ROW),
    )
    nameless, named = SeenPiece(7, HERE, ()), replace(token, track=7)
    cases = ((_row(token), nameless, False), (_row(token), named, True), (_row(), nameless, True))
    for row, come, likely in cases:
        observed = Observations()
        observed.baseline[_ROW] = Baseline(_row(token), ("tactics",), {2: "tactics"})
        observed.take(Scene(20, 2.0, (row, Sighting("owned", 20, 2.0, (come,)))))
        changed = {"owned"} if row.pieces else {"owned", _ROW}
        lay_open = Open(observed, {_ROW: ("tactics",)}, changed, lambda: ())
        assert (lay_open.prior(taken, {_ROW: ("tactics",)}) == 0.0) is likely
