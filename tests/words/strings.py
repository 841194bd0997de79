"""Every string that is said to people, read off the sources that say it.

``_("…")``, ``N_("…")``, ``plural("…", "…", n)`` and ``within("context", "…")`` in
Python; ``_('…')`` and ``plural('…', '…', n)`` in kv, which are Python inside; in a game's ``words.toml`` all but the
long sentences; what is printed on its pieces, as its tables of names have it.
"""

import ast
import re
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import NamedTuple

from companion.words import facet

_ROOT = Path(__file__).parents[2]
SPEAKING = tuple(
    _ROOT / room
    for room in (
        "ui",
        "companion/games",
        "companion/words",
        "companion/board",
        "companion/results",
        "companion/hub/pages",
    )
)
_LETTERS = re.compile(r"[a-z](?![a-z_]*\})", re.IGNORECASE)
"""Something to translate: a letter that is not in a gap."""
_KV = re.compile(r"\b(?:_|plural)\('(?:[^'\\]|\\.)*'(?:, '(?:[^'\\]|\\.)*')?")


class Said(NamedTuple):
    """A string in English: its context and its plural are empty where it has none."""

    one: str
    many: str = ""
    context: str = ""


@cache
def said() -> Mapping[Said, str]:
    """What is said, to the file that says it first."""
    found: dict[Said, str] = {}
    for path in sorted(path for room in SPEAKING for path in room.rglob("*")):
        for string in _in_file(path):
            found.setdefault(string, str(path.relative_to(_ROOT)))
    return found


def _in_file(path: Path) -> Iterator[Said]:
    if path.name == "words.toml":
        return _in_table(path.parent.name)
    read = {".py": _in_python, ".kv": _in_kv}.get(path.suffix)
    return read(path.read_text(encoding="utf-8")) if read else iter(())


def _in_table(game: str) -> Iterator[Said]:
    own = facet.written(game)
    yield from (Said(string) for string in (own.name, own.title))
    yield from (Said(section, context="rule") for section in own.sections)
    for about, choices in own.house_rules.values():
        yield from (Said(string) for string in (about, *(words for _value, words in choices)))
    names = facet.of_game(game, "NAMES", own.names)
    for table in (*names.values(), facet.short(game)):
        for string in table.values():
            one, many = (string, "") if isinstance(string, str) else string
            context, _mark, plain = one.rpartition("\x04")
            if _LETTERS.search(plain):
                yield Said(plain, many, context)


def _in_kv(text: str) -> Iterator[Said]:
    for call in _KV.findall(text):
        yield from _in_python(call + ")")


def _in_python(text: str) -> Iterator[Said]:
    for node in ast.walk(ast.parse(text)):
        if not isinstance(node, ast.Call):
            continue
        name = _name(node.func)
        strings = [str(arg.value) for arg in node.args if isinstance(arg, ast.Constant)]
        if name in {"_", "N_"} and strings:
            yield Said(strings[0])
        elif name == "plural" and len(strings) >= 2:
            yield Said(strings[0], many=strings[1])
        elif name == "within" and len(strings) == 2:
            yield Said(strings[1], context=strings[0])


def _name(called: ast.expr) -> str:
    """The name of a function that is called: its own, or out of the module ``language``."""
    if isinstance(called, ast.Attribute):
        module = called.value
        ours = isinstance(module, ast.Name | ast.Attribute) and "language" in ast.unparse(module)
        return called.attr if ours else ""
    return called.id if isinstance(called, ast.Name) else ""
