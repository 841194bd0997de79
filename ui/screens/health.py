"""The state of the parts, and where table and record differ."""

from typing import Any

from companion import words
from companion.api.protocol import Part, View
from companion.words.language import N_, _
from ui import theme
from ui.page import Page, load
from ui.widgets import Panel, Text

_STATES = {"up": N_("works"), "down": N_("is being restarted"), "absent": N_("not used")}
_TINTS = {"up": theme.GOOD, "down": theme.BAD, "absent": theme.MUTED}
_PARTS = {
    "referee": N_("Referee"), "vision": N_("Camera"), "ui": N_("Touchscreen"), "hw": N_("Horn"), "horn": N_("Horn"),
    "twin": N_("Demo table"), "journal": N_("Journal"),
}  # fmt: skip


_LINES = 5
"""As many differences as there is room for: the first ones come first."""


class HealthPage(Page):
    """Each part of the companion in a row, then each difference between table and record."""

    _shown: Any = None

    def show(self, view: View) -> None:
        """List them anew when they have changed."""
        state = (view.parts, view.audits, view.camera)
        if state == self._shown:
            return
        self._shown = state
        self.ids.parts.clear_widgets()
        for part in view.parts:
            self._row(*self._part(part))
        if not view.parts:
            self._row(_("Touchscreen"), _("works"), theme.GOOD)
        self.ids.differences.clear_widgets()
        lines = [view.camera] if view.camera else []
        if view.table is not None:
            lines += [words.audit(found, view.table) for found in view.audits]
        for line in lines[:_LINES]:
            self.ids.differences.add_widget(Text(text=line, color=theme.WARN, size_hint_y=None, height=theme.dp(58)))
        if not lines:
            self.ids.differences.add_widget(
                Text(text=_("The table is as recorded."), color=theme.GOOD, size_hint_y=None, height=theme.dp(40))
            )

    def _part(self, part: Part) -> tuple[str, str, theme.Rgba]:
        said = _(_STATES[part.state]) + (f": {part.trouble}" if part.trouble else "")
        return _(_PARTS.get(part.name, part.name)), said, _TINTS[part.state]

    def _row(self, name: str, said: str, tint: theme.Rgba) -> None:
        row = Panel(padding=(theme.dp(14), theme.dp(4)), spacing=theme.dp(10), size_hint_y=None, height=theme.dp(44))
        row.add_widget(Text(text=name, bold=True, size_hint_x=0.5))
        row.add_widget(Text(text=said, color=tint))
        self.ids.parts.add_widget(row)


load(__file__)
