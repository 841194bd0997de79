"""The project as a tree of files, for the tests that look at it from outside."""

import ast
import subprocess
from pathlib import Path

ROOT = Path(__file__).parents[2]
ROOMS = ("companion", "vision", "hw", "ui")


def modules(*rooms: str) -> list[Path]:
    """Every Python file of the product (or of the given top-level folders), relative to the root."""
    return sorted(path.relative_to(ROOT) for room in rooms or ROOMS for path in (ROOT / room).rglob("*.py"))


def dotted(module: Path) -> str:
    """``companion/api/client.py`` as ``companion.api.client``; a package by its own name."""
    parts = module.with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


def parsed(module: Path) -> ast.Module:
    return ast.parse((ROOT / module).read_text(), str(module))


def imports(module: Path) -> list[tuple[int, str]]:
    """(line, dotted name) of everything that a module imports, wherever in it; ``from a import b`` is ``a.b``."""
    found = []
    package = dotted(module).split(".") if module.name == "__init__.py" else dotted(module).split(".")[:-1]
    for node in ast.walk(parsed(module)):
        if isinstance(node, ast.Import):
            found += [(node.lineno, alias.name) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = package[: len(package) - node.level + 1] if node.level else []
            start = ".".join([*base, *([node.module] if node.module else [])])
            found += [(node.lineno, f"{start}.{alias.name}") for alias in node.names]
    return found


def tracked() -> list[Path]:
    """Every file that is, or would be, in the repository, relative to the root."""
    listed = subprocess.run(
        ["git", "ls-files", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    return sorted(Path(name) for name in listed if (ROOT / name).exists())


def texts() -> list[tuple[Path, str]]:
    """Every tracked file that is text, with its text."""
    found = []
    for path in tracked():
        data = (ROOT / path).read_bytes()
        if b"\0" not in data[:8192]:
            found.append((path, data.decode("utf-8", "replace")))
    return found
