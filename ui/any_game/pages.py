"""The pages that a game has beside those of all games: none."""

from typing import Final

from ui.page import Page

PAGES: Final[dict[str, type[Page]]] = {}
