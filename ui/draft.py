"""A set-up in the making, before the referee has seen it: who sits where, and what the game's own part makes of it."""

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final

from companion.games.catalogue import packages
from companion.games.tables import TableView
from ui.catalogue import part
from ui.seating import Seating

if TYPE_CHECKING:
    from ui.any_game.setup import Setup


class Draft:
    """``seating``: who sits where, whichever game is chosen; ``setup``: what the chosen game needs to begin.

    A game that was chosen before is found again as it was left.
    """

    def __init__(self, game: str = "") -> None:
        self.seating: Final = Seating()
        self._setups: dict[str, Setup] = {}
        self.play(game or next(iter(packages())))

    @classmethod
    def again(cls, game: str, table: TableView, before: "Draft | None" = None) -> "Draft":
        """The same players with the same wonders, to begin at once or to change.

        ``before``: the set-up with which that game began, if it was made here: its house rules and expansions stay.
        """
        draft = cls(game)
        if before is not None and before.game == game and before.setup.players == len(table.players):
            draft.setup.like(before.setup)
        draft.setup.again(table)
        return draft

    @classmethod
    def drawn(cls, game: str, names: Sequence[str]) -> "Draft":
        """Who was drawn to sit here, in their order; what each plays with is still to be said."""
        draft = cls(game)
        draft.seating.names[: len(names)] = names
        return draft

    def play(self, game: str) -> None:
        """Another game: whoever sits there stays, with what that game has."""
        for other, setup in self._setups.items():
            if other != game:
                setup.leave()
        if game not in self._setups:
            self._setups[game] = part(game, "setup").SETUP(game, self.seating)
        self.game = game
        self.setup = self._setups[game]
        self.setup.house.clear()
        self.setup.progress.clear()

    def body(self) -> dict[str, Any]:
        """The set-up as the referee takes it."""
        return self.setup.body()
