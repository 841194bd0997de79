"""E4: a token that is not enrolled is not named as one that is; one that is keeps its name."""

from functools import cache

import numpy as np

from tests.vision.token_views import single
from tests.vision.tokens.test_tokens import disc_of, library_of, piece
from vision.recognition.naming import LibraryRecogniser
from vision.sighting import FaceProbability
from vision.tokens.naming import TokenReader, weighed
from vision.tokens.polar import Match

KINDS = ("science", "tactics", "decor", "economy", "politics", "education", "culture", "crafts", "strategy", "urbanism")
ENROLLED = tuple(f"architects/progress/{name}" for name in KINDS[::2])
LEFT_OUT = tuple(f"architects/progress/{name}" for name in KINDS[1::2])


@cache
def reader() -> TokenReader:
    library = library_of(ENROLLED)
    return TokenReader(library, LibraryRecogniser(library))


def said(face: str, seed: int) -> tuple[str, float]:
    """The likeliest name and its probability."""
    view = single(piece(face), np.random.default_rng(seed), 80, "mat", hard=0.5)
    named = reader().name(view.picture, disc_of(view))
    assert named is not None
    return (named.faces[0].face, named.faces[0].probability) if named.faces else ("", 0.0)


def test_e4_tokens_left_out_are_hardly_named_and_those_enrolled_surely() -> None:
    strange = [said(face, seed)[1] for face in LEFT_OUT for seed in range(2)]
    assert np.mean(np.array(strange) < 0.5) >= 0.8
    for face in ENROLLED:
        name, probability = said(face, 1)
        assert (name, probability > 0.9) == (face, True)


def test_e4_a_fit_like_any_other_makes_a_stranger_of_it_and_a_clear_one_leaves_it() -> None:
    ranked = (FaceProbability("a/x", 0.94), FaceProbability("a/y", 0.01))
    alike = weighed([Match("a/x", 0.62, 0.0), Match("a/y", 0.61, 90.0)], ranked)
    assert alike[0].probability < 0.3
    surely = (FaceProbability("a/x", 0.99999),)
    clear = weighed([Match("a/x", 0.9, 0.0), Match("a/y", 0.65, 90.0)], surely)
    assert clear[0].probability > 0.9
