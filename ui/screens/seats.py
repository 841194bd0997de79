"""A new game: which one, and who sits where with what, by tapping seats round a picture of the table."""

from functools import partial
from math import cos, pi, sin
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion import words
from companion.api.protocol import View
from companion.games.catalogue import packages
from companion.words.language import _
from ui import theme
from ui.any_game.setup import Choice, Setup
from ui.draft import Draft
from ui.page import Page
from ui.seating import SEATS
from ui.sight import sees
from ui.widgets.basics import Icon, Key, Tap, fill, key, mark
from ui.widgets.declared import texts


class SeatSpot(Tap):
    """One seat at the table: free, or with what its player has, perhaps a name, perhaps beginning."""

    icons = ListProperty()
    label = StringProperty("")
    first = BooleanProperty(False)
    tint = ObjectProperty(theme.CLEAR)

    def draw(self, icons: list[str], tint: Any) -> None:
        """Its icons side by side."""
        if (self.icons, self.tint) == (icons, tint):
            return
        self.icons, self.tint = icons, tint
        fill(self.ids.icons, [Icon(name=name, tint=tint) for name in icons])


class WonderTile(Tap):
    """One wonder to give to a seat."""

    icon, label = texts(2)
    tint = ObjectProperty(theme.CLEAR)
    lines = NumericProperty(1)


class OptionKey(Tap):
    """Something that can be set otherwise: what it is about, and how it stands."""

    about, now = texts(2)


class SeatsPage(Page):
    """The table from above. Seats go clockwise; those left free are left out."""

    chosen = NumericProperty(0)
    hint = StringProperty("")
    broad = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._game = ""
        self._spots: list[SeatSpot] = []
        self._tiles: dict[str, WonderTile] = {}
        # What is done with the seat in hand: name it, let it begin, free it.
        self._in_hand: list[Key] = []
        self._games = BoxLayout(spacing=theme.dp(6))
        (self.ids.below if theme.portrait() else self.ids.beside).add_widget(self._games)
        for place in range(SEATS):
            size = theme.dp(108), theme.dp(66 if theme.portrait() else 60)
            self._spots.append(SeatSpot(size_hint=(None, None), size=size, tapped=partial(self.choose, place)))

    def open(self) -> None:
        """Go on with the set-up begun, from its first seat."""
        self.chosen = 0

    @property
    def draft(self) -> Draft:
        """The set-up in the making."""
        self.shell.draft = self.shell.draft or Draft()
        return self.shell.draft

    def show(self, view: View) -> None:
        """Draw the set-up; of the view it matters only whether a camera looks on."""
        setup = self._setup
        setup.seen = sees(view)
        if self._game != setup.game:
            self._lay_out(setup)
        self._show_games()
        self._show_spots(setup)
        for piece, tile in self._tiles.items():
            mine = setup.has(self.chosen, piece)
            tile.why = "" if mine else setup.why_not(self.chosen, piece)
            tile.edge = theme.ACCENT if mine else theme.CLEAR
        self.hint = setup.hint
        self._show_keys(setup)
        self._show_choices(setup)

    @property
    def _setup(self) -> Setup:
        return self.draft.setup

    # What is tapped

    def play(self, game: str) -> None:
        """Another game is to be played."""
        self.draft.play(game)
        self.choose(0)

    def choose(self, place: int) -> None:
        """Take this seat in hand."""
        self.chosen = place
        self.show(self.shell.view)

    def give(self, piece: str) -> None:
        """Give the seat in hand this piece; then take the next one in hand that wants some."""
        self.choose(self._setup.give(self.chosen, piece))

    def change(self, change: Any) -> None:
        """Do something to the set-up, and show it."""
        change()
        self.show(self.shell.view)

    def clear(self) -> None:
        """Leave the seat in hand free."""
        self.change(lambda: self._setup.clear(self.chosen))

    def begins(self) -> None:
        """The player in hand begins."""
        self.draft.seating.first = self.chosen
        self.show(self.shell.view)

    def start(self) -> None:
        """Begin the game; where the referee lacks what only the owner of the box can read off, ask for it."""
        if not self._setup.ready:
            self.shell.notice(self._setup.hint)
            return
        self.shell.send("setup", self.draft.body(), lambda _reply: self._begun(), lambda _reply: self._lacking())

    def _begun(self) -> None:
        seating, self.shell.begun = self.draft.seating, self.draft
        self.shell.kept.meet([seating.names[place] for place in self._setup.places])
        self.shell.known()

    def _lacking(self) -> None:
        lacking = self._setup.lacking()
        if lacking is not None and self.shell.page is self:
            page, about = lacking
            self.shell.go(page, **about)

    # What is drawn

    def _lay_out(self, setup: Setup) -> None:
        self._game, self.broad = setup.game, setup.broad
        table = self.ids.table
        for spot in self._spots:
            table.remove_widget(spot)
        for place in range(setup.spots):
            angle = 2 * pi * place / setup.spots
            # The first seat is nearest to the screen; clockwise from there, as the game is played.
            high = 0.378 if theme.portrait() else 0.405
            self._spots[place].pos_hint = {"center_x": 0.5 - 0.375 * sin(angle), "center_y": 0.5 - high * cos(angle)}
            table.add_widget(self._spots[place])
        self._tiles = {}
        for name, piece in setup.pieces.items():
            self._tiles[name] = WonderTile(
                icon=piece.icon, label=piece.label, tint=piece.tint, lines=2 if setup.broad else 1,
                tapped=partial(self.give, name),
            )  # fmt: skip
        fill(self.ids.wonders, self._tiles.values())

    def _show_games(self) -> None:
        box = self._games
        if not box.children:
            for game in packages():
                box.add_widget(key(words.game_name(game), "", partial(self.play, game), padding=(theme.dp(6), 0)))
        for game, made in zip(packages(), box.children[::-1], strict=True):
            mark(made, chosen=game == self._game)

    def _show_spots(self, setup: Setup) -> None:
        for place, spot in enumerate(self._spots[: setup.spots]):
            drawn = setup.spot(place)
            spot.draw(drawn.icons, drawn.tint)
            spot.label = drawn.label
            spot.first = setup.first_said and drawn.taken and place == setup.seating.first
            spot.edge = theme.ACCENT if place == self.chosen else theme.CLEAR
            spot.shade = theme.RAISED if drawn.taken else theme.BAR

    def _show_keys(self, setup: Setup) -> None:
        if not self._in_hand:
            name, free = key(_("Name"), "pencil", self._name), key(_("Free"), "close", self.clear)
            self._in_hand = [name, key("", "", self.begins), free]
            fill(self.ids.in_hand, self._in_hand)
        turn, middle = setup.turn(self.chosen), self._in_hand[1]
        if turn is not None:
            said, other = turn
            middle.text, middle.icon, middle.tint, middle.tapped = (
                said,
                "repeat",
                theme.TEXT,
                partial(self.change, other),
            )
        else:
            middle.text, middle.icon, middle.tint, middle.tapped = _("Begins"), "star", theme.ACCENT, self.begins
        for made in self._in_hand:
            made.why = "" if setup.taken(self.chosen) else _("Nobody sits on the seat in hand yet.")

    def _name(self) -> None:
        self.shell.go("name", place=self.chosen, setup=self._setup)

    def _show_choices(self, setup: Setup) -> None:
        choices, made = setup.choices(), self.ids.options.children[::-1]
        if len(made) != len(choices):
            made = [OptionKey() for _each in choices]
            fill(self.ids.options, made)
        for each, option in zip(choices, made, strict=True):
            option.about, option.now, option.tapped = each.about, each.now, partial(self._take, each)

    def _take(self, choice: Choice) -> None:
        if choice.page:
            self.shell.go(choice.page, setup=self._setup)
        else:
            self.change(choice.change)
