"""What is printed on the pieces, cross-checked by others; it lies beside the project and not in it."""

import json
from pathlib import Path
from typing import Any

import pytest

_FACTS = Path(__file__).parents[2] / "shared" / "facts"


def facts(game: str) -> Any:
    """The facts of a game; where they are not here, the test is skipped."""
    path = _FACTS / f"{game}.json"
    if not path.exists():
        pytest.skip("the shared facts are not here")
    return json.loads(path.read_text())
