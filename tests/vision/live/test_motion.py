"""A table lies still by the frames' own time stamps, and only then."""

import numpy as np

from vision.geometry.image import Image
from vision.live.motion import MotionDetector, small_grey
from vision.live.occlusion import PATIENCE_SECONDS, Occlusion
from vision.live.restless import BY_ITSELF_AFTER, RESTLESS_AFTER

RNG = np.random.default_rng(2)
WATCHED = [np.array([[240, 80], [880, 80], [880, 600], [240, 600]], np.float64)]
"""What is watched: small-frame columns 30 to 110, rows 10 to 75."""


def grey(hand: int | None = None, light: float = 0.0, darker: float = 0.0) -> Image:
    image = RNG.normal(120 + light, 1.0, (80, 120)).astype(np.float32)
    if hand is not None:
        image[20:60, hand : hand + 16] = 60 - darker
    return image


def clear_of_all() -> Occlusion:
    """One that has seen the table with nobody at it."""
    occlusion = Occlusion()
    occlusion.clear_as_of(grey())
    return occlusion


def test_still_only_after_so_long_without_motion() -> None:
    detector = MotionDetector()
    detector.compare(grey(), 0.0)
    detector.compare(grey(10), 0.05)
    assert detector.compare(grey(40), 0.1).moving
    assert detector.compare(grey(), 0.15).moving
    assert [detector.compare(grey(), time).still for time in (0.2, 0.25, 0.3, 0.35)] == [False, False, True, True]


def test_a_hand_too_slow_for_two_frames_is_seen_to_move_over_several() -> None:
    detector = MotionDetector()
    detector.compare(grey(20), 0.0)
    looks = [detector.compare(grey(20, darker=2.4 * k), 0.03 * k) for k in range(1, 12)]
    assert not looks[0].moving
    assert not any(look.still for look in looks)


def test_what_moves_without_end_is_no_motion_by_and_by_and_a_hand_elsewhere_is() -> None:
    detector = MotionDetector()
    flickering = [detector.compare(grey(10 if k // 3 % 2 else None), 0.05 * k) for k in range(200)]
    before, after = (round(seconds / 0.05) for seconds in (RESTLESS_AFTER - 0.1, RESTLESS_AFTER + 0.4))
    assert not any(motion.still for motion in flickering[:before])
    assert not any(motion.moving for motion in flickering[after:])
    image = grey(10)
    image[20:60, 80:96] = 60
    assert detector.compare(image, 10.0).moving


def test_what_moves_where_no_arm_reaches_is_no_motion_much_sooner_than_a_hand_that_stays() -> None:
    clear, ways = clear_of_all(), {}
    for begins in (40, 0):
        detector = MotionDetector()
        pictures = [grey() for _ in range(60)]
        for k in (k for k in range(60) if k // 3 % 2):
            pictures[k][30:50, begins:60] = 60
        ways[begins] = [detector.compare(image, 0.05 * k, clear.arms).moving for k, image in enumerate(pictures)]
    by_itself, hand = (round((seconds + 0.4) / 0.05) for seconds in (BY_ITSELF_AFTER, RESTLESS_AFTER))
    assert not any(ways[40][by_itself:])
    assert any(ways[0][by_itself : hand - 10])


def test_what_moved_without_end_is_motion_again_once_it_has_rested() -> None:
    detector = MotionDetector()
    for k in range(100):
        detector.compare(grey(10 if k // 3 % 2 else None), 0.05 * k)
    rest = [detector.compare(grey(), 5.0 + 0.05 * k) for k in range(40)]
    assert [bool(motion.restless.any()) for motion in (rest[10], rest[-1])] == [True, False]
    assert detector.compare(grey(10), 7.0).moving


def test_a_hand_that_comes_again_and_again_is_motion_each_time() -> None:
    detector = MotionDetector()
    looks = [detector.compare(grey(10 if k % 20 < 8 else None), 0.05 * k) for k in range(200)]
    assert not any(motion.restless.any() for motion in looks)


def test_time_stamps_count_not_frames() -> None:
    detector = MotionDetector()
    detector.compare(grey(), 10.0)
    assert not any(detector.compare(grey(), 10.0 + 0.01 * k).still for k in range(1, 15))
    assert detector.compare(grey(), 10.5).still


def test_a_lamp_that_dims_is_no_motion() -> None:
    detector = MotionDetector()
    detector.compare(grey(), 0.0)
    assert [detector.compare(grey(light=-6.0 * k), 0.1 * k).moving for k in range(1, 6)] == [False] * 5


def test_motion_says_where() -> None:
    detector = MotionDetector()
    detector.compare(grey(), 0.0)
    where = detector.compare(grey(40), 0.1).where
    rows, columns = np.nonzero(where)
    assert (columns.min() * 4 >= 36, columns.max() * 4 < 60, rows.min() * 4 >= 16, rows.max() * 4 < 64) == (True,) * 4


def test_the_small_frame_is_an_eighth_of_the_large_one() -> None:
    assert small_grey(np.zeros((160, 240, 3), np.uint8)).shape == (20, 30)


def test_an_arm_that_holds_still_is_waited_for_a_cup_is_not() -> None:
    occlusion = Occlusion()
    assert not occlusion.in_the_way(grey(), 0.0, WATCHED)
    occlusion.clear_as_of(grey())
    arm = grey()
    arm[30:42, :70] = 60
    assert occlusion.in_the_way(arm, 1.0, WATCHED)
    assert occlusion.in_the_way(arm, 1.0 + PATIENCE_SECONDS / 2, WATCHED)
    assert not occlusion.in_the_way(arm, 1.1 + PATIENCE_SECONDS, WATCHED)
    occlusion.clear_as_of(arm)
    assert not occlusion.in_the_way(arm, 1.2 + PATIENCE_SECONDS, WATCHED)


def test_what_comes_in_at_the_edge_and_reaches_nothing_that_is_watched_is_not_in_the_way() -> None:
    occlusion = clear_of_all()
    head = grey()
    head[20:60, :28] = 60
    assert not occlusion.in_the_way(head, 1.0, WATCHED)
    head[30:42, :34] = 60
    assert occlusion.in_the_way(head, 1.0, WATCHED)


def test_a_soft_shade_that_comes_in_at_the_edge_hides_nothing_and_an_arm_within_it_does() -> None:
    occlusion = clear_of_all()
    y, x = np.mgrid[:80, :120].astype(np.float32)
    shade = 1 - 0.4 * np.exp(-((x - 60) ** 2 + y**2) / 30**2)
    assert not occlusion.in_the_way(grey() * shade, 1.0, WATCHED)
    arm = grey()
    arm[:42, 54:66] = 60
    assert occlusion.in_the_way(arm * shade, 1.0, WATCHED)


def test_new_pieces_on_a_mat_are_not_in_the_way() -> None:
    occlusion = clear_of_all()
    assert not occlusion.in_the_way(grey(70), 1.0, WATCHED)
    assert not occlusion.in_the_way(grey(70, light=-10), 2.0, WATCHED)


def test_a_card_close_to_the_edge_of_the_picture_is_no_arm() -> None:
    occlusion = clear_of_all()
    card = grey()
    card[30:44, 3:18] = 60
    assert not occlusion.in_the_way(card, 1.0, WATCHED)
    card[30:44, :34] = 60
    assert occlusion.in_the_way(card, 1.0, WATCHED)


def test_an_arm_has_gone_when_nothing_is_left_of_it_and_only_once() -> None:
    occlusion = clear_of_all()
    arm, leaving = grey(), grey()
    arm[30:42, :70] = 60
    leaving[34:38, :4] -= 25
    assert [occlusion.has_left(one) for one in (arm, leaving, grey(), grey())] == [False, False, True, False]
    assert not occlusion.in_the_way(leaving, 1.0, WATCHED)


def test_a_soft_shadow_that_has_come_is_not_in_the_way_an_arm_in_it_is() -> None:
    occlusion = clear_of_all()
    y, x = np.mgrid[0:80, 0:120]
    shade = 1 - 0.25 * np.exp(-(((x - 20) / 40) ** 2) - ((y - 70) / 40) ** 2).astype(np.float32)
    shadowed = grey() * shade * 0.93
    assert not occlusion.in_the_way(shadowed, 1.0, WATCHED)
    arm = shadowed.copy()
    arm[30:42, :70] *= 0.5
    assert occlusion.in_the_way(arm, 1.0, WATCHED)


def test_under_a_soft_shadow_that_comes_with_a_hand_nothing_is_touched() -> None:
    detector = MotionDetector()
    detector.compare(grey(), 0.0)
    detector.compare(grey(), 0.1)
    y, x = np.mgrid[0:80, 0:120]
    shade = 1 - 0.25 * np.exp(-(((x - 100) / 60) ** 2) - ((y - 40) / 60) ** 2).astype(np.float32)
    motion = detector.compare(grey(10) * shade, 0.2)
    columns = np.nonzero(motion.where)[1]
    assert motion.moving
    assert (columns.min() * 4 >= 6, columns.max() * 4 < 40) == (True, True)
