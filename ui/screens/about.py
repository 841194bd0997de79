"""About: what this is, whose it is, and what it is made of."""

from importlib.metadata import PackageNotFoundError, version

from kivy.properties import StringProperty

from companion.words.language import _
from ui.page import Page


def _version() -> str:
    try:
        return version("wonders-companion")
    except PackageNotFoundError:
        # Run from a folder that was never installed.
        return ""


class AboutPage(Page):
    """Plain words, and the way back to the settings."""

    version = StringProperty("")

    def __init__(self, **kwargs: object) -> None:
        super().__init__(**kwargs)
        number = _version()
        self.version = _("Version {number}").format(number=number) if number else ""
