"""What the screen is set to: kept over power cuts, read whatever became of the file, lived by at once."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.api.protocol import Hush
from tests.ui.near import NearReferee
from ui import theme
from ui.settings import Kept, Settings, resting

if TYPE_CHECKING:
    from tests.ui.pilot import Pilot


def test_what_is_set_is_set_the_next_time_too(tmp_path: Path) -> None:
    path = tmp_path / "not there yet" / "settings.json"
    Kept(path).change(language="hu", theme="day", volume=3, quiet=True, quiet_from=21, voice=True)
    assert Kept(path).now == Settings(language="hu", theme="day", volume=3, quiet=True, quiet_from=21, voice=True)
    assert [file.name for file in path.parent.iterdir()] == ["settings.json"]


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b'{"volume": 11}', b'{"theme": "pink"}', b'{"quiet_from": 24}', b"\xff\xfe", b"null"]
)
def test_a_damaged_file_is_one_line_and_the_usual_settings(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "settings.json"
    path.write_bytes(content)
    assert Kept(path).now == Kept(None).now
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert str(path) in said


def test_a_file_of_a_later_version_is_read_as_far_as_it_is_known(tmp_path: Path) -> None:
    path = tmp_path / "settings.json"
    path.write_text('{"theme": "day", "smell": "roses"}')
    assert Kept(path).now.theme == "day"


def test_settings_that_cannot_be_kept_are_lived_by_all_the_same(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "settings.json"
    path.mkdir()
    kept = Kept(path)
    assert kept.change(volume=1).volume == 1
    assert "cannot be kept" in capsys.readouterr().err


@pytest.mark.parametrize(("place", "language"), [("uk_UA.UTF-8", "uk"), ("hu_HU", "hu"), ("de_DE", "en"), ("", "en")])
def test_the_first_start_speaks_the_language_of_the_place(
    place: str, language: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("LANG", place)
    assert Kept(None).now.language == language


@given(st.integers(0, 23), st.integers(0, 23), st.integers(0, 23))
def test_quiet_hours_are_those_from_the_first_up_to_the_last_also_over_midnight(begin: int, end: int, now: int) -> None:
    settings = Settings(quiet=True, quiet_from=begin, quiet_to=end)
    assert resting(settings, now) == ((now - begin) % 24 < (end - begin) % 24)
    assert not resting(Settings(quiet=False, quiet_from=begin, quiet_to=end), now)


def test_another_theme_or_language_shows_the_same_page_anew(pilot: "Pilot") -> None:
    pilot.press("Settings")
    before = pilot.shell.page
    pilot.press("Bright room")
    assert pilot.shell.page.name == "settings"
    assert pilot.shell.page is not before
    assert theme.worn() == "day"
    pilot.press("Magyar")
    assert pilot.shell.kept.now.language == "hu"
    assert pilot.shell.page.name == "settings"
    pilot.press("English")
    pilot.press("Dim room")
    assert (theme.worn(), pilot.shell.kept.now.language) == ("night", "en")


def test_one_tap_mutes_what_sounds_and_the_horn_on_its_pin_and_the_next_lets_them_sound(
    pilot: "Pilot", near: NearReferee, monkeypatch: pytest.MonkeyPatch
) -> None:
    told: list[Any] = []
    monkeypatch.setattr(near, "send", lambda message: not told.append(message))  # type: ignore[func-returns-value]
    hushed: list[bool] = []
    monkeypatch.setattr(pilot.shell.speaker, "hush", lambda: hushed.append(True))
    pilot.press("sound")
    assert pilot.shell.kept.now.muted
    assert hushed
    assert told == [Hush(on=True)]
    pilot.press("silent")
    assert told == [Hush(on=True), Hush(on=False)]
    assert not pilot.shell.muted


def test_volume_goes_by_steps_and_stays_within_bounds(pilot: "Pilot") -> None:
    pilot.press("Settings")
    for icon, taps, volume in (("plus", 4, 10), ("minus", 11, 0)):
        for _tap in range(taps):
            keys = pilot.shell.page.ids.volume.walk(restrict=True)
            pilot.tap(next(widget for widget in keys if getattr(widget, "icon", "") == icon and widget.children))
        assert pilot.shell.kept.now.volume == volume
    assert pilot.shell.speaker.silent


def test_setting_an_hour_begins_the_quiet(pilot: "Pilot") -> None:
    pilot.press("Settings")
    pilot.press("plus")
    assert pilot.shell.kept.now.quiet
    assert (pilot.shell.kept.now.quiet_from, pilot.shell.kept.now.quiet_to) in {(23, 7), (22, 8)}
