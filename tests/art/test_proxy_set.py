"""Every game's drawn pieces: of the size they say, kept once drawn, and one clear error for what is not drawn."""

import numpy as np
import pytest

from companion.art.proxy_set import ProxySet, proxies_of, proxies_with
from companion.errors import Unusable
from companion.games.catalogue import facet, packages

GAMES = tuple(game for game in packages() if facet(game, "proxies"))
SETS = tuple(proxies_of(game) for game in GAMES)
FACES = tuple(face for drawn in SETS for face in drawn.face_ids())
PX = 2.0


@pytest.mark.parametrize("face", FACES)
def test_picture_has_the_face_s_size_and_a_shape(face: str) -> None:
    width, height = proxies_with(face).size_mm(face)
    image = proxies_with(face).picture(face, PX)
    assert image.shape == (round(height * PX), round(width * PX), 4)
    assert image.dtype == np.uint8
    covered = float((image[..., 3] > 127).mean())
    assert covered > 0.45
    # The shape reaches its edges: what is drawn is as large as it says.
    solid = image[..., 3] > 60
    assert solid[:, :2].any()
    assert solid[:, -2:].any()
    assert solid[:2].any()
    assert solid[-2:].any()


@pytest.mark.parametrize("proxies", SETS, ids=GAMES)
def test_each_face_is_printed_at_least_once(proxies: ProxySet) -> None:
    for every in (False, True):
        printed = {face for piece in proxies.printed(every=every) for face in (piece.front, piece.back)}
        assert set(proxies.face_ids()) <= printed


@pytest.mark.parametrize("game", GAMES)
def test_faces_are_named_after_their_game(game: str) -> None:
    assert all(face.startswith(f"{game}/") for face in proxies_of(game).face_ids())


def test_pictures_are_kept_and_cannot_be_spoiled() -> None:
    image = SETS[0].picture(FACES[0], PX)
    assert SETS[0].picture(FACES[0], PX) is image
    with pytest.raises(ValueError, match="read-only"):
        image[0, 0] = 0


@pytest.mark.parametrize("call", [SETS[0].size_mm, SETS[0].svg, SETS[0].picture])
def test_an_unknown_face_is_one_clear_error(call: object) -> None:
    assert callable(call)
    with pytest.raises(KeyError, match=r"no proxy for face 'atlantis'"):
        call("atlantis")


def test_an_unknown_game_is_one_clear_error() -> None:
    with pytest.raises(Unusable, match="there is no game 'atlantis'"):
        proxies_of("atlantis")
