import io
import os
import subprocess
import sys
import wave
from pathlib import Path

import numpy as np
import pytest
from numpy.typing import NDArray

from companion.api.tones import MELODIES, duration, melody
from tests.ui.environment import SETTINGS
from ui.settings import Kept
from ui.sound import RATE, Speaker, render


def heard(samples: NDArray[np.float64], rate: int = RATE) -> float:
    """The pitch of a stretch of sound: the lowest strong partial, in Hz."""
    spectrum = np.abs(np.fft.rfft(samples * np.hanning(len(samples)), 1 << 18))
    strong = np.flatnonzero(spectrum > 0.5 * spectrum.max())
    peak = strong[0] + int(np.argmax(spectrum[strong[0] : strong[0] + 200]))
    return float(peak * rate / (1 << 18))


def samples_of(wav: bytes) -> NDArray[np.float64]:
    with wave.open(io.BytesIO(wav)) as file:
        return np.frombuffer(file.readframes(file.getnframes()), "<i2") / 32768


@pytest.mark.parametrize("name", MELODIES)
def test_each_tone_of_a_cue_has_the_pitch_and_length_that_the_horn_plays(name: str) -> None:
    tones = melody(name)
    samples = samples_of(render(tones))
    assert len(samples) == pytest.approx(duration(tones) * RATE, abs=len(tones))
    start = 0.0
    for hertz, seconds in tones:
        stretch = samples[round(start * RATE) : round((start + seconds) * RATE)]
        if hertz is None:
            assert not stretch[10:-10].any()
        else:
            assert heard(stretch) == pytest.approx(hertz, rel=0.02)
        start += seconds


def test_a_tone_begins_and_ends_softly_and_never_clips() -> None:
    samples = samples_of(render(((440.0, 0.5),)))
    assert abs(samples[:20]).max() < 0.05
    assert abs(samples[-20:]).max() < 0.05
    assert 0.2 < abs(samples).max() < 0.99


class Heard:
    length = 1.0

    def __init__(self) -> None:
        self.played = self.stopped = 0

    def play(self) -> None:
        self.played += 1

    def stop(self) -> None:
        self.stopped += 1

    def unload(self) -> None:
        self.length = 0.0


def test_a_new_cue_takes_the_place_of_the_old_one_and_silence_is_silent() -> None:
    sounds: list[Heard] = []

    def load(_path: str) -> Heard:
        sounds.append(Heard())
        return sounds[-1]

    kept = Kept()
    speaker = Speaker(kept, load)
    assert speaker.play("horn")
    assert speaker.play("battle")
    kept.change(muted=True)
    assert not speaker.play("horn")
    speaker.close()
    assert [(sound.played, sound.stopped) for sound in sounds] == [(1, 1), (1, 1)]


_PLAY = """
import time
from ui.environment import prepare
prepare((800, 480))
from ui.sound import Speaker
from ui.settings import Kept
from kivy.core.window import Window
speaker = Speaker(Kept())
speaker._sound("question", 1)
from companion.api import tones
end = time.monotonic() + tones.duration(tones.melody("question")) + 0.5
print(speaker.play("question"))
from kivy.base import EventLoop
while time.monotonic() < end:
    time.sleep(0.02)
speaker.close()
"""


def process(settings: dict[str, str], tmp_path: Path) -> "subprocess.CompletedProcess[str]":
    environment = {**os.environ, **SETTINGS, **settings, "KIVY_HOME": str(tmp_path / "kivy")}
    return subprocess.run(
        [sys.executable, "-c", _PLAY], env=environment, capture_output=True, text=True, timeout=60, check=False
    )


def test_what_comes_out_of_the_loudspeaker_has_the_right_pitch(tmp_path: Path) -> None:
    raw = tmp_path / "out.raw"
    done = process({"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(raw)}, tmp_path)
    assert (done.returncode, done.stdout) == (0, "True\n"), done.stderr
    left = np.frombuffer(raw.read_bytes(), "<i2")[::2] / 32768
    first = int(np.argmax(abs(left) > 0.01))
    hertz, seconds = melody("question")[0]
    assert hertz is not None
    assert heard(left[first : first + round(seconds * 44100)], 44100) == pytest.approx(hertz, rel=0.02)


def test_without_an_audio_device_the_screen_says_so_and_goes_on(tmp_path: Path) -> None:
    done = process({"SDL_AUDIODRIVER": "nonesuch"}, tmp_path)
    assert (done.returncode, done.stdout) == (0, "False\n"), done.stderr
    assert "no audio device" in done.stderr
