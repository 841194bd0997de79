"""Photographs of the twin's cities, read with an enrolled box, beside what truly lies there.

    python -m benchmarks.photographs --twin GAME --box DIR [--edition N] [--cities 10] [--seeds 1:9]

A city is exact if what was read, once its questions are answered rightly, is what lies there.
"""

import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple, cast

import numpy as np

from benchmarks.photographs.taken import Lain, Taken, photograph, played
from companion.games.finished import NUMBER, Field, Finished, finished
from companion.photographed.reading import Mark, NothingRead, Read, read_city
from vision.geometry.image import Points
from vision.geometry.quads import area

_NEAR = 0.12
"""Share of a piece's upper edge within which two places are of one piece: strips are a sixth of it apart."""
_SHOWS = 0.02
"""Share of a piece that must be in sight for it to be counted at all."""
_PLAYERS = 3


class Piece(NamedTuple):
    """What truly lies in a city: where (px), what it counts for; whether any of it is in sight."""

    quad: Points
    field: str
    name: str
    worth: int
    seen: bool


Told = dict[str, Counter[str]]


def measure(game: str, box: Path, edition: int, cities: int, seeds: Sequence[int]) -> None:
    """Print a line a city, and all together."""
    told = cast("Finished", finished(game))
    total: Counter[str] = Counter()
    for seed, seat, taken in _cities(game, box, edition, cities, seeds):
        started = time.process_time()
        try:
            read = read_city(taken.picture, game, edition, box)
        except NothingRead:
            total += Counter(cities=1, silent=1)
            print(f"{seed}/{seat}: {taken.said}: nothing read", flush=True)
            continue
        spent = time.process_time() - started
        counts, said = compared(read, taken, told, told.fields(edition))
        total += counts
        print(f"{seed}/{seat}: {taken.said}, {spent:.1f} s: {dict(counts)} {'; '.join(said)}", flush=True)
    print(", ".join(f"{what} {total[what]}" for what in _WHAT))


_WHAT = ("cities", "exact", "exact after one question", "not exact and silent", "questions", "pieces", "right", "wrong",
         "said", "missed", "false")  # fmt: skip


def _cities(game: str, box: Path, edition: int, cities: int, seeds: Sequence[int]) -> Iterator[tuple[int, int, Taken]]:
    """So many cities, a game for each seed and all of its seats."""
    made = 0
    for seed in seeds:
        players = 2 if game == "duel" else _PLAYERS
        dealer = played(game, players, seed, edition if edition > 1 else None)
        for seat in range(players):
            if made == cities:
                return
            made += 1
            yield seed, seat, photograph(dealer, seat, box, seed)


def compared(read: Read, taken: Taken, told: Finished, fields: Sequence[Field]) -> tuple[Counter[str], list[str]]:
    """How many pieces are right, and whether the city is exact once what was asked is answered."""
    truth = list(_truth(taken.pieces, told))
    height, width = taken.picture.shape[:2]
    marks = [mark for mark in read.marks if mark.quad]
    places = [np.array(mark.quad) * (width, height) for mark in marks]
    left = list(range(len(marks)))
    counts, said = Counter(cities=1, pieces=sum(piece.seen for piece in truth)), []
    answers: Told = _come_to(truth, fields)
    corrected = {name: Counter(values) for name, values in read.told.items()}
    for piece in sorted(truth, key=lambda one: area(one.quad)):
        k = _matched(piece, marks, places, left)
        if k is None:
            if piece.seen:
                counts["missed"] += 1
                said.append(f"missed {piece.name}")
            continue
        left.remove(k)
        mark = marks[k]
        same = (mark.field, mark.piece or NUMBER) == (piece.field, piece.name)
        counts["right" if same else "wrong" if mark.sure else "said"] += 1
        if not same:
            said.append(f"{'wrong' if mark.sure else 'said'} {piece.name} {mark.piece}")
        if not mark.sure:
            _put_right(corrected, mark, piece)
    for k in left:
        counts["false"] += 1
        said.append(f"false {marks[k].field} {marks[k].piece}{'' if marks[k].sure else '?'}")
        if not marks[k].sure:
            _put_right(corrected, marks[k], None)
    for name in read.doubts:
        corrected[name] = answers.get(name, Counter())
    questions = sum(not mark.sure for mark in marks) + len(read.doubts)
    off = [name for name in {*answers, *corrected} if +answers.get(name, Counter()) != +corrected.get(name, Counter())]
    counts["questions"] = questions
    counts["exact"] = not off
    counts["exact after one question"] = not off and questions <= 1
    counts["not exact and silent"] = bool(off)
    return counts, [
        *said,
        *(f"off {name}: {dict(answers.get(name, {}))} {dict(corrected.get(name, {}))}" for name in off),
    ]


def _truth(pieces: Sequence[Lain], told: Finished) -> Iterator[Piece]:
    for one in pieces:
        face = one.face.partition("/")[2]
        belongs = told.belongs(face) if one.mine else None
        if belongs is not None:
            field, name, worth = belongs
            # What says only whose city it is need not all be seen.
            yield Piece(one.quad, field, name, worth, one.visible > _SHOWS and field != "wonder")


def _matched(piece: Piece, marks: Sequence[Mark], places: Sequence[Points], left: Sequence[int]) -> int | None:
    """The mark of this piece: near it, of its own name before others."""
    reach = _NEAR * float(np.linalg.norm(piece.quad[1] - piece.quad[0]))
    near = [k for k in left if np.hypot(*(places[k].mean(0) - piece.quad.mean(0))) < reach]
    near.sort(key=lambda k: (marks[k].piece or NUMBER) != piece.name)
    return near[0] if near else None


def _put_right(told: Told, mark: Mark, piece: Piece | None) -> None:
    """What a person answers who is asked about a mark."""
    name = mark.piece or NUMBER
    counts = told.setdefault(mark.field, Counter())
    if mark.piece or mark.field in {"coins", "military", "cat", "stages"}:
        counts[name] = max(0, counts[name] - mark.count)
    if piece is not None:
        told.setdefault(piece.field, Counter())[piece.name] += piece.worth


def _come_to(truth: Sequence[Piece], fields: Sequence[Field]) -> Told:
    """What the city comes to, as a person would tell it."""
    told: Told = {}
    for piece in truth:
        told.setdefault(piece.field, Counter())[piece.name] += piece.worth
    for field in fields:
        owner = {piece.id: piece.of for piece in field.pieces if piece.of}
        for name in [*told.get(field.name, ())]:
            if name in owner:
                told["wonder"] = Counter({owner[name]: 1})
        if field.kind == "one" and field.name in told:
            told[field.name] = Counter({next(iter(told[field.name])): 1})
    return told
