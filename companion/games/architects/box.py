"""What only the owner of a box can read off it: the stages and cards of wonders that nobody has published."""

from collections.abc import Callable, Mapping
from typing import Any, Literal, TypeVar

from companion.games.architects.rules import FACTS
from companion.games.architects.rules.expansion import OWN_WONDERS, OwnStage, OwnWonder, check_own, what_is_lacking

__all__ = ["Own", "ask", "asked", "check_own", "named", "told", "what_is_lacking"]

Own = OwnWonder
_T = TypeVar("_T")
_STAGES = 5
_KINDS: dict[str, Literal["different", "identical"]] = {"d": "different", "i": "identical"}


def named() -> Mapping[str, str]:
    """What is asked about: id and name."""
    return OWN_WONDERS


def asked(setup: Mapping[str, Any]) -> tuple[str, ...]:
    """Of what is asked about: what this set-up, not checked yet, plays with."""
    wonders = setup.get("wonders")
    return tuple(name for name in wonders if name in OWN_WONDERS) if isinstance(wonders, list | tuple) else ()


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


def told(own: OwnWonder) -> str:
    """What is known of a wonder, in one line."""
    stages = ", ".join(f"{stage.count} {stage.kind} for {stage.vp}" for stage in own.stages)
    return f"stages {stages}; {sum(own.cards.values())} cards"
