"""Enrolment for a screen: the real process on the real link, a person who lays cards before the twin's camera."""

import os
import queue
import signal
import subprocess
import sys
import tempfile
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from companion.api.client import Link
from companion.api.protocol import Enrol, Enrolling, FromReferee, Look, Preview
from companion.enrolment.checklist import faces_of
from companion.games.vocabulary import line
from companion.twin.frames import FrameServer
from tests.enrolment.person import Act, Person
from vision.recognition.library import Library
from vision.sighting import Watch

if TYPE_CHECKING:
    from vision.cameras import Frame

FIRST, SECOND, THIRD = (item.face for item in faces_of("architects")[:3])
PATIENCE = 60.0


class Bench:
    """A referee, the process that enrols, a camera that shows somebody's hands, a screen, vision's end of the wire."""

    def __init__(self, folder: Path, box: Path, state: Path) -> None:
        self.box = box
        self._folder = folder
        self._person: Iterator[Frame] = iter(())
        self.person = Person(())
        self.said: list[Enrolling] = []
        self.seen: list[Preview] = []
        self._news: queue.Queue[FromReferee] = queue.Queue()
        self.rests: queue.Queue[bool] = queue.Queue()
        self._link = folder / "link.sock"
        self._referee = self._start("companion.api", "--state", str(state))
        self._camera = FrameServer(folder / "frames.sock", lambda: next(self._person, None))
        self._camera.start()
        self.attendant = self.attend()
        self.screen, self._vision = Link(self._link, "screen"), Link(self._link, "vision")
        for link, take in ((self.screen, self._news.put), (self._vision, self._watched)):
            threading.Thread(target=_listen, args=(link, take), daemon=True).start()
        self.tell(Enrol("look"))
        while not self.told("begin"):
            # Until the process is there, nobody here can enrol.
            self.tell(Enrol("look"))

    def attend(self) -> subprocess.Popen[bytes]:
        frames = f"twin:{self._folder / 'frames.sock'}"
        return self._start("companion.enrolment", "--camera", frames, "--box", str(self.box))

    def lay(self, *acts: Act) -> None:
        self.person = Person(acts, shape=(640, 480), px_per_mm=2.4, patient=True)
        self._person = iter(self.person)

    def tell(self, message: Enrol | Look) -> None:
        for _attempt in range(2000):
            if self.screen.send(message):
                return
            threading.Event().wait(0.01)
        raise AssertionError("the referee does not start")

    def told(self, phase: str) -> bool:
        """Whether the next news is this."""
        message = self._next()
        return isinstance(message, Enrolling) and message.phase == phase

    def until(self, wanted: Callable[[Enrolling], bool]) -> Enrolling:
        while True:
            message = self._next()
            if isinstance(message, Enrolling) and wanted(message):
                return message

    def resting(self, wanted: bool) -> None:  # noqa: FBT001 - it is what is waited for
        while self.rests.get(timeout=PATIENCE) != wanted:
            pass

    def _next(self) -> FromReferee:
        message = self._news.get(timeout=PATIENCE)
        if isinstance(message, Enrolling):
            self.said.append(message)
            # The person waits for each beep, as people do.
            self.person.heard = message.beeps
        elif isinstance(message, Preview):
            self.seen.append(message)
        return message

    def _watched(self, message: FromReferee) -> None:
        if isinstance(message, Watch):
            self.rests.put(message.rest)

    def _start(self, module: str, *arguments: str) -> subprocess.Popen[bytes]:
        return subprocess.Popen([sys.executable, "-m", module, "--link", str(self._link), *arguments])

    def close(self) -> None:
        self.screen.close()
        self._vision.close()
        for process in (self.attendant, self._referee):
            process.kill()
            process.wait()
        self._camera.close()


def _listen(link: Link, take: Callable[[FromReferee], object]) -> None:
    for message in link.messages():
        take(message)


@pytest.fixture
def bench(tmp_path: Path) -> Iterator[Bench]:
    with tempfile.TemporaryDirectory(prefix="companion-") as short:
        bench = Bench(Path(short), tmp_path / "box", tmp_path / "state")
        yield bench
        bench.close()


def test_cards_are_laid_and_learned_and_the_camera_is_lent_and_given_back(bench: Bench) -> None:
    bench.lay(Act(FIRST, 6), Act(SECOND, -5), Act(SECOND, 3))
    bench.tell(Look(on=True))
    bench.tell(Enrol("begin", "architects"))
    assert bench.until(lambda now: now.phase == "clear").rest
    bench.resting(True)
    assert bench.until(lambda now: now.phase == "lay").face == FIRST
    assert bench.until(lambda now: now.have == 2).face == THIRD
    doubt = bench.until(lambda now: now.phase == "doubt")
    assert doubt.doubts == (line("there_already", piece=SECOND),)
    assert any(preview.pieces for preview in bench.seen), "what was found is outlined"
    bench.tell(Enrol("stop"))
    assert bench.until(lambda now: now.phase == "learning").rest
    done = bench.until(lambda now: now.phase == "done")
    assert (done.have, done.rest) == (2, False)
    bench.resting(False)
    assert set(Library.load(bench.box).faces) == {FIRST, SECOND}


@pytest.mark.proof
def test_what_was_taken_outlives_a_kill_and_who_leaves_gets_the_camera_back(bench: Bench) -> None:
    bench.lay(Act(FIRST, 4), *(Act(SECOND, k) for k in range(40)))
    bench.tell(Enrol("begin", "architects"))
    bench.until(lambda now: now.have == 1)
    os.kill(bench.attendant.pid, signal.SIGKILL)
    assert bench.until(lambda now: now.phase == "absent").rest is False
    bench.attendant.wait()
    assert (bench.box / "pictures" / f"{FIRST.replace('/', '__')}.png").is_file()

    bench.attendant = bench.attend()
    bench.until(lambda now: now.phase == "begin")
    bench.lay(*(Act(SECOND, k) for k in range(40)))
    bench.tell(Enrol("begin", "architects"))
    assert bench.until(lambda now: now.phase == "lay").have == 1
    bench.resting(True)
    bench.tell(Enrol("leave"))
    bench.until(lambda now: now.phase == "begin" and not now.rest)
    bench.resting(False)

    bench.tell(Enrol("begin", "architects"))
    bench.resting(True)
    # A screen that dies cannot say that it leaves.
    bench.screen.close()
    bench.resting(False)


def test_a_box_of_another_game_is_refused_in_one_line(bench: Bench) -> None:
    bench.box.mkdir()
    (bench.box / "box.toml").write_text('game = "duel"\n')
    bench.tell(Enrol("begin", "architects"))
    (line,) = bench.until(lambda now: now.phase == "failed").told
    assert "a box of duel, not of architects" in line
    assert (bench.box / "box.toml").read_text() == 'game = "duel"\n'
