"""Pieces of a spread that look otherwise though nothing was laid on them or taken: each is read anew.

A card under a reflection may be read as another one, as clear as day. When the reflection goes it must not be taken for
a new card that was laid exactly on the one that it seemed to be.
"""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

import cv2
import numpy as np

from vision.geometry.image import Image
from vision.geometry.pose import Pose
from vision.live.comparison import Comparison
from vision.live.layers import BARE, SMALLEST_VIEW, owners, stamps_of
from vision.live.pieces import Piece, Stamp
from vision.live.zones.spread_table import shows_table
from vision.recognition.displacements import BEYOND_DOUBT, LIES_THERE, Named, Placing
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser
from vision.sighting import Zone

_CHANGED = 50.0
"""mm² of a piece that must look otherwise: the strips of two cards of one colour differ in 100 of 900."""
_OPEN = 0.9
"""Share of a piece that is seen where nothing lies on it."""
_NO_HAND, _NO_HAND_OVER_OPEN = 0.5, 0.9
"""Shares of what is seen of a piece over which no hand was. A new card may be laid on one that lies open: whoever does
covers half of it and more. Nobody covers a strip between two cards so."""
_ANOTHER = 0.2
"""Share of an open card that looks otherwise when it looks like another one."""
_LOOKS_SO, _LIKER = 0.75, 0.5
"""How much a piece differs from its former picture at most, and in proportion to its present one, where it looks again
as it did (seen: 0.1 to 0.7, and less than 0.45 of the other, in six cities; of others 2.4 and more)."""
_AT_ONCE = 2
"""So many open cards are not covered exactly by others between two looks, whatever a hand did there."""
_BENEATH = 0.8
"""Share of what has changed of a piece that lies where something without a name lay."""
_ROUGHLY_MM = 5.0
"""How far from where a piece without a name seemed to lie its print may be found: as two cards never lie."""
_SAME_MM, _SAME_DEGREES = 0.7, 0.7
"""Its print must be found so close to where it lay (seen: 0.1 to 0.3 mm)."""


class _Changed(NamedTuple):
    """A piece (``which``: its index) that looks otherwise.

    ``mine``: where it is seen (bool). ``is_open``: nothing lies on it. ``no_hand``: none was over it.
    """

    which: int
    mine: Image
    is_open: bool
    no_hand: bool


class _Changes(NamedTuple):
    """What has changed of a zone's pieces, and the faces that these may show."""

    zone: str
    comparison: Comparison
    pieces: Sequence[Piece]
    changed: Sequence[_Changed]
    candidates: Sequence[str]


class ReadAnew:
    """Reads those pieces anew whose look has changed though nothing was laid on them or taken."""

    def __init__(self, library: Library, placed: Placing) -> None:
        self._library, self._placed = library, placed
        self._closely = LibraryRecogniser(library)
        self._former = dict[tuple[str, int], Piece]()

    def __call__(
        self, zone: Zone, comparison: Comparison, pieces: Sequence[Piece]
    ) -> tuple[tuple[Piece, ...], Comparison]:
        """The pieces, and the mat as if those that were read anew had looked so before.

        Where no hand was, or several that lie open show other faces exactly where they lay. What is not beyond doubt
        stays as it was.
        """
        candidates = [face for face in zone.faces if face in self._library.faces]
        changed = _that_changed(comparison, pieces) if candidates else []
        changes = _Changes(zone.name, comparison, pieces, changed, candidates)
        formers = {k: one for k, piece in enumerate(pieces) if (one := self._former.get((zone.name, piece.track)))}
        read = self._as_others(changes)
        left = {k: one for k, one in formers.items() if k not in read and one.pose == pieces[k].pose}
        read |= self._as_before(changes, left)
        if any(piece.face == formers[index].face for index, piece in read.items() if index in formers):
            read |= self._with_the_others(changes, {k: one for k, one in left.items() if k not in read})
        read |= self._uncovered(changes)
        if not read:
            return tuple(pieces), comparison
        found = [read.get(index, piece) for index, piece in enumerate(pieces)]
        kept = tuple(piece for k, piece in enumerate(found) if k not in read or not _is_of_another(k, found))
        settled = [one.mine for one in changed if one.which in read]
        return kept, comparison.unchanged_at(np.logical_or.reduce(settled)) if settled else comparison

    def _as_others(self, changes: _Changes) -> dict[int, Piece]:
        """Those that show another face where they lay, by their index."""
        _, comparison, pieces, changed, candidates = changes
        several = sum(one.is_open and comparison.changed[one.mine].mean() > _ANOTHER for one in changed) >= _AT_ONCE
        asked = changed if several else [one for one in changed if one.no_hand]
        named = [(one, self._named(pieces[one.which], one, comparison, candidates)) for one in asked]
        others = [(one, now) for one, now in named if now.faces and now.faces[0].face != pieces[one.which].face]
        if sum(one.is_open for one, _ in others) < _AT_ONCE:
            others = [(one, now) for one, now in others if one.no_hand]
        for one, _ in others:
            self._former[changes.zone, pieces[one.which].track] = pieces[one.which]
        return {one.which: _as_now(pieces[one.which], now, one.mine, comparison) for one, now in others}

    def _as_before(self, changes: _Changes, formers: Mapping[int, Piece]) -> dict[int, Piece]:
        """Those that look again as they did before they were read anew (``formers``), by their index."""
        found = dict[int, Piece]()
        for one in changes.changed:
            if (former := formers.get(one.which)) is None:
                continue
            # Cards of one colour differ in a tenth of a strip.
            piece, where = changes.pieces[one.which], one.mine & changes.comparison.changed
            unlike = _unlike(former, where, changes.comparison)
            if unlike < min(_LOOKS_SO, _LIKER * _unlike(piece, where, changes.comparison)):
                found[one.which] = former
                self._former[changes.zone, piece.track] = piece
        return found

    def _with_the_others(self, changes: _Changes, formers: Mapping[int, Piece]) -> dict[int, Piece]:
        """Those that look like before rather than as they were read anew, by their index, now that others do so.

        Of some so little is seen that their change is hardly one.
        """
        found, lying = dict[int, Piece](), changes.pieces
        owner = owners(stamps_of(lying), changes.comparison.bare_known.shape)
        for index, former in formers.items():
            mine = owner == index
            if mine.sum() < SMALLEST_VIEW:
                continue
            if _unlike(former, mine, changes.comparison) < _unlike(lying[index], mine, changes.comparison):
                found[index] = former
                self._former[changes.zone, former.track] = lying[index]
        return found

    def _uncovered(self, changes: _Changes) -> dict[int, Piece]:
        """Those that were laid beneath something without a name: where they have changed they show their own faces.

        It was taken to lie beneath them, and what is remembered of them shows it.
        """
        _, comparison, pieces, changed, candidates = changes
        found, nameless = dict[int, Piece](), [one for one in pieces if not one.faces]
        if not nameless:
            return found
        strange = owners(stamps_of(nameless), comparison.changed.shape) != BARE
        for one in changed:
            where = one.mine & comparison.changed
            if pieces[one.which].face is None or float(strange[where].mean()) < _BENEATH:
                continue
            faces = self._named(pieces[one.which], one._replace(mine=where), comparison, candidates).faces
            if faces and faces[0].face == pieces[one.which].face:
                found[one.which] = self._printed(renewed(pieces[one.which], one.mine, comparison), one.mine)
        return found

    def _named(self, piece: Piece, changed: _Changed, comparison: Comparison, candidates: Sequence[str]) -> Named:
        """What a piece shows now by what is seen of it, and where; no faces where that is not beyond doubt.

        Nor where it lies elsewhere, or has gone: a lit cloth looks like a card, but for its lines. Where a piece
        without a name lies was known roughly.
        """
        sheet = comparison.sheet
        opened = np.asarray(piece.pose.cut(changed.mine.astype(np.float32), 1.0))
        faces = self._closely.odds([piece.pose.cut(sheet)], candidates, opened).ranked(LIES_THERE)
        named = Named(piece.pose, faces)
        if named.sureness <= BEYOND_DOUBT:
            return Named(piece.pose, ())
        bare = shows_table(_seen_of(piece, changed.mine), comparison)
        if bare and not (changed.is_open and self._placed.shows_print(sheet, named)):
            return Named(piece.pose, ())
        if not changed.is_open:
            return named
        placed = self._placed(sheet, named, candidates).pose
        if not piece.faces and placed.distance(piece.pose) < _ROUGHLY_MM:
            return Named(placed, faces)
        return named if _is_same_place(placed, piece.pose) else Named(piece.pose, ())

    def _printed(self, piece: Piece, mine: Image) -> Piece:
        """The piece with a picture of its print where nobody has seen it, as bright as what is seen (``mine``)."""
        seen = _where_seen(piece, mine)
        if piece.face is None or not seen.any():
            return piece
        whole = cv2.resize(self._library.picture(piece.face)[..., :3], seen.shape[::-1], interpolation=cv2.INTER_AREA)
        light = piece.patch[seen].mean(0) / np.maximum(whole[seen].mean(0), 1.0)
        drawn = np.clip(whole * light, 0, 255).astype(np.uint8)
        return replace(piece, patch=np.where(seen[..., None], piece.patch, drawn))


def _that_changed(comparison: Comparison, pieces: Sequence[Piece]) -> list[_Changed]:
    """The pieces that look otherwise than they did."""
    if comparison.changed.sum() < _CHANGED:
        return []
    found, owner = list[_Changed](), owners(stamps_of(pieces), comparison.bare_known.shape)
    for index, piece in enumerate(pieces):
        mine = owner == index
        if mine.sum() >= SMALLEST_VIEW and comparison.changed[mine].sum() >= _CHANGED:
            is_open = float(mine.sum()) > _OPEN * float(piece.stamp.mask.sum())
            no_hand = float(comparison.no_hand[mine].mean()) > (_NO_HAND_OVER_OPEN if is_open else _NO_HAND)
            found.append(_Changed(index, mine, is_open, no_hand))
    return found


def _seen_of(piece: Piece, mine: Image) -> Stamp:
    """A piece as far as it is seen (``mine``: bool, see ``layers.owners``)."""
    mark = piece.stamp.within(mine.shape)
    return mark._replace(mask=mark.mask & mine[mark.rows, mark.columns])


def _unlike(piece: Piece, where: Image, comparison: Comparison) -> float:
    """How much a piece differs there (bool) from its picture, as ``difference`` has it."""
    mark = piece.stamp.within(where.shape)
    return float(comparison.apart_from(mark)[where[mark.rows, mark.columns]].mean())


def _as_now(piece: Piece, now: Named, mine: Image, comparison: Comparison) -> Piece:
    """The piece under the name that it has now, where it lies now."""
    if now.pose != piece.pose:
        return replace(piece.with_faces(now.faces), pose=now.pose, patch=comparison.remembered(now.pose))
    return renewed(piece.with_faces(now.faces), mine, comparison)


def renewed(piece: Piece, mine: Image, comparison: Comparison) -> Piece:
    """The piece with its picture renewed where it is seen now (``mine``: bool, see ``layers.owners``)."""
    seen = _where_seen(piece, mine)
    if not seen.any():
        return piece
    patch = np.where(seen[..., None], comparison.remembered(piece.pose), piece.patch)
    return replace(piece, patch=patch)


def _where_seen(piece: Piece, mine: Image) -> Image:
    """Where of its picture (bool) a piece is seen that is seen there on the mat (``mine``), its rim left out."""
    seen = (cv2.erode(mine.astype(np.uint8), np.ones((3, 3), np.uint8)) * 255).astype(np.uint8)
    return np.asarray(cv2.resize(piece.pose.cut(seen, 1.0), piece.patch.shape[1::-1]) > 250)


def _is_of_another(index: int, pieces: Sequence[Piece]) -> bool:
    """Whether a piece lies exactly on one of its face: that one had seemed to be another, laid on it."""
    piece = pieces[index]
    return any(one.face == piece.face and _is_same_place(one.pose, piece.pose) for one in pieces[:index])


def _is_same_place(one: Pose, other: Pose) -> bool:
    return one.distance(other) < _SAME_MM and abs(one.turn - other.turn) < _SAME_DEGREES
