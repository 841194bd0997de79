"""How every benchmark takes its options and hands on what it measured."""

import argparse
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import msgspec


class Goal(msgspec.Struct, frozen=True):
    """One line of the table at the end: what was measured (short, with its unit), what was wanted, whether it is met.

    ``wanted``: empty for a figure that nobody set a goal for. ``detail``: an interval, the worst part. ``beside``:
    what the published ways reach on the same, by their names.
    """

    what: str
    measured: str
    wanted: str
    met: bool
    detail: str = ""
    beside: dict[str, str] = {}


class Report(msgspec.Struct, frozen=True):
    """What a benchmark writes with ``--json``: its figures, as it likes, and its goals."""

    figures: Any
    goals: tuple[Goal, ...] = ()


def arguments(about: str | None) -> argparse.ArgumentParser:
    """A parser with what all benchmarks take: ``--quick`` and ``--json FILE``."""
    parser = argparse.ArgumentParser(description=about, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--quick", action="store_true", help="a few seconds' worth: whether it runs, not how well")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the figures there as JSON")
    return parser


def report(options: argparse.Namespace, figures: Any, text: str, goals: Sequence[Goal] = ()) -> None:
    """Print the text; write the figures (anything msgspec knows) and the goals where ``--json`` says."""
    sys.stdout.write(text.rstrip("\n") + "\n")
    if options.json:
        document = msgspec.json.encode(Report(figures, tuple(goals)))
        options.json.write_bytes(msgspec.json.format(document, indent=1))
