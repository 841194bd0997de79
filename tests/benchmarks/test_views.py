"""The views by which the recogniser is measured: the same again, as hidden as they say, as hard as the recipe's."""

import tempfile
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest

from benchmarks.eyes import recipe, store
from benchmarks.eyes.baselines import PerceptualHash
from benchmarks.eyes.boxes import PROXIES, Card, boxes, cards, strangers
from benchmarks.eyes.grounds import mat
from benchmarks.eyes.measure import Contender, ask
from benchmarks.eyes.shots import enrolment_shot
from benchmarks.eyes.store import Wanted, stored
from benchmarks.eyes.views import Setting, frames, staged
from vision.geometry.image import Image


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    with tempfile.TemporaryDirectory() as folder:
        monkeypatch.setattr(store, "HOME", Path(folder))
        yield Path(folder)


def setting(rng: np.random.Generator) -> Setting:
    return Setting(cards(PROXIES)[1:], mat(rng))


def some(seed: int) -> list[Image]:
    rng = np.random.default_rng(seed)
    return list(frames(staged(cards(PROXIES)[0], setting(rng), 0.5, rng), 2, rng))


def test_the_same_seed_gives_the_same_views_and_another_gives_others() -> None:
    assert all(np.array_equal(one, other) for one, other in zip(some(1), some(1), strict=True))
    assert [view.shape for view in some(1)] != [view.shape for view in some(2)]


def test_what_was_made_once_is_read_again_unchanged(home: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    # On one ground and without strangers: to draw them all takes longer than the views.
    monkeypatch.setattr(store, "_tops", lambda *_: [mat(np.random.default_rng(1))])
    monkeypatch.setattr(store, "strangers", lambda _: ())
    wanted = Wanted(PROXIES, 25, 1)
    first = list(stored(wanted))
    [folder] = home.iterdir()
    written = {path: path.stat().st_mtime_ns for path in folder.iterdir()}
    assert list(stored(wanted)) == first
    assert {path: path.stat().st_mtime_ns for path in folder.iterdir()} == written
    assert {view.face for view in first} == {card.face for card in cards(PROXIES)}


@pytest.mark.parametrize("share", [0.25, 0.5, 0.7])
def test_as_much_of_a_card_is_hidden_as_was_asked_for(share: float) -> None:
    around = setting(np.random.default_rng(0))
    for seed in range(12):
        rng = np.random.default_rng(seed)
        assert staged(cards(PROXIES)[seed], around, share, rng).hidden == pytest.approx(share, abs=0.03)


def test_the_frames_of_a_scene_differ_by_noise_not_by_what_lies_there() -> None:
    rng = np.random.default_rng(3)
    scene = staged(cards(PROXIES)[0], setting(rng), 0, rng)
    several = [frame[8:100, 8:60].astype(float) for frame in frames(scene, 3, rng)]
    assert all(0.5 < np.abs(several[0] - other).mean() < 40 for other in several[1:])


@pytest.fixture
def blank(monkeypatch: pytest.MonkeyPatch) -> None:
    """Where only names are asked for nothing is drawn nor read: that takes seconds."""
    empty = np.zeros((8, 8, 4), np.uint8)
    monkeypatch.setattr("benchmarks.eyes.boxes.read_picture", lambda _: empty[..., :3])
    monkeypatch.setattr("benchmarks.eyes.boxes._drawn", lambda face: Card(face, empty[..., :3], empty[..., 3]))
    monkeypatch.setattr("benchmarks.eyes.boxes.cards", cards.__wrapped__)


@pytest.mark.usefixtures("blank")
def test_strangers_are_in_no_box_that_they_are_shown_to() -> None:
    for box in boxes():
        theirs, its = strangers.__wrapped__(box), cards.__wrapped__(box)
        assert theirs
        assert its
        assert not {card.face for card in theirs} & {card.face for card in its}


def test_a_hash_names_what_is_bare_and_well_lit() -> None:
    rng = np.random.default_rng(5)
    ground, few = mat(rng), cards(PROXIES)[:6]
    shots = {card.face: enrolment_shot(card, ground, rng) for card in few}
    asked = {card.face: enrolment_shot(card, ground, rng) for card in few}
    ranked = PerceptualHash(shots).recognise(list(asked.values()), ())
    assert [one[0].face for one in ranked] == list(asked)


@pytest.mark.proof
@pytest.mark.skipif(not recipe.PATH.is_file() or "duel-a" not in boxes(), reason="the recipe or the scans are not here")
@pytest.mark.parametrize("level", [0, 25, 50])
def test_our_views_are_about_as_hard_as_the_recipe_s_for_a_method_that_knows_neither(level: int) -> None:
    contender = Contender(PerceptualHash(store.enrolled("duel-a")))

    def named(*, by_recipe: bool) -> float:
        views = stored(Wanted("duel-a", level, 2, recipe=by_recipe))
        return float(np.mean([answer.right for answer in ask(contender, views)]))

    assert named(by_recipe=False) == pytest.approx(named(by_recipe=True), abs=0.08)


@pytest.mark.usefixtures("blank")
def test_without_scans_our_own_pieces_are_measured_against_our_own_strangers(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("benchmarks.eyes.boxes._SCANS", tmp_path)
    assert boxes() == (PROXIES,)
    assert len(strangers.__wrapped__(PROXIES)) > 15
    with pytest.raises(SystemExit, match="no box 'duel-a'; there are: proxies"):
        cards.__wrapped__("duel-a")
