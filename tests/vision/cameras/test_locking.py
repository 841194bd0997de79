"""What the automatics chose is fixed as it is, as far as a camera takes it."""

import cv2
import pytest

from vision.cameras import Lockable
from vision.cameras.pi import PiCamera, locked_controls, locked_words
from vision.cameras.usb import UsbCamera, exposed_at, lock_capture

MODULE_3 = (
    "AeEnable", "ExposureTime", "AnalogueGain", "AwbEnable", "ColourGains", "AfMode", "LensPosition", "FrameRate",
)  # fmt: skip
CHOSEN = {"ExposureTime": 16600, "AnalogueGain": 2.0, "ColourGains": (1.7, 2.1), "LensPosition": 1.08}


def test_both_cameras_with_automatics_can_be_locked() -> None:
    pi, usb = PiCamera.__new__(PiCamera), UsbCamera.__new__(UsbCamera)
    pi.locked = usb.locked = ""
    assert isinstance(pi, Lockable)
    assert isinstance(usb, Lockable)


@pytest.mark.parametrize("exposure", [3000, 9000, 16600, 24000, 33000, 66000, 120000])
@pytest.mark.parametrize("gain", [1.0, 1.3, 4.0, 12.0])
def test_the_light_stays_the_same_and_lamps_do_not_flicker(exposure: int, gain: float) -> None:
    controls = locked_controls(MODULE_3, CHOSEN | {"ExposureTime": exposure, "AnalogueGain": gain})
    assert controls["ExposureTime"] % 10000 == 0
    assert 10000 <= controls["ExposureTime"] <= 40000
    assert controls["AnalogueGain"] >= 1.0
    if exposure * gain >= 10000:
        assert controls["ExposureTime"] * controls["AnalogueGain"] == pytest.approx(exposure * gain)


def test_white_balance_and_focus_are_kept_with_their_automatics_off() -> None:
    controls = locked_controls(MODULE_3, CHOSEN)
    assert (controls["AeEnable"], controls["AwbEnable"], controls["AfMode"]) == (False, False, 0)
    assert (controls["ColourGains"], controls["LensPosition"]) == ((1.7, 2.1), 1.08)
    assert locked_words(controls) == "exposure, white balance, focus"


def test_a_camera_without_a_lens_motor_or_any_control_is_locked_as_far_as_it_goes() -> None:
    fixed = [name for name in MODULE_3 if name not in {"AfMode", "LensPosition"}]
    assert locked_words(locked_controls(fixed, CHOSEN)) == "exposure, white balance"
    assert locked_controls((), CHOSEN) == {}
    assert locked_controls(MODULE_3, {}) == {"AfMode": 0, "LensPosition": pytest.approx(1 / 0.9)}


class Driver:
    """A V4L2 driver's properties, of which it takes some; its automatics go to defaults when switched off."""

    def __init__(self, *takes: int) -> None:
        self.takes = takes
        self.values = {cv2.CAP_PROP_EXPOSURE: 157.0, cv2.CAP_PROP_WB_TEMPERATURE: 4100.0, cv2.CAP_PROP_FOCUS: 30.0}

    def get(self, prop: int, /) -> float:
        return self.values.get(prop, 0.0)

    def set(self, prop: int, value: float, /) -> bool:
        if prop not in self.takes:
            return False
        if prop == cv2.CAP_PROP_AUTO_WB:
            self.values[cv2.CAP_PROP_WB_TEMPERATURE] = 6500.0
        self.values[prop] = value
        return True


def test_a_usb_camera_keeps_what_its_automatics_chose() -> None:
    driver = Driver(
        cv2.CAP_PROP_AUTO_EXPOSURE,
        cv2.CAP_PROP_EXPOSURE,
        cv2.CAP_PROP_AUTO_WB,
        cv2.CAP_PROP_WB_TEMPERATURE,
        cv2.CAP_PROP_AUTOFOCUS,
        cv2.CAP_PROP_FOCUS,
    )
    assert lock_capture(driver) == "exposure, white balance, focus"
    assert driver.values[cv2.CAP_PROP_AUTO_EXPOSURE] == 1
    assert driver.values[cv2.CAP_PROP_EXPOSURE] == 200
    assert driver.values[cv2.CAP_PROP_WB_TEMPERATURE] == 4100
    assert driver.values[cv2.CAP_PROP_FOCUS] == 30


def test_what_a_driver_does_not_take_is_not_said_to_be_locked() -> None:
    assert lock_capture(Driver(cv2.CAP_PROP_AUTO_WB)) == "white balance"
    assert lock_capture(Driver()) == ""


def test_a_frame_is_dated_by_its_driver_where_that_can_be() -> None:
    assert exposed_at(99.93, 100.0) == 99.93
    # No stamp, one of another clock, one from the future.
    for stamp in (0.0, 1.7e9, 100.2):
        assert exposed_at(stamp, 100.0) == pytest.approx(99.95)
