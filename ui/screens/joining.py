"""What lies before each player of a game that was begun before the camera looked on: put right, and gone on from."""

from functools import partial
from itertools import groupby
from typing import Any, Final, NamedTuple

from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.widget import Widget
from msgspec.structs import replace

from companion import words
from companion.api.protocol import View
from companion.games.catalogue import facet
from companion.games.finished import NUMBER, Field, FieldName, Piece
from companion.looks.faces import AGES, FIELD_ICONS, face, looks, token_icon, wonder_icon
from companion.words.fields import FIELDS
from companion.words.language import N_, _, say
from ui import theme
from ui.catalogue import part
from ui.page import Page
from ui.widgets.basics import Key, Tile, fill, key, mark
from ui.widgets.declared import flags, texts

_MANY = 30
"""A number that may be larger is counted in steps of ``_STEP``, too."""
_STEP = 5
_OF_TOKENS, _UPRIGHT = 5, 4
"""Tiles side by side; on a screen that stands upright."""
_COLUMNS: Final[dict[FieldName, tuple[int, int]]] = {"cards": (7, 4), "wonders": (4, 2)}
"""The same of fields whose names are short, or long."""


_SAID = 4
"""So many fields have room for their names."""


_LAID: Final = {"?": ("check", N_("Laid already")), "stage": ("stage", N_("A stage"))}
"""What a player has done with this turn's card, but for a card that lies in his city: icon and words."""


class _Tab(NamedTuple):
    """Fields that stand together; ``part``: which part of a field that is shown in parts."""

    fields: tuple[Field, ...]
    part: int = 0


class JoiningPage(Page):
    """One city at a time, one field of it at a time; what is told of the table, or of all players; then who is next.

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
        self._seat, self._tab = 0, 0
        self._read: tuple[Any, ...] = ()

    def open(self, *_: Any, **_about: Any) -> None:
        """From the first city on."""
        self._seat, self._tab, self._read, self.less, self._state = 0, 0, (), False, None

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
        self.last, self.first_city = self._seat == self._end, self._seat == 0
        if self.last:
            self.title, self.asked, self.of, self.wonder = _("Who is next?"), "", "", ""
            self.columns = 1 if theme.portrait() else 2
            fill(self.ids.fields, ())
            fill(self.ids.grid, [self._person(seat) for seat in range(len(table.players))])
            return
        self.title = _("A game is being played already")
        self.of = f"{self._seat + 1} / {self._end}"
        if self._seat == len(self._cities):
            self._draw_together()
            return
        tabs = self._tabs()
        shown = tabs[self._tab]
        self.wonder, self.asked = "", say(FIELDS[shown.fields[0].name])
        if self._seat < len(table.players):
            self.wonder = table.players[self._seat].wonder or ""
            player = words.player(table, self._seat)
            self.asked = _("{player}: is this what lies there?").format(player=player)
            if shown.fields[0].kind == "one":
                self.asked = f"{player}: {say(FIELDS[shown.fields[0].name])}"
        fill(self.ids.fields, self._tab_keys(tabs))
        wide, upright = _COLUMNS.get(shown.fields[0].name, (_OF_TOKENS, _UPRIGHT))
        self.columns = upright if theme.portrait() else wide
        if any(piece.kind == "slot" for piece in shown.fields[0].pieces):
            self.columns = 1
            fill(self.ids.grid, [self._standing(shown.fields[0].name)])
            return
        fill(self.ids.grid, [tile for field in shown.fields for tile in self._tiles(field)])

    def step(self, by: int) -> None:
        """To another city; beyond the last one, to who is next, if not all are. What no camera counts is asked for."""
        asked = self._uncounted() if by > 0 and self._seat < len(self._cities) else None
        if asked is not None and asked != self._tab:
            self._choose(asked)
            return
        if self._seat + by == self._end and looks(self.shell.view.game).at_once:
            self.shell.send("join", {"cities": self._cities})
            return
        self._seat, self._tab, self.less = self._seat + by, 0, False
        self.draw()

    @property
    def _end(self) -> int:
        """How many pages there are before who is next is asked."""
        return len(self._cities) + bool(self._together())

    def _together(self) -> list[Field]:
        """What is asked of all players at once."""
        return [field for field in self._fields() if field.together]

    def _fields(self) -> list[Field]:
        """What there is to tell in this game; of an expansion where it is played, for then something is told of it."""
        how = facet(self.shell.view.game, "joined")
        fields = how.fields(getattr(self.shell.view.table, "edition", 1)) if how is not None else ()
        return [field for field in fields if not field.rare or self._told_of(field)]

    def _told_of(self, field: Field) -> bool:
        return any(field.name in city for city in self._cities)

    def _draw_together(self) -> None:
        """A tile for each player and such field: players side by side, or below each other on an upright screen."""
        table = self.shell.view.table
        assert table is not None
        self.wonder, self.asked = "", _("How many has everybody? They lie one on another.")
        fields, seats = self._together(), range(len(table.players))
        self.columns = len(fields) if theme.portrait() else len(seats)
        tiles = [
            [
                self._tile(
                    field,
                    NUMBER,
                    field.most,
                    seat=seat,
                    icon=FIELD_ICONS[field.name],
                    text=words.player(table, seat),
                    tint=theme.WONDERS.get(table.players[seat].wonder or "", theme.ACCENT),
                )
                for seat in seats
            ]
            for field in fields
        ]
        rows = zip(*tiles, strict=True) if theme.portrait() else tiles
        fill(self.ids.fields, ())
        fill(self.ids.grid, [tile for row in rows for tile in row])

    def _uncounted(self) -> int | None:
        """The tab with a number that may be large and of which nothing was read; ``None``: there is none."""
        told = self._cities[self._seat]
        return next(
            (
                k for k, tab in enumerate(self._tabs()) for field in tab.fields
                if field.kind == "number" and field.most > _MANY and not told.get(field.name)
            ),
            None,
        )  # fmt: skip

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

    def _tabs(self) -> list[_Tab]:
        """What there is to tell of this city, or of the table: numbers together, many pieces in parts."""
        of_table = self._seat == len(self.shell.view.table.players)  # type: ignore[union-attr]
        fields = [field for field in self._fields() if field.shared == of_table and not field.together]
        tabs = []
        for field in fields:
            if field.kind != "number":
                parts = [tuple(part) for _of, part in groupby(field.pieces, lambda piece: piece.part)]
                tabs += [
                    _Tab((replace(field, pieces=pieces),), pieces[0].part if len(parts) > 1 else 0) for pieces in parts
                ]
        numbers = tuple(field for field in fields if field.kind == "number")
        return [*tabs, _Tab(numbers)] if numbers else tabs

    def _tab_keys(self, tabs: list[_Tab]) -> list[Key]:
        said = len(tabs) <= _SAID and not theme.portrait()
        return [self._tab_key(k, tab, said=said) for k, tab in enumerate(tabs)] if len(tabs) > 1 else []

    def _tab_key(self, number: int, tab: _Tab, *, said: bool) -> Key:
        counts = [(self._cities[self._seat].get(field.name, {}), field) for field in tab.fields]
        many = sum(
            count
            for told, field in counts
            for piece, count in told.items()
            if field.kind == "number" or piece in {one.id for one in field.pieces}
        )
        first = tab.fields[0].name
        name = AGES[tab.part] if tab.part else say(FIELDS[first])
        made = key(
            f"{name} {many}" if tab.part or said else str(many),
            FIELD_ICONS[first],
            partial(self._choose, number),
        )
        mark(made, chosen=self._tab == number)
        return made

    def _choose(self, number: int) -> None:
        self._tab = number
        self.draw()

    def _tiles(self, field: Field) -> list[Tile]:
        if field.kind == "number":
            return self._numbers(field)
        wonder, own = self.wonder, self._own(field)
        rare = any(one.rare for one in self._fields())
        among = self._cities[self._seat].get(field.among, {}) if field.among else None
        pieces = [
            piece for piece in field.pieces
            if (not piece.of or piece.of == wonder) and (own is None or piece.id in own)
            and (rare or not piece.rare) and (among is None or piece.kind != "card" or piece.id in among)
        ]  # fmt: skip
        return [self._tile(field, piece.id, piece.most, **self._looks(piece)) for piece in pieces]

    def _standing(self, field: FieldName) -> Widget:
        """The game's own picture of slots in which cards lie, each to be tapped."""
        told = self._cities[self._seat]
        view = self.shell.view
        drawn: Widget = part(view.game, "joining").ReadStructure(
            view.table, told, partial(self._count, field, within=(0, 1), way=1)
        )
        return drawn

    def _own(self, field: Field) -> Any:
        """Those of a field that a player may have, where the table says it; ``None``: any."""
        players = self.shell.view.table.players  # type: ignore[union-attr]
        return getattr(players[self._seat], "wonders", None) if field.name == "wonders" else None

    def _numbers(self, field: Field) -> list[Tile]:
        icon, text = FIELD_ICONS[field.name], say(FIELDS[field.name])
        if field.least < 0:
            # One way it is the one player's, the other way the other's.
            table = self.shell.view.table
            assert table is not None
            return [
                self._tile(
                    field, NUMBER, field.most, way=way, icon=icon, text=words.player(table, seat), tint=theme.ACCENT
                )
                for seat, way in enumerate((1, -1))
            ]
        tiles = [self._tile(field, NUMBER, field.most, icon=icon, text=text, tint=theme.ACCENT)]
        if field.most > _MANY:
            more = {"icon": icon, "text": f"{text} +{_STEP}", "tint": theme.ACCENT}
            tiles.append(self._tile(field, NUMBER, field.most, way=_STEP, **more))
        return tiles

    def _looks(self, piece: Piece) -> dict[str, Any]:
        game = self.shell.view.game
        if piece.kind == "card":
            drawn = face(game, piece.id)
            tint = theme.FAMILIES[drawn.colour]
            return {"icon": drawn.icons[0], "text": words.card(piece.id, game), "tint": tint, "mark": drawn.colour}
        if piece.kind == "stage":
            text = _("Stage {n}").format(n=words.stage_number(piece.id))
            return {"icon": "stage", "text": text, "tint": theme.WONDERS.get(piece.of, theme.ACCENT)}
        if piece.kind == "laid":
            icon, text = _LAID[piece.id]
            return {"icon": icon, "text": say(text), "tint": theme.ACCENT}
        if piece.kind == "worth":
            return {"icon": FIELD_ICONS["tokens"], "text": piece.id, "tint": theme.ACCENT}
        if piece.kind == "wonder":
            return {"icon": wonder_icon(game, piece.id), "text": words.wonder(piece.id, game), "tint": theme.ACCENT}
        return {"icon": token_icon(game, piece.id), "text": words.token(piece.id, game), "tint": theme.ACCENT}

    def _tile(
        self, field: Field, piece: str, most: int, *, way: int = 1, seat: int | None = None, **looks: Any
    ) -> Tile:
        """``way``: by how much a tap counts; ``seat``: whose it is, if it is not the city in hand."""
        whose = self._seat if seat is None else seat
        count = self._cities[whose].get(field.name, {}).get(piece, 0)
        badge = count * way if field.least < 0 else count if abs(way) == 1 else 0
        tapped = partial(self._count, field.name, piece, (field.least, most), way, whose)
        if field.kind == "one":
            tapped = partial(self._take, field.name, piece)
        made = Tile(badge=str(badge) if badge > 0 else "", tapped=tapped, **looks)
        mark(made, chosen=badge > 0)
        return made

    def _take(self, field: FieldName, piece: str) -> None:
        """It is this one of the field, or none."""
        counts = self._cities[self._seat]
        counts[field] = {piece: 1} if piece not in counts.get(field, {}) else {}
        self.draw()

    def _count(self, field: FieldName, piece: str, within: tuple[int, int], way: int, seat: int | None = None) -> None:
        """More of it lies there, or less."""
        counts = self._cities[self._seat if seat is None else seat].setdefault(field, {})
        least, most = within
        now = min(most, max(least, counts.get(piece, 0) + (-way if self.less else way)))
        # Of what there is but one, a tap turns it.
        now = 1 - counts.get(piece, 0) if (least, most) == (0, 1) else now
        counts[piece] = now
        if not now:
            del counts[piece]
        self.draw()
