"""Battles of a game that says nothing of them: none."""

from typing import Any

from companion.games.tables import TableView
from ui.battle import Fought


def fought(_before: TableView, _after: TableView, _seq: int, _moves: list[dict[str, Any]]) -> Fought | None:
    """Nothing."""


def said(_battle: Fought, _table: TableView) -> tuple[str, str]:
    """The title and the line below."""
    return "", ""
