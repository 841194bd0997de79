"""Writes docs/moves.md, docs/findings.md and docs/house-rules.md from the code they describe.

Run ``python -m tests.games.manual`` after a change; a test compares.
"""

import inspect
import json
import typing
from pathlib import Path
from typing import Any, get_args

import msgspec

from companion.games import architects as rules
from companion.games.architects import HOUSE_RULES, HouseRules
from companion.games.architects.findings import CATALOGUE
from companion.games.architects.moves import Move

DOCS = Path(__file__).parents[2] / "docs"
GENERATED = "<!-- Made by python -m tests.games.manual; do not edit. -->"

EXAMPLES: tuple[Move, ...] = (
    rules.TakeCard(0, "left", "wood"),
    rules.TakeCard(0, "central", "coin", "urbanism"),
    rules.TakeCard(0, "holder:3", "vp3", "alexandria"),
    rules.BuildStage(0, "giza_1", ("coin", "wood")),
    rules.TakeProgress(0, "tactics", "face_up", ("gear", "gear")),
    rules.TakeProgress(0, "economy", "stack"),
    rules.TakeProgress(0, "none", "stack", ("gear", "gear")),
    rules.RevealProgress("culture"),
    rules.EndTurn(0),
)

_MOVES_HEAD = """# Moves

{generated}

One JSON object a line, as `companion referee` reads them and the journal keeps them. The first line is the set-up.
Chance is observed: a move names the card or token that was seen. Seats go clockwise from 0.

A move that is not allowed is no error: it is a finding (see [findings](findings.md)) and is played as it happened. Only
what is no move at all (an unknown card, a missing key) is refused.

## Architects

### The set-up

```json
{setup}
```

- `wonders`: one a seat, of {wonders}.
- `first`: the seat that begins.
- `progress`: the tokens lying face up, as far as they are known (`"?"`: not read).
- `house_rules`: see [house rules](house-rules.md). `names`: the players' names, or none.

- Cards: {cards}.
- Progress tokens: {tokens}.
- Stages: `<wonder>_1` to `<wonder>_5`, from the bottom up.
"""

_SETUP = {
    "game": "architects",
    "wonders": ["giza", "rhodes", "olympia"],
    "first": 0,
    "progress": ["tactics", "culture", "decor"],
    "expansions": [],
    "house_rules": {},
}

_MOVES_TAIL = """### Checks

Lines that compare and report; a failed one makes the exit code of `companion referee` 1.

```json
{"check": "score", "seat": 0, "value": {"stages": 4, "total": 9}}
{"check": "score", "seat": 0, "value": 9}
{"check": "shields", "seat": 1, "value": 2}
{"check": "state", "value": {"to_move": 1, "battle": 2, "cat": null}}
{"check": "state", "seat": 0, "value": {"built": ["giza_1"], "cards": {"wood": 1}}}
```

Only the keys that are given are compared.

### A position for `companion score`

```json
{"game": "architects", "players": [{"wonder": "giza", "built": ["giza_1"], "cards": {"vp3": 2}, "cat": true}]}
```

Players in seat order. Of a player, `built`, `cards`, `cat`, `military` (tokens), `progress` (tokens) and `medals` (how
many) may be left out where there are none.
"""


_TABLE_HEAD = "| key | value | default |\n|---|---|---|"


def _type_words(kind: Any) -> str:
    if typing.get_origin(kind) is typing.Literal:
        return " or ".join(f"`{json.dumps(value)}`" for value in get_args(kind))
    if kind == tuple[str, ...]:
        return "list of texts"
    words = {str: "text", int: "number", bool: "`true` or `false`", str | None: "text"}
    return words[kind]


def _default_words(field: msgspec.structs.FieldInfo) -> str:
    if field.required:
        return "must be given"
    return "not given" if field.default is None else f"`{json.dumps(field.default)}`"


def moves_page() -> str:
    """docs/moves.md."""
    parts = [
        _MOVES_HEAD.format(
            generated=GENERATED,
            setup=json.dumps({"setup": _SETUP}),
            wonders=_names(rules.FACTS.wonders),
            cards=_names(rules.FACTS.index),
            tokens=_names(rules.FACTS.progress_tokens),
        )
    ]
    for kind in get_args(Move):
        tag = kind.__struct_config__.tag
        examples = [json.dumps(rules.dump_move(move)) for move in EXAMPLES if isinstance(move, kind)]
        rows = [
            f"| `{field.encode_name}` | {_type_words(field.type)} | {_default_words(field)} |"
            for field in msgspec.structs.fields(kind)
        ]
        text = inspect.cleandoc(kind.__doc__ or "").replace("``", "`")
        parts.append("\n".join([f"### `{tag}`", "", text, "", "```json", *examples, "```", "", _TABLE_HEAD, *rows, ""]))
    return "\n".join([*parts, _MOVES_TAIL])


def _names(names: Any) -> str:
    return ", ".join(f"`{name}`" for name in names)


def findings_page() -> str:
    """docs/findings.md."""
    rows = [f"| `{code}` | {what.meaning} | {what.rule} |" for code, what in CATALOGUE.items()]
    return "\n".join(
        [
            "# Findings",
            "",
            GENERATED,
            "",
            "What the referee says when something irregular happens. Nothing is refused: the move is recorded with its",
            "findings and played as it happened. Codes stay the same from version to version.",
            "",
            "## Architects",
            "",
            "| code | what it means | section of the rules |",
            "|---|---|---|",
            *rows,
            "",
        ]
    )


def house_rules_page() -> str:
    """docs/house-rules.md."""
    rows = [
        f"| `{field.name}` | {HOUSE_RULES[field.name]} | {_type_words(field.type)} | {_default_words(field)} |"
        for field in msgspec.structs.fields(HouseRules)
    ]
    return "\n".join(
        [
            "# House rules",
            "",
            GENERATED,
            "",
            "Where the rulebook is silent, the table decides. Give what differs from the default in the set-up:",
            "",
            "```json",
            json.dumps({"setup": {**_SETUP, "house_rules": {"token_retroactive": True}}}),
            "```",
            "",
            "A name that is not listed here is refused.",
            "",
            "## Architects",
            "",
            "| name | what it decides | choices | default |",
            "|---|---|---|---|",
            *rows,
            "",
        ]
    )


PAGES = {"moves.md": moves_page, "findings.md": findings_page, "house-rules.md": house_rules_page}


if __name__ == "__main__":
    for name, page in PAGES.items():
        (DOCS / name).write_text(page(), encoding="utf-8")
