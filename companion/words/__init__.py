"""What is said to people, in four languages: pieces, moves, findings, points; for screens, phones and paper."""

from companion.words.facet import house_rules
from companion.words.lines import English, duties, finding, line, rule
from companion.words.moves import move
from companion.words.names import (
    card,
    categories,
    category,
    game_name,
    game_title,
    medal,
    medal_place,
    player,
    signed,
    source,
    spent,
    spent_tokens,
    stage_number,
    symbol,
    token,
    where,
    wonder,
)
from companion.words.parsed import refusal
from companion.words.places import audit, piece, place, set_aside
from companion.words.victory import decider, victory

__all__ = [
    "English",
    "audit",
    "card",
    "categories",
    "category",
    "decider",
    "duties",
    "finding",
    "game_name",
    "game_title",
    "house_rules",
    "line",
    "medal",
    "medal_place",
    "move",
    "piece",
    "place",
    "player",
    "refusal",
    "rule",
    "set_aside",
    "signed",
    "source",
    "spent",
    "spent_tokens",
    "stage_number",
    "symbol",
    "token",
    "victory",
    "where",
    "wonder",
]
