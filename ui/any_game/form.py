"""What the forms of all games have in common."""

from typing import TYPE_CHECKING, Any

from kivy.properties import ObjectProperty
from kivy.uix.boxlayout import BoxLayout

from companion.games.tables import TableView

if TYPE_CHECKING:
    from ui.shell import Shell


class Form(BoxLayout):
    """The last tap calls ``done`` with the whole move."""

    shell: "Shell" = ObjectProperty(None)
    done: Any = ObjectProperty(None)

    def open(self, table: TableView, move: dict[str, Any] | None) -> None:
        """Begin anew, or with a move of which most likely only one thing was wrong."""
        raise NotImplementedError

    def show(self, table: TableView) -> None:
        """Draw what can be chosen next."""
        raise NotImplementedError

    def again(self) -> None:
        """Draw anew: something else was chosen."""
        table = self.shell.view.table
        if table is not None:
            self.show(table)
