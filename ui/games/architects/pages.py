"""The pages that only Architects has."""

from typing import Final

from ui.games.architects.own import OwnPage
from ui.page import Page

PAGES: Final[dict[str, type[Page]]] = {"own": OwnPage}
