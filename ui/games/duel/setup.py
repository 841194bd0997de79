"""How Duel is set up: four wonders each or a draft, five tokens on the board."""

from collections.abc import Mapping
from typing import Any, Final

from companion import words
from companion.games.duel.looks import ON_BOARD, TOKEN_ICONS, WONDER_ICONS
from companion.looks.faces import wonder_icon
from companion.words.language import _
from ui import theme
from ui.any_game.setup import Piece, Setup, Spot
from ui.seating import Seating

EACH: Final = 4
"""Wonders that each player has."""


class DuelSetup(Setup):
    """``wonders``: those of each player; none at all: they are drafted."""

    broad = True
    face_up = ON_BOARD

    def __init__(self, game: str, seating: Seating) -> None:
        super().__init__(game, seating)
        self.wonders: tuple[list[str], list[str]] = ([], [])

    @property
    def tokens(self) -> dict[str, int]:
        """One of each."""
        return dict.fromkeys(TOKEN_ICONS, 1)

    @property
    def ready(self) -> bool:
        """All wonders are given, or none."""
        return len(self.wonders[0]) == len(self.wonders[1]) and len(self.wonders[0]) in {0, EACH}

    @property
    def hint(self) -> str:
        """How many wonders have been given."""
        told = len(self.wonders[0]) + len(self.wonders[1])
        return _("Wonders: {n} of {k}").format(n=told, k=2 * EACH) if told else _("The wonders are drafted")

    def spot(self, place: int) -> Spot:
        """The player's wonders."""
        icons = [wonder_icon(self.game, own) for own in self.wonders[place]]
        label = self.seating.names[place] or _("Player {n}").format(n=place + 1)
        return Spot(icons or ["pawn"], theme.ACCENT, label, taken=True)

    @property
    def pieces(self) -> dict[str, Piece]:
        """Every wonder."""
        return {
            wonder: Piece(icon, words.wonder(wonder, self.game), theme.ACCENT) for wonder, icon in WONDER_ICONS.items()
        }

    def has(self, place: int, piece: str) -> bool:
        """Whether this player has the wonder."""
        return piece in self.wonders[place]

    def why_not(self, place: int, piece: str) -> str:
        """Nobody has what the other has, nor more than four."""
        if piece in (*self.wonders[0], *self.wonders[1]):
            return _("Somebody has it already.")
        return _("No more than {n} wonders each.").format(n=EACH) if len(self.wonders[place]) == EACH else ""

    def give(self, place: int, piece: str) -> int:
        """A wonder to this player, or back again; who has all gives the turn to the other."""
        if self.has(place, piece):
            self.wonders[place].remove(piece)
        elif not self.why_not(place, piece):
            self.wonders[place].append(piece)
        return 1 - place if len(self.wonders[place]) == EACH > len(self.wonders[1 - place]) else place

    def owned(self) -> list[list[str]]:
        """The wonders of both, where they are given."""
        return [list(mine) for mine in self.wonders] if any(self.wonders) else []

    def own(self, found: Mapping[str, Any]) -> None:
        """These are their wonders, where they lie there already."""
        if given := found.get("wonders"):
            self.wonders = (list(given[0]), list(given[1]))

    def whose(self, found: Mapping[str, Any], seat: int) -> str:  # noqa: ARG002 - as the base class has it
        """By number: a player has four wonders."""
        return _("Player {n}").format(n=seat + 1)

    def clear(self, place: int) -> None:
        """Nothing lies here yet."""
        self.seating.names[place] = ""
        self.wonders[place].clear()

    def contents(self, places: list[int]) -> dict[str, Any]:
        """Who begins, tokens, and the wonders if they are given."""
        own = {"wonders": [list(mine) for mine in self.wonders]} if self.wonders[0] else {}
        return {
            "first": self.first(places), "progress": list(self.progress), **own, "house_rules": dict(self.house),
        }  # fmt: skip


SETUP: Final = DuelSetup
