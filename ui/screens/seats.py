"""A new game: which one, and who sits where with what, by tapping seats round a picture of the table."""

from functools import partial
from math import cos, pi, sin
from random import SystemRandom
from typing import Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion import words
from companion.api.protocol import View
from companion.games.architects.looks import MEDALS_WONDERS, WONDERS
from companion.games.duel import looks as duel
from companion.looks.faces import wonder_icon
from companion.words.language import _
from ui import theme
from ui.draft import EACH, GAMES, SEATS, Draft
from ui.layout import load
from ui.page import Page
from ui.widgets import Icon, Tap, key


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
        row = self.ids.icons
        row.clear_widgets()
        for name in icons:
            row.add_widget(Icon(name=name, tint=tint))


class WonderTile(Tap):
    """One wonder to give to a seat."""

    icon = StringProperty("")
    label = StringProperty("")
    tint = ObjectProperty(theme.CLEAR)
    lines = NumericProperty(1)


class OptionKey(Tap):
    """Something that can be set otherwise: what it is about, and how it stands."""

    about = StringProperty("")
    now = StringProperty("")


class SeatsPage(Page):
    """The table from above. Seats go clockwise; those left free are left out."""

    draft = ObjectProperty(None, allownone=True)
    chosen = NumericProperty(0)
    ready = BooleanProperty(False)
    hint = StringProperty("")
    taken = BooleanProperty(False)
    broad = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._game = ""
        self._spots: list[SeatSpot] = []
        self._tiles: dict[str, WonderTile] = {}
        self._games = BoxLayout(spacing=theme.dp(6))
        (self.ids.below if theme.portrait() else self.ids.beside).add_widget(self._games)
        for place in range(SEATS):
            spot = SeatSpot(size_hint=(None, None), size=(theme.dp(108 if theme.portrait() else 116), theme.dp(66)))
            spot.bind(on_release=lambda _spot, place=place: self.choose(place))
            self._spots.append(spot)

    def open(self, *, fresh: bool = False) -> None:
        """Begin a set-up, or go on with the one begun; a new one is of the game that was set up last."""
        if fresh or self.draft is None:
            last = self.draft.game if self.draft is not None else GAMES[0]
            self.draft = Draft()
            self.draft.play(last)
            self.chosen = 0

    def show(self, view: View) -> None:  # noqa: ARG002 - what is set up is no view yet
        """Draw the set-up (the view has nothing to do with it)."""
        draft: Draft = self.draft or Draft()
        if self._game != draft.game:
            self._lay_out(draft.game)
        self._show_games(draft)
        self._show_spots(draft)
        for wonder, tile in self._tiles.items():
            mine = wonder in draft.own[self.chosen] if draft.game == "duel" else draft.wonders[self.chosen] == wonder
            tile.disabled = not mine and not self._to_be_had(draft, wonder)
            tile.edge = theme.ACCENT if mine else theme.CLEAR
        self.taken = draft.game == "duel" or bool(draft.wonders[self.chosen])
        self.ready = draft.ready
        self.hint = _hint(draft)
        self._show_keys(draft)
        self._show_options(draft)

    # What is tapped

    def play(self, game: str) -> None:
        """Another game is to be played."""
        self.draft.play(game)
        self.chosen = 0
        self.show(self.shell.view)

    def choose(self, place: int) -> None:
        """Take this seat in hand."""
        self.chosen = place
        self.show(self.shell.view)

    def give(self, wonder: str) -> None:
        """Give the seat in hand this wonder; then take the next one in hand that wants some."""
        draft: Draft = self.draft
        if draft.game == "duel":
            draft.own_wonder(self.chosen, wonder)
            if len(draft.own[self.chosen]) == EACH > len(draft.own[1 - self.chosen]):
                self.chosen = 1 - self.chosen
        else:
            new = not draft.wonders[self.chosen]
            draft.seat(self.chosen, wonder)
            if new:
                free = [(self.chosen + k) % SEATS for k in range(1, SEATS)]
                self.chosen = next((place for place in free if not draft.wonders[place]), self.chosen)
        self.show(self.shell.view)

    def change(self, change: Any) -> None:
        """Do something to the set-up, and show it."""
        change()
        self.show(self.shell.view)

    def clear(self) -> None:
        """Leave the seat in hand free."""
        self.change(lambda: self.draft.clear(self.chosen))

    def begins(self) -> None:
        """The player in hand begins."""
        self.draft.first = self.chosen
        self.show(self.shell.view)

    def start(self) -> None:
        """Begin the game; where the referee lacks what only the owner of the box can read off, ask for it."""
        self.shell.send("setup", self.draft.body(), lambda _reply: self.shell.known(), lambda _reply: self._lacking())

    def _lacking(self) -> None:
        unknown = [wonder for wonder in MEDALS_WONDERS if wonder in self.draft.wonders and wonder not in self.draft.box]
        if unknown and self.shell.page is self:
            self.shell.go("own", draft=self.draft, wonder=unknown[0])

    def back(self) -> None:
        """Home."""
        self.shell.go("home")

    # What is drawn

    def _lay_out(self, game: str) -> None:
        self._game, self.broad = game, game == "duel"
        table, wonders = self.ids.table, self.ids.wonders
        for spot in self._spots:
            table.remove_widget(spot)
        count = 2 if game == "duel" else SEATS
        for place in range(count):
            angle = 2 * pi * place / count
            # The first seat is nearest to the screen; clockwise from there, as the game is played.
            high = 0.378 if theme.portrait() else 0.405
            self._spots[place].pos_hint = {"center_x": 0.5 - 0.375 * sin(angle), "center_y": 0.5 - high * cos(angle)}
            table.add_widget(self._spots[place])
        wonders.clear_widgets()
        self._tiles = {}
        names = {"duel": tuple(duel.WONDER_ICONS), "seven_wonders": WONDERS}.get(game, (*WONDERS, *MEDALS_WONDERS))
        for wonder in names:
            tint = theme.ACCENT if game == "duel" else theme.WONDERS[wonder]
            tile = WonderTile(icon=wonder_icon(game, wonder), label=words.wonder(wonder, game), tint=tint)
            tile.lines = 2 if game == "duel" else 1
            tile.bind(on_release=lambda _tile, wonder=wonder: self.give(wonder))
            self._tiles[wonder] = tile
            wonders.add_widget(tile)

    def _to_be_had(self, draft: Draft, wonder: str) -> bool:
        if draft.game == "duel":
            return wonder not in (*draft.own[0], *draft.own[1]) and len(draft.own[self.chosen]) < EACH
        return wonder not in draft.wonders and (wonder not in MEDALS_WONDERS or bool(draft.medals))

    def _show_games(self, draft: Draft) -> None:
        box = self._games
        if not box.children:
            for game in GAMES:
                box.add_widget(key(words.game_name(game), "", partial(self.play, game), padding=(theme.dp(6), 0)))
        for game, made in zip(GAMES, box.children[::-1], strict=True):
            made.edge = theme.ACCENT if game == draft.game else theme.CLEAR
            made.shade = theme.GLOW if game == draft.game else theme.RAISED

    def _show_spots(self, draft: Draft) -> None:
        for place, spot in enumerate(self._spots):
            wonder = draft.wonders[place]
            if draft.game == "duel":
                icons = [wonder_icon("duel", own) for own in draft.own[place]] if place in draft.places else []
                spot.draw(icons or ["pawn"], theme.ACCENT)
                spot.label = draft.names[place] or _("Player {n}").format(n=place + 1)
            else:
                spot.draw([wonder or "plus"], theme.WONDERS.get(wonder, theme.MUTED))
                side = f" {draft.sides[place]}" if draft.game == "seven_wonders" else ""
                spot.label = (draft.names[place] or words.wonder(wonder)) + side if wonder else ""
            spot.first = place == draft.first and place in draft.places and draft.game != "seven_wonders"
            spot.edge = theme.ACCENT if place == self.chosen else theme.CLEAR
            spot.shade = theme.RAISED if wonder or draft.game == "duel" else theme.BAR

    def _show_keys(self, draft: Draft) -> None:
        box = self.ids.in_hand
        box.clear_widgets()
        seven = draft.game == "seven_wonders"
        side = _("Side {side}").format(side=draft.sides[self.chosen])
        box.add_widget(key(_("Name"), "pencil", self._name, disabled=not self.taken))
        if seven:
            turn = partial(self.change, partial(draft.turn, self.chosen))
            box.add_widget(key(side, "repeat", turn, disabled=not self.taken))
        else:
            box.add_widget(key(_("Begins"), "star", self.begins, tint=theme.ACCENT, disabled=not self.taken))
        box.add_widget(key(_("Free"), "close", self.clear, disabled=not self.taken))

    def _name(self) -> None:
        self.shell.go("name", place=self.chosen, draft=self.draft)

    def _show_options(self, draft: Draft) -> None:
        options = []
        if draft.game != "seven_wonders":
            now = words.spent_tokens(draft.progress, draft.game) or _("the camera reads them")
            options.append((_("First progress tokens"), now, partial(self.shell.go, "tokens", draft=draft)))
        house = _("as suggested") if not draft.house else _("changed: {n}").format(n=len(draft.house))
        options.append((_("House rules"), house, partial(self.shell.go, "house", draft=draft)))
        if draft.game == "architects":
            said = {"": _("not played"), "played": _("played"), "expert": _("expert variant")}
            options.append((_("Medals"), said[draft.medals], partial(self.change, draft.turn_medals)))
        if draft.game == "seven_wonders":
            deal = partial(self.change, partial(draft.at_random, SystemRandom()))
            options.append((_("Wonders and sides"), _("deal at random"), deal))
        if draft.needs_free_city:
            if draft.free[0] in ("", *draft.wonders):
                draft.next_free_city()
            city = f"{words.wonder(draft.free[0])} {draft.free[1]}"
            options.append((_("Free City"), city, partial(self.change, draft.next_free_city)))
        box = self.ids.options
        box.clear_widgets()
        for about, now, tapped in options:
            made = OptionKey(about=about, now=now)
            made.bind(on_release=lambda _key, tapped=tapped: tapped())
            box.add_widget(made)


def _hint(draft: Draft) -> str:
    if draft.game == "duel":
        told = len(draft.own[0]) + len(draft.own[1])
        return _("Wonders: {n} of {k}").format(n=told, k=2 * EACH) if told else _("The wonders are drafted")
    return _("Players: {n}").format(n=draft.players) if draft.players else _("Tap a seat")


load(__file__)
