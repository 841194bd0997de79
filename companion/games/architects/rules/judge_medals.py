"""What is irregular about the moves that only the expansion Medals has."""

from companion.games.architects.rules.expansion import MEDAL_PLACE
from companion.games.architects.rules.facts import FACTS
from companion.games.architects.rules.findings import finding
from companion.games.architects.rules.medals import forgotten, is_right, place_of, takable, unread_place
from companion.games.architects.rules.moves import RevealMedal, TakeMedal, TurnUp
from companion.games.architects.rules.state import State
from companion.games.vocabulary import Finding, line


def judge_medal(state: State, move: TakeMedal) -> tuple[Finding, ...]:
    """Whether this medal lies there, and whether its goal is met in this player's turn (Receiving a medal)."""
    if state.medals is None:
        return (finding("no_medals", move.seat),)
    rights = (right for right in takable(state) if right.seat == move.seat)
    legal = tuple(line("medal_at", medal=right.medal, where=right.where) for right in rights)
    if place_of(state.medals, move) is None:
        return (finding("medal_not_there", move.seat, legal, medal=move.medal, where=move.where),)
    if is_right(state, move):
        return ()
    if (move.seat, move.medal) in forgotten(state):
        return (finding("medal_late", move.seat, medal=move.medal),)
    return (finding("medal_not_met", move.seat, legal, medal=move.medal),)


def judge_read(state: State, move: RevealMedal) -> tuple[Finding, ...]:
    """Whether a medal is unread there, and whether it can be this one."""
    if state.medals is None:
        return (finding("no_medals"),)
    if unread_place(state, move.left_of) is None:
        return (finding("medal_not_there/unread"),)
    if not state.medals.unseen >> MEDAL_PLACE[move.medal] & 1:
        return (finding("medal_not_there/seen", medal=move.medal),)
    return ()


def judge_turn_up(state: State, move: TurnUp) -> tuple[Finding, ...]:
    """Whether a card lies face down there that can be this one (Effects of the wonders: Rome)."""
    if state.medals is None or state.medals.debts[move.seat] == 0:
        return (finding("nothing_face_down", move.seat),)
    if state.decks[-1][FACTS.index[move.card]] <= 0:
        return (finding("card_not_in_deck/turned_up", move.seat, card=move.card),)
    return ()
