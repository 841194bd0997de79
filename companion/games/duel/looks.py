"""What is drawn of the pieces of Duel: ids, ages, colours, icons, layouts. No rules."""

from typing import Final

from companion.looks.faces import Face, Mark

ICON: Final = "swords"

COLOURS: Final = ("brown", "grey", "blue", "yellow", "red", "green", "purple")
"""Card colours in the order in which they are shown."""

RESOURCES: Final = ("wood", "stone", "clay", "glass", "papyrus")

SYMBOLS: Final = ("pendulum", "wheel", "quill", "mortar", "sundial", "globe", "scales")
"""Science symbols, the last one on a progress token; six different ones win."""

TO_WIN: Final = 6
CAPITAL: Final = 9
"""Where on the military track each capital lies."""
ZONES: Final = (1, 3, 6)
"""Where on the track, in each half, its zones begin."""

WONDER_ICONS: Final = {
    "appian_way": "appian_way",
    "circus_maximus": "circus_maximus",
    "colossus": "rhodes",
    "great_library": "great_library",
    "great_lighthouse": "alexandria",
    "hanging_gardens": "babylon",
    "mausoleum": "halicarnassus",
    "piraeus": "piraeus",
    "pyramids": "giza",
    "sphinx": "sphinx",
    "statue_of_zeus": "olympia",
    "temple_of_artemis": "ephesus",
}
"""Every wonder and its icon."""

TOKEN_ICONS: Final = {
    "agriculture": "wheat",
    "architecture": "pillar",
    "economy": "trade",
    "law": "scales",
    "masonry": "bricks",
    "mathematics": "mathematics",
    "philosophy": "owl",
    "strategy": "swords",
    "theology": "repeat",
    "urbanism": "city",
}
"""Every progress token and its icon."""

MARKS: Final = {
    "civilian": Mark("blue", "blue"),
    "scientific": Mark("green", "green"),
    "commercial": Mark("yellow", "yellow"),
    "guilds": Mark("purple", "purple"),
    "wonders": Mark("pillar"),
    "progress": Mark("star"),
    "military": Mark("swords", "red"),
    "treasury": Mark("coin", "yellow"),
}
"""How the categories of the score sheet are marked."""

MOVE_ICONS: Final = {"discard": "coin", "starter": "play", "offer": "pillar", "layout": "slots"}
"""The icons of moves that are about no card, token or wonder."""

UNREAD: Final = "?"
"""A card that nobody has read yet."""

ON_BOARD: Final = 5
"""Progress tokens that lie on the board at the beginning."""

LAYOUTS: Final = {
    1: ((5, 7), (4, 6, 8), (3, 5, 7, 9), (2, 4, 6, 8, 10), (1, 3, 5, 7, 9, 11)),
    2: ((1, 3, 5, 7, 9, 11), (2, 4, 6, 8, 10), (3, 5, 7, 9), (4, 6, 8), (5, 7)),
    3: ((5, 7), (4, 6, 8), (3, 5, 7, 9), (4, 8), (3, 5, 7, 9), (4, 6, 8), (5, 7)),
}
"""By age, the rows of the structure in the order in which they are laid: where each card lies, in half cards' widths.

Every second row is laid face down; each row lies on the one before.
"""

FACES: Final = {
    "lumber_yard": Face(1, "brown", ("wood",)),
    "logging_camp": Face(1, "brown", ("wood",)),
    "clay_pool": Face(1, "brown", ("clay",)),
    "clay_pit": Face(1, "brown", ("clay",)),
    "quarry": Face(1, "brown", ("stone",)),
    "stone_pit": Face(1, "brown", ("stone",)),
    "glassworks": Face(1, "grey", ("glass",)),
    "press": Face(1, "grey", ("papyrus",)),
    "guard_tower": Face(1, "red", ("shield",), "1"),
    "workshop": Face(1, "green", ("pendulum",), "1"),
    "apothecary": Face(1, "green", ("wheel",), "1"),
    "stone_reserve": Face(1, "yellow", ("trade", "stone")),
    "clay_reserve": Face(1, "yellow", ("trade", "clay")),
    "wood_reserve": Face(1, "yellow", ("trade", "wood")),
    "stable": Face(1, "red", ("shield",), "1"),
    "garrison": Face(1, "red", ("shield",), "1"),
    "palisade": Face(1, "red", ("shield",), "1"),
    "scriptorium": Face(1, "green", ("quill",)),
    "pharmacist": Face(1, "green", ("mortar",)),
    "theater": Face(1, "blue", ("laurel",), "3"),
    "altar": Face(1, "blue", ("laurel",), "3"),
    "baths": Face(1, "blue", ("laurel",), "3"),
    "tavern": Face(1, "yellow", ("coin",), "4"),
    "sawmill": Face(2, "brown", ("wood",), "2"),
    "brickyard": Face(2, "brown", ("clay",), "2"),
    "shelf_quarry": Face(2, "brown", ("stone",), "2"),
    "glass_blower": Face(2, "grey", ("glass",)),
    "drying_room": Face(2, "grey", ("papyrus",)),
    "walls": Face(2, "red", ("shield",), "2"),
    "forum": Face(2, "yellow", ("glass", "papyrus")),
    "caravansery": Face(2, "yellow", ("wood", "stone", "clay")),
    "customs_house": Face(2, "yellow", ("trade", "glass", "papyrus")),
    "courthouse": Face(2, "blue", ("laurel",), "5"),
    "horse_breeders": Face(2, "red", ("shield",), "1"),
    "barracks": Face(2, "red", ("shield",), "1"),
    "archery_range": Face(2, "red", ("shield",), "2"),
    "parade_ground": Face(2, "red", ("shield",), "2"),
    "library": Face(2, "green", ("quill",), "2"),
    "dispensary": Face(2, "green", ("mortar",), "2"),
    "school": Face(2, "green", ("wheel",), "1"),
    "laboratory": Face(2, "green", ("pendulum",), "1"),
    "statue": Face(2, "blue", ("laurel",), "4"),
    "temple": Face(2, "blue", ("laurel",), "4"),
    "aqueduct": Face(2, "blue", ("laurel",), "5"),
    "rostrum": Face(2, "blue", ("laurel",), "4"),
    "brewery": Face(2, "yellow", ("coin",), "6"),
    "arsenal": Face(3, "red", ("shield",), "3"),
    "pretorium": Face(3, "red", ("shield",), "3"),
    "academy": Face(3, "green", ("sundial",), "3"),
    "study": Face(3, "green", ("sundial",), "3"),
    "chamber_of_commerce": Face(3, "yellow", ("coin", "grey")),
    "port": Face(3, "yellow", ("coin", "brown")),
    "armory": Face(3, "yellow", ("coin", "red")),
    "palace": Face(3, "blue", ("laurel",), "7"),
    "town_hall": Face(3, "blue", ("laurel",), "7"),
    "obelisk": Face(3, "blue", ("laurel",), "5"),
    "fortifications": Face(3, "red", ("shield",), "2"),
    "siege_workshop": Face(3, "red", ("shield",), "2"),
    "circus": Face(3, "red", ("shield",), "2"),
    "university": Face(3, "green", ("globe",), "2"),
    "observatory": Face(3, "green", ("globe",), "2"),
    "gardens": Face(3, "blue", ("laurel",), "6"),
    "pantheon": Face(3, "blue", ("laurel",), "6"),
    "senate": Face(3, "blue", ("laurel",), "5"),
    "lighthouse": Face(3, "yellow", ("coin", "yellow")),
    "arena": Face(3, "yellow", ("coin", "stage")),
    "merchants_guild": Face(3, "purple", ("guild", "yellow")),
    "shipowners_guild": Face(3, "purple", ("guild", "brown")),
    "builders_guild": Face(3, "purple", ("guild", "stage")),
    "magistrates_guild": Face(3, "purple", ("guild", "blue")),
    "scientists_guild": Face(3, "purple", ("guild", "green")),
    "moneylenders_guild": Face(3, "purple", ("guild", "coin")),
    "tacticians_guild": Face(3, "purple", ("guild", "red")),
}
"""Every card: its age, colour, icons and what is written on it."""
