"""Whatever goes wrong, a person reads one line."""

import sys

import pytest

from companion import cli


def _fail(_: object = None) -> None:
    raise RuntimeError("first line\nsecond line")


def test_a_fault_of_ours_is_one_line_and_never_a_traceback(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["companion", "doctor"])
    monkeypatch.setattr(cli, "_run", lambda *_: _fail())
    monkeypatch.delenv("COMPANION_TRACEBACK", raising=False)
    with pytest.raises(SystemExit) as ended:
        cli.main()
    assert ended.value.code == 70
    said = capsys.readouterr().err
    assert said.count("\n") == 1
    assert "first line second line" in said


def test_the_whole_story_of_a_fault_can_be_had(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["companion", "doctor"])
    monkeypatch.setattr(cli, "_run", lambda *_: _fail())
    monkeypatch.setenv("COMPANION_TRACEBACK", "1")
    with pytest.raises(RuntimeError, match="first line"):
        cli.main()
