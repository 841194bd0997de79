"""The past games, newest first; a tap leads to that game's result."""

from functools import partial

from kivy.properties import BooleanProperty, StringProperty

from companion import words
from companion.api.protocol import Answer, History, PastGame, PastPlayer
from companion.looks.faces import looks
from companion.words.language import _
from ui import theme
from ui.page import Page
from ui.when import day, lasted
from ui.widgets.basics import Tap
from ui.widgets.declared import texts

_OTHERS = 4
"""On a lying screen a row has room for so many who have not won."""


class GameRow(Tap):
    """One past game: when, which, who won, who else played."""

    icon, when, about, winners, others = texts(5)
    decided = BooleanProperty(False)


class HistoryPage(Page):
    """Asked for whenever it is opened: it needs no game and no view."""

    hint = StringProperty("")

    def open(self) -> None:
        """Ask for the games."""
        self.hint = _("One moment …")
        self.ids.rows.fill([])
        self.shell.ask("history", {}, self._told)

    def _told(self, answer: Answer) -> None:
        if not isinstance(answer.body, History):
            self.hint = words.refusal(answer.error, answer.why)
            return
        games = answer.body.games
        self.hint = "" if games else _("No game has been played here yet.")
        self.ids.rows.fill([partial(self._row, game) for game in games])

    def _row(self, game: PastGame) -> GameRow:
        ranked = sorted(game.players, key=lambda player: -player.score)
        return GameRow(
            icon=looks(game.game).icon,
            when=day(game.begun),
            about=f"{words.game_name(game.game)} · {lasted(game.seconds)}",
            winners="   ".join(_scored(player) for player in ranked if player.won),
            others=_others([player for player in ranked if not player.won]),
            decided=game.finished,
            tapped=partial(self.shell.go, "result", game=game.name),
        )


def _others(players: list[PastPlayer]) -> str:
    """As many as can be read, and how many more there were."""
    shown = players if theme.portrait() or len(players) <= _OTHERS else players[:_OTHERS]
    rest = len(players) - len(shown)
    return "   ".join([_scored(player) for player in shown] + ([f"+{rest}"] if rest else []))


def _scored(player: PastPlayer) -> str:
    """Name and points, never on two lines."""
    return f"{player.name}\N{NO-BREAK SPACE}{words.signed(player.score)}"
