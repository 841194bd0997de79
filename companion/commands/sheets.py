"""How the commands show a score sheet: as a table to read."""

from rich.console import Console
from rich.table import Table

from companion.games.vocabulary import AnyState, Game, Sheet
from companion.words import English


def column_heads(game: Game, state: AnyState) -> tuple[str, ...]:
    """What a table's players are called above a column: their names, or their one wonder, or their seats."""
    seats = range(state.players)
    wonders = [game.wonders(state, seat) for seat in seats]
    return state.names or tuple(wonders[seat][0] if len(wonders[seat]) == 1 else f"seat {seat}" for seat in seats)


def print_sheet(sheet: Sheet, game: str, names: tuple[str, ...]) -> None:
    """Print a sheet as a table, one column a player, then every contribution."""
    console = Console()
    table = Table(title="Score")
    table.add_column("category")
    for seat, name in enumerate(names):
        table.add_column(f"{name} ★" if seat in sheet.winners else name, justify="right")
    for category in sheet.categories[0]:
        table.add_row(category, *(str(row[category]) for row in sheet.categories))
    table.add_section()
    table.add_row("total", *(str(total) for total in sheet.totals))
    console.print(table)
    english = English(game)
    for line in sheet.explain:
        console.print(f"  {names[line.seat]}: {line.points:+d} {english.line(line.why)} ({line.rule})", highlight=False)
