"""Any move of a game of cards by ages: who, what with which card, perhaps under which wonder or which token."""

from collections.abc import Mapping
from functools import partial
from typing import Any, ClassVar, Final, NamedTuple

from kivy.properties import BooleanProperty

from companion import words
from companion.games.tables import TableView
from companion.looks.faces import AGES, looks
from companion.words.language import _
from ui.any_game.form import Form, one_of
from ui.any_game.pad import Body
from ui.widgets.basics import Tap, fill, key
from ui.widgets.cards import CardKeys, by_colour, grid_of
from ui.widgets.declared import texts

UNSEEN: Final = "?"


class Kind(NamedTuple):
    """A kind of move: what it is called, its icon, what has to be tapped last, and what it is on the wire."""

    said: str
    icon: str
    piece: str = "card"
    move: str = ""
    hidden: bool = False


class KindKey(Tap):
    """One kind of move, or anything else of which one is chosen: an icon over a word."""

    icon, text = texts(2)
    chosen = BooleanProperty(False)


class CardsForm(Form):
    """The piece tapped last ends it. ``kinds``: what can be composed in this game, the usual one first."""

    game: ClassVar[str]
    kinds: ClassVar[Mapping[str, Kind]]

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._kind, self._seat, self._age = next(iter(self.kinds)), 0, 1
        self._keys = CardKeys(self.game)

    def open(self, table: TableView, move: Body | None) -> None:
        """Begin with the usual kind and this age, or with a move to put right."""
        self._kind, self._seat = next(kind for kind in self.kinds if self.possible(kind, table)), table.to_move or 0
        self._age = max(1, getattr(table, "age", 1))
        if move is not None and move.get("move") in self.kinds:
            self._kind, self._seat = move["move"], move["seat"]
            card = looks(self.game).faces.get(move.get("card", ""))
            self._age = card.age if card is not None else self._age

    def possible(self, kind: str, table: TableView) -> bool:  # noqa: ARG002 - a game may look at both
        """Whether people may mean this kind of move at all."""
        return True

    def pieces(self, piece: str) -> list[Tap]:
        """What is tapped last where it is no card."""
        raise NotImplementedError

    def between(self, table: TableView) -> None:
        """Draw what a game asks between seats and cards."""

    def show(self, table: TableView) -> None:
        """Draw what can be chosen next."""
        kind = self.kinds[self._kind]
        self._show_kinds(kind, table)
        self._show_seats(table)
        self.between(table)
        if kind.piece == "card":
            shown = grid_of(self._cards(kind), most=7)
        elif kind.piece:
            shown = grid_of(self.pieces(kind.piece), most=4)
        else:
            shown = key(_(kind.said), kind.icon, self.finish, primary=True)
        fill(self.ids.pieces, [shown])

    def choose(self, **what: Any) -> None:
        """Choose a ``kind``, a ``seat`` or an ``age``."""
        self._kind, self._seat = what.get("kind", self._kind), what.get("seat", self._seat)
        self._age = what.get("age", self._age)
        self.again()

    def finish(self, **piece: Any) -> None:
        """That is the move."""
        self.done({"move": self.kinds[self._kind].move or self._kind, "seat": self._seat} | piece)

    def _show_kinds(self, kind: Kind, table: TableView) -> None:
        keys = [
            choice(_(each.said), each.icon, partial(self.choose, kind=name), chosen=name == self._kind)
            for name, each in self.kinds.items()
            if name == self._kind or self.possible(name, table)
        ]
        ages = (1, 2, 3) if kind.piece == "card" else ()
        keys += [choice(AGES[age], "", partial(self.choose, age=age), chosen=age == self._age) for age in ages]
        fill(self.ids.kinds, keys)

    def _show_seats(self, table: TableView) -> None:
        names = [words.player(table, player.seat) for player in table.players]
        fill(self.ids.seats, one_of(names, self._seat, lambda seat: self.choose(seat=seat)))

    def _cards(self, kind: Kind) -> list[Any]:
        cards = (card for card, drawn in looks(self.game).faces.items() if drawn.age == self._age)
        keys: list[Any] = [
            self._keys.key(card, partial(self.finish, card=card)) for card in by_colour(self.game, cards)
        ]
        if kind.hidden:
            keys.insert(0, key(_("Face down"), "card", partial(self.finish, card=UNSEEN), size_hint_y=1))
        return keys


def choice(said: str, icon: str, tapped: Any, *, chosen: bool) -> KindKey:
    """A key that is one of a few, with its icon over its word."""
    return KindKey(text=said, icon=icon, chosen=chosen, tapped=tapped)
