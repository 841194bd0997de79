"""A place looks otherwise than it lies, as long as it is made to, and nothing else does."""

import numpy as np
import pytest
from msgspec.structs import replace

from companion.twin.dealer import Dealer
from companion.twin.scenes import SCENES
from companion.twin.theatre import Theatre
from companion.twin.world import World
from tests.twin.mats import plain_mat
from tests.twin.spoilt import WAYS, Way, disguise
from tests.twin.tables import dealer


@pytest.fixture(scope="module")
def made() -> Dealer:
    return dealer(2, 1, moves=10)


@pytest.mark.parametrize("way", WAYS)
def test_only_the_place_is_another(made: Dealer, way: Way) -> None:
    for name, place in made.layer.places.items():
        looks = [disguise(made.game, place, way, made.world)(made.world, picture) for picture in range(8)]
        for other in set(made.layer.places) - {name}:
            assert all(look.faces(other) == made.world.faces(other) for look in looks)
        differ = [look.faces(name) != made.world.faces(name) for look in looks]
        lying = bool(made.world.at(name))
        expected = {"empty": lying, "strange": True, "frozen": False, "wrong": lying}
        assert differ == [expected[way]] * 8 if way in expected else 0 < sum(differ) < 8


def test_what_is_frozen_stays_as_it_was(made: Dealer) -> None:
    looks = disguise(made.game, made.layer.places["seat/0/city"], "frozen", made.world)
    emptied = World(made.world.arrangement, {}, made.world.top)
    assert looks(emptied, 0).faces("seat/0/city") == made.world.faces("seat/0/city")


def test_a_card_that_has_left_a_frozen_place_is_seen_where_it_lies_now_too(made: Dealer) -> None:
    looks = disguise(made.game, made.layer.places["seat/0/city"], "frozen", made.world)
    moved = {number: replace(piece, place="seat/1/city") for number, piece in made.world.pieces.items()}
    now = World(made.world.arrangement, moved, made.world.top)
    assert looks(now, 0).faces("seat/1/city") == now.faces("seat/1/city")
    assert looks(now, 0).faces("seat/0/city") == made.world.faces("seat/0/city")


def test_the_camera_sees_the_disguise_until_it_is_taken_off(made: Dealer) -> None:
    theatre = Theatre(made.world, plain_mat, SCENES["studio"], 1)

    def picture() -> np.ndarray:
        frame = theatre.next_frame()
        assert frame is not None
        return np.asarray(frame.image).astype(int)

    def far(one: np.ndarray, other: np.ndarray) -> bool:
        return bool((np.abs(one - other).max(axis=2) > 60).mean() > 0.002)

    as_it_lies = picture()
    theatre.wear(disguise(made.game, made.layer.places["holder/0"], "empty", made.world))
    assert far(as_it_lies, picture())
    theatre.wear(None)
    assert not far(as_it_lies, picture())
    theatre.close()
