"""The structure of the first age where a lamp hides most faces: a few cards are read, what else lies there is not."""

import math
from collections.abc import Sequence
from random import Random

import pytest
from msgspec.structs import replace

from companion.errors import Unusable
from companion.games.duel.places import AGE_BACKS, CARD_FACES, slots
from companion.games.frames import about
from companion.games.open_table import Proposal, proposed
from companion.twin.dealer import Dealer
from tests.games.duel.test_still_standing import joined_outlines
from tests.twin.surveys import dealt, survey_of
from vision.sighting import Survey, Surveyed

_NEAR = 22.0
"""mm within which a place lies where people lay its card: a third of a card's height."""


def _read(dealer: Dealer, read: Sequence[str], rng: Random, unseen: float) -> Survey:
    """The table as it is surveyed where of the structure's cards, and of backs, only these cards have a name.

    ``unseen``: share of the others of which nothing is found at all.
    """
    survey = survey_of(dealer)
    named = {dealer.world.at(name)[0].face for name in read}
    hidden = {piece for piece in survey.pieces if _is_card(piece) and piece.faces[0].face not in named}
    kept = [about(piece.quad) for piece in survey.pieces if piece in hidden and rng.random() >= unseen]
    nameless = (Surveyed(rect.corners(), ()) for rect in joined_outlines(kept))
    return replace(survey, pieces=(*(piece for piece in survey.pieces if piece not in hidden), *nameless))


def _is_card(piece: Surveyed) -> bool:
    face = piece.faces[0].face
    return face in CARD_FACES or face == AGE_BACKS[0]


def _off(dealer: Dealer, found: Proposal) -> float:
    """How far (mm) a card of the structure lies beside its place, at the most."""
    middles = {name: about(found.outlines[name]).middle for name in slots(1)}
    return max(math.dist(at, dealer.world.point(dealer.world.at(name)[0])) for name, at in middles.items())


def _is_said(found: Proposal) -> bool:
    return "structure_unseen" in [doubt.code for doubt in found.doubts]


def _some(dealer: Dealer, rng: Random) -> list[str]:
    """Four to eight of the slots whose cards lie face up."""
    up = [name for name in slots(1) if dealer.world.at(name)[0].face in CARD_FACES]
    return rng.sample(up, rng.randint(4, 8))


_LAST_AND_MIDDLE = [
    "structure/4/1",
    "structure/4/7",
    "structure/4/9",
    "structure/4/11",
    "structure/2/5",
    "structure/2/7",
]
"""Cards of two rows that may as well be the last row and the first one, laid closer."""


@pytest.mark.parametrize("seed", range(4))
def test_what_lies_there_without_a_name_tells_in_which_of_several_rows_the_cards_lie_that_are_read(seed: int) -> None:
    dealer = dealt(2, seed, "duel")
    found = proposed("duel", _read(dealer, _LAST_AND_MIDDLE, Random(seed), 0.0), {})
    assert not _is_said(found)
    assert _off(dealer, found) < _NEAR


@pytest.mark.parametrize("seed", range(4))
def test_where_nothing_tells_it_the_usual_way_is_proposed_and_said_to_be_a_guess(seed: int) -> None:
    dealer = dealt(2, seed, "duel")
    found = proposed("duel", _read(dealer, _LAST_AND_MIDDLE, Random(seed), 1.0), {})
    assert _is_said(found)
    assert _off(dealer, found) < _NEAR


@pytest.mark.proof
@pytest.mark.parametrize("unseen", [0.0, 0.3, 1.0])
def test_no_first_age_is_proposed_elsewhere_without_a_word_and_hardly_one_is_refused(unseen: float) -> None:
    off, refused = list[int](), list[int]()
    for seed in range(200):
        rng, dealer = Random(seed), dealt(2, seed, "duel")
        try:
            found = proposed("duel", _read(dealer, _some(dealer, rng), rng, unseen), {})
        except Unusable:
            refused.append(seed)
            continue
        if not _is_said(found) and _off(dealer, found) >= _NEAR:
            off.append(seed)
    assert off == []
    assert len(refused) <= 4
