"""What stands for a thing in a small picture: the icon and the tint of a move, of a category, of a game."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from companion.looks import faces
from ui import theme


class Emblem(NamedTuple):
    """An icon by its name, and its colour."""

    icon: str
    tint: theme.Rgba


def of_move(body: Mapping[str, Any], game: str) -> Emblem:
    """What a move is about: its wonder, card or token, or what the game says of this kind of move."""
    icons = faces.looks(game).move_icons
    told = next((name for name in (body.get("move", ""), *body) if name in icons), None)
    if told is not None:
        return Emblem(icons[told], theme.ACCENT)
    if "wonder" in body:
        return _of_wonder(game, str(body["wonder"]))
    if "card" in body:
        face = faces.face(game, str(body["card"]))
        return Emblem(face.icons[0], theme.FAMILIES.get(face.colour, theme.MUTED))
    if "stage" in body:
        return _of_wonder(game, str(body["stage"]).rpartition("_")[0])
    return Emblem(faces.token_icon(game, str(body.get("token"))), theme.ACCENT)


def _of_wonder(game: str, wonder: str) -> Emblem:
    return Emblem(faces.wonder_icon(game, wonder), theme.WONDERS.get(wonder, theme.ACCENT))


def of_category(category: str) -> Emblem:
    """A category of the score sheet."""
    mark = faces.category(category)
    return Emblem(mark.icon, theme.FAMILIES[mark.colour] if mark.colour else theme.ACCENT)
