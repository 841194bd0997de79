"""The manual says what the code does: every move, finding and house rule, as they are now."""

import json
import re
from typing import Any, get_args

import msgspec
import pytest

from companion.games.catalogue import GAMES
from tests.games.manual import DOCS, PAGES
from tests.games.manuals import MANUALS
from tests.games.manuals.manual import Manual
from tests.games.manuals.types import meaning

EACH_GAME = pytest.mark.parametrize("manual", MANUALS, ids=lambda manual: manual.rules.NAME)


def test_every_game_is_in_the_manual() -> None:
    assert sorted(manual.rules.NAME for manual in MANUALS) == sorted(GAMES)


@pytest.mark.parametrize("name", list(PAGES))
def test_the_page_is_up_to_date(name: str) -> None:
    """If this fails: python -m tests.games.manual."""
    assert (DOCS / name).read_text(encoding="utf-8") == PAGES[name]()


def part(page: str, manual: Manual) -> str:
    """What a page says of one game."""
    text = (DOCS / page).read_text(encoding="utf-8")
    return text.split(f"## {manual.title}\n")[1].split("\n## ")[0]


@EACH_GAME
def test_every_finding_code_is_documented(manual: Manual) -> None:
    page = part("findings.md", manual)
    assert [code for code in manual.rules.CATALOGUE if f"| `{code}` |" not in page] == []


@EACH_GAME
def test_every_house_rule_is_explained_and_documented(manual: Manual) -> None:
    page, fields = part("house-rules.md", manual), msgspec.structs.fields(manual.rules.HouseRules)
    assert [
        field.name for field in fields if not meaning(field) or f"| `{field.name}` | {meaning(field)}" not in page
    ] == []


def examples(page: str, manual: Manual) -> list[dict[str, Any]]:
    """The JSON objects that a page shows of one game."""
    blocks = re.findall(r"```json\n(.*?)```", part(page, manual), re.DOTALL)
    return [json.loads(line) for block in blocks for line in block.splitlines()]


@EACH_GAME
def test_every_kind_of_move_has_an_example_that_is_read(manual: Manual) -> None:
    shown = [example for example in examples("moves.md", manual) if not {"setup", "check", "players"} & set(example)]
    assert len(shown) == len(manual.moves), "each is shown once"
    kinds = {type(manual.rules.parse_move(example)) for example in shown}
    assert kinds == set(get_args(manual.rules.Move))


@EACH_GAME
def test_every_other_example_is_read(manual: Manual) -> None:
    shown = [example for page in ("moves.md", "house-rules.md") for example in examples(page, manual)]
    setups = [manual.rules.parse_setup(example) for example in shown if "setup" in example]
    assert len(setups) == len(manual.setups) + 1
    assert setups[-1].house_rules != manual.rules.HouseRules()
    assert [manual.rules.score_position(example) for example in shown if "players" in example]
    known = {"score", "state", *manual.rules.CHECKS}
    assert {example["check"] for example in shown if "check" in example} <= known
