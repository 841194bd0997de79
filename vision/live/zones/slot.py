"""Zones with one spot on which at most one card lies, parts of it covered by cards of later zones of this kind.

A structure of cards is read from the last one laid to the first: what lies on a card is known before it is read, and
only what is seen of it speaks.
"""

from collections.abc import Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.geometry.alignment import align, uncovered
from vision.geometry.image import Image
from vision.geometry.pose import Pose
from vision.live.comparison import Comparison
from vision.live.pieces import Piece
from vision.live.zones.printed_spot import OCCUPIED, SAME_PICTURE, is_burnt_out
from vision.live.zones.reader import NewTrack, ZoneReader
from vision.recognition.displacements import LIES_THERE, SURE, Named, Placing, around, name_piece
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser, Recogniser, certainty, look_closely
from vision.recognition.paper import is_printed
from vision.sighting import Zone

_LEAST_OPEN = 0.08
"""Share of a card that must be seen to say anything of it: a strip of 5 mm."""
_OPEN = 0.97
"""From this share on a card lies open: its rim is lost to rounding."""
_UNTOUCHED = 0.02
"""Share of what is seen that noise alone changes."""
_BARE = 0.2
"""Share of what is seen that may differ from the bare mat where nothing lies (a neighbour's edge)."""
_COVERED = 0.75
"""Share of what is seen that differs from the bare mat where a card lies: its own edge may lie a little beside."""
_STAYED = 0.6
"""Less than that of what is seen has changed: the card that lay there still does, whatever covers or bares a part."""
_PLAIN = 0.7
"""Share of the contrast of print (``paper``) below which a place is plainly paper."""
_PARTS, _PART_OPEN, _LIKE_TABLE = 3, 0.5, 0.9
"""Parts of a card's height; how much of one must be seen; the share of it that has the table's colours where no card
lies (of empty places at least 0.96, of cards at most 0.5 over their whole height: both boxes, three scenes)."""
_TURNS = (-2.0, 2.0)
"""Degrees by which a card is tried to be turned."""
_NUDGE_MM, _NUDGES, _CLOSER = 1.2, 2, 1.2
"""A card is laid less exactly than that; then it is tried so far to each side, and once more where that made it so many
times likelier: what no enrolled card lies under stays as unlikely as it was (1 to 2 hundredths)."""
_ROWS_MM = tuple(by for near in range(2, 15, 2) for by in (-near, near))
"""How far up or down a card may lie from its slot on an open table, where how far rows are apart may be a guess."""
_ROWS_CLOSELY = 4
"""Of these the places that are looked at closely, the best at a glance first: of four cards found so the glance had
two as the first, one as the second and one as the fourth of 14 (four filmed games, 360 moves)."""
_ROUGHLY_MM = (0.0, -4.0, 4.0, -8.0, 8.0, -12.0, 12.0)
"""The same, where it is not clear yet whether a card lies there: what is named at all is looked at closely."""


class SlotReader(ZoneReader):
    """Reads one slot by what of it lies open (``Comparison.above``)."""

    def __init__(self, library: Library, recogniser: Recogniser) -> None:
        self._library, self._recogniser = library, recogniser
        self._placed, self._closely = Placing(library, recogniser), LibraryRecogniser(library)

    def read(
        self, zone: Zone, comparison: Comparison, before: Sequence[Piece] | None, new_track: NewTrack
    ) -> tuple[Piece, ...]:
        """As ``ZoneReader``."""
        (spot,) = zone.spots
        start = Pose(spot.x, spot.y, 0.0, spot.width, spot.height)
        lay = before[0] if before else None
        opened = _opened(lay.pose if lay else start, comparison)
        if float(opened.mean()) < _LEAST_OPEN:
            return tuple(before or ())
        known = before is not None and comparison.has_history and not comparison.reread and not comparison.idle
        changed = _share(comparison.changed, lay.pose if lay else start, opened)
        unchanged = changed < _UNTOUCHED and before is not None and (known or (lay is not None and lay.sure))
        # A card may have gone while no motion was seen over its slot: when nobody waits, that is looked for too.
        bare = (comparison.idle or not unchanged) and _is_bare(start, opened, comparison)
        # A card that lies face down would be sought at many places in vain, whenever one is taken from it.
        sought = lay if known and not bare and lay and not lay.sure else None
        near = self._come_to_light(sought, zone.faces, opened, comparison) if sought else Named(start, ())
        if (unchanged and not bare) or near is None:
            return tuple(before or ())
        # What is known and looks as it did has not gone, although a cloth has its colours; nor is bare what has changed
        # all over and has them only in a part, or does not look as it did bare and has a card's print.
        come = bare and _has_come(start, opened, comparison)
        perhaps = bare and not come and changed >= _STAYED and _may_have_come(start, opened, comparison)
        near = self._roughly(comparison.sheet, start, zone.faces) if perhaps else near
        asked = not bare or come or bool(near.faces) or (lay is not None and lay.sure and changed < _STAYED)
        place = near.pose if near.faces or lay is None else lay.pose
        named = self._name(comparison, place, opened, zone.faces) if asked else Named(place, ())
        burnt_out = named.sureness < SURE and _is_burnt_out(place, opened, comparison)
        if asked and named.sureness < SURE and not burnt_out and comparison.is_open_table and not (lay and lay.sure):
            named = self._in_other_rows(comparison, named, place, zone.faces)
        told = named.certainty >= SURE and (come or (bool(near.faces) and self._shows_print(comparison.sheet, named)))
        if bare and not told and (lay is None or not _is_same(lay, named)):
            return ()
        known_face = named.certainty >= OCCUPIED
        # A reflection hides what it is: what lay there still does, until it is seen to have gone.
        hidden = not known_face and burnt_out
        stayed = lay if lay is None or hidden else _stayed(lay, named, changed)
        if stayed is not None:
            return (replace(stayed, hidden=hidden),)
        if lay is None and not known_face and not hidden and not _is_covered(start, opened, comparison):
            # A card that was just laid beneath reaches in.
            return ()
        pose, faces = (named.pose, named.faces) if known_face else (start, ())
        return (Piece(new_track(), pose, faces, pose.cut(comparison.sheet), hidden=hidden),)

    def _come_to_light(self, lay: Piece, faces: Sequence[str], opened: Image, comparison: Comparison) -> Named | None:
        """Where to seek the face of a card that was not read; ``None`` where nothing new of it is to be read.

        So it is where what was seen of it looks as it did, and what has come to light shows no face at a quick look.
        """
        if not _looks_as_before(lay, opened, comparison):
            return Named(lay.pose, ())
        wholly_open = float(opened.mean()) > _OPEN and _share(comparison.bared, lay.pose, opened) > _UNTOUCHED
        near = self._roughly(comparison.sheet, lay.pose, faces) if wholly_open else Named(lay.pose, ())
        return near if near.certainty >= OCCUPIED else None

    def _name(self, comparison: Comparison, start: Pose, opened: Image, faces: Sequence[str]) -> Named:
        sheet, enrolled = comparison.sheet, self._enrolled(faces)
        if not enrolled:
            return Named(start, ())
        if float(opened.mean()) > _OPEN:
            # Light could make a pale card of bare paper, of which there is none on an open table, and of what is burnt
            # out.
            no_paper = comparison.is_open_table and not _is_burnt_out(start, opened, comparison)
            named = name_piece(sheet, [start], enrolled, self._recogniser, no_paper=no_paper)
            if named.certainty < SURE:
                tries = around(start, _NUDGE_MM, 1, (0.0, *_TURNS))
                named = name_piece(sheet, tries, enrolled, self._recogniser, no_paper=no_paper)
            return self._placed(sheet, named, enrolled) if named.faces else named
        # A glance at the whole of it would see what covers it: few tries at a time, so that all are looked at closely.
        best = self._tried(sheet, (start,), opened, enrolled)
        if best.certainty > SURE:
            return best
        turned = tuple(start.moved(0, 0, turn) for turn in _TURNS)
        best = max(best, self._tried(sheet, turned, opened, enrolled), key=_certainty)
        for _ in range(_NUDGES):
            before = best
            if before.certainty > SURE:
                break
            best = max(before, self._tried(sheet, _beside(before.pose), opened, enrolled), key=_certainty)
            if best.certainty < _CLOSER * before.certainty:
                break
        return best

    def _in_other_rows(self, comparison: Comparison, here: Named, start: Pose, faces: Sequence[str]) -> Named:
        """A card that surely lies a little further up or down, as it lies there; else what was named ``here``."""
        enrolled = self._enrolled(faces)
        poses = [start.moved(0.0, by) for by in _ROWS_MM] if enrolled else []
        parts = [(pose, _opened(pose, comparison)) for pose in poses]
        seen = [
            (pose, self._closely.glance(pose.cut(comparison.sheet), enrolled, opened))
            for pose, opened in parts
            if float(opened.mean()) >= _LEAST_OPEN
        ]
        # Most of the time goes into close looks.
        seen.sort(key=lambda part: -part[1].fit_of_open)
        tried = [Named(pose, look_closely([one]).ranked(LIES_THERE)) for pose, one in seen[:_ROWS_CLOSELY]]
        best = max(tried, key=lambda named: named.sureness, default=here)
        if best.sureness > here.sureness:
            best = self._name(comparison, best.pose, _opened(best.pose, comparison), faces)
        return best if best.sureness >= SURE else here

    def _roughly(self, sheet: Image, start: Pose, faces: Sequence[str]) -> Named:
        """What a card might be of which it is not clear yet whether there is one, where it fits best: a quick look."""
        enrolled = self._enrolled(faces)
        tries = [start.moved(0.0, by) for by in _ROUGHLY_MM]
        return name_piece(sheet, tries, enrolled, self._recogniser, no_paper=True) if enrolled else Named(start, ())

    def _enrolled(self, faces: Sequence[str]) -> list[str]:
        """Of these faces those that the library has."""
        return [face for face in faces if face in self._library.faces]

    def _shows_print(self, sheet: Image, named: Named) -> bool:
        """Whether the lines of a card's enrolled picture are where it was named, or a little further up or down."""
        places = (named.pose, *(named.pose.moved(0.0, by) for by in _ROWS_MM))
        return any(self._placed.shows_print(sheet, named._replace(pose=pose)) for pose in places)

    def _tried(self, sheet: Image, poses: Sequence[Pose], opened: Image, faces: Sequence[str]) -> Named:
        """What the best of a few places shows, by what is seen of it."""
        odds = self._closely.odds([pose.cut(sheet) for pose in poses], faces, opened)
        return Named(poses[odds.best], odds.ranked(LIES_THERE))


def _certainty(named: Named) -> float:
    return named.certainty


def _is_same(lay: Piece, named: Named) -> bool:
    """Whether the card that lay there is named again."""
    return bool(named.faces) and named.faces[0].face == lay.face


def _looks_as_before(lay: Piece, opened: Image, comparison: Comparison) -> bool:
    """Whether what was seen of a card, and still is, looks as it did, but for a shift."""
    now = lay.pose.cut(comparison.sheet)
    if now.shape != lay.patch.shape:
        return False
    was_open = opened * (lay.pose.cut(comparison.bared.astype(np.float32), 1.0) < OCCUPIED)
    seen = cv2.resize(was_open, now.shape[1::-1], interpolation=cv2.INTER_NEAREST) > OCCUPIED
    return align(lay.patch, now, seen & uncovered(lay.patch, now)).agreement > SAME_PICTURE


def _stayed(lay: Piece, named: Named, changed: float) -> Piece | None:
    """The card that lay there, where it still does; ``changed``: the share of what is seen that has."""
    if _is_same(lay, named):
        return lay.with_faces(max(named.faces, lay.faces, key=certainty))
    return lay if changed < _STAYED and (named.certainty < SURE or lay.sure) else None


def _beside(pose: Pose) -> tuple[Pose, ...]:
    return tuple(pose.moved(dx, dy) for dx, dy in ((_NUDGE_MM, 0), (-_NUDGE_MM, 0), (0, _NUDGE_MM), (0, -_NUDGE_MM)))


def _opened(pose: Pose, comparison: Comparison) -> Image:
    """What of a card that lies so no other one covers: float32 0..1, one number a mm."""
    free = (~comparison.above).astype(np.float32)
    return np.asarray(pose.cut(free, 1.0) > OCCUPIED).astype(np.float32)


def _share(where: Image, pose: Pose, opened: Image) -> float:
    """Of what lies open the share that is marked (bool, one pixel a mm)."""
    marked = pose.cut(where.astype(np.float32), 1.0)
    return float((marked * opened).sum() / max(opened.sum(), 1.0))


def _is_covered(pose: Pose, opened: Image, comparison: Comparison) -> bool:
    """Whether what lies open of a place is nowhere the bare mat, as far as that is known."""
    known = _share(comparison.bare_known, pose, opened)
    return known < 1 - 2 * _BARE or _share(comparison.not_bare, pose, opened) > _COVERED * known


def _has_come(pose: Pose, opened: Image, comparison: Comparison) -> bool:
    """Whether nothing that is seen of a place looks as it did bare, and not all of it has the table's colours."""
    return _is_unlike_bare(pose, opened, comparison) and not all(_like_table(pose, comparison))


def _may_have_come(pose: Pose, opened: Image, comparison: Comparison) -> bool:
    """Whether an open place has the table's colours in a part, or all over and nothing of it looks as it did bare.

    A red card may lie on a red check of a cloth, a yellow one on a cloth of many colours.
    """
    if float(opened.mean()) <= _OPEN:
        return False
    return len(set(_like_table(pose, comparison))) > 1 or _is_unlike_bare(pose, opened, comparison)


def _is_unlike_bare(pose: Pose, opened: Image, comparison: Comparison) -> bool:
    """Whether nothing that is seen of a place looks as it did bare, as far as that is known."""
    known = _share(comparison.bare_known, pose, opened)
    return known >= 1 - 2 * _BARE and _share(comparison.not_bare, pose, opened) > _COVERED * known


def _like_table(pose: Pose, comparison: Comparison) -> Iterator[bool]:
    """Of the upper, middle and lower part of a place, where enough is seen: whether an open table shows there.

    A card would cover it. In the others a card that lies beneath, and has not been read yet, may reach in.
    """
    left, top, height = pose.x - pose.width / 2, pose.y - pose.height / 2, pose.height / _PARTS
    for k in range(_PARTS):
        area = comparison.area(left, top + k * height, pose.width, height)
        alone = ~(comparison.above[area] | comparison.below[area])
        if alone.mean() > _PART_OPEN:
            yield comparison.share_of_table(area, alone) > _LIKE_TABLE


def _is_like_table(pose: Pose, alone: Image, comparison: Comparison) -> bool:
    """Whether what is seen of a place has rather the colours of an open table than others."""
    like = pose.cut(comparison.like_table.astype(np.float32), 1.0)
    return float((like * alone).sum()) > OCCUPIED * float(alone.sum())


def _is_burnt_out(pose: Pose, opened: Image, comparison: Comparison) -> bool:
    """Whether a reflection may hide what is seen of a place, and did not where it was bare: sleeves are glossy."""
    now, bare = pose.cut(comparison.sheet), pose.cut(comparison.bare, 1.0)
    seen = cv2.resize(opened, now.shape[1::-1], interpolation=cv2.INTER_NEAREST) > OCCUPIED
    return is_burnt_out(now[seen][None]) and not is_burnt_out(bare[opened > OCCUPIED][None])


def _is_bare(pose: Pose, opened: Image, comparison: Comparison) -> bool:
    """Whether the bare mat shows where no card of another slot lies.

    An open table shows there also where something else was taken for bare: a card that once was not seen. What is plain
    is bare paper, but not where the table has other colours: a lamp washes out a card's print. On a glossy card a
    reflection leaves none at all: nothing is told of what has burnt out, and what has on a card beneath is that one's.
    """
    alone = opened * (pose.cut(comparison.below.astype(np.float32), 1.0) < OCCUPIED)
    if float(alone.mean()) < _LEAST_OPEN or _is_burnt_out(pose, alone, comparison):
        return False
    known = _share(comparison.bare_known, pose, alone) > 1 - 2 * _BARE
    if (known and _share(comparison.not_bare, pose, alone) < _BARE) or any(_like_table(pose, comparison)):
        return True
    if known or (comparison.is_open_table and not _is_like_table(pose, alone, comparison)):
        return False
    patch = pose.cut(comparison.sheet)
    mask = cv2.resize(alone, patch.shape[1::-1], interpolation=cv2.INTER_NEAREST) > OCCUPIED
    filled = np.where(mask[..., None], patch, patch[mask].mean(0).astype(np.uint8))
    return not is_printed(np.asarray(filled), _PLAIN)
