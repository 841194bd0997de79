"""The names of everything in the box of 7 Wonders Duel: as printed where the rule text names it."""

from collections.abc import Callable
from typing import Final

from companion.games.duel.table import DuelSeat, DuelTable
from companion.words.facet import HouseRule, Lines, Move
from companion.words.language import N_, _, plural, within
from companion.words.names import card, token_taken, wonder

_GAME: Final = "duel"
NAME: Final = N_("Duel")
TITLE: Final = N_("7 Wonders Duel")
BOARD_GAME_GEEK: Final = ("7 Wonders Duel", 173346)
"""As board game databases call it, and its number on BoardGameGeek."""
RESOURCES: Final = {
    "wood": N_("Wood"),
    "stone": N_("Stone"),
    "clay": N_("Clay"),
    "glass": N_("Glass"),
    "papyrus": N_("Papyrus"),
}
SYMBOLS: Final = {
    "globe": N_("Globe"),
    "mortar": N_("Mortar"),
    "pendulum": N_("Pendulum"),
    "quill": N_("Quill"),
    "scales": N_("Scales"),
    "sundial": N_("Sundial"),
    "wheel": N_("Wheel"),
}
CATEGORIES: Final = {
    "civilian": N_("Civilian"),
    "scientific": N_("Science"),
    "commercial": N_("Commerce"),
    "guilds": N_("Guilds"),
    "wonders": N_("Wonders"),
    "progress": N_("Progress"),
    "treasury": N_("Treasury"),
    "military": N_("Military"),
}
TOKENS: Final = {
    "agriculture": N_("Agriculture"),
    "architecture": N_("Architecture"),
    "economy": N_("Economy"),
    "law": N_("Law"),
    "masonry": N_("Masonry"),
    "mathematics": N_("Mathematics"),
    "philosophy": N_("Philosophy"),
    "strategy": N_("Strategy"),
    "theology": N_("Theology"),
    "urbanism": N_("Urbanism"),
    "?": N_("not read yet"),
}
WONDERS: Final = {
    "appian_way": N_("The Appian Way"),
    "circus_maximus": N_("Circus Maximus"),
    "colossus": N_("The Colossus"),
    "great_library": N_("The Great Library"),
    "great_lighthouse": N_("The Great Lighthouse"),
    "hanging_gardens": N_("The Hanging Gardens"),
    "mausoleum": N_("The Mausoleum"),
    "piraeus": N_("Piraeus"),
    "pyramids": N_("The Pyramids"),
    "sphinx": N_("The Sphinx"),
    "statue_of_zeus": N_("The Statue of Zeus"),
    "temple_of_artemis": N_("The Temple of Artemis"),
}
CARDS: Final = {
    "lumber_yard": N_("Lumber Yard"),
    "logging_camp": N_("Logging Camp"),
    "clay_pool": N_("Clay Pool"),
    "clay_pit": N_("Clay Pit"),
    "quarry": N_("Quarry"),
    "stone_pit": N_("Stone Pit"),
    "glassworks": N_("Glassworks"),
    "press": N_("Press"),
    "guard_tower": N_("Guard Tower"),
    "workshop": N_("Workshop"),
    "apothecary": N_("Apothecary"),
    "stone_reserve": N_("Stone Reserve"),
    "clay_reserve": N_("Clay Reserve"),
    "wood_reserve": N_("Wood Reserve"),
    "stable": N_("Stable"),
    "garrison": N_("Garrison"),
    "palisade": N_("Palisade"),
    "scriptorium": within("duel", "Scriptorium"),
    "pharmacist": N_("Pharmacist"),
    "theater": N_("Theater"),
    "altar": N_("Altar"),
    "baths": N_("Baths"),
    "tavern": N_("Tavern"),
    "sawmill": N_("Sawmill"),
    "brickyard": N_("Brickyard"),
    "shelf_quarry": N_("Shelf Quarry"),
    "glass_blower": N_("Glass-Blower"),
    "drying_room": N_("Drying Room"),
    "walls": N_("Walls"),
    "forum": N_("Forum"),
    "caravansery": N_("Caravansery"),
    "customs_house": N_("Customs House"),
    "courthouse": N_("Courthouse"),
    "horse_breeders": N_("Horse Breeders"),
    "barracks": within("duel", "Barracks"),
    "archery_range": N_("Archery Range"),
    "parade_ground": N_("Parade Ground"),
    "library": N_("Library"),
    "dispensary": N_("Dispensary"),
    "school": N_("School"),
    "laboratory": N_("Laboratory"),
    "statue": N_("Statue"),
    "temple": N_("Temple"),
    "aqueduct": N_("Aqueduct"),
    "rostrum": N_("Rostrum"),
    "brewery": N_("Brewery"),
    "arsenal": N_("Arsenal"),
    "pretorium": N_("Pretorium"),
    "academy": N_("Academy"),
    "study": N_("Study"),
    "chamber_of_commerce": N_("Chamber of Commerce"),
    "port": N_("Port"),
    "armory": N_("Armory"),
    "palace": N_("Palace"),
    "town_hall": within("duel", "Town Hall"),
    "obelisk": N_("Obelisk"),
    "fortifications": within("building", "Fortifications"),
    "siege_workshop": within("duel", "Siege Workshop"),
    "circus": N_("Circus"),
    "university": N_("University"),
    "observatory": N_("Observatory"),
    "gardens": N_("Gardens"),
    "pantheon": N_("Pantheon"),
    "senate": N_("Senate"),
    "lighthouse": N_("Lighthouse"),
    "arena": N_("Arena"),
    "merchants_guild": N_("Merchants Guild"),
    "shipowners_guild": N_("Shipowners Guild"),
    "builders_guild": N_("Builders Guild"),
    "magistrates_guild": N_("Magistrates Guild"),
    "scientists_guild": N_("Scientists Guild"),
    "moneylenders_guild": N_("Moneylenders Guild"),
    "tacticians_guild": N_("Tacticians Guild"),
}
PIECES: Final = {
    "loot_2": N_("Military token: 2 coins"),
    "loot_5": N_("Military token: 5 coins"),
    "conflict_pawn": N_("Conflict pawn"),
}
BACKS: Final = {
    "guild": N_("Back: guild"),
    "wonder": N_("Back: wonder"),
    "age_1": N_("Back: age I"),
    "age_2": N_("Back: age II"),
    "age_3": N_("Back: age III"),
}
SECTIONS: Final = (
    within("rule", "A turn"),
    within("rule", "Building"),
    within("rule", "Building a wonder"),
    within("rule", "Civilian victory"),
    within("rule", "End of an age"),
    within("rule", "End of the game"),
    within("rule", "Guild cards"),
    within("rule", "Military"),
    within("rule", "Military supremacy"),
    within("rule", "One deck an age"),
    within("rule", "Preparing the structure"),
    within("rule", "Progress tokens"),
    within("rule", "Science and progress"),
    within("rule", "Scientific supremacy"),
    within("rule", "Set-up"),
    within("rule", "Seven wonders, no more"),
    within("rule", "Trade"),
    within("rule", "Wonder draft"),
    within("rule", "Wonders"),
)
"""The sections of the rule text on which findings and points rest: only marked here, for the catalogues."""
HOUSE_RULES: Final[dict[str, HouseRule]] = {
    "progress_optional": (
        N_("A progress token for a pair"),
        ((True, N_("may be declined")), (False, N_("must be taken"))),
    ),
    "skipped_loot_taken": (
        N_("A military token that the pawn jumps over"),
        ((True, N_("takes effect")), (False, N_("stays"))),
    ),
}
"""Where the rulebook is silent."""


def supremacy(table: DuelTable) -> str:
    """What won the game before its end; empty: nothing did."""
    if not table.supremacy:
        return ""
    return _("Military supremacy") if table.supremacy == "military" else _("Scientific supremacy")


def tie_break(seat: DuelSeat) -> tuple[int, str]:
    """What is compared between players with as many points (section "Civilian victory"), and in words."""
    blue = seat.categories["civilian"]
    return blue, plural("{n} point on blue cards", "{n} points on blue cards", blue)


def _draft(body: Move, _table: DuelTable) -> Lines:
    return _("chooses {name}").format(name=wonder(body["wonder"], _GAME)), ""


def _wonder(body: Move, _table: DuelTable) -> Lines:
    return wonder(body["wonder"], _GAME), _("under it: {name}").format(name=card(body["card"], _GAME))


def _token(body: Move, _table: DuelTable) -> Lines:
    return token_taken(body["token"], _GAME), _("from the box") if body.get("from") == "box" else ""


MOVES: Final[dict[str, Callable[[Move, DuelTable], Lines]]] = {
    "build": lambda body, _table: (card(body["card"], _GAME), ""),
    "discard": lambda body, _table: (_("discards {name}").format(name=card(body["card"], _GAME)), ""),
    "wonder": _wonder,
    "destroy": lambda body, _table: (_("discards the opponent's {name}").format(name=card(body["card"], _GAME)), ""),
    "revive": lambda body, _table: (card(body["card"], _GAME), _("from the discard pile")),
    "progress": _token,
    "starter": lambda _body, _table: (_("begins the next age"), ""),
    "draft": _draft,
    "offer": lambda body, _table: (_("Wonders on offer"), ", ".join(wonder(name, _GAME) for name in body["offer"])),
    "layout": lambda body, _table: (_("Cards of age {age} laid out").format(age="I" * body["age"]), ""),
    "reveal": lambda body, _table: (_("Card turned up"), card(body["card"], _GAME)),
}
"""What was turned up has no kind of its own: it is told by its key."""
