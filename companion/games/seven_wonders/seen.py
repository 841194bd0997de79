"""What the camera should see of a table of 7 Wonders: what lies where by the rules, and what a move shows of itself.

A card lies where it was played as soon as its player has played it, and what it costs is paid then; what it brings
comes when everybody has played.
"""

from collections.abc import Iterable, Iterator, Sequence
from functools import cache, lru_cache

from companion.games.mats import Place
from companion.games.seven_wonders.places import BACKS, COINS_TOLD, READY_TOLD, STAGES_TOLD, TOKENS, face_named, face_of
from companion.games.seven_wonders.places import places as places_of
from companion.games.seven_wonders.rules.facts import CARDS, FACTS, TABLE, cards_in
from companion.games.seven_wonders.rules.legal import legal
from companion.games.seven_wonders.rules.moves import (
    UNSEEN,
    Build,
    BuildStage,
    Decline,
    Discard,
    Free,
    Hand,
    Move,
    Revive,
    Trade,
)
from companion.games.seven_wonders.rules.state import State, neighbours, to_choose
from companion.games.seven_wonders.rules.turns import without_offers
from companion.games.seven_wonders.rules.unread import as_read
from companion.games.vocabulary import TABLEAUS_KEPT, UNREAD, Shown, Tableau, standing

DECK_FACES = len(FACTS.cards)
"""How many different cards may lie on top of a pile."""
READ_KEYS = ("card",)
"""The keys of a move whose values the camera has read."""


def places(state: State) -> tuple[Place, ...]:
    """Every place on the mats of this table."""
    return places_of(state)


@lru_cache(maxsize=TABLEAUS_KEPT)
def tableau(state: State) -> Tableau:
    """What should lie where if people have done everything that follows by rule."""
    waiting = waits(state)
    spread: dict[str, tuple[str, ...]] = {}
    for seat, city in enumerate(state.cities):
        chosen = state.chosen[seat]
        building = chosen is not None and chosen.act in {"build", "free"}
        beside = (*city.surplus, chosen.card) if chosen is not None and building else city.surplus
        stages = len(city.under) + (chosen is not None and chosen.act == "stage")
        spread |= {
            f"seat/{seat}/city": _built(city.cards, beside, len(city.unread)),
            f"seat/{seat}/stages": (standing(STAGES_TOLD, stages),) if stages else (),
            f"seat/{seat}/chosen": (standing(READY_TOLD, 1),) if seat in waiting else (),
            f"seat/{seat}/tokens": _tokens(city.tokens),
        }
    spread |= {
        f"seat/{seat}/coins": (standing(COINS_TOLD, coins),) if coins else ()
        for seat, coins in enumerate(purses(state))
    }
    thrown = sum(chosen is not None and chosen.act == "discard" for chosen in state.chosen)
    return Tableau(spread, {}, {"discard": len(state.discard) + thrown})


@lru_cache(maxsize=1 << 10)
def _built(cards: int, beside: tuple[int, ...], unread: int) -> tuple[str, ...]:
    """The faces of these cards (a bit mask) and of those beside them, and of some that nobody has read."""
    others = (face_of(card) if card >= 0 else UNREAD for card in beside)
    return tuple(sorted([*(face_of(card.place) for card in cards_in(cards)), *others, *(UNREAD,) * unread]))


@lru_cache(maxsize=1 << 10)
def _tokens(tokens: tuple[int, ...]) -> tuple[str, ...]:
    return tuple(sorted(TOKENS[token] for token in tokens))


def waits(state: State) -> tuple[int, ...]:
    """The seats before which a card lies ready, face down: all that have not played, or that have a seventh card."""
    return tuple(seat for seat, kind in state.offers if kind == "seventh") if state.offers else to_choose(state)


def purses(state: State) -> list[int]:
    """The coins of each city, what has been paid and got in this turn counted."""
    coins = [city.coins for city in state.cities]
    for seat, chosen in enumerate(state.chosen):
        if chosen is not None:
            coins[seat] += TABLE.discard_coins * (chosen.act == "discard") - chosen.bank - chosen.left - chosen.right
            left, right = neighbours(len(coins), seat)
            coins[left] += chosen.left
            coins[right] += chosen.right
    return coins


def is_back(face: str) -> bool:
    """Whether this is the back of a card: it says nothing of its face."""
    return face in BACKS


@lru_cache(maxsize=1 << 14)
def shows(move: Move) -> Shown:
    """What a move brings to light: a building. What is laid face down shows nothing; it lay ready before."""
    lifts = "" if isinstance(move, Revive | Decline | Hand) else f"seat/{move.seat}/chosen"
    if isinstance(move, Build | Free | Revive):
        comes = "discard" if isinstance(move, Revive) else ""
        face = UNREAD if move.card == UNSEEN else face_named(move.card)
        return Shown(face, move.seat, lands=f"seat/{move.seat}/city", comes=comes, lifts=lifts)
    return Shown(lifts=lifts)


def by_sight(state: State) -> tuple[Move, ...]:
    """The legal moves that are told apart by looking, also those of who goes on where something is offered.

    Of a card that is laid face down nobody sees what it is; nobody builds for nothing by a wonder what costs nothing.
    Also what is legal by what a building is that nobody has read.
    """
    moves = tuple(dict.fromkeys(move for way in as_read(state) for move in told_apart(way, legal(way))))
    if not state.offers:
        return moves
    after = without_offers(state)
    return (*moves, *(() if after.finished else told_apart(after, legal(after))))


def common(moves: Sequence[Move]) -> Build | None:
    """That one of several buildings was built, for as much, as a move that leaves it unread which."""
    built = [move for move in moves if isinstance(move, Build) and not move.among]
    first, cards = moves[0], tuple(sorted({move.card for move in built}))
    if not isinstance(first, Build) or len(built) < len(moves) or len(cards) == 1:
        return None
    if any((move.seat, move.trade) != (first.seat, first.trade) for move in built) or len(set(map(_bank, cards))) > 1:
        return None
    return Build(first.seat, UNSEEN, first.trade, cards)


@cache
def _bank(card: str) -> int:
    """The coins that a card costs, in whichever edition it is."""
    return next(printed.coins for printed in CARDS if printed.id == card)


_COSTS_NOTHING = (None, Trade())


def told_apart(state: State, moves: Iterable[Move]) -> Iterator[Move]:
    """Of moves those that look different, and that somebody would make; a card laid face down is not known."""
    moves = tuple(moves)
    for_nothing = {
        (move.seat, move.card)
        for move in moves
        if isinstance(move, Build) and move.trade in _COSTS_NOTHING and not _coins(state, move.card)
    }
    for move in moves:
        hidden = isinstance(move, BuildStage | Discard) and move.card != UNSEEN
        needless = isinstance(move, Free) and (move.seat, move.card) in for_nothing
        if not (hidden or needless or isinstance(move, Decline)):
            yield move


def _coins(state: State, card: str) -> int:
    return state.facts.cards[state.facts.index[card] - state.facts.cards[0].place].coins


def awaits(state: State) -> frozenset[str]:
    """The cards that are yet to be laid ready or played: before somebody has made up his mind they come and go."""
    return frozenset(f"seat/{seat}/chosen" for seat in waits(state))
