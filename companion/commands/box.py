"""``companion box``: what only its owner can read off a box, shown or asked for, question by question."""

from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Literal, TypeVar

import typer

from companion.errors import Unusable
from companion.games.architects.rules import FACTS
from companion.games.architects.rules.expansion import OWN_WONDERS, OwnStage, OwnWonder, check_own, what_is_lacking
from companion.games.vocabulary import InvalidSetup
from companion.referee.boxfile import BoxFile

app = typer.Typer(add_completion=False)

_T = TypeVar("_T")
_STAGES = 5
_KINDS: dict[str, Literal["different", "identical"]] = {"d": "different", "i": "identical"}


@app.command()
def box(
    folder: Annotated[Path, typer.Argument(metavar="BOX", help="The box's folder; its file is box.toml.")],
    *,
    wonder: Annotated[str, typer.Option("--wonder", help="Ask about this wonder: rome or ur.")] = "",
) -> int:
    """Show what the box file says of the wonders that nobody has published, or ask about one; 1: something is lacking.

    Examples: companion box boxes/mine
              companion box boxes/mine --wonder rome
    """
    file = BoxFile(folder)
    if wonder:
        if wonder not in OWN_WONDERS:
            raise Unusable(f"--wonder {wonder}: only {' and '.join(OWN_WONDERS)} are asked about")
        own = ask(OWN_WONDERS[wonder], lambda text: str(typer.prompt(text)))
        try:
            check_own(wonder, own)
        except InvalidSetup as error:
            raise Unusable(f"{error} Nothing was written; ask again") from error
        file.keep({wonder: own})
    known = file.wonders()
    for name in OWN_WONDERS:
        typer.echo(_told(name, known[name]) if name in known else f"{name}: lacking. {what_is_lacking(name)}")
    return 0 if all(name in known for name in OWN_WONDERS) else 1


def ask(name: str, answer: Callable[[str], str]) -> OwnWonder:
    """Ask about a wonder; ``answer`` puts one question to a person. Asks again where an answer cannot be."""
    stages = tuple(_stage(name, number, answer) for number in range(1, _STAGES + 1))
    cards = {card.id: _number(f"{name}: how many {card.name} cards", answer) for card in FACTS.cards}
    return OwnWonder(stages, cards)


def _stage(name: str, number: int, answer: Callable[[str], str]) -> OwnStage:
    where = f"{name}, stage {number} from below"
    count = _number(f"{where}: how many resources does it cost", answer)
    kind = _one_of(f"{where}: different or identical ones (d/i)", _KINDS, answer)
    vp = _number(f"{where}: how many points", answer)
    effect = _one_of(f"{where}: is the wonder's effect on it (y/n)", {"y": True, "n": False}, answer)
    on = _stages(f"{where}: which stages lie directly below it (numbers, 0: none)", answer) if number > 1 else ()
    return OwnStage(count, kind, vp, effect=effect, on=on)


def _number(question: str, answer: Callable[[str], str]) -> int:
    while True:
        said = answer(question).strip()
        if said.isdecimal():
            return int(said)


def _stages(question: str, answer: Callable[[str], str]) -> tuple[int, ...]:
    while True:
        said = answer(question).replace(",", " ").split()
        if said and all(number.isdecimal() for number in said):
            return tuple(sorted({int(number) for number in said} - {0}))


def _one_of(question: str, choices: dict[str, _T], answer: Callable[[str], str]) -> _T:
    while True:
        said = answer(question).strip().lower()[:1]
        if said in choices:
            return choices[said]


def _told(name: str, own: OwnWonder) -> str:
    stages = ", ".join(f"{stage.count} {stage.kind} for {stage.vp}" for stage in own.stages)
    return f"{name}: stages {stages}; {sum(own.cards.values())} cards"
