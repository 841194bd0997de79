"""Sounds for somebody who looks at the cards: the terminal's bell, and a short tone where there is a loudspeaker."""

import array
import io
import math
import os
import shutil
import subprocess
import sys
import wave
from functools import cache
from typing import Literal

Kind = Literal["taken", "look", "done"]

_RATE = 22050
_LOUD = 0.3
_FADE = 0.01
_TONES: dict[Kind, tuple[tuple[float, float], ...]] = {
    "taken": ((880.0, 0.09),),
    "look": ((330.0, 0.12), (262.0, 0.2)),
    "done": ((659.0, 0.1), (880.0, 0.1), (1319.0, 0.25)),
}
"""Frequency (Hz) and seconds, one after another."""

_PLAYER = ("aplay", "-q", "-")


class Sounder:
    """Plays without waiting for the end; ``COMPANION_SILENT`` makes it silent."""

    def __init__(self) -> None:
        self._silent = bool(os.environ.get("COMPANION_SILENT"))
        self._player = _PLAYER if shutil.which(_PLAYER[0]) else None

    def play(self, kind: Kind) -> None:
        """Let it be heard, on whatever is there."""
        if self._silent:
            return
        if sys.stderr.isatty():
            sys.stderr.write("\a")
            sys.stderr.flush()
        if self._player is None:
            return
        player = subprocess.Popen(  # noqa: S603 - a program found by its name, no words of anybody's
            self._player, stdin=subprocess.PIPE, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        assert player.stdin is not None
        try:
            # Less than a pipe holds: this does not wait for the player.
            player.stdin.write(_wav(kind))
            player.stdin.close()
        except BrokenPipeError:
            # A player without a loudspeaker; the bell was there.
            self._player = None


@cache
def _wav(kind: Kind) -> bytes:
    samples = array.array("h")
    for frequency, seconds in _TONES[kind]:
        count = int(seconds * _RATE)
        for k in range(count):
            fade = min(1.0, k / (_FADE * _RATE), (count - k) / (_FADE * _RATE))
            samples.append(round(32767 * _LOUD * fade * math.sin(2 * math.pi * frequency * k / _RATE)))
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(_RATE)
        out.writeframes(samples.tobytes())
    return file.getvalue()
