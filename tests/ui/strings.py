"""Every string that the screen says, read off its sources: ``_("…")`` and ``N_("…")`` in Python, ``_('…')`` in kv."""

import ast
import re
from pathlib import Path

_ROOT = Path(__file__).parents[2]
SPEAKING = (_ROOT / "ui", _ROOT / "companion" / "words")
_KV = re.compile(r"\b_\('((?:[^'\\]|\\.)*)'\)")


def said() -> dict[str, str]:
    """English string to the file that says it."""
    found: dict[str, str] = {}
    for path in sorted(path for folder in SPEAKING for path in folder.rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in {"_", "N_"}:
                first = node.args[0]
                if isinstance(first, ast.Constant):
                    found[str(first.value)] = path.name
    for path in sorted(SPEAKING[0].rglob("*.kv")):
        for text in _KV.findall(path.read_text(encoding="utf-8")):
            found[text.replace("\\'", "'")] = path.name
    return found
