"""Any move of 7 Wonders or Duel: who, what with which card, perhaps under which wonder or which token."""

from functools import partial
from typing import Any, Final, NamedTuple

from kivy.properties import BooleanProperty, StringProperty

from companion import words
from companion.games.duel.looks import TOKENS, WONDERS
from companion.games.duel.table import DuelTable
from companion.games.tables import TableView
from companion.looks.faces import PIECES, token_icon, wonder_icon
from companion.words.language import N_, _, within
from ui.forms.form import Form, mark
from ui.pads.cards import CardKeys, by_colour, grid_of
from ui.pads.pad import Body
from ui.page import load
from ui.tables.duel import OfferedWonder
from ui.tables.picture import AGES
from ui.widgets import Tap, key

UNSEEN: Final = "?"
_UNPAID: Final[Body] = {"left": {}, "right": {}}


class Kind(NamedTuple):
    """A kind of move: what it is called, its icon, what has to be tapped last, and what it is on the wire."""

    said: str
    icon: str
    piece: str = "card"
    move: str = ""
    hidden: bool = False


KINDS: Final = {
    "seven_wonders": {
        "build": Kind(N_("Build"), "city"),
        "unpaid": Kind(N_("Not paid"), "close", move="build"),
        "stage": Kind(within("7 Wonders", "Stage"), "stage", hidden=True),
        "discard": Kind(N_("Discard"), "discard", hidden=True),
        "free": Kind(N_("For free"), "free"),
        "revive": Kind(N_("Revive"), "urn"),
    },
    "duel": {
        "build": Kind(N_("Build"), "city"),
        "discard": Kind(N_("Discard"), "discard"),
        "wonder": Kind(N_("Wonder"), "pillar"),
        "destroy": Kind(N_("Destroy"), "close"),
        "revive": Kind(N_("Revive"), "urn"),
        "progress": Kind(N_("Token"), "wheel", piece="token"),
        "draft": Kind(N_("Draft"), "hand", piece="wonder"),
        "starter": Kind(N_("Begins"), "star", piece=""),
    },
}
"""What can be composed, by game."""


class KindKey(Tap):
    """One kind of move, or anything else of which one is chosen: an icon over a word."""

    icon = StringProperty("")
    text = StringProperty("")
    chosen = BooleanProperty(False)


class CardsForm(Form):
    """The card tapped last ends it; ``game`` says which game's cards."""

    game = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._kind, self._seat, self._age, self._wonder = "build", 0, 1, ""
        self._keys = CardKeys(self.game)

    def open(self, table: TableView, move: Body | None) -> None:
        """Begin with a building of this age, or with a move to put right."""
        self._kind, self._seat, self._wonder = "build", table.to_move or 0, ""
        self._age = max(1, getattr(table, "age", 1))
        if isinstance(table, DuelTable) and table.age == 0:
            self._kind = "draft"
        if move is not None and move.get("move") in KINDS[self.game]:
            self._kind, self._seat = move["move"], move["seat"]
            self._wonder = move.get("wonder", "")
            looks = PIECES[self.game].cards.get(move.get("card", ""))
            self._age = looks.age if looks is not None else self._age

    def show(self, table: TableView) -> None:
        """Draw what can be chosen next."""
        kind = KINDS[self.game][self._kind]
        self._show_kinds(kind, table)
        self._show_seats(table)
        self._show_wonders(table)
        box = self.ids.pieces
        box.clear_widgets()
        if kind.piece == "card":
            box.add_widget(grid_of(self._cards(kind), most=7))
        elif kind.piece:
            box.add_widget(grid_of(self._pieces(kind.piece), most=4))
        else:
            box.add_widget(key(_(kind.said), kind.icon, self.finish, primary=True))

    def choose(self, **what: Any) -> None:
        """Choose a ``kind``, a ``seat``, an ``age`` or a ``wonder``."""
        self._kind, self._seat = what.get("kind", self._kind), what.get("seat", self._seat)
        self._age, self._wonder = what.get("age", self._age), what.get("wonder", self._wonder)
        self.again()

    def finish(self, **piece: Any) -> None:
        """That is the move."""
        move: Body = {"move": KINDS[self.game][self._kind].move or self._kind, "seat": self._seat} | piece
        if self._kind == "unpaid":
            move["trade"] = dict(_UNPAID)
        if self._kind == "wonder":
            move["wonder"] = self._wonder
        self.done(move)

    def _show_kinds(self, kind: Kind, table: TableView) -> None:
        box = self.ids.kinds
        box.clear_widgets()
        for name, each in KINDS[self.game].items():
            if name != self._kind and not _possible(name, table):
                continue
            box.add_widget(_choice(_(each.said), each.icon, partial(self.choose, kind=name), chosen=name == self._kind))
        for age in (1, 2, 3) if kind.piece == "card" else ():
            box.add_widget(_choice(AGES[age], "", partial(self.choose, age=age), chosen=age == self._age))

    def _show_seats(self, table: TableView) -> None:
        box = self.ids.seats
        box.clear_widgets()
        for player in table.players:
            made = key(words.player(table, player.seat), "", partial(self.choose, seat=player.seat))
            mark(made, chosen=player.seat == self._seat)
            box.add_widget(made)

    def _show_wonders(self, table: TableView) -> None:
        box = self.ids.wonders
        box.clear_widgets()
        if not isinstance(table, DuelTable) or self._kind != "wonder":
            return
        own = list(table.players[self._seat].wonders)
        if self._wonder not in own:
            self._wonder = own[0] if own else ""
        for wonder in own:
            icon, chosen = wonder_icon("duel", wonder), wonder == self._wonder
            box.add_widget(
                _choice(words.wonder(wonder, "duel"), icon, partial(self.choose, wonder=wonder), chosen=chosen)
            )

    def _cards(self, kind: Kind) -> list[Any]:
        cards = (card for card, looks in PIECES[self.game].cards.items() if looks.age == self._age)
        keys: list[Any] = [
            self._keys.key(card, partial(self.finish, card=card)) for card in by_colour(self.game, cards)
        ]
        if kind.hidden:
            keys.insert(0, key(_("Face down"), "card", partial(self.finish, card=UNSEEN), size_hint_y=1))
        return keys

    def _pieces(self, piece: str) -> list[Any]:
        keys: list[Any] = []
        for name in TOKENS if piece == "token" else WONDERS:
            icon = token_icon("duel", name) if piece == "token" else wonder_icon("duel", name)
            said = words.token(name, "duel") if piece == "token" else words.wonder(name, "duel")
            made = OfferedWonder(icon=icon, text=said)
            made.bind(on_release=lambda _key, name=name: self.finish(**{piece: name}))
            keys.append(made)
        return keys


def _possible(kind: str, table: TableView) -> bool:
    """Whether people may mean this kind of move at all: wonders are drafted, and a starter chosen, at their time."""
    if not isinstance(table, DuelTable):
        return True
    return {"draft": table.age == 0, "starter": table.choice == "starter"}.get(kind, table.age > 0)


def _choice(said: str, icon: str, tapped: Any, *, chosen: bool) -> KindKey:
    made = KindKey(text=said, icon=icon, chosen=chosen)
    made.bind(on_release=lambda _key: tapped())
    return made


load(__file__)
