"""``companion score --photo``: photographs of finished cities become a scored position, with what was not read."""

from collections.abc import Sequence
from pathlib import Path

import cv2
import msgspec
import pytest

from companion import cli
from companion.games.architects.rules.facts import FACTS
from tests.vision.snapshots import STRANGER, Laid, enrolled, photograph

STAGES = {wonder: [stage.id for stage in FACTS.wonders[wonder].stages] for wonder in ("giza", "rhodes")}


def run(arguments: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> int:
    monkeypatch.setattr("sys.argv", ["companion", *arguments])
    with pytest.raises(SystemExit) as caught:
        cli.main()
    return int(caught.value.code or 0)


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Path:
    stages = [f"architects/stage/{stage}/{side}" for ids in STAGES.values() for stage in ids for side in ("built",)]
    folder = tmp_path_factory.mktemp("box")
    enrolled([*FACTS.card_face_ids, *stages]).save(folder / "library.faces")
    return folder


def city(wonder: str, stages: int, cards: Sequence[str]) -> list[Laid]:
    """So many stages built, side by side, and cards below them."""
    laid: list[Laid] = [
        (f"architects/stage/{stage}/built", 70 + 110.0 * k, 60, 0.0) for k, stage in enumerate(STAGES[wonder][:stages])
    ]
    return laid + [(f"architects/{card}", 50 + 68.0 * k, 170, 4.0 * k) for k, card in enumerate(cards)]


def taken(laid: list[Laid], path: Path) -> Path:
    cv2.imwrite(str(path), photograph(laid, (400, 240), 6.0)[0])
    return path


@pytest.fixture(scope="module")
def photos(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("photos")
    giza = taken(city("giza", 2, ["vp3", "vp2_cat", "vp3", "gear"]), folder / "anna.png")
    rhodes = taken([*city("rhodes", 1, ["vp3", "shield_h0"]), (STRANGER, 320, 170, 0.0)], folder / "ben.png")
    return giza, rhodes


def test_one_photograph_a_player_is_scored_like_the_position_that_it_shows(
    box: Path,
    photos: tuple[Path, Path],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    images = [str(path) for path in photos]
    assert run(["score", "--photo", *images, "--box", str(box), "--game", "architects", "--json"], monkeypatch) == 0
    printed = capsys.readouterr()
    sheet = msgspec.json.decode(printed.out)
    first, second = sheet["position"]["players"]
    assert (first["wonder"], first["built"]) == ("giza", STAGES["giza"][:2])
    assert first["cards"] == {"vp3": 2, "vp2_cat": 1, "gear": 1}
    assert (second["wonder"], second["cards"]) == ("rhodes", {"vp3": 1, "shield_h0": 1})
    # What no face explains is asked about, in the document and on standard error; so are stages that nobody sees,
    # tokens that may lie on one another and what is not enrolled.
    anna, ben = sheet["questions"]
    for line in (anna, ben):
        assert all(f"{what} (" in line for what in ("stages", "military", "cat", "progress"))
    assert ("anna.png" in anna, "ben.png" in ben) == (True, True)
    assert ("cannot be read" in anna, "cannot be read" in ben) == (False, True)
    assert all(line in printed.err for line in sheet["questions"])
    described = tmp_path / "position.json"
    described.write_bytes(msgspec.json.encode(sheet["position"]))
    assert run(["score", str(described), "--json"], monkeypatch) == 0
    assert msgspec.json.decode(capsys.readouterr().out)["players"] == sheet["players"]


def test_two_players_in_one_photograph_are_refused_in_one_line(
    box: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    both = [*city("giza", 2, []), *((face, x, 160.0, turn) for face, x, _, turn in city("rhodes", 2, []))]
    image = taken(both, tmp_path / "both.png")
    assert run(["score", "--photo", str(image), "--box", str(box)], monkeypatch) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "one photograph a player" in printed.err
    assert printed.err.count("\n") == 1


def test_a_wonder_that_is_not_in_the_photograph_can_be_said(
    box: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    image = taken(city("giza", 0, ["vp3", "wood"]), tmp_path / "cards.png")
    arguments = ["score", "--photo", str(image), "--box", str(box), "--json"]
    assert run(arguments, monkeypatch) == 2
    assert "--wonders" in capsys.readouterr().err
    assert run([*arguments, "--wonders", "rhodes"], monkeypatch) == 0
    assert msgspec.json.decode(capsys.readouterr().out)["position"]["players"][0]["wonder"] == "rhodes"


@pytest.mark.parametrize(
    "case",
    [
        (["--game", "chess", "--box", "."], "chess"),
        ([], "--box"),
        (["--box", "/no/such/box"], "no library"),
        (["--box", "BOX", "--game", "duel"], "no face of duel"),
        (["--box", "BOX", "--wonders", "atlantis"], "atlantis"),
    ],
)
def test_what_cannot_be_used_is_said_in_one_line(
    case: tuple[list[str], str],
    box: Path,
    photos: tuple[Path, Path],
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    extra, said = case
    arguments = [str(box) if word == "BOX" else word for word in extra]
    assert run(["score", "--photo", str(photos[0]), *arguments], monkeypatch) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert said in printed.err
    assert printed.err.count("\n") == 1
