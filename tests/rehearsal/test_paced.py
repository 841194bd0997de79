"""Filmed people who do not wait, before a box that lacks a third of its tokens and stages."""

from pathlib import Path

import pytest

from tests.referee.paced import Paced
from vision.recognition.library import Library

_MOVES = 50
"""A token was turned up that looks like one of the box, and was taken; the next one lies in its place."""


@pytest.mark.proof
def test_a_token_that_looks_like_one_of_the_box_is_not_named_as_that_and_stops_nothing_when_it_is_taken(
    tmp_path: Path, proxies: Path
) -> None:
    table = Paced(tmp_path, "architects", 2, 132, Library.load(proxies), pace=1.5, answer_after=None, lacking=1 / 3)
    while len(table.dealer.played) < _MOVES:
        table.step()
    table.look_for(3.0)
    unknown = [table.truth[place] for place in table.unknown]
    assert unknown, "the box lacks what was turned up"
    assert not table.wrong
    assert all(move in unknown for move in table.missed)
    assert {table.truth[place]["move"] for place in table.late} <= {"reveal"}
