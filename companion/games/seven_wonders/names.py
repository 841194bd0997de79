# ruff: noqa: RUF001 - a multiplication sign is what is meant
"""The names of everything in the box of 7 Wonders (first edition): as printed where a rule text names it."""

from collections.abc import Callable
from typing import Final

from companion.games.architects.names import WONDERS as _CITIES
from companion.games.seven_wonders.table import SevenWondersSeat, SevenWondersTable
from companion.words.facet import HouseRule, Lines, Move
from companion.words.language import N_, _, plural, within
from companion.words.names import card, player, resource

_GAME: Final = "seven_wonders"
NAME: Final = N_("7 Wonders")
TITLE: Final = N_("7 Wonders")
BOARD_GAME_GEEK: Final = ("7 Wonders", 68448)
"""As board game databases call it, and its number on BoardGameGeek."""
RESOURCES: Final = {
    "wood": N_("Wood"),
    "stone": N_("Stone"),
    "ore": N_("Ore"),
    "clay": N_("Clay"),
    "glass": N_("Glass"),
    "cloth": N_("Cloth"),
    "papyrus": N_("Papyrus"),
}
SYMBOLS: Final = {
    "compass": N_("Compass"),
    "gear": N_("Gear"),
    "tablet": N_("Tablet"),
    "wild": N_("Any symbol"),
}
BOARDS: Final = {
    "alexandria": N_("Lighthouse of Alexandria"),
    "babylon": N_("Hanging Gardens of Babylon"),
    "ephesus": N_("Temple of Artemis in Ephesus"),
    "giza": N_("Pyramids of Giza"),
    "halicarnassus": N_("Mausoleum of Halicarnassus"),
    "olympia": N_("Statue of Zeus in Olympia"),
    "rhodes": N_("Colossus of Rhodes"),
}
"""What is built in each city."""
WONDERS: Final = {name: _CITIES[name] for name in BOARDS}
CATEGORIES: Final = {
    "military": N_("Military"),
    "treasury": N_("Treasury"),
    "wonder": N_("Wonder"),
    "civilian": N_("Civilian"),
    "science": N_("Science"),
    "commercial": N_("Commerce"),
    "guilds": N_("Guilds"),
}
CARDS: Final = {
    "lumber_yard": N_("Lumber Yard"),
    "stone_pit": N_("Stone Pit"),
    "clay_pool": N_("Clay Pool"),
    "ore_vein": N_("Ore Vein"),
    "tree_farm": N_("Tree Farm"),
    "excavation": N_("Excavation"),
    "clay_pit": N_("Clay Pit"),
    "timber_yard": N_("Timber Yard"),
    "forest_cave": N_("Forest Cave"),
    "mine": N_("Mine"),
    "loom_1": N_("Loom"),
    "glassworks_1": N_("Glassworks"),
    "press_1": N_("Press"),
    "pawnshop": N_("Pawnshop"),
    "baths": N_("Baths"),
    "altar": N_("Altar"),
    "theater": N_("Theater"),
    "tavern": N_("Tavern"),
    "east_trading_post": N_("East Trading Post"),
    "west_trading_post": N_("West Trading Post"),
    "marketplace": N_("Marketplace"),
    "stockade": N_("Stockade"),
    "barracks": N_("Barracks"),
    "guard_tower": N_("Guard Tower"),
    "apothecary": N_("Apothecary"),
    "workshop": N_("Workshop"),
    "scriptorium": N_("Scriptorium"),
    "sawmill": N_("Sawmill"),
    "quarry": N_("Quarry"),
    "brickyard": N_("Brickyard"),
    "foundry": N_("Foundry"),
    "loom_2": N_("Loom"),
    "glassworks_2": N_("Glassworks"),
    "press_2": N_("Press"),
    "aqueduct": N_("Aqueduct"),
    "temple": N_("Temple"),
    "statue": N_("Statue"),
    "courthouse": N_("Courthouse"),
    "forum": N_("Forum"),
    "caravansery": N_("Caravansery"),
    "vineyard": N_("Vineyard"),
    "bazar": N_("Bazar"),
    "walls": N_("Walls"),
    "training_ground": N_("Training Ground"),
    "stables": N_("Stables"),
    "archery_range": N_("Archery Range"),
    "dispensary": N_("Dispensary"),
    "laboratory": N_("Laboratory"),
    "library": N_("Library"),
    "school": N_("School"),
    "pantheon": N_("Pantheon"),
    "gardens": N_("Gardens"),
    "town_hall": N_("Town Hall"),
    "palace": N_("Palace"),
    "senate": N_("Senate"),
    "haven": N_("Haven"),
    "lighthouse": N_("Lighthouse"),
    "chamber_of_commerce": N_("Chamber of Commerce"),
    "arena": N_("Arena"),
    "fortifications": within("building", "Fortifications"),
    "circus": N_("Circus"),
    "arsenal": N_("Arsenal"),
    "siege_workshop": N_("Siege Workshop"),
    "lodge": N_("Lodge"),
    "observatory": N_("Observatory"),
    "university": N_("University"),
    "academy": N_("Academy"),
    "study": N_("Study"),
    "workers_guild": N_("Workers Guild"),
    "craftsmens_guild": N_("Craftsmens Guild"),
    "traders_guild": N_("Traders Guild"),
    "philosophers_guild": N_("Philosophers Guild"),
    "spies_guild": N_("Spies Guild"),
    "strategists_guild": N_("Strategists Guild"),
    "shipowners_guild": N_("Shipowners Guild"),
    "scientists_guild": N_("Scientists Guild"),
    "magistrates_guild": N_("Magistrates Guild"),
    "builders_guild": N_("Builders Guild"),
    "?": N_("an unseen card"),
}
PIECES: Final = {
    "conflict_minus_1": N_("Defeat token"),
    "conflict_1": N_("Victory token, 1"),
    "conflict_3": N_("Victory token, 3"),
    "conflict_5": N_("Victory token, 5"),
}
BACKS: Final = {"age_1": N_("Back: age I"), "age_2": N_("Back: age II"), "age_3": N_("Back: age III")}
SECTIONS: Final = (
    within("rule", "Building"),
    within("rule", "Choosing a card"),
    within("rule", "Completing a stage"),
    within("rule", "Cost in resources"),
    within("rule", "Decks of the ages"),
    within("rule", "Descriptions of the wonders"),
    within("rule", "End of the game"),
    within("rule", "Overview of an age"),
    within("rule", "Scoring: Civilian buildings"),
    within("rule", "Scoring: Commercial buildings"),
    within("rule", "Scoring: Guilds"),
    within("rule", "Scoring: Military conflicts"),
    within("rule", "Scoring: Scientific buildings"),
    within("rule", "Scoring: Treasury"),
    within("rule", "Scoring: Wonders of the World"),
    within("rule", "Set-up"),
    within("rule", "Statue of Zeus in Olympia (side B)"),
    within("rule", "Trade"),
    within("rule", "Variant for two players"),
)
"""The sections of the rule text on which findings and points rest: only marked here, for the catalogues."""
HOUSE_RULES: Final[dict[str, HouseRule]] = {
    "craftsmens_guild_points": (
        N_("Craftsmens Guild, each grey card"),
        ((2, N_("2 points")), (1, N_("1 point"))),
    ),
    "free_city_first": (
        N_("The Free City acts in a turn"),
        ((True, N_("first")), (False, N_("last"))),
    ),
    "copied_shipowners_count_themselves": (
        N_("A copied Shipowners Guild counts itself"),
        ((False, N_("no")), (True, N_("yes"))),
    ),
}
"""Where the rulebook is silent."""


def called(seat: SevenWondersSeat) -> str:
    """A seat that is nobody's: the Free City."""
    return _("Free City") if seat.free_city else ""


def plays(seat: SevenWondersSeat) -> bool:
    """Whether the points of this seat count: the Free City's do not."""
    return not seat.free_city


def tie_break(seat: SevenWondersSeat) -> tuple[int, str]:
    """What is compared between players with as many points (section "End of the game"), and in words."""
    return seat.coins, plural("{n} coin", "{n} coins", seat.coins)


def trade(body: Move, table: SevenWondersTable) -> str:
    """What a move buys from whom: ``2 x Clay from Anna``; empty: nothing."""
    bought = body.get("trade") or {}
    count, seat = len(table.players), int(body["seat"])
    parts = []
    for side, other in (("left", (seat + 1) % count), ("right", (seat - 1) % count)):
        goods = {name: number for name, number in (bought.get(side) or {}).items() if number}
        if goods:
            what = ", ".join(f"{number} × {resource(name)}" for name, number in goods.items())
            parts.append(_("{what} from {player}").format(what=what, player=player(table, other)))
    return " · ".join(parts)


def _built(body: Move, table: SevenWondersTable) -> Lines:
    return card(body["card"], _GAME), trade(body, table)


def _wonder_stage(body: Move, table: SevenWondersTable) -> Lines:
    return _("builds a stage of the wonder"), " · ".join(part for part in (_under(body), trade(body, table)) if part)


def _under(body: Move) -> str:
    """The card that goes face down, where somebody has seen it."""
    return card(body["card"], _GAME) if body.get("card", "?") != "?" else ""


def _hand(body: Move, _table: SevenWondersTable) -> Lines:
    return _("hand seen"), ", ".join(card(face, _GAME) for face in body["cards"])


MOVES: Final[dict[str, Callable[[Move, SevenWondersTable], Lines]]] = {
    "build": _built,
    "stage": _wonder_stage,
    "discard": lambda body, _table: (_("discards a card for 3 coins"), _under(body)),
    "free": lambda body, _table: (card(body["card"], _GAME), _("built for free: Olympia")),
    "revive": lambda body, _table: (card(body["card"], _GAME), _("from the discard pile")),
    "choose": lambda _body, _table: (_("has chosen a card"), ""),
    "decline": lambda _body, _table: (_("declines"), ""),
    "hand": _hand,
}
"""``choose``: a choice that is secret yet."""
