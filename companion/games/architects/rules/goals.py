"""Which medals' goals are met, at every moment of a turn.

Sections "Receiving a medal" and "Goals of the medals" of the expansion's rules.
"""

from msgspec.structs import replace

from companion.games.architects.rules.expansion import MEDAL_PLACE, MEDALS
from companion.games.architects.rules.facts import FACTS, Counts, Medal
from companion.games.architects.rules.moves import Where
from companion.games.architects.rules.setup import UNREAD
from companion.games.architects.rules.state import Medals, State


def _places_of(group: str) -> tuple[int, ...]:
    """The card faces that a goal's word stands for, by their places in ``FACTS.cards``."""
    cards = enumerate(FACTS.cards)
    if group == "cat":
        return tuple(place for place, card in cards if card.cat)
    if group == "horn":
        return tuple(place for place, card in cards if card.horns)
    return tuple(place for place, card in cards if group in ("any", card.color))


_CARD_GOALS = tuple(tuple((_places_of(group), number) for group, number in medal.cards.items()) for medal in MEDALS)


def _cards_suffice(place: int, cards: Counts, face_down: int) -> bool:
    for faces, number in _CARD_GOALS[place]:
        there = sum(cards[face] for face in faces)
        if len(faces) == len(cards):
            there += face_down
        if there < number:
            return False
    return True


def meets(state: State, seat: int, medal: Medal) -> bool:
    """Whether a player has what a medal asks for now, or more; a medal for a battle is judged by who won it."""
    city, medals = state.cities[seat], state.medals
    if medals is None or not meets_but_for_cards(state, seat, medal):
        return False
    # What any card counts for a card counts for that nobody has read.
    face_down = city.face_down + (medals.debts[seat] if state.rules.face_down_counts else 0)
    return _cards_suffice(MEDAL_PLACE[medal.id], city.cards, face_down)


def meets_but_for_cards(state: State, seat: int, medal: Medal) -> bool:
    """Whether a player has all that a medal asks for beside cards; a medal for a battle is judged by who won it."""
    city = state.cities[seat]
    if medal.battle or (medal.cat and state.cat != seat):
        return False
    return (
        city.built.bit_count() >= medal.stages
        and len(city.progress) >= medal.progress
        and city.military >= medal.military
    )


def within_reach(medals: Medals, seat: int) -> tuple[tuple[Where, int], ...]:
    """The places whose medals a player may take: left, right, and all in the centre."""
    beside: tuple[tuple[Where, int], ...] = (("left", seat), ("right", (seat - 1) % len(medals.debts)))
    centre = range(medals.gaps, len(medals.lying))
    return (*((where, place) for where, place in beside if place < medals.gaps), *(("centre", k) for k in centre))


def notice(state: State) -> State:
    """The state with the goals noted that the player to move meets at this moment of the turn.

    A goal may be met at any moment of one's own turn, so what is met stays met until the turn ends.
    """
    medals = state.medals
    if medals is None:
        return state
    met = state.turn.met
    for _, place in within_reach(medals, state.to_move):
        for medal in may_be(medals, place):
            if not met >> MEDAL_PLACE[medal.id] & 1 and meets(state, state.to_move, medal):
                met |= 1 << MEDAL_PLACE[medal.id]
    return state if met == state.turn.met else replace(state, turn=replace(state.turn, met=met))


def may_be(medals: Medals, place: int) -> tuple[Medal, ...]:
    """The medals that may lie at a place: the one that does, or all that nobody has seen."""
    name = medals.lying[place]
    if name == UNREAD:
        return tuple(medal for k, medal in enumerate(MEDALS) if medals.unseen >> k & 1)
    return () if name is None else (MEDALS[MEDAL_PLACE[name]],)
