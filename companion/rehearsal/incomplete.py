"""A box of which some faces were never enrolled: what is left of its library, and what a table meets that it lacks."""

from collections.abc import Collection
from random import Random

import numpy as np
from msgspec.structs import replace

from companion.games.vocabulary import AnyState
from companion.games.watched import Watched
from vision.recognition.learning import LearnedGroup
from vision.recognition.library import Library


def lacked(game: Watched, state: AnyState, share: float, seed: int) -> frozenset[str]:
    """So large a share (0 to 1) of the faces that may lie on printed spots: of each place's the same share, by seed.

    Cards stay, which come to lie in columns: without them no move could be told at all.
    """
    rng, places = Random(seed), game.places(state)
    cards = {face for place in places if place.kind == "spread" for face in place.faces}
    kinds = {place.faces for place in places if place.role == "printed" and not cards.intersection(place.faces)}
    return frozenset(face for faces in sorted(kinds) for face in rng.sample(faces, round(share * len(faces))))


def without(library: Library, lacking: Collection[str]) -> Library:
    """The library as if these faces had not been enrolled. What was learned of all faces together stays as it is."""
    faces = tuple(face for name, face in library.faces.items() if name not in lacking)
    groups = tuple(_rest(group, lacking) for group in library.groups)
    return Library(faces, tuple(group for group in groups if group.discriminant.faces))


def _rest(group: LearnedGroup, lacking: Collection[str]) -> LearnedGroup:
    discriminant, cells = group.discriminant, group.cells
    kept = np.array([face not in lacking for face in discriminant.faces])

    def rows(data: bytes) -> bytes:
        """The rows of a table (float32) with a row for each face, of those that are kept."""
        return bytes(np.frombuffer(data, np.float32).reshape(len(kept), -1)[kept].data)

    return LearnedGroup(
        replace(
            discriminant,
            faces=tuple(face for face in discriminant.faces if face not in lacking),
            centres=rows(discriminant.centres),
        ),
        replace(
            cells,
            count=int(kept.sum()),
            looks=rows(cells.looks),
            opaque=rows(cells.opaque),
            shared=replace(cells.shared, slopes=rows(cells.shared.slopes)),
        ),
        group.calibration,
    )
