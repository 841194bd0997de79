"""The box of Duel in our own drawings: cards, wonders and backs; coins, loot, the conflict pawn, progress tokens.

Faces: ``duel/stable``, ``duel/wonder/sphinx``, ``duel/back/age_1``, ``duel/coin/6``, ``duel/token/loot_5``,
``duel/token/conflict_pawn``, ``duel/progress/law``.
"""

from companion.art import skyline
from companion.art.coins import coin
from companion.art.drawing import circle, place, polygon, rect, regular, star, text, text_below
from companion.art.icons import icon
from companion.art.palette import GOLD, INK, PAPER, TYPE_FIGURE, TYPE_SMALL
from companion.art.proxy_set import Printed, ProxySet
from companion.art.skyline import Colours
from companion.games.duel.places import AGE_BACKS, BACKS, CARD, CARD_FACES, GUILD_BACK, WONDER, WONDER_FACES, back_of
from companion.games.duel.rules.facts import FACTS, Card

_COINS = {"1": (20.0, "pewter"), "3": (24.0, "copper"), "6": (28.0, "gold")}
"""Diameter (mm) and metal by value."""
_LOOT = (32.0, 22.0)
_PAWN = (14.0, 14.0)
_PROGRESS = 30.0
_PROGRESSES: dict[str, tuple[str, str, str]] = {
    "agriculture": ("#cfe3a1", "coin", "+4"),
    "architecture": ("#cdc1ef", "pillar", "-2"),
    "economy": ("#ffe27a", "card", "="),
    "law": ("#efcfe8", "tablet", "!"),
    "masonry": ("#a9cdf6", "stone", "-2"),
    "mathematics": ("#bfe3cb", "compass", "x3"),
    "philosophy": ("#fbf6ea", "laurel", "7"),
    "strategy": ("#f4a79c", "swords", "+1"),
    "theology": ("#ecbf94", "question", "&amp;"),
    "urbanism": ("#cfd6de", "clay", "+6"),
}
"""Field colour, sign and what it is worth, in a word."""

_COLOURS = {
    "brown": Colours("#7a4a1e", "#4b2b0d", "#ffffff", "diamond"),
    "grey": Colours("#7d848c", "#41464d", "#ffffff", "diamond"),
    "blue": Colours("#1b5bab", "#0f3569", "#ffffff", "bar"),
    "green": Colours("#1b7345", "#0d4227", "#ffffff", "triangle"),
    "yellow": Colours("#f3b928", "#a26f06", "#2b1f05", "circle"),
    "red": Colours("#a8202a", "#641017", "#ffffff", "cross"),
    "purple": Colours("#6a3a94", "#3c1d58", "#ffffff", "bar"),
}
_BACKS: dict[str, tuple[str, str, str]] = {
    AGE_BACKS[0]: ("#7a3b1d", "#f0c48a", "I"),
    AGE_BACKS[1]: ("#24527e", "#b8dcf5", "II"),
    AGE_BACKS[2]: ("#3d4a2a", "#d9e2a0", "III"),
    GUILD_BACK: ("#55297a", "#e2c5f5", "G"),
    "duel/back/wonder": ("#2b2b2b", "#e0a526", "W"),
}
"""Ground, rings, sign."""

_SIZES: dict[str, tuple[float, float]] = {
    **dict.fromkeys((*CARD_FACES, *BACKS), CARD),
    **dict.fromkeys((*WONDER_FACES, "duel/back/wonder"), WONDER),
    **{f"duel/coin/{value}": (across, across) for value, (across, _) in _COINS.items()},
    "duel/token/loot_2": _LOOT,
    "duel/token/loot_5": _LOOT,
    "duel/token/conflict_pawn": _PAWN,
    **{f"duel/progress/{name}": (_PROGRESS, _PROGRESS) for name in _PROGRESSES},
}


def _draw(face: str) -> str:
    if face in CARD_FACES:
        return _card(FACTS.cards[CARD_FACES.index(face)])
    if face in _BACKS:
        return skyline.back(_SIZES[face], *_BACKS[face])
    if face in WONDER_FACES:
        return skyline.board(WONDER, FACTS.wonders[WONDER_FACES.index(face)].name)
    _, kind, name = face.split("/")
    if kind == "coin":
        return coin(name, *_COINS[name])
    if kind == "progress":
        return _progress(name)
    return _pawn() if name == "conflict_pawn" else _loot(name.removeprefix("loot_"))


def _loot(value: str) -> str:
    """How many coins the other one loses: a torn pouch with the number."""
    width, height = _LOOT
    ground = rect(0, 0, width, height, "#641017", 3) + rect(1.5, 1.5, width - 3, height - 3, "#f3d9a0", 2)
    pouch = place(icon("coin", 0, 0, 12, "#8a6206", "#f3d9a0"), 10, height / 2)
    drops = "".join(circle(6 + 3 * k, 19.2, 0.8, "#8a6206") for k in range(int(value)))
    return ground + pouch + text(f"-{value}", 22.5, height / 2 + 3.6, 10, "#7b1620") + drops


def _pawn() -> str:
    """Duel's conflict pawn from above: a red round with a white star."""
    middle = _PAWN[0] / 2
    body = circle(middle, middle, middle, "#8c0f18") + circle(middle, middle, middle - 1.2, "#d8232f")
    return body + polygon(star(middle, middle, 4.2, 1.8, 5), "#ffffff")


def _progress(name: str) -> str:
    """A green rim with the name below, beads above (each name its own number), and a sign on its own colour."""
    field, sign, worth = _PROGRESSES[name]
    middle = _PROGRESS / 2
    beads = 2 + list(_PROGRESSES).index(name)
    spots = (regular(middle, middle, 13.4, 1, -70 + 140 / beads * (k + 0.5))[0] for k in range(beads))
    ground = circle(middle, middle, middle, "#0f5a34") + "".join(circle(x, y, 0.75, GOLD) for x, y in spots)
    drawn = circle(middle, middle, 11.6, field) + icon(sign, 11, 14.6, 12, INK, field)
    written = text(worth, 21.2, 17.2, TYPE_FIGURE, INK) + text_below(
        name.capitalize(), middle, middle, 14.3, TYPE_SMALL, PAPER
    )
    return ground + drawn + written


def _card(card: Card) -> str:
    gives = card.shields or card.points or sum(card.produces.values()) or card.gains
    return skyline.card(CARD, _COLOURS[card.color], card.name, str(gives or "*"))


def _printed(every: bool) -> tuple[Printed, ...]:  # noqa: FBT001 - as every set's
    """The whole box, or each face once."""
    cards = (Printed(f"duel/{card.id}", back_of(card)) for card in FACTS.cards)
    wonders = (Printed(face, "duel/back/wonder") for face in WONDER_FACES)
    tokens = tuple(face for face in _SIZES if face.split("/")[1] in {"coin", "token", "progress"})
    copies = {"duel/coin/1": 14, "duel/coin/3": 10, "duel/coin/6": 7, "duel/token/loot_2": 2, "duel/token/loot_5": 2}
    loose = (Printed(face) for face in tokens for _ in range(copies.get(face, 1) if every else 1))
    return (*cards, *wonders, *loose)


PROXIES = ProxySet(
    "7 Wonders Duel", _SIZES, _draw, cards=frozenset((*CARD_FACES, *_BACKS, *WONDER_FACES)), printed=_printed
)
