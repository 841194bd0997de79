"""Zones where pieces lie anywhere, also on each other: what came, what went, what stayed.

A city's cards overlap so far that a still picture of them cannot be read reliably. So each piece's look is
kept from when it was laid, and a change is explained by trying which pieces have gone and where new ones
lie (analysis by synthesis).
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import partial
from types import MappingProxyType
from typing import NamedTuple

import numpy as np

from vision.geometry.difference import surroundings
from vision.geometry.image import Image
from vision.geometry.pose import Pose
from vision.live.comparison import Comparison
from vision.live.layers import SMALLEST_VIEW, Explanation, Layers, owners, stamps_of
from vision.live.pieces import Piece
from vision.live.proposals import propose
from vision.live.zones.reader import NewTrack, ZoneReader
from vision.live.zones.spread_anew import ReadAnew, renewed
from vision.live.zones.spread_first_look import lying_there
from vision.live.zones.spread_photograph import Photographs
from vision.live.zones.spread_pushed import FEWEST_IN_COLUMN, WORTH_MOVING, with_copies, with_pushed
from vision.live.zones.spread_returned import Returned
from vision.live.zones.spread_table import came_nothing, is_table
from vision.recognition.displacements import SURE, Named, Placing, around, name_piece
from vision.recognition.library import Library
from vision.recognition.naming import Recogniser, certainty
from vision.sighting import Stray, Zone

_SMALLEST_CHANGE = 60.0
"""mm²; a strip of 1 mm along a card's short side. Less is noise at edges."""
_SUSPECT_SHARE = 0.2
"""Share of what was seen of a piece that must have changed for it to be suspected of having gone."""
_SUSPECT_AREA = 150.0
"""Or so many mm² of it: a fifth of the strip (15 x 55 mm) that shows of a card."""
_SHOWS_A_PUSH = 300.0
"""mm² of a piece that must show, so that it tells whether the piece was pushed: a third of a strip."""
_STILL = 0.25
"""What a mm² of it leaves unexplained on average, less than which it was not pushed: less in 58 of 59 looks at cards
that lay still, a new one beside or on them (one game in cruel light); of pushed ones 0.35 and more."""
_MOST_SUSPECTS = 10
"""More pieces than that do not go at once, and each doubles the explanations."""
_MOST_NEW = 4
"""More pieces than that do not come between two still moments."""
_MARGIN = 12.0
"""mm around a change that are looked at: the edge of a card that hardly differs from its ground."""
_KNOWN = 0.5
"""Probability from which on a new piece has a name: likelier than not."""
_SAME_PIECE_MM = 14.0
"""A piece of the same face so close to where one went is that one, pushed: less than a strip (15 mm)."""
_MOST_NAMED = 3
"""Naming takes longest: only so many of the best rough places are named."""
_ROUGHLY = 900.0
"""mm² by which a rough place may be costlier than doing without it: naming moves it closer. Chosen by hand; the
rehearsals of docs/measurements.md hold with it."""
_STRANGER_COST = 700.0
"""mm² that a piece without a name must explain more than one with. Chosen by hand; the rehearsals of
docs/measurements.md hold with it."""
_WORTH_ADDING, _WORTH_ADDING_FIRST = 150.0, 250.0
"""A new piece costs as much (the first one hides no other new one), and so must explain more than that."""
_NUDGED_MM = 5.0
"""Two cards of a face are never laid closer than that on each other: then it is one and the same, pushed."""
_NUDGE_GAIN = 150.0
"""By which one piece that was pushed is likelier than one that went and another of its face that came close by."""

_TURNED_FURTHER = -8.0, 8.0
"""Degrees by which a piece may lie turned against the place where it was named: more than its picture tells (6)."""
_BESIDE_TURNED = 1.5
"""Millimetres beside that place at which it is tried, too."""
_WHOLE = 0.97
"""Share of a piece that must be seen for it to lie open: its rim is lost to rounding at one pixel a mm."""


class _Weighing(NamedTuple):
    """With what explanations are weighed, the pieces that may have gone, and those that lie elsewhere."""

    layers: Layers
    suspects: Sequence[int]
    moved: Mapping[int, Pose] = MappingProxyType({})


class SpreadReader(ZoneReader):
    """Reads a spread zone from its last reading and a change."""

    def __init__(self, library: Library, recogniser: Recogniser) -> None:
        self._library = library
        self._recogniser = recogniser
        self._placed = Placing(library, recogniser)
        self._read_anew = ReadAnew(library, self._placed)
        self._returned = Returned()
        self._photographs = Photographs(library, self._placed.shows_print)

    def read(
        self, zone: Zone, comparison: Comparison, before: Sequence[Piece] | None, new_track: NewTrack
    ) -> tuple[Piece, ...]:
        """As ``ZoneReader``."""
        comparison = comparison.beside_piles()
        if before is None:
            return self._first_look(zone, comparison, new_track)
        before, comparison = self._read_anew(zone, comparison, before)
        before, comparison = self._returned(zone, comparison, before)
        pieces = self._changes(zone, comparison, before, new_track)
        self._returned.note(zone, before, pieces)
        known = {piece.track for piece in before}
        pieces = tuple(piece for piece in pieces if not is_table(piece, comparison, new=piece.track not in known))
        if comparison.idle and zone.name in self.waiting:
            return self._photographs.looked_over(
                zone.name, pieces, partial(self._first_look, zone, comparison), new_track
            )
        return self._named_again(zone, comparison, pieces) if comparison.reread else pieces

    def renew(self, zone: Zone, comparison: Comparison, pieces: Sequence[Piece]) -> tuple[Piece, ...]:
        """As ``ZoneReader``: the light on a city changes, and less and less of its lower cards is seen."""
        if not comparison.changed[comparison.area(zone.x, zone.y, zone.width, zone.height)].any():
            return tuple(pieces)
        owner = owners(stamps_of(pieces), comparison.bare_known.shape)
        return tuple(renewed(piece, owner == index, comparison) for index, piece in enumerate(pieces))

    @property
    def waiting(self) -> frozenset[str]:
        """As ``ZoneReader``."""
        return self._photographs.waiting

    def _first_look(self, zone: Zone, comparison: Comparison, new_track: NewTrack) -> tuple[Piece, ...]:
        """The pieces of a zone of which nothing is remembered, as far as one picture tells."""
        return lying_there(
            zone,
            comparison,
            self._library,
            self._photographs.reader,
            name=lambda pose, faces: self.name(comparison.sheet, pose, faces),
            new_track=new_track,
        )

    def _changes(
        self, zone: Zone, comparison: Comparison, before: Sequence[Piece], new_track: NewTrack
    ) -> tuple[Piece, ...]:
        """What came, went and was pushed since."""
        whole = comparison.area(zone.x, zone.y, zone.width, zone.height)
        changed = np.zeros_like(comparison.changed)
        changed[whole] = comparison.changed[whole]
        if changed.sum() < _SMALLEST_CHANGE:
            return tuple(before)
        area = surroundings(changed, _MARGIN)
        layers = Layers(comparison, before, area)
        best = self._explain(zone, comparison, layers, changed[area])
        self._photographs.note(zone, comparison, best, area)
        return self._settle(comparison, before, best, new_track)

    def _named_again(self, zone: Zone, comparison: Comparison, pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        """The same pieces; those that lie open and are not sure yet named by a better picture, if that says more.

        One that is found to lie as good as exactly where another one of its face does is that one, seen twice.
        """
        if all(piece.sure for piece in pieces):
            return pieces
        owner = owners(stamps_of(pieces), comparison.bare_known.shape)
        found = []
        for index, piece in enumerate(pieces):
            if not piece.sure and _is_open(piece, index, owner):
                named = self.name(comparison.sheet, piece.pose, _candidates(zone, piece))
                if named.certainty > certainty(piece.faces):
                    if _nudged([one for one in pieces if one is not piece], [named]):
                        continue
                    picture = comparison.remembered(named.pose)
                    found.append(Piece(piece.track, named.pose, named.faces, picture))
                    continue
            found.append(piece)
        return tuple(found)

    def _explain(self, zone: Zone, comparison: Comparison, layers: Layers, changed: Image) -> Explanation:
        suspects = _suspects(layers, changed)
        first = np.minimum(comparison.apart[layers.area], 1.0) * changed
        came = self._with_new(zone, comparison, _Weighing(layers, suspects), first)
        found = self._relaid(comparison, layers, suspects, _needed(layers, suspects, came))
        # Where so many have gone at once from a table that nobody saw beneath them, that explains whatever lies there.
        many = len(found.gone) >= FEWEST_IN_COLUMN
        nameless = any(not one.faces for one in found.new)
        if many or nameless or (_left(found) and _pushed(layers.pieces, found.new)):
            # A card was pushed, and another was laid over it: what shows of the other is clear once that is known.
            alone = with_pushed(comparison.sheet, layers, suspects, _removals(_Weighing(layers, []), ()))
            if not alone.moved:
                return found
            rest = [index for index in suspects if index not in alone.moved]
            came = self._with_new(zone, comparison, _Weighing(layers, rest, alone.moved), first)
            if came.cost < min(found.cost, with_copies(layers, found).cost) - WORTH_MOVING:
                return came
        return found

    def _with_new(self, zone: Zone, comparison: Comparison, weighing: _Weighing, first: Image) -> Explanation:
        """The best explanation by pieces that came and went; ``first``: how surely each mm has changed."""
        best = _removals(weighing, ())
        for _ in range(_MOST_NEW):
            if float(best.apart.sum()) < (_WORTH_ADDING if best.new else _WORTH_ADDING_FIRST):
                break
            residual = np.minimum(best.apart * 1.2, 1.0) * (best.apart > 0.35)
            strengths = (residual, first) if not best.new else (residual,)
            better = self._addition(zone, comparison, weighing, best, strengths)
            if better is None:
                break
            best = better
        return best

    def _relaid(self, comparison: Comparison, layers: Layers, suspects: list[int], best: Explanation) -> Explanation:
        """The same with pieces found again close by, where that explains more of what this leaves in doubt."""
        named = [one for one in best.new if one.faces]
        doubtful = len(named) < len(best.new) or _left(best) or _pushed(layers.pieces, best.new) > 0
        if not suspects or not doubtful or _lie_still(layers, suspects, best):
            return best
        return with_pushed(comparison.sheet, layers, suspects, best)

    def _addition(
        self, zone: Zone, comparison: Comparison, weighing: _Weighing, best: Explanation, strengths: Sequence[Image]
    ) -> Explanation | None:
        """The best explanation with one more new piece, if it is better than without; by one of a sure name, if any."""
        layers = weighing.layers
        better = None
        for cost, pose, stray in self._rough(zone, weighing, best, strengths):
            if cost > best.cost + _ROUGHLY:
                break
            named = self.name(comparison.sheet, pose, (stray.face,) if stray else zone.faces)
            trial = _removals(weighing, (*best.new, named))
            sure = named.certainty > SURE
            if trial.cost >= (best if sure else better or best).cost or not (
                named.faces or _begins_in(zone, named.pose)
            ):
                continue
            if (stray and named.certainty <= _KNOWN) or comparison.is_of_pile(named.pose):
                continue
            if not stray and came_nothing(named, layers, comparison, self._placed.shows_print):
                # Something has gone from there, and how the table looked beneath it was not known.
                continue
            if sure:
                return trial
            better = trial
        return better

    @staticmethod
    def _rough(
        zone: Zone, weighing: _Weighing, best: Explanation, strengths: Sequence[Image]
    ) -> list[tuple[float, Pose, Stray | None]]:
        """Where a new piece, or one that does not belong here, may lie, by what it leaves unexplained: least first."""
        area = weighing.layers.area
        offset = (float(area[1].start), float(area[0].start))

        def weighed(pose: Pose) -> float:
            # Rough places are weighed first, for naming takes longest.
            return _removals(weighing, (*best.new, Named(pose, ()))).cost

        poses: list[Pose] = []
        for strength in strengths:
            for pose in propose(np.asarray(strength, np.float32), offset, zone.piece):
                if not any(_close(pose, other) for other in poses):
                    poses.append(pose)
        rough = sorted((weighed(pose), pose) for pose in poses)[:_MOST_NAMED]
        found: list[tuple[float, Pose, Stray | None]] = [(*one, None) for one in rough]
        for stray in zone.strays:
            strength = np.asarray(strengths[0], np.float32)
            found += [
                (weighed(pose), pose, stray) for pose in propose(strength, offset, (stray.width, stray.height), most=1)
            ]
        return sorted(found, key=lambda one: one[0])

    def name(self, sheet: Image, pose: Pose, candidates: Sequence[str]) -> Named:
        """Name a newly laid piece about this place and find its place exactly."""
        # Most often it lies almost there: its picture then shows where exactly, and many places need not be tried.
        rough = name_piece(sheet, [pose, pose._replace(turn=pose.turn + 180)], candidates, self._recogniser)
        placed = self._placed(sheet, rough, candidates)
        if placed.certainty > SURE and placed.pose != rough.pose:
            return placed
        poses = around(pose, 2.5, 2)
        poses += [one._replace(turn=one.turn + 180) for one in around(pose, 2.5, 1)]
        named = name_piece(sheet, poses, candidates, self._recogniser)
        placed = self._placed(sheet, named, candidates) if named.certainty > SURE else named
        if placed.certainty > SURE and placed.pose != named.pose:
            return placed
        if not named.faces:
            return Named(pose, ())
        # Its picture does not lie on it yet: turned further, or hardly to be seen.
        named = name_piece(sheet, around(named.pose, 1.0, 1, (0.0, -4.0, -2.0, 2.0, 4.0)), candidates, self._recogniser)
        if named.certainty >= _KNOWN:
            named = self._turned(sheet, named, candidates)
        return named if named.certainty >= _KNOWN else Named(pose, ())

    def _turned(self, sheet: Image, named: Named, candidates: Sequence[str]) -> Named:
        """A piece whose picture does not lie on it: where it lies turned further, if its print is found there."""
        placed = self._placed(sheet, named, candidates)
        if placed is not named:
            return placed
        for turn in _TURNED_FURTHER:
            # Where it looked most like itself while it was sought askew it lies a little beside, too.
            askew = around(named.pose.moved(0.0, 0.0, turn), _BESIDE_TURNED, 1)
            turned = name_piece(sheet, askew, candidates, self._recogniser)
            placed = self._placed(sheet, turned, candidates)
            if placed is not turned and self._placed.shows_print(sheet, placed):
                return placed
        return named

    def _settle(
        self, comparison: Comparison, pieces: Sequence[Piece], best: Explanation, new_track: NewTrack
    ) -> tuple[Piece, ...]:
        """The pieces that stayed, then those that came; one that was only pushed keeps its track."""
        gone = best.gone | _nudged(pieces, best.new)
        # What was pushed keeps its track, its place between the others and its picture: little of it may be seen.
        stayed = [
            replace(piece, pose=best.moved.get(index, piece.pose))
            for index, piece in enumerate(pieces)
            if index not in gone
        ]
        went = [pieces[index] for index in sorted(gone)]
        for named in best.new:
            face = named.faces[0].face if named.faces else None
            pushed = next((one for one in went if one.face == face and _near(one.pose, named.pose)), None)
            if pushed is not None:
                went.remove(pushed)
            number = pushed.track if pushed else new_track()
            stayed.append(Piece(number, named.pose, named.faces, comparison.remembered(named.pose)))
        return tuple(stayed)


def _begins_in(zone: Zone, pose: Pose) -> bool:
    """Whether a piece's middle lies in a zone: what only reaches in and has no name is another's."""
    return zone.x <= pose.x <= zone.x + zone.width and zone.y <= pose.y <= zone.y + zone.height


def _candidates(zone: Zone, piece: Piece) -> tuple[str, ...]:
    """The faces that a piece of a zone may show: its own alone where it does not belong there."""
    return (piece.face,) if piece.face and any(stray.face == piece.face for stray in zone.strays) else zone.faces


def _suspects(layers: Layers, changed: Image) -> list[int]:
    """Pieces that may have gone: much of what was seen of them has changed; most changed first."""
    shares = []
    for index in range(len(layers.pieces)):
        mine = layers.owner == index
        seen = int(mine.sum())
        share = float(changed[mine].mean()) if seen else 0.0
        if seen >= SMALLEST_VIEW and (share > _SUSPECT_SHARE or share * seen > _SUSPECT_AREA):
            shares.append((share, index))
    found = [index for _, index in sorted(shares, reverse=True)[:_MOST_SUSPECTS]]
    # What bares the table has taken what lay hidden beneath, too.
    return [*found, *layers.beneath(found)][:_MOST_SUSPECTS]


def _removals(weighing: _Weighing, new: tuple[Named, ...]) -> Explanation:
    """The best choice of pieces that have gone, given those that have come and those that lie elsewhere."""
    layers, suspects, moved = weighing
    poses = [named.pose for named in new]
    strangers = _strangeness(new)
    # A piece that was pushed while another hid it has not changed where it was seen, but lies elsewhere.
    others = (index for index in range(len(layers.pieces)) if index not in suspects and index not in moved)
    suspects = [*suspects, *(index for index in others if _pushed([layers.pieces[index]], new))]

    def weighed(gone: frozenset[int]) -> tuple[float, Image]:
        cost, apart = layers.explain(gone, poses, moved)
        return cost - _NUDGE_GAIN * _pushed([layers.pieces[index] for index in gone], new), apart

    cost, apart = weighed(frozenset())
    best = Explanation(cost + strangers, frozenset(), new, apart, dict(moved))
    stacks = [frozenset((index, *hidden)) for index in suspects if (hidden := layers.beneath((index,)))]
    while True:
        trials = [frozenset(best.gone ^ {index}) for index in suspects]
        trials += [best.gone | stack for stack in stacks if not stack <= best.gone]
        if not best.gone and len(suspects) > 1:
            trials.append(frozenset(suspects))
        costs = [(weighed(gone), gone) for gone in trials]
        if not costs:
            return best
        (cost, apart), gone = min(costs, key=lambda one: one[0][0])
        if cost + strangers >= best.cost - 1:
            return best
        best = Explanation(cost + strangers, gone, new, apart, dict(moved))


def _needed(layers: Layers, suspects: Sequence[int], best: Explanation) -> Explanation:
    """The same without the new pieces that later ones have made needless: the first guess may lie half beside."""
    for named in best.new if len(best.new) > 1 else ():
        without = _removals(_Weighing(layers, suspects), tuple(one for one in best.new if one is not named))
        if without.cost < best.cost:
            best = without
    return best


def _left(best: Explanation) -> bool:
    """Whether more is left unexplained than a new piece must explain."""
    return float(best.apart.sum()) >= _WORTH_ADDING_FIRST


def _lie_still(layers: Layers, suspects: Sequence[int], best: Explanation) -> bool:
    """Whether all that may have gone lie where they lay, and what came has a name: what shows of them looks as it did.

    A new card that covers a part of one changes that part alone; its shadow on the table about it is no push.
    """
    named = bool(best.new) and all(one.faces for one in best.new)
    if not named or best.gone or _pushed(layers.pieces, best.new):
        return False
    shown = [layers.shown(index, [one.pose for one in best.new]) for index in suspects]
    return all(one.sum() >= _SHOWS_A_PUSH and float(best.apart[one].mean()) < _STILL for one in shown)


def _pushed(pieces: Sequence[Piece], new: Sequence[Named]) -> int:
    """How many of the new pieces may be one of these, pushed a little."""
    return sum(
        any(piece.face == named.faces[0].face and _near(piece.pose, named.pose) for piece in pieces)
        for named in new
        if named.faces
    )


def _strangeness(new: Sequence[Named]) -> float:
    """The price of new pieces that nobody can name: more likely something else has happened."""
    return _STRANGER_COST * sum(not named.faces for named in new)


def _nudged(pieces: Sequence[Piece], new: Sequence[Named]) -> set[int]:
    """Pieces (indices) that a new one with the same face covers as good as exactly: nobody lays cards like that."""
    return {
        index
        for index, piece in enumerate(pieces)
        for named in new
        if named.faces and named.faces[0].face == piece.face and named.pose.distance(piece.pose) < _NUDGED_MM
    }


def _close(one: Pose, other: Pose) -> bool:
    turn = abs((one.turn - other.turn + 90) % 180 - 90)
    return abs(one.x - other.x) < 2.5 and abs(one.y - other.y) < 2.5 and turn < 4


def _near(one: Pose, other: Pose) -> bool:
    return one.distance(other) < _SAME_PIECE_MM


def _is_open(piece: Piece, index: int, owner: Image) -> bool:
    """Whether nothing lies on a piece (``owner``: see ``layers.owners``)."""
    mark = piece.stamp.within(owner.shape)
    return bool((owner[mark.rows, mark.columns][mark.mask] == index).mean() > _WHOLE)
