"""The horn on the real chip: lgpio, a real line, a level read back. A horn that is connected will be heard."""

import os
import subprocess
import sys
import time

from gpiozero.tones import Tone

from hw.pins import DEFAULT_PIN, hush, open_buzzer


def test_after_each_of_ten_tones_the_pin_is_low() -> None:
    with open_buzzer(DEFAULT_PIN) as buzzer:
        levels = []
        for _ in range(10):
            buzzer.play(Tone.from_frequency(880.0))
            time.sleep(0.05)
            hush(buzzer)
            levels.append(buzzer.pwm_device.pin.state)
    assert levels == [0] * 10


def test_a_tone_can_begin_within_the_hundred_and_fifty_milliseconds_that_a_cue_has() -> None:
    with open_buzzer(DEFAULT_PIN) as buzzer:
        start = time.monotonic()
        buzzer.play(Tone.from_frequency(880.0))
        took = time.monotonic() - start
        hush(buzzer)
    assert took < 0.15


def test_off_succeeds_after_another_process_was_killed_while_it_sounded() -> None:
    drone = (
        "import time; from gpiozero.tones import Tone; from hw.pins import open_buzzer; "
        f"open_buzzer({DEFAULT_PIN}).play(Tone.from_frequency(440.0)); print('on', flush=True); time.sleep(60)"
    )
    process = subprocess.Popen([sys.executable, "-c", drone], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "on\n"
    process.kill()
    process.wait()
    off = subprocess.run([sys.executable, "-m", "hw", "--off"], env=os.environ, check=False, timeout=10)
    assert off.returncode == 0
    with open_buzzer(DEFAULT_PIN) as buzzer:
        assert buzzer.pwm_device.pin.state == 0
