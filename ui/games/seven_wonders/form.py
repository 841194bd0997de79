"""Any move of 7 Wonders: who, what with which card."""

from typing import TYPE_CHECKING, Any, Final

from companion.words.language import N_, within
from ui.any_game.cards_form import CardsForm, Kind

if TYPE_CHECKING:
    from ui.any_game.pad import Body

_KINDS: Final = {
    "build": Kind(N_("Build"), "city"),
    "unpaid": Kind(N_("Not paid"), "close", move="build"),
    "stage": Kind(within("7 Wonders", "Stage"), "stage", hidden=True),
    "discard": Kind(N_("Discard"), "discard", hidden=True),
    "free": Kind(N_("For free"), "free"),
    "revive": Kind(N_("Revive"), "urn"),
}


class SevenWondersForm(CardsForm):
    """Also a building that nobody has paid for."""

    game = "seven_wonders"
    kinds = _KINDS

    def finish(self, **piece: Any) -> None:
        """That is the move."""
        trade: Body = {"trade": {"left": {}, "right": {}}} if self._kind == "unpaid" else {}
        super().finish(**piece, **trade)


FORM: Final = SevenWondersForm
