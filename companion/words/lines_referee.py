"""What the referee says when it does not do what it is told, or has no answer."""

from typing import Final

from companion.words.language import N_

REFUSALS: Final = (
    (r"there is nothing to take back", N_("there is nothing to take back")),
    (r"nothing that stands was done from event (?P<n>\d+) on", N_("there is nothing to take back")),
    (
        r"event (?P<n>\d+) is nothing that can be taken back or changed",
        N_("event {n} can be neither taken back nor changed"),
    ),
    (r"event (?P<n>\d+) was taken back or replaced already", N_("event {n} was taken back or changed already")),
    (r"a game is being played; end it first", N_("a game is being played; end it first")),
    (r"no game is set up yet", N_("no game has begun yet")),
    (
        r"the game is over; undo or correct a move",
        N_("the game is over; take a move back, change one, or begin a new game"),
    ),
    (r"that question is no longer open", N_("that question has been answered")),
    (r"the game has been ended already", N_("the game has been ended already")),
    (r".*: not saved \(", N_("not saved: free some space, then do it again")),
    (r".*: no journal can be kept here", N_("no journal can be kept here")),
    (r".*no game was kept here", N_("no game has been played here yet")),
    (r"no board for phones is served here", N_("no board for phones is served here")),
    (r"seat \d+: nobody sits there", N_("nobody sits there")),
)
"""The referee's English lines, and their words."""
