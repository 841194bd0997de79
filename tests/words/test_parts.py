"""What a part says last is told in every language by its code, except what the operating system says."""

import re
import sys
from pathlib import Path
from random import Random

import pytest

from companion import words
from companion.api.protocol import Part, why
from companion.box.answer import contents
from companion.enrolment.learning import open_box
from companion.errors import Unusable, last_words, not_written
from companion.games.vocabulary import Line, line
from companion.referee.events import Draft
from companion.referee.journal.journal import Journal, verify
from companion.results.kept import read
from companion.run.supervisor import Spec, Supervisor
from companion.words.camera import TROUBLES, trouble
from companion.words.language import KNOWN, TRANSLATED, speaking
from tests.running.test_supervisor import until
from vision.cameras.camera import CameraUnavailable
from vision.cameras.opening import open_camera
from vision.troubles import CODES

_ENGLISH = re.compile(r"[A-Za-z]{3,}")


def untold(reasons: list[Line | None], *raw: str) -> list[str]:
    """Those of which English is left in Ukrainian or Russian, or all in Hungarian; ``raw``: what is not ours to say."""
    found = []
    for code in TRANSLATED:
        with speaking("en"):
            english = [words.refusal("untold", one) for one in reasons]
        with speaking(code):
            for one, before in zip(reasons, english, strict=True):
                said = words.refusal("untold", one)
                rest = re.sub(r"[\w.-]+\.(sqlite|npz|faces|toml)\b", "", said)
                for text in raw:
                    rest = rest.replace(text, "")
                if said == before or ("A" not in KNOWN[code].letters[0] and _ENGLISH.search(rest)):
                    found.append(f"{code}: {said}")
    return found


def test_a_part_that_ends_gives_its_code_to_who_starts_it_again(tmp_path: Path) -> None:
    words_of_it = last_words("horn", Unusable("the pin 7 failed: 'GPIO busy'", "pin_failed", n=7, said="'GPIO busy'"))
    program = f"import sys; sys.stderr.write({words_of_it!r}); sys.exit(1)"
    spec = Spec("hw", (sys.executable, "-c", program), again=False)
    supervisor = Supervisor([spec], tmp_path / "logs", tmp_path / "link.sock")
    said = until(supervisor, lambda: bool(supervisor.parts()[0].trouble))
    supervisor.close()
    reason = line("pin_failed", n=7, said="'GPIO busy'")
    assert Part("hw", "down", "horn: the pin 7 failed: 'GPIO busy'", reason) in said
    assert untold([reason], "GPIO busy") == []
    with speaking("en"):
        assert words.refusal("", reason) == "pin 7 failed: 'GPIO busy'"


def test_a_part_that_ends_without_a_word_is_told_by_how_it_ended(tmp_path: Path) -> None:
    spec = Spec("hw", (sys.executable, "-c", "raise SystemExit(5)"), again=False)
    supervisor = Supervisor([spec], tmp_path / "logs", tmp_path / "link.sock")
    until(supervisor, lambda: bool(supervisor.parts()[0].trouble))
    part = supervisor.parts()[0]
    supervisor.close()
    assert part.why == line("ended", n=5)
    assert untold([line("ended", n=-9), line("hung"), line("silent"), line("camera_silent")]) == []


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
    seen = verify(path)
    with Journal(path) as journal:
        assert journal.why is not None
        assert journal.why.code == ("journal_mended" if left else "journal_lost")
        assert untold([journal.why, seen.why]) == []


def test_a_game_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    path = tmp_path / "game-0001.sqlite"
    Journal(path).close()
    with pytest.raises(Unusable) as empty:
        read(path)
    with Journal(path) as journal:
        journal.append(Draft("setup", {"game": "chess"}, "finger"))
    with pytest.raises(Unusable) as other:
        read(path)
    assert untold([why(empty.value), why(other.value)]) == []


def test_a_box_that_cannot_be_used_is_told(tmp_path: Path) -> None:
    (tmp_path / "library.faces").write_bytes(b"no library")
    (tmp_path / "box.toml").write_text('game = "duel"\n', encoding="utf-8")
    reasons = []
    with pytest.raises(Unusable) as found:
        contents(tmp_path / "library.faces")
    reasons.append(why(found.value))
    with pytest.raises(Unusable) as found:
        open_box(tmp_path, "architects")
    reasons.append(why(found.value))
    with pytest.raises(Unusable) as found:
        open_box(tmp_path / "library.faces", "architects")
    reasons += [why(found.value), why(not_written(tmp_path, OSError(28, "voll")))]
    assert untold(reasons, tmp_path.name, "voll") == []


def test_a_camera_that_is_not_there_is_told_in_the_words_of_the_table() -> None:
    with pytest.raises(CameraUnavailable) as gone:
        open_camera("usb:97")
    assert untold([why(gone.value)]) == []
    with speaking("en"):
        assert words.refusal(str(gone.value), why(gone.value)) == trouble("camera_gone")[0]


def test_every_trouble_of_the_camera_has_its_words() -> None:
    assert {*TROUBLES, "other"} == set(CODES)


def test_a_line_of_somebody_else_s_is_told_as_it_is() -> None:
    with speaking("uk"):
        said = "OSError: [Errno 28] No space left on device"
        assert words.refusal(said) == said
