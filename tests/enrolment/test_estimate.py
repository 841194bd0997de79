"""The bar of the learning step: it never goes back, never says that it is done, and comes near the truth."""

from companion.enrolment.estimate import estimate


def test_the_share_grows_and_the_time_left_shrinks_through_both_steps() -> None:
    faces = [estimate(done, 10, float(done), float(done)) for done in range(1, 11)]
    comparing = [estimate(10, 10, 10.0, 10.0 + second) for second in range(1, 40)]
    shares = [one.share for one in (*faces, *comparing)]
    assert shares == sorted(shares)
    assert shares[-1] == 0.99
    left = [one.left or 0.0 for one in (*faces, *comparing)]
    assert left == sorted(left, reverse=True)
    assert left[-1] == 1.0


def test_nothing_is_foretold_before_the_first_face() -> None:
    assert estimate(0, 10, 0.0, 3.0) == (0.0, None)
