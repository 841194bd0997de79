"""The page of corner tags: what is printed is found, and is as large as it says."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games.layout import TAG_SIDE, TAGS
from companion.paper.document import A4
from companion.print.tags import SHEET, tag_picture, write_tags
from vision.geometry.markers import find_markers


@pytest.mark.parametrize("tag", TAGS)
def test_a_tag_is_found_and_has_its_size(tag: int) -> None:
    picture = cv2.copyMakeBorder(tag_picture(tag, 4.0), 200, 200, 200, 200, cv2.BORDER_CONSTANT, value=(60, 90, 120))
    found = find_markers(picture)
    assert list(found) == [tag]
    assert float(np.linalg.norm(found[tag][1] - found[tag][0])) / 4.0 == pytest.approx(TAG_SIDE, abs=0.3)


def test_all_tags_fit_on_one_page(tmp_path: Path) -> None:
    assert write_tags(tmp_path / "tags.pdf") == 1
    assert (tmp_path / "tags.pdf").read_bytes().startswith(b"%PDF")
    assert A4[0] > 2 * SHEET
