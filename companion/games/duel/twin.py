"""A real box of Duel on a table: its shuffled decks, what lies face down, what its players do wrong."""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.games.dealing import (
    FACE_DOWN,
    NOTHING,
    Columns,
    Dealt,
    Laid,
    Lot,
    Midway,
    SizeOf,
    Twin,
    bank,
    one_sided,
    purse,
)
from companion.games.duel.laid_out import laid_out
from companion.games.duel.places import (
    BOX,
    CARD,
    CARD_FACES,
    CITY_BOTTOM,
    CITY_COLUMNS,
    CITY_STRIP,
    COIN_SIZES,
    COLOURS,
    DECK,
    DRAFT_PLACES,
    LOOT,
    LOOT_FACES,
    OFFER,
    PAWN_FACE,
    PLACES,
    PROGRESS_TOKEN,
    TOKEN_FACES,
    WONDER,
    WONDER_FACES,
    back_of,
    slots,
    track_spot,
)
from companion.games.duel.rules.deal import Deal
from companion.games.duel.rules.facts import FACTS
from companion.games.duel.rules.facts import places as places_of
from companion.games.duel.rules.moves import BuildWonder, ChooseStarter, DraftWonder, Move, Offer
from companion.games.duel.rules.setup import SEATS, Setup
from companion.games.duel.rules.state import ALL_WONDERS, State
from companion.games.duel.seen import places
from companion.games.mats import Place
from companion.games.vocabulary import Tableau
from vision.sighting import Spot

_AGES = range(1, FACTS.table.ages + 1)
_LOOT = tuple(f"duel/token/loot_{zone.loot}" for zone in FACTS.table.zones if zone.loot)
_BOX_LOOT, _BOX_TOKENS, _BOX_WONDERS = "box/loot", "box/progress", "box/wonders"
_ALL_COINS = dict.fromkeys(COIN_SIZES, 24)
"""Coins of a kind: more than two players ever hold."""


class _Order(Deal):
    """The decks as they lie, which card lies under each wonder. ``owned``: each player's wonders from the left."""

    def __init__(self, *parts: Any) -> None:
        super().__init__(*parts)
        self.owned: tuple[list[str], ...] = tuple([] for _ in range(SEATS))
        self._under: dict[str, str] = {}

    def choices(self, state: State) -> tuple[Move, ...]:
        """See ``Order``; an offer lies in no order, so it is told as ``seen.told`` tells it."""
        found = super().choices(state)
        return tuple(Offer(tuple(sorted(move.offer))) if isinstance(move, Offer) else move for move in found)

    def done(self, state: State, move: Move) -> None:
        """See ``Order``."""
        super().done(state, move)
        if isinstance(move, DraftWonder):
            self.owned[move.seat].append(move.wonder)
        if isinstance(move, BuildWonder):
            self._under[move.wonder] = move.card

    def piles(self) -> Mapping[str, tuple[str, ...]]:
        """No move shuffles a pile."""
        return {}

    def lies(self, state: State) -> Tableau:
        """Which card it is that lies face down, and the spot on which a piece lies."""
        spots: dict[str, tuple[str | None, ...]] = {"board/track": _track(state), "board/loot": _loot(state)}
        for seat, drafted in enumerate(self.owned):
            own = [*drafted, *[""] * (FACTS.table.wonders_each - len(drafted))]
            there = [wonder if wonder and not _returned(state, wonder) else None for wonder in own]
            under = [self._under.get(wonder) if wonder else None for wonder in own]
            spots[f"seat/{seat}/wonders"] = tuple(wonder and f"duel/wonder/{wonder}" for wonder in there)
            spots[f"seat/{seat}/tucked"] = tuple(card and f"{FACE_DOWN}duel/{card}" for card in under)
        # Of the draft nothing is left over when the first age begins.
        over: dict[str, tuple[str, ...]] = {OFFER: ()} if state.age else {}
        coins = {f"seat/{seat}/coins": purse(city.coins, COIN_SIZES) for seat, city in enumerate(state.cities)}
        return Tableau({**over, **coins, **dict(self._hidden(state))}, spots, {})

    def _hidden(self, state: State) -> Iterator[tuple[str, tuple[str, ...]]]:
        for slot, card in enumerate(state.laid):
            if card < 0 and state.standing >> slot & 1:
                name = FACTS.cards[self.structures[state.age][slot]].id
                yield slots(state.age)[slot], (f"{FACE_DOWN}duel/{name}",)


def _returned(state: State, wonder: str) -> bool:
    return bool(state.returned >> FACTS.wonder_index[wonder] & 1)


def _track(state: State) -> tuple[str | None, ...]:
    here = track_spot(state.pawn)
    return tuple(PAWN_FACE if spot == here else None for spot in range(2 * FACTS.table.capital + 1))


def _loot(state: State) -> tuple[str | None, ...]:
    zones = FACTS.table.zones
    bits = [k + len(zones) * seat for seat in range(SEATS) for k, zone in enumerate(zones) if zone.loot]
    faces = (f"duel/token/loot_{zones[bit % len(zones)].loot}" if state.loot >> bit & 1 else None for bit in bits)
    return tuple(faces)


def deal(players: int, rng: Random) -> Dealt:  # noqa: ARG001 - Duel is for two
    """Wonders, who begins, structures and tokens as a shuffled box gives them."""
    order, setup = _shuffled(rng)
    return Dealt(setup, order, _lots(setup, order))


def deal_open(players: int, rng: Random) -> Dealt:  # noqa: ARG001
    """See ``Twin.deal_open``: the wonders have been drafted, and the first age is laid out."""
    order, setup = _shuffled(rng)
    each = FACTS.table.wonders_each
    drafted = [FACTS.wonders[wonder].id for wonder in order.wonders]
    order.owned = (drafted[:each], drafted[each:])
    own = tuple(tuple(sorted(mine, key=FACTS.wonder_index.__getitem__)) for mine in order.owned)
    setup = replace(setup, wonders=own)
    left = tuple(wonder.id for wonder in FACTS.wonders if wonder.id not in drafted)
    others = (lot for lot in _lots(setup, order) if lot.place not in {_deck(1), _BOX_WONDERS})
    wonders = (Lot(f"seat/{seat}/wonders", _named(tuple(mine), "wonder/")) for seat, mine in enumerate(order.owned))
    return Dealt(setup, order, (*others, Lot(_BOX_WONDERS, _named(left, "wonder/")), *wonders, *_first_age(order)))


def _first_age(order: _Order) -> Iterator[Lot]:
    """Its structure, laid out."""
    up = FACTS.layouts[1].face_up
    for slot, (name, card) in enumerate(zip(slots(1), _cards(order.structures[1]), strict=True)):
        yield Lot(name, (card,), up=bool(up >> slot & 1))


def _shuffled(rng: Random) -> tuple[_Order, Setup]:
    order = _Order(*_parts(Deal.shuffled(rng)))
    progress = tuple(FACTS.tokens[token].id for token in places_of(order.board))
    return order, Setup(first=rng.randrange(SEATS), progress=progress)


def _parts(deal: Deal) -> tuple[dict[int, tuple[int, ...]], int, int, tuple[int, ...]]:
    return deal.structures, deal.board, deal.drawn, deal.wonders


def _lots(setup: Setup, order: _Order) -> tuple[Lot, ...]:
    wonders = tuple(wonder.id for wonder in FACTS.wonders)
    rest = tuple(token.id for token in FACTS.tokens if token.id not in setup.progress)
    coins = purse(FACTS.table.starting_coins, COIN_SIZES)
    return (
        *(Lot(f"seat/{seat}/coins", one_sided(coins)) for seat in range(SEATS)),
        *(
            Lot(bank(face), one_sided((face,) * (count - SEATS * coins.count(face))))
            for face, count in _ALL_COINS.items()
        ),
        *(Lot(_deck(age), _cards(order.structures[age]), up=False) for age in reversed(_AGES)),
        Lot(_BOX_WONDERS, _named(wonders, "wonder/")),
        Lot("board/progress", _named(setup.progress, "progress/")),
        Lot(_BOX_TOKENS, _named(rest, "progress/")),
        Lot("board/loot", one_sided((*_LOOT, *_LOOT))),
        Lot("board/track", one_sided((PAWN_FACE,)), first=track_spot(0)),
    )


def _named(names: tuple[str, ...], kind: str) -> tuple[tuple[str, str], ...]:
    return one_sided(tuple(f"duel/{kind}{name}" for name in names))


def _cards(deck: tuple[int, ...]) -> tuple[tuple[str, str], ...]:
    cards = (FACTS.cards[card] for card in deck)
    return tuple((f"duel/{card.id}", back_of(card)) for card in cards)


def _deck(age: int) -> str:
    return f"deck/{age}"


def _unwatched(state: State) -> tuple[Place, ...]:
    watched = {place.name for place in places(state)}
    return (
        *(place for place in (*PLACES, *DRAFT_PLACES[:1]) if place.name not in watched),
        *(_pile(_deck(age), DECK, CARD, CARD_FACES) for age in _AGES),
        _pile(_BOX_TOKENS, BOX, PROGRESS_TOKEN, TOKEN_FACES),
        _pile(_BOX_LOOT, BOX, LOOT, LOOT_FACES),
        _pile(_BOX_WONDERS, DECK, WONDER, WONDER_FACES),
        *(_pile(bank(face), BOX, size, (face,)) for face, size in COIN_SIZES.items()),
    )


def _laid_out(state: State, rng: Random, _: SizeOf) -> Laid:
    return laid_out((*places(state), *_unwatched(state)), rng)


def _pile(name: str, spot: Spot, piece: tuple[float, float], faces: tuple[str, ...]) -> Place:
    left, top = spot.x - piece[0] / 2, spot.y - piece[1] / 2
    return Place(name, 0, "pile", left, top, *piece, piece, (Spot(spot.x, spot.y, *piece),), faces)


def _also(state: State) -> Tableau:
    """How many pieces lie where no camera looks."""
    laid = {age: state.age > age or (state.age == age and bool(state.laid)) for age in _AGES}
    taken = state.cities[0].wonders | state.cities[1].wonders
    tokens = state.board | state.cities[0].tokens | state.cities[1].tokens
    held = [face for city in state.cities for face in purse(city.coins, COIN_SIZES)]
    return Tableau(
        {},
        {},
        {
            **{_deck(age): 0 if laid[age] else FACTS.table.cards_per_age for age in _AGES},
            _BOX_TOKENS: len(FACTS.tokens) - tokens.bit_count() - state.unread,
            _BOX_LOOT: len(_LOOT) * SEATS - state.loot.bit_count(),
            **{bank(face): count - held.count(face) for face, count in _ALL_COINS.items()},
            _BOX_WONDERS: (~(taken & ~state.returned | state.offer) & ALL_WONDERS).bit_count(),
        },
    )


def _midway(before: State, move: Move, after: State) -> tuple[Midway, ...]:  # noqa: ARG001 - as every game's
    """All in one go: one hand takes and lays, then what follows is done."""
    return (Midway(NOTHING, before.to_move),)


TWIN = Twin(
    deal=deal,
    deal_open=deal_open,
    columns=Columns.alike(COLOURS, CITY_COLUMNS, CITY_BOTTOM, CITY_STRIP),
    unwatched=_unwatched,
    also=_also,
    midway=_midway,
    unseen=(ChooseStarter,),
    handful=True,
    open_table=_laid_out,
)
