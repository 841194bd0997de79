"""Settings: language, light, loudness, quiet hours, spoken scores, the graph of chances."""

from functools import partial
from typing import Any

from kivy.properties import NumericProperty
from kivy.uix.boxlayout import BoxLayout
from kivy.uix.widget import Widget

from companion.api.protocol import View
from companion.words.language import LANGUAGES, _
from ui import theme
from ui.page import Page
from ui.settings import LOUDEST
from ui.voice import CAN_SPEAK
from ui.widgets.basics import Text, fill
from ui.widgets.controls import Mute, Segments, Stepper, switch
from ui.widgets.declared import texts

_HOURS = 24


class Setting(BoxLayout):
    """One line: what is set (``called``), and how; ``high`` in pixels, nothing until something is put there."""

    called, icon = texts(2)
    high = NumericProperty(0)

    def put(self, *parts: Widget) -> None:
        """These, side by side."""
        fill(self.ids.how, parts)
        self.high = max(part.height for part in parts)


class SettingsPage(Page):
    """Everything that can be set, all in sight; each tap counts at once and is kept."""

    def __init__(self, **kwargs: Any) -> None:
        super().__init__(**kwargs)
        # Upright there is no room for the hours beside the word: they get a line of their own.
        self._hours = Setting()
        if theme.portrait():
            below = self.ids.lines.children.index(self.ids.quiet)
            self.ids.lines.add_widget(self._hours, index=below)

    def show(self, _view: View) -> None:
        """Show what is set now."""
        now, lines = self.shell.kept.now, self.ids
        lines.language.put(self._choice("language", tuple(LANGUAGES.items()), now.language))
        lines.theme.put(self._choice("theme", (("night", _("Dim room")), ("day", _("Bright room"))), now.theme))
        self._show_volume()
        self._show_quiet()
        lines.voice.put(
            self._choice("voice", ((False, _("Off")), (True, _("On"))), now.voice)
            if CAN_SPEAK
            else Text(
                size_hint_y=None,
                height=theme.dp(theme.TOUCH),
                text=_("This machine cannot speak: espeak-ng is not installed."),
                color=theme.MUTED,
            )
        )
        lines.chances.put(self._choice("chances", ((False, _("Off")), (True, _("On"))), now.chances))

    def _choice(self, name: str, options: tuple[tuple[Any, str], ...], chosen: Any) -> Segments:
        made = Segments()
        made.offer(options, chosen, lambda value: self._set(**{name: value}))
        return made

    def _set(self, **changes: Any) -> None:
        self.shell.prefer(**changes)
        # Another theme or language has made this page anew already.
        if self.shell.page is self:
            self.show(self.shell.view)

    def _show_volume(self) -> None:
        volume = self.shell.kept.now.volume
        self.ids.volume.put(
            Stepper(f"{volume} / {LOUDEST}", self._louder, wide=90),
            Mute(shell=self.shell),
            Widget(size_hint_y=None, height=0),
        )

    def _louder(self, by: int) -> None:
        volume = min(max(0, self.shell.kept.now.volume + by), LOUDEST)
        self.shell.prefer(volume=volume, muted=False)
        self._show_volume()
        self.shell.speaker.play("turn")

    def _show_quiet(self) -> None:
        now = self.shell.kept.now
        hours = (("quiet_from", _("from {hour}:00"), now.quiet_from), ("quiet_to", _("to {hour}:00"), now.quiet_to))
        steppers = [Stepper(said.format(hour=hour), partial(self._later, name), wide=94) for name, said, hour in hours]
        on = now.quiet
        if theme.portrait():
            self.ids.quiet.put(self._choice("quiet", ((False, _("Off")), (True, _("On"))), on))
            self._hours.put(*steppers, Widget(size_hint_y=None, height=0))
        else:
            self.ids.quiet.put(switch(_("On") if on else _("Off"), partial(self._set, quiet=not on), on=on), *steppers)

    def _later(self, name: str, by: int) -> None:
        self._set(**{name: (getattr(self.shell.kept.now, name) + by) % _HOURS, "quiet": True})
