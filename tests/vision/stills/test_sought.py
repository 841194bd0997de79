"""Stages whose features put them beside where they lie."""

import numpy as np
import pytest

from tests.learned import learned
from tests.vision.snapshots import Laid, art, camera, enrolled, photograph, size_of
from tests.vision.stills.test_stills import CARDS, missing
from vision.geometry.image import Image
from vision.stills.occupancy import Placed, Table
from vision.stills.photograph import StillReader
from vision.stills.placing import shown
from vision.stills.sought import near_by
from vision.stills.tabletop import Fitted, Tabletop
from vision.stills.templates import Templates

STAGE, PLAIN = "architects/stage/halicarnassus_1/built", "architects/stage/giza_3/built"


def _beside(right: float, down: float) -> Image:
    return np.array([[1.0, 0, right], [0, 1.0, down], [0, 0, 1.0]])


@pytest.mark.parametrize("by", [-27.0, 14.0])
def test_a_stage_is_found_though_its_features_put_it_some_columns_beside_where_it_lies(
    monkeypatch: pytest.MonkeyPatch, by: float
) -> None:
    placed = Table.placed

    def aside(table: Table, face: str, features: Fitted) -> Placed | None:
        here = placed(table, face, features)
        return table.at(face, here.matrix @ _beside(by, 2.0)) if here is not None and face == STAGE else here

    monkeypatch.setattr(Table, "placed", aside)
    reader = StillReader(enrolled([*CARDS[:4], STAGE]))
    laid: list[Laid] = [(CARDS[0], 50.0, 60.0, 0.0), (CARDS[2], 130.0, 60.0, 4.0), (STAGE, 110.0, 150.0, -2.0)]
    picture, quads = photograph(laid, (300, 260), 8.0)
    assert missing(reader.read(picture), laid, quads, 0.1) == []


def test_a_stage_is_brought_home_though_its_picture_was_cut_out_too_high() -> None:
    wide, high = size_of(PLAIN)[0], 1.4 * size_of(PLAIN)[1]
    library = learned({PLAIN: (art(PLAIN), (wide, high))}, 1)
    picture, (quad,) = photograph([(PLAIN, 150.0, 130.0, -2.0)], (300, 260), 8.0)
    to_picture, seen = camera(8.0, (150.0, 130.0)), shown(picture)
    table = Table(seen, Tabletop(np.linalg.inv(to_picture)), Templates(library), seen)
    near = near_by(table, PLAIN, to_picture @ _beside(150 - wide / 2 + 14, 130 - high / 2))
    assert near is not None
    assert np.abs(table.quad(near) - quad).max() < 2.0


def test_a_stage_that_does_not_lie_there_is_not_found_about_any_place() -> None:
    reader = StillReader(enrolled([*CARDS[:4], STAGE]))
    laid: list[Laid] = [(CARDS[0], 50.0, 60.0, 0.0), (CARDS[2], 130.0, 60.0, 4.0)]
    picture, _ = photograph(laid, (300, 260), 8.0)
    assert [one.faces[0].face for one in reader.read(picture) if one.faces and one.faces[0].face == STAGE] == []
