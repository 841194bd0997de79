"""7 Wonders Duel in the manual."""

from companion.games.duel import rules
from companion.games.duel.rules.facts import FACTS
from tests.games.manuals.manual import Manual

_LAYOUT = [
    *("lumber_yard", "clay_pool", None, None, None, "quarry", "stable", "garrison", "palisade", None, None, None, None),
    *("altar", "baths", "tavern", "press", "workshop", "theater", "scriptorium"),
]

MANUAL = Manual(
    title="7 Wonders Duel",
    rules=rules,
    setups=(
        {
            "game": "duel",
            "first": 0,
            "wonders": [
                ["sphinx", "pyramids", "colossus", "mausoleum"],
                ["piraeus", "appian_way", "hanging_gardens", "great_library"],
            ],
            "progress": ["law", "philosophy", "economy", "strategy", "agriculture"],
        },
        {"game": "duel", "first": 1},
    ),
    moves=(
        {"seat": 0, "move": "build", "card": "logging_camp"},
        {"seat": 1, "move": "discard", "card": "clay_pit"},
        {"seat": 0, "move": "wonder", "card": "scriptorium", "wonder": "temple_of_artemis"},
        {"seat": 1, "move": "destroy", "card": "clay_pool"},
        {"seat": 0, "move": "revive", "card": "palace"},
        {"seat": 0, "move": "progress", "token": "law"},
        {"seat": 0, "move": "progress", "token": "theology", "from": "box"},
        {"move": "starter", "seat": 1},
        {"seat": 0, "move": "draft", "wonder": "sphinx"},
        {"offer": ["sphinx", "piraeus", "colossus", "mausoleum"]},
        {"age": 1, "layout": _LAYOUT},
        {"reveal": 12, "card": "glassworks"},
    ),
    checks=(
        {"check": "score", "seat": 0, "value": {"civilian": 3, "total": 31}},
        {"check": "coins", "seat": 0, "value": 11},
        {"check": "pawn", "value": -2},
        {"check": "shields", "seat": 1, "value": 3},
        {"check": "state", "seat": 0, "value": {"coins": 11}},
    ),
    positions=(
        {
            "game": "duel",
            "pawn": 3,
            "players": [{"cards": ["stable"], "wonders": ["sphinx"], "progress": ["philosophy"], "coins": 7}, {}],
        },
    ),
    pieces={
        "Wonders": tuple(FACTS.wonder_index),
        "Cards": tuple(FACTS.index),
        "Progress tokens": tuple(FACTS.token_index),
    },
    notes=(
        "What was turned up (`offer`, `layout`, `reveal`) has no key `move`. Where no layout is given, whether a card "
        "was free to take is not judged. Cards that went back into the box, and the guilds, need not be known."
    ),
)
