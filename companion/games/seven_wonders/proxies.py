"""The box of 7 Wonders in our own drawings: cards, backs and boards of both editions, coins and conflict tokens.

Faces: ``seven_wonders/arena``, ``seven_wonders/back/age_2``, ``seven_wonders/board/giza/A``, ``seven_wonders/coin/3``,
``seven_wonders/token/conflict_minus_1``.
"""

from companion.art import skyline
from companion.art.coins import coin
from companion.art.drawing import circle, line, regular, text
from companion.art.icons import icon
from companion.art.palette import PAPER
from companion.art.proxy_set import Printed, ProxySet
from companion.art.skyline import Colours
from companion.games.seven_wonders.places import BACKS, BOARD, CARD, COINS, CONFLICT_TOKEN, TOKENS, back_of, face_of
from companion.games.seven_wonders.rules.facts import BOARDS, CARDS, FACTS, Card

_METALS = {"1": "pewter", "3": "gold"}
"""By value."""
_CONFLICT = CONFLICT_TOKEN[0]
_COLOURS = {
    "brown": Colours("#6f4a26", "#41290f", "#ffffff", "diamond"),
    "grey": Colours("#8a8f96", "#474c53", "#ffffff", "diamond"),
    "blue": Colours("#2463b4", "#12386d", "#ffffff", "bar"),
    "green": Colours("#257d4b", "#0f4529", "#ffffff", "triangle"),
    "yellow": Colours("#f0b429", "#9c6a05", "#2b1f05", "circle"),
    "red": Colours("#b0242e", "#671219", "#ffffff", "cross"),
    "purple": Colours("#71409c", "#401f5d", "#ffffff", "bar"),
}
_BACK_LOOKS = {
    BACKS[0]: ("#8a4a20", "#f2cf98", "I"),
    BACKS[1]: ("#5c6f7f", "#dfe9f2", "II"),
    BACKS[2]: ("#a8842a", "#fbf0c4", "III"),
}
"""Ground, rings, sign."""
_CARDS: dict[str, Card] = {}
for _card in CARDS:
    _CARDS.setdefault(face_of(_card.place), _card)
_BOARDS = {f"seven_wonders/board/{board.wonder}/{board.side}": board for board in BOARDS}
_CONFLICTS = {
    "minus_1": ("#2f3338", "#8b939b", "-1"),
    "1": ("#5b1210", "#e0907f", "1"),
    "3": ("#7b1620", "#d9483f", "3"),
    "5": ("#470a10", "#a41522", "5"),
}
_SIZES: dict[str, tuple[float, float]] = {
    **dict.fromkeys((*_CARDS, *BACKS), CARD),
    **dict.fromkeys(_BOARDS, BOARD),
    **COINS,
    **dict.fromkeys(TOKENS.values(), CONFLICT_TOKEN),
}


def _draw(face: str) -> str:
    if face in _CARDS:
        card = _CARDS[face]
        return skyline.card(CARD, _COLOURS[card.color], card.name, str(max(1, sum(card.cost) + card.coins)))
    if face in _BACK_LOOKS:
        return skyline.back(CARD, *_BACK_LOOKS[face])
    if face in _BOARDS:
        return skyline.board(BOARD, f"{_BOARDS[face].name} {_BOARDS[face].side}")
    _, kind, name = face.split("/")
    return coin(name, COINS[face][0], _METALS[name]) if kind == "coin" else _conflict(name.removeprefix("conflict_"))


def _conflict(name: str) -> str:
    """A victory (laurel, swords) or a defeat (broken shield)."""
    rim, field, words = _CONFLICTS[name]
    middle = _CONFLICT / 2
    beads = {"minus_1": 3, "1": 6, "3": 9, "5": 12}[name]
    spots = (regular(middle, middle, middle - 1.4, 1, 360 / beads * k)[0] for k in range(beads))
    ground = circle(middle, middle, middle, rim) + circle(middle, middle, middle - 2.8, field)
    ground += "".join(circle(x, y, 0.9, PAPER) for x, y in spots)
    sign = (
        icon("shield", middle, 9.6, 9, rim, field) + line([(9.4, 6), (12.4, 9.4), (11.4, 11.2), (15, 14)], field, 0.9)
        if name == "minus_1"
        else icon("swords", middle, 8.8, 8.6, rim, field)
    )
    return ground + sign + text(words, middle, 21, 7.4, PAPER)


def _printed(every: bool) -> tuple[Printed, ...]:  # noqa: FBT001 - as every set's
    """The box of the first edition with what only the second one has, or each face once."""
    first = {face_of(card.place) for card in FACTS.cards}
    later = [card for face, card in _CARDS.items() if face not in first]
    cards = [
        Printed(face_of(card.place), back_of(card.place))
        for card in ((*FACTS.cards, *later) if every else _CARDS.values())
        for _ in range(card.copies if every else 1)
    ]
    boards = [
        Printed(f"seven_wonders/board/{wonder}/A", f"seven_wonders/board/{wonder}/B")
        for wonder in dict.fromkeys(board.wonder for board in BOARDS)
    ]
    many = {**dict.fromkeys(COINS, 30), **dict.fromkeys(TOKENS.values(), 15)}
    loose = [Printed(face) for face, count in many.items() for _ in range(count if every else 1)]
    return (*cards, *boards, *loose)


PROXIES = ProxySet("7 Wonders", _SIZES, _draw, cards=frozenset((*_CARDS, *BACKS, *_BOARDS)), printed=_printed)
