"""Pieces that were only pushed: each that may have gone stays, went, or lies elsewhere close by; weighed together.

Whoever nudges one card of a column moves what shows of it and of its neighbours. Card by card that looks as if one had
gone, or as if its equal neighbour were the one that lies there now. So all that have changed are weighed in one
explanation, in which each piece lies in one place at most and no two of a face in the same.
"""

import math
from collections.abc import Iterator, Mapping, Sequence
from itertools import cycle, islice

from vision.geometry.image import Image
from vision.geometry.pose import Pose
from vision.live.layers import Explanation, Layers
from vision.live.pieces import Piece
from vision.live.zones.spread_strips import NEAR_MM, found_again, places_near
from vision.recognition.displacements import Named

WORTH_MOVING = 100.0
"""mm² by which pushed pieces must explain more than gone and new ones. Chosen by hand; the rehearsals of
docs/measurements.md hold with it."""
_TAKEN_MM = 5.0
"""Two cards of a face are never so close: strips of 14 mm and more, less the 8 mm by which a nudge moves a card."""
_LEAST_GAIN = 1.0
"""mm²: less is no better explanation."""
_MOST_ROUNDS = 4
"""Each piece is looked at so often: another one's place may depend on it."""
_FOUND_WHOLE = 700.0
"""mm² by which a column of which each card is found again, in its order, may explain less than that some of them went:
as much as a piece costs that nobody can name."""
FEWEST_IN_COLUMN = 4
"""Cards that have changed together before a column may have been laid anew: it is when it is full."""
_STEPS = ((1.0, 1.5), (0.5, 0.75))
"""mm and degrees by which a place is made exact: a strip tells a turn to 2 degrees, all that shows tells it better."""
_WORTH_A_STEP = 10.0
"""mm² by which a step must explain more: a third of what half a mm bares along a card's short side."""
_STILL = 1.0, 1.0
"""mm and degrees by which a strip is found beside where it is: a mat's scale, and the steps in which it is sought."""
_HOPELESS = 500.0
"""mm² by which a rough place may explain less than nothing, or than another one: 3 mm of a card's length and width
beside it, twice."""
_SHOWN = (4.0, 7.0, 10.0, 13.0)
"""mm that may show of a card of a column whose strip is not found: less than one, or one that is hardly to be seen."""
_MOST_STEPS = 6
"""So often each way at each size: what a strip says is not further off."""


def with_pushed(sheet: Image, layers: Layers, suspects: Sequence[int], best: Explanation) -> Explanation:
    """The same with pieces found again close by, where that explains more.

    ``sheet``: the rectified mat now. ``suspects``: the pieces (indices) that may have gone.
    """
    plain = with_copies(layers, best)
    anew = [one for one in _column(sheet, layers, suspects, plain) if one.cost < plain.cost - WORTH_MOVING]
    # Of a column that was laid anew each card lies where it was found again: beside others that lie elsewhere, too,
    # nothing tells where one alone would lie.
    again = min(anew, key=_cost).moved if anew else {}
    places = {index: (again[index],) if index in again else _places(sheet, layers, plain, index) for index in suspects}
    found = min((_settled(layers, places, start) for start in anew or (plain,)), key=_cost)
    # A strip is known in any light, and so is the order of a column: what is found whole may look a little otherwise.
    whole = bool(again) and again.keys() >= set(suspects) and not found.gone
    worth = min(best.cost, plain.cost) + (_FOUND_WHOLE if whole else -WORTH_MOVING)
    return found if found.cost < worth else best


def with_copies(layers: Layers, best: Explanation) -> Explanation:
    """The same, where each new piece with a twin close by must look like it, as a pushed one must.

    Only so weighed can it be compared with pushed pieces, of which all that shows is expected. What came without a name
    is left out.
    """
    return _weighed(layers, best.gone, tuple(one for one in best.new if one.faces), best.moved)


def _places(sheet: Image, layers: Layers, plain: Explanation, index: int) -> tuple[Pose, ...]:
    """Where a piece may lie now: where something like its upper strip is seen, or a new one of its face was found."""
    piece = layers.pieces[index]
    same = (one.pose for one in plain.new if _alike(one, layers, index))
    rough = (*(pose for pose in same if pose.distance(piece.pose) < NEAR_MM), *places_near(sheet, piece))
    lying = [_lying(layers, plain, index, pose) for pose in rough]
    least = min((plain.cost, *(one.cost for one in lying)))
    # Where it is found as good as where it lay, and that explains no more, it has not been pushed.
    other = [one for one in lying if one.cost < plain.cost or not _lies_still(piece.pose, one.moved[index])]
    exact = (one if one.cost > least + _HOPELESS else _exactly(layers, plain, index, one) for one in other)
    return tuple(pose for one in exact if (pose := one.moved[index]).distance(piece.pose) < NEAR_MM)


def _lies_still(pose: Pose, now: Pose) -> bool:
    return pose.distance(now) < _STILL[0] and abs(pose.turn - now.turn) < _STILL[1]


def _exactly(layers: Layers, plain: Explanation, index: int, best: Explanation) -> Explanation:
    """The place about a rough one at which a piece explains most: step by step, as long as one explains more."""
    for by, turn in _STEPS:
        steps = ((by, 0.0, 0.0), (0.0, by, 0.0), (0.0, 0.0, turn), (-by, 0.0, 0.0), (0.0, -by, 0.0), (0.0, 0.0, -turn))
        in_vain = 0
        for step in islice(cycle(steps), _MOST_STEPS * len(steps)):
            trial = _lying(layers, plain, index, best.moved[index].moved(*step))
            best, in_vain = (trial, 0) if trial.cost < best.cost - _WORTH_A_STEP else (best, in_vain + 1)
            if in_vain == len(steps):
                break
    return best


def _lying(layers: Layers, now: Explanation, index: int, pose: Pose) -> Explanation:
    """One piece lies there; no new one of its face came there."""
    new = tuple(one for one in now.new if one.pose.distance(pose) > _TAKEN_MM or not _alike(one, layers, index))
    return _weighed(layers, now.gone - {index}, new, now.moved | {index: pose})


def _column(sheet: Image, layers: Layers, suspects: Sequence[int], plain: Explanation) -> Iterator[Explanation]:
    """A whole column laid anew: its cards lie wherever their strips are found again, further off than a push."""
    if len(suspects) < FEWEST_IN_COLUMN:
        return
    old = sorted(suspects)
    named = [one.pose for one in plain.new if one.faces and not any(_alike(one, layers, index) for index in old)]
    again = found_again(sheet, layers.area, [layers.pieces[index] for index in old], named)
    there = {old[k]: pose for k, pose in again.items()}
    gone = frozenset(old)
    moved = {index: pose for index, pose in there.items() if not _taken(layers.pieces, gone, there, index, pose)}
    # What is not found again has gone, or it lies where it lay: the column beside it was laid over its edge.
    lost = gone.difference(moved)
    for went in {lost, lost & plain.gone}:
        yield _less_shown(layers, _weighed(layers, went, plain.new, moved))


def _less_shown(layers: Layers, now: Explanation) -> Explanation:
    """The same with those cards that are not found since less than a strip shows of them: above what covers them.

    Or about where they lay, if more shows of them.
    """
    for index in sorted(now.gone, reverse=True):
        over = min((k for k in now.moved if k > index and _in_one_column(layers.pieces, index, k)), default=None)
        if over is not None:
            pose = now.moved[over]
            across, up = math.sin(math.radians(pose.turn)), math.cos(math.radians(pose.turn))
            rough = (_lying(layers, now, index, pose.moved(by * across, -by * up)) for by in _SHOWN)
            stayed = _lying(layers, now, index, layers.pieces[index].pose)
            starts = min(rough, key=_cost), stayed
            found = min((_exactly(layers, now, index, start) for start in starts), key=_cost)
            twin = _taken(layers.pieces, now.gone, now.moved, index, found.moved[index])
            # Where all others are found, nobody took one from beneath them.
            least = _LEAST_GAIN if len(now.gone) == 1 else WORTH_MOVING
            now = found if found.cost < now.cost - least and not twin else now
    return now


def _in_one_column(pieces: Sequence[Piece], one: int, other: int) -> bool:
    """Whether two pieces lay in one column of cards."""
    return abs(pieces[one].pose.x - pieces[other].pose.x) < pieces[one].pose.width / 2


def _settled(layers: Layers, places: Mapping[int, Sequence[Pose]], start: Explanation) -> Explanation:
    """The best explanation that is reached from one by letting piece after piece stay, go, come or lie elsewhere."""
    now = start
    for _ in range(_MOST_ROUNDS):
        before = now
        for index in places:
            now = min((now, *_otherwise(layers, places[index], now, index)), key=_cost)
        # What was taken for a new one may be all that a pushed one has bared.
        now = min((now, *(_weighed(layers, now.gone, _but(one, now.new), now.moved) for one in now.new)), key=_cost)
        if now.cost > before.cost - _LEAST_GAIN:
            break
    return now


def _otherwise(layers: Layers, places: Sequence[Pose], now: Explanation, index: int) -> Iterator[Explanation]:
    """What else may have become of one piece; where it lies now, no new one of its face came."""
    moved = {other: pose for other, pose in now.moved.items() if other != index}
    without = now.gone - {index}
    if index in now.moved or index in now.gone:
        yield _weighed(layers, without, now.new, moved)
    if index not in now.gone:
        yield _weighed(layers, without | {index}, now.new, moved)
    for pose in places:
        if not _taken(layers.pieces, now.gone, now.moved, index, pose):
            yield _lying(layers, now, index, pose)


def _but(one: Named, new: Sequence[Named]) -> tuple[Named, ...]:
    return tuple(other for other in new if other is not one)


def _alike(named: Named, layers: Layers, index: int) -> bool:
    return bool(named.faces) and named.faces[0].face == layers.pieces[index].face


def _cost(one: Explanation) -> float:
    return one.cost


def _weighed(layers: Layers, gone: frozenset[int], new: tuple[Named, ...], moved: Mapping[int, Pose]) -> Explanation:
    """As ``Layers.explain``; a new piece with a twin close by must look like it: so is a push told from another one."""
    twins = [_twin(layers, one) for one in new]
    copies = tuple((index, one.pose) for index, one in zip(twins, new, strict=True) if index is not None)
    others = [one.pose for index, one in zip(twins, new, strict=True) if index is None]
    cost, apart = layers.explain(gone, others, moved, copies)
    return Explanation(cost, gone, new, apart, dict(moved))


def _twin(layers: Layers, one: Named) -> int | None:
    """The nearest piece (index) of a new one's face, if it lies so close that it may be that one, pushed."""
    alike = [index for index in range(len(layers.pieces)) if _alike(one, layers, index)]
    nearest = min(alike, key=lambda index: layers.pieces[index].pose.distance(one.pose), default=None)
    return nearest if nearest is not None and layers.pieces[nearest].pose.distance(one.pose) < NEAR_MM else None


def _taken(pieces: Sequence[Piece], gone: frozenset[int], moved: Mapping[int, Pose], index: int, pose: Pose) -> bool:
    """Whether another piece of the same face lies there."""
    return any(
        other.face == pieces[index].face and moved.get(k, other.pose).distance(pose) < _TAKEN_MM
        for k, other in enumerate(pieces)
        if k != index and (k in moved or k not in gone)
    )
