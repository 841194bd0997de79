"""Judging pictures of pieces: blurred, blown out, the same face again, near twins."""

from pathlib import Path

import cv2
import numpy as np
import pytest

from companion.games.architects.proxies import PROXIES
from vision.enrolment.alike import Album, Likeness, same_face
from vision.enrolment.checks import check
from vision.enrolment.folder import pictures_in
from vision.enrolment.quality import judge
from vision.geometry.image import BadPicture, Image

CARDS = [
    f"architects/{name}" for name in ("wood", "clay", "coin", "vp3", "gear", "shield_h0", "shield_h1", "shield_h2")
]


def card(face: str, px_per_mm: float = 4.0) -> Image:
    """Our own card on a table."""
    art = PROXIES.picture(face, px_per_mm)
    opacity = art[..., 3:].astype(np.float32) / 255
    return np.asarray(art[..., :3] * opacity + 90 * (1 - opacity), np.uint8)


def seen(picture: Image, seed: int, blur: float = 0.8, gain: float = 0.85) -> Image:
    """A shot of it: a little out of place, softer, in other light, with noise."""
    rng = np.random.default_rng(seed)
    height, width = picture.shape[:2]
    quad = np.array([[0, 0], [width, 0], [width, height], [0, height]], np.float32)
    moved = quad + rng.normal(0, 0.006 * height, (4, 2)).astype(np.float32)
    shot = cv2.warpPerspective(
        picture, cv2.getPerspectiveTransform(moved, quad), (width, height), borderMode=cv2.BORDER_REPLICATE
    )
    lit = cv2.GaussianBlur(shot, (0, 0), blur) * np.array([0.85, 1, 1.1]) * gain
    return np.asarray(
        np.clip(lit * np.linspace(0.85, 1, width)[:, None] + rng.normal(0, 3, shot.shape), 0, 255), np.uint8
    )


@pytest.mark.parametrize("face", CARDS)
def test_a_sharp_shot_passes_and_a_blurred_one_does_not_whatever_the_noise(face: str) -> None:
    sharp, blurred = judge(seen(card(face), 1)), judge(seen(card(face), 1, blur=5.0))
    assert [sharp.blurred, sharp.glaring, sharp.small, sharp.empty] == [False] * 4
    assert blurred.blurred
    assert sharp.worth > blurred.worth


def test_a_reflection_counts_and_the_cards_own_white_does_not() -> None:
    picture = seen(card(CARDS[3]), 2)
    lamp = picture.copy()
    cv2.circle(lamp, (90, 130), 50, (255, 255, 255), -1)
    assert not judge(picture).glaring
    assert judge(lamp).glaring
    assert judge(lamp).worth < judge(picture).worth


@pytest.mark.parametrize("face", CARDS)
def test_of_two_shots_the_one_without_a_veil_of_light_is_kept_though_nothing_is_burnt_out(face: str) -> None:
    picture = seen(card(face), 4)
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
    shine = np.exp(-((x - 40) ** 2 + (y - 50) ** 2) / (2 * 40**2))[..., None]
    veiled = np.asarray(np.minimum(picture + shine * (245.0 - picture) * 0.8, 245), np.uint8)
    assert not judge(veiled).glaring
    assert judge(veiled).worth < judge(picture).worth


@pytest.mark.parametrize("face", CARDS)
def test_the_same_face_shot_again_is_recognised_either_way_up_and_no_other_one(face: str) -> None:
    album = Album()
    for other in CARDS:
        album.keep(other, seen(card(other), 3))
    again = seen(card(face), 4, gain=0.7)
    assert album.alike(again) == Likeness(face, turned=False)
    assert album.alike(cv2.rotate(again, cv2.ROTATE_180)) == Likeness(face, turned=True)
    assert album.alike(again, but=[face]) is None


def test_faces_that_differ_in_one_sign_only_are_two_faces() -> None:
    one = card(CARDS[0])
    other = one.copy()
    cv2.rectangle(other, (20, 250), (120, 300), (30, 30, 160), -1)
    assert same_face(seen(one, 5), seen(one, 6))
    assert not same_face(seen(one, 5), seen(other, 6))


def test_what_is_wrong_with_a_folders_pictures_is_said_by_face() -> None:
    pictures = {face: (seen(card(face), 7), None) for face in CARDS[:4]}
    pictures["architects/stone"] = (cv2.GaussianBlur(card("architects/stone"), (0, 0), 9), None)
    pictures["architects/glass"] = (pictures[CARDS[0]][0], None)
    pictures["architects/papyrus"] = (cv2.resize(card("architects/papyrus"), (40, 58)), None)
    pictures["architects/tablet"] = (np.full((320, 220, 3), 255, np.uint8), None)
    lines = {warning.face: warning.line for warning in check(pictures)}
    assert "blurred" in lines["architects/stone"]
    assert "architects/glass" in lines[CARDS[0]]
    assert "58 pixels" in lines["architects/papyrus"]
    assert "over-exposed" in lines["architects/tablet"]
    assert len(lines) == 4


def test_labels_may_say_how_large_each_piece_is(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "a.png"), card(CARDS[0]))
    labels = tmp_path / "labels.csv"
    labels.write_text("file,face,width_mm,height_mm\na.png,architects/wood,56.5,81\na.png,architects/clay,,\n")
    sizes = {face: size for face, (_, size) in pictures_in(tmp_path).items()}
    assert sizes == {"architects/wood": (56.5, 81.0), "architects/clay": None}
    labels.write_text("file,face,width_mm,height_mm\na.png,architects/wood,-3,81\n")
    with pytest.raises(BadPicture):
        pictures_in(tmp_path)
