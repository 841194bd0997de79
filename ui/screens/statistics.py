"""What the past games come to: by player, by wonder, and where the points come from, as bars."""

from functools import partial
from typing import Any

from babel.numbers import format_decimal
from kivy.properties import ListProperty, NumericProperty, StringProperty

from companion import words
from companion.api.protocol import Answer, Record, Statistics
from companion.games.catalogue import packages
from companion.looks import faces
from companion.words.language import N_, _, spoken
from ui import emblem, theme
from ui.page import Page
from ui.widgets.basics import Panel
from ui.widgets.declared import texts

_SIDES = {"players": N_("Players"), "wonders": N_("Wonders"), "categories": N_("Points")}


class RecordRow(Panel):
    """A player or a wonder: games, how many of them won, mean points, the best."""

    icon, label, games, wins, mean, best = texts(6)
    tint = ListProperty((1, 1, 1, 1))


class MeanRow(Panel):
    """Mean points of a category; ``share`` of the longest bar, 0..1."""

    icon, label, mean = texts(3)
    tint = ListProperty((1, 1, 1, 1))
    share = NumericProperty(0.0)


class StatisticsPage(Page):
    """One game at a time, one side of it at a time."""

    hint, game = texts(2)
    side = StringProperty("players")
    _found: Statistics | None = None

    def open(self) -> None:
        """Ask for the figures."""
        self.hint, self._found = _("One moment …"), None
        self._draw()
        self.shell.ask("statistics", {}, self._told)

    def _told(self, answer: Answer) -> None:
        if not isinstance(answer.body, Statistics):
            self.hint = words.refusal(answer.error, answer.why)
            return
        self._found = answer.body
        games = [name for name in packages() if name in answer.body.categories]
        self.hint = "" if games else _("No game has been played to its end here yet.")
        self.game = self.game if self.game in games else next(iter(games), "")
        self._draw()

    def choose(self, **chosen: Any) -> None:
        """Another game, or another side."""
        for name, value in chosen.items():
            setattr(self, name, value)
        self._draw()

    def _draw(self) -> None:
        found, games = self._found, self.ids.games
        if found is None or not self.game:
            self.ids.rows.fill([])
            return
        known = [(name, words.game_name(name)) for name in packages() if name in found.categories]
        games.offer(known, self.game, lambda game: self.choose(game=game))
        sides = [(name, _(called)) for name, called in _SIDES.items()]
        self.ids.sides.offer(sides, self.side, lambda side: self.choose(side=side))
        if self.side == "categories":
            self._draw_means(found.categories[self.game])
        else:
            records = (found.players if self.side == "players" else found.wonders).get(self.game, ())
            self.hint = "" if records else _("Nobody has given a name yet.")
            self.ids.rows.fill([partial(self._record, record) for record in records])

    def _draw_means(self, means: dict[str, float]) -> None:
        self.hint = ""
        longest = max((*means.values(), 1.0))
        rows = [name for name in words.categories(self.game, [means]) if name in means]
        self.ids.rows.fill([partial(self._mean, name, means[name], longest) for name in rows])

    def _record(self, record: Record) -> RecordRow:
        wonder = self.side == "wonders"
        return RecordRow(
            icon=faces.wonder_icon(self.game, record.name) if wonder else "",
            tint=theme.WONDERS.get(record.name.partition(" ")[0], theme.ACCENT),
            label=words.wonder(record.name, self.game) if wonder else record.name,
            games=str(record.games),
            wins=str(record.wins),
            mean=_decimal(record.mean),
            best=str(record.best),
        )

    def _mean(self, name: str, mean: float, longest: float) -> MeanRow:
        mark = emblem.of_category(name)
        return MeanRow(
            icon=mark.icon, tint=mark.tint, label=words.category(name, self.game), mean=_decimal(mean),
            share=max(0.0, mean) / longest,
        )  # fmt: skip


def _decimal(mean: float) -> str:
    """With one decimal, after the comma or point of the language spoken."""
    return str(format_decimal(mean, "0.0", spoken()))
