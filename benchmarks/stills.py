"""Single photographs with no history: what is found, named and falsely seen, on made-up scenes of real boxes.

Run: python -m benchmarks.stills [--quick] [--box NAME ...] [--seeds 200:202] [--parts scenes,alone,whole] [--json FILE]
Boxes are folders of scans beside the checkout (skipped where absent) or ``proxies`` (our own Architects cards); each
card is enrolled from one fair shot. Parts: scenes of 14 pieces; small hard pictures of one card by the customer's
recipe, where it is here; a whole table of 60 pieces in 12 megapixels.
"""

import sys
import time
from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np

from benchmarks.eyes.boxes import boxes, cards, strangers
from benchmarks.eyes.recipe import PATH
from benchmarks.eyes.store import library
from benchmarks.report import Goal, arguments, report
from benchmarks.stills_alone import HIDDEN, asked, crops
from benchmarks.stills_answers import Answer, calibration_error, union_overlap
from benchmarks.stills_scenes import GROUNDS, LAYOUTS, Snapshot, snapshot
from vision.geometry.image import Image
from vision.recognition.library import Library
from vision.stills.photograph import Found, StillReader

_BOXES = ("proxies", "architects-a", "duel-a", "seven-wonders-a")
_SAME = 0.5
_STRIP, _GONE = 0.35, 0.1
_CLOSE = 0.02
_MANY, _CARD_PX = 60, 300.0
_WANTED = {0: 99, 25: 98, 50: 93}


def main() -> None:
    """Measure every part of every box and print one table."""
    parser = arguments(__doc__)
    parser.add_argument("--box", nargs="*", default=list(_BOXES))
    parser.add_argument("--seeds", default="200:201")
    parser.add_argument("--parts", default="scenes,alone,whole")
    parser.add_argument("--crops", type=int, default=20, help="small pictures of one card, each share hidden")
    chosen = parser.parse_args()
    cv2.setNumThreads(1)
    first, last = (int(part) for part in chosen.seeds.split(":"))
    if chosen.quick:
        chosen.box, chosen.crops, chosen.parts, last = ["proxies"], 4, "scenes,alone", first + 1
    parts = set(chosen.parts.split(",")) - ({"alone"} if not PATH.is_file() else set())
    rows: list[dict[str, Any]] = []
    answers: dict[str, list[Answer]] = {}
    for box in chosen.box:
        if box not in boxes():
            sys.stderr.write(f"{box}: not here, left out\n")
            continue
        reader = StillReader(Library.load(library(box).path))
        reader.prepare()
        if "scenes" in parts:
            rows += _scenes(reader, box, range(first, last), answers)
        if "alone" in parts:
            rows += _alone(reader, box, chosen.crops, first, answers)
        if "whole" in parts:
            rows.append(_whole(reader, box, first))
    report(chosen, rows, _text(answers), _goals(rows, answers))


def _scenes(reader: StillReader, box: str, seeds: Sequence[int], kept: dict[str, list[Answer]]) -> list[dict[str, Any]]:
    rows = []
    pictures = {card.face: card.picture for card in cards(box)}
    others = [card.picture for card in strangers(box)]
    for layout in LAYOUTS:
        for ground in GROUNDS:
            said: dict[str, list[Answer]] = {"card": [], "strip": [], "stranger": []}
            spent, false = [], 0
            for seed in seeds:
                scene = snapshot(pictures, others, layout, ground, seed)
                ms, found = _read(reader, scene.picture)
                spent.append(ms)
                false += _sorted(scene, found, said)
            for kind, some in said.items():
                kept.setdefault(kind, []).extend(some)
            rows.append({"box": box, "layout": layout, "ground": ground, "false": false, "ms": round(np.mean(spent))})
            rows[-1] |= _shares(said)
            _print(rows[-1], f"{layout:<12}{ground:<6}")
    return rows


def _alone(reader: StillReader, box: str, count: int, seed: int, kept: dict[str, list[Answer]]) -> list[dict[str, Any]]:
    rows = []
    for hidden in HIDDEN:
        told = [asked(reader, crop) for crop in crops(box, hidden, count, seed)]
        foreign = [asked(reader, crop) for crop in crops(box, hidden, count // 4, seed, strange=True)]
        kept.setdefault(f"alone {hidden}", []).extend(answer for answer, _ in told)
        kept.setdefault("alone stranger", []).extend(answer for answer, _ in foreign)
        said = {"card": [answer for answer, _ in told], "strip": [], "stranger": [answer for answer, _ in foreign]}
        ms = round(float(np.mean([spent for _, spent in told])))
        rows.append({"box": box, "layout": "alone", "hidden": hidden, "false": 0, "ms": ms} | _shares(said))
        _print(rows[-1], f"{'alone':<12}{hidden:>3} %  ")
    return rows


def _whole(reader: StillReader, box: str, seed: int) -> dict[str, Any]:
    """A whole table: as many pieces as lie there at a game's end, in a picture of about 12 megapixels."""
    pictures = {card.face: card.picture for card in cards(box)}
    scene = snapshot(pictures, [], "separate", "wood", seed, _MANY, _CARD_PX)
    enlarge = float(np.sqrt(12e6 / scene.picture[..., 0].size))
    scene = snapshot(pictures, [], "separate", "wood", seed, _MANY, _CARD_PX * enlarge)
    ms, found = _read(reader, scene.picture)
    said: dict[str, list[Answer]] = {"card": [], "strip": [], "stranger": []}
    row = {"box": box, "layout": "whole", "false": _sorted(scene, found, said), "ms": round(ms)} | _shares(said)
    _print(row, f"{'whole table':<18}")
    return row


def _read(reader: StillReader, picture: Image) -> tuple[float, tuple[Found, ...]]:
    started = time.thread_time()
    found = reader.read(picture)
    return (time.thread_time() - started) * 1000, found


def _sorted(scene: Snapshot, found: Sequence[Found], said: dict[str, list[Answer]]) -> int:
    """Adds an answer for each true piece; how many found pieces there are not in truth."""
    pairs = _paired(scene, found)
    for index, piece in enumerate(scene.pieces):
        if piece.visible >= _GONE:
            kind = "stranger" if piece.face is None else "strip" if piece.visible < _STRIP else "card"
            said[kind].append(Answer.of(piece.face, piece.quad, found[pairs[index]] if index in pairs else None))
    return len(found) - len(pairs)


def _paired(scene: Snapshot, found: Sequence[Found]) -> dict[int, int]:
    """Which found piece is which true one: the largest overlaps first, the same face before another."""
    options = []
    for index, piece in enumerate(scene.pieces):
        for other, one in enumerate(found):
            same = bool(one.faces) and one.faces[0].face == piece.face
            if (overlap := union_overlap(piece.quad, one.quad)) > _SAME:
                options.append((overlap + 0.5 * same, index, other))
    pairs: dict[int, int] = {}
    for _, index, other in sorted(options, reverse=True):
        if index not in pairs and other not in pairs.values():
            pairs[index] = other
    return pairs


def _shares(said: dict[str, list[Answer]]) -> dict[str, Any]:
    shares: dict[str, Any] = {}
    for kind, some in said.items():
        shares |= {
            kind: len(some),
            f"{kind}_found": sum(one.found for one in some),
            f"{kind}_right": sum(one.right for one in some),
            f"{kind}_wrong_and_sure": sum(one.wrong_and_sure for one in some),
        }
    near = [one.astray < _CLOSE for one in said["card"] if one.right]
    return shares | {"corners_within_2_percent": round(float(np.mean(near)), 3) if near else None}


def _text(answers: dict[str, list[Answer]]) -> str:
    lines = []
    for kind, some in answers.items():
        right, sure = (sum(getattr(one, what) for one in some) for what in ("right", "wrong_and_sure"))
        error = 100 * calibration_error(some)
        lines.append(f"{kind}: {len(some)}, right {right}, wrong and sure {sure}, calibration error {error:.1f} %")
    pooled = [one for some in answers.values() for one in some]
    return "\n".join([*lines, f"all: calibration error {100 * calibration_error(pooled):.1f} %"])


def _goals(rows: Sequence[dict[str, Any]], answers: dict[str, list[Answer]]) -> list[Goal]:
    goals = []
    whole = [row["ms"] for row in rows if row["layout"] == "whole"]
    if whole:
        goals.append(Goal("a whole table, 60 pieces", f"{max(whole)} ms", "<= 4000 ms", max(whole) <= 4000))
    for hidden, wanted in _WANTED.items():
        some = answers.get(f"alone {hidden}")
        if some:
            share = 100 * sum(one.right for one in some) / len(some)
            what = f"a picture of one card, {hidden} % hidden"
            goals.append(Goal(what, f"{share:.1f} %", f">= {wanted} %", share >= wanted, f"of {len(some)}"))
    return goals


def _print(row: dict[str, Any], what: str) -> None:
    def share(kind: str) -> str:
        return f"{row[f'{kind}_right']}/{row[kind]}"

    sure = row["card_wrong_and_sure"] + row["strip_wrong_and_sure"]
    sys.stdout.write(
        f"{row['box']:<16}{what}cards {share('card'):<8}strips {share('strip'):<8}wrong and sure {sure}  "
        f"strangers {row['stranger']}, named and sure {row['stranger_wrong_and_sure']}  false {row['false']}  "
        f"corners {row['corners_within_2_percent']}  {row['ms']} ms\n"
    )
    sys.stdout.flush()


if __name__ == "__main__":
    main()
