"""Any move of any game: one like those that are legal now, but of another seat or with another piece."""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion import words
from companion.games.tables import TableView
from companion.looks.faces import looks, token_icon, wonder_icon
from companion.words.language import _
from ui import theme
from ui.any_game.pad import Body
from ui.page import Host
from ui.widgets.basics import Key, fill, key, mark
from ui.widgets.cards import CardKeys, by_colour, grid_of, piece_key

_PIECES: Final = ("card", "token", "wonder")
"""The fields of a move that name a piece; the first that it has is tapped last."""


class Form(BoxLayout):
    """The last tap calls ``done`` with the whole move."""

    shell: Host = ObjectProperty(None)
    done: Any = ObjectProperty(None)

    def open(self, table: TableView, move: Body | None) -> None:
        """Begin anew, or with a move of which most likely only one thing was wrong."""
        raise NotImplementedError

    def show(self, table: TableView) -> None:
        """Draw what can be chosen next."""
        raise NotImplementedError

    def again(self) -> None:
        """Draw anew: something else was chosen."""
        table = self.shell.view.table
        if table is not None:
            self.show(table)


class AnyForm(Form):
    """What is done above, who does it below that, then with which piece."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(orientation="vertical", spacing=theme.dp(theme.GAP), **kwargs)
        self._kinds: list[Body] = []
        self._kind, self._seat = 0, 0
        self._keys: CardKeys | None = None

    def open(self, table: TableView, move: Body | None) -> None:
        """Begin with what is legal first, or with the move to put right."""
        self._kinds = []
        for legal in (*([move] if move else []), *table.moves):
            if all(_kind(legal) != _kind(other) for other in self._kinds):
                self._kinds.append(dict(legal))
        self._kind, self._seat = 0, (move or {}).get("seat", table.to_move or 0)

    def show(self, table: TableView) -> None:
        """Draw what can be chosen next."""
        self.clear_widgets()
        if not self._kinds:
            return
        self._choose([_told(kind, table) for kind in self._kinds], self._kind, self.kind)
        chosen = self._kinds[self._kind]
        if "seat" in chosen:
            self._choose([words.player(table, player.seat) for player in table.players], self._seat, self.seat)
        pieces = self._pieces(chosen, table)
        self.add_widget(grid_of(pieces) if pieces else key(_("Done"), "check", self.finish, primary=True))
        self.add_widget(Widget())

    def kind(self, number: int) -> None:
        """Something else was done."""
        self._kind = number
        self.again()

    def seat(self, seat: int) -> None:
        """Somebody else did it."""
        self._seat = seat
        self.again()

    def finish(self, **piece: Any) -> None:
        """That is the move."""
        move = self._kinds[self._kind] | piece
        self.done(move | {"seat": self._seat} if "seat" in move else move)

    def _choose(self, said: list[str], chosen: int, choose: Callable[[int], object]) -> None:
        row = GridLayout(cols=3 if theme.portrait() else 4, spacing=theme.dp(6), size_hint_y=None)
        row.bind(minimum_height=row.setter("height"))
        fill(row, one_of(said, chosen, choose))
        self.add_widget(row)

    def _pieces(self, move: Mapping[str, Any], table: TableView) -> list[Any]:
        game, field = self.shell.view.game, next((field for field in _PIECES if field in move), "")
        if field == "card":
            self._keys = self._keys or CardKeys(game)
            cards = {*looks(game).faces, *(legal["card"] for legal in table.moves if "card" in legal)}
            return [self._keys.key(card, partial(self.finish, card=card)) for card in by_colour(game, cards)]
        names = {"token": looks(game).token_icons, "wonder": looks(game).wonder_icons}.get(field, {})
        icon, called = (token_icon, words.token) if field == "token" else (wonder_icon, words.wonder)
        return [
            piece_key(icon(game, name), called(name, game), partial(self.finish, **{field: name})) for name in names
        ]


def one_of(said: Sequence[str], chosen: int, choose: Callable[[int], object], **looks: Any) -> list[Key]:
    """Keys of which one is lit; a tap chooses another by its number."""
    keys = [key(each, "", partial(choose, number), **looks) for number, each in enumerate(said)]
    for number, made in enumerate(keys):
        mark(made, chosen=number == chosen)
    return keys


def _kind(move: Body) -> Body:
    """A move without who makes it and without its piece."""
    return {name: value for name, value in move.items() if name not in ("seat", *_PIECES)}


def _told(move: Body, table: TableView) -> str:
    """A kind of move in a word or two: where the piece comes from, or else what is done."""
    said, detail = words.move({name: value for name, value in move.items() if name != "seat"}, table)
    return detail or said


FORM: Final = AnyForm
