"""Any move of Duel: who, what with which card, perhaps under which wonder or which token."""

from functools import partial
from typing import Any, Final

from companion import words
from companion.games.duel.looks import TOKEN_ICONS, WONDER_ICONS
from companion.games.duel.table import DuelTable
from companion.games.tables import TableView
from companion.looks.faces import token_icon, wonder_icon
from companion.words.language import N_
from ui.any_game.cards_form import CardsForm, Kind, choice
from ui.any_game.pad import Body
from ui.widgets.basics import Tap
from ui.widgets.cards import piece_key

_KINDS: Final = {
    "build": Kind(N_("Build"), "city"),
    "discard": Kind(N_("Discard"), "discard"),
    "wonder": Kind(N_("Wonder"), "pillar"),
    "destroy": Kind(N_("Destroy"), "close"),
    "revive": Kind(N_("Revive"), "urn"),
    "progress": Kind(N_("Token"), "wheel", piece="token"),
    "draft": Kind(N_("Draft"), "hand", piece="wonder"),
    "starter": Kind(N_("Begins"), "star", piece=""),
}


class DuelForm(CardsForm):
    """A wonder is built with a card: whose and which is chosen before."""

    game = "duel"
    kinds = _KINDS

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._wonder = ""

    def open(self, table: TableView, move: Body | None) -> None:
        """Begin with a building of this age, with a wonder while they are drafted, or with a move to put right."""
        super().open(table, move)
        self._wonder = (move or {}).get("wonder", "")

    def possible(self, kind: str, table: TableView) -> bool:
        """Wonders are drafted, and a starter chosen, at their time."""
        assert isinstance(table, DuelTable)
        return {"draft": table.age == 0, "starter": table.choice == "starter"}.get(kind, table.age > 0)

    def choose(self, **what: Any) -> None:
        """Choose a ``kind``, a ``seat``, an ``age`` or a ``wonder``."""
        self._wonder = what.get("wonder", self._wonder)
        super().choose(**what)

    def finish(self, **piece: Any) -> None:
        """That is the move."""
        super().finish(**piece, **({"wonder": self._wonder} if self._kind == "wonder" else {}))

    def between(self, table: TableView) -> None:
        """The wonders of the player."""
        assert isinstance(table, DuelTable)
        box = self.ids.between
        box.clear_widgets()
        mine = table.players[self._seat]
        known = {name for player in table.players for name in player.wonders}
        # One that nobody has read may be any that nobody is known to have.
        unread = [name for name in WONDER_ICONS if name not in known] if mine.unread_wonders else []
        own = [*mine.wonders, *unread] if self._kind == "wonder" else []
        if own and self._wonder not in own:
            self._wonder = own[0]
        for wonder in own:
            said, icon = words.wonder(wonder, "duel"), wonder_icon("duel", wonder)
            box.add_widget(choice(said, icon, partial(self.choose, wonder=wonder), chosen=wonder == self._wonder))

    def pieces(self, piece: str) -> list[Tap]:
        """All tokens, or all wonders."""
        if piece == "token":
            return [
                piece_key(token_icon("duel", name), words.token(name, "duel"), partial(self.finish, token=name))
                for name in TOKEN_ICONS
            ]
        return [
            piece_key(wonder_icon("duel", name), words.wonder(name, "duel"), partial(self.finish, wonder=name))
            for name in WONDER_ICONS
        ]


FORM: Final = DuelForm
