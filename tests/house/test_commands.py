"""The command line as a newcomer meets it."""

import re

import click
import pytest
from click.testing import CliRunner

from companion import cli
from tests.house.tree import ROOT, tracked

NAMES = [name for name, _ in cli._COMMANDS]


def every() -> list[list[str]]:
    """Each command, and each subcommand of the two that have some, as the words to type."""
    words = []
    for name in NAMES:
        command = cli._companion.get_command(click.Context(cli._companion), name)
        words += [[name, sub] for sub in command.commands] if isinstance(command, click.Group) else [[name]]
    return words


@pytest.mark.parametrize("name", NAMES)
def test_every_command_explains_itself_with_an_example(name: str) -> None:
    for words in [words for words in every() if words[0] == name]:
        result = CliRunner().invoke(cli._companion, [*words, "--help"])
        assert result.exit_code == 0, result.output
        plain = re.sub(r"\x1b\[[0-9;]*m|[│╭╰─╮╯]", "", result.output)
        _, _, rest = plain.partition("\n\n")
        assert f"companion {' '.join(words)}" in rest, f"no example in: companion {' '.join(words)} --help"


def test_every_command_in_the_documents_exists() -> None:
    said = set()
    for path in tracked():
        if path.suffix == ".md":
            said |= set(re.findall(r"(?:^|`|bin/)companion ([a-z]+)", (ROOT / path).read_text(), re.MULTILINE))
    assert said - set(NAMES) == set()
