"""The move pad of Duel: the structure on the left; on the right what the card in hand may become, or what is asked."""

from functools import partial
from typing import Any, Final

from kivy.properties import BooleanProperty, ColorProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion import words
from companion.games.duel.looks import FACES, LAYOUTS, UNREAD
from companion.games.duel.table import DuelTable
from companion.games.tables import TableView
from companion.looks.faces import face, token_icon, wonder_icon
from companion.words.language import _
from ui import theme
from ui.any_game.pad import Body, Pad
from ui.games.duel.structure import Plan, Structure, free_slots
from ui.widgets.basics import Tap, Text, fill, key
from ui.widgets.cards import WIDE, CardKeys, by_colour, grid_of, piece_key
from ui.widgets.declared import texts

_CARDS_IN_ALL = 20


class UseKey(Tap):
    """One thing to do with the card in hand: what it costs, or that it is too dear."""

    icon, text, detail, price = texts(4)
    tint = ColorProperty(theme.CLEAR)
    primary = BooleanProperty(False)


class CardHead(BoxLayout):
    """The card in hand, large."""

    icon, text, badge, mark = texts(4)
    tint = ColorProperty(theme.CLEAR)


class DuelPad(Pad):
    """What is asked comes first: a choice that is due, a card turned up, the structure of a new age."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._structure = Structure(self._tapped)
        self._plan = Plan()
        self._cards = CardKeys("duel")
        self._slot: int | None = None
        self._card = ""
        self._laid: list[str] = []
        self._later = False
        self._shown: Any = None

    def open(self, *, slot: int | None = None, **_about: Any) -> None:
        """Begin with nothing in hand, or with the card of a slot that was tapped on the table."""
        self._slot, self._card, self._laid, self._later, self._shown = slot, "", [], False, None

    def show(self, table: TableView, seq: int) -> None:
        """Draw what can be done now."""
        assert isinstance(table, DuelTable)
        if self._shown is not None and self._shown[0] != seq:
            self._slot, self._card = None, ""
        state = (seq, self._slot, self._card, len(self._laid), self._later)
        if state == self._shown:
            return
        self._shown = state
        laying = self._lays(table)
        self._show_structure(table, laying=laying)
        self.ids.choices.clear_widgets()
        if table.age == 0:
            self._show_draft(table)
        elif table.choice and not self._later:
            self._show_choice(table)
        elif laying:
            self._show_laying(table)
        else:
            self._show_play(table)

    def done(self, before: TableView, table: TableView) -> bool:
        """Nothing is asked any more: no choice, no card to be read, no structure to be laid."""
        assert isinstance(before, DuelTable)
        assert isinstance(table, DuelTable)
        begins = table.left == _CARDS_IN_ALL and not table.layout
        return not (table.choice or begins or _unread(table) or table.age == 0)

    def _lays(self, table: DuelTable) -> bool:
        return table.age > 0 and table.left == _CARDS_IN_ALL and not table.layout and not self._later

    # The structure

    def _show_structure(self, table: DuelTable, *, laying: bool) -> None:
        """The structure as it lies; small where only a place of it is asked about, and many cards need room."""
        if laying:
            order = _face_up(table.age)
            told = dict(zip(order, self._laid, strict=False))
            self._plan.show(table.age, told, order[len(told)] if len(told) < len(order) else None)
        elif self._turned_up(table) is not None:
            told = {slot: card for slot, card in enumerate(table.layout) if card not in {None, UNREAD}}
            gone = {slot for slot, card in enumerate(table.layout) if card is None}
            self._plan.show(table.age, told, self._turned_up(table), gone)
        else:
            self._structure.show(table, self._slot)
        small = laying or self._turned_up(table) is not None
        there = small or (bool(table.layout) and table.age > 0)
        shown, box = self._plan if small else self._structure, self.ids.structure
        if shown.parent is None:
            box.clear_widgets()
            box.add_widget(shown)
        box.opacity = 1.0 if there else 0.0
        if theme.portrait():
            box.size_hint_y, box.height = (0.28 if small else 0.9, 0) if there else (None, 0)
        else:
            box.width = theme.dp(190 if small else 376) if there else 0

    def _turned_up(self, table: DuelTable) -> int | None:
        """The slot whose card has to be read now: the one that was tapped, or else any."""
        unread = _unread(table)
        if self._slot in unread:
            return self._slot
        busy = bool(self._card or self._in_slot(table) or self._later or table.choice)
        return None if busy or not unread or not table.age else min(unread)

    def _tapped(self, slot: int, _card: str | None) -> None:
        self._slot, self._card = slot, ""
        self.again()

    # What is asked

    def _show_draft(self, table: DuelTable) -> None:
        offered = [move for move in table.moves if move.get("move") == "draft"]
        keys = [
            piece_key(
                wonder_icon("duel", move["wonder"]), words.wonder(move["wonder"], "duel"),
                partial(self.play, dict(move)),
            )
            for move in offered
        ]  # fmt: skip
        self._ask("", keys)

    def _show_choice(self, table: DuelTable) -> None:
        keys: list[Any] = []
        for move in table.moves:
            play = partial(self.play, dict(move))
            kind = move.get("move")
            if kind == "progress":
                keys.append(piece_key(token_icon("duel", move["token"]), words.token(move["token"], "duel"), play))
            elif kind == "starter":
                keys.append(key(words.player(table, move["seat"]), "star", play, size_hint_y=1))
            elif kind in {"destroy", "revive"}:
                keys.append(self._cards.key(move["card"], play))
        later = any(move.get("move") in {"build", "discard", "wonder"} for move in table.moves)
        self._ask(words.duties(table)[0] if table.obligations else "", keys, later=later)

    def _show_laying(self, table: DuelTable) -> None:
        order = _face_up(table.age)
        row = [key(_("Without"), "close", self._wait)]
        if self._laid:
            row.append(key("", "backspace", self._unlay, size_hint_x=None, width=theme.dp(64)))
        keys: list[Any] = []
        if len(self._laid) < len(order):
            of_age = (card for card, looks in FACES.items() if looks.age == table.age and card not in self._laid)
            keys = [self._cards.key(card, partial(self._lay, card)) for card in by_colour("duel", of_age)]
        else:
            layout: list[str | None] = [None] * _CARDS_IN_ALL
            for slot, card in zip(order, self._laid, strict=True):
                layout[slot] = card
            move = {"age": table.age, "layout": layout}
            row.append(key(_("So it lies"), "check", partial(self.play, move), primary=True))
        self._ask(_("Which card lies in the marked place?") if keys else _("Is this how the cards lie?"), keys, row)

    def _lay(self, card: str) -> None:
        self._laid.append(card)
        self.again()

    def _unlay(self) -> None:
        self._laid.pop()
        self.again()

    def _wait(self) -> None:
        self._later = True
        self.again()

    # Playing a card

    def _show_play(self, table: DuelTable) -> None:
        card, slot = self._card or self._in_slot(table), self._turned_up(table)
        if slot is not None:
            moves = {move["card"]: dict(move) for move in table.moves if move.get("reveal") == slot}
            keys = [self._cards.key(name, partial(self.play, moves[name])) for name in by_colour("duel", moves)]
            self._ask(_("Which card was turned up?"), keys, [key(_("Later"), "hourglass", self._wait)])
        elif card:
            self._show_uses(table, card)
        else:
            self._show_free(table)

    def _in_slot(self, table: DuelTable) -> str:
        if self._slot is None or self._slot not in free_slots(table):
            return ""
        card = table.layout[self._slot]
        return card if card is not None and card != UNREAD else ""

    def _show_free(self, table: DuelTable) -> None:
        free = {move["card"] for move in table.moves if move.get("move") in {"build", "discard"}}
        payable = {move["card"] for move in table.moves if move.get("move") == "build"}
        keys = []
        for card in by_colour("duel", free):
            note = "check" if card in payable else ""
            keys.append(self._cards.key(card, partial(self._take, card), note=note, dim=not note))
        self._ask(_("Which card is taken?"), keys)

    def _take(self, card: str) -> None:
        table = self.shell.view.table
        assert isinstance(table, DuelTable)
        self._card = card
        self._slot = table.layout.index(card) if card in table.layout else None
        self.again()

    def _show_uses(self, table: DuelTable, card: str) -> None:
        seat = table.to_move
        mine = [dict(move) for move in table.moves if move.get("card") == card and "move" in move]
        build = next((move for move in mine if move["move"] == "build"), None)
        looks, price = face("duel", card), table.free.get(card)
        first = UseKey(
            icon="city", text=_("Build"), primary=build is not None, disabled=build is None,
            price=str(price.coins) if price else "", detail=words.line(price.why, "duel") if price else "",
            tapped=partial(self.play, build),
        )  # fmt: skip
        discards = (move for move in mine if move["move"] == "discard")
        uses = [first, *(self._use(move, "discard", _("Discard"), f"+{table.gain}") for move in discards)]
        head = CardHead(
            icon=looks.icons[0], tint=theme.FAMILIES[looks.colour], text=words.card(card, "duel"),
            badge=looks.badge, mark=looks.colour,
        )  # fmt: skip
        prices = table.players[seat].prices if seat is not None else {}
        for move in mine:
            if move["move"] == "wonder":
                cost = prices.get(move["wonder"])
                said = words.wonder(move["wonder"], "duel")
                icon = wonder_icon("duel", move["wonder"])
                uses.append(self._use(move, icon, said, str(cost.coins) if cost else ""))
        fill(self.ids.choices, (head, *uses, Widget()))

    def _use(self, move: Body, icon: str, text: str, price: str) -> UseKey:
        return UseKey(icon=icon, text=text, price=price, tapped=partial(self.play, move))

    def _ask(self, about: str, keys: list[Any], row: list[Any] | None = None, *, later: bool = False) -> None:
        """A question, the keys that stand beside it, and what may be answered."""
        box = self.ids.choices
        beside = [*(row or ()), *([key(_("Nothing is taken"), "close", self._wait)] if later else ())]
        head = BoxLayout(spacing=theme.dp(theme.GAP), size_hint_y=None, height=theme.dp(theme.TOUCH if beside else 36))
        if about:
            head.add_widget(Text(text=about, bold=True))
        for made in beside:
            head.add_widget(made)
        if about or beside:
            box.add_widget(head)
        box.add_widget(grid_of(keys, most=5 if self.ids.structure.opacity else WIDE))


def _unread(table: DuelTable) -> set[int]:
    """The free slots whose card nobody has read."""
    return {slot for slot in free_slots(table) if table.layout[slot] == UNREAD}


def _face_up(age: int) -> list[int]:
    """The slots of an age that are laid face up, in order."""
    rows = [row for row, halves in enumerate(LAYOUTS[age]) for _half in halves]
    return [slot for slot, row in enumerate(rows) if row % 2 == 0]


PAD: Final = DuelPad
