"""Only what is new is said; a place that cannot be read is said to be so (issue 13, build 1)."""

from dataclasses import replace

import numpy as np
import pytest

from tests.vision.painting import DECK, HOLDER, PROGRESS
from vision.geometry.image import Frame
from vision.geometry.pose import Pose
from vision.live.pieces import Piece
from vision.live.said import Said
from vision.sighting import FaceProbability, Sighting, Zone

_FRAME = Frame(3, 1.5, np.zeros((8, 8, 3), np.uint8))
_PATCH = np.zeros((20, 20, 3), np.uint8)
_ENROLLED = frozenset({*HOLDER.faces, *PROGRESS.faces, *DECK.faces})


def _piece(face: str | None, probability: float = 0.99, *, track: int = 1, spot: int | None = 0) -> Piece:
    faces = (FaceProbability(face, probability),) if face else ()
    return Piece(track, Pose(50, 50, 0, 28, 28), faces, _PATCH, spot)


def _news(said: Said, zone: Zone, *pieces: Piece) -> Sighting | None:
    sighting = said.news(_FRAME, zone, pieces)
    if sighting is not None:
        said.say((sighting,))
    return sighting


def test_the_same_is_not_said_twice_however_its_probability_trembles() -> None:
    said = Said(_ENROLLED)
    assert _news(said, HOLDER, _piece(HOLDER.faces[0], 0.95)) is not None
    assert _news(said, HOLDER, _piece(HOLDER.faces[0], 0.97)) is None
    said.forget()
    assert _news(said, HOLDER, _piece(HOLDER.faces[0], 0.97)) is not None


@pytest.mark.parametrize(
    "other",
    [
        _piece(HOLDER.faces[1]), _piece(HOLDER.faces[0], 0.6), _piece(HOLDER.faces[0], track=2), _piece(None),
    ],
)  # fmt: skip
def test_another_face_probability_or_piece_is_news(other: Piece) -> None:
    said = Said(_ENROLLED)
    _news(said, HOLDER, _piece(HOLDER.faces[0]))
    assert _news(said, HOLDER, other) is not None


def test_what_lies_on_a_spot_and_shows_none_of_the_enrolled_faces_is_unreadable() -> None:
    said = Said(_ENROLLED)
    named, strange = _news(said, DECK, _piece(DECK.faces[0])), _news(said, DECK, _piece(None, track=2))
    assert (named is not None, strange is not None) == (True, True)
    assert named is not None
    assert not named.unreadable
    assert strange is not None
    assert strange.unreadable


def test_a_face_that_is_not_enrolled_is_unnamed_and_not_unreadable() -> None:
    sighting = _news(Said(_ENROLLED - {PROGRESS.faces[0]}), PROGRESS, _piece(None))
    assert sighting is not None
    assert sighting.unenrolled == (PROGRESS.faces[0],)
    assert not sighting.unreadable


def test_a_reflection_that_comes_and_goes_is_said() -> None:
    said, token = Said(_ENROLLED), _piece(PROGRESS.faces[0])
    _news(said, PROGRESS, token)
    hidden = _news(said, PROGRESS, replace(token, hidden=True))
    assert hidden is not None
    assert hidden.unreadable
    clear = _news(said, PROGRESS, token)
    assert clear is not None
    assert not clear.unreadable
