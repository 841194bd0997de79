"""Tokens are named at any turn, coins are counted in a heap, pawns found on a track, stages told built or not."""

from collections.abc import Iterator

import cv2
import numpy as np
import pytest

from companion.art.proxy_set import proxies_with
from tests.learned import learned
from tests.vision.token_views import Piece, View, heap, single, track
from vision.geometry.image import Image
from vision.recognition.library import Library
from vision.recognition.naming import LibraryRecogniser
from vision.tokens.discs import Disc, edges_of, find_centres, fit_rim
from vision.tokens.heap import find_tokens
from vision.tokens.naming import NamedToken, TokenReader
from vision.tokens.track import Track, colour_of, find_pawn

COINS = {"duel/coin/1": 1, "duel/coin/3": 3, "duel/coin/6": 6}
PROGRESS = tuple(f"duel/progress/{name}" for name in ("law", "masonry", "strategy", "urbanism"))
OTHERS = ("architects/token/cat", "architects/token/conflict_peace", "architects/token/conflict_battle")
STRANGERS = tuple(f"architects/progress/{name}" for name in ("science", "tactics", "decor", "economy"))
STAGES = tuple(f"architects/stage/giza_{k}/{side}" for k in (2, 5) for side in ("building", "built"))


def piece(face: str) -> Piece:
    return face, proxies_with(face).picture(face, 6.0), proxies_with(face).size_mm(face)[0]


def library_of(faces: tuple[str, ...]) -> Library:
    pictures = {face: (proxies_with(face).picture(face, 6.0), proxies_with(face).size_mm(face)) for face in faces}
    return learned(pictures, 20)


@pytest.fixture(scope="module")
def reader() -> TokenReader:
    library = library_of((*COINS, *PROGRESS, *OTHERS))
    return TokenReader(library, LibraryRecogniser(library))


def disc_of(view: View) -> Disc:
    lies = view.pieces[0]
    radius = float(np.sqrt(abs(np.linalg.det(lies.frame))))
    return Disc(lies.x, lies.y, radius, radius)


def named_on_all_grounds(reader: TokenReader, face: str, seed: int) -> Iterator[tuple[View, NamedToken]]:
    """A token in three photographs, as it is named."""
    rng = np.random.default_rng(seed)
    for kind in ("mat", "wood", "cloth"):
        view = single(piece(face), rng, 80, kind, hard=0.3)
        named = reader.name(view.picture, disc_of(view))
        assert named is not None
        yield view, named


@pytest.mark.parametrize("face", [*PROGRESS, *COINS, *OTHERS])
def test_token_is_named_at_any_turn(reader: TokenReader, face: str) -> None:
    for view, named in named_on_all_grounds(reader, face, 11):
        assert named.faces[0].face == face
        lies = view.pieces[0]
        width, height = proxies_with(face).size_mm(face)
        own_left = lies.frame @ (-1, -height / width) + (lies.x, lies.y)
        assert np.linalg.norm(named.quad[0] - own_left) < 8, "its own top left corner is found, so is its turn"


def test_only_what_may_lie_there_is_named(reader: TokenReader) -> None:
    view = single(piece("duel/coin/3"), np.random.default_rng(2), 80, "mat", hard=0.2)
    named = reader.name(view.picture, disc_of(view), PROGRESS)
    assert named is not None
    assert not any(one.probability > 0.5 for one in named.faces)
    assert reader.name(view.picture, disc_of(view), ("duel/progress/nobody",)) is None


@pytest.mark.parametrize("face", STRANGERS)
def test_unknown_token_is_refused(reader: TokenReader, face: str) -> None:
    for _, named in named_on_all_grounds(reader, face, 4):
        assert not named.faces or named.faces[0].probability < 0.5


def test_disc_is_found_with_its_size_alone_and_with_the_bare_table() -> None:
    rng = np.random.default_rng(6)
    for kind in ("mat", "wood"):
        view = single(piece("duel/progress/law"), rng, 90, kind, hard=0.3)
        true = disc_of(view)
        for bare in (None, view.bare):
            edges = edges_of(view.picture, bare)
            rims = [
                fit_rim(edges, Disc(x, y, true.radius, true.radius)) for x, y, _ in find_centres(edges, true.radius)
            ]
            assert min(np.hypot(rim.x - true.x, rim.y - true.y) for rim in rims if rim) < 0.08 * true.radius


@pytest.mark.parametrize("overlap", [None, 0.0, 0.15])
def test_heap_of_coins_is_counted(reader: TokenReader, overlap: float | None) -> None:
    rng = np.random.default_rng(8)
    for kind in ("mat", "wood"):
        coins = [list(COINS)[k] for k in rng.integers(0, 3, 7)]
        view = heap([piece(face) for face in coins], rng, 3.0, kind, overlap, hard=0.2)
        found = find_tokens(view.picture, view.px_per_mm, tuple(COINS), reader)
        assert sorted(token.faces[0].face for token in found.tokens) == sorted(coins)
        assert found.sure > 0.5


def test_empty_table_holds_no_coins(reader: TokenReader) -> None:
    view = heap([piece("duel/coin/1")], np.random.default_rng(9), 3.0, "wood", None, hard=0.3)
    assert not find_tokens(view.bare, 3.0, tuple(COINS), reader).tokens


def test_coin_that_is_not_enrolled_is_a_stranger_and_shakes_the_count(reader: TokenReader) -> None:
    rng = np.random.default_rng(10)
    lying = ["duel/coin/1", "duel/coin/6", "architects/progress/economy"]
    view = heap([piece(face) for face in lying], rng, 3.0, "mat", None, hard=0.2)
    found = find_tokens(view.picture, 3.0, tuple(COINS), reader, view.bare)
    assert sorted(token.faces[0].face for token in found.tokens) == ["duel/coin/1", "duel/coin/6"]
    assert len(found.strangers) == 1
    assert found.sure < 0.7


def test_what_is_round_and_of_one_size_is_found_by_its_rim_whatever_it_shows_and_nothing_else_is(
    reader: TokenReader,
) -> None:
    medals = [f"architects/medal/medal_{name}" for name in ("3_blue", "3_stages", "coin_cat_horn")]
    for seed in range(3):
        lying = [piece(face) for face in (*medals, "architects/token/cat", "duel/coin/1")]
        view = heap(lying, np.random.default_rng(seed), 2.0, "wood", None, hard=0.2)
        rounds = find_tokens(view.picture, view.px_per_mm, (), reader, radii=(16.0,)).rounds
        found = sorted((disc.x, disc.y) for disc in rounds)
        there = sorted((lies.x, lies.y) for lies in view.pieces[: len(medals)])
        assert np.allclose(found, there, atol=4.0)


def test_token_that_looks_a_little_like_an_enrolled_one_and_is_none_is_a_stranger_and_not_nothing() -> None:
    names = ("science", "tactics", "decor", "economy", "architecture", "jewellery", "crafts", "urbanism", "propaganda")
    faces = tuple(f"architects/progress/{name}" for name in names)
    library = library_of(faces[:7])
    for seed in range(3):
        lying = [piece(face) for face in (*faces[7:], *faces[:2])]
        view = heap(lying, np.random.default_rng(seed), 2.0, "wood", None, hard=0.1)
        found = find_tokens(view.picture, 2.0, faces, TokenReader(library, LibraryRecogniser(library)))
        assert len(found.tokens) + len(found.strangers) == len(lying)


def test_faint_token_that_no_box_knows_is_a_stranger_where_such_may_lie_and_hardly_shakes_what_is_named() -> None:
    names = ("science", "tactics", "decor", "economy", "crafts", "urbanism")
    faces = tuple(f"architects/progress/{name}" for name in names)
    library = library_of(faces[:4])
    reader = TokenReader(library, LibraryRecogniser(library))
    for seed in range(3):
        rng = np.random.default_rng(seed)
        view = heap([piece(face) for face in (*faces[4:], faces[0])], rng, 2.0, "wood", None, hard=0.1)
        *unknown, known = view.pieces
        clear = np.zeros(view.picture.shape[:2], np.uint8)
        cv2.circle(clear, (round(known.x), round(known.y)), 40, 1, -1)
        # The others are of colours much like the table's.
        faint = cv2.addWeighted(view.picture, 0.35, view.bare, 0.65, 0)
        picture = np.where(clear[..., None] > 0, view.picture, faint)
        found = find_tokens(picture, 2.0, faces, reader, view.bare, lacking=True)
        assert [token.faces[0].face for token in found.tokens] == [faces[0]]
        there = sorted((lies.x, lies.y) for lies in unknown)
        assert np.allclose(sorted((disc.x, disc.y) for disc in found.strangers), there, atol=6.0)
        assert found.sure > 0.9 * find_tokens(picture, 2.0, faces, reader, view.bare).sure
        assert not find_tokens(view.bare, 2.0, faces, reader, view.bare, lacking=True).strangers


def _cut_carelessly(face: str) -> Image:
    """A token in the corner of its picture, with a thread of paper left about it: as a scan may have been cut out."""
    cut = np.zeros((170, 170, 4), np.uint8)
    cut[12:122, 36:146] = cv2.resize(piece(face)[1], (110, 110), interpolation=cv2.INTER_AREA)
    cv2.ellipse(cut, (85, 85), (82, 82), 0, 0, 140, (230, 230, 230, 255), 2)
    return cut


def test_tokens_cut_out_carelessly_are_all_found() -> None:
    # One of three of a real box's conflict tokens was found: the rim was sought where the picture ends.
    face = "architects/token/conflict_peace"
    cut = _cut_carelessly(face)
    library = learned({face: (cut, (30.0, 30.0))}, 20)
    for kind in ("mat", "wood"):
        view = heap([(face, cut, 30.0)] * 3, np.random.default_rng(14), 1.8, kind, None, hard=0.2)
        found = find_tokens(view.picture, 1.8, (face,), TokenReader(library, LibraryRecogniser(library)))
        assert [token.faces[0].face for token in found.tokens] == [face] * 3


@pytest.mark.parametrize("bare", [True, False])
def test_pawn_is_found_on_its_place(bare: bool) -> None:  # noqa: FBT001 - a case of the test
    pawn = proxies_with("duel/token/conflict_pawn").picture("duel/token/conflict_pawn", 8.0)
    rng = np.random.default_rng(12)
    for place in (0, 9, 13):
        view = track(pawn, rng, place, px_per_mm=1.6, hard=0.2)
        before = view.bare if bare else None
        found = find_pawn(view.picture, Track(*view.ends, 19, view.middle), before, colour_of(pawn))
        assert found.place == place


def test_track_without_its_pawn_claims_no_place() -> None:
    pawn = proxies_with("duel/token/conflict_pawn").picture("duel/token/conflict_pawn", 8.0)
    view = track(pawn, np.random.default_rng(13), None, hard=0.2)
    found = find_pawn(view.picture, Track(*view.ends, 19, view.middle), view.bare, colour_of(pawn))
    assert found.place is None or found.sure < 0.5


def test_stage_built_and_unbuilt_are_told_apart() -> None:
    recogniser = LibraryRecogniser(library_of(STAGES))
    rng = np.random.default_rng(14)
    for face in STAGES:
        view = single(piece(face), rng, 200, "mat", hard=0.2)
        width, height = proxies_with(face).size_mm(face)
        ranked = recogniser.recognise([upright(view, height / width)], ())[0]
        assert ranked[0].face == face


def upright(view: View, aspect: float) -> Image:
    lies = view.pieces[0]
    corners = np.array([[-1, -aspect], [1, -aspect], [1, aspect], [-1, aspect]]) @ lies.frame.T + (lies.x, lies.y)
    width, height = 160, round(160 * aspect)
    target = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    matrix = cv2.getPerspectiveTransform(corners.astype(np.float32), target)
    return cv2.warpPerspective(view.picture, matrix, (width, height))
