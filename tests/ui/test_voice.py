"""The voice: real sentences, by the real espeak-ng, through the real loudspeaker path."""

import os
import subprocess
import sys
import time
import wave
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np
import pytest
from msgspec.structs import replace

from companion.words.language import LANGUAGES, speak
from tests.ui.environment import SETTINGS
from tests.ui.stories import story

if TYPE_CHECKING:
    from tests.ui.pilot import Pilot


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", ["architects", "seven_wonders", "duel"])
def test_turns_and_the_result_are_said_in_every_language(game: str, language: str) -> None:
    from ui.spoken import news  # noqa: PLC0415 - opens the window

    speak(language)
    views = list(story(game, 2 if game == "duel" else 3))
    said = [news(before, after) for before, after in pairwise(views)]
    assert any("Anna" in sentence for sentence in said[:-1]) or game == "seven_wonders"
    for player in views[-1].table.players:  # type: ignore[union-attr]
        assert player.name in said[-1]
        assert str(player.score) in said[-1]
    assert news(views[-1], replace(views[-1], seq=views[-1].seq + 1)) == "", "a result is said once"
    assert news(views[5], views[3]) == "", "what is taken back is no news"
    assert all("{" not in sentence for sentence in said)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_sentence_becomes_sound_without_holding_up_the_screen(language: str, pilot: "Pilot", tmp_path: Path) -> None:
    from ui.voice import Voice  # noqa: PLC0415 - opens the window

    heard: list[Path] = []
    voice = Voice(lambda path: heard.append(Path(path).rename(tmp_path / "said.wav")))
    began = time.monotonic()
    assert voice.say("-v Anna --stdout, 47.", language)
    assert time.monotonic() - began < 0.25
    pilot.until(lambda: heard)
    voice.close()
    with wave.open(str(heard[0])) as sound:
        samples = np.frombuffer(sound.readframes(sound.getnframes()), "<i2") / 32768
        assert sound.getnframes() / sound.getframerate() > 1.0
    assert 0.2 < abs(samples).max() < 1.0


def test_a_newer_sentence_takes_the_place_of_one_that_is_not_ready(pilot: "Pilot") -> None:
    from ui.voice import Voice  # noqa: PLC0415 - opens the window

    heard: list[str] = []
    voice = Voice(heard.append)
    voice.say("A very long story. " * 400, "en")
    voice.say("Short.", "en")
    pilot.until(lambda: heard)
    assert [Path(path).stem for path in heard] == ["2"]
    voice.close()


_SAY = """
from ui.environment import prepare
prepare((800, 480))
import time
from kivy.core.window import Window
from kivy.clock import Clock
from ui.settings import Kept
from ui.sound import Speaker
kept = Kept()
kept.change(voice=True, volume=10, language="en")
speaker = Speaker(kept)
print(speaker.play("question"), speaker.say("Anna wins."))
end = time.monotonic() + 20
while time.monotonic() < end and (speaker._spoken is None or speaker._spoken.state == "play"):
    Clock.tick()
print(speaker._spoken is not None)
kept.change(muted=True)
print(speaker.say("Bela wins."))
speaker.close()
"""


def test_what_is_said_is_heard_after_the_cue(tmp_path: Path) -> None:
    raw = tmp_path / "out.raw"
    audio = {"SDL_AUDIODRIVER": "disk", "SDL_DISKAUDIOFILE": str(raw), "KIVY_HOME": str(tmp_path / "kivy")}
    done = subprocess.run(
        [sys.executable, "-c", _SAY], env={**os.environ, **SETTINGS, **audio}, capture_output=True, text=True,
        timeout=60, check=False,
    )  # fmt: skip
    assert done.stdout.split() == ["True", "True", "True", "False"], done.stderr
    left = np.frombuffer(raw.read_bytes(), "<i2")[::2] / 32768
    loud = np.flatnonzero(abs(left) > 0.02) / 44100
    assert loud[-1] - loud[0] > 0.9, "the cue of 0.3 s, then the sentence"


def test_where_no_voice_is_installed_none_is_offered_and_the_page_says_why(
    pilot: "Pilot", monkeypatch: pytest.MonkeyPatch
) -> None:
    from ui.screens import settings as page  # noqa: PLC0415 - opens the window
    from ui.widgets.basics import Text  # noqa: PLC0415

    monkeypatch.setattr(page, "CAN_SPEAK", False)
    pilot.press("Settings")
    assert any(isinstance(widget, Text) and "espeak-ng" in widget.text for widget in pilot.seen())
