"""A line of letters: what is asked about is kept of what the network says, and what is likeliest."""

import string
from typing import Any

import cv2
import numpy as np
import pytest

from vision.geometry.image import Image
from vision.names.letters import Letters

ALL = string.ascii_letters + string.digits


def painted(said: str) -> Image:
    line = np.full((48, 30 * len(said), 3), 235, np.uint8)
    return np.asarray(cv2.putText(line, said, (8, 36), cv2.FONT_HERSHEY_SIMPLEX, 1.1, (20, 20, 20), 3))


@pytest.mark.parametrize("wanted", ["", "AX", "TEMPL"])
def test_what_a_line_says_does_not_hang_on_the_letters_that_are_asked_about(wanted: str) -> None:
    some, every = (Letters(letters).read([painted("TEMPLE")])[0] for letters in (wanted, ALL))
    assert some.text == every.text == "TEMPLE"
    assert some.best == pytest.approx(every.best)
    assert len(some.letters) < 20


def test_a_letter_that_is_asked_about_is_kept_though_it_is_unlikely() -> None:
    some, every = (Letters(letters).read([painted("TEMPLE")])[0] for letters in ("X", ALL))
    assert some.seen("X") == pytest.approx(every.seen("X"))


def test_a_bar_on_which_nothing_stands_is_not_given_to_the_network(monkeypatch: pytest.MonkeyPatch) -> None:
    """Paper as a camera sees it, a little darker towards one end; one line that is written on is."""
    rng = np.random.default_rng(1)
    paper = np.linspace(215, 235, 500)[None, :, None] + rng.normal(0, 1, (48, 500, 3))
    given: list[Image] = []
    letters = Letters("TEMPLE")
    session = letters._session
    run = session.run

    def counted(wanted: None, given_to: dict[str, Image]) -> Any:
        given.extend(given_to.values())
        return run(wanted, given_to)

    monkeypatch.setattr(session, "run", counted)
    nothing, written = letters.read([np.clip(paper, 0, 255).astype(np.uint8), painted("TEMPLE")])
    assert (nothing.text, written.text) == ("", "TEMPLE")
    assert len(given) == 1
