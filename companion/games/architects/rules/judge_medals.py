"""What is irregular about the moves that only the expansion Medals has."""

from companion.games.architects.rules.expansion import MEDAL_PLACE, MEDALS
from companion.games.architects.rules.facts import FACTS
from companion.games.architects.rules.findings import finding
from companion.games.architects.rules.medals import forgotten, is_right, place_of, takable, unread_place
from companion.games.architects.rules.moves import RevealMedal, TakeMedal, TurnUp
from companion.games.architects.rules.say import card_name, player
from companion.games.architects.rules.state import State
from companion.games.vocabulary import Finding


def judge_medal(state: State, move: TakeMedal) -> tuple[Finding, ...]:
    """Whether this medal lies there, and whether its goal is met in this player's turn (Receiving a medal)."""
    who = player(state, move.seat)
    if state.medals is None:
        return (finding("no_medals", "This table plays without medals.", move.seat),)
    legal = tuple(f"{right.medal} ({right.where})" for right in takable(state) if right.seat == move.seat)
    if place_of(state.medals, move) is None:
        return (finding("medal_not_there", f"{move.medal} does not lie {_where(move)} of {who}.", move.seat, legal),)
    if is_right(state, move):
        return ()
    goal = MEDALS[MEDAL_PLACE[move.medal]].goal
    if (move.seat, move.medal) in forgotten(state):
        message = f"{who} takes a medal only now whose goal ({goal}) was met in a turn that has passed."
        return (finding("medal_late", message, move.seat),)
    message = f"{who} has not met the goal of this medal in a turn of their own: {goal}."
    return (finding("medal_not_met", message, move.seat, legal),)


def _where(move: TakeMedal) -> str:
    return "in the centre, within reach" if move.where == "centre" else f"to the {move.where}"


def judge_read(state: State, move: RevealMedal) -> tuple[Finding, ...]:
    """Whether a medal is unread there, and whether it can be this one."""
    if state.medals is None:
        return (finding("no_medals", "This table plays without medals."),)
    if unread_place(state, move.left_of) is None:
        return (finding("medal_not_there", "No unread medal lies there."),)
    if not state.medals.unseen >> MEDAL_PLACE[move.medal] & 1:
        return (finding("medal_not_there", f"{move.medal} has been seen elsewhere."),)
    return ()


def judge_turn_up(state: State, move: TurnUp) -> tuple[Finding, ...]:
    """Whether a card lies face down there that can be this one (Effects of the wonders: Rome)."""
    if state.medals is None or state.medals.debts[move.seat] == 0:
        return (finding("nothing_face_down", f"No card lies face down before {player(state, move.seat)}.", move.seat),)
    if state.decks[-1][FACTS.index[move.card]] <= 0:
        message = f"No {card_name(move.card)} can have come from the central deck."
        return (finding("card_not_in_deck", message, move.seat),)
    return ()
