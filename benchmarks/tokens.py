"""Tokens at any turn, coins in heaps, the pawn on its track, stages built or not: how often right, how long it takes.

Real pictures come from the scans beside the checkout (left out where absent), coins and the pawn are our own
proxies. Views: 60 to 100 px a token, any turn, camera aslant by up to 22 degrees, hard light (glare, shadow,
tint), blur, motion, noise, JPEG, on mat, wood and busy cloth; discs are given about 3 % off. Usage:
python -m benchmarks.tokens [--quick] [--json FILE]
"""

import argparse
import time
from collections import Counter
from collections.abc import Sequence
from pathlib import Path

import cv2
import msgspec
import numpy as np

from benchmarks.report import Goal, arguments, report
from companion.twin import proxies
from tests.vision.token_views import Lies, Piece, View, heap, single, track
from vision.enrol import build_library
from vision.image import Image, read_picture
from vision.kinds import GRIDS, kind_of
from vision.recognise import LibraryRecogniser
from vision.tokens import TokenReader
from vision.tokens_discs import Disc
from vision.tokens_heap import count_coins
from vision.tokens_polar import enrolled_disc
from vision.tokens_track import Track, colour_of, find_pawn

CARDS = Path(__file__).resolve().parents[2] / "shared" / "cards"
GROUNDS = ("mat", "wood", "cloth")
COINS = {"duel/coin/1": 1, "duel/coin/3": 3, "duel/coin/6": 6}
HEAPS = {"apart": None, "touching": 0.0, "overlapping 30 %": 0.3}
_TRACK = 19


class Naming(msgspec.Struct, frozen=True):
    """Percentages of views, milliseconds a token, the threshold at which 0.5 % of strangers are accepted."""

    what: str
    views: int
    top1: float
    recall: float
    threshold: float
    strangers_at_default: float
    wrong_at_default: float
    named_at_default: float
    ms: float


class Counting(msgspec.Struct, frozen=True):
    """Percentages of heaps counted exactly (by face), of those that were called sure, and the sure ones' errors."""

    what: str
    heaps: int
    exact: float
    sure: float
    sure_and_wrong: int
    ms_a_coin: float


class Placing(msgspec.Struct, frozen=True):
    """Percentages of pawns on the right place, called sure, and how many sure ones were wrong."""

    what: str
    views: int
    right: float
    sure: float
    sure_and_wrong: int
    ms: float


class Siding(msgspec.Struct, frozen=True):
    """Percentages of stage views with the right side (of the two that it can be), the right face (of all stages).

    ``confused``: which faces were taken for which of all, and how often.
    """

    what: str
    views: int
    side: float
    face: float
    confused: dict[str, int]
    ms: float


class Figures(msgspec.Struct, frozen=True):
    """Everything that is measured here."""

    naming: list[Naming]
    counting: list[Counting]
    placing: list[Placing]
    stages: list[Siding]


_DEFAULT = 0.9


def enrolled(box: str, pattern: str) -> dict[str, tuple[Image, tuple[float, float] | None]]:
    """A box's pictures as they are enrolled."""
    folder = CARDS / box
    return {
        path.stem.replace("__", "/"): (read_picture(path), None) for path in sorted(folder.glob(f"*__{pattern}__*.jpg"))
    }


def cut_round(face: str, picture: Image) -> Piece:
    """A scanned token without its paper: what lies on the table."""
    disc = enrolled_disc(picture)
    side, usual = round(2 * disc.radius), kind_of(face).size
    assert usual is not None
    shift = np.array([[1, 0, disc.radius - disc.x], [0, 1, disc.radius - disc.y]])
    cut = cv2.warpAffine(picture, shift, (side, side), borderMode=cv2.BORDER_REPLICATE)
    opaque = np.zeros((side, side), np.uint8)
    cv2.circle(opaque, (side // 2, side // 2), side // 2 - 1, 255, -1)
    return face, np.dstack([cut, cv2.GaussianBlur(opaque, (0, 0), 0.7)]), usual[0] * side / picture.shape[1]


def proxy(face: str) -> Piece:
    """One of our own drawings."""
    return face, proxies.picture(face, 6.0), proxies.size_mm(face)[0]


def given(lies: Lies, rng: np.random.Generator) -> Disc:
    """A disc as a finder would give it: a pixel or so beside it, a little too large or small, its turn unknown."""
    turned, half, _ = np.linalg.svd(lies.frame)
    tilt = float(np.rad2deg(np.arctan2(turned[1, 0], turned[0, 0])))
    x, y = lies.x + rng.normal(0, 1), lies.y + rng.normal(0, 1)
    return Disc(x, y, float(half[0]), float(half[1]), tilt).grown(rng.normal(1, 0.02))


def name_tokens(  # noqa: PLR0917 - named in their order below
    what: str, reader: TokenReader, known: Sequence[Piece], strange: Sequence[Piece], views: int, seed: int
) -> Naming:
    """Ask about so many views of each known piece, and as many of strangers."""
    rng = np.random.default_rng(seed)
    asked = [known[k % len(known)] for k in range(views * len(known))]
    order = rng.permutation(max(len(strange), len(asked)))[: len(asked)]
    rows: list[tuple[bool, bool, float]] = []
    spent = 0.0
    for is_known, pieces in ((True, asked), (False, [strange[k % len(strange)] for k in order])):
        for k, piece in enumerate(pieces):
            view = single(piece, rng, rng.uniform(60, 100), GROUNDS[k % 3])
            disc = given(view.pieces[0], rng)
            start = time.thread_time()
            named = reader.name(view.picture, disc)
            spent += time.thread_time() - start
            best = named.faces[0] if named and named.faces else None
            rows.append((is_known, best is not None and best.face == piece[0], best.probability if best else 0.0))
    told = np.array(rows, float)
    mine, others = told[told[:, 0] == 1], told[told[:, 0] == 0]
    threshold = float(np.quantile(others[:, 2], 0.995))
    right = mine[:, 1] == 1
    return Naming(
        what,
        len(mine),
        _percent(right),
        _percent(right & (mine[:, 2] > threshold)),
        round(threshold, 3),
        _percent(others[:, 2] > _DEFAULT),
        _percent(~right & (mine[:, 2] > _DEFAULT)),
        _percent(right & (mine[:, 2] > _DEFAULT)),
        round(1000 * spent / len(told), 1),
    )


def count_heaps(reader: TokenReader, heaps: int, seed: int) -> list[Counting]:
    """Heaps of 1 to 12 coins of three values, at 3 px a mm."""
    coins = [proxy(face) for face in COINS]
    found = []
    for what, overlap in HEAPS.items():
        rng = np.random.default_rng(seed)
        exact, sure, both, spent, many = 0, 0, 0, 0.0, 0
        for k in range(heaps):
            lying = [coins[i] for i in rng.integers(0, 3, k % 12 + 1)]
            view = heap(lying, rng, 3.0, GROUNDS[k % 3], overlap)
            start = time.thread_time()
            counted = count_coins(view.picture, 3.0, COINS, reader, view.bare)
            spent += time.thread_time() - start
            right = counted.by_face == Counter(piece[0] for piece in lying)
            exact, sure = exact + right, sure + (counted.sure > _DEFAULT)
            both += not right and counted.sure > _DEFAULT
            many += len(lying)
        found.append(
            Counting(what, heaps, 100 * exact / heaps, 100 * sure / heaps, both, round(1000 * spent / many, 1))
        )
    return found


def place_pawns(views: int, seed: int) -> list[Placing]:
    """Duel's pawn on each of 19 places, at 2 to 3.5 px a mm, with and without a picture of the empty track."""
    pawn = proxies.picture("duel/token/conflict_pawn", 8.0)
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
        piece = name, _opaque(face.image()), width
        for k in range(views):
            view = single(piece, rng, max(120.0, width * 1.9), GROUNDS[k % 3])
            patch = _upright(view, height / width, rng)
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


def _opaque(picture: Image) -> Image:
    return picture if picture.shape[2] == 4 else np.dstack([picture, np.full(picture.shape[:2], 255, np.uint8)])


def _upright(view: View, aspect: float, rng: np.random.Generator) -> Image:
    """The piece cut out upright, its corners a pixel or so off."""
    lies = view.pieces[0]
    corners = np.array([[-1, -aspect], [1, -aspect], [1, aspect], [-1, aspect]]) @ lies.frame.T + (lies.x, lies.y)
    corners += rng.normal(0, 1, (4, 2))
    width, height = (2 * side for side in GRIDS["stage"])
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return cv2.warpPerspective(view.picture, matrix, (width, height), flags=cv2.INTER_AREA)


def measure(options: argparse.Namespace) -> Figures:
    """All of it; ``--quick``: a few views of each."""
    views, heaps, pawns, sides = (1, 6, 19, 0) if options.quick else (6, 48, 95, 2)
    ours = [proxy(face) for face in proxies.face_ids() if "/progress/" in face]
    duel = [proxy(face) for face in proxies.small_pieces("duel") if "/progress/" in face]
    coins = [proxy(face) for face in COINS]
    own = [
        ("proxies, architects", ours, duel + coins),
        ("proxies, duel", duel, ours + coins),
        ("coins", coins, ours + duel),
    ]
    naming = []
    coin_reader = None
    for what, pieces, strange in own[2:] if options.quick else own:
        reader = _reader({face: (proxies.picture(face, 6.0), proxies.size_mm(face)) for face, _, _ in pieces})
        coin_reader = reader
        naming.append(name_tokens(what, reader, pieces, strange, views * (3 if what == "coins" else 1), 21))
    assert coin_reader is not None
    naming += _real(views, ours + duel + coins) if not options.quick else []
    stages = side_stages(sides, 24) if sides else None
    return Figures(naming, count_heaps(coin_reader, heaps, 22), place_pawns(pawns, 23), [stages] if stages else [])


def _real(views: int, strange: Sequence[Piece]) -> list[Naming]:
    """The real boxes: each with its own views, one asked about another printing, half of one as strangers."""
    boxes = {box: enrolled(box, "progress") for box in ("architects-a", "duel-a", "duel-b")}
    pieces = {box: [cut_round(face, one) for face, (one, _) in found.items()] for box, found in boxes.items()}
    found = []
    for box, asked in (("architects-a",) * 2, ("duel-a",) * 2, ("duel-a", "duel-b"), ("duel-b", "duel-a")):
        if boxes[box] and boxes[asked]:
            what = box if box == asked else f"{box}, shown {asked}"
            found.append(name_tokens(what, _reader(boxes[box]), pieces[asked], strange, views, 21))
    for box in ("architects-a", "duel-a"):
        if boxes[box]:
            half = {face: one for k, (face, one) in enumerate(boxes[box].items()) if k % 2 == 0}
            known, others = pieces[box][::2], pieces[box][1::2]
            found.append(name_tokens(f"{box}, half of it unknown", _reader(half), known, others, views + 1, 21))
    pawns = enrolled("architects-a", "token")
    if pawns:
        reader = _reader({**boxes["architects-a"], **pawns})
        found += [
            name_tokens(f"architects-a: {face.rsplit('/', 1)[-1]}", reader, [_whole(face, one)], strange, 4 * views, 21)
            for face, (one, _) in pawns.items()
        ]
    return found


def _whole(face: str, picture: Image) -> Piece:
    """A scanned token that is not round: the scan is the piece."""
    usual = kind_of(face).size
    assert usual is not None
    return face, _opaque(picture), usual[0]


def _reader(pictures: dict[str, tuple[Image, tuple[float, float] | None]]) -> TokenReader:
    library = build_library(pictures)[0]
    return TokenReader(library, LibraryRecogniser(library))


def _percent(which: Image) -> float:
    return round(100 * float(np.mean(which)), 1)


def written(figures: Figures) -> str:
    """The tables as text."""
    lines = [
        f"{'tokens named':<32}{'views':>6}{'top-1':>7}{'recall':>8}{'named':>7}{'wrong':>7}{'strange':>8}{'ms':>6}"
    ]
    lines += [
        f"{row.what:<32}{row.views:>6}{row.top1:>7}{row.recall:>8}{row.named_at_default:>7}"
        f"{row.wrong_at_default:>7}{row.strangers_at_default:>8}{row.ms:>6}"
        for row in figures.naming
    ]
    lines.append("recall: at 0.5 % of strangers accepted; named, wrong, strange: accepted at 0.9; % of views")
    lines += [
        "",
        f"{'heaps of 1 to 12 coins':<32}{'heaps':>6}{'exact %':>9}{'sure %':>8}{'sure+wrong':>12}{'ms/coin':>9}",
    ]
    lines += [
        f"{row.what:<32}{row.heaps:>6}{row.exact:>9.1f}{row.sure:>8.1f}{row.sure_and_wrong:>12}{row.ms_a_coin:>9}"
        for row in figures.counting
    ]
    lines += ["", f"{'pawn on 19 places':<32}{'views':>6}{'right %':>9}{'sure %':>8}{'sure+wrong':>12}{'ms':>9}"]
    lines += [
        f"{row.what:<32}{row.views:>6}{row.right:>9.1f}{row.sure:>8.1f}{row.sure_and_wrong:>12}{row.ms:>9}"
        for row in figures.placing
    ]
    for row in figures.stages:
        lines += ["", f"stages of {row.what}: side {row.side:.1f} %, face {row.face:.1f} % of {row.views}, {row.ms} ms"]
        lines += [f"  {pair}: {times}" for pair, times in row.confused.items()]
    return "\n".join(lines)


def goals(figures: Figures) -> list[Goal]:
    """What the issue and the brief ask of tokens."""
    slowest = max(row.ms for row in figures.naming)
    wrong = max(row.wrong_at_default for row in figures.naming)
    best = {row.what: row.exact for row in figures.counting}
    return [
        Goal("a token named", f"{slowest} ms at most", "<= 10 ms", met=slowest <= 10),
        Goal("tokens wrongly named at 0.9", f"{wrong} %", "<= 0.1 %", met=wrong <= 0.1),
        Goal("heaps apart counted", f"{best['apart']:.0f} %", ">= 95 %", met=best["apart"] >= 95),
    ]


def main() -> None:
    """Measure and print."""
    options = arguments(__doc__).parse_args()
    cv2.setNumThreads(1)
    figures = measure(options)
    report(options, figures, written(figures), goals(figures))


if __name__ == "__main__":
    main()
