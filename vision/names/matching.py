"""What was read on a ribbon, weighed against the names that can stand there.

How likely a line is if a name stands on it is summed over all ways in which its letters can lie along the line (the
forward algorithm of connectionist temporal classification; Graves et al. 2006), so that a C read for a G costs what the
network thinks of it.
"""

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from functools import lru_cache
from typing import NamedTuple

import numpy as np

from vision.geometry.image import Image
from vision.names.letters import BLANK, Line

_LEAST = np.log(1e-3)
"""The least log probability of a letter at a place: a scratch or a hair costs no more."""
_NEVER = np.float32(-1e9)
"""The log probability of what cannot be."""
_STRANGER = 1.6
"""Log by letter that the best reading of a line that is no card's name loses: chosen so that a name with one wrong
letter of five is still read and the meander beside the ribbon is not (docs/photos.md)."""
_KEPT = 256
"""Lines of which it is remembered what they may say: those of a photograph, asked about again with its colours."""
_COOLED = 2.0
"""Log likelihoods are divided by this: neighbouring places of a line are not independent."""


class Reading(NamedTuple):
    """Log likelihoods of names, by id; ``none``: that of the line being no name that can stand there."""

    logs: dict[str, float]
    none: float


class Names:
    """Names as the network's classes; ``printed``: by id, every spelling that can stand there."""

    def __init__(self, printed: Mapping[str, Sequence[str]]) -> None:
        self._printed = printed
        self._known: dict[str, int] = {}
        self._targets: list[tuple[str, list[int]]] = []
        self.weigh = lru_cache(_KEPT)(self._weigh)

    @property
    def letters(self) -> AbstractSet[str]:
        """All letters of these names."""
        return {letter for names in self._printed.values() for one in names for look in _looks(one) for letter in look}

    def _weigh(self, line: Line) -> Reading:
        """How likely the line is with each name on it."""
        if not self._targets:
            self._known = {letter: number for number, letter in enumerate(line.letters) if letter}
            self._targets = [
                (key, [self._known[letter] for letter in name if letter in self._known])
                for key, names in self._printed.items()
                for name in dict.fromkeys(spelt for one in names for spelt in _looks(one))
            ]
        logs: dict[str, float] = {}
        floored = np.maximum(line.logs, _LEAST)
        for key, score in zip(
            (key for key, _ in self._targets), _forward(floored, [t for _, t in self._targets]), strict=True
        ):
            logs[key] = max(score / _COOLED, logs.get(key, -np.inf))
        none = (float(floored.max(1).sum()) - _STRANGER * max(3, len(line.text))) / _COOLED
        return Reading(logs, none)


def _looks(name: str) -> tuple[str, ...]:
    """How a name may be read: with and without its blanks; capitals that are printed alike."""
    return (name, name.replace(" ", ""), name.replace("ß", "B"))


def _forward(logs: Image, targets: Sequence[Sequence[int]]) -> Image:
    """The log likelihood of each target (letters' classes) given places x classes, all at once."""
    longest = max(map(len, targets))
    states = 2 * longest + 1
    classes = np.full((len(targets), states), BLANK)
    last = np.zeros(len(targets), int)
    for row, target in enumerate(targets):
        classes[row, 1 : 2 * len(target) : 2] = target
        last[row] = 2 * len(target)
    skips = np.full((len(targets), states), _NEVER, np.float32)
    skips[:, 3::2] = np.where(classes[:, 3::2] != classes[:, 1:-2:2], 0, _NEVER)
    emitted = logs.astype(np.float32)[:, classes]
    # Two columns on the left that nothing comes out of.
    alpha = np.full((len(targets), states + 2), _NEVER, np.float32)
    alpha[:, 2], alpha[:, 3] = emitted[0, :, 0], emitted[0, :, 1]
    for place in emitted[1:]:
        stay, one, two = alpha[:, 2:], alpha[:, 1:-1], alpha[:, :-2] + skips
        top = np.maximum(np.maximum(stay, one), two)
        alpha[:, 2:] = top + np.log(np.exp(stay - top) + np.exp(one - top) + np.exp(two - top)) + place
    rows = np.arange(len(targets))
    return np.asarray(np.logaddexp(alpha[rows, last + 2], alpha[rows, last + 1]), np.float64)
