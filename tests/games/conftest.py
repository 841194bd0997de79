"""What tests of the commands share."""

import sys
from collections.abc import Callable
from typing import TypeAlias

import pytest

from companion import cli

Command: TypeAlias = Callable[..., tuple[int, str, str]]
"""Runs the command line in this process: exit code, standard output, standard error."""


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Command:
    """The command line, called as a user does."""

    def run(*arguments: object) -> tuple[int, str, str]:
        monkeypatch.setattr(sys, "argv", ["companion", *map(str, arguments)])
        try:
            cli.main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 1
        else:
            code = 0
        out = capsys.readouterr()
        return code, out.out, out.err

    return run
