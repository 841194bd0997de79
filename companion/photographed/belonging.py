"""Which of the pieces in a photograph of a city lie there for another city, or for the table.

Who sits at the next side of a table has its cards the other way round. A city's tokens of one kind lie together; what
lies further off is a supply, or somebody else's.
"""

from collections.abc import Collection, Sequence
from typing import Final

import numpy as np

from companion.games.finished import NUMBER, FieldName
from companion.photographed.built import Sizes
from companion.photographed.marks import Guess
from vision.geometry.image import Points
from vision.stills.lying import facing_alike, heaps, touching, twice
from vision.stills.photograph import Found

_OWN: Final[frozenset[FieldName]] = frozenset({"stages", "wonder", "wonders"})
"""Pieces of which a city has one place, and which face who owns them, as cards do."""
_SPREAD: Final[tuple[FieldName, ...]] = ("progress", "tokens")
_HEAPED: Final[tuple[FieldName, ...]] = ("military", "coins")
"""Pieces that are kept together, whichever way round: each to be read, or all on one heap."""
_HAND: Final = 80.0
"""mm: a hand's breadth, beyond which tokens do not lie together; of a heap, and of what a person is asked about in any
case, the width of one of them: what has room for another between lies apart. (Twin, 54 cities: a city's own are up
to 5 mm apart, those of the middle lie from 26 mm beside them on, half of them within 45.)"""


def of_this_city(
    guesses: Sequence[Guess], pieces: Sequence[Found], sizes: Sizes, left_open: Collection[FieldName] = ()
) -> list[Guess]:
    """The guesses (corners in px) without what lies there for others.

    ``pieces``: what was found in the photograph; ``sizes``: of their faces, in mm; ``left_open``: fields that a person
    is asked about whatever is read.
    """
    if not any(piece.faces for piece in pieces):
        return list(guesses)
    return _kept_together(_facing_us(_once(guesses)), _HAND * px_per_mm(pieces, sizes), left_open)


def px_per_mm(pieces: Sequence[Found], sizes: Sizes) -> float:
    """How large most pieces are in the photograph; ``sizes``: of their faces, in mm. 0: none is named."""
    named = [piece for piece in pieces if piece.faces]
    scales = [float(np.hypot(*(one.quad[1] - one.quad[0]))) / sizes[one.faces[0].face][0] for one in named]
    return float(np.median(scales)) if scales else 0.0


def _once(guesses: Sequence[Guess]) -> list[Guess]:
    """Without what was read again where a surer part of a wonder lies, for nothing of it lies on another.

    What only counts, as a back does for a stage, lies under it.
    """
    parts = (guess for guess in guesses if guess.mark.field in _OWN and guess.mark.piece != NUMBER)
    own = sorted(parts, key=lambda one: -one.probability)
    return _without(guesses, [own[k] for k in twice([_quad(guess) for guess in own])])


def _facing_us(guesses: Sequence[Guess]) -> list[Guess]:
    """Without cards that face another side of the table, unless they touch one of the city's.

    As most pieces lie the city does: it is in the middle of its photograph, of another one a part.
    """
    facing = [guess for guess in guesses if guess.mark.field == "cards" or guess.mark.field in _OWN]
    quads = [_quad(guess) for guess in facing]
    ours = facing_alike(quads)
    mine = [quad for quad, own in zip(quads, ours, strict=True) if own]
    theirs = [
        guess
        for guess, quad, own in zip(facing, quads, ours, strict=True)
        if not own and guess.mark.field == "cards" and not touching(quad, mine)
    ]
    return _without(guesses, theirs)


def _kept_together(guesses: Sequence[Guess], hand: float, left_open: Collection[FieldName]) -> list[Guess]:
    """Of tokens of one kind that lie in several places, those nearest the city's wonder, else its cards.

    ``hand``: pixels between tokens that lie to be read from which on they lie in two places; nothing says that one was
    left out, so of what is not asked about (``left_open``) none is that may be the city's.
    """
    own = [guess for guess in guesses if guess.mark.field in _OWN]
    cards = [guess for guess in guesses if guess.mark.field == "cards"]
    if not own and not cards:
        return list(guesses)
    middle = np.mean([_quad(guess).mean(0) for guess in own or cards], axis=0)
    far: list[Guess] = []
    for field in (*_SPREAD, *_HEAPED):
        tokens = [guess for guess in guesses if guess.mark.field == field]
        quads = [_quad(token) for token in tokens]
        wide = max((float(np.hypot(*(quad[1] - quad[0]))) for quad in quads), default=0.0)
        most = hand if field in _SPREAD and field not in left_open else wide
        places = [[tokens[k] for k in heap] for heap in heaps(quads, most)]
        nearest = min(places, key=lambda place: min(_from(token, middle) for token in place), default=[])
        far += [token for place in places if place is not nearest for token in place]
    return _without(guesses, far)


def _quad(guess: Guess) -> Points:
    return np.array(guess.mark.quad)


def _from(guess: Guess, middle: Points) -> float:
    return float(np.hypot(*(_quad(guess).mean(0) - middle)))


def _without(guesses: Sequence[Guess], gone: Sequence[Guess]) -> list[Guess]:
    return [guess for guess in guesses if not any(guess is one for one in gone)]
