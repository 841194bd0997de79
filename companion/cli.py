"""The one command, ``companion``: mounts the subcommands and turns every failure into one clear line.

Exit codes: 0 done, 1 the answer is "no", 2 the input was unusable.
"""

import importlib
import sys

import click
import typer

from companion import __version__
from companion.errors import Unusable

_COMMANDS = (
    ("run", "run"),
    ("rehearse", "rehearse"),
    ("enrol", "enrol"),
    ("recognise", "recognise"),
    ("score", "score"),
    ("referee", "referee"),
    ("simulate", "simulate"),
    ("journal", "journal"),
    ("print", "printing"),
    ("doctor", "doctor"),
)
"""Command name and its module in ``companion.commands``; only the one asked for is imported."""


class _Lazy(click.Group):
    """Imports a subcommand's module when it is asked for: ``companion --help`` stays quick."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        return [name for name, _ in _COMMANDS]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        module = dict(_COMMANDS).get(cmd_name)
        if module is None:
            return None
        app: typer.Typer = importlib.import_module(f"companion.commands.{module}").app
        command = typer.main.get_command(app)
        command.name = cmd_name
        return command


@click.command(cls=_Lazy, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, prog_name="companion")
def _companion() -> None:
    """A camera and a referee above a real table of 7 Wonders Architects.

    Try: companion run
    """


def main() -> None:
    """Run the command line; never shows a traceback to a user."""
    try:
        result = _companion.main(standalone_mode=False)
    except Unusable as error:
        sys.stderr.write(f"companion: {error}\n")
        sys.exit(2)
    except click.ClickException as error:
        hint = " (see --help)" if isinstance(error, click.UsageError) else ""
        sys.stderr.write(f"companion: {error.format_message()}{hint}\n")
        sys.exit(2)
    except (click.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
    sys.exit(result if isinstance(result, int) else 0)
