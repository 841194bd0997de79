"""Pieces that count only where they are built: over a card, which sticks out from under them."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from statistics import mode
from typing import Final

import msgspec
import numpy as np

from companion.games.finished import FieldName, Finished
from companion.photographed.marks import Guess
from vision.geometry.image import Image, Points
from vision.stills.photograph import Found
from vision.stills.placing import shown
from vision.stills.sticking_out import Strip, sticks_out

_BUILT: Final = 0.75
"""Share of a strip's edges from which on a card sticks out (30 wonders of the twin: built 1.00, others up to 0.43)."""
_PERHAPS: Final = 0.5
"""Share from which on one may; below, none does."""

Sizes = Mapping[str, tuple[float, float]]


def built(
    guesses: Iterable[Guess], field: FieldName, seen: tuple[Image, Sequence[Found]], told: Finished, sizes: Sizes
) -> Iterator[Guess]:
    """The guesses without the pieces of a field that are not built.

    ``seen``: the photograph (uint8 BGR) and the pieces found in it; ``sizes``: of the game's faces (mm), by their ids
    after the game's slash.
    """
    picture = shown(seen[0])
    belonging = {face: told.belongs(face) for face in sizes}
    mine, card = (
        mode(sizes[face] for face, place in belonging.items() if place is not None and place[0] == name)
        for name in (field, "cards")
    )
    quads = [piece.quad for piece in seen[1] if piece.faces]

    def strip(guess: Guess, taken: Sequence[Points] = ()) -> Strip:
        quad = np.array(guess.mark.quad)
        others = [other for other in quads if not np.array_equal(other, quad)]
        return sticks_out(picture, quad, mine, card, [*others, *taken])

    strips = []
    for guess in guesses:
        if guess.mark.field == field and guess.mark.piece:
            strips.append((guess, strip(guess)))
        else:
            yield guess
    taken: list[Points] = []
    # A card lies under one of them, that beside which most of its edges and most of it are seen; no edge of it is
    # another's.
    for guess, first in sorted(strips, key=lambda pair: (-pair[1].edges, -pair[1].area)):
        there = strip(guess, taken) if taken and first.edges >= _PERHAPS else first
        if there.edges < _PERHAPS:
            continue
        taken.append(there.quad)
        if there.edges >= _BUILT:
            yield guess
        else:
            half = tuple((name, share / 2) for name, share in guess.shares if name)
            yield Guess(msgspec.structs.replace(guess.mark, sure=False), (*half, ("", 0.5)))
