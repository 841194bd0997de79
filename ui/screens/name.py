"""A player's name, letter by letter: a table has no keyboard."""

from functools import partial
from typing import Any

from kivy.properties import ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion.words.language import KNOWN, spoken
from ui import theme
from ui.any_game.setup import Setup
from ui.page import Page
from ui.widgets.basics import key

LONGEST = 12
"""Letters of a name that still fit beside seven others."""
_UPRIGHT = 7
"""Letters side by side on an upright screen."""


def _rows() -> tuple[str, ...]:
    """The letters in rows whose keys are wide enough for a finger: an upright screen has more and shorter ones."""
    rows = KNOWN[spoken()].letters
    if not theme.portrait():
        return rows
    letters = "".join(rows)
    return tuple(letters[begin : begin + _UPRIGHT] for begin in range(0, len(letters), _UPRIGHT))


class NamePage(Page):
    """Letters in the alphabet of the screen's language; the first one large, the others small."""

    setup = ObjectProperty(None, allownone=True)
    text = StringProperty("")
    who = StringProperty("")

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._place = 0
        for line in _rows():
            row = BoxLayout(spacing=theme.dp(5))
            self.ids.letters.add_widget(row)
            for letter in line:
                write = partial(self.write, letter)
                row.add_widget(key(letter, "", write, step=theme.LARGE, size_hint_y=1, padding=(0, 0)))

    def open(self, *, place: int, setup: Setup) -> None:
        """Name whoever sits here."""
        self._place, self.setup = place, setup
        self.text = setup.seating.names[place]
        self.who = setup.called(place)

    def write(self, letter: str) -> None:
        """One letter more."""
        if len(self.text) < LONGEST:
            begins = not self.text or self.text[-1] in " -.'"
            self.text += letter if begins else letter.lower()

    def rub_out(self) -> None:
        """One letter less."""
        self.text = self.text[:-1]

    def take(self) -> None:
        """That is the name."""
        self.setup.seating.names[self._place] = self.text.strip()
        self.back()
