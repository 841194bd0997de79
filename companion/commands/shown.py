"""What the commands show: one JSON document, a score sheet, a bar while something lasts."""

import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import Annotated

import msgspec
import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from companion.games.vocabulary import AnyState, Game, Sheet
from companion.words import English

AsJson = Annotated[bool, typer.Option("--json", help="One JSON document on standard output.")]


def console(*, stderr: bool = False) -> Console:
    """A console for plain text: what people have typed (a name in brackets) is no style of ours."""
    return Console(stderr=stderr, highlight=False, markup=False, emoji=False)


def print_json(document: object) -> None:
    """One JSON document on standard output."""
    sys.stdout.write(msgspec.json.encode(document).decode() + "\n")


@contextmanager
def progress(doing: str) -> Iterator[Callable[[int, int | None], None]]:
    """A bar on standard error, where that is a terminal; told how much is done, and of how much if known."""
    terminal = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=terminal, transient=True, disable=not terminal.is_terminal) as bar:
        task = bar.add_task(doing, total=None)
        yield lambda done, of: bar.update(task, completed=done, total=of)


def counted(doing: str, numbers: Iterable[int]) -> Iterator[int]:
    """The same numbers, with a bar while they are gone through."""
    every = list(numbers)
    with progress(doing) as tell:
        for done, number in enumerate(every):
            tell(done, len(every))
            yield number


def column_heads(game: Game, state: AnyState) -> tuple[str, ...]:
    """What a table's players are called above a column: their names, or their one wonder, or their seats."""
    seats = range(state.players)
    wonders = [game.wonders(state, seat) for seat in seats]
    return state.names or tuple(wonders[seat][0] if len(wonders[seat]) == 1 else f"seat {seat}" for seat in seats)


def print_sheet(sheet: Sheet, game: str, names: tuple[str, ...]) -> None:
    """Print a sheet as a table, one column a player, then every contribution."""
    printer = console()
    table = Table(title="Score")
    table.add_column("category")
    for seat, name in enumerate(names):
        table.add_column(f"{name} ★" if seat in sheet.winners else name, justify="right")
    for category in sheet.categories[0]:
        table.add_row(category, *(str(row[category]) for row in sheet.categories))
    table.add_section()
    table.add_row("total", *(str(total) for total in sheet.totals))
    printer.print(table)
    english = English(game)
    for line in sheet.explain:
        printer.print(f"  {names[line.seat]}: {line.points:+d} {english.line(line.why)} ({line.rule})")
