"""How surely new pieces are found by what changed on the table, beside the published contour detector.

    python -m benchmarks.finding [--quick] [--cards DIR] [--scenes N] [--contours N] [--seed S] [--json FILE]

Scenes are drawn anew from their seeds (``finding_scenes``): pieces lying apart on a mat, wood and a busy cloth, rows
of tucked cards laid one by one, heaps of cards that land on others at any turn, and tables where only the light
changes. A piece is found when a quadrilateral covers it with an overlap (intersection over union) above 0.8; corner
errors are the worst corner's, as a share of the piece's long side. Times are CPU ms of one thread. Seeds below 1000
and 2000 to 2020 were used to choose the constants; the benchmark starts at 1000.
"""

import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise
from pathlib import Path

import cv2
import numpy as np

from benchmarks.finding_contours import contour_quads
from benchmarks.finding_scenes import GROUNDS, Box, Exposure, Ground, boxes, heaped, quiet, separate, tucked
from benchmarks.report import Goal, arguments, report
from vision.geometry.image import Image, Points
from vision.geometry.quads import union_overlap
from vision.recognition.kinds import Size
from vision.stills.change.finder import Finder

_CARDS = Path(__file__).parents[2] / "shared" / "cards"
_FULL = (4056, 3040)
_ENOUGH = 0.8
_PARTS = ("apart", "tucked", "heaped", "light only")
_LEAST: Mapping[Ground, float] = {"mat": 99.5, "wood": 99.5, "busy": 95.0}
_NEWEST: Mapping[Ground, float] = dict.fromkeys(GROUNDS, 97.0)


@dataclass
class Tally:
    """What was found of what lay there."""

    pieces: int = 0
    found: int = 0
    false: int = 0
    shots: int = 0
    errors: list[float] = field(default_factory=list)
    ms: list[float] = field(default_factory=list)

    def count(self, truth: Sequence[Points], quads: Sequence[Points]) -> None:
        """Match quadrilaterals to the pieces that were laid."""
        left = list(quads)
        self.shots += 1
        for piece in truth:
            self.pieces += 1
            best = max(range(len(left)), key=lambda k: union_overlap(left[k], piece), default=None)
            if best is not None and union_overlap(left[best], piece) > _ENOUGH:
                self.found += 1
                self.errors.append(corner_error(left.pop(best), piece))
        self.false += len(left)

    def row(self) -> dict[str, float | None]:
        """The figures of a table's row: shares in per cent, errors in per cent of the long side, time in CPU ms."""
        errors = 100 * np.array(self.errors)
        some = len(errors) > 0
        ms = float(np.median(self.ms)) if self.ms else 0.0
        return {
            "shots": self.shots,
            "pieces": self.pieces,
            "recall": round(100 * self.found / self.pieces, 2) if self.pieces else None,
            "false_per_shot": round(self.false / max(self.shots, 1), 3),
            "corner_median": round(float(np.median(errors)), 2) if some else None,
            "corner_p95": round(float(np.percentile(errors, 95)), 2) if some else None,
            "corner_within_2": round(100 * float(np.mean(errors <= 2)), 1) if some else None,
            "ms": round(ms, 1),
        }


def corner_error(quad: Points, truth: Points) -> float:
    """The worst corner's distance as a share of the piece's long side, whichever corner comes first."""
    longest = float(np.linalg.norm(truth - np.roll(truth, -1, 0), axis=1).max())
    return min(float(np.linalg.norm(np.roll(quad, k, 0) - truth, axis=1).max()) for k in range(4)) / longest


def main() -> None:
    """Run everything, print the tables, write the JSON."""
    parser = arguments(__doc__)
    parser.add_argument("--cards", type=Path, default=_CARDS, help="a folder of boxes (pictures of real pieces)")
    parser.add_argument("--scenes", type=int, default=8, help="how many scenes of each kind on each ground")
    parser.add_argument("--contours", type=int, default=8, help="how many of them contours are sought in, too (slow)")
    parser.add_argument("--seed", type=int, default=1000, help="the first seed")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    everything = boxes(options.cards if options.cards.is_dir() else None)
    seeds = range(options.seed, options.seed + (1 if options.quick else options.scenes))
    figures: dict[str, dict[str, float | None]] = {}
    print(f"boxes: {', '.join(box.name for box in everything)}; {len(seeds)} scenes of each kind on each ground")
    for ground in GROUNDS:
        for name, part in (("apart", _apart), ("tucked", _tucked), ("heaped", _heaped), ("light only", _light_only)):
            for way, tally in part(ground, everything, seeds, options.contours).items():
                figures[f"{ground} {name} {way}"] = tally.row()
                if tally.shots:
                    _print(f"{ground} {name} {way}", tally.row())
    times = _times(everything, options.seed)
    figures["12 megapixels"] = dict(times)
    text = f"12 megapixels: {times['changed_ms']} ms with pieces landed, {times['unchanged_ms']} ms without, CPU"
    report(options, figures, text, _goals(figures))


def _goals(figures: Mapping[str, Mapping[str, float | None]]) -> list[Goal]:
    """Our own way of finding, beside the contours of the published ones."""
    lines = []
    for part, what, least in (("apart", "recall", _LEAST), ("tucked", "newest of a row", _NEWEST)):
        for ground in GROUNDS:
            ours, contours = (figures[f"{ground} {part} by {way}"] for way in ("change", "contours"))
            value, wanted = ours["recall"] or 0.0, least[ground]
            beside = {"contours": f"{contours['recall'] or 0.0:g}"} if contours["shots"] else {}
            lines.append(Goal(f"{what}, {ground}", f"{value:g} %", f">= {wanted:g} %", value >= wanted, beside=beside))
            corners = ours["corner_within_2"] or 0.0
            lines.append(Goal(f"{what}, {ground}: corners within 2 %", f"{corners:g} %", "", met=True))
    for ground in GROUNDS:
        worst = max(figures[f"{ground} {part} by change"]["false_per_shot"] or 0.0 for part in _PARTS)
        strays = figures[f"{ground} apart by contours"]["false_per_shot"] or 0.0
        beside = {"contours": f"{strays:g}"}
        lines.append(Goal(f"false pieces a scene, {ground}", f"{worst:g}", "<= 0.05", worst <= 0.05, beside=beside))
    times = figures["12 megapixels"]
    beside = {"contours": f"{times['contours_ms'] or 0.0:.0f}"}
    for name, key, most in (("changed", "changed_ms", 120.0), ("unchanged", "unchanged_ms", 15.0)):
        ms = times[key] or 0.0
        lines.append(Goal(f"a 12-megapixel frame, {name}", f"{ms:g} ms", f"<= {most:g} ms", ms <= most, beside=beside))
    return lines


def _apart(ground: Ground, everything: Sequence[Box], seeds: range, contoured: int) -> dict[str, Tally]:
    ours, contours = Tally(), Tally()
    for seed in seeds:
        box = everything[seed % len(everything)]
        before, after = separate(ground, box, seed)
        _ours(ours, Finder(_sizes(box)), before, after)
        if seed < seeds.start + contoured:
            _timed(contours, after, contour_quads)
    return {"by change": ours, "by contours": contours}


def _tucked(ground: Ground, everything: Sequence[Box], seeds: range, contoured: int) -> dict[str, Tally]:
    return _one_by_one(tucked, ground, everything, seeds, contoured)


def _heaped(ground: Ground, everything: Sequence[Box], seeds: range, contoured: int) -> dict[str, Tally]:
    return _one_by_one(heaped, ground, everything, seeds, contoured)


def _one_by_one(
    draw: Callable[[Ground, Box, int], Sequence[Exposure]],
    ground: Ground,
    everything: Sequence[Box],
    seeds: range,
    contoured: int,
) -> dict[str, Tally]:
    """The first card lies alone: only those that land on others count (contours: the last of each scene)."""
    ours, contours = Tally(), Tally()
    for seed in seeds:
        box = everything[seed % len(everything)]
        finder = Finder(_sizes(box))
        shots = draw(ground, box, seed)
        for index, (before, after) in enumerate(pairwise(shots)):
            if index:
                _ours(ours, finder, before, after)
            else:
                finder.settle(before.picture)
                finder.find(after.picture)
        if seed < seeds.start + contoured:
            _timed(contours, shots[-1], partial(_near, newest=shots[-1].quads))
    return {"by change": ours, "by contours": contours}


def _light_only(ground: Ground, everything: Sequence[Box], seeds: range, _: int) -> dict[str, Tally]:
    ours = Tally()
    for seed in seeds:
        box = everything[seed % len(everything)]
        _ours(ours, Finder(_sizes(box)), *quiet(ground, box, seed))
    return {"by change": ours}


def _near(picture: Image, newest: Sequence[Points]) -> list[Points]:
    """By contours; quadrilaterals that lie mostly elsewhere (an older card, rightly found) are no false ones."""
    return [quad for quad in contour_quads(picture) if any(union_overlap(quad, piece) > 0.3 for piece in newest)]


def _ours(tally: Tally, finder: Finder, before: Exposure, after: Exposure) -> None:
    finder.settle(before.picture)
    _timed(tally, after, lambda picture: [piece.quad for piece in finder.find(picture)])


def _timed(tally: Tally, after: Exposure, find: Callable[[Image], Sequence[Points]]) -> None:
    start = time.thread_time()
    quads = find(after.picture)
    tally.ms.append(1000 * (time.thread_time() - start))
    tally.count(after.quads, quads)


def _times(everything: Sequence[Box], seed: int) -> dict[str, float]:
    changed: list[float] = []
    unchanged: list[float] = []
    contours: list[float] = []
    for index, ground in enumerate(GROUNDS):
        box = everything[(seed + index) % len(everything)]
        landed = [
            cv2.resize(shot.picture, _FULL, interpolation=cv2.INTER_CUBIC) for shot in separate(ground, box, seed)
        ]
        still = [cv2.resize(shot.picture, _FULL, interpolation=cv2.INTER_CUBIC) for shot in quiet(ground, box, seed)]
        for pair, times in ((landed, changed), (still, unchanged)):
            finder = Finder(_sizes(box))
            finder.settle(pair[0])
            finder.find(pair[1])
            times.append(_spent(partial(finder.find, pair[1])))
        contours.append(_spent(partial(contour_quads, landed[1])))
    found = {"changed_ms": changed, "unchanged_ms": unchanged, "contours_ms": contours}
    return {name: round(float(np.median(times)), 1) for name, times in found.items()}


def _spent(work: Callable[[], object]) -> float:
    """Milliseconds of the core."""
    start = time.thread_time()
    work()
    return 1000 * (time.thread_time() - start)


def _sizes(box: Box) -> list[Size]:
    return list(dict.fromkeys(art.size for art in box.arts))


def _print(name: str, row: dict[str, float | None]) -> None:
    shown = {key: "-" if value is None else f"{value:g}" for key, value in row.items()}
    print(
        f"{name:26} {shown['shots']:>4} shots {shown['pieces']:>4} pieces  recall {shown['recall']:>6} %  false "
        f"{shown['false_per_shot']:>6} a shot  corners: median {shown['corner_median']:>5} %, p95 "
        f"{shown['corner_p95']:>5} %, within 2 %: {shown['corner_within_2']:>5} %  {shown['ms']:>6} ms",
        flush=True,
    )


if __name__ == "__main__":
    main()
