"""7 Wonders in the manual."""

from companion.games.seven_wonders import rules
from companion.games.seven_wonders.rules.facts import FACTS
from tests.games.manuals.manual import Manual

MANUAL = Manual(
    title="7 Wonders",
    rules=rules,
    setups=(
        {"game": "seven_wonders", "wonders": [["giza", "A"], ["rhodes", "B"], ["babylon", "A"]]},
        {"game": "seven_wonders", "wonders": [["giza", "A"], ["rhodes", "B"]], "free_city": ["babylon", "A"]},
    ),
    moves=(
        {"seat": 0, "move": "build", "card": "stockade", "trade": {"left": {"wood": 1}, "right": {}}},
        {"seat": 0, "move": "build", "card": "lumber_yard"},
        {"seat": 1, "move": "stage", "card": "clay_pit"},
        {"seat": 1, "move": "stage", "card": "?", "trade": {"left": {}, "right": {"ore": 2}}},
        {"seat": 2, "move": "discard", "card": "tavern"},
        {"seat": 0, "move": "free", "card": "palace"},
        {"seat": 0, "move": "revive", "card": "altar"},
        {"seat": 0, "move": "decline"},
        {"seat": 0, "move": "hand", "cards": ["lumber_yard", "altar"]},
    ),
    checks=(
        {"check": "score", "seat": 0, "value": {"military": -1, "total": 21}},
        {"check": "coins", "seat": 0, "value": 11},
        {"check": "shields", "seat": 1, "value": 3},
        {"check": "discard", "value": ["?", "altar"]},
        {"check": "state", "seat": 0, "value": {"coins": 11}},
    ),
    positions=(
        {
            "game": "seven_wonders",
            "players": [
                {
                    "wonder": "giza",
                    "side": "A",
                    "stages": 1,
                    "coins": 0,
                    "conflict_tokens": [-1],
                    "cards": ["stockade", "tavern"],
                    "science_choice": [],
                }
            ],
        },
    ),
    pieces={"Wonders (sides `A` and `B`)": tuple(FACTS.wonders), "Cards": tuple(FACTS.index)},
    notes=(
        "The moves of one turn come in any seat order and are resolved together when all are in. Hands need not be "
        "known. With two players the Free City is seat 2."
    ),
)
