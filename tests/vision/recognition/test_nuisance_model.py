"""What all cells of a view share is fitted and taken out; what is hidden has no say in it."""

import cv2
import numpy as np
import pytest

from tests.vision.painting import FACES, art
from vision.geometry.image import Image
from vision.recognition import cell_likelihood
from vision.recognition.augment import BLURS, prepare
from vision.recognition.cell_descriptors import CELL_GRIDS, describe_cells
from vision.recognition.cell_likelihood import CellLikelihood
from vision.recognition.library import Library
from vision.recognition.nuisance_model import cell_slopes, corner_shares, fit_nuisance, jacobian

GRID = CELL_GRIDS["card"]


def leaning(rng: np.random.Generator) -> Image:
    corners = corner_shares(GRID)
    looks = rng.normal(size=(len(corners), 6)).astype(np.float32)
    slopes = rng.normal(size=(len(corners), 2, 6)).astype(np.float32)
    return jacobian(looks, slopes, rng.normal(size=(3, 7, 6)).astype(np.float32), corners)


def test_what_is_due_to_light_and_corners_alone_is_explained_whole() -> None:
    rng = np.random.default_rng(1)
    lean = leaning(rng)
    latent: Image = rng.normal(size=lean.shape[1:2]).astype(np.float32)
    residuals = latent @ lean
    rest, found = fit_nuisance(residuals, lean, lean @ lean.transpose(0, 2, 1), np.full(len(lean), 5.0, np.float32))
    assert found == pytest.approx(latent, abs=0.05)
    assert (rest**2).mean() < 0.002 * (residuals**2).mean()


def test_cells_that_are_hidden_have_no_say() -> None:
    rng = np.random.default_rng(2)
    lean = leaning(rng)
    products = lean @ lean.transpose(0, 2, 1)
    weight = (np.arange(len(lean)) % 2).astype(np.float32)
    residuals = rng.normal(size=lean.shape[1:2]).astype(np.float32) @ lean
    covered = np.where(weight[:, None] > 0, residuals, 50.0).astype(np.float32)
    assert fit_nuisance(covered, lean, products, weight)[1] == pytest.approx(
        fit_nuisance(residuals, lean, products, weight)[1], abs=1e-4
    )


def test_the_corners_share_each_cell_among_them() -> None:
    shares = corner_shares(GRID)
    assert shares.sum(1) == pytest.approx(np.ones(len(shares)))
    assert shares.shape == (len(describe_cells(np.zeros((*GRID[::-1], 3), np.uint8), GRID).seen), 4)
    assert shares[0].argmax() == 0
    assert shares[-1].argmax() == 2


def test_slopes_foretell_what_a_push_of_a_pixel_changes() -> None:
    picture = cv2.resize(art(FACES[0]), (192, 288), interpolation=cv2.INTER_AREA)
    slopes = cell_slopes(prepare(picture, (55.0, 80.0)), GRID)
    smooth = cv2.GaussianBlur(picture, (0, 0), 2)
    still = describe_cells(smooth, GRID).values
    # Two pixels of 192 are one of the grid's 96.
    change = describe_cells(np.roll(smooth, 2, axis=1), GRID).values - still
    inner = np.setdiff1d(np.arange(len(still)), np.flatnonzero(corner_shares(GRID).max(1) > 0.7))
    foretold = slopes[inner, 0]
    assert (change[inner] * foretold).sum() > 0.7 * np.linalg.norm(change[inner]) * np.linalg.norm(foretold)


def test_what_is_kept_of_faces_looked_at_closely_is_bounded_and_changes_nothing(
    library: Library, monkeypatch: pytest.MonkeyPatch
) -> None:
    learned = next(group.cells for group in library.groups if group.discriminant.group == "card")
    pictures = [cv2.resize(art(face), (192, 288), interpolation=cv2.INTER_AREA) for face in FACES]

    def said() -> tuple[CellLikelihood, list[list[float]]]:
        evidence = CellLikelihood(learned)
        glances = [evidence.glance(describe_cells(picture, GRID)) for picture in (*pictures, *pictures)]
        return evidence, [evidence.scores(glance, np.ones(learned.count, bool)).tolist() for glance in glances]

    monkeypatch.setattr("vision.recognition.cell_likelihood._REMEMBERED", 2)
    evidence, few = said()
    assert evidence._jacobians.cache_info().currsize == 2
    monkeypatch.setattr("vision.recognition.cell_likelihood._REMEMBERED", 1000)
    assert said()[1] == few


def test_each_of_a_few_faces_is_tried_in_every_blur_however_far_behind_it_is_in_the_commonest(library: Library) -> None:
    learned = next(group.cells for group in library.groups if group.discriminant.group == "card")
    evidence = CellLikelihood(learned)
    for face in FACES:
        out_of_focus = cv2.GaussianBlur(cv2.resize(art(face), (192, 288), interpolation=cv2.INTER_AREA), (0, 0), 4)
        first = evidence.first(describe_cells(out_of_focus, GRID))
        every = evidence._under(slice(BLURS), first.look, slice(None))
        assert evidence.blurred(first).scores == pytest.approx(every.max(0))


def test_a_face_is_as_likely_as_its_cells_are_near_to_its_look_in_that_blur_and_light(library: Library) -> None:
    learned = next(group.cells for group in library.groups if group.discriminant.group == "card")
    evidence = CellLikelihood(learned)
    picture = cv2.resize(art(FACES[0]), (192, 288), interpolation=cv2.INTER_AREA)
    # Half of it under a veil, so that its cells are lit in several ways.
    picture[:140] = picture[:140] // 3 + 150
    look = evidence.first(describe_cells(picture, GRID)).look
    assert len(np.unique(look.light)) > 1
    weight = min(cell_likelihood._OVERLAP, cell_likelihood._INDEPENDENT / len(look.rows)) * look.seen
    for blur, said in enumerate(evidence._under(slice(BLURS), look, slice(None))):
        for face, score in enumerate(said):
            should = cell_likelihood.in_light(evidence._looks[face], evidence._maps[blur], look.light)
            whiten, spreads = evidence._whiten[blur][look.light], evidence._spreads[blur][look.light]
            apart = np.einsum("pk,pkj->pj", look.rows - should, whiten)
            ratio = -0.5 * ((apart**2).sum(1) + spreads) - look.anything
            assert score == pytest.approx(
                cell_likelihood._together(weight * evidence._opaque[:, face] * ratio).sum(), abs=0.01
            )
