"""All pieces of a single photograph at once, with no history: separate, overlapping or fanned, any way round.

Landmarks of the photograph are found on the enrolled faces; those that agree on a place make a guess; the plane
of the table follows from the surest; then the guesses are compared with the photograph cell by cell, the best
first, each explaining its part of it. What landmarks miss is looked for by outlines and along columns.
"""

from collections import defaultdict
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from vision.agreement import Prints, seen
from vision.arranging import Placed, Table
from vision.image import Image, Points
from vision.kinds import kind_of
from vision.landmarks import Landmarks, Matches, Spots, spots_of
from vision.library import Library
from vision.placing import Shown, landmarks_near, shown
from vision.poses import Guess, guesses
from vision.recognise import Ranked, Recogniser
from vision.sighting import FaceProbability
from vision.tabletop import Fitted, Tabletop, find_tabletop

_WORK_SIDE = 1400
_STRONG = 5.0
_OF_BEST = 0.2
_MOST_STRONG = 24
_ZOOM = 0.4
_MOST_GUESSES = 220
_WEIGHT = 0.1
_ACCEPTED = 9.0
_FREE = 0.5
_SAME_SIZE = 0.03
_TEMPERATURE = 3.0


class Found(NamedTuple):
    """A piece: corners in picture pixels (4 x 2, clockwise from its own top left) and its likely faces."""

    quad: Points
    faces: Ranked


class StillReader:
    """Finds and names the pieces of single pictures."""

    def __init__(self, library: Library, recogniser: Recogniser) -> None:
        self._library = library
        self._recogniser = recogniser
        self._landmarks = Landmarks(library)
        self._prints = Prints(library)
        self._sizes = {name: face.size for name, face in library.faces.items()}

    def read(self, picture: Image, expected: Sequence[str] = ()) -> tuple[Found, ...]:
        """The pieces in a picture (uint8 BGR), the surest first. ``expected``: the only faces there may be."""
        faces = [face for face in expected or self._library.faces if face in self._library.faces]
        if not faces:
            return ()
        scale = min(1.0, _WORK_SIDE / max(picture.shape[:2]))
        work = picture if scale == 1 else cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        return tuple(found._replace(quad=found.quad / scale) for found in self._arranged(work, faces))

    def _arranged(self, work: Image, faces: Sequence[str]) -> list[Found]:
        spots = spots_of(cv2.cvtColor(work, cv2.COLOR_BGR2GRAY))
        matches = self._landmarks.matches(spots, faces)
        guessed = guesses(self._landmarks, spots, matches, self._sizes)[:_MOST_GUESSES]
        if not guessed:
            return []
        ready = [(guess, self._fitted(guess, spots, matches)) for guess in guessed]
        table = self._table(shown(work), ready)
        placed = [
            one
            for guess, fitted in ready
            if (one := table.placed(guess.face, fitted)) is not None
        ]
        return self._explained(table, placed, faces)

    def _fitted(self, guess: Guess, spots: Spots, matches: Matches) -> Fitted:
        known, mine = matches.known[guess.matches], matches.seen[guess.matches]
        weights = np.exp(-matches.distances[guess.matches] / _WEIGHT)
        return Fitted(self._landmarks.spots.places[known].astype(float), spots.places[mine].astype(float), weights)

    def _table(self, picture: Shown, ready: list[tuple[Guess, Fitted]]) -> Table:
        """The plane from the strongest guesses, then again from what is seen of them at the pixel."""
        least = min(max(_STRONG, _OF_BEST * ready[0][0].support), ready[0][0].support)
        strong = [one for one in ready[:_MOST_STRONG] if one[0].support >= least]
        zooms = np.log([np.hypot(guess.matrix[0, 0], guess.matrix[1, 0]) for guess, _ in strong])
        usual = _weighted_median(zooms, np.array([guess.support for guess, _ in strong]))
        strong = [one for one, zoom in zip(strong, zooms, strict=True) if abs(zoom - usual) < _ZOOM]
        shape = picture.levels[0].shape
        plane = find_tabletop([fitted for _, fitted in strong], shape)
        near = []
        for guess, fitted in strong:
            seen_near = landmarks_near(picture, plane.laid(fitted), self._prints.of(guess.face), self._sizes[guess.face], 6)
            if len(seen_near.weights) >= 8:
                near.append(_agreeing(plane, seen_near))
        near = [one for one in near if len(one.weights) >= 8]
        return Table(picture, find_tabletop(near, shape) if near else plane, self._prints, self._sizes)

    def _explained(self, table: Table, placed: list[Placed], faces: Sequence[str]) -> list[Found]:
        """The guesses that stand, the best first, each explaining its part of the picture."""
        alike = self._alike(faces)
        found = []
        waiting = sorted(placed, key=lambda one: -one.strength)
        values = [one.strength for one in waiting]
        while waiting:
            best = int(np.argmax(values))
            one = waiting.pop(best)
            values.pop(best)
            free = table.free(one)
            shown_cells = np.where(seen(one.odds), one.odds, 0.0)
            value = float((shown_cells * free).sum())
            if values and value < max(values) and value > _ACCEPTED:
                waiting.append(one)
                values.append(value)
                continue
            if value < _ACCEPTED or value < _FREE * one.strength:
                continue
            named, ranked = self._named(table, one, alike[one.face], free)
            table.claim(named)
            found.append(Found(table.quad(named), ranked))
        return found

    def _named(self, table: Table, one: Placed, alike: Sequence[str], free: Image) -> tuple[Placed, Ranked]:
        """Every face of this size at this place: the best, and how likely each is."""
        rivals = table.compared(alike, one.matrix)
        visible = [float((np.where(seen(rival.odds), rival.odds, 0) * free).sum()) for rival in rivals]
        shares = np.exp((np.array(visible) - max(visible)) / _TEMPERATURE)
        shares /= shares.sum()
        order = np.argsort(-shares)
        ranked = tuple(FaceProbability(alike[k], float(shares[k])) for k in order if shares[k] > 0.002)
        return rivals[int(order[0])], ranked

    def _alike(self, faces: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """For each face those of the same size, which may lie in the same place."""
        sets: dict[tuple[str, int, int], list[str]] = defaultdict(list)
        keys = {}
        for face in faces:
            width, height = self._sizes[face]
            key = (str(self._prints.frame(face)), round(np.log(width) / _SAME_SIZE), round(np.log(height) / _SAME_SIZE))
            keys[face] = key
            sets[key].append(face)
        return {face: tuple(sets[key]) for face, key in keys.items()}


def _agreeing(plane: Tabletop, near: Fitted) -> Fitted:
    """Only those landmarks that agree on one place to about a millimetre and a half."""
    keep = near.weights > 0
    for tolerance in (3.0, 1.5):
        matrix = plane.laid(near._replace(weights=np.where(keep, near.weights, 1e-9)))
        at = cv2.perspectiveTransform(near.places[None], matrix)[0]
        keep = np.hypot(*(plane.on_table(at) - plane.on_table(near.targets)).T) < tolerance
        if not keep.any():
            break
    return Fitted(*(part[keep] for part in near))


def _weighted_median(values: Image, weights: Image) -> float:
    order = np.argsort(values)
    sums = weights[order].cumsum()
    return float(values[order][int(np.searchsorted(sums, sums[-1] / 2))])
