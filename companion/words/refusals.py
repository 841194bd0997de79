"""What the referee says when it does not do what it is told, or has no answer, by the error's code."""

from collections.abc import Mapping
from typing import Final

from companion.words.language import N_

REFUSALS: Final[Mapping[str, str]] = {
    "nothing_to_undo": N_("there is nothing to take back"),
    "not_undoable": N_("event {event} can be neither taken back nor changed"),
    "undone_already": N_("event {event} was taken back or changed already"),
    "game_running": N_("a game is being played; end it first"),
    "no_game": N_("no game has begun yet"),
    "game_is_over": N_("the game is over; take a move back, change one, or begin a new game"),
    "question_closed": N_("that question has been answered"),
    "ended_already": N_("the game has been ended already"),
    "not_saved": N_("not saved: free some space, then do it again"),
    "no_journal": N_("no journal can be kept here"),
    "no_past_game": N_("no game has been played here yet"),
    "no_board": N_("no board for phones is served here"),
    "nobody_there": N_("nobody sits there"),
    "bad_name": N_("a name may have at most 40 letters, and no signs that nobody can see"),
    "only_read": N_("this card can only be read: nothing more is kept"),
}
"""In a few words: every ``companion.errors.Refusal``."""
