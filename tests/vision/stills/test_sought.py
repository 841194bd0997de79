"""Stages whose features put them beside where they lie."""

import numpy as np
import pytest

from tests.vision.snapshots import Laid, enrolled, photograph
from tests.vision.stills.test_stills import CARDS, missing
from vision.geometry.image import Image
from vision.stills.occupancy import Placed, Table
from vision.stills.photograph import StillReader
from vision.stills.tabletop import Fitted

STAGE = "architects/stage/halicarnassus_1/built"


def _beside(by: float) -> Image:
    return np.array([[1.0, 0, by], [0, 1.0, 2.0], [0, 0, 1.0]])


@pytest.mark.parametrize("by", [-27.0, 14.0])
def test_a_stage_is_found_though_its_features_put_it_some_columns_beside_where_it_lies(
    monkeypatch: pytest.MonkeyPatch, by: float
) -> None:
    placed = Table.placed

    def aside(table: Table, face: str, features: Fitted) -> Placed | None:
        here = placed(table, face, features)
        return table.at(face, here.matrix @ _beside(by)) if here is not None and face == STAGE else here

    monkeypatch.setattr(Table, "placed", aside)
    reader = StillReader(enrolled([*CARDS[:4], STAGE]))
    laid: list[Laid] = [(CARDS[0], 50.0, 60.0, 0.0), (CARDS[2], 130.0, 60.0, 4.0), (STAGE, 110.0, 150.0, -2.0)]
    picture, quads = photograph(laid, (300, 260), 8.0)
    assert missing(reader.read(picture), laid, quads, 0.1) == []


def test_a_stage_that_does_not_lie_there_is_not_found_about_any_place() -> None:
    reader = StillReader(enrolled([*CARDS[:4], STAGE]))
    laid: list[Laid] = [(CARDS[0], 50.0, 60.0, 0.0), (CARDS[2], 130.0, 60.0, 4.0)]
    picture, _ = photograph(laid, (300, 260), 8.0)
    assert [one.faces[0].face for one in reader.read(picture) if one.faces and one.faces[0].face == STAGE] == []
