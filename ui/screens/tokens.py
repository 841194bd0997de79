"""The first three progress tokens: tapped, or left to the camera."""

from functools import partial
from typing import Any

from kivy.properties import NumericProperty, ObjectProperty

from companion.api.protocol import View
from companion.looks.architects import EVERY_TOKEN, TOKENS
from ui import theme
from ui.draft import Draft
from ui.page import Page, load
from ui.widgets import Tile, token_tile

FACE_UP = 3


class TokensPage(Page):
    """Every token of the box; those tapped carry their place."""

    draft = ObjectProperty(None, allownone=True)
    count = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._tiles: dict[str, Tile] = {}
        for name in EVERY_TOKEN:
            self._tiles[name] = token_tile(name, partial(self.tap, name))

    def open(self, *, draft: Draft) -> None:
        """Choose for this set-up, of the tokens that it plays with."""
        self.draft = draft
        self.ids.grid.clear_widgets()
        for name in self._box():
            self.ids.grid.add_widget(self._tiles[name])

    def show(self, view: View) -> None:  # noqa: ARG002 - what is set up is no view yet
        """Mark what is chosen."""
        chosen = self.draft.progress
        self.count = len(chosen)
        for name, tile in self._tiles.items():
            places = [str(k + 1) for k, token in enumerate(chosen) if token == name]
            tile.badge = " ".join(places)
            tile.edge = theme.ACCENT if places else theme.CLEAR
            tile.disabled = not places and len(chosen) == FACE_UP

    def tap(self, name: str) -> None:
        """Lay it face up (a second one too, where the box has two), or take it away."""
        chosen: list[str] = self.draft.progress
        if chosen.count(name) < self._box()[name] and len(chosen) < FACE_UP:
            chosen.append(name)
        else:
            chosen[:] = [token for token in chosen if token != name]
        self.show(self.shell.view)

    def _box(self) -> dict[str, int]:
        return EVERY_TOKEN if self.draft.medals else TOKENS

    def leave_to_camera(self) -> None:
        """Nobody taps them: the camera reads them."""
        self.draft.progress.clear()
        self.back()

    def back(self) -> None:
        """To the seats."""
        self.shell.go("seats")


load(__file__)
