"""Writes docs/moves.md, docs/findings.md and docs/house-rules.md from the code they describe.

Run ``python -m tests.games.manual`` after a change; a test compares. What types cannot say is in ``manuals``.
"""

import importlib
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, get_args

import msgspec

from tests.games.manuals import MANUALS
from tests.games.manuals.manual import Manual
from tests.games.manuals.types import TABLE_HEAD, default_words, field_rows, meaning, nested, told, type_words

DOCS = Path(__file__).parents[2] / "docs"
GENERATED = "<!-- Made by python -m tests.games.manual; do not edit. -->"

_MOVES_HEAD = f"""# Moves

{GENERATED}

One JSON object a line, as `companion referee` reads them and the journal keeps them. The first line is the set-up.
Chance is observed: a move names the card or token that was seen. Seats go clockwise from 0.

A move that is not allowed is no error: it is a finding (see [findings](findings.md)) and is played as it happened. Only
what is no move at all (an unknown card, a missing key) is refused.
"""

_CHECKS = """### Checks

Lines that compare and report; a failed one makes the exit code of `companion referee` 1. Only the keys that are given
are compared. There are"""

_POSITION = "### A position for `companion score`\n"

_FINDINGS_HEAD = f"""# Findings

{GENERATED}

What the referee says when something irregular happens. Nothing is refused: the move is recorded with its
findings and played as it happened. Codes stay the same from version to version.
"""

_HOUSE_RULES_HEAD = f"""# House rules

{GENERATED}

Where the rulebook is silent, the table decides. Give what differs from the default in the set-up. A name that is not
listed here is refused.
"""


def moves_page() -> str:
    """docs/moves.md."""
    return "\n".join([_MOVES_HEAD, *(line for manual in MANUALS for line in _moves(manual))])


def _moves(manual: Manual) -> Iterator[str]:
    rules, shown = manual.rules, set[type]()
    yield f"## {manual.title}\n"
    yield "### The set-up\n"
    yield f"{told(rules.Setup)}\n"
    yield _block({"setup": setup} for setup in manual.setups)
    yield _table(rules.Setup)
    yield from _inner(rules.Setup, shown)
    yield "House rules have [their own page](house-rules.md).\n"
    for what, names in manual.pieces.items():
        yield f"{what}: {', '.join(f'`{name}`' for name in names)}.\n"
    if manual.notes:
        yield f"{manual.notes}\n"
    for kind in get_args(rules.Move):
        yield f"### `{kind.__struct_config__.tag}`\n"
        yield f"{told(kind)}\n"
        yield _block(move for move in manual.moves if isinstance(rules.parse_move(move), kind))
        yield _table(kind)
        yield from _inner(kind, shown)
    yield f"{_CHECKS} {', '.join(f'`{name}`' for name in ('score', 'state', *rules.CHECKS))}.\n"
    yield _block(manual.checks)
    position = importlib.import_module(f"{rules.__name__}.position").Position
    yield _POSITION
    yield f"{told(position)}\n"
    yield _block(manual.positions)
    yield _table(position)
    yield from _inner(position, shown)


def _inner(kind: type[msgspec.Struct], shown: set[type]) -> Iterator[str]:
    """The objects inside an object, each once, except house rules, which have their own page."""
    for key, inner in nested(kind):
        if inner.__name__ != "HouseRules" and inner not in shown:
            shown.add(inner)
            yield f"In `{key}`: {told(inner)}\n"
            yield _table(inner)


def _block(objects: Iterable[dict[str, Any]]) -> str:
    return "\n".join(["```json", *map(json.dumps, objects), "```", ""])


def _table(kind: type[msgspec.Struct]) -> str:
    return "\n".join([TABLE_HEAD, *field_rows(kind), ""])


def findings_page() -> str:
    """docs/findings.md."""
    parts = [_FINDINGS_HEAD]
    for manual in MANUALS:
        rows = [f"| `{code}` | {what.meaning} | {what.rule} |" for code, what in manual.rules.CATALOGUE.items()]
        head = ("| code | what it means | section of the rules |", "|---|---|---|")
        parts += [f"## {manual.title}\n", *head, *rows, ""]
    return "\n".join(parts)


def house_rules_page() -> str:
    """docs/house-rules.md."""
    parts = [_HOUSE_RULES_HEAD]
    for manual in MANUALS:
        fields = msgspec.structs.fields(manual.rules.HouseRules)
        # The first that differs from its default stands for how they are given.
        example = {fields[0].name: _other(fields[0])}
        rows = [
            f"| `{field.name}` | {meaning(field)} | {type_words(field.type)} | {default_words(field)} |"
            for field in fields
        ]
        head = ("| name | what it decides | choices | default |", "|---|---|---|---|")
        setup = _block([{"setup": {**manual.setups[0], "house_rules": example}}])
        parts += [f"## {manual.title}\n", setup, *head, *rows, ""]
    return "\n".join(parts)


def _other(field: msgspec.structs.FieldInfo) -> Any:
    """A choice that is not the default."""
    choices = get_args(get_args(field.type)[0]) or (True, False)
    return next(choice for choice in choices if choice != field.default)


PAGES = {"moves.md": moves_page, "findings.md": findings_page, "house-rules.md": house_rules_page}


if __name__ == "__main__":
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")
