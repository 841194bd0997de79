"""What cues sound like, as a table."""

from itertools import pairwise
from typing import get_args, get_type_hints

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.api.protocol import CueMessage
from companion.api.tones import LONGEST, MELODIES, duration, melody

CUES = get_args(get_type_hints(CueMessage)["name"])


def test_every_cue_of_the_protocol_has_a_melody_and_no_other_has() -> None:
    assert set(MELODIES) == set(CUES)


@pytest.mark.parametrize("name", CUES)
def test_the_real_buzzer_can_play_every_tone_and_software_pwm_holds_its_pitch(name: str) -> None:
    with gpiozero.TonalBuzzer(18, octaves=2, pin_factory=MockFactory(pin_class=MockPWMPin)) as buzzer:
        for hertz, seconds in melody(name):
            assert seconds > 0
            if hertz is not None:
                assert buzzer.min_tone.frequency <= hertz <= buzzer.max_tone.frequency <= 2000
                buzzer.play(gpiozero.tones.Tone.from_frequency(hertz))


@pytest.mark.parametrize("name", CUES)
@pytest.mark.parametrize("times", [1, 2, 7, 100])
def test_no_cue_lasts_longer_than_the_cap_however_often_it_is_asked_for(name: str, times: int) -> None:
    assert duration(melody(name, times)) <= LONGEST + 1e-9


def test_the_battle_is_longer_than_the_horn_and_both_rise_by_fifths_and_fourths() -> None:
    assert duration(melody("battle")) > 2 * duration(melody("horn"))
    notes = [hertz for hertz, _ in melody("horn") if hertz is not None]
    assert [round(b / a, 2) for a, b in pairwise(notes)] == [1.5, 1.33]


def test_two_horns_are_two_calls_with_a_pause_between() -> None:
    once, twice = melody("horn"), melody("horn", 2)
    assert twice[: len(once)] == once
    assert twice[len(once)][0] is None
    assert twice[len(once) + 1 :] == once
