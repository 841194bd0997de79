"""What is unlikely in a place, by its role: log-probabilities, chosen by hand."""

from collections.abc import Mapping
from typing import Final, NamedTuple

from companion.games.mats import Role


class Costs(NamedTuple):
    """What is unlikely in a place of one role.

    ``missing``: an expected piece is not seen. ``uncleared``: a piece still lies there that should have
    gone. ``gain``, ``loss``: nobody has touched the zone yet, although something should have come, or
    only gone (of a stack: its top is still the same). ``least``: no zone speaks more strongly than this against
    anything (a sleeve may lie on it; tokens are forgotten).
    """

    missing: float
    uncleared: float
    gain: float
    loss: float
    least: float


COSTS: Final[Mapping[Role, Costs]] = {
    "laid": Costs(-5.0, -0.7, -7.0, -0.7, -10.0),
    # Of 37,199 looks at a piece on a printed spot, at rest, in cruel light (the twin's), none did not see it. Less is
    # not enough for a medal, of which nothing else tells (99 %); by more a pile that is hidden is named later.
    "printed": Costs(-5.6, -4.0, -4.0, -4.0, -10.0),
    "follows": Costs(-1.5, -0.7, -0.3, -0.3, -1.5),
    # It is taken up with the move, and that tells, or is in somebody's hand yet, which looks like no move (one look in
    # twenty; by hand): by itself nobody is asked about it. When the next is laid there tells nothing.
    "ready": Costs(-3.0, -4.0, -0.3, -4.0, -10.0),
    "stack": Costs(0.0, 0.0, -0.7, -5.0, -10.0),
    # Its new top tells. That it has none at the first discard says that there was none, or that people discard
    # elsewhere than where the screen shows it (one table in twenty, by hand: so few that the first is asked about, for
    # a card may also lie where nobody sees it); later ones there say nothing. Where some lie it is as seldom elsewhere.
    "discards": Costs(-3.0, -0.7, -7.0, -0.7, -10.0),
    # Coins tell how something was paid; nobody moves them at once, and some are forgotten. A count is wrong less often
    # than one time in a hundred (219 of 219 were right, the twin's), which is what its least stands for.
    "heap": Costs(-3.0, -2.0, -0.3, -0.3, -5.0),
    # One in thirty is moved to where it does not belong (by hand: nobody is asked about it by itself).
    "track": Costs(-1.5, -0.7, -0.3, -0.3, -3.4),
}
PAID: Final[Mapping[Role, Costs]] = {**COSTS, "heap": Costs(-3.0, -2.0, -2.0, -2.0, -5.0)}
"""The same, once all has rested for as long as coins are counted out: what was to be paid has been, or is forgotten
(one time in seven, for each who pays or is paid)."""
NOT_RECEIVED: Final = -4.6
"""Coins have been taken from a heap that have come to none, and yet not to this one, to which they should have: who
has them in his hand lays them where he owes them, all but one time in a hundred (by hand)."""
UNTAKEN: Final = -7.0
"""What should have been taken from the middle of the table lies there as before and is read for certain: the move that
takes it is its being taken, and hardly ever does the camera show what is no more (by hand)."""
LAST_GONE: Final = -1.5
"""Of a stack from which something was just taken nothing is seen, though more should lie there: the hand that took it
hides it, or it was the last. Whoever joined the game knows at most how many there may be (by hand)."""
