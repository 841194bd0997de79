"""Cards fanned in a column: under a card that was found, the header strip of the one beneath shows above it.

Up from each card that lies open, strips are named by their fine print (``fine_print``).
"""

from collections.abc import Sequence

import cv2
import numpy as np

from vision.geometry.channels import cie_lab
from vision.geometry.homography import rectangle, shifted, transform_points
from vision.geometry.image import Image, Points
from vision.geometry.quads import intersection
from vision.recognition.kinds import kind_of
from vision.recognition.naming import Ranked
from vision.sighting import FaceProbability
from vision.stills.cell_agreement import seen
from vision.stills.covered import open_part
from vision.stills.edges import BESIDE, NEAR, PX_PER_MM, crossed
from vision.stills.fine_print import ROUGH_PX_PER_MM, Fit, Reading, frame_of
from vision.stills.known import next_above
from vision.stills.occupancy import Placed, Table
from vision.stills.scoring import SAME_PIECE, Found, in_sight
from vision.stills.templates import Alike

_REACH, _LEAST_STEP = 0.36, 0.07
"""Shares of a card's height: how far above another may begin, and how little may show."""
EXPLAINED, _WORTH_ANOTHER = 0.85, 0.4
"""Of what is printed on a strip, what an enrolled face must explain (74 strips: 0.88 to 0.99), and what makes a second
look worth it."""
_NOTHING = 0.2
"""Of what is printed there, what a strip that hangs on no other card must explain."""
_AGAIN, _THERE = 3, 0.8
"""Times that a strip is cut out anew at most; mm by which it must have moved: so much of its brim does not count."""
OPEN = 0.6
"""Share of a card's cells in sight from which on it lies open."""
_TURNS = np.deg2rad([0.0, -3.0, 3.0, -6.0, 6.0])
"""How far a card may be turned from the one that lies on it: 3 degrees are 2 mm at a strip's ends, so much is brought
home."""
_TURNED_FACES = 4
"""Faces looked at first for each turn: seldom is one right, and a wrong face explains some of a strip."""
_MOST = 16
"""Cards above one another."""
_KNOWN, _SAID = 0.995, 0.001
"""Probability that what is explained so well is that face or one that looks like it; what is not worth saying."""
_BOTH = 0.97
"""Probability by its cells and by what else tells it from which on a card is not compared by its fine print, too."""
_CROSSED = 0.15
"""Share of a row from which on an edge crosses it: where a strip was read, one crossed 0.32 to 1 of a row, of 914
strips none less (made-up photographs and the twin's); above cards that lie apart on a plain table none crosses any."""


def fanned(
    table: Table,
    found: Sequence[Found],
    alike: Alike,
    known: Sequence[Placed] = (),
    doubtful: Sequence[tuple[Placed, float]] = (),
) -> list[Found]:
    """What was found, with the cards whose strips show above others, each named by its fine print.

    ``known``: cards among them that need no naming; ``doubtful``: cards that lie there, whichever they are, with the
    probability that something else than their faces gives them.
    """
    pieces = _Pieces(table, found)
    covered = [(card, share) for card, share in doubtful if not _lies_open(table, card)]
    told = [pieces.borne_out(card, share) or pieces.weighed(card, alike[card.face]) for card, share in covered]
    known = [*known, *told]
    cards = [one for one in table.accepted if kind_of(one.face).group == "card"]
    lying = [one for one in cards if seen(one.odds).mean() > OPEN or _among(one, known)]
    # From each card that lies open upwards; then from strips that hang on none.
    walked: list[Placed] = []
    for card in (*lying, *cards):
        if _among(card, walked) or not _among(card, table.accepted):
            continue
        first = card if _among(card, lying) else pieces.judged(card, alike[card.face])
        if first is None:
            continue
        chain = [first]
        while len(chain) < _MOST:
            next_known = next_above(table, chain[-1], known, (_LEAST_STEP, _REACH))
            if next_known is not None:
                if _among(next_known, walked):
                    break
                chain.append(next_known)
                continue
            if _bare_above(table, chain[-1], lying):
                break
            covers = lying_on(table, chain[-1], (*chain, *lying))
            above = _above(table, chain[-1], alike[first.face], covers)
            if above is None:
                break
            pieces.put(*above)
            chain.append(above[0])
        walked += chain
    return pieces.found


def _both(one: float, other: float) -> float:
    """How probable it is what two tell that go wrong for different reasons."""
    return one * other / (one * other + (1 - one) * (1 - other))


def _among(one: Placed, others: Sequence[Placed]) -> bool:
    return any(one is other for other in others)


def _lies_open(table: Table, card: Placed) -> bool:
    """Whether a card was found at this place that lies open."""
    there = (one for one in table.accepted if table.on_each_other(one, card) < SAME_PIECE)
    return any(seen(one.odds).mean() > OPEN for one in there)


def lying_on(table: Table, card: Placed, others: Sequence[Placed]) -> list[Points]:
    """What of these hides parts of a card and of those above it (px).

    In a column what begins further down lies on what begins above it; of all others, what is in sight.
    """
    back = np.linalg.inv(card.matrix)
    begin = [transform_points(back @ one.matrix, np.zeros((1, 2)))[0, 1] for one in others]
    return [table.quad(one) if down > -_THERE else table.in_sight(one) for one, down in zip(others, begin, strict=True)]


class _Pieces:
    """The pieces found and the places that table has accepted, kept together."""

    def __init__(self, table: Table, found: Sequence[Found]) -> None:
        self._table = table
        self.found = list(found)

    def put(self, placed: Placed, ranked: Ranked) -> None:
        """A card that was read at its place: instead of what was taken to lie there."""
        table = self._table
        self._take_out([one for one in table.accepted if table.on_each_other(one, placed) < SAME_PIECE])
        table.claim(placed)
        self.found.append(Found(table.quad(placed), ranked))

    def borne_out(self, card: Placed, probability: float) -> Placed | None:
        """What was found where a card is known to lie, if that is surely it by both; ``None``: it is not."""
        table = self._table
        for one in table.accepted:
            if one.face == card.face and table.on_each_other(one, card) < SAME_PIECE:
                quad = table.quad(one)
                ranked = next((each.faces for each in self.found if np.abs(each.quad - quad).max() < 1e-6), ())
                if ranked and ranked[0].face == card.face and _both(ranked[0].probability, probability) > _BOTH:
                    return one
        return None

    def weighed(self, card: Placed, faces: Sequence[str]) -> Placed:
        """A card where it is known to lie, as its fine print says; where that says nothing, as it was known."""
        table = self._table
        self._take_out([one for one in table.accepted if table.on_each_other(one, card) < SAME_PIECE])
        table.claim(card)
        covers = lying_on(table, card, [one for one in table.accepted if one is not card])
        read = _read(table, card.matrix, faces, covers)
        if read is None or read.explained < EXPLAINED:
            return card
        placed, ranked = named(table, read)
        self.put(placed, ranked)
        return placed

    def judged(self, strip: Placed, faces: Sequence[str]) -> Placed | None:
        """A strip that hangs on no other card, as its fine print says; ``None``: nothing of it is there."""
        table = self._table
        covers = lying_on(table, strip, [one for one in table.accepted if one is not strip])
        size = table.templates.sizes[strip.face]
        if open_part(strip.matrix, size, frame_of(size), covers).all():
            # What hides it is no piece, but a hand or a cloth, and where that ends is not known.
            return strip
        read = _read(self._table, strip.matrix, faces, covers)
        if read is None or read.explained < _NOTHING:
            self._take_out([strip])
            return None
        if read.explained < EXPLAINED:
            open_cells = open_part(strip.matrix, size, strip.odds.shape[::-1], covers)
            if in_sight(strip, open_cells) > 0:
                return strip
            # Its cells agree where other pieces lie: another reading of one of these.
            self._take_out([strip])
            return None
        placed, ranked = named(self._table, read)
        self.put(placed, ranked)
        return placed

    def _take_out(self, gone: Sequence[Placed]) -> None:
        quads = [self._table.quad(one) for one in gone]
        self.found = [one for one in self.found if all(np.abs(one.quad - quad).max() > 1e-6 for quad in quads)]
        self._table.accepted = [one for one in self._table.accepted if not _among(one, gone)]


def _bare_above(table: Table, piece: Placed, lying: Sequence[Placed]) -> bool:
    """Whether only the table is above a piece, and what lies there openly (``lying``), apart from it.

    No edge crosses any row there: neither a card's nor one of what is printed on it.
    """
    wide, high = table.templates.sizes[piece.face]
    reach = _REACH * high + BESIDE
    size, frame = (wide, reach), (round(wide * PX_PER_MM), round(reach * PX_PER_MM))
    corner, mine = piece.matrix @ shifted(0.0, -reach), table.quad(piece)
    apart = [quad for quad in map(table.quad, lying) if not intersection(quad, mine)]
    # Where what lies there is compared with the table, its own edge is one.
    brim = np.ones((2 * round(BESIDE * PX_PER_MM) + 1, 2 * round(NEAR * PX_PER_MM) + 1), np.uint8)
    free = cv2.erode(open_part(corner, size, frame, apart), brim, borderValue=1)
    lab = cie_lab(table.picture.patch(corner, size, frame))
    rows = (round(BESIDE * PX_PER_MM), frame[1] - round(_LEAST_STEP * high * PX_PER_MM))
    return bool(crossed(lab, rows, free).max() < _CROSSED)


def _above(table: Table, piece: Placed, faces: Sequence[str], covers: Sequence[Points]) -> tuple[Placed, Ranked] | None:
    """The card whose strip shows just above a piece, and what it may be; ``covers``: what lies on it (px)."""
    for turn in _TURNS:
        best = _above_turned(table, piece, faces, covers, turn)
        if best is not None:
            return named(table, best)
    return None


def _above_turned(
    table: Table, piece: Placed, faces: Sequence[str], covers: Sequence[Points], turn: float
) -> Reading | None:
    """The same of a card that lies turned (radians) from the one on it."""
    size = table.templates.sizes[piece.face]
    high, wide = _REACH * size[1], size[0] + 2 * BESIDE
    turned = piece.matrix @ _turned(turn, (size[0] / 2, 0.0))
    corner = turned @ shifted(-BESIDE, -high)
    frame = (round(wide * ROUGH_PX_PER_MM), round(high * ROUGH_PX_PER_MM))
    best: Reading | None = None
    places = table.templates.fine.begins(table.evened(corner, (wide, high), frame), size, faces)
    for begins in places:
        pose = turned @ shifted(begins.right - BESIDE, begins.down - high)
        if (high - begins.down) / size[1] < _LEAST_STEP:
            continue
        read = _read(table, pose, begins.faces[:_TURNED_FACES], covers)
        if read is not None and best is not None and _one_card(table, read.fits[0], best.fits[0], size):
            continue
        if read is not None and read.explained > _WORTH_ANOTHER:
            read = closer(table, read.fits[0].matrix, faces, covers)
        if read is not None and read.explained >= EXPLAINED and (best is None or read.worth > best.worth):
            best = read
    return best


def _one_card(table: Table, one: Fit, other: Fit, size: tuple[float, float]) -> bool:
    """Whether two readings are of one card, come upon from two edges of its print."""
    mine, its = (table.plane.on_table(transform_points(fit.matrix, rectangle(size))) for fit in (one, other))
    return one.face == other.face and bool(np.hypot(*(mine - its).T).mean() < SAME_PIECE)


def closer(table: Table, matrix: Image, faces: Sequence[str], covers: Sequence[Points]) -> Reading | None:
    """What the fine print says once its place is known, beside all faces: what is in sight of it is bounded better.

    Where the place turns out to be another, again: print that was cut off there is in sight now.
    """
    edge = np.array([[0.0, 0.0], [table.templates.sizes[faces[0]][0], 0.0]])
    best = last = _read(table, matrix, faces, covers)
    for _ in range(_AGAIN):
        if best is None or last is None:
            break
        found = last.fits[0].matrix
        if np.hypot(*(transform_points(np.linalg.inv(matrix) @ found, edge) - edge).T).max() < _THERE:
            break
        last, matrix = _read(table, found, faces, covers), found
        if last is not None and last.worth > best.worth:
            best = last
    return best


def _read(table: Table, matrix: Image, faces: Sequence[str], covers: Sequence[Points]) -> Reading | None:
    """What the fine print says of a place that these quads (px) cover in part."""
    size = table.templates.sizes[faces[0]]
    frame = frame_of(size)
    free = open_part(matrix, size, frame, covers)
    return table.templates.fine.read(table.evened(matrix, size, frame), free, size, matrix, faces)


def named(table: Table, read: Reading) -> tuple[Placed, Ranked]:
    """The card at the place that its fine print says, and what it may be."""
    likely = sorted(read.shares, key=lambda each: -each[1])
    ranked = tuple(FaceProbability(face, share * _KNOWN) for face, share in likely if share > _SAID)
    return table.at(read.fits[0].face, read.fits[0].matrix), ranked


def _turned(angle: float, about: tuple[float, float]) -> Image:
    """A turn (radians) about a point (mm)."""
    c, s = np.cos(angle), np.sin(angle)
    x, y = about
    return np.array([[c, -s, x - c * x + s * y], [s, c, y - s * x - c * y], [0, 0, 1.0]])
