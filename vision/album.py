"""A library's faces ready to be compared with photographs, roughly, usually and finely."""

from collections import defaultdict
from collections.abc import Sequence

import numpy as np

from vision.agreement import CELL, Prints
from vision.library import Library

_SAME_SIZE = 0.03
_MOST_SETS = 6

Alike = dict[str, tuple[str, ...]]
"""For each face those of the same size, which may lie in the same place."""


class Album:
    """The prints of a library at three finenesses, and its pieces' sizes in mm."""

    def __init__(self, library: Library) -> None:
        self.sizes = {name: face.size for name, face in library.faces.items()}
        self.rough = Prints(library, CELL // 2)
        self.usual = Prints(library, CELL)
        self.fine = Prints(library, 2 * CELL)

    def prepare(self, face: str) -> None:
        """Make a face's prints now."""
        self.rough.of(face)
        self.fine.of(face)
        self.usual.parts(face)

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
