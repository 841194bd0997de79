"""What anybody may see of a table: the picture for spectators and phones, from which nothing hidden can be told.

Hidden is what the table itself hides: a card chosen in a turn that is not over, cards in hands and those laid face
down or covered, what a camera may have seen in somebody's hand; and with them the legal moves and the referee's
guesses, which are made of all that. What of this a game has, its facet ``table`` says.
"""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from companion.games.tables import LogEntry, picture_of
from companion.referee.events import Event
from companion.referee.fold import fold
from companion.referee.messages import Question, View


def public(view: View) -> View:
    """The picture as anybody may see it: of two tables that differ only in what is hidden it is the same."""
    if view.table is None:
        return view
    picture = picture_of(view.game)
    return replace(
        view,
        table=picture.public_table(view.table),
        question=None if view.question is None else _asked(view.question),
        log=tuple(picture.public_entry(entry) for entry in view.log),
        audits=(),
    )


def _asked(question: Question) -> Question:
    """That a seat is asked something, not what: the options tell what the camera saw."""
    return replace(question, options=())


def known(events: Sequence[Event]) -> tuple[dict[str, Any], tuple[dict[str, Any], ...]]:
    """A game as anybody knows it: its set-up and every move that stands, without what is hidden.

    From this each seat's chance to win is worked out, which anybody may see.
    """
    game = fold(events)
    picture = picture_of(game.rules.NAME)
    hidden = picture.secrets(game.played, game.undone)
    entries = (
        LogEntry(entry.seq, "move", game.rules.dump_move(entry.move), "rule", entry.findings)
        for entry in game.played
        if entry.seq not in hidden
    )
    moves = (picture.public_entry(entry).move for entry in entries)
    return game.setup, tuple(move for move in moves if move is not None)
