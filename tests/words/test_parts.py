"""What a part says last is told in every language, except what the operating system says."""

import re
from pathlib import Path
from random import Random

import pytest

from companion import words
from companion.box.answer import contents
from companion.enrolment.learning import open_box
from companion.errors import Unusable
from companion.referee.events import Draft
from companion.referee.journal.journal import Journal, verify
from companion.results.kept import read
from companion.run import supervisor
from companion.words.camera import trouble
from companion.words.language import KNOWN, TRANSLATED, speaking
from hw import __main__ as horn
from vision.cameras.camera import CameraUnavailable
from vision.cameras.opening import open_camera

_ENGLISH = re.compile(r"[A-Za-z]{3,}")


def untold(lines: list[str], *raw: str) -> list[str]:
    """Those of which English is left in Ukrainian or Russian, or all in Hungarian; ``raw``: what is not ours to say."""
    found = []
    for code in TRANSLATED:
        with speaking(code):
            for line in lines:
                said = words.refusal(line)
                rest = re.sub(r"[\w.-]+\.(sqlite|npz|toml)\b", "", said)
                for text in raw:
                    rest = rest.replace(text, "")
                if said == line or ("A" not in KNOWN[code].letters[0] and _ENGLISH.search(rest)):
                    found.append(f"{code}: {said}")
    return found


def literals(module: Path, pattern: str) -> list[str]:
    """Lines as a source has them, a number in every gap."""
    return [re.sub(r"\{\w+\}", "7", line) for line in re.findall(pattern, module.read_text("utf-8"))]


def test_what_the_supervisor_says_of_a_part_is_told() -> None:
    source = Path(supervisor.__file__)
    lines = literals(source, r'"down", "([^"]+)"') + literals(source, r'self\._trouble = "(.+?)" if hung')
    lines += literals(source, r'or f"(ended.+?)"')
    assert len(lines) == 3
    assert untold(lines) == []


def test_a_horn_whose_pin_fails_is_told_with_what_the_system_says_of_it() -> None:
    said = "'GPIO busy'"
    lines = [re.sub(r"\{[^}]+\}", said, line) for line in
             literals(Path(horn.__file__), r'f"(horn: the pin [^"]*?)\\n"')]  # fmt: skip
    assert lines == [f"horn: the pin 7 failed: {said}"]
    assert untold(lines, said) == []
    with speaking("en"):
        assert words.refusal(lines[0]) == f"pin 7 failed: {said}"


@pytest.mark.parametrize("left", [0, 5000])
def test_what_became_of_a_damaged_journal_is_told(tmp_path: Path, left: int) -> None:
    path = tmp_path / "game-0001.sqlite"
    with Journal(path) as journal:
        for number in range(60):
            journal.append(Draft("move", {"number": number, "noise": Random(number).random()}, "finger"))
    damaged = path.read_bytes()[:left] or b"not a database" * 9
    path.write_bytes(damaged)
    if not left:
        for copy in tmp_path.glob("game-0001.*"):
            copy.write_bytes(damaged)
    seen = verify(path).trouble
    with Journal(path) as journal:
        assert ("nothing could be kept" in journal.trouble) == (not left)
        assert untold([journal.trouble, seen]) == []


def test_a_game_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    path = tmp_path / "game-0001.sqlite"
    Journal(path).close()
    with pytest.raises(Unusable) as empty:
        read(path)
    with Journal(path) as journal:
        journal.append(Draft("setup", {"game": "chess"}, "finger"))
    with pytest.raises(Unusable) as other:
        read(path)
    assert untold([str(empty.value), str(other.value)]) == []


def test_a_box_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "library.npz").write_bytes(b"no library")
    (tmp_path / "box.toml").write_text('game = "duel"\n', encoding="utf-8")
    lines = []
    with pytest.raises(Unusable) as found:
        contents(tmp_path / "library.npz")
    lines.append(str(found.value))
    with pytest.raises(Unusable) as found:
        open_box(tmp_path, "architects")
    lines.append(str(found.value))
    with pytest.raises(Unusable) as found:
        open_box(tmp_path / "library.npz", "architects")
    lines.append(str(found.value))
    assert untold(lines, tmp_path.name) == []


def test_a_camera_that_is_not_there_is_told_in_the_words_of_the_table() -> None:
    with pytest.raises(CameraUnavailable) as gone:
        open_camera("usb:97")
    assert untold([str(gone.value)]) == []
    with speaking("en"):
        assert words.refusal(str(gone.value)) == trouble("camera_gone")[0]


def test_what_the_camera_is_troubled_by_without_a_code_of_its_own_is_told() -> None:
    lines = ["/boxes/memory/seat-1.npz: cannot be used (it is cut short); this mat is read anew",
             "camera 'pi': its settings cannot be locked (no)", "picture skipped: a.jpg: broken"]  # fmt: skip
    for code in ("uk", "ru"):
        with speaking(code):
            assert [line for line in lines if _ENGLISH.search(trouble("other", line)[0])] == []


def test_a_line_of_somebody_else_s_is_told_as_it_is() -> None:
    with speaking("uk"):
        line = "OSError: [Errno 28] No space left on device"
        assert words.refusal(line) == line
