"""The faces of each box, and what ``--faces`` and typed names mean."""

from pathlib import Path

import pytest

from companion.enrolment.checklist import GAMES, chosen, faces_of, suggestions
from companion.enrolment.prompt import Prompt
from companion.errors import Unusable
from companion.games.architects.proxies import PROXIES
from vision.recognition.kinds import kind_of

CARDS = Path(__file__).resolve().parents[3] / "shared" / "cards"


@pytest.mark.parametrize("game", GAMES)
def test_every_face_is_listed_once_and_belongs_to_its_game(game: str) -> None:
    faces = [item.face for item in faces_of(game)]
    assert len(faces) == len(set(faces))
    assert all(face.startswith(f"{game}/") and kind_of(face) for face in faces)


def test_the_architects_list_is_the_whole_proxy_set() -> None:
    listed = {item.face for item in faces_of("architects")}
    assert listed == set(PROXIES.face_ids()) - {"architects/progress/back", "architects/medal/back"}


@pytest.mark.parametrize("box", ["duel-a", "duel-b", "seven-wonders-a", "seven-wonders-b", "architects-a"])
def test_every_face_of_a_real_box_is_listed(box: str) -> None:
    if not (CARDS / box).is_dir():
        pytest.skip("the boxes are not here")
    faces = {path.stem.replace("__", "/") for path in (CARDS / box).glob("*.jpg")}
    listed = {item.face for game in GAMES for item in faces_of(game)}
    assert faces <= listed | {"architects/progress/back"}


def test_faces_are_chosen_by_id_by_group_or_from_a_file(tmp_path: Path) -> None:
    assert [item.face for item in chosen("architects", "clay, architects/wood")] == [
        "architects/clay",
        "architects/wood",
    ]
    assert len(chosen("architects", "cards")) == 14
    assert chosen("duel", "order") == faces_of("duel")
    listed = tmp_path / "mine.txt"
    listed.write_text("# my box\nstable  # torn\n\nwonder/sphinx\n")
    assert [item.face for item in chosen("duel", str(listed))] == ["duel/stable", "duel/wonder/sphinx"]


@pytest.mark.parametrize("wanted", ["", "no such face", "clay,clay", "nothing.txt"])
def test_faces_that_lead_nowhere_are_one_line(wanted: str) -> None:
    with pytest.raises(Unusable) as caught:
        chosen("architects", wanted)
    assert "\n" not in str(caught.value)


def test_typing_narrows_the_list_and_a_new_id_can_be_typed_in_full() -> None:
    items = faces_of("architects")
    assert suggestions(items, "gea")[0].face == "architects/gear"
    prompt: object = Prompt("architects", items)
    for key in "promo/cas":
        assert isinstance(prompt, Prompt)
        prompt = prompt.press(key)
    assert isinstance(prompt, Prompt)
    assert [item.face for item in prompt.offers] == ["architects/promo/cas"]
    assert prompt.press("escape") is None
