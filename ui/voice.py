"""The voice: what happened at the table, spoken by espeak-ng where that is installed. It never holds anybody up."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from kivy.clock import Clock

from companion.words.language import KNOWN

PROGRAM: Final = shutil.which("espeak-ng")
CAN_SPEAK: Final = PROGRAM is not None
"""Whether this machine has a voice."""
WORDS_A_MINUTE: Final = 145
_LOOK = 0.05


class Voice:
    """Turns a sentence into a sound file beside the screen's work; ``ready`` gets the file's path.

    Through a file, not straight to the loudspeaker: many machines have room for one program there, and it is us.
    A new sentence takes the place of one that is not ready yet.
    """

    def __init__(self, ready: Callable[[str], object]) -> None:
        self._ready = ready
        self._folder = TemporaryDirectory(prefix="companion-voice-")
        self._working: subprocess.Popen[bytes] | None = None
        self._count = 0
        self._looking = Clock.create_trigger(self._look, _LOOK, interval=True)

    def say(self, sentence: str, language: str) -> bool:
        """Say it in that language; whether there is a voice."""
        self.hush()
        if PROGRAM is None or not sentence:
            return False
        self._count += 1
        voice, pace = KNOWN[language].voice, str(WORDS_A_MINUTE)
        # After "--" nothing is an option, whatever a player is called.
        self._working = subprocess.Popen(  # noqa: S603 - the program that we looked up
            [PROGRAM, "-v", voice, "-s", pace, "-w", str(self._path), "--", sentence], stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._looking()
        return True

    def hush(self) -> None:
        """Leave what is not ready yet unsaid."""
        self._looking.cancel()
        if self._working is not None:
            self._working.kill()
            self._working.wait()
            self._working = None
            self._path.unlink(missing_ok=True)

    def close(self) -> None:
        """Fall silent, and clean up."""
        self.hush()
        self._folder.cleanup()

    @property
    def _path(self) -> Path:
        return Path(self._folder.name) / f"{self._count}.wav"

    def _look(self, _seconds: float) -> bool:
        if self._working is None or self._working.poll() is None:
            return self._working is not None
        spoken, self._working = self._working.returncode == 0, None
        if spoken:
            self._ready(str(self._path))
        return False
