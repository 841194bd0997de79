"""Who may take which medal, when and from where, and what that does.

Sections "Receiving a medal" and "Expert variant" of the expansion's rules.
"""

from msgspec.structs import replace

from companion.games.architects.rules.expansion import BATTLE_MEDALS, MEDAL_PLACE, MEDALS
from companion.games.architects.rules.goals import may_be, meets_but_for_cards, within_reach
from companion.games.architects.rules.moves import TakeMedal, Where
from companion.games.architects.rules.setup import UNREAD
from companion.games.architects.rules.state import Medals, State

FROM_BOX = -1
"""The place of a medal that is taken out of the box, because another winner has taken the one in the centre."""


def place_of(medals: Medals, move: TakeMedal) -> int | None:
    """Where the medal lies that a move takes; ``None``: it does not lie there.

    ``FROM_BOX``: another winner has taken it from the centre, so this one comes out of the box (Expert variant).
    """
    places = [place for where, place in within_reach(medals, move.seat) if where == move.where]
    for name in (move.medal, UNREAD):
        for place in places:
            if medals.lying[place] == name and (name != UNREAD or _is_unread(medals, move.medal)):
                return place
    from_box = medals.shared and move.where == "centre" and move.medal in BATTLE_MEDALS
    return FROM_BOX if from_box else None


def is_right(state: State, move: TakeMedal) -> bool:
    """Whether a player may take this medal now: the goal is met in the own turn, or in the battle that ends a turn.

    A medal that nobody has read may also be taken afterwards: nobody could be told that its goal was met.
    """
    medals = state.medals
    if medals is None:
        return False
    if _is_unread(medals, move.medal) and (move.seat, move.medal) in medals.missed:
        return True
    if move.medal in BATTLE_MEDALS:
        return state.turn.over and move.seat in medals.won
    return move.seat == state.to_move and bool(state.turn.met >> MEDAL_PLACE[move.medal] & 1)


def _is_unread(medals: Medals, medal: str) -> bool:
    return bool(medals.unseen >> MEDAL_PLACE[medal] & 1)


def takable(state: State) -> tuple[TakeMedal, ...]:
    """Every medal that may be taken now: by the player to move, after a battle, or unread and met before."""
    medals = state.medals
    if medals is None:
        return ()
    seats = tuple(dict.fromkeys((state.to_move, *medals.won, *(seat for seat, _ in medals.missed))))
    moves = [
        TakeMedal(seat, medal.id, where)
        for seat in seats
        for where, place in within_reach(medals, seat)
        for medal in may_be(medals, place)
    ]
    if medals.shared:
        moves += [TakeMedal(seat, name, "centre") for seat in seats for name in sorted(BATTLE_MEDALS)]
    right = (move for move in dict.fromkeys(moves) if is_right(state, move))
    return tuple(move for move in right if place_of(medals, move) is not None)


def due(state: State) -> tuple[TakeMedal, ...]:
    """The medals that must be taken before the turn may pass on: their goals are met and everybody can read them."""
    medals = state.medals
    if medals is None or not (state.turn.met & ~medals.unseen or _was_won(state, medals)):
        return ()
    return tuple(move for move in takable(state) if not _is_unread(medals, move.medal))


def _was_won(state: State, medals: Medals) -> bool:
    """Whether a battle has just been fought for which a medal is still to be taken."""
    return state.turn.over and bool(medals.won)


def unread_may_meet(state: State, move: TakeMedal) -> bool:
    """Whether a piece that nobody has read may be why the goal of a medal is met which seems not to be.

    Only cards may be what nobody has read: the cat, stages and tokens are there to be counted. Of a battle it may be
    why it was won, right after it.
    """
    if move.medal in BATTLE_MEDALS:
        return state.turn.over
    return meets_but_for_cards(state, move.seat, MEDALS[MEDAL_PLACE[move.medal]])


def forgotten(state: State) -> tuple[tuple[int, str], ...]:
    """Who met the goal of which medal in a turn that has passed, while it still can be taken."""
    medals = state.medals
    if medals is None:
        return ()
    there = set(medals.lying) | (BATTLE_MEDALS if medals.shared else set())
    return tuple((seat, name) for seat, name in medals.missed if name in there)


def late(state: State) -> tuple[TakeMedal, ...]:
    """Taking now what was forgotten in a turn that has passed."""
    medals = state.medals
    if medals is None:
        return ()
    words: tuple[Where, ...] = ("left", "right", "centre")
    moves = (TakeMedal(seat, name, where) for seat, name in forgotten(state) for where in words)
    return tuple(move for move in moves if place_of(medals, move) is not None and not is_right(state, move))


def taken(state: State, move: TakeMedal) -> State:
    """The table after a medal was taken; nothing changes where it does not lie."""
    medals = state.medals
    place = place_of(medals, move) if medals is not None else None
    if medals is None or place is None:
        return state
    city, lying, battle = state.cities[move.seat], medals.lying, move.medal in BATTLE_MEDALS
    if place != FROM_BOX:
        lying = (*lying[:place], None, *lying[place + 1 :])
    shared = medals.shared or (battle and place >= medals.gaps)
    gone = (
        {(move.seat, move.medal)} if shared and battle else {entry for entry in medals.missed if entry[1] == move.medal}
    )
    medals = replace(
        medals,
        lying=lying,
        unseen=medals.unseen & ~(1 << MEDAL_PLACE[move.medal]),
        spare=medals.spare - (place == FROM_BOX),
        won=tuple(seat for seat in medals.won if not battle or seat != move.seat),
        shared=shared,
        missed=tuple(entry for entry in medals.missed if entry not in gone),
    )
    city = replace(city, medals=(*city.medals, move.medal))
    return replace(state, cities=(*state.cities[: move.seat], city, *state.cities[move.seat + 1 :]), medals=medals)


def passed_by(state: State) -> State:
    """The state in which what was met and not taken is noted as missed: the turn passes on."""
    medals = state.medals
    if medals is None or not (state.turn.met or _was_won(state, medals)):
        # What was missed before is noted already.
        return state
    missed = tuple((move.seat, move.medal) for move in takable(state))
    return replace(state, medals=replace(medals, missed=tuple(dict.fromkeys((*medals.missed, *missed)))))


def read_medal(state: State, medal: str, left_of: int | None) -> State:
    """The table after an unread medal was read."""
    medals = state.medals
    place = unread_place(state, left_of)
    if medals is None or place is None:
        return state
    lying = (*medals.lying[:place], medal, *medals.lying[place + 1 :])
    return replace(state, medals=replace(medals, lying=lying, unseen=medals.unseen & ~(1 << MEDAL_PLACE[medal])))


def unread_places(state: State) -> tuple[int | None, ...]:
    """Where medals lie that nobody has read: to the left of which seats, ``None`` for the centre."""
    medals = state.medals
    if medals is None:
        return ()
    places = (place for place, name in enumerate(medals.lying) if name == UNREAD)
    return tuple(dict.fromkeys(place if place < medals.gaps else None for place in places))


def unread_place(state: State, left_of: int | None) -> int | None:
    """The place of a medal that nobody has read: to the left of a seat, or the first in the centre."""
    medals = state.medals
    if medals is None:
        return None
    places = range(medals.gaps, len(medals.lying)) if left_of is None else range(left_of, min(left_of + 1, medals.gaps))
    return next((place for place in places if medals.lying[place] == UNREAD), None)
