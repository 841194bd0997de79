"""What lies before each player of a game that was begun before the camera looked on: put right, and gone on from."""

from functools import partial
from typing import Any, Final

from kivy.properties import BooleanProperty, NumericProperty

from companion import words
from companion.api.protocol import View
from companion.games.catalogue import facet
from companion.games.finished import NUMBER, Field, FieldName, Piece
from companion.looks.faces import FIELD_ICONS, face, token_icon
from companion.words.fields import FIELDS
from companion.words.language import _, say
from ui import theme
from ui.page import Page
from ui.widgets.basics import Key, Tile, fill, key, mark
from ui.widgets.declared import flags, texts

_NUMBERS: Final[tuple[FieldName, ...]] = ("military", "cat")
"""Fields that are numbers: they stand together."""
_OF_CARDS, _OF_TOKENS, _UPRIGHT = 7, 5, 4
"""Tiles side by side: cards, whose names are short, all others; on a screen that stands upright."""


class JoiningPage(Page):
    """One city at a time, one field of it at a time; at the end who is next.

    ``less``: what is tapped is taken away; ``last``: it is only left to say who is next.
    """

    of_a_game = True
    less = BooleanProperty(False)
    columns = NumericProperty(1)
    last, first_city = flags(2)
    title, of, asked, wonder = texts(4)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._cities: list[dict[str, dict[str, int]]] = []
        self._seat, self._field = 0, "cards"
        self._read: tuple[Any, ...] = ()

    def open(self, *_: Any, **_about: Any) -> None:
        """From the first city on."""
        self._seat, self._field, self._read, self.less, self._state = 0, "cards", (), False, None

    def show(self, view: View) -> None:
        """What was read; as soon as somebody has put it right, as he has it."""
        if view.table is None or not view.joining:
            self.shell.known()
            return
        if self.same(view.joining, view.table):
            return
        if view.joining != self._read:
            self._read = view.joining
            self._cities = [{name: dict(counts) for name, counts in city.items()} for city in view.joining]
        self.draw()

    def draw(self) -> None:
        """The city and the field in hand."""
        table = self.shell.view.table
        assert table is not None
        self.last, self.first_city = self._seat == len(self._cities), self._seat == 0
        if self.last:
            self.title, self.asked, self.of, self.wonder = _("Who is next?"), "", "", ""
            self.columns = 1 if theme.portrait() else 2
            fill(self.ids.fields, ())
            fill(self.ids.grid, [self._person(seat) for seat in range(len(self._cities))])
            return
        player = table.players[self._seat]
        self.title = _("A game is being played already")
        self.wonder, self.of = player.wonder or "", f"{self._seat + 1} / {len(self._cities)}"
        self.asked = _("{player}: is this what lies there?").format(player=words.player(table, self._seat))
        fields = self._fields()
        tabs = (*(field.name for field in fields if field.kind == "many"), _NUMBERS[0])
        fill(self.ids.fields, [self._tab(name) for name in tabs])
        shown = _NUMBERS if self._field in _NUMBERS else (self._field,)
        self.columns = _UPRIGHT if theme.portrait() else _OF_CARDS if self._field == "cards" else _OF_TOKENS
        fill(self.ids.grid, [tile for field in fields if field.name in shown for tile in self._tiles(field)])

    def step(self, by: int) -> None:
        """To another city; beyond the last one, to who is next."""
        self._seat, self._field, self.less = self._seat + by, "cards", False
        self.draw()

    def begins_now(self) -> None:
        """Nothing was played before."""
        self.shell.send("join", {})

    def _join(self, seat: int) -> None:
        self.shell.send("join", {"cities": self._cities, "first": seat})

    def _person(self, seat: int) -> Key:
        table = self.shell.view.table
        assert table is not None
        wonder = table.players[seat].wonder or "pawn"
        tint = theme.WONDERS.get(wonder, theme.TEXT)
        return key(words.player(table, seat), wonder, partial(self._join, seat), tint=tint, step=theme.LARGE)

    def _fields(self) -> list[Field]:
        how = facet(self.shell.view.game, "joined")
        return list(how.fields()) if how is not None else []

    def _tab(self, name: FieldName) -> Key:
        names = _NUMBERS if name in _NUMBERS else (name,)
        many = sum(sum(self._cities[self._seat].get(each, {}).values()) for each in names)
        made = key(
            f"{say(FIELDS[name])} {many}" if not theme.portrait() else str(many),
            FIELD_ICONS[name],
            partial(self._choose, name),
        )
        mark(made, chosen=self._field in names)
        return made

    def _choose(self, name: str) -> None:
        self._field = name
        self.draw()

    def _tiles(self, field: Field) -> list[Tile]:
        if field.kind == "number":
            icon, text = FIELD_ICONS[field.name], say(FIELDS[field.name])
            return [self._tile(field, NUMBER, field.most, icon=icon, text=text, tint=theme.ACCENT)]
        wonder = self.wonder
        pieces = [piece for piece in field.pieces if not piece.of or piece.of == wonder]
        return [self._tile(field, piece.id, piece.most, **self._looks(piece)) for piece in pieces]

    def _looks(self, piece: Piece) -> dict[str, Any]:
        game = self.shell.view.game
        if piece.kind == "card":
            drawn = face(game, piece.id)
            tint = theme.FAMILIES[drawn.colour]
            return {"icon": drawn.icons[0], "text": words.card(piece.id, game), "tint": tint, "mark": drawn.colour}
        if piece.kind == "stage":
            text = _("Stage {n}").format(n=words.stage_number(piece.id))
            return {"icon": "stage", "text": text, "tint": theme.WONDERS.get(piece.of, theme.ACCENT)}
        return {"icon": token_icon(game, piece.id), "text": words.token(piece.id, game), "tint": theme.ACCENT}

    def _tile(self, field: Field, piece: str, most: int, **looks: Any) -> Tile:
        count = self._cities[self._seat].get(field.name, {}).get(piece, 0)
        made = Tile(badge=str(count) if count else "", tapped=partial(self._count, field.name, piece, most), **looks)
        mark(made, chosen=count > 0)
        return made

    def _count(self, field: str, piece: str, most: int) -> None:
        """One more of it lies there, or one less."""
        counts = self._cities[self._seat].setdefault(field, {})
        now = min(most, max(0, counts.get(piece, 0) + (-1 if self.less else 1)))
        # Of what there is but one, a tap turns it.
        now = 1 - counts.get(piece, 0) if most == 1 else now
        counts[piece] = now
        if not now:
            del counts[piece]
        self.draw()
