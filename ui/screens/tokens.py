"""The progress tokens that lie face up at the beginning: tapped, or left to the camera."""

from functools import partial
from typing import Any

from kivy.properties import NumericProperty, ObjectProperty

from companion import words
from companion.api.protocol import View
from companion.looks.faces import token_icon
from ui import theme
from ui.any_game.setup import Setup
from ui.page import Page
from ui.widgets.basics import Tile, fill


class TokensPage(Page):
    """Every token of the box; those tapped carry their place."""

    setup = ObjectProperty(None, allownone=True)
    count = NumericProperty(0)
    wanted = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._tiles: dict[str, Tile] = {}

    def open(self, *, setup: Setup) -> None:
        """Choose for this set-up, of the tokens that it plays with."""
        self.setup, self.wanted = setup, setup.face_up
        self._tiles = {}
        for name in setup.tokens:
            icon, text = token_icon(setup.game, name), words.token(name, setup.game)
            self._tiles[name] = Tile(icon=icon, text=text, tint=theme.ACCENT, tapped=partial(self.tap, name))
        fill(self.ids.grid, self._tiles.values())

    def show(self, view: View) -> None:  # noqa: ARG002 - what is set up is no view yet
        """Mark what is chosen."""
        chosen = self.setup.progress
        self.count = len(chosen)
        for name, tile in self._tiles.items():
            places = [str(k + 1) for k, token in enumerate(chosen) if token == name]
            tile.badge = " ".join(places)
            tile.edge = theme.ACCENT if places else theme.CLEAR
            tile.disabled = not places and len(chosen) == self.wanted

    def tap(self, name: str) -> None:
        """Lay it face up (a second one too, where the box has two), or take it away."""
        chosen: list[str] = self.setup.progress
        if chosen.count(name) < self.setup.tokens[name] and len(chosen) < self.wanted:
            chosen.append(name)
        else:
            chosen[:] = [token for token in chosen if token != name]
        self.show(self.shell.view)

    def leave_out(self) -> None:
        """They are told later."""
        self.setup.progress.clear()
        self.back()
