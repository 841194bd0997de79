"""A player's name, letter by letter: a table has no keyboard."""

from functools import partial
from typing import Any

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.api.protocol import View
from companion.words.language import KNOWN, spoken
from ui import theme
from ui.any_game.setup import Setup
from ui.page import Page
from ui.widgets.basics import fill, key
from ui.widgets.declared import texts

LONGEST = 12
"""Letters of a name that still fit beside seven others."""
_UPRIGHT = 7
"""Letters side by side on an upright screen."""
_DIGITS = ("12345", "67890")
_OFFERED = 5, 3
"""So many known names have room side by side, on a lying and on an upright screen."""


def _rows(alphabet: str) -> tuple[str, ...]:
    """The letters in rows whose keys are wide enough for a finger: an upright screen has more and shorter ones."""
    rows = KNOWN[alphabet].letters if alphabet else _DIGITS
    if not theme.portrait():
        return rows
    letters = "".join(rows)
    return tuple(letters[begin : begin + _UPRIGHT] for begin in range(0, len(letters), _UPRIGHT))


def _called(alphabet: str) -> str:
    """An alphabet by three letters that no other has, or else by its first ones."""
    letters = "".join(KNOWN[alphabet].letters)
    others = "".join("".join(known.letters) for language, known in KNOWN.items() if language != alphabet)
    own = [letter for letter in letters if letter.isalpha() and letter not in others]
    return "".join(own[:3] or letters[:3])


class NamePage(Page):
    """Letters in the alphabet of the screen's language; the first one large, the others small."""

    setup = ObjectProperty(None, allownone=True)
    text, who = texts(2)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._place = 0
        self._alphabet = spoken()

    def open(self, *, place: int, setup: Setup) -> None:
        """Name whoever sits here."""
        self._place, self.setup, self._alphabet = place, setup, spoken()
        self.text = setup.seating.names[place]
        self.who = setup.called(place)

    def show(self, _view: View) -> None:
        """The keys of an alphabet, above them the names of those who have played here and have no seat yet."""
        taken = set(self.setup.seating.names) - {self.text}
        known = [name for name in self.shell.kept.now.names if name not in taken][: _OFFERED[theme.portrait()]]
        fill(self.ids.known, [key(name, "pawn", partial(self.take, name)) for name in known])
        rows = []
        for line in _rows(self._alphabet):
            row = BoxLayout(spacing=theme.dp(5))
            for letter in line:
                write = partial(self.write, letter)
                row.add_widget(key(letter, "", write, step=theme.LARGE, size_hint_y=1, padding=(0, 0)))
            rows.append(row)
        fill(self.ids.letters, rows)
        options = [*((language, _called(language)) for language in KNOWN), ("", "123")]
        self.ids.alphabets.offer(options, self._alphabet, self._turn)

    def _turn(self, alphabet: str) -> None:
        self._alphabet = alphabet
        self.show(self.shell.view)

    def write(self, letter: str) -> None:
        """One letter more."""
        if len(self.text) < LONGEST:
            begins = not self.text or self.text[-1] in " -.'"
            self.text += letter if begins else letter.lower()

    def rub_out(self) -> None:
        """One letter less."""
        self.text = self.text[:-1]

    def take(self, name: str = "") -> None:
        """That is the name; none: the one that was typed."""
        self.setup.seating.names[self._place] = name or self.text.strip()
        self.back()
