"""The box that is played with: which of its faces the camera knows, which are lacking, and how to teach them."""

from functools import partial
from pathlib import Path
from typing import Any

from kivy.properties import BooleanProperty, NumericProperty

from companion import words
from companion.api.protocol import Answer, Box, FaceGroup
from companion.words.language import N_, _, plural, say
from ui import theme
from ui.page import Page
from ui.widgets.basics import Panel, Tap, Text
from ui.widgets.declared import texts

_GROUPS = (
    N_("Cards"), N_("Backs"), N_("Progress tokens"), N_("Tokens"), N_("Wonder stages"), N_("Medals"), N_("Age I"),
    N_("Age II"), N_("Age III"), N_("Guilds"), N_("Wonders"), N_("Wonder boards"), N_("Coins and tokens"), N_("Others"),
)  # fmt: skip
"""What the checklists call their groups: they come from the referee, in English."""
_NAMED = 2


class Counted:
    """Faces that belong together: how many are known, and which are lacking."""

    name, lacking, count = texts(3)
    share = NumericProperty(0.0)


class WholeRow(Counted, Panel):
    """A group of which nothing is lacking."""


class GroupRow(Counted, Tap):
    """A group of which something is lacking; tapped, it tells what."""


class BoxPage(Page):
    """Asks each time it is gone to. ``group``: that whose lacking faces are listed; empty: all groups are."""

    title, game, count, trouble, command, group = texts(6)
    share = NumericProperty(0.0)
    practice = BooleanProperty(False)

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        self._box: Box | None = None

    def on_pre_enter(self, *_entered: object) -> None:
        """Ask what is enrolled: it may be more than last time."""
        self.group = ""
        self.shell.ask("box", {}, self._take)

    def back(self) -> None:
        """From a group to all of them, from there to where one came from."""
        if self.group:
            self.group = ""
            self._list()
        else:
            super().back()

    def _take(self, answer: Answer) -> None:
        if not isinstance(answer.body, Box):
            self._box, self.trouble = None, words.refusal(answer.error, answer.why)
            self.title = self.game = self.count = ""
            self.ids.list.fill([])
            return
        box = self._box = answer.body
        have = sum(group.enrolled for group in box.groups)
        lacking = sum(len(group.lacking) for group in box.groups)
        self.practice = not box.path
        self.title = _("Practice cards") if self.practice else Path(box.path).name
        self.game = words.game_name(box.game)
        self.share = have / max(1, have + lacking)
        self.count = plural("{n} face is lacking", "{n} faces are lacking", lacking) if lacking else _("All are known")
        folder = "boxes/mine" if self.practice else box.path
        self.command = f"companion enrol {folder} --game {box.game}"
        self.trouble = ""
        self._list()

    def _list(self) -> None:
        box = self._box
        if box is None:
            return
        chosen = next((group for group in box.groups if group.name == self.group), None)
        if chosen is not None:
            self.ids.list.fill([partial(_named, words.piece(face)) for face in chosen.lacking])
        else:
            self.ids.list.fill([partial(self._row, group) for group in box.groups])

    def _row(self, group: FaceGroup) -> WholeRow | GroupRow:
        whole = group.enrolled + len(group.lacking)
        told = {"name": say(group.name), "count": f"{group.enrolled} / {whole}", "share": group.enrolled / whole}
        if not group.lacking:
            return WholeRow(**told)
        return GroupRow(lacking=_lacking(group), tapped=partial(self._choose, group), **told)

    def _choose(self, group: FaceGroup) -> None:
        self.group = group.name
        self._list()


def _named(name: str) -> Panel:
    row = Panel(padding=(theme.dp(14), 0))
    row.add_widget(Text(text=name))
    return row


def _lacking(group: FaceGroup) -> str:
    """The first few by name, and how many more."""
    named = ", ".join(words.piece(face) for face in group.lacking[:_NAMED])
    more = len(group.lacking) - _NAMED
    return f"{named}, " + plural("{n} more", "{n} more", more) if more > 0 else named
