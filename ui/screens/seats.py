"""A new game: who sits where with which wonder, by tapping seats round a picture of the table."""

from math import cos, pi, sin
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty

from companion import words
from companion.api.protocol import View
from companion.looks.architects import MEDALS_WONDERS, WONDERS
from companion.words.language import _
from ui import theme
from ui.draft import SEATS, Draft
from ui.page import Page, load
from ui.widgets import Tap


class SeatSpot(Tap):
    """One seat at the table: free, or with a wonder, perhaps a name, perhaps beginning."""

    wonder = StringProperty("")
    label = StringProperty("")
    first = BooleanProperty(False)


class WonderTile(Tap):
    """One wonder to give to a seat."""

    wonder = StringProperty("")
    label = StringProperty("")


class SeatsPage(Page):
    """The table from above. Seats go clockwise; those left free are left out."""

    draft = ObjectProperty(None, allownone=True)
    chosen = NumericProperty(0)
    ready = BooleanProperty(False)
    hint = StringProperty("")
    taken = BooleanProperty(False)
    progress = StringProperty("")
    house = StringProperty("")
    medals = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._spots: list[SeatSpot] = []
        for place in range(SEATS):
            spot = SeatSpot(size_hint=(None, None), size=(theme.dp(118), theme.dp(66)))
            spot.bind(on_release=lambda _spot, place=place: self.choose(place))
            angle = 2 * pi * place / SEATS
            # The first seat is nearest to the screen; clockwise from there, as the game is played.
            spot.pos_hint = {"center_x": 0.5 - 0.375 * sin(angle), "center_y": 0.5 - 0.405 * cos(angle)}
            self._spots.append(spot)
            self.ids.table.add_widget(spot)
        self._tiles: dict[str, WonderTile] = {}
        for wonder in (*WONDERS, *MEDALS_WONDERS):
            tile = WonderTile(wonder=wonder, label=words.wonder(wonder))
            tile.bind(on_release=lambda _tile, wonder=wonder: self.give(wonder))
            self._tiles[wonder] = tile
            self.ids.wonders.add_widget(tile)

    def open(self, *, fresh: bool = False) -> None:
        """Begin a set-up, or go on with the one begun."""
        if fresh or self.draft is None:
            self.draft = Draft()
            self.chosen = 0

    def show(self, view: View) -> None:  # noqa: ARG002 - what is set up is no view yet
        """Draw the set-up (the view has nothing to do with it)."""
        draft: Draft = self.draft or Draft()
        for place, spot in enumerate(self._spots):
            spot.wonder = draft.wonders[place]
            spot.label = draft.names[place] or (words.wonder(spot.wonder) if spot.wonder else "")
            spot.first = bool(spot.wonder) and place == draft.first
            spot.edge = theme.ACCENT if place == self.chosen else theme.CLEAR
            spot.shade = theme.RAISED if spot.wonder else theme.BAR
        for wonder, tile in self._tiles.items():
            mine = draft.wonders[self.chosen] == wonder
            unplayed = wonder in MEDALS_WONDERS and not draft.medals
            tile.disabled = unplayed or (not mine and wonder in draft.wonders)
            tile.edge = theme.ACCENT if mine else theme.CLEAR
        self.taken = bool(draft.wonders[self.chosen])
        self.ready = draft.players >= 2
        self.hint = _("Players: {n}").format(n=draft.players) if draft.players else _("Tap a seat")
        self.progress = words.spent_tokens(draft.progress) or _("the camera reads them")
        said = {"": _("not played"), "played": _("played"), "expert": _("expert variant")}
        self.medals = said[draft.medals]
        self.house = _("as suggested") if not draft.house else _("changed: {n}").format(n=len(draft.house))

    def choose(self, place: int) -> None:
        """Take this seat in hand."""
        self.chosen = place
        self.show(self.shell.view)

    def give(self, wonder: str) -> None:
        """Give the seat in hand this wonder; a first seat begins; then take the next free one in hand."""
        draft: Draft = self.draft
        new = not draft.wonders[self.chosen]
        draft.seat(self.chosen, wonder)
        if new:
            free = [(self.chosen + k) % SEATS for k in range(1, SEATS)]
            self.chosen = next((place for place in free if not draft.wonders[place]), self.chosen)
        self.show(self.shell.view)

    def clear(self) -> None:
        """Leave the seat in hand free."""
        self.draft.clear(self.chosen)
        self.show(self.shell.view)

    def begins(self) -> None:
        """The player in hand begins."""
        self.draft.first = self.chosen
        self.show(self.shell.view)

    def turn_medals(self) -> None:
        """The expansion Medals: not played, played, or its expert variant."""
        self.draft.turn_medals()
        self.show(self.shell.view)

    def start(self) -> None:
        """Begin the game."""
        self.shell.send("setup", self.draft.body(), lambda _reply: self.shell.known())

    def back(self) -> None:
        """Home."""
        self.shell.go("home")


load(__file__)
