"""What the camera should see of a table of Duel: what lies where by the rules, and what a move shows of itself."""

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product

from msgspec.structs import replace

from companion.games.duel.places import COINS_TOLD, DRAFT_PLACES, OFFER, PAWN_FACE, PLACES, slots, track_spot
from companion.games.duel.rules.draft import is_offered, offer_fits
from companion.games.duel.rules.facts import FACTS, mask
from companion.games.duel.rules.facts import places as places_of
from companion.games.duel.rules.legal import legal, plays
from companion.games.duel.rules.moves import (
    Build,
    BuildWonder,
    Destroy,
    Discard,
    DraftWonder,
    LayOut,
    Move,
    Offer,
    Reveal,
    Revive,
    TakeProgress,
)
from companion.games.duel.rules.possible import possible
from companion.games.duel.rules.setup import SEATS, UNREAD_CARD, UNREAD_TOKEN, UNREAD_WONDER
from companion.games.duel.rules.state import City, State, all_built, may_take_unread
from companion.games.duel.rules.structure import is_face_down
from companion.games.duel.rules.turns import start
from companion.games.mats import Place
from companion.games.vocabulary import COVERS, TABLEAUS_KEPT, UNREAD, Lying, Shown, Tableau, standing

DECK_FACES = len(FACTS.cards)
"""How many different cards may lie on top of a pile."""
READ_KEYS = ("card", "token", "wonder")
"""The keys of a move whose values the camera has read."""
_MISSED = 4
"""Of so many cards of a structure it may be that nothing is seen of them, a fifth; of more it is not laid out yet."""

_STRUCTURE = tuple(place.name for place in PLACES if place.kind == "slot")


def places(state: State) -> tuple[Place, ...]:
    """Every place on the mats; in the middle the wonders to choose from, then the structures.

    Those of all ages: the next one may be laid out before the last card was seen to be taken.
    """
    return PLACES if state.age else DRAFT_PLACES


@lru_cache(maxsize=TABLEAUS_KEPT)
def tableau(state: State) -> Tableau:
    """What should lie where if people have done everything that follows by rule.

    Of places where only another age's cards lie nothing is said while a structure lies there: its cards cover a part.
    """
    middle = (
        dict.fromkeys(slots(state.age) if state.laid else _STRUCTURE, ())
        if state.age
        else {OFFER: _wonders(state.offer, state.offer_unread)}
    )
    spread = {
        **middle,
        **dict(_laid(state)),
        "board/track": (standing(PAWN_FACE, track_spot(state.pawn)),),
        "board/progress": _tokens(state.board, state.unread),
        "board/loot": _loot(state.loot),
    }
    for seat, city in enumerate(state.cities):
        unread = state.raised[seat] + (0 if all_built(state) else state.unnamed[seat])
        spread |= _city(seat, city, state.returned, unread, state.untold[seat])
    return Tableau(spread, {}, {"discard": state.discard.bit_count() + state.buried})


def _laid(state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The structure: what still stands in it; where nobody knows, nothing is said of its cards."""
    if not state.laid:
        return
    for slot, name in enumerate(slots(state.age)):
        if state.standing >> slot & 1:
            card = state.laid[slot]
            yield name, (UNREAD if card < 0 else f"duel/{FACTS.cards[card].id}",)


@lru_cache(maxsize=1 << 10)
def _wonders(offered: int, unread: int) -> tuple[str, ...]:
    named = (f"duel/wonder/{FACTS.wonders[wonder].id}" for wonder in places_of(offered))
    return tuple(sorted((*named, *(UNREAD,) * unread)))


@lru_cache(maxsize=1 << 10)
def _loot(left: int) -> tuple[str, ...]:
    """The loot tokens left, by seat and zone."""
    zones = FACTS.table.zones
    found = (zones[bit % len(zones)].loot for bit in places_of(left))
    return tuple(sorted(f"duel/token/loot_{coins}" for coins in found))


@lru_cache(maxsize=1 << 12)
def _city(seat: int, city: City, returned: int, unread: int, untold: int) -> Mapping[str, tuple[str, ...]]:
    wonders = (
        f"duel/wonder/{FACTS.wonders[wonder].id}" + COVERS * (city.built >> wonder & 1)
        for wonder in places_of(city.wonders & ~returned)
    )
    return {
        f"seat/{seat}/city": tuple(sorted(f"duel/{FACTS.cards[card].id}" for card in places_of(city.cards))),
        f"seat/{seat}/wonders": tuple(sorted((*wonders, *(UNREAD,) * unread))),
        f"seat/{seat}/progress": _tokens(city.tokens, untold),
        f"seat/{seat}/coins": (standing(COINS_TOLD, city.coins),) if city.coins else (),
    }


@lru_cache(maxsize=1 << 10)
def _tokens(bits: int, unread: int) -> tuple[str, ...]:
    return tuple(sorted((*(f"duel/progress/{FACTS.tokens[k].id}" for k in places_of(bits)), *(UNREAD,) * unread)))


def is_back(face: str) -> bool:
    """Whether this is the back of a card: it says nothing of its face."""
    return face.startswith("duel/back/")


@lru_cache(maxsize=1 << 12)
def shows(move: Move) -> Shown:
    """What a move brings to light: a card in the city or on the discard pile, a token, a card that is turned up."""
    if isinstance(move, Build | Revive):
        comes = "discard" if isinstance(move, Revive) else ""
        return Shown(f"duel/{move.card}", move.seat, lands=f"seat/{move.seat}/city", comes=comes)
    if isinstance(move, DraftWonder):
        face = UNREAD if move.wonder == UNREAD_WONDER else f"duel/wonder/{move.wonder}"
        return Shown(face, move.seat, comes=OFFER)
    if isinstance(move, Reveal):
        return Shown(f"duel/{move.card}")
    if isinstance(move, TakeProgress):
        comes = "" if move.source == "box" else "board/progress"
        face = UNREAD if move.token == UNREAD_TOKEN else f"duel/progress/{move.token}"
        return Shown(face, move.seat, comes=comes)
    return Shown(discards=f"duel/{move.card}") if isinstance(move, Discard | Destroy) else Shown()


def by_sight(state: State) -> tuple[Move, ...]:
    """The legal moves that are told apart by looking: of an unread card under a wonder nobody sees what it is."""
    return _as_seen(state, legal(state))


def _as_seen(state: State, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Each once of those that look alike."""
    if not may_take_unread(state):
        return tuple(moves)
    hidden = (isinstance(move, BuildWonder) and FACTS.index[move.card] not in state.laid for move in moves)
    seen = (replace(move, card=UNREAD_CARD) if hides else move for move, hides in zip(moves, hidden, strict=True))
    return tuple(dict.fromkeys(seen))


def told(state: State, seen: Lying) -> tuple[Move, ...]:
    """The moves that ``legal`` does not list and that what lies there tells: an offer, a structure, who begins."""
    return tuple(dict.fromkeys(move for way in possible(state) for move in _told(way, seen)))


def _told(state: State, seen: Lying) -> tuple[Move, ...]:
    found: list[Move] = []
    if state.age == 0 and not is_offered(state):
        found += _offered(state, seen)
    if state.age and not state.laid and state.left == FACTS.table.cards_per_age:
        found += _laid_out(state, seen)
    if state.choice == "starter":
        found += _as_seen(state, [move for seat in range(SEATS) for move in plays(start(state, seat))])
    return (*found, *_read_late(state, seen))


def otherwise(move: Move, seen: Lying) -> tuple[LayOut, ...]:
    """Of a structure: with the card in one of its slots that is seen there now, where no other slot has it."""
    if not isinstance(move, LayOut):
        return ()
    cards = move.layout
    known = ((slot, name) for slot, name in enumerate(slots(move.age)) if cards[slot] is not None and seen.get(name))
    looks = ((slot, card) for slot, name in known for card in _of_age(move.age, seen[name][0][:1]))
    return tuple(
        LayOut(move.age, (*cards[:slot], card, *cards[slot + 1 :])) for slot, card in looks if card not in cards
    )


def awaits(state: State) -> frozenset[str]:
    """The offer before it is complete, the structure before it is laid out."""
    if state.age == 0:
        return frozenset() if is_offered(state) else frozenset({OFFER})
    return frozenset() if state.laid or state.left < FACTS.table.cards_per_age else frozenset(_STRUCTURE)


def _offered(state: State, seen: Lying) -> Iterator[Offer]:
    """The wonders that lie there to choose from; one that cannot be told is not read, or each that it may be."""
    lying = [[face.removeprefix("duel/wonder/") for face in faces] for faces in seen.get(OFFER, ())]
    if len(lying) != FACTS.table.wonders_offered:
        return
    unsure = (dict.fromkeys((*faces, UNREAD_WONDER)) for faces in lying)
    moves = {Offer(tuple(sorted(offered))): None for offered in product(*unsure)}
    yield from (move for move in moves if offer_fits(state, move))


def _laid_out(state: State, seen: Lying) -> Iterator[LayOut]:
    """The likeliest structure, then each with another card in one of its slots, or with none that is read yet.

    What looks most like a card of another age is not read yet; what may be several cards is perhaps none of them.
    """
    names, layout = slots(state.age), FACTS.layouts[state.age]
    if not _all_laid(state.age, seen):
        return
    up = layout.face_up
    faces = [seen[name][0] if seen.get(name) and up >> slot & 1 else () for slot, name in enumerate(names)]
    there = [_cards(state, looks) if _cards(state, looks[:1]) else () for looks in faces]
    for likely in _each_once([cards[0] if cards else None for cards in there]):
        yield LayOut(state.age, likely)
        for slot, cards in enumerate(there):
            unsure = (None,) if cards and len(faces[slot]) > 1 else ()
            for other in (*cards[1:], *unsure):
                yield LayOut(state.age, (*likely[:slot], other, *likely[slot + 1 :]))


def _each_once(cards: Sequence[str | None]) -> Iterator[tuple[str | None, ...]]:
    """The same slots with no card twice: of two that look like one card, either is it, and the other is not read."""
    alike: dict[str, list[int]] = {}
    for slot, card in enumerate(cards):
        if card is not None:
            alike.setdefault(card, []).append(slot)
    for kept in product(*alike.values()):
        yield tuple(card if slot in kept else None for slot, card in enumerate(cards))


def common(moves: Sequence[Move]) -> LayOut | Offer | BuildWonder | TakeProgress | None:
    """What these have in common.

    The structure or the offer in which they are alike: a card that is not sure is read when it lies free, a wonder when
    it has been chosen. Or that one was built of several wonders (what it gives is told by what is done next), or that
    one was taken of several tokens.
    """
    return _structure_alike(moves) or _offer_alike(moves) or _built_alike(moves) or _taken_alike(moves)


def _taken_alike(moves: Sequence[Move]) -> TakeProgress | None:
    taken = [move for move in moves if isinstance(move, TakeProgress) and move.source == "board"]
    tokens = {move.token for move in taken}
    if len(taken) < len(moves) or len(tokens) == 1 or len({move.seat for move in taken}) != 1:
        return None
    return TakeProgress(taken[0].seat, UNREAD_TOKEN, "board", tuple(sorted(tokens)))


def _offer_alike(moves: Sequence[Move]) -> Offer | None:
    offers = [move.offer for move in moves if isinstance(move, Offer)]
    if not offers or len(offers) < len(moves):
        return None
    sure = frozenset.intersection(*map(frozenset, offers)) - {UNREAD_WONDER}
    return Offer((*(UNREAD_WONDER,) * (FACTS.table.wonders_offered - len(sure)), *sorted(sure)))


def _built_alike(moves: Sequence[Move]) -> BuildWonder | None:
    """One of several wonders over the same card; or one wonder, likeliest over a card that nobody had read."""
    built = [move for move in moves if isinstance(move, BuildWonder)]
    if len(built) < len(moves) or len(built) == 1 or len({move.seat for move in built}) != 1:
        return None
    first, wonders = built[0], {move.wonder for move in built}
    if len(wonders) == 1:
        return first if first.card == UNREAD_CARD else None
    alike = len({move.card for move in built}) == 1
    return BuildWonder(first.seat, first.card, UNREAD_WONDER, tuple(sorted(wonders))) if alike else None


def _structure_alike(moves: Sequence[Move]) -> LayOut | None:
    laid = [move for move in moves if isinstance(move, LayOut)]
    if len(laid) < len(moves) or len({move.age for move in laid}) != 1:
        return None
    slots_read = zip(*(move.layout for move in laid), strict=True)
    return LayOut(laid[0].age, tuple(cards[0] if len(set(cards)) == 1 else None for cards in slots_read))


def _all_laid(age: int, seen: Lying) -> bool:
    """Whether the whole structure lies there, as far as it can be told.

    A card that is not seen lies there all the same where others lie on it; of those that lie open one may be missed. It
    is read late. So is what lies where nobody can look for long, if more than a few cards are seen.
    """
    names, covered_by = slots(age), FACTS.layouts[age].covered_by
    laid = mask(slot for slot, name in enumerate(names) if seen.get(name))
    missed = [slot for slot, name in enumerate(names) if name in seen and not laid >> slot & 1]
    if len(missed) > _MISSED or laid.bit_count() <= _MISSED:
        return False
    return sum(not covered_by[slot] & laid for slot in missed) <= 1


def _cards(state: State, faces: tuple[str, ...]) -> tuple[str, ...]:
    """Of these faces the cards of the age."""
    return _of_age(state.age, faces)


def _of_age(age: int, faces: tuple[str, ...]) -> tuple[str, ...]:
    cards = (face.removeprefix("duel/") for face in faces)
    return tuple(card for card in cards if card in FACTS.index and FACTS.ages[age] >> FACTS.index[card] & 1)


def _read_late(state: State, seen: Lying) -> Iterator[Reveal]:
    """What lies face up, covered, and nobody could read when it was laid."""
    for slot, name in enumerate(slots(state.age) if state.laid else ()):
        unread = state.laid[slot] < 0 and state.standing >> slot & 1
        if unread and not is_face_down(state, slot):
            yield from (Reveal(slot, card) for lies in seen.get(name, ()) for card in _cards(state, lies))
