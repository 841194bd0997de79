"""What stands for a thing in a small picture: the icon and the tint of a move, of a category, of a game."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from companion import words
from companion.looks import faces
from ui import theme


class Emblem(NamedTuple):
    """An icon by its name, and its colour."""

    icon: str
    tint: theme.Rgba


_WITH_CARD: Final = ("take", "turn_up", "build", "free", "revive", "destroy")
_OTHERS: Final = {
    "end_turn": "hourglass",
    "medal": "medal",
    "reveal_medal": "medal",
    "discard": "coin",
    "decline": "close",
    "hand": "hand",
    "choose": "hand",
    "starter": "play",
    "stage": "stage",
    "offer": "pillar",
    "layout": "slots",
}
_GAMES: Final = {"architects": "stage", "seven_wonders": "pillar", "duel": "swords"}


def of_move(body: Mapping[str, Any], game: str) -> Emblem:
    """What a move is about: its card, token or wonder."""
    kind, card = body.get("move"), str(body.get("card", ""))
    if "reveal" in body or (kind in _WITH_CARD and card):
        face = faces.face(game, card)
        return Emblem(face.icons[0], theme.FAMILIES.get(face.colour, theme.MUTED))
    if kind == "build":
        return _of_wonder(game, str(body["stage"]).removesuffix("_" + words.stage_number(str(body["stage"]))))
    if kind in ("wonder", "draft"):
        return _of_wonder(game, str(body["wonder"]))
    if kind in ("progress", "reveal"):
        return Emblem(faces.token_icon(game, str(body.get("token"))), theme.ACCENT)
    told = next((name for name in ("offer", "layout") if name in body), str(kind))
    return Emblem(_OTHERS.get(told, "question"), theme.ACCENT)


def _of_wonder(game: str, wonder: str) -> Emblem:
    return Emblem(faces.wonder_icon(game, wonder), theme.WONDERS.get(wonder, theme.ACCENT))


def of_category(category: str) -> Emblem:
    """A category of the score sheet."""
    mark = faces.category(category)
    return Emblem(mark.icon, theme.FAMILIES[mark.colour] if mark.colour else theme.ACCENT)


def of_game(game: str) -> Emblem:
    """One of the games."""
    return Emblem(_GAMES.get(game, "card"), theme.ACCENT)
