"""7 Wonders Architects in the manual."""

from companion.games.architects import rules
from companion.games.architects.rules import FACTS
from companion.games.architects.rules.expansion import MEDAL_PLACE
from tests.games.manuals.manual import Manual

MANUAL = Manual(
    title="7 Wonders Architects",
    rules=rules,
    setups=(
        {
            "game": "architects",
            "wonders": ["giza", "rhodes", "olympia"],
            "first": 0,
            "progress": ["tactics", "culture", "decor"],
            "expansions": [],
            "house_rules": {},
        },
        {
            "game": "architects",
            "wonders": ["giza", "rhodes", "olympia"],
            "expansions": ["medals"],
            "medals": ["medal_3_blue", "?", "medal_7_cards"],
            "expert": True,
        },
    ),
    moves=(
        {"move": "take", "seat": 0, "from": "left", "card": "wood"},
        {"move": "take", "seat": 0, "from": "central", "card": "coin", "because": "urbanism"},
        {"move": "take", "seat": 0, "from": "holder:3", "card": "vp3", "because": "alexandria"},
        {"move": "build", "seat": 0, "stage": "giza_1", "spent": ["coin", "wood"]},
        {"move": "progress", "seat": 0, "token": "tactics", "from": "face_up", "spent": ["gear", "gear"]},
        {"move": "progress", "seat": 0, "token": "economy", "from": "stack"},
        {"move": "progress", "seat": 0, "token": "none", "from": "stack", "spent": ["gear", "gear"]},
        {"move": "reveal", "token": "culture"},
        {"move": "end_turn", "seat": 0},
        {"move": "medal", "seat": 0, "medal": "medal_3_blue", "where": "left"},
        {"move": "turn_up", "seat": 1, "card": "vp3"},
        {"move": "reveal_medal", "medal": "medal_3_stages", "left_of": 1},
    ),
    checks=(
        {"check": "score", "seat": 0, "value": {"stages": 4, "total": 9}},
        {"check": "score", "seat": 0, "value": 9},
        {"check": "shields", "seat": 1, "value": 2},
        {"check": "state", "value": {"to_move": 1, "battle": 2, "cat": None}},
        {"check": "state", "seat": 0, "value": {"built": ["giza_1"], "cards": {"wood": 1}}},
    ),
    positions=(
        {
            "game": "architects",
            "players": [{"wonder": "giza", "built": ["giza_1"], "cards": {"vp3": 2}, "cat": True}],
        },
    ),
    pieces={
        "Wonders": tuple(FACTS.wonders),
        "Cards": tuple(FACTS.index),
        "Progress tokens": tuple(FACTS.progress_tokens),
        "Medals": tuple(MEDAL_PLACE),
        "Stages, from the bottom up": ("<wonder>_1", "…", "<wonder>_5"),
    },
)
