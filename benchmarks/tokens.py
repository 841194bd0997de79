"""Tokens at any turn, coins in heaps, the pawn on its track, stages built or not: how often right, how long it takes.

Real pictures come from the scans beside the checkout (left out where absent), coins and the pawn are our own
proxies. Views: 60 to 100 px a token, any turn, camera aslant by up to 22 degrees, on mat, wood and busy cloth, two in
three in hard light (glare, shadow, tint, blur, motion, noise, JPEG), the third in a soft one; discs are given about
3 % off. Usage: python -m benchmarks.tokens [--quick] [--seed N] [--json FILE]
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import cv2
import numpy as np

from benchmarks.eyes.figures import ACCEPT
from benchmarks.report import arguments, report
from benchmarks.tokens_pieces import (
    COINS,
    Pictures,
    cut_round,
    drawn,
    enrolled,
    given,
    opaque,
    proxy,
    reader,
    upright,
    whole,
)
from benchmarks.tokens_spots import on_spots
from benchmarks.tokens_tables import Condition, Counting, Figures, Naming, Placing, Siding, goals, written
from companion.art.proxy_set import proxies_of
from tests.vision.token_views import Piece, heap, single, track
from vision.enrolment.learn_box import build_library
from vision.geometry.image import Image
from vision.recognition.naming import LibraryRecogniser
from vision.tokens.heap import find_tokens
from vision.tokens.naming import TokenReader
from vision.tokens.track import Track, colour_of, find_pawn

GROUNDS = ("mat", "wood", "cloth")
HARD, SOFT = 1.0, 0.2
HEAPS = {"apart": None, "touching": 0.0, "overlapping 30 %": 0.3}
_TRACK = 19
_SURE = 0.9


class Answer(NamedTuple):
    """One view: whether its face is enrolled, the view's ground and light, whether named right, how probable, ms."""

    known: bool
    ground: str
    hard: bool
    right: bool
    probability: float
    ms: float


def ask(reads: TokenReader, known: Sequence[Piece], strange: Sequence[Piece], views: int, seed: int) -> list[Answer]:
    """Ask about so many views of each known piece, and as many of strangers."""
    rng = np.random.default_rng(seed)
    asked = [known[k % len(known)] for k in range(views * len(known))]
    order = rng.permutation(max(len(strange), len(asked)))[: len(asked)]
    answers = []
    for is_known, pieces in ((True, asked), (False, [strange[k % len(strange)] for k in order])):
        for k, piece in enumerate(pieces):
            ground, hard = GROUNDS[k % 3], k // 3 % 3 > 0
            view = single(piece, rng, rng.uniform(60, 100), ground, hard=HARD if hard else SOFT)
            disc = given(view.pieces[0], rng)
            start = time.thread_time()
            named = reads.name(view.picture, disc)
            spent = 1000 * (time.thread_time() - start)
            best = named.faces[0] if named and named.faces else None
            right = best is not None and best.face == piece[0]
            answers.append(Answer(is_known, ground, hard, right, best.probability if best else 0.0, spent))
    return answers


def naming(what: str, answers: Sequence[Answer]) -> Naming:
    """The figures of one box, in hard light."""
    mine = [one for one in answers if one.known and one.hard]
    others = np.array([one.probability for one in answers if not one.known and one.hard])
    threshold = float(np.quantile(others, 0.995))
    return Naming(
        what,
        len(mine),
        _percent([one.right for one in mine]),
        _percent([one.right and one.probability > threshold for one in mine]),
        round(threshold, 3),
        _percent(others > ACCEPT),
        _percent([not one.right and one.probability > ACCEPT for one in mine]),
        _percent([one.right and one.probability > ACCEPT for one in mine]),
        round(float(np.mean([one.ms for one in answers])), 1),
    )


def conditions(answers: Sequence[Answer]) -> list[Condition]:
    """All boxes together, by ground and light."""
    found = []
    for ground in GROUNDS:
        for hard in (False, True):
            here = [one for one in answers if one.ground == ground and one.hard == hard]
            mine, others = ([one for one in here if one.known == known] for known in (True, False))
            if mine and others:
                found.append(
                    Condition(
                        ground,
                        "hard light" if hard else "soft light",
                        len(mine),
                        _percent([one.right for one in mine]),
                        _percent([one.right and one.probability > ACCEPT for one in mine]),
                        _percent([not one.right and one.probability > ACCEPT for one in mine]),
                        len(others),
                        _percent([one.probability > ACCEPT for one in others]),
                    )
                )
    return found


def count_heaps(reads: TokenReader, heaps: int, seed: int) -> list[Counting]:
    """Heaps of 1 to 12 coins of three values, at 3 px a mm: on each ground apart, touching, overlapping."""
    coins = [proxy(face) for face in COINS]
    found = []
    for what, overlap in HEAPS.items():
        rng = np.random.default_rng(seed)
        tallies: dict[str, list[tuple[bool, bool, bool, float]]] = {ground: [] for ground in GROUNDS}
        for k in range(heaps):
            lying = [coins[i] for i in rng.integers(0, 3, k // 3 % 12 + 1)]
            view = heap(lying, rng, 3.0, GROUNDS[k % 3], overlap)
            start = time.thread_time()
            counted = find_tokens(view.picture, 3.0, tuple(COINS), reads, view.bare)
            spent = 1000 * (time.thread_time() - start)
            named = [token.faces[0].face for token in counted.tokens]
            right = Counter(named) == Counter(piece[0] for piece in lying)
            worth = sum(COINS[face] for face in named) == sum(COINS[piece[0]] for piece in lying)
            tallies[GROUNDS[k % 3]].append((right, worth, counted.sure > _SURE, spent / len(lying)))
        found += [_counting(what, ground, rows) for ground, rows in tallies.items()]
    return found


def _counting(what: str, ground: str, rows: Sequence[tuple[bool, bool, bool, float]]) -> Counting:
    exact, worth, sure, ms = np.array(rows, float).mean(0).round(3).tolist()
    both = sum(certain and not right for right, _, certain, _ in rows)
    return Counting(what, ground, len(rows), 100 * exact, 100 * worth, 100 * sure, both, round(ms, 1))


def place_pawns(views: int, seed: int) -> list[Placing]:
    """Duel's pawn on each of 19 places, at 2 to 3.5 px a mm, with and without a picture of the empty track."""
    pawn = proxies_of("duel").picture("duel/token/conflict_pawn", 8.0)
    found = []
    for what in ("with the empty track", "without"):
        rng = np.random.default_rng(seed)
        right, sure, both, spent = 0, 0, 0, 0.0
        for k in range(views):
            view = track(pawn, rng, k % _TRACK, px_per_mm=rng.uniform(2, 3.5))
            bare = view.bare if what != "without" else None
            start = time.thread_time()
            place = find_pawn(view.picture, Track(*view.ends, _TRACK, view.middle), bare, colour_of(pawn))
            spent += time.thread_time() - start
            right, sure = right + (place.place == view.place), sure + (place.sure > 0.8)
            both += place.place != view.place and place.sure > 0.8
        found.append(
            Placing(what, views, 100 * right / views, 100 * sure / views, both, round(1000 * spent / views, 1))
        )
    return found


def side_stages(views: int, seed: int) -> Siding | None:
    """A real box's stages on both sides: told from the other side alone, as on a mat, and from all stages."""
    pictures = enrolled("architects-a", "stage")
    if not pictures:
        return None
    library = build_library(pictures)[0]
    recogniser = LibraryRecogniser(library)
    rng = np.random.default_rng(seed)
    confused: Counter[str] = Counter()
    side, right, spent, many = 0, 0, 0.0, 0
    for name, face in library.faces.items():
        width, height = face.size
        piece = name, opaque(face.image()), width
        for k in range(views):
            view = single(piece, rng, max(120.0, width * 1.9), GROUNDS[k % 3])
            patch = upright(view, height / width, rng)
            start = time.thread_time()
            ranked = recogniser.recognise([patch], ())[0]
            spent += time.thread_time() - start
            said = ranked[0].face if ranked else ""
            many += 1
            right += said == name
            stage = name.rsplit("/", 1)[0]
            of_two = recogniser.recognise([patch], (f"{stage}/built", f"{stage}/building"))[0]
            side += bool(of_two) and of_two[0].face == name
            if said != name:
                confused[f"{name} as {said or 'nothing'}"] += 1
    worst = dict(confused.most_common(12))
    return Siding("architects-a", many, 100 * side / many, 100 * right / many, worst, round(1000 * spent / many, 1))


def measure(options: argparse.Namespace) -> Figures:
    """All of it; ``--quick``: a few views of each."""
    views, heaps, pawns, sides = (3, 6, 19, 0) if options.quick else (6, 54, 95, 2)
    seed = int(options.seed)
    ours = [proxy(face) for face in proxies_of("architects").face_ids() if "/progress/" in face]
    duel = [proxy(face) for face in proxies_of("duel").face_ids() if "/progress/" in face]
    coins = [proxy(face) for face in COINS]
    coin_reader = reader(drawn(coins))
    answers = {"coins": ask(coin_reader, coins, ours + duel, 3 * views, seed)}
    if not options.quick:
        answers["proxies, architects"] = ask(reader(drawn(ours)), ours, duel + coins, views, seed)
        answers["proxies, duel"] = ask(reader(drawn(duel)), duel, ours + coins, views, seed)
        answers |= _real(views, ours + duel + coins, seed)
    rows = [naming(what, found) for what, found in answers.items()]
    everything = [one for found in answers.values() for one in found]
    stages = side_stages(sides, seed) if sides else None
    return Figures(
        rows,
        conditions(everything),
        on_spots(1 if options.quick else 4, seed, scans=not options.quick),
        count_heaps(coin_reader, heaps, seed),
        place_pawns(pawns, seed),
        [stages] if stages else [],
    )


def _real(views: int, strange: Sequence[Piece], seed: int) -> dict[str, list[Answer]]:
    """The real boxes: each with its own views, one asked about another printing, half of one as strangers."""
    boxes = {box: enrolled(box, "progress") for box in ("architects-a", "duel-a", "duel-b")}
    pieces = {box: [cut_round(face, one) for face, (one, _) in found.items()] for box, found in boxes.items()}
    readers = {box: reader(pictures) for box, pictures in boxes.items() if pictures}
    found: dict[str, list[Answer]] = {}
    for box, asked in (("architects-a",) * 2, ("duel-a",) * 2, ("duel-a", "duel-b"), ("duel-b", "duel-a")):
        if boxes[box] and boxes[asked]:
            what = box if box == asked else f"{box}, shown {asked}"
            found[what] = ask(readers[box], pieces[asked], strange, views, seed)
    for box in ("architects-a", "duel-a"):
        if boxes[box]:
            half: Pictures = {face: one for k, (face, one) in enumerate(boxes[box].items()) if k % 2 == 0}
            known, others = pieces[box][::2], pieces[box][1::2]
            found[f"{box}, half of it unknown"] = ask(reader(half), known, others, views + 1, seed)
    pawns = enrolled("architects-a", "token")
    if pawns:
        both = reader({**boxes["architects-a"], **pawns})
        found |= {
            f"architects-a: {face.rsplit('/', 1)[-1]}": ask(both, [whole(face, one)], strange, 4 * views, seed)
            for face, (one, _) in pawns.items()
        }
    return found


def _percent(which: Sequence[bool] | Image) -> float:
    return round(100 * float(np.mean(which)), 1)


def main() -> None:
    """Measure and print."""
    parser = arguments(__doc__)
    parser.add_argument("--seed", type=int, default=21)
    options = parser.parse_args()
    cv2.setNumThreads(1)
    figures = measure(options)
    report(options, figures, written(figures), goals(figures))


if __name__ == "__main__":
    main()
