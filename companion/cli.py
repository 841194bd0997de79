"""The one command, ``companion``: finds the subcommand and turns every failure into one clear line.

Exit codes: 0 done, 1 the answer is "no", 2 the input was unusable, 70 a fault of ours.
"""

import importlib
import os
import sys

import typer
from typer.exceptions import TyperException

from companion import __version__
from companion.errors import Unusable

_COMMANDS = {
    "run": ("run", "one table, all parts"),
    "rehearse": ("rehearse", "legal games played in front of the twin's camera, seen against played"),
    "enrol": ("enrol", "learn a box's faces from pictures or with the camera"),
    "box": ("box", "what only its owner can read off a box: shown, or asked for"),
    "recognise": ("recognise", "every piece in each picture"),
    "score": ("score", "score a final position, every point explained"),
    "referee": ("referee", "replay recorded moves: findings, checkpoints, the final sheet"),
    "simulate": ("simulate", "play without a table: games a second, scores"),
    "journal": ("journal", "verify, show or export a game's journal"),
    "print": ("printing", "what a table needs on paper"),
    "home": ("home", "the table in Home Assistant, over MQTT"),
    "hub": ("hub", "the tournament side: serve, verify, load"),
    "doctor": ("doctor", "what is installed, connected and healthy; how to mend what is not"),
}
"""Subcommand: its module in ``companion.commands`` and what it does; only the one asked for is imported."""

_TRACEBACK = "COMPANION_TRACEBACK"
"""Environment variable with which an unexpected error is shown in full."""

_HELP = """usage: companion COMMAND [OPTIONS]

A camera and a referee above a real table of cards.
Try: companion run

"""


def main() -> None:
    """Run the command line; never shows a traceback to a user."""
    name, *arguments = sys.argv[1:] or ["--help"]
    if name in ("-h", "--help"):
        sys.stdout.write(_HELP + "".join(f"  {command:<11}{what}\n" for command, (_, what) in _COMMANDS.items()))
        return
    if name == "--version":
        sys.stdout.write(f"companion {__version__}\n")
        return
    try:
        result = _run(name, arguments)
    except Unusable as error:
        sys.stderr.write(f"companion: {error}\n")
        sys.exit(2)
    except TyperException as error:
        sys.stderr.write(f"companion: {error.format_message()} (see companion {name} --help)\n")
        sys.exit(2)
    except typer.Exit as error:
        sys.exit(error.exit_code)
    except (typer.Abort, KeyboardInterrupt):
        sys.exit(130)
    except BrokenPipeError:
        sys.exit(0)
    except Exception as error:
        if os.environ.get(_TRACEBACK):
            raise
        what = " ".join(f"{type(error).__name__}: {error}".split())
        sys.stderr.write(f"companion: a fault of ours ({what}); {_TRACEBACK}=1 shows where: please report it\n")
        sys.exit(70)
    sys.exit(result if isinstance(result, int) else 0)


def _run(name: str, arguments: list[str]) -> object:
    if name not in _COMMANDS:
        raise Unusable(f"there is no command {name!r}: there are {', '.join(_COMMANDS)}")
    app: typer.Typer = importlib.import_module(f"companion.commands.{_COMMANDS[name][0]}").app
    return app(args=arguments, prog_name=f"companion {name}", standalone_mode=False)
