"""House rules in plain words: where the rulebook is silent, the table decides."""

from typing import Any, Final

from kivy.properties import ObjectProperty, StringProperty

from companion.api.protocol import View
from companion.words import house_rules
from companion.words.language import _
from ui import theme
from ui.draft import Draft
from ui.layout import load
from ui.page import Page
from ui.widgets import Tap

OF_MEDALS: Final = (
    "two_player_medals",
    "rome_answers_tokens",
    "rome_no_central_card",
    "face_down_counts",
    "ur_answers_tokens",
)
"""The rules that the expansion of Architects adds."""


class RuleRow(Tap):
    """One rule and how it stands; a tap takes the next choice."""

    about = StringProperty("")
    choice = StringProperty("")
    tint = ObjectProperty(theme.CLEAR)


class HousePage(Page):
    """All rules; those changed stand out."""

    draft = ObjectProperty(None, allownone=True)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._rows: dict[str, RuleRow] = {}

    def open(self, *, draft: Draft) -> None:
        """Decide for this set-up, by the rules of its game."""
        self.draft = draft
        self._rows = {}
        self.ids.grid.clear_widgets()
        for rule, (about, _choices) in house_rules(draft.game).items():
            if rule in OF_MEDALS and not draft.medals:
                continue
            row = RuleRow(about=_(about))
            row.bind(on_release=lambda _row, rule=rule: self.tap(rule))
            self._rows[rule] = row
            self.ids.grid.add_widget(row)

    def show(self, view: View) -> None:  # noqa: ARG002 - what is set up is no view yet
        """Show how each rule stands."""
        for rule, row in self._rows.items():
            choices = self._choices(rule)
            value = self.draft.house.get(rule, choices[0][0])
            row.choice = next(_(said) for choice, said in choices if choice == value)
            row.tint = theme.ACCENT if rule in self.draft.house else theme.GOOD

    def _choices(self, rule: str) -> Any:
        return house_rules(self.draft.game)[rule][1]

    def tap(self, rule: str) -> None:
        """Take the next choice; the suggested one is not written down."""
        values = [choice for choice, _said in self._choices(rule)]
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
