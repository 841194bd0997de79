"""Spoils photographs of real cities and counts what is read of them; or takes some of the twin's (``twins``).

    python -m benchmarks.photographs FOLDER [--seeds 0:50]
    python -m benchmarks.photographs --twin GAME --box DIR [--edition N] [--cities 10] [--seeds 1:9] [--hand-over]

``FOLDER`` holds photographs that are read without a fault as they are (their reading is the truth): each seed takes one
of them, spoils it and asks which cards are right, wrong, said to be there but unread, and passed over in silence.
"""

import argparse
import time
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import cv2
import msgspec
import numpy as np

from benchmarks.photographs.spoilt import spoilt
from benchmarks.photographs.twins import measure
from companion.games.seven_wonders.photo import prints
from vision.geometry.homography import transform_points
from vision.geometry.image import Image, read_picture
from vision.names.city import Card, CityReader, CitySeen
from vision.names.prints import Prints

_NEAR = 0.17
"""Share of a card's width within which two places are of one card: 11 mm."""


class Taken(NamedTuple):
    """A photograph and what is in it."""

    picture: Image
    truth: CitySeen


def main() -> None:
    """Read the folder, spoil, count, print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--seeds", default="0:50")
    parser.add_argument("--twin", metavar="GAME")
    parser.add_argument("--box", type=Path)
    parser.add_argument("--edition", type=int, default=1)
    parser.add_argument("--cities", type=int, default=10)
    parser.add_argument("--hand-over", action="store_true", help="in each of the twin's, over some of the city")
    options = parser.parse_args()
    cv2.setNumThreads(1)
    first, last = (int(part) for part in options.seeds.split(":"))
    if options.twin:
        seeds = range(first, last)
        measure(options.twin, options.box, options.edition, options.cities, seeds, hand_over=options.hand_over)
        return
    reader = CityReader(msgspec.convert(prints(2), Prints, strict=False))
    taken = []
    for path in sorted(options.folder.glob("*.jpg")):
        picture = read_picture(path)
        taken.append(Taken(picture, reader.read(picture)))
    total: Counter[str] = Counter()
    for seed in range(first, last):
        counts, said = _asked(reader, taken[seed % len(taken)], seed)
        total += counts
        print(f"{seed}: {said}", flush=True)
    print(", ".join(f"{what} {total[what]}" for what in _WHAT))


_WHAT = (
    *("photographs", "cards", "right", "wrong", "said", "silent", "false", "strangers"),
    *("board", "stages", "stages asked", "stages wrong", "coins", "tokens", "tokens asked"),
)


def _asked(reader: CityReader, taken: Taken, seed: int) -> tuple[Counter[str], str]:
    truth = taken.truth
    assert truth.board is not None, "photographs of which the board is read"
    assert truth.board_quad is not None
    done = spoilt(taken.picture, np.concatenate([*(card.quad for card in truth.cards), truth.board_quad]), seed)
    started = time.process_time()
    city = reader.read(done.picture)
    spent = time.process_time() - started
    moved = [card._replace(quad=transform_points(done.matrix, card.quad)) for card in truth.cards]
    counts, said = compared(moved, city.cards)
    board, stages = city.board, truth.board.stages
    counts["photographs"] = 1
    counts["board"] = board is not None and (board.name, board.side) == (truth.board.name, truth.board.side)
    counts["stages"] = board is not None and board.stages == stages
    counts["stages asked"] = board is None or board.stages is None
    counts["stages wrong"] = board is not None and board.stages not in {None, stages}
    for kind in ("coin", "token"):
        counts[f"{kind}s"] = _values(city, kind) == _values(truth, kind)
    counts["tokens asked"] = any(one.kind == "token" and one.sure < 0.9 for one in city.rounds)
    tokens = (_values(city, "coin"), _values(city, "token"))
    return counts, f"{done.said}, {spent:.1f} s: {dict(counts)} {said} {tokens} board {board and round(board.sure, 2)}"


def _values(city: CitySeen, kind: str) -> list[int]:
    return sorted(one.value or 0 for one in city.rounds if one.kind == kind)


def compared(truth: list[Card], found: tuple[Card, ...]) -> tuple[Counter[str], str]:
    """How many cards are right and what is wrong with the others; places in pixels of one picture."""
    counts, said = Counter(cards=len(truth)), []
    left = list(found)
    for card in truth:
        width = float(np.linalg.norm(card.quad[1] - card.quad[0]))
        near = [one for one in left if np.hypot(*(one.quad.mean(0) - card.quad.mean(0))) < _NEAR * width]
        right = [one for one in near if one.card == card.card]
        mine = (right or [one for one in near if one.card is None] or near)[:1]
        left = [one for one in left if not any(one is other for other in mine)]
        what = "silent" if not mine else "right" if right else "said" if mine[0].card is None else "wrong"
        counts[what] += 1
        if what != "right":
            said.append(f"{what} {card.card} {mine[0].card if mine else ''}")
    for one in left:
        counts["strangers" if one.card is None else "false"] += 1
        said.append(f"left {one.card} {one.probability:.2f} {one.quad.mean(0).round().tolist()}")
    return counts, "; ".join(said)


if __name__ == "__main__":
    main()
