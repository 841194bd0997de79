"""What only the owner of a box can read off it: the stages and the deck of Rome and Ur, asked for once."""

from functools import partial
from typing import Any, Final

from kivy.properties import BooleanProperty, NumericProperty, ObjectProperty, StringProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.gridlayout import GridLayout
from kivy.uix.widget import Widget

from companion import words
from companion.api.protocol import View
from companion.games.architects.looks import FACES
from companion.words.language import _
from ui import theme
from ui.games.architects.setup import ArchitectsSetup
from ui.games.architects.tiles import card_tile
from ui.page import Page
from ui.widgets.basics import Key, Text, Tile, fill, key, mark
from ui.widgets.controls import Segments, Stepper, switch
from ui.widgets.declared import texts

STAGES: Final = 5
DECK: Final = 25
_MOST_RESOURCES, _MOST_POINTS, _MOST_COPIES = 4, 15, 5


class Asked(BoxLayout):
    """One question about a stage, and its answer beside it."""

    about = StringProperty("")


class OwnPage(Page):
    """Five stages from the bottom up, then the deck; nothing is supposed: what was not told is not ready."""

    setup = ObjectProperty(None, allownone=True)
    title, wonder = texts(2)
    ready = BooleanProperty(False)
    leaf = NumericProperty(0)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._stages: list[dict[str, Any]] = []
        self._cards: dict[str, int] = {}
        # What is made once, for that takes longer than all else here.
        self._leaves: list[Key] = []
        self._tiles: dict[str, Tile] = {}
        self._deck: BoxLayout | None = None

    def open(self, *, setup: ArchitectsSetup, wonder: str) -> None:
        """Ask about this wonder, for this set-up."""
        self.setup, self.wonder, self.leaf = setup, wonder, 0
        self._stages = [{"count": 0, "kind": "", "vp": 0, "effect": False, "on": []} for _stage in range(STAGES)]
        self._cards = dict.fromkeys(FACES, 0)
        self.title = _("{wonder}: read it off your box").format(wonder=words.wonder(wonder))

    def show(self, view: View) -> None:  # noqa: ARG002 - what is set up is no view yet
        """Ask what is asked on this leaf."""
        told = [stage["count"] > 0 and bool(stage["kind"]) for stage in self._stages]
        deck = sum(self._cards.values())
        self.ready = all(told) and deck == DECK
        if not self._leaves:
            self._leaves = [key("", "", partial(self.turn, leaf)) for leaf in range(STAGES + 1)]
            fill(self.ids.leaves, self._leaves)
        for leaf, made in enumerate(self._leaves):
            done = told[leaf] if leaf < STAGES else deck == DECK
            made.text = str(leaf + 1) if leaf < STAGES else f"{deck} / {DECK}"
            made.icon = "check" if done else "pillar" if leaf < STAGES else "deck"
            made.tint = theme.GOOD if done else theme.MUTED
            mark(made, chosen=leaf == self.leaf)
        if self.leaf < STAGES:
            fill(self.ids.asked, self._about_stage(int(self.leaf)))
            return
        if self._deck is None:
            self._deck = self._about_deck()
        if self._deck.parent is None:
            fill(self.ids.asked, [self._deck])
        for card, tile in self._tiles.items():
            count = self._cards[card]
            tile.badge = str(count) if count else ""
            tile.edge = theme.ACCENT if count else theme.CLEAR

    def turn(self, leaf: int) -> None:
        """Ask about this stage, or about the deck."""
        self.leaf = leaf
        self.show(self.shell.view)

    def tell(self, **told: Any) -> None:
        """Something of the stage asked about."""
        self._stages[int(self.leaf)].update(told)
        self.show(self.shell.view)

    def count(self, card: str) -> None:
        """One more of this card in the deck; after the most that there can be, none."""
        self._cards[card] = (self._cards[card] + 1) % (_MOST_COPIES + 1)
        self.show(self.shell.view)

    def take(self) -> None:
        """That is what is printed there."""
        stages = [dict(stage) for stage in self._stages]
        self.setup.box[self.wonder] = {"stages": stages, "cards": {k: n for k, n in self._cards.items() if n}}
        self.back()

    def _about_stage(self, number: int) -> list[Widget]:
        stage = self._stages[number]
        kinds = Segments()
        kinds.offer(
            (("different", _("different")), ("identical", _("identical"))), stage["kind"],
            lambda kind: self.tell(kind=kind),
        )  # fmt: skip
        effect = Segments()
        effect.offer(((False, _("no")), (True, _("yes"))), stage["effect"], lambda there: self.tell(effect=there))
        below = BoxLayout(spacing=theme.dp(theme.GAP), size_hint_y=None, height=theme.dp(theme.TOUCH))
        for other in range(1, number + 1):
            below.add_widget(switch(str(other), partial(self._lay, other), on=other in stage["on"]))
        asked: list[Widget] = [
            _asked(_("How many resources does it cost?"), self._stepper(stage, "count", _MOST_RESOURCES)),
            _asked(_("Which resources?"), kinds),
            _asked(_("How many points?"), self._stepper(stage, "vp", _MOST_POINTS)),
            _asked(_("Is the wonder's effect on it?"), effect),
        ]
        if number:
            asked.append(_asked(_("Which stages lie directly below it?"), below))
        return [*asked, Widget()]

    def _stepper(self, stage: dict[str, Any], field: str, most: int) -> Stepper:
        now = stage[field]
        return Stepper(str(now), lambda step: self.tell(**{field: min(most, max(0, now + step))}))

    def _lay(self, other: int) -> None:
        on = set(self._stages[int(self.leaf)]["on"]) ^ {other}
        self.tell(on=sorted(on))

    def _about_deck(self) -> BoxLayout:
        box = BoxLayout(orientation="vertical", spacing=theme.dp(theme.GAP))
        about = _("How many of each card does its deck hold? Tap to count, {n} together.").format(n=DECK)
        box.add_widget(Text(text=about, size_hint_y=None, height=theme.dp(40)))
        grid = GridLayout(cols=4 if theme.portrait() else 7, spacing=theme.dp(6))
        self._tiles = {card: card_tile(card, partial(self.count, card)) for card in self._cards}
        for tile in self._tiles.values():
            grid.add_widget(tile)
        box.add_widget(grid)
        return box


def _asked(about: str, answer: Widget) -> Asked:
    row = Asked(about=about)
    row.add_widget(answer)
    return row
