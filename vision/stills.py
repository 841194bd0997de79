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

from vision.agreement import CELL, Prints, seen
from vision.arranging import Placed, Table
from vision.image import Image, Points
from vision.kinds import kind_of
from vision.landmarks import Landmarks, Matches, Spots, spots_of
from vision.library import Library
from vision.placing import Shown, landmarks_near, shown
from vision.outlines import outlines
from vision.poses import Guess, guesses
from vision.recognise import Ranked, Recogniser
from vision.sighting import FaceProbability
from vision.tabletop import Fitted, Tabletop, find_tabletop

_WORK_SIDE = 1400
_STRONG = 5.0
_OF_BEST = 0.2
_MOST_STRONG = 24
_ZOOM = 0.4
_MOST_GUESSES = 160
_TILE, _MOST_SPOTS = 56, 16
_WEIGHT = 0.1
_ACCEPTED = 9.0
_FREE = 0.5
_SAME_SIZE = 0.03
_TEMPERATURE = 1.6
_ENOUGH = 8
_ANY_TINT, _LEFT_TINT = 30.0, 7.0
_BY_LANDMARKS = 0.35
_NEAR = 6.0
_RIVALS = 8
_WORTH = 0.4
_OVERLAP = 0.35
_SIZE_SLACK = 0.1
_SHAPE_SLACK = 0.22
_ACCEPTED_OUTLINE = 12.0


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
        self._fine = Prints(library, 2 * CELL)
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
        picture, alike = shown(work), self._alike(faces)
        spots = spots_of(cv2.cvtColor(work, cv2.COLOR_BGR2GRAY), _MOST_SPOTS, _TILE)
        matches = self._landmarks.matches(spots, faces)
        guessed = guesses(self._landmarks, spots, matches, self._sizes)[:_MOST_GUESSES]
        ready = [(guess, self._fitted(guess, spots, matches)) for guess in guessed]
        found: list[Found] = []
        if ready:
            table = self._table(picture, ready)
            placed = [
                one._replace(support=guess.support)
                for guess, fitted in ready
                if (one := table.placed(guess.face, fitted))
            ]
            found = self._explained(table, placed, alike)
            if found:
                return found + self._outlined_on(table, outlines(work), found, alike)
        return self._outlined(picture, outlines(work), alike)

    def _outlined_on(
        self, table: Table, quads: Sequence[Points], found: Sequence[Found], alike: dict[str, tuple[str, ...]]
    ) -> list[Found]:
        """Pieces whose outline has the right size on a known plane, where nothing else was found."""
        taken = list(found)
        sets = sorted(set(alike.values()))
        outlined: list[tuple[float, Placed | None, Found]] = []
        for quad in quads:
            if any(_shared(quad, other.quad) > _OVERLAP for other in found):
                continue
            flat = table.plane.on_table(quad)
            tries = []
            fits = False
            for faces in sets:
                for turns in _turns_that_fit(flat, self._sizes[faces[0]], _SIZE_SLACK):
                    fits = True
                    tries += self._tried(table, np.roll(quad, -turns, axis=0), faces)
            if tries:
                best = max(tries, key=lambda one: one.strength)
                outlined.append((best.strength, best, Found(table.quad(best), ())))
            elif fits:
                outlined.append((0.0, None, Found(quad, ())))
        return self._kept(table, outlined, taken, alike)

    def _tried(self, table: Table, quad: Points, faces: Sequence[str]) -> list[Placed]:
        """The likeliest faces in a quad, each moved to where it fits best."""
        width, height = self._sizes[faces[0]]
        corners = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
        matrix = cv2.getPerspectiveTransform(corners, quad.astype(np.float32))
        rivals = sorted(table.compared(faces, matrix), key=lambda one: -one.strength)[:3]
        return [table.settled(rival) for rival in rivals]

    def _kept(
        self,
        table: Table,
        outlined: list[tuple[float, Placed | None, Found]],
        taken: list[Found],
        alike: dict[str, tuple[str, ...]],
    ) -> list[Found]:
        kept: list[Found] = []
        for strength, placed, found in sorted(outlined, key=lambda one: (-one[0], -_area(one[2].quad))):
            if any(_shared(found.quad, other.quad) > _OVERLAP for other in [*taken, *kept]):
                continue
            free = table.free(placed) if placed else None
            if placed is not None and strength > _ACCEPTED_OUTLINE and _in_sight(placed, free) > _ACCEPTED_OUTLINE:
                named, ranked = self._named(table, placed, alike[placed.face], free, ())
                table.claim(named)
                kept.append(Found(table.quad(named), ranked))
            else:
                kept.append(Found(found.quad, ()))
        return kept

    def _outlined(self, picture: Shown, quads: Sequence[Points], alike: dict[str, tuple[str, ...]]) -> list[Found]:
        """Pieces whose outline alone shows where they lie: each is its own plane."""
        kept: list[Found] = []
        options = []
        for quad in quads:
            for faces in sorted(set(alike.values())):
                size = self._sizes[faces[0]]
                for turns in range(4):
                    turned = np.roll(quad, -turns, axis=0)
                    if not _of_shape(turned, size):
                        continue
                    corners = np.array([[0, 0], [size[0], 0], [*size], [0, size[1]]], np.float32)
                    plane = Tabletop(cv2.getPerspectiveTransform(turned.astype(np.float32), corners))
                    table = Table(picture, plane, self._prints, self._fine, self._sizes, _ANY_TINT)
                    options += [(one, table) for one in self._tried(table, turned, faces)]
        for one, table in sorted(options, key=lambda each: -each[0].strength):
            quad = table.quad(one)
            if one.strength < _ACCEPTED_OUTLINE or any(_shared(quad, other.quad) > _OVERLAP for other in kept):
                continue
            named, ranked = self._named(table, one, alike[one.face], table.free(one), ())
            kept.append(Found(table.quad(named), ranked))
        return kept

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
        near, gains = [], []
        for guess, fitted in strong:
            size = self._sizes[guess.face]
            close = _agreeing(plane, landmarks_near(picture, plane.laid(fitted), self._prints, guess.face, size, 6))
            if len(close.weights) >= _ENOUGH:
                near.append(close)
                patch = picture.patch(plane.laid(close), size, self._prints.frame(guess.face))
                gains.append(self._prints.gains(patch, guess.face))
        if not near:
            return Table(picture, plane, self._prints, self._fine, self._sizes, _ANY_TINT)
        balanced = Shown(tuple(_balanced(level, np.median(gains, axis=0)) for level in picture.levels))
        return Table(balanced, find_tabletop(near, shape), self._prints, self._fine, self._sizes, _LEFT_TINT)

    def _explained(self, table: Table, placed: list[Placed], alike: dict[str, tuple[str, ...]]) -> list[Found]:
        """The guesses that stand, the best first, each explaining its part of the picture."""
        found = []
        waiting = sorted(placed, key=lambda one: -one.strength)
        values = [one.strength for one in waiting]
        while waiting:
            best = int(np.argmax(values))
            one = waiting.pop(best)
            values.pop(best)
            free = table.free(one)
            value = _in_sight(one, free)
            if values and value < max(values) and value > _ACCEPTED:
                waiting.append(one)
                values.append(value)
                continue
            if value < _ACCEPTED or value < _FREE * one.strength:
                continue
            named, ranked = self._named(table, one, alike[one.face], free, placed)
            table.claim(named)
            found.append(Found(table.quad(named), ranked))
        return found

    def _named(
        self, table: Table, one: Placed, alike: Sequence[str], free: Image, placed: Sequence[Placed]
    ) -> tuple[Placed, Ranked]:
        """Every face of this size at this place: the best, and how likely each is."""
        rivals = {rival.face: rival for rival in table.compared(alike, one.matrix)}
        for other in placed:
            known = rivals.get(other.face)
            if known is not None and other.support and table.apart(one, other) < _NEAR:
                better = other if other.strength > known.strength else known
                rivals[other.face] = better._replace(support=max(other.support, known.support))
        order = sorted(rivals.values(), key=lambda each: -_in_sight(each, free) - _BY_LANDMARKS * each.support)
        least = _WORTH * _in_sight(order[0], free)
        worthy = [rival for rival in order[:_RIVALS] if _in_sight(rival, free) > least]
        best = [table.detailed(table.settled(rival)) for rival in worthy]
        # What any good rival sees is in sight: whoever does not fit there pays for it.
        sight = np.max([seen(rival.odds) for rival in best], axis=0) * free
        scores = [float((rival.detail * sight).sum()) + _BY_LANDMARKS * rival.support for rival in best]
        shares = np.exp((np.array(scores) - max(scores)) / _TEMPERATURE)
        shares /= shares.sum()
        ranking = np.argsort(-shares)
        ranked = tuple(FaceProbability(best[k].face, float(shares[k])) for k in ranking if shares[k] > 0.002)
        return best[int(ranking[0])], ranked

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


def _balanced(picture: Image, gains: Image) -> Image:
    table = np.clip(np.arange(256)[:, None] * gains[None, :], 0, 255).astype(np.uint8)
    return np.asarray(cv2.LUT(picture, table[:, None, :]))


def _in_sight(placed: Placed, free: Image) -> float:
    """What the cells in sight say that no other piece explains."""
    return float((np.where(seen(placed.odds), placed.odds, 0.0) * free).sum())


def _turns_that_fit(flat: Points, size: tuple[float, float], slack: float) -> list[int]:
    """By how many corners a quad on the table (mm) is to be turned to have this size; none: it has not."""
    sides = np.hypot(*(np.roll(flat, -1, axis=0) - flat).T)
    wanted = np.array([size[0], size[1], size[0], size[1]])
    return [turns for turns in range(4) if np.abs(np.log(np.roll(sides, -turns) / wanted)).max() < slack]


def _of_shape(quad: Points, size: tuple[float, float]) -> bool:
    sides = np.hypot(*(np.roll(quad, -1, axis=0) - quad).T)
    return bool(abs(np.log((sides[0] + sides[2]) / (sides[1] + sides[3]) * size[1] / size[0])) < _SHAPE_SLACK)


def _area(quad: Points) -> float:
    return float(cv2.contourArea(quad.astype(np.float32)))


def _shared(one: Points, other: Points) -> float:
    """The share of the smaller one that lies within the other."""
    area, _ = cv2.intersectConvexConvex(one.astype(np.float32), other.astype(np.float32))
    return float(area) / max(1.0, min(_area(one), _area(other)))
