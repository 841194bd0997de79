"""``companion box``: what only its owner can read off a box, shown or asked for, question by question."""

from pathlib import Path
from typing import Annotated

import typer

from companion.errors import Unusable
from companion.games.vocabulary import InvalidSetup
from companion.referee.boxfile import BoxFile, own_facts

app = typer.Typer(add_completion=False)


@app.command()
def box(
    folder: Annotated[Path, typer.Argument(metavar="BOX", help="The box's folder; its file is box.toml.")],
    *,
    wonder: Annotated[str, typer.Option("--wonder", help="Ask about this wonder, by its name in the list.")] = "",
) -> int:
    """Show what the box file says of the wonders that nobody has published, or ask about one; 1: something is lacking.

    Examples: companion box boxes/mine
              companion box boxes/mine --wonder NAME
    """
    file = BoxFile(folder)
    if wonder:
        _ask(file, wonder)
    lacking = 0
    for game, facts in own_facts().items():
        known = file.of(game)
        for name in facts.named():
            told = facts.told(known[name]) if name in known else f"lacking. {facts.what_is_lacking(name)}"
            typer.echo(f"{name}: {told}")
            lacking += name not in known
    return 1 if lacking else 0


def _ask(file: BoxFile, wonder: str) -> None:
    """Ask about a wonder and write down what is said. Raises ``Unusable`` where no box can hold that."""
    game = next((game for game, facts in own_facts().items() if wonder in facts.named()), None)
    if game is None:
        every = [name for facts in own_facts().values() for name in facts.named()]
        raise Unusable(f"--wonder {wonder}: only {' and '.join(every)} are asked about")
    facts = own_facts()[game]
    own = facts.ask(facts.named()[wonder], lambda text: str(typer.prompt(text)))
    try:
        facts.check_own(wonder, own)
    except InvalidSetup as error:
        raise Unusable(f"{error} Nothing was written; ask again") from error
    file.keep(game, {wonder: own})
