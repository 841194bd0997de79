"""Duel's structure of cards as it lies: 20 slots, backs, which cards are free, what they cost."""

from collections.abc import Callable, Collection
from functools import partial
from typing import Any

from kivy.clock import Clock
from kivy.properties import ColorProperty, ObjectProperty
from kivy.uix.widget import Widget

from companion.games.duel.looks import LAYOUTS, UNREAD
from companion.games.duel.table import DuelTable
from companion.looks.faces import AGES, UNKNOWN, face
from ui import theme
from ui.widgets.basics import Panel, Tap
from ui.widgets.declared import flags, texts

_HALVES = 12
"""The widest row, in half cards' widths."""
_TALLEST = 92


class Slot(Panel):
    """One card of the structure: ``free`` to be taken, covered, or its back. ``price``: what it costs now."""

    free, payable, chosen = flags(3)
    icon, more, badge, mark, price, back_of = texts(6)
    tint = ColorProperty(theme.CLEAR)


class Free(Tap):
    """What is tapped of a free card: a covered one beside it, or one gone, must not take the tap."""


class Structure(Widget):
    """The slots by their rows, each row lying on the one before. ``tapped`` gets the slot and its card.

    ``free``: what is tapped, by slot.
    """

    tapped = ObjectProperty(None, allownone=True)

    def __init__(self, tapped: Callable[[int, str], object], **kwargs: Any) -> None:
        super().__init__(tapped=tapped, **kwargs)
        self._age = 0
        self._made: list[Slot] = []
        self._slots: list[Slot] = []
        self.free: dict[int, Free] = {}
        self._places: list[tuple[int, int]] = []
        self._cards: tuple[str | None, ...] = ()
        self._arranging = Clock.create_trigger(self._arrange, -1)
        self.bind(pos=self._arranging, size=self._arranging)

    def show(self, table: DuelTable, chosen: int | None = None) -> None:
        """Draw the slots; ``chosen``: the one in hand."""
        if self._age != table.age:
            self._lay(table.age)
        self._cards = table.layout
        purse = table.players[table.to_move].coins if table.to_move is not None else 0
        free = free_slots(table)
        for place, slot in enumerate(self._slots):
            card = table.layout[place] if place < len(table.layout) else None
            slot.opacity = 0.0 if card is None else 1.0
            slot.free = place in free
            slot.chosen = place == chosen
            self._draw(slot, card, table, purse)
        if set(self.free) != free:
            self._set_free(free)

    def _draw(self, slot: Slot, card: str | None, table: DuelTable, purse: int) -> None:
        back = card == UNREAD
        looks = UNKNOWN if card is None or back else face("duel", card)
        slot.back_of = AGES[table.age] if back else ""
        slot.icon = "" if back or card is None else looks.icons[0]
        slot.more = looks.icons[1] if len(looks.icons) > 1 else ""
        slot.badge, slot.mark = looks.badge, "" if back else looks.colour
        slot.tint = theme.MUTED if back else theme.FAMILIES[looks.colour]
        price = table.free.get(card or "")
        known = price is not None and slot.free and not back
        slot.price = str(price.coins) if known and price is not None else ""
        slot.payable = price is not None and price.coins <= purse

    def _set_free(self, free: set[int]) -> None:
        for tap in self.free.values():
            self.remove_widget(tap)
        self.free = {
            slot: Free(size_hint=(None, None), tapped=partial(self._tap, slot)) for slot in sorted(free)
        }  # fmt: skip
        for tap in self.free.values():
            self.add_widget(tap)
        self._arranging()

    def _tap(self, slot: int) -> None:
        self.tapped(slot, self._cards[slot])

    def _lay(self, age: int) -> None:
        self._age = age
        self.clear_widgets()
        self.free = {}
        rows = LAYOUTS.get(age, ())
        self._places = [(row, half) for row, halves in enumerate(rows) for half in halves]
        # Slots are dear to make: an age takes over those of the last one.
        self._made += [Slot(size_hint=(None, None)) for _place in self._places[len(self._made) :]]
        self._slots = self._made[: len(self._places)]
        for slot in self._slots:
            self.add_widget(slot)
        self._arranging()

    def _arrange(self, _seconds: float) -> None:
        if not self._slots:
            return
        rows = self._places[-1][0] + 1
        wide = min(2 * self.width / _HALVES, theme.dp(_TALLEST))
        high = min(theme.dp(_TALLEST), max(theme.dp(60), self.height / (0.62 * (rows - 1) + 1)))
        step = min(high * 0.86, (self.height - high) / max(1, rows - 1))
        top = self.top - (self.height - high - step * (rows - 1)) / 2
        for slot, (row, half) in zip(self._slots, self._places, strict=True):
            slot.size = wide - theme.dp(4), high
            slot.center_x = self.center_x + (half - _HALVES / 2) * wide / 2
            slot.y = top - row * step - high
        for number, tap in self.free.items():
            tap.pos, tap.size = self._slots[number].pos, self._slots[number].size


class PlanSlot(Widget):
    """One card of a plan: face ``up`` or down, told already (``tint``), or asked for now (``marked``)."""

    up, marked = flags(2)
    tint = ColorProperty(theme.CLEAR)


class Plan(Widget):
    """The structure of an age in small, to point at the place that is asked for."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._slots: list[tuple[PlanSlot, int, int]] = []
        self._rows = 0
        self._arranging = Clock.create_trigger(self._arrange, -1)
        self.bind(pos=self._arranging, size=self._arranging)

    def show(self, age: int, told: dict[int, str], marked: int | None, gone: Collection[int] = ()) -> None:
        """Draw an age's structure: the cards ``told`` by slot, the slot asked for, without those ``gone``."""
        self.clear_widgets()
        places = [(row, half) for row, halves in enumerate(LAYOUTS[age]) for half in halves]
        self._slots = []
        for number, (row, half) in enumerate(places):
            if number in gone:
                continue
            slot = PlanSlot(size_hint=(None, None), up=row % 2 == 0, marked=number == marked)
            if number in told:
                slot.tint = theme.FAMILIES[face("duel", told[number]).colour]
            self._slots.append((slot, row, half))
            self.add_widget(slot)
        self._rows = len(LAYOUTS[age])
        self._arranging()

    def _arrange(self, _seconds: float) -> None:
        if not self._slots:
            return
        rows = self._rows
        wide = min(2 * self.width / _HALVES, self.height / (0.75 * rows + 0.6))
        high = wide * 1.3
        step = min(0.6 * high, (self.height - high) / max(1, rows - 1))
        for slot, row, half in self._slots:
            slot.size = wide - theme.dp(3), high
            slot.center_x = self.center_x + (half - _HALVES / 2) * wide / 2
            slot.y = self.top - row * step - high


def free_slots(table: DuelTable) -> set[int]:
    """The slots that no card lies on: they may be taken, or turned up where they lie face down."""
    places = [(row, half) for row, halves in enumerate(LAYOUTS.get(table.age, ())) for half in halves]
    standing = {place for place, card in zip(places, table.layout, strict=False) if card is not None}
    return {
        number
        for number, (row, half) in enumerate(places)
        if (row, half) in standing and not standing & {(row + 1, half - 1), (row + 1, half + 1)}
    }
