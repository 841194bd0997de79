"""What the pictures of all games have in common: where they stand on the page, and small things drawn in them."""

from typing import TYPE_CHECKING, Any

from kivy.properties import BooleanProperty, ListProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout

from companion import words
from companion.games.tables import TableView
from ui import theme
from ui.layout import load
from ui.widgets import Chip

if TYPE_CHECKING:
    from ui.shell import Shell


class Picture(BoxLayout):
    """The middle of the live table's page, for one game. ``aside``: what it shows in the page's head, if anything."""

    shell: "Shell" = ObjectProperty(None)

    def aside(self) -> Any:
        """What stands at the right of the head; asked once."""
        return None

    def show(self, table: TableView) -> None:
        """Draw the table by its changes."""
        raise NotImplementedError

    def headline(self, table: TableView) -> tuple[str, str, str]:
        """Who is to move: an icon, the name, and what must be done."""
        if table.to_move is None:
            return "", "", ""
        duties = words.duties(table)
        icon = table.players[table.to_move].wonder
        return icon, words.player(table, table.to_move), " · ".join(duties[:1])


class Tally(BoxLayout):
    """How many of each of a few things: small icons with their number, dim where there is none."""

    step = NumericProperty(theme.BODY)
    side = NumericProperty(15)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._chips: dict[str, Chip] = {}
        self.bind(step=self._size, side=self._size)

    def count(self, icons: dict[str, tuple[str, Any]], numbers: dict[str, int]) -> None:
        """Show ``numbers`` by name; ``icons``: each name's icon and tint, in order."""
        if list(self._chips) != list(icons):
            self.clear_widgets()
            self._chips = {
                name: Chip(icon=icon, tint=tint, side=self.side, step=self.step, spacing=theme.dp(2))
                for name, (icon, tint) in icons.items()
            }
            for chip in self._chips.values():
                self.add_widget(chip)
        for name, chip in self._chips.items():
            number = numbers.get(name, 0)
            chip.text, chip.opacity = str(number) if number else "", 1.0 if number else 0.4

    def _size(self, *_changed: object) -> None:
        for chip in self._chips.values():
            chip.step, chip.side = self.step, self.side


class Pip(BoxLayout):
    """One stage of a wonder: built or not, with its number."""

    lit = BooleanProperty(False)
    number = StringProperty("")


class Pips(BoxLayout):
    """The stages of a wonder in building order: ``lit`` says of each whether it is built."""

    lit = ListProperty()

    def on_lit(self, _pips: object, lit: list[bool]) -> None:
        """One pip a stage."""
        if len(self.children) != len(lit):
            self.clear_widgets()
            for place in range(len(lit)):
                self.add_widget(Pip(number=str(place + 1)))
        for pip, built in zip(self.children[::-1], lit, strict=True):
            pip.lit = built


def families(colours: tuple[str, ...]) -> dict[str, tuple[str, Any]]:
    """The icon and the tint of each card colour."""
    return {colour: (colour, theme.FAMILIES[colour]) for colour in colours}


load(__file__)
