"""The state of the parts, and where table and record differ."""

from collections.abc import Callable
from functools import partial
from typing import Final

from kivy.properties import BooleanProperty, ColorProperty

from companion import words
from companion.api.protocol import Audit, Part, View
from companion.games.tables import TableView
from companion.words.camera import trouble
from companion.words.language import N_, _
from ui import theme
from ui.page import Page
from ui.widgets.basics import Panel, Tap
from ui.widgets.declared import texts

_STATES: Final = {"up": N_("works"), "down": N_("is being restarted"), "absent": N_("not used")}
_ICONS: Final = {"up": "check", "down": "warning", "absent": "minus"}
_PARTS: Final = {
    "referee": N_("Referee"), "vision": N_("Camera"), "ui": N_("Touchscreen"), "hw": N_("Horn"), "horn": N_("Horn"),
    "twin": N_("Demo table"), "journal": N_("Journal"), "chances": N_("Chances to win"), "enrolment": N_("Teaching"),
    "board": N_("Board for phones"),
}  # fmt: skip
_MENDS: Final = {
    "vision": N_("Is the camera's cable in, and does nothing else use it?"),
    "hw": N_("Is the horn wired to its pin, and free? Everything else goes on."),
    "journal": N_("Is the disk full? Make room: nothing is recorded until then."),
    "enrolment": N_("Cards cannot be taught now. The game goes on."),
    "chances": N_("The graph stands still. The game goes on."),
}
"""What people can do about a part that does not work; the others mend themselves."""


class PartRow(Panel):
    """One part, and how it is."""

    name, said, icon = texts(3)
    tint = ColorProperty()


class FindingRow(Panel):
    """One thing to mend or to know; ``good``: that there is none."""

    text, mend = texts(2)
    good = BooleanProperty(False)


class DifferenceRow(Tap):
    """A place where table and record differ; tapped, it is seen to."""

    text, mend = texts(2)
    good = BooleanProperty(False)


class HealthPage(Page):
    """Each part of the companion in a row; beside them what to mend, and where the table is not as recorded."""

    def show(self, view: View) -> None:
        """List them anew when they have changed."""
        if self.same(view.parts, view.audits, view.health, view.camera):
            return
        parts = view.parts or (Part("ui", "up"),)
        self.ids.parts.fill([partial(_row, part) for part in parts])
        found: list[Callable[[], Panel | Tap]] = [partial(_broken, part) for part in parts if part.state == "down"]
        if view.camera:
            what, mend = trouble(view.camera_code, view.camera)
            found.append(partial(FindingRow, text=what, mend=mend))
        if view.table is not None:
            found += [self._differing(one, view.table) for one in view.audits]
            found += [partial(FindingRow, text=line) for line in words.all_set_aside(view)]
        well = _("The table is as recorded.") if view.table is not None else _("Everything works.")
        self.ids.findings.fill(found or [partial(FindingRow, text=well, good=True)])

    def _differing(self, found: Audit, table: TableView) -> Callable[[], DifferenceRow]:
        text, mend = words.audit(found, table)
        tapped = partial(self.shell.go, "difference", place=found.place)
        return partial(DifferenceRow, text=text, mend=mend, tapped=tapped)


def _row(part: Part) -> PartRow:
    tints = {"up": theme.GOOD, "down": theme.BAD, "absent": theme.MUTED}
    name = _(_PARTS.get(part.name, part.name))
    return PartRow(name=name, said=_(_STATES[part.state]), icon=_ICONS[part.state], tint=tints[part.state])


def _broken(part: Part) -> FindingRow:
    name = _(_PARTS.get(part.name, part.name))
    text = f"{name}: {words.refusal(part.trouble, part.why)}" if part.trouble else name
    return FindingRow(text=text, mend=_(_MENDS.get(part.name, "")))
