"""Duel's structure as it was read of a game that is joined: a tap takes a free card away, or lays one back."""

from collections.abc import Callable, Mapping
from typing import Any

from msgspec.structs import replace

from companion.games.duel.looks import LAYOUTS, UNREAD
from companion.games.duel.table import DuelTable
from ui.games.duel.structure import Structure, free_slots

_GONE, _NEXT = 0.12, 0.4
"""How much shows of a slot in which no card lies; and of one in which the next card may."""


class ReadStructure(Structure):
    """Every slot of the age that is told. ``table``: as it was read; ``tapped`` gets the slot as its field has it."""

    def __init__(
        self, table: DuelTable, told: Mapping[str, Mapping[str, int]], tapped: Callable[[str], object]
    ) -> None:
        super().__init__(lambda slot, _card: tapped(self._names[slot]))
        age = next(iter(told.get("age", {}).values()), 1)
        self._names = [f"{row}/{half}" for row, halves in enumerate(LAYOUTS[age]) for half in halves]
        read = table.layout if table.age == age else ()
        cards = [*read, *[None] * (len(self._names) - len(read))]
        there = told.get("standing", {})
        layout = tuple(
            (card or UNREAD) if name in there else None for name, card in zip(self._names, cards, strict=True)
        )
        self.show(replace(table, age=age, layout=layout, free={}, to_move=None))

    def show(self, table: DuelTable, chosen: int | None = None) -> None:
        """Draw the slots: those too in which no card lies."""
        super().show(table, chosen)
        self._set_free(set())
        bare = self._bare(table)
        self._may_change = free_slots(table) | bare
        for number, (slot, card) in enumerate(zip(self._slots, table.layout, strict=True)):
            slot.free = True
            slot.opacity = 1.0 if card is not None else _NEXT if number in bare else _GONE

    def _bare(self, table: DuelTable) -> set[int]:
        """The slots in which no card lies while all do on which it would."""
        lie = {place for place, card in zip(self._places, table.layout, strict=True) if card is not None}
        gone = {*self._places} - lie
        return {
            number for number, (row, half) in enumerate(self._places)
            if (row, half) in gone and not gone & {(row - 1, half - 1), (row - 1, half + 1)}
        }  # fmt: skip

    def on_touch_down(self, touch: Any) -> bool:
        """Of the cards that may have been taken, or not, the nearest one."""
        reach = [
            (abs(slot.center_x - touch.x) + abs(slot.center_y - touch.y), number)
            for number, slot in enumerate(self._slots) if number in self._may_change and slot.collide_point(*touch.pos)
        ]  # fmt: skip
        if reach:
            self._tap(min(reach)[1])
        return bool(reach)
