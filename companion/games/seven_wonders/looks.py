"""What is drawn of the pieces of 7 Wonders: ids, ages, colours, icons. No rules."""

from typing import Final

from companion.looks.faces import Face, Mark

ICON: Final = "pillar"

COLOURS: Final = ("brown", "grey", "blue", "yellow", "red", "green", "purple")
"""Card colours in the order in which they are shown."""

RESOURCES: Final = ("wood", "stone", "ore", "clay", "glass", "cloth", "papyrus")

SYMBOLS: Final = ("compass", "gear", "tablet", "wild")
"""Science symbols; ``wild``: one of the three, chosen at the end."""

TINTS: Final = {
    "alexandria": ("#8fd3f0", "#155a7d"),
    "babylon": ("#9ad88a", "#2d6420"),
    "ephesus": ("#f2a7ac", "#94303a"),
    "giza": ("#f3bd76", "#7f4c08"),
    "halicarnassus": ("#c9aef2", "#5b3a99"),
    "olympia": ("#f4dc7c", "#6b5400"),
    "rhodes": ("#f0a283", "#8c3a17"),
}
"""Each wonder's colour on a dark screen and on a bright one."""

WONDER_ICONS: Final = {wonder: wonder for wonder in TINTS}
"""Every wonder and its icon."""

MARKS: Final = {
    "military": Mark("swords", "red"),
    "treasury": Mark("coin", "yellow"),
    "wonder": Mark("stage"),
    "civilian": Mark("blue", "blue"),
    "commercial": Mark("yellow", "yellow"),
    "guilds": Mark("purple", "purple"),
    "science": Mark("green", "green"),
    "scientific": Mark("green", "green"),
}
"""How the categories of the score sheet are marked."""

MOVE_ICONS: Final = {"stage": "stage", "discard": "coin", "decline": "close", "hand": "hand", "choose": "hand"}
"""The icons of moves that are about no card."""

AT_ONCE: Final = ("build", "stage", "discard", "free", "choose")
"""The kinds of moves of which each seat makes one a turn."""

UNSEEN: Final = "?"
"""A card that was laid face down."""

STAGES: Final = {
    ("alexandria", "A"): 3,
    ("alexandria", "B"): 3,
    ("babylon", "A"): 3,
    ("babylon", "B"): 3,
    ("ephesus", "A"): 3,
    ("ephesus", "B"): 3,
    ("giza", "A"): 3,
    ("giza", "B"): 4,
    ("halicarnassus", "A"): 3,
    ("halicarnassus", "B"): 3,
    ("olympia", "A"): 3,
    ("olympia", "B"): 3,
    ("rhodes", "A"): 3,
    ("rhodes", "B"): 2,
}
"""How many stages each side of each wonder's board has."""

FACES: Final = {
    "lumber_yard": Face(1, "brown", ("wood",)),
    "stone_pit": Face(1, "brown", ("stone",)),
    "clay_pool": Face(1, "brown", ("clay",)),
    "ore_vein": Face(1, "brown", ("ore",)),
    "tree_farm": Face(1, "brown", ("wood", "clay")),
    "excavation": Face(1, "brown", ("stone", "clay")),
    "clay_pit": Face(1, "brown", ("ore", "clay")),
    "timber_yard": Face(1, "brown", ("wood", "stone")),
    "forest_cave": Face(1, "brown", ("wood", "ore")),
    "mine": Face(1, "brown", ("stone", "ore")),
    "loom_1": Face(1, "grey", ("cloth",)),
    "glassworks_1": Face(1, "grey", ("glass",)),
    "press_1": Face(1, "grey", ("papyrus",)),
    "pawnshop": Face(1, "blue", ("laurel",), "3"),
    "baths": Face(1, "blue", ("laurel",), "3"),
    "altar": Face(1, "blue", ("laurel",), "2"),
    "theater": Face(1, "blue", ("laurel",), "2"),
    "tavern": Face(1, "yellow", ("coin",), "5"),
    "east_trading_post": Face(1, "yellow", ("trade", "next")),
    "west_trading_post": Face(1, "yellow", ("trade", "previous")),
    "marketplace": Face(1, "yellow", ("trade", "previous", "next")),
    "stockade": Face(1, "red", ("shield",), "1"),
    "barracks": Face(1, "red", ("shield",), "1"),
    "guard_tower": Face(1, "red", ("shield",), "1"),
    "apothecary": Face(1, "green", ("compass",)),
    "workshop": Face(1, "green", ("gear",)),
    "scriptorium": Face(1, "green", ("tablet",)),
    "sawmill": Face(2, "brown", ("wood",), "2"),
    "quarry": Face(2, "brown", ("stone",), "2"),
    "brickyard": Face(2, "brown", ("clay",), "2"),
    "foundry": Face(2, "brown", ("ore",), "2"),
    "loom_2": Face(2, "grey", ("cloth",)),
    "glassworks_2": Face(2, "grey", ("glass",)),
    "press_2": Face(2, "grey", ("papyrus",)),
    "aqueduct": Face(2, "blue", ("laurel",), "5"),
    "temple": Face(2, "blue", ("laurel",), "3"),
    "statue": Face(2, "blue", ("laurel",), "4"),
    "courthouse": Face(2, "blue", ("laurel",), "4"),
    "forum": Face(2, "yellow", ("glass", "cloth", "papyrus")),
    "caravansery": Face(2, "yellow", ("wood", "stone", "ore", "clay")),
    "vineyard": Face(2, "yellow", ("coin", "brown")),
    "bazar": Face(2, "yellow", ("coin", "grey")),
    "walls": Face(2, "red", ("shield",), "2"),
    "training_ground": Face(2, "red", ("shield",), "2"),
    "stables": Face(2, "red", ("shield",), "2"),
    "archery_range": Face(2, "red", ("shield",), "2"),
    "dispensary": Face(2, "green", ("compass",)),
    "laboratory": Face(2, "green", ("gear",)),
    "library": Face(2, "green", ("tablet",)),
    "school": Face(2, "green", ("tablet",)),
    "pantheon": Face(3, "blue", ("laurel",), "7"),
    "gardens": Face(3, "blue", ("laurel",), "5"),
    "town_hall": Face(3, "blue", ("laurel",), "6"),
    "palace": Face(3, "blue", ("laurel",), "8"),
    "senate": Face(3, "blue", ("laurel",), "6"),
    "haven": Face(3, "yellow", ("coin", "brown")),
    "lighthouse": Face(3, "yellow", ("coin", "yellow")),
    "chamber_of_commerce": Face(3, "yellow", ("coin", "grey")),
    "arena": Face(3, "yellow", ("coin", "stage")),
    "fortifications": Face(3, "red", ("shield",), "3"),
    "circus": Face(3, "red", ("shield",), "3"),
    "arsenal": Face(3, "red", ("shield",), "3"),
    "siege_workshop": Face(3, "red", ("shield",), "3"),
    "lodge": Face(3, "green", ("compass",)),
    "observatory": Face(3, "green", ("gear",)),
    "university": Face(3, "green", ("tablet",)),
    "academy": Face(3, "green", ("compass",)),
    "study": Face(3, "green", ("gear",)),
    "workers_guild": Face(3, "purple", ("guild", "brown")),
    "craftsmens_guild": Face(3, "purple", ("guild", "grey")),
    "traders_guild": Face(3, "purple", ("guild", "yellow")),
    "philosophers_guild": Face(3, "purple", ("guild", "green")),
    "spies_guild": Face(3, "purple", ("guild", "red")),
    "strategists_guild": Face(3, "purple", ("guild", "swords")),
    "shipowners_guild": Face(3, "purple", ("guild", "purple")),
    "scientists_guild": Face(3, "purple", ("wild",)),
    "magistrates_guild": Face(3, "purple", ("guild", "blue")),
    "builders_guild": Face(3, "purple", ("guild", "stage")),
}
"""Every card: its age, colour, icons and what is written on it."""
