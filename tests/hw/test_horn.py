"""The horn on gpiozero's real TonalBuzzer, its pin a mock that remembers everything written to it."""

import threading
import time
from collections.abc import Callable, Iterator

import gpiozero
import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from companion.api.tones import LONGEST, melody
from hw import horn as horn_module
from hw.horn import Horn


class RecordingPin(MockPWMPin):  # type: ignore[misc] # gpiozero has no annotations
    """Remembers each tone and silence with its time, and after PWM stops at the worst level, as lgpio may."""

    heard: list[tuple[float | None, float]]
    broken = False

    def _set_frequency(self, value: float | None) -> None:
        if self.broken and value is not None:
            raise OSError("the wire is cut")
        stopped = self._frequency is not None and value is None
        super()._set_frequency(value)
        self.heard = getattr(self, "heard", [])
        if value is not None:
            self.heard.append((round(value, 2), time.monotonic()))
        elif stopped:
            self.heard.append((None, time.monotonic()))
            self._state = 1.0


class Notebook:
    """Stands where the guard stands, and counts."""

    def __init__(self) -> None:
        self.words: list[bool] = []

    def sounding(self, *, on: bool) -> None:
        self.words.append(on)


@pytest.fixture
def buzzer() -> Iterator[gpiozero.TonalBuzzer]:
    with gpiozero.TonalBuzzer(18, octaves=2, pin_factory=MockFactory(pin_class=RecordingPin)) as real:
        real.pwm_device.pin.heard = []
        yield real


def wait_for(condition: Callable[[], bool], seconds: float = 10) -> None:
    deadline = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < deadline, "waited in vain"
        time.sleep(0.002)


def exactly(pin: RecordingPin) -> list[float | None]:
    return [hertz for hertz, _ in pin.heard]


def test_a_cue_plays_exactly_its_tones_for_their_times_and_ends_with_the_pin_low(
    buzzer: gpiozero.TonalBuzzer, record_property: Callable[[str, object], None]
) -> None:
    pin, notebook = buzzer.pwm_device.pin, Notebook()
    horn = Horn(buzzer, notebook)
    asked = time.monotonic()
    horn.play("horn")
    assert time.monotonic() - asked < 0.05, "play must not wait for the sound"
    wait_for(lambda: notebook.words == [True, False])

    assert exactly(pin) == [587.33, None, 880.0, None, 1174.66, None]
    played = [later - at for (_, at), (_, later) in zip(pin.heard, pin.heard[1:], strict=False)]
    for wanted, got in zip([seconds for _, seconds in melody("horn")], played, strict=True):
        assert got >= wanted - 0.005
    assert pin.state == 0
    record_property("first_tone_ms", round(1000 * (pin.heard[0][1] - asked), 2))
    print(f"cue to first tone: {1000 * (pin.heard[0][1] - asked):.1f} ms")
    horn.close()


def test_the_pin_is_low_in_every_pause_although_stopping_pwm_leaves_it_high(buzzer: gpiozero.TonalBuzzer) -> None:
    buzzer.play(gpiozero.tones.Tone.from_frequency(440))
    buzzer.stop()
    assert buzzer.pwm_device.pin.state == 1, "the pin under test must misbehave as lgpio's does, or this proves nothing"
    horn = Horn(buzzer, Notebook())
    assert buzzer.pwm_device.pin.state == 0
    horn.close()


def test_the_battle_interrupts_the_horn_and_a_mere_turn_does_not(buzzer: gpiozero.TonalBuzzer) -> None:
    pin, notebook = buzzer.pwm_device.pin, Notebook()
    horn = Horn(buzzer, notebook)
    horn.play("horn")
    wait_for(lambda: 880.0 in exactly(pin))
    horn.play("turn")
    horn.play("battle")
    horn.play("horn")
    wait_for(lambda: 440.0 in exactly(pin))
    assert exactly(pin)[:4] == [587.33, None, 880.0, None]
    assert 1174.66 not in exactly(pin)
    horn.close()
    assert pin.state == 0 or buzzer.closed


def test_closing_while_it_sounds_silences_at_once_and_lets_the_pin_go(buzzer: gpiozero.TonalBuzzer) -> None:
    pin, notebook = buzzer.pwm_device.pin, Notebook()
    horn = Horn(buzzer, notebook)
    horn.play("battle")
    wait_for(lambda: exactly(pin) == [440.0])
    horn.close()
    horn.close()
    assert exactly(pin) == [440.0, None]
    assert notebook.words == [True, False]
    assert buzzer.closed
    assert not pin.state


def test_hushed_it_stops_at_once_and_plays_nothing_until_it_may_again(buzzer: gpiozero.TonalBuzzer) -> None:
    pin, notebook = buzzer.pwm_device.pin, Notebook()
    horn = Horn(buzzer, notebook)
    horn.play("battle")
    wait_for(lambda: exactly(pin) == [440.0])
    horn.hush(on=True)
    horn.play("end")
    wait_for(lambda: notebook.words[-1:] == [False])
    assert exactly(pin) == [440.0, None]
    horn.hush(on=False)
    horn.play("turn")
    wait_for(lambda: exactly(pin) == [440.0, None, 880.0, None])
    horn.close()


def test_silent_mode_writes_no_tone_at_all(buzzer: gpiozero.TonalBuzzer) -> None:
    pin, notebook = buzzer.pwm_device.pin, Notebook()
    horn = Horn(buzzer, notebook, silent=True)
    for name in ("horn", "battle", "end"):
        horn.play(name, 3)
    horn.close()
    assert exactly(pin) == []
    assert notebook.words == []


def test_a_melody_that_is_too_long_is_cut_at_the_cap(
    buzzer: gpiozero.TonalBuzzer, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert LONGEST == 6.0
    monkeypatch.setattr(horn_module, "LONGEST", 0.3)
    monkeypatch.setattr(horn_module, "melody", lambda *_: ((440.0, 99.0), (880.0, 99.0)))
    pin, notebook = buzzer.pwm_device.pin, Notebook()
    horn = Horn(buzzer, notebook)
    horn.play("horn")
    wait_for(lambda: notebook.words == [True, False])
    assert exactly(pin) == [440.0, None]
    assert 0.29 <= pin.heard[1][1] - pin.heard[0][1] < 2
    horn.close()


def test_a_pin_that_fails_is_reported_once_and_left_low(buzzer: gpiozero.TonalBuzzer) -> None:
    pin, troubles, told = buzzer.pwm_device.pin, list[Exception](), threading.Event()

    def failed(trouble: Exception) -> None:
        troubles.append(trouble)
        told.set()

    horn = Horn(buzzer, Notebook(), failed=failed)
    pin.broken = True
    horn.play("horn")
    assert told.wait(5)
    horn.play("horn")
    horn.close()
    assert [str(trouble) for trouble in troubles] == ["the wire is cut"]
    assert not pin.state


def test_a_name_that_is_no_cue_is_an_error_of_the_caller(buzzer: gpiozero.TonalBuzzer) -> None:
    horn = Horn(buzzer, Notebook())
    with pytest.raises(KeyError):
        horn.play("trombone")
    horn.close()
