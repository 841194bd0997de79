"""The manual says what the code does: every move, finding and house rule, as they are now."""

import json
import re

import pytest

from companion.games import architects as rules
from companion.games.architects import HOUSE_RULES, HouseRules
from companion.games.architects.findings import CATALOGUE
from companion.games.architects.position import score_position
from tests.games.manual import DOCS, PAGES


@pytest.mark.parametrize("name", list(PAGES))
def test_the_page_is_up_to_date(name: str) -> None:
    """If this fails: python -m tests.games.manual."""
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name]()


def test_every_finding_code_is_documented() -> None:
    page = (DOCS / "findings.md").read_text(encoding="utf-8")
    assert [code for code in CATALOGUE if f"| `{code}` |" not in page] == []


def test_every_house_rule_is_explained_and_documented() -> None:
    assert tuple(HOUSE_RULES) == HouseRules.__struct_fields__
    page = (DOCS / "house-rules.md").read_text(encoding="utf-8")
    assert [name for name in HOUSE_RULES if f"| `{name}` |" not in page] == []


def test_every_example_of_the_manual_is_read() -> None:
    page = (DOCS / "moves.md").read_text(encoding="utf-8")
    blocks = re.findall(r"```json\n(.*?)```", page, re.DOTALL)
    examples = [json.loads(line) for block in blocks for line in block.splitlines()]
    moves = [rules.parse_move(example) for example in examples if "move" in example]
    assert len(moves) >= 9
    assert [rules.parse_setup(example) for example in examples if "setup" in example]
    assert [score_position(example) for example in examples if "players" in example]
