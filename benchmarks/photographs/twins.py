"""Photographs of the twin's cities, read with an enrolled box, beside what truly lies there.

    python -m benchmarks.photographs --twin GAME --box DIR [--edition N] [--cities 10] [--seeds 1:9] [--hand-over]

A city is exact if what was read, once its questions are answered rightly, scores as what lies there does, and so do
its neighbours (``companion.photographed.asking.Tables``).
"""

import time
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from pathlib import Path
from typing import NamedTuple, cast

import numpy as np

from benchmarks.photographs.taken import Lain, Taken, photograph, played
from companion.games.finished import NUMBER, Field, Finished, finished
from companion.photographed.asking import Box, Question, Tables
from companion.photographed.elsewhere import told_by_others
from companion.photographed.marks import Mark
from companion.photographed.reading import NothingRead, Read, read_city
from vision.geometry.image import Points
from vision.geometry.quads import area, overlap
from vision.recognition.library import Library

_NEAR = 0.12
"""Share of a piece's upper edge within which two places are of one piece: strips are a sixth of it apart."""
_SHOWS = 0.02
"""Share of a piece that must be in sight for it to be counted at all."""
_UNDER = 0.2
"""Share of a card under a wonder that makes it its."""
_PLAYERS = 3


class Piece(NamedTuple):
    """What truly lies in a city: where (px), what it counts for; whether any of it is in sight, and enrolled."""

    quad: Points
    field: str
    name: str
    worth: int
    seen: bool
    enrolled: bool


Told = dict[str, Counter[str]]


def measure(game: str, box: Path, edition: int, cities: int, seeds: Sequence[int], *, hand_over: bool) -> None:
    """Print a line a city, and all together; ``hand_over``: a hand lies over some of each."""
    told = cast("Finished", finished(game))
    enrolled = frozenset(Library.load(box).faces)
    total: Counter[str] = Counter()
    games: dict[int, list[tuple[Taken, Read]]] = {}
    for seed, seat, taken in _cities(game, box, edition, cities, seeds, hand_over=hand_over):
        started = time.process_time()
        try:
            read = read_city(taken.picture, game, edition, box)
        except NothingRead:
            total += Counter(cities=1, silent=1)
            print(f"{seed}/{seat}: {taken.said}: nothing read", flush=True)
            continue
        spent = time.process_time() - started
        games.setdefault(seed, []).append((taken, read))
        counts, said = compared(read, taken, Box(game, edition, told), enrolled)
        total += counts
        print(f"{seed}/{seat}: {taken.said}, {spent:.1f} s: {dict(counts)} {'; '.join(said)}", flush=True)
        if seat == _players(game) - 1:
            total += _together(games.pop(seed, []), Box(game, edition, told), enrolled)
    print(", ".join(f"{what} {total[what]}" for what in _WHAT))


def _together(city_by_city: Sequence[tuple[Taken, Read]], box: Box, enrolled: AbstractSet[str]) -> Counter[str]:
    """How many cities are exact after one question where all of a game are photographed."""
    if len(city_by_city) < _players(box.game):
        return Counter()
    reads = told_by_others([("", read) for _, read in city_by_city], box.game, box.edition)
    counts = (
        compared(read, taken, box, enrolled)[0] for (taken, _), (_, read) in zip(city_by_city, reads, strict=True)
    )
    asked_once = sum(one["exact after one question"] for one in counts)
    return Counter({"of whole games": len(reads), "of whole games exact after one question": asked_once})


def _players(game: str) -> int:
    return 2 if game == "duel" else _PLAYERS


_WHAT = ("cities", "exact", "exact after one question", "not exact and silent", "questions", "pieces", "pieces right",
         "right", "wrong", "said", "missed", "not enrolled", "false", "cards on a form",
         "of whole games", "of whole games exact after one question")  # fmt: skip


def _cities(
    game: str, box: Path, edition: int, cities: int, seeds: Sequence[int], *, hand_over: bool
) -> Iterator[tuple[int, int, Taken]]:
    """So many cities, a game for each seed and all of its seats."""
    made = 0
    for seed in seeds:
        players = _players(game)
        dealer = played(game, players, seed, edition if edition > 1 else None)
        for seat in range(players):
            if made == cities:
                return
            made += 1
            yield seed, seat, photograph(dealer, seat, box, seed, hand_over=hand_over)


def compared(read: Read, taken: Taken, box: Box, enrolled: AbstractSet[str]) -> tuple[Counter[str], list[str]]:
    """How many pieces are right, and whether the city is exact once what was asked is answered.

    Pieces of which no face is ``enrolled`` are counted for themselves: only a form can tell them.
    """
    fields = box.told.fields(box.edition)
    truth = list(_truth(taken.pieces, box.told, enrolled))
    height, width = taken.picture.shape[:2]
    places = {k: np.array(mark.quad) * (width, height) for k, mark in enumerate(read.marks) if mark.quad}
    counts, said = Counter(cities=1, pieces=sum(piece.seen and piece.enrolled for piece in truth)), []
    answers = _come_to(truth, fields)
    corrected = {name: Counter(values) for name, values in read.told.items()}
    lies = dict.fromkeys(places)
    # A token that others hide has no mark; before it, those in sight have theirs.
    for piece in sorted(truth, key=lambda one: (not one.seen, area(one.quad))):
        k = _matched(piece, read.marks, places, [k for k, there in lies.items() if there is None])
        if k is not None:
            lies[k] = piece
        elif piece.seen and not piece.enrolled:
            counts["not enrolled"] += 1
        elif piece.seen:
            counts["missed"] += 1
            said.append(f"missed {piece.name}")
    for k, there in lies.items():
        what, line = _judged(read.marks[k], there)
        counts[what] += 1
        counts["pieces right"] += what == "right" and there is not None and there.seen and there.enrolled
        said += [line] if line else []
    for question in read.questions:
        counts["questions"] += _answers(question, lies)
        counts["cards on a form"] += len(question.marks) if question.fields else 0
        for k in question.marks:
            _put_right(corrected, read.marks[k], lies.get(k))
        for name in question.fields:
            corrected[name] = answers.get(name, Counter())
    tables = Tables(box, answers, ((name, piece) for name, pieces in corrected.items() for piece in pieces))
    # Where nobody has read a wonder, both are scored with the same one.
    counts["exact"] = tables.alike({name: +told for name, told in corrected.items()})
    counts["exact after one question"] = counts["exact"] and counts["questions"] <= 1
    counts["not exact and silent"] = not counts["exact"]
    off = [name for name in {*answers, *corrected} if +answers.get(name, Counter()) != +corrected.get(name, Counter())]
    return counts, [
        *said,
        *(_in_words(question, read.marks) for question in read.questions),
        *(f"off {name}: {dict(answers.get(name, {}))} {dict(corrected.get(name, {}))}" for name in off),
    ]


def _judged(mark: Mark, piece: Piece | None) -> tuple[str, str]:
    """What this mark is, and a line where it is not right; ``piece``: what lies there."""
    if piece is None:
        return "false", f"false {mark.field} {mark.piece}{'' if mark.sure else '?'}"
    if (mark.field, mark.piece or NUMBER) == (piece.field, piece.name):
        return "right", ""
    what = "wrong" if mark.sure else "said"
    return what, f"{what} {piece.name} {mark.piece}"


def _answers(question: Question, lies: Mapping[int, Piece | None]) -> int:
    """How many answers a question takes: one where all its marks are of one piece."""
    return 1 if question.fields else len({there and there.name for there in map(lies.get, question.marks)})


def _in_words(question: Question, marks: Sequence[Mark]) -> str:
    asked = [f"{marks[k].piece or '?'} {'/'.join(marks[k].others)}" for k in question.marks]
    return f"asked {', '.join((*question.fields, *asked))}"


def _truth(pieces: Sequence[Lain], told: Finished, enrolled: AbstractSet[str]) -> Iterator[Piece]:
    built_over = getattr(told, "BUILT_OVER", "")
    backs = [one.quad for one in pieces if one.mine and told.belongs(one.face.partition("/")[2]) is None]
    for one in pieces:
        face = one.face.partition("/")[2]
        belongs = told.belongs(face) if one.mine else None
        if belongs is None or (belongs[0] == built_over and all(overlap(one.quad, back) < _UNDER for back in backs)):
            continue
        field, name, worth = belongs
        # What says only whose city it is need not all be seen.
        yield Piece(one.quad, field, name, worth, one.visible > _SHOWS and field != "wonder", one.face in enrolled)


def _matched(piece: Piece, marks: Sequence[Mark], places: Mapping[int, Points], left: Sequence[int]) -> int | None:
    """The mark of this piece: near it, of its own name before others, of several the nearest."""
    reach = _NEAR * float(np.linalg.norm(piece.quad[1] - piece.quad[0]))
    apart = {k: float(np.hypot(*(places[k].mean(0) - piece.quad.mean(0)))) for k in left}
    near = [k for k in left if apart[k] < reach]
    return min(near, key=lambda k: ((marks[k].piece or NUMBER) != piece.name, apart[k]), default=None)


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
