"""How well a whole table looks the way a hypothesis says."""

from collections.abc import Mapping

from companion.referee.inference.baseline import Expected
from companion.referee.inference.fit import Fit
from companion.referee.inference.likelihood import Scales

_TWO, _THREE = ("token", "token"), ("token", "token", "token")


class _Unseen(Scales):
    """Of a place nobody has ever seen a piece: each that should lie there costs a little."""

    def __init__(self) -> None:
        pass

    def both(self, zone: str, expected: Expected) -> tuple[float, float]:  # noqa: ARG002 - every place is like this
        assert not isinstance(expected, int)
        return -0.3 * len(expected), -0.3 * len(expected)


def _weight(now: Mapping[str, Expected], expected: Mapping[str, Expected]) -> float:
    fit = Fit(_Unseen(), now, frozenset(), frozenset(), frozenset())
    return fit.of(expected, {}, laying_out=frozenset())[0]


def test_what_was_never_seen_and_lay_there_before_counts_against_no_move_that_adds_to_it() -> None:
    assert round(_weight({"tokens": _TWO}, {"tokens": _THREE}), 6) == -0.3
    assert _weight({"tokens": _TWO}, {"tokens": _TWO}) == 0.0


class _Strange(_Unseen):
    """A place that looks wrong with two pieces, and right with three."""

    def both(self, zone: str, expected: Expected) -> tuple[float, float]:  # noqa: ARG002 - every place is like this
        return (-5.0, -5.0) if expected == _TWO else (0.0, 0.0)


def test_that_an_unchanged_place_looks_wrong_speaks_for_no_move_by_which_it_would_look_right() -> None:
    fit = Fit(_Strange(), {"tokens": _TWO}, frozenset(), frozenset(), frozenset())
    assert fit.of({"tokens": _THREE}, {}, laying_out=frozenset())[0] <= 0.0
