"""Where a face may lie in a photograph, by features that agree on one place, turn and scale.

A Hough vote as in Lowe 2004 (section 7.3), but each match counts those that agree with it rather than a bin of a grid;
then weighted least squares on those that stay within a tolerance.
"""

from typing import NamedTuple

import numpy as np

from vision.geometry.homography import similarity
from vision.geometry.image import Image, Points
from vision.recognition.kinds import Size
from vision.recognition.landmarks import Features
from vision.stills.sift_features import FaceFeatures, Matches

_DRIFT = 0.16
"""Share of half a diagonal by which a feature may misplace the piece's middle."""
_TURN = 0.35
"""Radians (20 degrees) between two features that agree: a tilted camera turns them apart."""
_ZOOM = 0.5
"""Log of scale (1.65 times) between two that agree."""
_FEWEST = 2.2
"""Weight of matches that make a guess: three fair ones."""
_POINT = 0.1
"""Mm on the piece: features no farther apart lie at one point, which tells neither turn nor scale."""
_MOST_PER_FACE = 12
"""Places of one face."""
_TIGHT = 0.045
"""Share of the diagonal within which features lie of where the piece's place puts them."""
_MOST_MATCHES = 240
"""Matches of a face that vote: pairs grow with the square."""


class Guess(NamedTuple):
    """A face's place: from mm on the face to pixels (2 x 3), how much speaks for it, by which matches (indices)."""

    face: str
    matrix: Image
    support: float
    matches: Image


def guesses(known: FaceFeatures, seen: Features, matches: Matches, sizes: dict[str, Size]) -> list[Guess]:
    """Every place of every face on which some features agree, the best supported first."""
    votes = _votes(known, seen, matches, sizes)
    owners = known.owners[matches.known]
    order = np.argsort(owners, kind="stable")
    starts = np.searchsorted(owners[order], np.arange(len(known.faces) + 1))
    found: list[Guess] = []
    for index, face in enumerate(known.faces):
        mine = order[starts[index] : starts[index + 1]]
        if len(mine) > _MOST_MATCHES:
            mine = mine[np.argsort(-votes.weights[mine])[:_MOST_MATCHES]]
        if len(mine) > 1:
            found += _of_face(face, mine, votes, sizes[face])
    return sorted(found, key=lambda one: -one.support)


class _Votes(NamedTuple):
    """For each match what it says of its piece and where it lies.

    The piece's middle (px), turn (radians), log of pixels a mm and half diagonal (px); the match's weight, the
    features' numbers in the photograph and in the library, their places there (px) and there (mm).
    """

    middles: Points
    turns: Image
    zooms: Image
    reach: Image
    weights: Image
    seen: Image
    known: Image
    targets: Points
    places: Points


def _votes(known: FaceFeatures, seen: Features, matches: Matches, sizes: dict[str, Size]) -> _Votes:
    all_sizes = np.array([sizes[face] for face in known.faces])
    size = all_sizes[known.owners[matches.known]]
    zoom = seen.widths[matches.seen] / known.features.widths[matches.known]
    turn = seen.turns[matches.seen] - known.features.turns[matches.known]
    away = (size / 2 - known.features.places[matches.known]) * zoom[:, None]
    c, s = np.cos(turn), np.sin(turn)
    moved = np.stack([c * away[:, 0] - s * away[:, 1], s * away[:, 0] + c * away[:, 1]], axis=1)
    targets = seen.places[matches.seen]
    return _Votes(
        targets + moved,
        turn,
        np.log(zoom),
        np.hypot(size[:, 0], size[:, 1]) / 2 * zoom,
        matches.weights,
        matches.seen,
        matches.known,
        targets,
        known.features.places[matches.known],
    )


def _of_face(face: str, mine: Image, votes: _Votes, size: Size) -> list[Guess]:
    """The places of one face: those that agree most, taken out, again."""
    middles, turns, zooms, reach, weight, seen, known, targets, places = (part[mine] for part in votes)
    apart = sum((along[:, None] - along) ** 2 for along in middles.T)
    ways = np.column_stack([np.cos(turns), np.sin(turns)])
    # A spot far from the middle says less well where that is: twice the drift is allowed within the piece.
    agree = apart < (2 * _DRIFT * np.minimum(reach[:, None], reach)) ** 2
    agree &= ways @ ways.T > np.cos(_TURN)
    agree &= np.abs(zooms[:, None] - zooms) < _ZOOM
    agreeing = agree.astype(float)
    diagonal = float(np.hypot(*size))
    found: list[Guess] = []
    tried = np.zeros(len(mine), bool)
    for _ in range(_MOST_PER_FACE * 2):
        support = np.where(tried, 0.0, agreeing @ weight)
        best = int(support.argmax())
        if support[best] < _FEWEST or len(found) == _MOST_PER_FACE:
            break
        tried[best] = True
        chosen = agree[best] & (weight > 0)
        matrix = similarity(places[chosen], targets[chosen], weight[chosen])
        inside = chosen
        for tolerance in (2.5 * _TIGHT, 1.5 * _TIGHT, _TIGHT):
            scale = float(np.hypot(matrix[0, 0], matrix[1, 0]))
            error = np.hypot(*(places @ matrix[:, :2].T + matrix[:, 2] - targets).T)
            inside = (error < tolerance * diagonal * scale) & (weight > 0)
            if inside.sum() < 2:
                break
            matrix = similarity(places[inside], targets[inside], weight[inside])
        strength = _strength(seen[inside], known[inside], weight[inside])
        if strength < _FEWEST or np.ptp(places[inside], axis=0).max() < _POINT:
            continue
        found.append(Guess(face, matrix, strength, mine[inside]))
        weight[inside] = 0
    return found


def _strength(seen: Image, known: Image, weight: Image) -> float:
    """The weight of matches, each feature of either side counted once."""
    order = np.argsort(-weight)
    _, first = np.unique(seen[order], return_index=True)
    kept = order[first]
    order = kept[np.argsort(-weight[kept])]
    _, first = np.unique(known[order], return_index=True)
    return float(weight[order[first]].sum())
