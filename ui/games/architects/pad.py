"""The move pad of Architects: all that the camera can do. What to do on the left, with what on the right."""

from collections import Counter
from functools import partial
from typing import Any, Final

from kivy.properties import BooleanProperty, NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion import words
from companion.games.architects.looks import FACES, TOKEN_ICONS
from companion.games.architects.table import ArchitectsTable
from companion.games.tables import TableView
from companion.looks.faces import face as face_of
from companion.words.language import _
from ui import theme
from ui.any_game.pad import Body, Pad
from ui.games.architects.tiles import card_chip, card_tile, token_tile
from ui.games.architects.ways import Way, ways
from ui.widgets.basics import Icon, Tap, Text, Tile, fill, mark
from ui.widgets.declared import texts

ON_A_PAGE = 10
"""Things to do at once on the left; more of them are turned to."""
_FEW = 6
_ROOMY, _PAYMENTS = 4, 12


class WayKey(Tap):
    """One thing to do."""

    icon, text, detail = texts(3)


class ArchitectsPad(Pad):
    """What to do on the left, with what on the right."""

    start = NumericProperty(0)
    many = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._ways: tuple[Way, ...] = ()
        self._chosen: tuple[Any, ...] | None = None
        self._shown: Any = None
        self._tiles: dict[str, Tile] = {}
        self._meant: dict[str, Body] = {}

    def open(self, **_about: Any) -> None:
        """Begin with the first thing to do."""
        self._chosen, self.start, self._shown = None, 0, None

    def show(self, table: TableView, seq: int) -> None:
        """Sort the moves anew when they have changed."""
        assert isinstance(table, ArchitectsTable)
        state = (seq, table.to_move, self._chosen, self.start)
        if state == self._shown:
            return
        self._ways = ways(table)
        if self._chosen not in [way.id for way in self._ways]:
            self._chosen = self._ways[0].id if self._ways else None
            self.start = 0
        self._shown = (seq, table.to_move, self._chosen, self.start)
        self._show_ways()
        self._show_choices(next((way for way in self._ways if way.id == self._chosen), None))

    def choose(self, way: Way) -> None:
        """Take this thing to do in hand."""
        self._chosen = way.id
        self.again()

    def more(self) -> None:
        """Turn to further things to do."""
        self.start = 0 if self.start + ON_A_PAGE >= len(self._ways) else self.start + ON_A_PAGE
        self.again()

    def _show_ways(self) -> None:
        self.many = len(self._ways) > ON_A_PAGE
        shown = self._ways[self.start : self.start + ON_A_PAGE]
        keys = [
            WayKey(icon=way.icon, text=way.text, detail=way.detail, tapped=partial(self.choose, way)) for way in shown
        ]
        for way, key in zip(shown, keys, strict=True):
            mark(key, chosen=way.id == self._chosen)
        fill(self.ids.ways, keys)
        self.ids.ways.cols = 1 if len(shown) <= _FEW else 2

    def _show_choices(self, way: Way | None) -> None:
        box = self.ids.choices
        box.clear_widgets()
        if way is None:
            return
        if way.kind in {"take", "turn_up"}:
            found = {move["card"]: move for move in way.moves}
            box.add_widget(_grid([self._tile("card", found.get(face, {"card": face})) for face in FACES], len(FACES)))
        elif way.kind in {"progress", "reveal"}:
            known = [move for move in way.moves if move["token"] in TOKEN_ICONS]
            if known:
                box.add_widget(_grid([self._tile("token", move) for move in known], max(_FEW, len(known))))
            for move in way.moves:
                if move not in known:
                    box.add_widget(self._big(move, _("Turn in the set for nothing")))
        elif way.kind in {"medal", "reveal_medal"}:
            grid = GridLayout(cols=1 if len(way.moves) <= _ROOMY else 2, spacing=theme.dp(7))
            for move in way.moves:
                grid.add_widget(self._big(move, words.medal(move["medal"])))
            box.add_widget(grid)
        else:
            box.add_widget(self._payments(way))

    def _payments(self, way: Way) -> Widget:
        """What a stage can be built with; or the end of the turn."""
        said = _("Build") if way.kind == "build" else _("End the turn")
        if len(way.moves) == 1:
            return self._only(way.moves[0], said)
        few = len(way.moves) <= _ROOMY
        grid = GridLayout(cols=1 if few else 2, spacing=theme.dp(7))
        for move in way.moves[:_PAYMENTS]:
            grid.add_widget(self._big(move, said if few else ""))
        return grid

    def _tile(self, kind: str, move: Body) -> Tile:
        """The tile of a piece, made once; what it stands for changes."""
        face = move[kind]
        self._meant[face] = move
        if face not in self._tiles:
            make = card_tile if kind == "card" else token_tile
            self._tiles[face] = make(face, lambda: self.play(self._meant[face]))
        tile = self._tiles[face]
        if tile.parent is not None:
            tile.parent.remove_widget(tile)
        tile.why = "" if "move" in move else _("None of these can lie there.")
        return tile

    def _only(self, move: Body, said: str) -> Tap:
        """The one thing that there is to do, as large as the page allows, with what it costs."""
        play = partial(self.play, move)
        tap = Tap(orientation="vertical", padding=theme.dp(24), spacing=theme.dp(12), edge=theme.ACCENT, tapped=play)
        icon = "pillar" if move["move"] == "build" else "hourglass"
        tap.add_widget(Icon(name=icon, tint=theme.ACCENT, size_hint_y=1.6))
        tap.add_widget(Text(text=said, step=theme.TITLE, bold=True, halign="center", size_hint_y=0.6))
        spent = move.get("spent", ())
        if spent:
            cards = BoxLayout(spacing=theme.dp(10))
            cards.add_widget(Widget())
            for face in spent:
                looks = face_of("architects", face)
                tint = theme.FAMILIES[looks.colour]
                cards.add_widget(Icon(name=looks.icons[0], tint=tint, size_hint_x=None, width=theme.dp(56)))
            cards.add_widget(Widget())
            tap.add_widget(cards)
        return tap

    def _big(self, move: Body, said: str) -> Tap:
        play = partial(self.play, move)
        tap = Tap(orientation="horizontal", padding=theme.dp(12), spacing=theme.dp(12), edge=theme.ACCENT, tapped=play)
        tap.size_hint_max_y = theme.dp(120)
        if said:
            icon = "pillar" if move["move"] == "build" else "hourglass"
            tap.add_widget(Icon(name=icon, tint=theme.ACCENT, size_hint_x=None, width=theme.dp(44)))
            tap.add_widget(Text(text=said, step=theme.LARGE, bold=True))
        spent: Counter[str] = Counter(move.get("spent", ()))
        chips = BoxLayout(spacing=theme.dp(4), size_hint_x=None, width=theme.dp(58 if said else 47) * len(spent))
        for face, count in spent.items():
            chips.add_widget(card_chip(face, count, step=theme.LARGE, side=28))
        tap.add_widget(chips)
        return tap


def _grid(tiles: list[Tap], room_for: int) -> GridLayout:
    """Tiles in a grid with room for so many, so that they keep their size while their number falls."""
    cols = 5 if room_for > 8 else 3
    rows = -(-room_for // cols)
    grid = GridLayout(cols=cols, rows=rows, spacing=theme.dp(7))
    for tile in tiles:
        grid.add_widget(tile)
    for _empty in range(cols * rows - len(tiles)):
        grid.add_widget(Widget())
    return grid


PAD: Final = ArchitectsPad
