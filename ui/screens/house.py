"""House rules in plain words: where the rulebook is silent, the table decides."""

from typing import Any, Final

from kivy.properties import ObjectProperty, StringProperty

from companion.api.protocol import View
from companion.words.language import N_, _
from ui import theme
from ui.draft import Draft
from ui.page import Page, load
from ui.widgets import Tap

RULES: Final = {
    "no_source_policy": (
        N_("All three decks are empty"),
        (("pass", N_("the player passes")), ("end_game", N_("the game ends")), ("ask_table", N_("the table decides"))),
    ),
    "coin_only_if_missing": (
        N_("A coin where a grey card would do"),
        ((True, N_("not allowed")), (False, N_("allowed"))),
    ),
    "economy_forces_build": (
        N_("A stage payable only with Economy"),
        ((True, N_("must be built")), (False, N_("may be built"))),
    ),
    "engineering_once_per_turn": (
        N_("Engineering helps"),
        ((True, N_("one stage a turn")), (False, N_("every stage"))),
    ),
    "token_retroactive": (
        N_("A token won this turn answers to earlier cards"),
        ((False, N_("no")), (True, N_("yes"))),
    ),
    "progress_exhausted_policy": (
        N_("No progress token is left"),
        (("keep_cards", N_("the set is kept")), ("discard_anyway", N_("the set is discarded"))),
    ),
    "wonder_effect_optional": (
        N_("A wonder's effect"),
        ((False, N_("must be used")), (True, N_("may be declined"))),
    ),
}
"""Each rule: what it is about, and its choices, the suggested one first."""


class RuleRow(Tap):
    """One rule and how it stands; a tap takes the next choice."""

    about = StringProperty("")
    choice = StringProperty("")
    tint = ObjectProperty(theme.TEXT)


class HousePage(Page):
    """All rules; those changed stand out."""

    draft = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._rows: dict[str, RuleRow] = {}
        for rule, (about, _choices) in RULES.items():
            row = RuleRow(about=_(about))
            row.bind(on_release=lambda _row, rule=rule: self.tap(rule))
            self._rows[rule] = row
            self.ids.grid.add_widget(row)

    def open(self, *, draft: Draft) -> None:
        """Decide for this set-up."""
        self.draft = draft

    def show(self, view: View) -> None:  # noqa: ARG002 - what is set up is no view yet
        """Show how each rule stands."""
        for rule, row in self._rows.items():
            choices = RULES[rule][1]
            value = self.draft.house.get(rule, choices[0][0])
            row.choice = next(_(said) for choice, said in choices if choice == value)
            row.tint = theme.ACCENT if rule in self.draft.house else theme.GOOD

    def tap(self, rule: str) -> None:
        """Take the next choice; the suggested one is not written down."""
        values = [choice for choice, _said in RULES[rule][1]]
        now = values.index(self.draft.house.get(rule, values[0]))
        following = values[(now + 1) % len(values)]
        if following == values[0]:
            self.draft.house.pop(rule, None)
        else:
            self.draft.house[rule] = following
        self.show(self.shell.view)

    def suggested(self) -> None:
        """Everything as suggested."""
        self.draft.house.clear()
        self.show(self.shell.view)

    def back(self) -> None:
        """To the seats."""
        self.shell.go("seats")


load(__file__)
