"""What is printed: markers, rulers and codes lie where they should, to the fraction of a millimetre."""

import shutil
import subprocess
from collections import Counter
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest
from typer.testing import CliRunner

from companion.art.pen import RULER
from companion.art.proxy_set import Printed, proxies_of
from companion.commands.printing import app
from companion.errors import Unusable
from companion.games.architects.mats import CENTRAL_RULER, SEAT_RULER
from companion.games.architects.rules.facts import FACTS
from companion.games.mats import MARKER, MARKER_CORNERS, MAT_HEIGHT, MAT_WIDTH
from companion.print.codes import write_badges, write_labels
from companion.print.mats import mat_picture
from companion.print.packing import pages
from companion.print.playmat import write_playmat
from companion.print.sheets import write_proxies
from vision.codes import payloads as codes
from vision.codes.reading import CodesUnavailable, read_codes
from vision.codes.tags import read_tags

Image = npt.NDArray[np.uint8]
GAME = "architects"
PROXIES = proxies_of(GAME)
DPI = 150
PX = DPI / 25.4
needs_pdftoppm = pytest.mark.skipif(shutil.which("pdftoppm") is None, reason="pdftoppm (poppler-utils) is not here")


def rendered(pdf: Path, page: int = 1) -> Image:
    target = pdf.with_name(f"page-{page}")
    command = [
        "pdftoppm",
        "-r",
        str(DPI),
        "-f",
        str(page),
        "-l",
        str(page),
        "-singlefile",
        "-png",
        str(pdf),
        str(target),
    ]
    subprocess.run(command, check=True, timeout=60)
    image = cv2.imread(f"{target}.png")
    assert image is not None
    return image.astype(np.uint8)


def marker_corners(image: Image, scale: float) -> dict[int, npt.NDArray[np.float64]]:
    """Marker id to its four corners in mm."""
    parameters = cv2.aruco.DetectorParameters()
    parameters.cornerRefinementMethod = cv2.aruco.CORNER_REFINE_SUBPIX
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_250)
    found, ids, _ = cv2.aruco.ArucoDetector(dictionary, parameters).detectMarkers(image)
    assert ids is not None
    # Pixel centres are at half pixels.
    return {int(k): (quad[0].astype(float) + 0.5) / scale for k, quad in zip(ids.ravel(), found, strict=True)}


def expected(k: int) -> npt.NDArray[np.float64]:
    x, y = MARKER_CORNERS[k]
    return np.array([(x, y), (x + MARKER, y), (x + MARKER, y + MARKER), (x, y + MARKER)])


def ruler_ends(image: Image, at: tuple[float, float], scale: float) -> tuple[float, float]:
    """Where the dark line under the ruler begins and ends, in mm."""
    y = round(at[1] * scale)
    row = image[y - 3 : y + 4, :, :].min(axis=(0, 2))
    left = int((at[0] - 3) * scale)
    dark = np.flatnonzero(row[left : int((at[0] + RULER + 0.8) * scale)] < 190) + left
    return float(dark.min()) / scale, float(dark.max() + 1) / scale


def label_at(sheet: Image, place: int) -> Image:
    """The cell of one label on its sheet: three in a row, 60 x 34 mm."""
    row, column = divmod(place, 3)
    left, top = 15 + 60 * column, 8 + 34 * row
    return sheet[int((top + 1) * PX) : int((top + 27) * PX), int((left + 1) * PX) : int((left + 59) * PX)]


@pytest.mark.parametrize(("mat", "wonder"), [(0, None), (1, None), (7, "ephesus")])
def test_mat_picture_has_its_markers_where_places_says(mat: int, wonder: str | None) -> None:
    image = mat_picture(GAME, mat, 3.0, wonder)
    assert image.shape == (round(MAT_HEIGHT * 3), round(MAT_WIDTH * 3), 3)
    found = marker_corners(image, 3.0)
    assert set(found) == {4 * mat + k for k in range(4)}
    for k in range(4):
        assert np.abs(found[4 * mat + k] - expected(k)).max() < 0.3


def test_mats_are_light_in_ink() -> None:
    for mat in (0, 1):
        image = mat_picture(GAME, mat, 3.0).copy()
        for x, y in MARKER_CORNERS:
            image[int(y * 3) - 1 : int((y + MARKER) * 3) + 2, int(x * 3) - 1 : int((x + MARKER) * 3) + 2] = 255
        assert float((255 - image.astype(np.float32)).mean()) / 255 < 0.02


@needs_pdftoppm
def test_printed_a3_mats_hold_markers_and_a_true_ruler(tmp_path: Path) -> None:
    out = tmp_path / "mats.pdf"
    assert write_playmat(out, GAME, 2, sheets=("giza",)) == 3
    for mat, ruler in ((0, CENTRAL_RULER), (2, SEAT_RULER)):
        image = rendered(out, mat + 1)
        assert abs(image.shape[1] / PX - MAT_WIDTH) < 0.3
        assert abs(image.shape[0] / PX - MAT_HEIGHT) < 0.3
        found = marker_corners(image, PX)
        assert set(found) == {4 * mat + k for k in range(4)}
        for k in range(4):
            assert np.abs(found[4 * mat + k] - expected(k)).max() < 0.3
        start, end = ruler_ends(image, ruler, PX)
        assert abs(start - ruler[0]) < 0.3
        assert abs(end - start - RULER) < 0.4


@needs_pdftoppm
def test_a4_halves_meet_in_the_middle(tmp_path: Path) -> None:
    out = tmp_path / "halves.pdf"
    assert write_playmat(out, GAME, 1, paper="a4") == 4
    left, right = rendered(out, 3), rendered(out, 4)
    height = min(left.shape[0], right.shape[0])
    whole = np.hstack([left[:height], right[:height]])
    assert abs(whole.shape[1] / PX - MAT_WIDTH) < 0.3
    found = marker_corners(whole, PX)
    assert set(found) == {4, 5, 6, 7}
    for k in range(4):
        assert np.abs(found[4 + k] - expected(k)).max() < 0.3


@needs_pdftoppm
def test_labels_and_badges_are_read_back(tmp_path: Path) -> None:
    labels, badges = tmp_path / "labels.pdf", tmp_path / "badges.pdf"
    assert write_labels(labels, GAME) == 1
    assert write_badges(badges, GAME, 4) == 1
    sheet = rendered(labels)
    try:
        # One label at a time, as in a sleeve: zbar skips some of many in one picture.
        found = [read_codes(label_at(sheet, place)) for place in range(len(FACTS.cards))]
        seats = {code.payload for code in read_codes(rendered(badges))}
    except CodesUnavailable as error:
        pytest.skip(str(error))
    read = [[codes.decode_label(code.payload, FACTS.card_face_ids) for code in one] for one in found]
    assert read == [[face] for face in FACTS.card_face_ids]
    tags = [read_tags(label_at(sheet, place), FACTS.card_face_ids) for place in range(len(FACTS.cards))]
    assert [[tag.face for tag in one] for one in tags] == read
    # Its black square: 8 of the 10 modules of 25 mm.
    sides = [np.ptp(np.array(tag.quad), axis=0) / PX for one in tags for tag in one]
    assert np.abs(np.array(sides) - 20.0).max() < 0.3
    assert seats == {*map(codes.encode_badge, range(4))}


def test_whole_box_is_packed_once_and_fits_the_pages() -> None:
    sheets = pages(PROXIES.printed(every=True))
    laid = [item for sheet in sheets for item in sheet]
    assert Counter(item.piece for item in laid) == Counter(PROXIES.printed(every=True))
    cards = Counter(item.piece.front for item in laid if (item.piece.back or "").startswith("architects/back/"))
    assert sum(cards.values()) == 235
    for sheet in sheets:
        for item in sheet:
            width, height = PROXIES.size_mm(item.piece.front)
            assert item.x >= 9.9
            assert item.x + width <= 200.1
            assert item.y >= 9.9
            assert item.y + height <= 280
        for one in sheet:
            for other in sheet:
                if one is not other:
                    (w, h), (v, g) = PROXIES.size_mm(one.piece.front), PROXIES.size_mm(other.piece.front)
                    apart = one.x + w <= other.x or other.x + v <= one.x or one.y + h <= other.y or other.y + g <= one.y
                    assert apart


def test_sample_sheet_shows_every_face() -> None:
    shown = {face for piece in PROXIES.printed(every=False) for face in (piece.front, piece.back)}
    assert set(PROXIES.face_ids()) <= shown


def test_labels_for_the_whole_box_are_one_a_card() -> None:
    assert len(PROXIES.labels(every=True)) == 235


@needs_pdftoppm
def test_proxy_is_printed_to_scale_with_its_back_behind_it(tmp_path: Path) -> None:
    out = tmp_path / "proxies.pdf"
    assert (
        write_proxies(out, GAME, [Printed("architects/token/conflict_peace", "architects/token/conflict_battle")]) == 2
    )
    for page in (1, 2):
        image = rendered(out, page)
        drawn = np.flatnonzero((image[: int(45 * PX)].astype(int).sum(-1) < 500).sum(0) > 20)
        assert abs((drawn.max() + 1 - drawn.min()) / PX - 30) < 0.4
        assert abs((drawn.max() + 1 + drawn.min()) / 2 / PX - 105) < 0.3


def test_failed_print_leaves_nothing_behind(tmp_path: Path) -> None:
    class Jammed(Exception):
        pass

    def jam(_numbers: object) -> object:
        raise Jammed

    with pytest.raises(Jammed):
        write_badges(tmp_path / "badges.pdf", GAME, 2, jam)  # type: ignore[arg-type]
    assert list(tmp_path.iterdir()) == []
    with pytest.raises(Unusable, match="cannot be written"):
        write_badges(tmp_path / "nowhere" / "badges.pdf", GAME, 2)


def test_command_prints_and_says_what_to_check(tmp_path: Path) -> None:
    out = tmp_path / "mats.pdf"
    done = CliRunner().invoke(app, ["playmat", "--seats", "1", "--wonder", "rhodes", "--out", str(out)])
    assert done.exit_code == 0, done.output
    assert out.read_bytes().startswith(b"%PDF")
    assert "2 pages" in done.stderr
    assert "100 mm" in done.stderr


def test_unknown_wonder_is_one_clear_error(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, ["playmat", "--wonder", "atlantis", "--out", str(tmp_path / "x.pdf")])
    assert isinstance(done.exception, Unusable)
    assert str(done.exception).startswith("--wonder 'atlantis': not known; one of alexandria")
    assert list(tmp_path.iterdir()) == []
