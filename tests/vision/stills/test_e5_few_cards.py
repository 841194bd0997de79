"""E5: the cards of a whole table are found also when they are few, and nothing is named that cannot be told."""

from functools import cache

import numpy as np

from companion.commands.recognise import _piece
from companion.games.architects.proxies import PROXIES
from companion.games.architects.rules.facts import FACTS
from tests.learned import learned
from tests.vision.snapshots import Laid, art, photograph
from vision.recognition.library import Library
from vision.sighting import FaceProbability
from vision.stills.photograph import Found, StillReader

CARDS = FACTS.card_face_ids[:6]
STAGES = tuple(f"architects/stage/giza_{k}/building" for k in range(1, 6))
_VIEWS = 8


@cache
def another_copy() -> Library:
    """A box whose wonders were scanned at twice the scale of its cards: how large they are is not known."""
    pictures = {}
    for face in (*CARDS, *STAGES):
        width, height = PROXIES.size_mm(face)
        share = 0.5 if face in STAGES else 1.0
        pictures[face] = (art(face), (width * share, height * share))
    return learned(pictures, _VIEWS)


def test_e5_few_cards_are_found_beside_a_wonder_whose_size_is_not_known() -> None:
    across = [PROXIES.size_mm(face)[0] for face in STAGES]
    places = np.cumsum(across) - np.array(across) / 2 + 12.0 * np.arange(len(STAGES)) + 20
    wonder: list[Laid] = [(face, float(x), 60.0, 0.0) for face, x in zip(STAGES, places, strict=True)]
    cards: list[Laid] = [(CARDS[1], 70.0, 190.0, 12.0), (CARDS[4], 250.0, 185.0, -80.0)]
    picture, quads = photograph([*wonder, *cards], (float(sum(across)) + 100, 270), 10.0)
    found = StillReader(another_copy()).read(picture)
    named = {one.faces[0].face: one for one in found if one.faces}
    for (face, *_), quad in zip([*wonder, *cards], quads, strict=True):
        assert face in named
        off = float(np.hypot(*(named[face].quad - quad).T).max() / np.hypot(*(quad[3] - quad[0])))
        assert off < 0.06, face


def test_e5_what_cannot_be_told_is_null_and_its_likeliest_face_the_runner_up() -> None:
    quad = np.array([[0.0, 0.0], [10.0, 0.0], [10.0, 20.0], [0.0, 20.0]])
    told = _piece(Found(quad, (FaceProbability("a/b", 0.8), FaceProbability("a/c", 0.1))))
    assert (told["face"], told["probability"], told["runner_up"]["face"]) == ("a/b", 0.8, "a/c")
    doubtful = _piece(Found(quad, (FaceProbability("a/b", 0.5), FaceProbability("a/c", 0.4))))
    assert (doubtful["face"], doubtful["probability"]) == (None, 0.0)
    assert doubtful["runner_up"] == {"face": "a/b", "probability": 0.5}
    assert _piece(Found(quad, ())) == {"face": None, "probability": 0.0, "quad": quad.tolist()}
