"""Where a move belongs: to this turn, to an open offer, or to what comes after one that was let go."""

from msgspec.structs import replace

from companion.games.seven_wonders.rules.facts import BOARDS, CARDS, TABLE
from companion.games.seven_wonders.rules.findings import finding
from companion.games.seven_wonders.rules.hands import put_back
from companion.games.seven_wonders.rules.moves import UNSEEN, Choice, Decline, Hand, Move, Revive
from companion.games.seven_wonders.rules.specials import powers, stage_powers
from companion.games.seven_wonders.rules.state import Offer, State, holder_of
from companion.games.seven_wonders.rules.turns import without_offers
from companion.games.vocabulary import Finding


def place_of(state: State, card: str) -> int:
    """A card of a move as its place, or minus the age where nobody saw it."""
    return -state.age if card == UNSEEN else state.facts.index[card]


def not_in_box(state: State, move: Move) -> str | None:
    """A card of this move that the box of this edition does not have; ``None``: it has them all."""
    cards = move.cards if isinstance(move, Hand) else () if isinstance(move, Decline) else (move.card,)
    known = state.facts.index
    for card in cards:
        if card not in known and card != UNSEEN:
            return card
    return None


def offer_for(state: State, move: Choice | Revive | Decline) -> Offer | None:
    """The open offer that a move answers; a card of the next age answers none."""
    for offer in state.offers:
        seat, kind = offer
        if seat == move.seat and (isinstance(move, Decline) or (kind == "revive") == isinstance(move, Revive)):
            return offer if _of_this_age(state, move) else None
    return None


def _of_this_age(state: State, move: Choice | Revive | Decline) -> bool:
    if isinstance(move, Choice) and move.card != UNSEEN:
        return CARDS[state.facts.index[move.card]].age == state.age
    return True


def is_ahead(state: State, move: Choice | Revive | Decline) -> bool:
    """Whether a seat that has chosen answers already what the end of this turn will offer it.

    All moves of a turn may come in any order; so may Babylon's seventh card and Halicarnassus' choice, after their
    owner's own move. Section 'Descriptions of the wonders'.
    """
    seat, city = move.seat, state.cities[move.seat]
    chosen = state.chosen[seat]
    if state.offers or chosen is None:
        return False
    stage = chosen.act == "stage" and city.stages < len(BOARDS[city.board].stages)
    revives = stage and "build_from_discard_free" in stage_powers(city.board, city.stages)
    if isinstance(move, Revive) or revives:
        return revives and not isinstance(move, Choice)
    last = state.turn == TABLE.turns and seat < state.players
    return last and "play_seventh_card" in powers(city.board, city.stages + stage) and _of_this_age(state, move)


def placed(state: State, move: Choice) -> tuple[State, tuple[Finding, ...]]:
    """The state in which a seat makes its choice, and what is irregular about its coming now.

    What wonders offer may be let go without a word: going on says so. A second choice in a turn takes the first back.
    """
    state = without_offers(state)
    if state.finished or state.chosen[move.seat] is None:
        return state, ()
    return _taken_back(state, move.seat), (finding("already_chosen", move.seat),)


def _taken_back(state: State, seat: int) -> State:
    chosen = state.chosen[seat]
    assert chosen is not None
    return replace(
        state,
        chosen=(*state.chosen[:seat], None, *state.chosen[seat + 1 :]),
        hands=put_back(state, holder_of(state, seat), chosen.card),
    )
