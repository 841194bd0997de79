"""E4: what is not enrolled is not called something else with conviction; a box that lacks nothing is read as ever."""

from collections.abc import Sequence

import numpy as np
import pytest

from tests.vision.painting import TOKENS
from vision.geometry.image import Image
from vision.live.unenrolled import Unenrolled, with_odds
from vision.recognition.naming import Ranked
from vision.sighting import FaceProbability

_PATCH = np.zeros((48, 48, 3), np.uint8)


class _Says:
    """A recogniser that always gives the same answer."""

    def __init__(self, *probabilities: float) -> None:
        self._ranked = tuple(map(FaceProbability, TOKENS, probabilities))

    def recognise(self, patches: Sequence[Image], candidates: Sequence[str]) -> list[Ranked]:  # noqa: ARG002
        return [self._ranked for _ in patches]

    def best_of(self, tries: Sequence[Image], candidates: Sequence[str]) -> tuple[int, Ranked]:  # noqa: ARG002
        return 0, self._ranked


def _read(enrolled: Sequence[str], *probabilities: float) -> list[float]:
    recogniser = Unenrolled(_Says(*probabilities), enrolled)
    _, best = recogniser.best_of([_PATCH], TOKENS)
    assert recogniser.recognise([_PATCH], TOKENS) == [best]
    return [one.probability for one in best]


def test_where_all_are_enrolled_nothing_changes() -> None:
    assert _read(TOKENS, 0.94, 0.01) == [0.94, 0.01]


def test_e4_half_a_conviction_is_none_where_a_third_is_not_enrolled() -> None:
    # As seen on a path-traced table: a token that is not enrolled, named 0.94 as another.
    assert _read(TOKENS[:2], 0.94, 0.03)[0] < 0.5


@pytest.mark.parametrize("sure", [1 - 1e-9, 1.0])
def test_a_plain_token_keeps_its_name_beside_unenrolled_ones(sure: float) -> None:
    assert _read(TOKENS[:2], sure)[0] > 0.97


def test_a_token_may_be_one_that_differs_in_a_small_picture_alone_unless_it_is_surer_than_such_a_one_is() -> None:
    # Education, of a box that lacks it, was named Strategy so surely.
    assert _read(TOKENS[:2], 1 - 1e-7)[0] < 0.95


def test_a_stage_of_which_only_one_side_is_enrolled_is_read_where_a_token_so_sure_may_be_another() -> None:
    """Painted, cruel, a box without Olympia's unbuilt stages, seed 62109: no stage that was built was accepted."""
    built, building = (f"architects/stage/olympia_1/{side}" for side in ("built", "building"))

    class Built:
        def recognise(self, patches: Sequence[Image], candidates: Sequence[str]) -> list[Ranked]:
            return [(FaceProbability(candidates[0], 0.9999),) for _ in patches]

        def best_of(self, tries: Sequence[Image], candidates: Sequence[str]) -> tuple[int, Ranked]:
            return 0, self.recognise(tries, candidates)[0]

    read = {
        known: Unenrolled(Built(), [known]).best_of([_PATCH], [known, lacking])[1][0].probability
        for known, lacking in ((built, building), TOKENS[:2])
    }
    assert read[built] > 0.7
    assert read[TOKENS[0]] < 0.3


@pytest.mark.parametrize("enrolled", [TOKENS, TOKENS[:2], TOKENS[:1], ()])
def test_the_order_stays_and_no_face_becomes_likelier(enrolled: Sequence[str]) -> None:
    found = _read(enrolled, 0.6, 0.3, 0.05)
    assert found == sorted(found, reverse=True)
    assert 0 < sum(found) <= 0.95 + 1e-9


def test_a_token_that_was_told_at_even_odds_is_as_surely_enrolled_as_its_box_lacks_few() -> None:
    """Painted, kitchen, a box that lacks three of sixteen: all eight tokens in heaps were read with 0.86 to 0.97."""
    told = (FaceProbability(TOKENS[0], 0.8), FaceProbability(TOKENS[1], 0.1))
    sure = {lacking: with_odds(told, lacking) for lacking in (0.0, 3 / 13, 1.0, 3.0)}
    assert sure[0.0] == told
    assert [one.probability for one in sure[1.0]] == pytest.approx([0.8, 0.1])
    # One that is enrolled is thirteen thirds as likely as another: 9 to 1 becomes 39 to 1.
    assert sum(one.probability for one in sure[3 / 13]) == pytest.approx(39 / 40)
    assert sum(one.probability for one in sure[3.0]) == pytest.approx(0.75)
    assert sure[3 / 13][0].probability / sure[3 / 13][1].probability == pytest.approx(8.0)
