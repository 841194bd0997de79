"""House rules in plain words: where the rulebook is silent, the table decides."""

from functools import partial
from typing import Any

from kivy.properties import ObjectProperty

from companion.api.protocol import View
from companion.words import house_rules
from companion.words.language import _
from ui import theme
from ui.any_game.setup import Setup
from ui.page import Page
from ui.widgets.basics import Tap
from ui.widgets.declared import texts


class RuleRow(Tap):
    """One rule and how it stands; a tap takes the next choice."""

    about, choice = texts(2)
    tint = ObjectProperty(theme.CLEAR)


class HousePage(Page):
    """All rules; those changed stand out."""

    setup = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._rows: dict[str, RuleRow] = {}

    def open(self, *, setup: Setup) -> None:
        """Decide for this set-up, by the rules of its game."""
        self.setup = setup
        self._rows = {}
        self.ids.grid.clear_widgets()
        for rule, (about, _choices) in house_rules(setup.game).items():
            if not setup.asks(rule):
                continue
            row = self._rows[rule] = RuleRow(about=_(about), tapped=partial(self.tap, rule))
            self.ids.grid.add_widget(row)

    def show(self, view: View) -> None:  # noqa: ARG002 - what is set up is no view yet
        """Show how each rule stands."""
        for rule, row in self._rows.items():
            choices = self._choices(rule)
            value = self.setup.house.get(rule, choices[0][0])
            row.choice = next(_(said) for choice, said in choices if choice == value)
            row.tint = theme.ACCENT if rule in self.setup.house else theme.GOOD

    def _choices(self, rule: str) -> Any:
        return house_rules(self.setup.game)[rule][1]

    def tap(self, rule: str) -> None:
        """Take the next choice; the suggested one is not written down."""
        values = [choice for choice, _said in self._choices(rule)]
        now = values.index(self.setup.house.get(rule, values[0]))
        following = values[(now + 1) % len(values)]
        if following == values[0]:
            self.setup.house.pop(rule, None)
        else:
            self.setup.house[rule] = following
        self.show(self.shell.view)

    def suggested(self) -> None:
        """Everything as suggested."""
        self.setup.house.clear()
        self.show(self.shell.view)
