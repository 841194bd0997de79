"""Single photographs with no history: what is found, named and falsely seen, on made-up scenes of real boxes.

Run: python -m benchmarks.stills [--quick] [--box NAME ...] [--seeds 100:103] [--json FILE]
Boxes are folders of scans beside the checkout (skipped where absent) or ``proxies`` (our own Architects cards).
"""

import sys
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from benchmarks.report import Goal, arguments, report
from benchmarks.stills_scenes import GROUNDS, LAYOUTS, Lain, Snapshot, pictures_of, snapshot
from companion.games.architects.facts import FACTS
from companion.twin import proxies
from vision.image import Image, Points, encode_png
from vision.kinds import kind_of
from vision.library import Face, Library
from vision.stills import Found, StillReader

_CARDS = Path(__file__).resolve().parents[2] / "shared" / "cards"
_BOXES = ("proxies", "architects-a", "duel-a", "seven-wonders-a", "seven-wonders-b")
_STRANGERS = {"duel-a": "seven-wonders-a"}
_SAME = 0.5
_STRIP, _GONE = 0.35, 0.1
_CLOSE = 0.02


def main() -> None:
    """Measure every layout and ground of every box and print one table."""
    parser = arguments(__doc__)
    parser.add_argument("--box", nargs="*", default=list(_BOXES))
    parser.add_argument("--seeds", default="100:102")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    first, last = (int(part) for part in chosen.seeds.split(":"))
    if chosen.quick:
        chosen.box, last = ["proxies"], first + 1
    rows = []
    for box in chosen.box:
        pictures, strangers = _pictures(box)
        if not pictures:
            sys.stderr.write(f"{box}: not here, left out\n")
            continue
        reader = StillReader(enrolled(pictures))
        reader.prepare()
        for layout in LAYOUTS:
            for ground in GROUNDS:
                scenes = [snapshot(pictures, strangers, layout, ground, seed) for seed in range(first, last)]
                rows.append({"box": box, "layout": layout, "ground": ground} | _measured(reader, scenes))
                _print(rows[-1])
    sure = sum(row.get(f"{kind}_wrong_and_sure", 0) for row in rows for kind in ("card", "strip"))
    slowest = max(row["ms"] for row in rows)
    text = f"wrong and sure in all: {sure}; the slowest kind of scene: {slowest} ms"
    report(chosen, rows, text, [Goal("a whole photo, slowest kind", f"{slowest} ms", "<= 4000 ms", slowest <= 4000)])


def enrolled(pictures: dict[str, Image]) -> Library:
    """A library of these pictures at their kinds' usual sizes."""
    faces = []
    for name, picture in sorted(pictures.items()):
        scale = min(1.0, 480 / picture.shape[0])
        small = cv2.resize(picture, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
        size = kind_of(name).size or (60.0, 90.0)
        faces.append(Face(name, size, (small.shape[1], small.shape[0]), encode_png(small)))
    return Library(tuple(faces), ())


def _pictures(box: str) -> tuple[dict[str, Image], list[Image]]:
    """A box's cards and some that are none of its."""
    if box == "proxies":
        ours = {face: np.ascontiguousarray(proxies.picture(face, 4.0)[..., :3]) for face in FACTS.card_face_ids}
        return ours, [np.ascontiguousarray(proxies.picture("architects/back/giza", 4.0)[..., :3])]
    if not (_CARDS / box).is_dir():
        return {}, []
    return pictures_of(_CARDS / box), list(pictures_of(_CARDS / _STRANGERS.get(box, "duel-a")).values())


def _measured(reader: StillReader, scenes: Sequence[Snapshot]) -> dict[str, Any]:
    counts: Counter[str] = Counter()
    errors: list[float] = []
    spent: list[float] = []
    for scene in scenes:
        started = time.thread_time()
        found = reader.read(scene.picture)
        spent.append((time.thread_time() - started) * 1000)
        pairs = _paired(scene.pieces, found)
        counts["false"] += len(found) - len(pairs)
        for index, piece in enumerate(scene.pieces):
            _count(counts, errors, piece, found[pairs[index]] if index in pairs else None)
    return {
        **{name: counts[name] for name in sorted(counts)},
        "scenes": len(scenes),
        "corners_within_2_percent": round(float(np.mean(np.array(errors) < _CLOSE)), 3) if errors else None,
        "ms": round(float(np.mean(spent))),
    }


def _count(counts: Counter[str], errors: list[float], piece: Lain, found: Found | None) -> None:
    if piece.visible < _GONE:
        return
    kind = "stranger" if piece.face is None else "strip" if piece.visible < _STRIP else "card"
    counts[kind] += 1
    if found is None:
        counts[f"{kind}_missed"] += 1
    elif not found.faces:
        counts[f"{kind}_unknown"] += 1
    elif found.faces[0].face == piece.face:
        counts[f"{kind}_right"] += 1
        height = np.hypot(*(piece.quad[3] - piece.quad[0]))
        errors.append(float(np.hypot(*(found.quad - piece.quad).T).max() / height))
    else:
        counts[f"{kind}_wrong"] += 1
        counts[f"{kind}_wrong_and_sure"] += found.faces[0].probability > 0.9


def _paired(pieces: Sequence[Lain], found: Sequence[Found]) -> dict[int, int]:
    """Which found piece is which true one: the largest overlaps first, the same face before another."""
    options = []
    for index, piece in enumerate(pieces):
        for other, one in enumerate(found):
            shared = _overlap(piece.quad, one.quad)
            same = bool(one.faces) and one.faces[0].face == piece.face
            if shared > _SAME:
                options.append((shared + 0.5 * same, index, other))
    pairs: dict[int, int] = {}
    for _, index, other in sorted(options, reverse=True):
        if index not in pairs and other not in pairs.values():
            pairs[index] = other
    return pairs


def _overlap(one: Points, other: Points) -> float:
    one, other = one.astype(np.float32), other.astype(np.float32)
    shared, _ = cv2.intersectConvexConvex(one, other)
    return float(shared / (cv2.contourArea(one) + cv2.contourArea(other) - shared + 1e-6))


def _print(row: dict[str, Any]) -> None:
    def share(kind: str) -> str:
        return f"{row.get(f'{kind}_right', 0)}/{row.get(kind, 0)}"

    sys.stdout.write(
        f"{row['box']:<16}{row['layout']:<12}{row['ground']:<6}"
        f"cards {share('card'):<8}strips {share('strip'):<8}"
        f"wrong and sure {row.get('card_wrong_and_sure', 0) + row.get('strip_wrong_and_sure', 0)}  "
        f"strangers unknown {row.get('stranger_unknown', 0)}/{row.get('stranger', 0)} "
        f"named {row.get('stranger_wrong', 0)}  false {row.get('false', 0)} in {row['scenes']}  "
        f"corners {row['corners_within_2_percent']}  {row['ms']} ms\n"
    )
    sys.stdout.flush()


if __name__ == "__main__":
    main()
