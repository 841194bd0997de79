"""The spot under the camera: pieces found, cut out the right way up, measured; hands and ghosts left alone."""

from collections.abc import Iterable

import cv2
import numpy as np
import pytest

from companion.games.architects.proxies import PROXIES
from companion.referee.watching import printed_mats
from tests.enrolment.person import Act, Person
from tests.twin.mats import plain_mat
from vision.cameras import Frame
from vision.enrolment.cutting import size_of
from vision.enrolment.desk import Bare, Desk, Lies, Seen, Strange
from vision.recognition.kinds import kind_of

FACES = ("architects/wood", "architects/shield_h2", "architects/back/central", "architects/vp3")
SHAPE = (640, 480)
PX_PER_MM = 2.4
MATS = printed_mats()


def person(acts: Iterable[Act], scene: str = "kitchen", seed: int = 1) -> Person:
    return Person(acts, scene=scene, seed=seed, shape=SHAPE, px_per_mm=PX_PER_MM)


def told(desk: Desk, frames: Iterable[Frame], face: str = FACES[0]) -> list[Seen]:
    return [seen for frame in frames if (seen := desk.look(frame, kind_of(face))) is not None]


@pytest.mark.parametrize(("scene", "share"), [("studio", 0.02), ("kitchen", 0.02), ("cruel", 0.03)])
def test_each_card_laid_is_cut_out_to_within_two_per_cent_right_way_up(scene: str, share: float) -> None:
    acts = [
        Act(face, turn, x, 0.52) for face, turn, x in zip(FACES, (9, -38, 24, 0), (0.5, 0.45, 0.55, 0.5), strict=True)
    ]
    camera = person(acts, scene)
    lies = [seen for seen in told(Desk(), camera) if isinstance(seen, Lies)]
    assert len(lies) == len(acts)
    for seen, act in zip(lies, acts, strict=True):
        truth = camera._corners(act, PROXIES.size_mm(act.face))
        assert np.abs(seen.cut.quad - truth).max() < share * 80 * PX_PER_MM
        assert not seen.quality.blurred


def test_a_card_that_leaves_is_noticed_before_the_next_one() -> None:
    seen = told(Desk(), person([Act(FACES[0]), Act(FACES[1])]))
    kinds = [type(one) for one in seen if not (isinstance(one, Bare) and one.anew)]
    collapsed = [kind for k, kind in enumerate(kinds) if k == 0 or kind is not kinds[k - 1]]
    assert collapsed == [Bare, Lies, Bare, Lies, Bare]


def test_a_card_laid_square_on_the_one_before_it_is_taken_and_one_laid_askew_on_it_is_not() -> None:
    square = [Act(FACES[0], 4, stay=True), Act(FACES[1], 4, 0.502, 0.498)]
    assert sum(isinstance(seen, Lies) for seen in told(Desk(), person(square))) == 2
    askew = [Act(FACES[0], 4, stay=True), Act(FACES[1], 12, 0.52, 0.53)]
    seen = told(Desk(), person(askew))
    assert sum(isinstance(one, Lies) for one in seen) == 1
    assert sum(isinstance(one, Strange) for one in seen) >= 1


def test_the_best_of_the_shots_is_kept() -> None:
    """The camera focuses while the card lies there already."""
    camera = person([Act(FACES[0])])
    frames = list(camera)
    first = next(k for k, frame in enumerate(frames) if k > 14 and _still(frames, k))
    for k in range(first, first + 6):
        image = frames[k].image if k == first + 5 else cv2.GaussianBlur(frames[k].image, (0, 0), 5)
        frames[k] = Frame(frames[k].number, frames[k].exposed, image)
    (lies,) = (seen for seen in told(Desk(), frames) if isinstance(seen, Lies))
    assert not lies.quality.blurred


def _still(frames: list[Frame], k: int) -> bool:
    return all(
        float(np.abs(frames[k].image.astype(int) - frames[j].image).mean()) < 8
        for j in range(k, min(k + 4, len(frames)))
    )


def test_a_card_that_lay_there_from_the_start_is_not_taken_for_one_when_it_goes() -> None:
    frames = list(person([Act(FACES[0], still=14)]))
    start = next(k for k in range(20, len(frames)) if _still(frames, k))
    seen = told(Desk(), frames[start:])
    assert not any(isinstance(one, Lies) for one in seen)
    assert sum(isinstance(one, Bare) and one.anew for one in seen) == 2


def test_a_token_keeps_its_shape_and_a_hand_is_no_piece() -> None:
    (lies,) = (
        seen
        for seen in told(Desk(), person([Act("architects/progress/tactics")]), "architects/progress/tactics")
        if isinstance(seen, Lies)
    )
    assert lies.cut.picture.shape[2] == 4
    assert lies.cut.picture[2, 2, 3] == 0
    camera = person([])
    bare = list(camera)
    hand = Frame(99, 5.0, camera._hand(bare[-1].image, Act(FACES[0]), 1.0))
    seen = told(Desk(), [*bare, *(Frame(99 + k, 5.0 + k / 10, hand.image) for k in range(12))])
    assert isinstance(seen[-1], Strange)


def test_on_a_mat_a_card_of_an_odd_size_is_measured_in_mm() -> None:
    shape = (1280, 960)
    scale = shape[0] / (MATS[0].width + 20)
    mat = plain_mat(0)
    # Paper of another tone than the cards'.
    mat = np.where(mat > 230, 120, mat).astype(np.uint8)
    sheet = cv2.resize(mat, None, fx=scale * MATS[0].width / mat.shape[1], fy=scale * MATS[0].width / mat.shape[1])
    table = np.full((*shape[::-1], 3), 90, np.uint8)
    table[20 : 20 + sheet.shape[0], 20 : 20 + sheet.shape[1]] = sheet
    laid = table.copy()
    art = cv2.resize(PROXIES.picture(FACES[0], 3.0)[..., :3], (round(60 * scale), round(84 * scale)))
    laid[400 : 400 + art.shape[0], 560 : 560 + art.shape[1]] = art
    frames = [Frame(k, k / 10, table if k < 15 else laid) for k in range(35)]
    desk = Desk(mats=MATS)
    (lies,) = (seen for seen in told(desk, frames) if isinstance(seen, Lies))
    assert size_of(lies.cut, kind_of(FACES[0]), desk.mats, None) == pytest.approx((60, 84), abs=1.0)
