"""The command line as a newcomer meets it."""

import importlib
import re
import sys

import pytest

from companion import cli
from tests.house.tree import ROOT, tracked


def spoken(words: list[str], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> str:
    """What ``companion WORDS`` says on standard output, without colours and frames."""
    monkeypatch.setattr(sys, "argv", ["companion", *words])
    monkeypatch.setenv("COLUMNS", "200")
    try:
        cli.main()
    except SystemExit as leaving:
        assert not leaving.code, capsys.readouterr().err  # noqa: PT017 - leaving well is what is looked at
    return re.sub(r"\x1b\[[0-9;]*m|[│╭╰─╮╯]", "", capsys.readouterr().out)


def with_subcommands(name: str) -> list[list[str]]:
    """The words to type for a command, or for each of its subcommands."""
    app = importlib.import_module(f"companion.commands.{cli._COMMANDS[name][0]}").app
    names = [command.name or command.callback.__name__ for command in app.registered_commands]
    return [[name]] if len(names) == 1 else [[name, sub] for sub in names]


@pytest.mark.parametrize("name", cli._COMMANDS)
def test_every_command_explains_itself_with_an_example(
    name: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in with_subcommands(name):
        _, _, rest = spoken([*words, "--help"], monkeypatch, capsys).partition("Usage:")[2].partition("\n")
        assert f"companion {' '.join(words)}" in rest, f"no example in: companion {' '.join(words)} --help"


def test_the_command_alone_lists_every_command(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    said = spoken([], monkeypatch, capsys)
    assert [name for name in cli._COMMANDS if name not in said] == []


def test_every_command_in_the_documents_exists() -> None:
    said = set()
    for path in tracked():
        if path.suffix == ".md":
            said |= set(re.findall(r"(?:^|`|bin/)companion ([a-z]+)", (ROOT / path).read_text(), re.MULTILINE))
    assert said - set(cli._COMMANDS) == set()
