"""What is accepted of what the referee believes."""

from types import SimpleNamespace
from typing import TYPE_CHECKING, Any, cast

import pytest
from msgspec.structs import replace

from companion.games.architects.rules.moves import RevealProgress, TakeProgress
from companion.games.architects.seen import common
from companion.games.duel.rules.moves import ChooseStarter, LayOut, Offer
from companion.games.duel.seen import common as offered_alike
from companion.games.vocabulary import seat_of
from companion.referee.inference.belief import Belief, Hypothesis, made_first
from companion.referee.inference.decide import SURE, Decision, decide

if TYPE_CHECKING:
    from companion.referee.inference.observations import Observations

_ROW = "central/progress"


class _AtRest:
    """A table that has looked the same for so many seconds."""

    def __init__(self, seconds: float) -> None:
        self.seen: dict[str, Any] = {}
        self.aside: frozenset[str] = frozenset()
        self.flickering: frozenset[str] = frozenset()
        self._seconds = seconds

    def age(self, _: object) -> float:
        return self._seconds


class _Places(_AtRest):
    """A table of which each place has looked the same for so many seconds."""

    def __init__(self, seconds: dict[str, float]) -> None:
        super().__init__(0.0)
        self._places = seconds

    def age(self, zones: Any) -> float:
        return min(self._places[zone] for zone in zones)


def _taken(token: str) -> TakeProgress:
    return TakeProgress(0, token, "face_up", ("gear", "gear"))


def _accepted(likely: dict[str, float]) -> tuple[object, ...]:
    """What is accepted of a token of the row that is each of these as likely as said."""
    decision = _decided(likely, 2.5, unread=True)
    assert decision.do == "accept"
    return decision.moves


def _decided(
    likely: dict[str, float],
    at_rest: float,
    standing: float = 0.0,
    *,
    unread: bool,
    partly: bool = False,
    nothing: float = 0.0,
    lacking: bool = False,
) -> Decision:
    """What is done about it, where the table has been at rest, and the likeliest has been that, for so many seconds.

    ``unread``: it may be accepted without saying which of them it was; ``partly``: something else of it is not known,
    so that each may be accepted as it is; ``nothing``: how likely it is that nothing was done. ``lacking``: it looks
    like nothing, and the box lacks some tokens.
    """
    told = [(_hypothesis(_taken(token)), share) for token, share in likely.items()]
    return decide(
        Belief((*told, (_hypothesis(), nothing)), 0.001, frozenset({_ROW})),
        cast("Observations", _AtRest(at_rest)),
        moving=False,
        unread=lambda move: move if partly else _taken("?") if unread else None,
        common=lambda moves: common(cast("Any", moves)) if unread else None,
        paid=lambda _: None,
        standing=standing,
        heaps=frozenset(),
        lacking=lacking,
    )


def _hypothesis(*moves: TakeProgress) -> Hypothesis:
    after = cast("Any", SimpleNamespace(to_move=1))
    return Hypothesis(moves, 0.0, 0.0 if moves else -20.0, 0.0, {}, after, {})


def test_of_tokens_that_nobody_can_read_it_is_accepted_among_which_the_one_that_was_taken_lay() -> None:
    """Not that it was the one of the row of which nothing is known: another one lay there."""
    (move,) = _accepted({"culture": 0.4995, "tactics": 0.4995})
    assert move == replace(_taken("?"), among=("culture", "tactics"))


@pytest.mark.parametrize(("lacking", "do"), [(True, "accept"), (False, "wait")])
def test_what_the_box_lacks_is_waited_for_no_longer_than_it_takes_to_look_closely(do: str, *, lacking: bool) -> None:
    likely = {"culture": 0.4995, "tactics": 0.4995}
    assert _decided(likely, 1.5, unread=True, lacking=lacking).do == do


def test_a_token_that_is_surely_one_of_them_is_named_after_a_while() -> None:
    assert _accepted({"culture": 0.949, "tactics": 0.03}) == (_taken("culture"),)


def test_of_which_it_is_one_is_accepted_also_where_something_else_of_it_is_not_known() -> None:
    decision = _decided({"culture": 0.4995, "tactics": 0.4995}, 2.5, unread=True, partly=True)
    assert decision.moves == (replace(_taken("?"), among=("culture", "tactics")),)


@pytest.mark.parametrize(("sure", "do"), [(0.974, "accept"), (0.93, "ask")])
def test_nobody_is_asked_about_what_has_been_likeliest_for_long_and_is_sure_enough_though_people_play_on(
    sure: float, do: str
) -> None:
    assert _decided({"culture": sure, "tactics": 0.025}, 0.5, standing=20.0, unread=False).do == do


@pytest.mark.parametrize(("other", "do"), [(0.0, "accept"), (0.05, "ask")])
def test_where_only_its_piece_would_be_asked_a_move_is_accepted_without_it(other: float, do: str) -> None:
    likely = {"culture": 0.47, "tactics": 0.46}
    decision = _decided(likely, 4.0, unread=True, nothing=other)
    assert decision.do == do
    if do == "accept":
        assert decision.moves == (replace(_taken("?"), among=("culture", "tactics")),)
        assert decision.posterior == pytest.approx(sum(likely.values()))


def test_a_move_without_its_piece_waits_for_nothing_that_was_done_after_it() -> None:
    """Where it was made all has rested for long enough; somewhere else something has come a moment ago."""
    taken, tokens = _taken("?"), ("culture", "tactics")
    told = [(_hypothesis(_taken(token), TakeProgress(1, "decor", "stack", ())), 0.4995) for token in tokens]
    later = "seat/1/progress"
    decision = decide(
        Belief(
            (*told, (_hypothesis(), 0.0)),
            0.001,
            frozenset({_ROW, later}),
            telling=frozenset({_ROW, later}),
            first=frozenset({_ROW}),
        ),
        cast("Observations", _Places({_ROW: 2.5, later: 0.5})),
        moving=False,
        unread=lambda move: taken if seat_of(move) == 0 else None,
        common=lambda _: None,
        paid=lambda _: None,
        standing=0.5,
        heaps=frozenset(),
        lacking=False,
    )
    assert (decision.do, decision.moves) == ("accept", (taken,))


def test_what_was_turned_up_holds_nothing_up_that_somebody_may_have_done_before() -> None:
    turned, taken = RevealProgress("decor"), _taken("politics")
    told = _hypothesis()._replace(moves=(turned, taken))
    assert made_first(told, lambda _: True).moves == (taken, turned)
    assert made_first(told, lambda _: False).moves == (turned, taken)


def test_a_structure_that_was_laid_out_waits_for_nobody_to_say_who_begins() -> None:
    laid, begins = LayOut(2, (None,) * 20), ChooseStarter(1)
    for moves in ((begins, laid), (laid, begins)):
        told = _hypothesis()._replace(moves=moves)
        assert made_first(told, lambda _: True).moves == (laid, begins)
        assert made_first(told, lambda move: move != laid).moves == (begins, laid)


def test_nobody_waits_for_an_answer_about_how_something_was_paid_while_coins_of_others_are_moved() -> None:
    lies = {"seat/0/coins": ("1",)}
    told = [(_hypothesis(_taken(token))._replace(expected={**lies, _ROW: ()}), 0.5) for token in ("culture", "tactics")]
    decision = decide(
        Belief((*told, (_hypothesis()._replace(expected=lies), 0.0)), 0.001, frozenset({_ROW, *lies})),
        cast("Observations", _AtRest(0.5)),
        moving=False,
        unread=lambda _: None,
        common=lambda _: None,
        paid=lambda _: (_taken("culture"), 0.5),
        standing=20.0,
        heaps=frozenset(lies),
        lacking=False,
    )
    assert (decision.do, decision.moves) == ("accept", (_taken("culture"),))


def test_of_what_was_laid_out_all_is_known_that_it_surely_is_whatever_else_it_might_be() -> None:
    offers = {("?", "hanging_gardens", "sphinx"): 0.84, ("?", "colossus", "sphinx"): 0.155, ("?", "?", "?"): 0.005}
    likely = {Offer(("?", *wonders)): share for wonders, share in offers.items()}
    told = [(_hypothesis()._replace(moves=(offer,)), share) for offer, share in likely.items()]
    alike, agreed = Belief((*told, (_hypothesis(), 0.0)), 0.0, frozenset()).first_common(
        lambda moves: offered_alike(cast("Any", moves)), SURE
    )
    assert alike == Offer(("?", "?", "?", "sphinx"))
    assert agreed >= SURE
