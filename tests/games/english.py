"""The English sentences of what the rules say: what golden files and tests hold."""

from collections.abc import Iterator
from typing import Any

from companion.games.vocabulary import Explanation, Finding, Line
from companion.words import English


def due(rules: Any, state: Any) -> tuple[str, ...]:
    """What must be done now."""
    return tuple(map(English.at(rules.NAME, state).line, rules.obligations(state)))


def message(rules: Any, state: Any, found: Finding) -> str:
    """What is irregular."""
    return English.at(rules.NAME, state).line(found.line)


def legal(rules: Any, state: Any, found: Finding) -> tuple[str, ...]:
    """What would have been right."""
    return English.at(rules.NAME, state).legal(found)


def told(rules: Any, state: Any) -> Any:
    """The whole table, described."""
    return English.at(rules.NAME, state).told(rules.describe(state))


def seat(rules: Any, state: Any, number: int) -> Any:
    """One player's side of the table, described."""
    return English.at(rules.NAME, state).told(rules.describe_seat(state, number))


def why(rules: Any, found: Explanation) -> str:
    """What points are for."""
    return English(rules.NAME).line(found.why)


def line(rules: Any, said: Line) -> str:
    """What the rules say where no player is named."""
    return English(rules.NAME).line(said)


def sheet(rules: Any, state: Any) -> Iterator[str]:
    """The score sheet: every point and what it is for, then the totals and who won."""
    scores = rules.scores(state)
    for found in scores.explain:
        yield f"  seat {found.seat} {found.category} {found.points:+}: {why(rules, found)} ({found.rule})"
    yield f"  totals {' '.join(map(str, scores.totals))} | winners {' '.join(map(str, scores.winners))}"
