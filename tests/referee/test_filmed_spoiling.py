"""A city before the twin's camera that shows other faces, or flickers, while people play on."""

from pathlib import Path

import pytest

from companion.box.faces import library_of
from tests.referee.filmed_spoiling import Belied
from tests.twin.spoilt import Way
from vision.recognition.library import Library


@pytest.mark.proof
@pytest.mark.parametrize("way", ["wrong", "flickering"])
def test_a_city_that_cannot_be_believed_stops_nothing_else_and_heals(tmp_path: Path, way: Way) -> None:
    table = Belied(tmp_path, "architects", 2, 2948, Library.load(library_of(None, "architects")))
    for _ in range(8):
        table.step()
    before = len(table.events)
    spoilt = table.spoil("seat/0/city", way)
    assert spoilt is not None
    assert spoilt.well
    assert len(table.events) >= before + 4
    assert table.wrong == []
