"""A box that lacks faces: the others are read as before, those are never named."""

from pathlib import Path

import cv2
import pytest

from companion.games.watched import watched
from companion.rehearsal.incomplete import lacked, without
from companion.twin.dealer import Dealer
from vision.recognition.kinds import GRIDS, kind_of
from vision.recognition.library import FILE_NAME, Library
from vision.recognition.naming import LibraryRecogniser


def test_of_every_printed_place_the_same_share_is_lacked() -> None:
    game, state = watched("architects"), Dealer("architects", 4, 1).state
    faces = lacked(game, state, 1 / 3, 7)
    assert faces == lacked(game, state, 1 / 3, 7) != lacked(game, state, 1 / 3, 8)
    for place in game.places(state):
        share = sum(face in faces for face in place.faces) / len(place.faces)
        assert share == (pytest.approx(1 / 3, abs=0.05) if place.role == "printed" else 0.0)


def test_no_card_is_lacked_where_cards_lie_on_printed_spots_too() -> None:
    """An open table of Duel is begun with its structure laid out: a third of its cards lacking nobody could play it."""
    dealer = Dealer("duel", 2, 7, table="open")
    faces = lacked(watched("duel"), dealer.state, 1 / 3, 7)
    assert {face.split("/")[1] for face in faces} == {"progress"}


def test_what_is_left_is_read_as_before_and_what_is_lacked_is_never_named(proxies: Path, tmp_path: Path) -> None:
    whole = Library.load(proxies)
    tokens = [face for face in whole.faces if face.startswith("architects/progress/")]
    lacking = tokens[::3]
    without(whole, lacking).save(tmp_path / FILE_NAME)
    rest = Library.load(tmp_path / FILE_NAME)
    assert whole.faces.keys() - rest.faces.keys() == set(lacking)
    reader = LibraryRecogniser(rest)
    for token in tokens:
        picture = cv2.resize(whole.faces[token].image()[..., :3], GRIDS[kind_of(token).group])
        named = reader.recognise([picture], tokens)[0]
        assert token not in lacking or token not in {one.face for one in named}
        if token not in lacking:
            assert named[0].face == token
