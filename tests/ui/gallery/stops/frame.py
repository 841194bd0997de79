"""Home, settings, and what stands beside every page."""

from tests.ui.gallery.visitor import Stop, Visitor


def _home(_visitor: Visitor) -> None:
    """One is there."""


def _home_from_the_table(visitor: Visitor) -> None:
    visitor.on("table")
    visitor.press("menu", to="home")


def _confirm(visitor: Visitor) -> None:
    _home_from_the_table(visitor)
    visitor.press("New game", to="confirm")


def _settings(visitor: Visitor) -> None:
    visitor.press("Settings", to="settings")


def _about(visitor: Visitor) -> None:
    _settings(visitor)
    visitor.press("About", to="about")


STOPS = (
    Stop("home", "nothing", _home),
    Stop("home-playing", "architects-3", _home_from_the_table),
    Stop("settings", "nothing", _settings),
    Stop("about", "nothing", _about),
    Stop("confirm", "architects-3", _confirm),
)
