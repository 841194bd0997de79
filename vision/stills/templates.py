"""A library's faces ready to be compared with photographs, roughly and usually."""

from collections import defaultdict
from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from vision.recognition.block_lda import Blocks
from vision.recognition.kinds import GRIDS, Group, kind_of
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser
from vision.stills.cell_agreement import CELL, Prints
from vision.stills.fine_print import FinePrint
from vision.stills.lucas_kanade import LucasKanade

_SAME_SIZE = 0.03
"""Log of a side: pieces that a photograph cannot tell apart by it."""
_REMEMBERED = 48
"""Faces that are kept ready to be brought home, half a megabyte each; made anew they take a millisecond."""
_MOST_SETS = 6
"""Sizes tried without any hint."""

Alike = dict[str, tuple[str, ...]]
"""For each face those of the same size, which may lie in the same place."""


class Templates:
    """The prints of a library at two finenesses, its pieces' sizes in mm, and what finds them in a picture.

    ``sized``: whether all of its kind have one size; else it was judged from the pictures of the box, which may differ.
    """

    def __init__(self, library: Library) -> None:
        self._library = library
        self.recogniser = LibraryRecogniser(library)
        self.sizes = {name: face.size for name, face in library.faces.items()}
        self.sized = {name: kind_of(name).size is not None for name in library.faces}
        self.rough = Prints(library, CELL // 2)
        self.usual = Prints(library, CELL)
        self.fine = FinePrint(library)

        self.aligner = lru_cache(_REMEMBERED)(self._aligner)
        self.blocks = lru_cache(maxsize=None)(self._blocks)

    def prepare(self, face: str) -> None:
        """Make a face's prints now."""
        self.rough.of(face)
        self.usual.parts(face)

    def _aligner(self, face: str) -> LucasKanade:
        mine = self.usual.of(face)
        return LucasKanade(mine.picture, self.sizes[face], mine.solid.reshape(mine.rows, -1))

    def _blocks(self, group: Group) -> Blocks:
        return Blocks(self._library.discriminants[group], GRIDS[group])

    def alike(self, faces: Sequence[str]) -> Alike:
        """Sorts faces by size."""
        sets: dict[tuple[tuple[int, int], int, int], list[str]] = defaultdict(list)
        keys = {}
        for face in faces:
            width, height = self.sizes[face]
            steps = [round(float(np.log(side)) / _SAME_SIZE) for side in (width, height)]
            keys[face] = (self.usual.frame(face), steps[0], steps[1])
            sets[keys[face]].append(face)
        return {face: tuple(sets[key]) for face, key in keys.items()}


def usual_sets(alike: Alike) -> list[tuple[str, ...]]:
    """The sizes that most faces have: what is worth looking for without any hint."""
    return sorted(set(alike.values()), key=lambda faces: (-len(faces), faces))[:_MOST_SETS]
