"""What a person sees and presses: the picture on the terminal, keys without waiting, sounds."""

import os
import pty
from pathlib import Path

import pytest
from rich.console import Console

from companion.enrolment.checklist import chosen, faces_of
from companion.enrolment.keyboard import Keyboard, keys_in
from companion.enrolment.screen import LiveScreen
from companion.enrolment.session import Session, Told
from companion.enrolment.sound import Sounder
from companion.enrolment.store import Store


def session(tmp_path: Path, game: str = "architects", faces: str | None = None) -> Session:
    return Session(game, chosen(game, faces), {}, Store(tmp_path), lambda _: None, lambda _: None)


@pytest.mark.parametrize("game", ["architects", "duel", "seven_wonders"])
@pytest.mark.parametrize("size", [(80, 24), (100, 40), (60, 20)])
def test_the_picture_fits_the_terminal_and_shows_what_is_wanted(
    game: str, size: tuple[int, int], tmp_path: Path
) -> None:
    console = Console(width=size[0], height=size[1], force_terminal=True, file=(tmp_path / "out").open("w"))
    screen = LiveScreen(console, "boxes/mine")
    screen.close()
    shown = session(tmp_path, game)
    for k in range(5):
        screen.tell(Told("good", f"face {k}"))
    with console.capture() as capture:
        console.print(screen.drawn(shown))
    lines = capture.get().rstrip("\n").split("\n")
    assert len(lines) <= max(24, size[1])
    text = "\n".join(lines)
    assert faces_of(game)[0].name in text
    assert f"0/{len(faces_of(game))}" in text
    assert "face 4" in text


def test_a_typed_name_changes_what_is_wanted(tmp_path: Path) -> None:
    shown = session(tmp_path)
    shown.press(["n", *"gear", "enter"])
    assert shown.state.wanted == "architects/gear"
    shown.press(["/", *"promo/cas", "enter"])
    assert shown.state.wanted == "architects/promo/cas"
    assert shown.name("architects/promo/cas") == "promo, cas"
    shown.press(["n", "q", "escape", "q"])
    assert shown.over


def test_keys_are_read_without_waiting_and_the_terminal_is_left_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    person, ours = pty.openpty()
    with os.fdopen(ours, "r") as terminal:
        monkeypatch.setattr("sys.stdin", terminal)
        import termios  # noqa: PLC0415 - for this terminal only

        before = termios.tcgetattr(terminal)
        with Keyboard() as keyboard:
            assert keyboard.pressed() == ()
            os.write(person, b"sb\r\x7f")
            pressed: tuple[str, ...] = ()
            while len(pressed) < 4:
                pressed += keyboard.pressed()
        assert pressed == ("s", "b", "enter", "backspace")
        assert termios.tcgetattr(terminal) == before
    os.close(person)


def test_arrow_keys_are_not_letters() -> None:
    assert keys_in("\x1b[A") == ()
    assert keys_in("\x1b") == ("escape",)


def test_a_tone_is_handed_to_the_player_that_is_there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    heard = tmp_path / "heard.wav"
    player = tmp_path / "aplay"
    player.write_text(f"#!/bin/sh\ncat > {heard}.new && mv {heard}.new {heard}\n")
    player.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}:{os.environ['PATH']}")
    monkeypatch.delenv("COMPANION_SILENT", raising=False)
    sounder = Sounder()
    sounder.play("taken")
    while not heard.exists():
        os.sched_yield()
    assert heard.read_bytes()[:4] == b"RIFF"
