"""The loudspeaker: the shared melodies as brass-like sound where no horn is on a pin, and what the voice says."""

import io
import sys
import wave
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from companion.api.tones import Melody, melody
from ui.settings import LOUDEST, Kept
from ui.voice import Voice

RATE: Final = 44100
"""Samples a second."""
_ATTACK, _RELEASE = 0.012, 0.05
_HARMONICS = (1.0, 0.62, 0.45, 0.28, 0.16, 0.09)
_LOUDNESS = 0.35


def tone(hertz: float | None, seconds: float) -> NDArray[np.float64]:
    """One tone (``None``: silence) as samples, -1..1: harmonics that fade from above, as brass does."""
    time = np.arange(round(seconds * RATE)) / RATE
    if hertz is None or not len(time):
        return np.zeros(len(time))
    samples = np.zeros(len(time))
    for k, strength in enumerate(_HARMONICS, start=1):
        brightness = strength * np.exp(-time * (k - 1) * 0.9)
        samples += brightness * np.sin(2 * np.pi * hertz * k * time)
    envelope = np.minimum(1.0, np.minimum(time / _ATTACK, np.maximum(0.0, (seconds - time) / _RELEASE)))
    return np.asarray(samples * envelope * (_LOUDNESS / sum(_HARMONICS) * 2.0))


def render(tones: Melody) -> bytes:
    """A melody as a WAV file: 16 bit, mono."""
    parts = [tone(hertz, seconds) for hertz, seconds in tones] or [np.zeros(0)]
    samples = np.clip(np.concatenate(parts), -1.0, 1.0)
    file = io.BytesIO()
    with wave.open(file, "wb") as out:
        out.setnchannels(1)
        out.setsampwidth(2)
        out.setframerate(RATE)
        out.writeframes((samples * 32767).astype("<i2").tobytes())
    return file.getvalue()


def _kivy_loader(path: str) -> Any:
    from kivy.core.audio import SoundLoader  # noqa: PLC0415 - opens the audio device

    return SoundLoader.load(path)


class Speaker:
    """Plays cues, as loud and as late as the settings want; says it once where there is no audio device.

    ``load`` makes a playable sound of a file's path (Kivy's by default).
    """

    def __init__(self, kept: Kept, load: Callable[[str], Any] = _kivy_loader) -> None:
        self._kept = kept
        self._load = load
        self._folder = TemporaryDirectory(prefix="companion-sound-")
        self._sounds: dict[tuple[str, int], Any] = {}
        self._playing: Any = None
        self._voice = Voice(self._follow)
        self._spoken: Any = None
        self._next: Any = None

    @property
    def silent(self) -> bool:
        """Whether nothing may sound now: muted, turned down to nothing, or a quiet hour."""
        return self._kept.now.muted or not self._kept.now.volume or self._kept.resting

    def play(self, name: str, times: int = 1) -> bool:
        """Sound a cue now, in the place of one that still sounds; whether it sounds."""
        return not self.silent and self._begin(self._sound(name, times))

    def say(self, sentence: str) -> bool:
        """Say it, where that is wanted, after the cue that still sounds; whether it will be said."""
        now = self._kept.now
        return now.voice and not self.silent and self._voice.say(sentence, now.language)

    def hush(self) -> None:
        """Stop what sounds, and what was about to be said."""
        self._next = None
        self._voice.hush()
        if self._playing is not None:
            self._playing.stop()
            self._playing = None

    def live_by(self) -> None:
        """The settings have changed: what sounds now is as loud as they want, or stops at once."""
        if self.silent:
            self.hush()
        elif self._playing is not None:
            self._playing.volume = self._loudness

    def close(self) -> None:
        """Stop, and clean up."""
        self.hush()
        self._voice.close()
        for sound in (*self._sounds.values(), self._spoken):
            if sound is not None:
                sound.unload()
        self._sounds.clear()
        self._folder.cleanup()

    def _follow(self, path: str) -> None:
        """A sentence is ready to be heard, in a file."""
        spoken = self._load(path)
        Path(path).unlink()
        if spoken is None or self.silent:
            return
        if self._playing is not None and self._playing.state == "play":
            self._next = spoken
            self._playing.bind(on_stop=self._go_on)
        else:
            self._utter(spoken)

    def _go_on(self, sound: Any) -> None:
        sound.unbind(on_stop=self._go_on)
        spoken, self._next = self._next, None
        if spoken is not None:
            self._utter(spoken)

    def _utter(self, spoken: Any) -> None:
        before, self._spoken = self._spoken, spoken
        self._begin(spoken)
        if before is not None:
            before.unload()

    @property
    def _loudness(self) -> float:
        # Ears hear ratios: each step down is 3 dB.
        return float(10 ** (-0.15 * (LOUDEST - self._kept.now.volume)))

    def _begin(self, sound: Any) -> bool:
        if sound is None or not sound.length:
            return False
        self.hush()
        self._playing = sound
        sound.volume = self._loudness
        sound.play()
        return True

    def _sound(self, name: str, times: int) -> Any:
        key = (name, times)
        if key not in self._sounds:
            path = Path(self._folder.name) / f"{name}-{times}.wav"
            path.write_bytes(render(melody(name, times)))
            sound = self._load(str(path))
            self._sounds[key] = sound
            if sound is None or not sound.length:
                sys.stderr.write("ui: no audio device: the screen stays silent\n")
        return self._sounds[key]
