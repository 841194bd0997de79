"""New game, live tables, move pads."""

from tests.ui.gallery.visitor import Stop, Visitor


def _table(visitor: Visitor) -> None:
    visitor.on("table")


STOPS = (
    Stop("table-architects-3", "architects-3", _table),
    Stop("table-architects-7", "architects-7", _table),
)
