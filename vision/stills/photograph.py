"""All pieces of a single photograph at once, with no history: separate, overlapping or fanned, any way round.

FaceFeatures of the photograph are found on the enrolled faces; those that agree on a place make a guess; the plane
of the table follows from the surest; then the guesses are compared with the photograph cell by cell, the best
first, each explaining its part of it. What features miss is looked for by outlines and along columns.
"""

from collections.abc import Callable, Sequence

import cv2
import numpy as np

from vision.geometry.homography import rectangle, transform_points
from vision.geometry.image import Image, Points
from vision.geometry.quads import area, find_quads, overlap
from vision.recognition.landmarks import Features, detect_features
from vision.recognition.library import Library
from vision.sighting import FaceProbability
from vision.stills.alongside import alongside
from vision.stills.columns import fanned
from vision.stills.in_the_way import on_cards
from vision.stills.known import Known, elsewhere, lying
from vision.stills.occupancy import Table
from vision.stills.peeking import piled
from vision.stills.placing import Shown, shown
from vision.stills.pose_voting import Guess, guesses
from vision.stills.quads_to_pieces import outlined_alone, outlined_on
from vision.stills.rims import tokens_on
from vision.stills.scoring import Found, explained
from vision.stills.sift_features import FaceFeatures, Matches
from vision.stills.single_piece import alone
from vision.stills.sought import sought
from vision.stills.table_plane import level
from vision.stills.tabletop import Fitted, Tabletop
from vision.stills.templates import Templates
from vision.stills.told_apart import told_apart
from vision.stills.tucked import tucked
from vision.stills.unread_strips import unread
from vision.tokens.naming import TokenReader

__all__ = ["Found", "Known", "StillReader"]

_WORK_SIDE = 1400
"""Pixels of the long side at which a photograph is searched: a card of a full table has 100."""
_MOST_FEATURES, _MOST_OF_A_TABLE = 7000, 14_000
"""SIFT features of a photograph: 60 cards' worth; and of a part of a table that is seen from straight above: in dim
light the grain of its cloth has up to 12,000 by itself, and where cards lie close together they have too many for one
spot's share of fewer."""
_MOST_GUESSES = 160
"""Places looked at cell by cell."""
_SAME = 0.4
"""Share of the smaller of two pieces that makes them one."""
_AT_HOME = 0.9
"""Share of a card's place that it keeps where it is brought home: of one that was found 2 mm off it keeps 93 %."""
_SMALL = 480
"""Pixels of the long side up to which a picture is taken to be of one piece."""
_SIZE_OFF = 0.2
"""Share by which a piece may seem larger or smaller than it is where a millimetre's pixels are known: sleeves and other
print runs differ by a twentieth, what lies on a stack 30 mm high seems 3 % larger, and a place that few features tell
may be a tenth off."""


class StillReader:
    """Finds and names the pieces of single pictures.

    ``px_per_mm``: they show their table from straight above, so large; None: they are photographs.
    """

    def __init__(self, library: Library, *, px_per_mm: float | None = None) -> None:
        self._library, self._px_per_mm = library, px_per_mm
        self._features = FaceFeatures(library)
        self._templates = Templates(library)
        self._tokens = TokenReader(library, self._templates.recogniser)

    def prepare(self, wanted: Callable[[], bool] = lambda: True) -> None:
        """Learn what the library's faces look like now (seconds), rather than with the first picture.

        It ends early, between two faces, once it is no longer ``wanted``.
        """
        self._features.prepare()
        for face in self._library.faces:
            if not wanted():
                return
            self._templates.prepare(face)

    def has_size(self, size: tuple[float, float], off: float) -> bool:
        """Whether some face is so large (mm), give or take so many mm."""
        long, short = max(size), min(size)
        return any(abs(max(one) - long) < off > abs(min(one) - short) for one in self._templates.sizes.values())

    def read(self, picture: Image, expected: Sequence[str] = (), known: Sequence[Known] = ()) -> tuple[Found, ...]:
        """The pieces in a picture (uint8 BGR), the surest first; of a small picture, what lies in its middle.

        ``expected``: the only faces there may be; ``known``: cards of these that need no naming.
        """
        faces = [face for face in expected or self._library.faces if face in self._library.faces]
        if not faces:
            return ()
        scale = min(1.0, _WORK_SIDE / max(picture.shape[:2]))
        work = picture if scale == 1 else cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        there = [card._replace(edge=card.edge * scale) for card in known]
        arranged = self._arranged(work, shown(picture, 1 / scale), faces, there)
        return tuple(one for each in arranged if self._of_its_size(one := each._replace(quad=each.quad / scale)))

    def at_home(self, picture: Shown, face: str, quad: Points) -> Points:
        """The corners (px) of a piece that was found, brought home by its own print; as found where that is far off."""
        size = self._templates.sizes[face]
        found = cv2.getPerspectiveTransform(rectangle(size).astype(np.float32), quad.astype(np.float32))
        home = self._templates.aligner(face).aligned(picture, np.asarray(found, float))
        settled = transform_points(home, rectangle(size))
        return settled if overlap(settled, quad) > _AT_HOME else quad

    def _of_its_size(self, found: Found) -> bool:
        """Whether a piece is as large in the picture as its face is, where all of its kind have one size.

        A table on which no enrolled piece lies yet is no picture of a lone piece: its cloth alone is compared with all.
        """
        face = found.faces[0].face if found.faces else ""
        if self._px_per_mm is None or not self._templates.sized.get(face):
            return True
        width, height = self._templates.sizes[face]
        return bool(abs(np.sqrt(area(found.quad) / (width * height)) / self._px_per_mm - 1) < _SIZE_OFF)

    def _arranged(self, work: Image, original: Shown, faces: Sequence[str], known: Sequence[Known]) -> list[Found]:
        picture, alike = shown(work), self._templates.alike(faces)
        upright = self._px_per_mm is not None
        most = _MOST_OF_A_TABLE if upright else _MOST_FEATURES
        seen = detect_features(cv2.cvtColor(work, cv2.COLOR_BGR2GRAY), most)
        matches = self._features.matches(seen, faces)
        guessed = guesses(self._features, seen, matches, self._templates.sizes)[:_MOST_GUESSES]
        ready = [(guess, self._fitted(guess, seen, matches)) for guess in guessed]
        table = level(picture, original, ready, self._templates, upright=upright)
        # Without any guess the plane is not known on which they lie.
        cards = [(lying(table, card), card) for card in known if ready]
        sure = [placed for placed, card in cards if card.sure]
        for card in sure:
            table.claim(card)
        ready = elsewhere(table, ready, sure)
        laid = [(guess, table.placed(guess.face, fitted)) for guess, fitted in ready]
        placed = [one._replace(support=guess.support) for guess, one in laid if one is not None]
        small = max(work.shape[:2]) <= _SMALL and not known
        named = [
            Found(table.quad(one), (FaceProbability(one.face, card.probability),)) for one, card in cards if card.sure
        ]
        found = [] if small else [*named, *explained(table, placed, alike)]
        doubtful = [(placed, card.probability) for placed, card in cards if not card.sure]
        if not found:
            # A small picture is usually of one piece; a larger one may be.
            by_landmarks = [(guess.face, np.vstack([guess.matrix, [0, 0, 1]])) for guess in guessed]
            lone = alone(picture, by_landmarks, self._templates, alike)
            if lone is not None:
                if not ready:
                    table = Table(picture, Tabletop(np.linalg.inv(lone.matrix)), self._templates, original)
                mine = table.at(lone.faces[0].face, lone.matrix)
                table.claim(mine)
                found = [Found(table.quad(mine), lone.faces)]
            found += explained(table, placed, alike)
        else:
            put = (
                (
                    guess.face,
                    table.plane.laid(fitted, sized=self._templates.sized[guess.face]) if one is None else one.matrix,
                )
                for (guess, one), (_, fitted) in zip(laid, ready, strict=True)
            )
            found += sought(table, put, alike)
            found += alongside(table, alike)
        found = told_apart(table, fanned(table, found, alike, sure, doubtful), placed)
        if found:
            found += tucked(table, alike)
            found += outlined_on(table, find_quads(work), found, alike)
            found += unread(table, alike)
            tokens = [] if small else tokens_on(table, found, self._tokens, faces)
            unnamed = [
                one for one in found if not one.faces and any(overlap(one.quad, token.quad) > _SAME for token in tokens)
            ]
            found = [one for one in found if not any(one is other for other in unnamed)] + tokens
            found = on_cards(table, found)
            return found if small else [*found, *piled(table, found, self._library, faces)]
        return outlined_alone(picture, original, self._templates, find_quads(work), alike)

    def _fitted(self, guess: Guess, seen: Features, matches: Matches) -> Fitted:
        known, mine = matches.known[guess.matches], matches.seen[guess.matches]
        weights = matches.weights[guess.matches]
        return Fitted(self._features.features.places[known].astype(float), seen.places[mine].astype(float), weights)
