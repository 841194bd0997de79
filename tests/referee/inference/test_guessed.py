"""Open tokens that the box lacks: which is which is guessed only where nothing tells, and never of one that came."""

import pytest

from companion.games.architects import rules
from companion.games.tables import Played
from companion.games.vocabulary import AnyState
from companion.games.watched import rules_of
from companion.referee.inference.baseline import ANY, Baseline, baseline_of
from companion.referee.inference.belief import Belief
from companion.referee.inference.expected import expectations
from companion.referee.inference.observations import Observations
from companion.referee.inference.search import infer
from companion.referee.inference.unread import named, unread_lying
from vision.sighting import FaceProbability, Scene, SeenPiece, Sighting

_GAME = rules_of("architects")
_OPEN, _OWN, _CITY, _DISCARD = "central/progress", "seat/0/progress", "seat/0/city", "central/discard"
_CORNERS = ((0.0, 0.0), (1.0, 0.0), (1.0, 1.0), (0.0, 1.0))
_URBANISM, _ECONOMY, _DECOR, _TACTICS, _POLITICS = (
    f"architects/progress/{token}" for token in ("urbanism", "economy", "decor", "tactics", "politics")
)
_CULTURE, _SCIENCE = "architects/progress/culture", "architects/progress/science"
_UNENROLLED = (_URBANISM, _ECONOMY, _DECOR, _TACTICS)


def _piece(track: int, face: str = "", sure: float = 0.98) -> SeenPiece:
    return SeenPiece(track, _CORNERS, (FaceProbability(face, sure),) if face else ())


_CAME = _piece(80)
"""What has come, and looks like nothing."""


def _seen(zone: str, *pieces: SeenPiece, at: int = 1) -> Sighting:
    return Sighting(zone, at, float(at), pieces, _UNENROLLED)


def _two_alike() -> Baseline:
    """Two open tokens that look like nothing, beside one that is known."""
    return baseline_of(_seen(_OPEN, _piece(3), _piece(4), _piece(5, _POLITICS)), (_ECONOMY, _POLITICS, _URBANISM), None)


def _after(left: int, turned_up: str = _DECOR) -> Baseline:
    """Urbanism was taken, another token lies there yet (its track), and another one was turned up."""
    seen = _seen(_OPEN, _piece(left), _piece(5, _POLITICS), _piece(66))
    return baseline_of(seen, tuple(sorted((_ECONOMY, _POLITICS, turned_up))), _two_alike())


@pytest.mark.parametrize("turned_up", [_DECOR, _TACTICS])
@pytest.mark.parametrize("left", [3, 4])
def test_what_lies_there_yet_is_what_lay_there_before_and_what_was_turned_up_is_what_has_come(
    left: int, turned_up: str
) -> None:
    assert _two_alike().guessed == {3, 4}
    after = _after(left, turned_up)
    assert after.known == {left: _ECONOMY, 5: _POLITICS, 66: turned_up}
    assert not after.guessed, "nothing is guessed any more"


@pytest.mark.parametrize("left", [3, 4])
def test_while_nobody_has_told_which_was_taken_the_one_that_lies_there_yet_has_no_name_either(left: int) -> None:
    """It is none that was spent, nor one that was turned up: what it is comes out with the one that was taken."""
    seen = _seen(_OPEN, _piece(left), _piece(5, _POLITICS))
    untold = baseline_of(seen, ("?", "?", _POLITICS), _two_alike())
    assert untold.known == {left: "?", 5: _POLITICS}
    assert untold.guessed == {left}
    assert not untold.spent
    later = baseline_of(_seen(_OPEN, *seen.pieces, _piece(66, _TACTICS)), ("?", _POLITICS, _TACTICS), untold)
    assert later.known == {left: "?", 5: _POLITICS, 66: _TACTICS}
    told = baseline_of(later.seen, (_POLITICS, _TACTICS, _URBANISM), later)
    assert told.known == {left: _URBANISM, 5: _POLITICS, 66: _TACTICS}
    assert not told.guessed


@pytest.mark.parametrize("left", [1, 3])
def test_of_three_without_a_name_of_which_two_were_taken_the_last_one_has_none_either(left: int) -> None:
    """Nobody told which either was: what nobody knew any longer may be what went, and no name is left for the other."""
    lay = _seen(_OPEN, _piece(1), _piece(2), _piece(3))
    begun = baseline_of(lay, (_ECONOMY, _ECONOMY, _URBANISM), None)
    row = _seen(_OPEN, _piece(1), _piece(3), _piece(9, _POLITICS))
    once = baseline_of(row, (ANY, _ECONOMY, _POLITICS), begun)
    assert sorted(once.known.values()) == [ANY, _ECONOMY, _POLITICS]
    twice = baseline_of(_seen(_OPEN, _piece(left), _piece(9, _POLITICS)), (ANY, ANY, _POLITICS), once)
    assert twice.known == {left: ANY, 9: _POLITICS}
    assert not twice.spent
    assert twice.absent == (ANY,), "the next is yet to be turned up"


@pytest.mark.parametrize("left", [3, 4])
def test_where_it_is_told_which_was_taken_what_was_turned_up_meanwhile_is_not_the_one_that_lies_there_yet(
    left: int,
) -> None:
    """Which it is was not known either until then; what came is yet to be told."""
    untold = baseline_of(_seen(_OPEN, _piece(left), _piece(5, _POLITICS)), ("?", "?", _POLITICS), _two_alike())
    turned_up = _piece(66, "architects/progress/culture", 0.978)
    told = baseline_of(_seen(_OPEN, *untold.seen.pieces, turned_up), ("?", _ECONOMY, _POLITICS), untold)
    assert told.known == {left: _ECONOMY, 5: _POLITICS, 66: "?"}


@pytest.mark.parametrize("left", [3, 4])
@pytest.mark.parametrize("told", [_URBANISM, _ECONOMY])
def test_what_looks_like_nothing_and_came_later_is_not_what_an_answer_says_was_left(left: int, told: str) -> None:
    """Urbanism or economy was taken, nobody knew which; what was turned up is asked about by itself."""
    pieces = _piece(left), _piece(5, _POLITICS)
    untold = baseline_of(_seen(_OPEN, *pieces), ("?", "?", _POLITICS), _two_alike())
    untold = baseline_of(_seen(_OPEN, _piece(66), *pieces), ("?", "?", _POLITICS), untold)
    after = baseline_of(untold.seen, tuple(sorted(("?", _POLITICS, told))), untold)
    assert after.known == {left: told, 5: _POLITICS, 66: "?"}
    assert not after.guessed


@pytest.mark.parametrize("left", [3, 4])
def test_what_is_said_to_have_been_turned_up_is_none_of_those_that_lay_there_before(left: int) -> None:
    pieces = _piece(left), _piece(5, _POLITICS), _piece(66)
    untold = baseline_of(_seen(_OPEN, *pieces[:2]), ("?", "?", _POLITICS), _two_alike())
    untold = baseline_of(_seen(_OPEN, *pieces), ("?", "?", _POLITICS), untold)
    after = baseline_of(untold.seen, tuple(sorted(("?", _POLITICS, _DECOR))), untold)
    assert after.known == {left: "?", 5: _POLITICS, 66: _DECOR}
    assert after.guessed == {left}, "which of the two it is comes out with the one that was taken"


def test_what_was_turned_up_is_none_that_was_there_and_is_not_seen() -> None:
    """One of two tokens that the box lacks is not seen at all, and stays so; a token of the box comes."""
    before = baseline_of(_seen(_OPEN, _piece(3), _piece(5, _POLITICS)), (_ECONOMY, _POLITICS, _URBANISM), None)
    untold = baseline_of(_seen(_OPEN, _piece(5, _POLITICS)), ("?", _ECONOMY, _POLITICS), before)
    turned_up = _piece(66, "architects/progress/culture", 0.978)
    told = baseline_of(_seen(_OPEN, _piece(5, _POLITICS), turned_up), ("?", _ECONOMY, _POLITICS), untold)
    assert told.known == {5: _POLITICS, 66: "?"}
    assert told.absent == (_ECONOMY,)


def test_where_both_lie_there_yet_one_of_them_should_have_gone() -> None:
    seen = _seen(_OPEN, _piece(3), _piece(4), _piece(5, _POLITICS))
    assert len(baseline_of(seen, ("?", "?", _POLITICS), _two_alike()).spent) == 1


def _lying(*pieces: SeenPiece, known: tuple[str, ...] = ("culture", "politics")) -> tuple[AnyState, Observations]:
    """Two open tokens that are ``known`` and one that nobody has read."""
    state = rules.begin(rules.Setup(("giza", "rhodes"), 0, known))
    observed = Observations()
    observed.take(Scene(1, 1.0, (_seen(_OPEN, *pieces),)))
    observed.settle((_OPEN,), expectations(_GAME.tableau(state)))
    return state, observed


_KNOWN = (_piece(5, _POLITICS), _piece(6, "architects/progress/culture"))


def test_a_token_that_is_named_as_surely_as_any_is_known_however_many_the_box_lacks() -> None:
    found = list(unread_lying(_GAME, *_lying(*_KNOWN, _piece(66, "architects/progress/science")), ()))
    assert [named(one) for one in found] == [rules.RevealProgress("science")]


def test_a_token_that_can_be_read_is_known_also_beside_one_that_nobody_can() -> None:
    unread, read = _piece(7), _piece(66, "architects/progress/science")
    found = list(unread_lying(_GAME, *_lying(_KNOWN[0], unread, read, known=("politics",)), ()))
    assert [named(one) for one in found] == [rules.RevealProgress("science")]


def test_one_that_is_named_less_surely_may_be_any_that_the_box_lacks() -> None:
    found = list(unread_lying(_GAME, *_lying(*_KNOWN, _piece(66, "architects/progress/science", 0.9)), ()))
    assert [named(one) for one in found] == [None]


def test_what_was_turned_up_where_an_unread_token_has_gone_does_not_tell_what_that_one_was() -> None:
    state, observed = _lying(*_KNOWN, _piece(66))
    observed.take(Scene(2, 2.0, (_seen(_OPEN, *_KNOWN, _piece(70, "architects/progress/science"), at=2),)))
    assert not list(unread_lying(_GAME, state, observed, ()))


def test_what_lies_there_yet_is_not_asked_about_beside_the_one_that_was_taken_until_that_is_told() -> None:
    state, observed = _lying(*_KNOWN, _piece(66))
    observed.baseline[_OPEN] = observed.baseline[_OPEN]._replace(guessed=frozenset({66}))
    for token, asked in (("?", 0), ("tactics", 1)):
        taken = rules.TakeProgress(0, token, "face_up", ("gear", "gear"))
        assert len(list(unread_lying(_GAME, state, observed, (Played(5, taken, state, state, ()),)))) == asked


def test_of_two_that_nobody_could_read_the_other_one_is_asked_about_once_one_is_told() -> None:
    state = rules.begin(rules.Setup(("giza", "rhodes"), 0, ("politics",)))
    pieces = _piece(5, _POLITICS), _piece(7), _piece(66)
    before = baseline_of(_seen(_OPEN, *pieces), ("?", "?", _POLITICS), None)
    observed = Observations()
    observed.take(Scene(1, 1.0, (_seen(_OPEN, *pieces),)))
    told = tuple(sorted(("?", _POLITICS, _DECOR)))
    observed.baseline[_OPEN] = baseline_of(_seen(_OPEN, *pieces), told, before)
    assert observed.baseline[_OPEN].guessed == {7, 66}, "which of the two it is was guessed"
    state = rules.apply(state, rules.RevealProgress("decor"))
    assert len(list(unread_lying(_GAME, state, observed, ()))) == 1


def _belief(baseline: Baseline, *lying: SeenPiece, came: SeenPiece = _CAME) -> Belief:
    """What happened where seat 0 has two gears to turn in, this has come to its tokens, and these lie open."""
    expected = baseline.expected if isinstance(baseline.expected, tuple) else ()
    tokens = tuple(face.rpartition("/")[2] for face in expected if face != "?")
    state = rules.begin(rules.Setup(("giza", "rhodes"), 0, tokens))
    for _ in range(2):
        state = rules.apply(state, rules.TakeCard(0, "central", "gear"), strict=False)
    gears = tuple(_piece(track, "architects/gear", 0.999) for track in (1, 2))
    observed = Observations()
    empty = (_seen(zone) for zone in (_OWN, _DISCARD))
    observed.take(Scene(1, 1.0, (_seen(_CITY, *gears), baseline.seen, *empty)))
    observed.adopt(expectations(_GAME.tableau(state)))
    observed.settle((_CITY,), expectations(_GAME.tableau(state)))
    observed.baseline[_OPEN] = baseline
    now = [_seen(_CITY, at=2), _seen(_OPEN, *lying, at=2), _seen(_OWN, came, at=2)]
    observed.take(Scene(2, 2.0, (*now, _seen(_DISCARD, _piece(81, "architects/gear"), at=2))))
    return infer(_GAME, state, observed)


def _token_taken(belief: Belief) -> tuple[str, str, float]:
    """The token that was likeliest taken first, from where, and how sure that is."""
    shares: dict[tuple[str, str], float] = {}
    for hypothesis, share in belief.ranked:
        for move in hypothesis.moves[:1]:
            if isinstance(move, rules.TakeProgress):
                key = move.token, move.source
                shares[key] = shares.get(key, 0.0) + share
    (token, source), share = max(shares.items(), key=lambda item: item[1])
    return token, source, share


def _taken_from(belief: Belief, source: str) -> float:
    """How sure it is that a token was taken from there first."""
    moves = ((h.moves[0], share) for h, share in belief.ranked if h.moves)
    return sum(share for move, share in moves if isinstance(move, rules.TakeProgress) and move.source == source)


@pytest.mark.parametrize(("gone", "token"), [(4, "economy"), (66, "decor")])
def test_which_of_two_tokens_that_look_like_nothing_was_taken_is_known_where_one_came_later(
    gone: int, token: str
) -> None:
    lying = [piece for piece in _after(4).seen.pieces if piece.track != gone]
    taken, source, share = _token_taken(_belief(_after(4), *lying))
    assert (taken, source) == (token, "face_up")
    assert share > 0.98


def test_it_is_known_too_where_the_next_one_has_been_turned_up_meanwhile() -> None:
    lying = [piece for piece in _after(4).seen.pieces if piece.track != 4]
    taken, source, share = _token_taken(_belief(_after(4), *lying, _piece(70)))
    assert (taken, source) == ("economy", "face_up"), "what lies open is not what lay there before"
    assert share > 0.8


@pytest.mark.parametrize("looks", ["", "architects/progress/culture"])
def test_which_of_two_that_lay_there_from_the_beginning_was_taken_is_not_known_however_they_look(looks: str) -> None:
    pieces = (_piece(3, looks, 0.6), _piece(4, looks, 0.6), _piece(5, _POLITICS))
    baseline = baseline_of(_seen(_OPEN, *pieces), (_ECONOMY, _POLITICS, _URBANISM), None)
    for gone in (3, 4):
        taken = _belief(baseline, *(piece for piece in pieces if piece.track != gone))
        assert _token_taken(taken)[2] < 0.6


def test_that_it_came_off_the_stack_is_no_likelier_for_the_many_that_may_lie_there() -> None:
    """One of two open ones that look alike has gone, and another one that looks like nothing lies there already."""
    belief = _belief(_two_alike(), _piece(4), _piece(5, _POLITICS), _piece(70))
    assert 0 < _taken_from(belief, "stack") < 0.02


def test_a_token_that_looks_like_nothing_is_none_of_those_that_have_been_told_and_lie_there_still() -> None:
    """Three open ones, each of which somebody has named: what has come to a player came off the stack."""
    lying = tuple(_piece(track) for track in (3, 4, 5))
    told = {3: _ECONOMY, 4: _DECOR, 5: _TACTICS}
    baseline = baseline_of(_seen(_OPEN, *lying), tuple(sorted(told.values())), None)
    belief = _belief(baseline._replace(known=told, guessed=frozenset()), *lying)
    assert _taken_from(belief, "stack") > 0.99


def test_a_token_that_lies_in_its_row_as_before_was_not_taken_though_what_has_come_looks_a_little_like_it() -> None:
    lying = tuple(_piece(track, face) for track, face in ((3, _CULTURE), (4, _SCIENCE), (5, _POLITICS)))
    baseline = baseline_of(_seen(_OPEN, *lying), (_CULTURE, _POLITICS, _SCIENCE), None)
    belief = _belief(baseline, *lying, came=_piece(80, _POLITICS, 0.31))
    assert _taken_from(belief, "stack") > 0.95
    assert _taken_from(belief, "face_up") < 0.05


@pytest.mark.parametrize("gone", [3, 4])
def test_of_two_that_lay_there_unread_when_one_of_them_was_told_nobody_knows_which_is_taken(gone: int) -> None:
    """Who is asked what was turned up may say it of the first one or of the last."""
    lying = _piece(3), _piece(4), _piece(5, _POLITICS)
    unread = baseline_of(_seen(_OPEN, *lying), ("?", "?", _POLITICS), None)
    told = baseline_of(unread.seen, ("?", _POLITICS, _URBANISM), unread)
    assert told.guessed == {3, 4}
    token, source, share = _token_taken(_belief(told, *(piece for piece in lying if piece.track != gone)))
    assert source == "face_up"
    assert share < 0.6, token


def test_what_lies_as_it_did_when_only_the_record_was_changed_is_what_should_lie_there() -> None:
    # It was guessed which of two alike had gone; somebody says that it was the other one, and what is left is unknown.
    left = baseline_of(_seen(_OPEN, _piece(3), _piece(5, _POLITICS)), (_ECONOMY, _POLITICS), None)
    changed = baseline_of(left.seen, (ANY, _POLITICS), left, free=True, partly=True)
    assert changed.known == {3: ANY, 5: _POLITICS}
    assert (changed.absent, changed.spent) == ((), frozenset())
    played = baseline_of(left.seen, (ANY, _POLITICS), left)
    assert played.spent == {3}, "had it been taken, it would be what should have gone"
