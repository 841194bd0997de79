"""A real box of 7 Wonders on a table: hands, the card that each player has laid ready, purses, what lies face down."""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.games.dealing import FACE_DOWN, NOTHING, Columns, Dealt, Lot, Midway, Twin, bank, one_sided, purse
from companion.games.mats import Place, around
from companion.games.seven_wonders.laid_out import laid_out
from companion.games.seven_wonders.places import (
    BACKS,
    BANK,
    BOARD,
    BOARD_SPOT,
    CITY_BOTTOM,
    CITY_COLUMNS,
    CITY_STRIP,
    COINS,
    COLUMNS,
    DECK,
    TOKENS,
    back_of,
    board_face,
    face_of,
)
from companion.games.seven_wonders.rules.begin import begin
from companion.games.seven_wonders.rules.deal import Deal
from companion.games.seven_wonders.rules.facts import CARDS, EDITION, EDITIONS, TABLE, cards_in
from companion.games.seven_wonders.rules.legal import choices
from companion.games.seven_wonders.rules.moves import BuildStage, Decline, Discard, Hand, Move, Revive
from companion.games.seven_wonders.rules.play import choice
from companion.games.seven_wonders.rules.policy import POLICIES
from companion.games.seven_wonders.rules.setup import Setup
from companion.games.seven_wonders.rules.state import State, holder_of
from companion.games.seven_wonders.seen import purses, tableau, told_apart, waits
from companion.games.vocabulary import Tableau

_AGES = range(1, TABLE.ages + 1)
_IN_THE_BOX = Counter(dict.fromkeys(COINS, 60) | dict.fromkeys(TOKENS.values(), 42))
"""Enough for seven cities: two tokens of a kind each in three ages."""


class _Order:
    """The hands as they are held, the card that each player has laid ready, what lies under each board."""

    def __init__(self, deal: Deal, rng: Random) -> None:
        self._deal, self._rng = deal, rng
        self._turn = (0, 0)
        self._ready: dict[int, int] = {}
        self._under: dict[int, list[int]] = {}

    def choices(self, state: State) -> tuple[Move, ...]:
        """What the next to play may do with the card that lies ready; in what order they play is anybody's guess."""
        if state.finished:
            return ()
        if state.offers:
            return _face_down(self._deal.choices(state))
        self._lay_ready(state)
        seat = self._rng.choice(waits(state))
        moves = choices(state, seat, (self._ready[seat],), self._held(state, seat))
        return tuple(told_apart(state, _face_down(moves)))

    def done(self, state: State, move: Move) -> None:
        """See ``Order``; which card it was that lies face down."""
        if isinstance(move, Revive):
            self._revived(state, CARDS[state.facts.index[move.card]].place)
        if isinstance(move, Decline | Revive):
            return
        card = self._card(state, move.seat)
        if isinstance(move, BuildStage):
            self._under.setdefault(move.seat, []).append(card)
        if isinstance(move, Discard):
            self._deal.thrown.append(card)
        self._deal.hand(state, holder_of(state, move.seat)).remove(card)

    def _card(self, state: State, seat: int) -> int:
        """The card that lies ready before a seat; the seventh is the only one that it has left."""
        return self._deal.hand(state, seat)[0] if state.offers else self._ready[seat]

    def _revived(self, state: State, card: int) -> None:
        """It is taken from wherever in the discard pile it lies."""
        played_out = range(state.age - (state.turn < TABLE.turns))
        heaps = [self._deal.thrown, *(pile for age in played_out for pile in self._of_age(age))]
        next(heap for heap in heaps if card in heap).remove(card)

    def _of_age(self, age: int) -> list[list[int]]:
        return [*self._deal.packets[age], self._deal.piles[age]]

    def _lay_ready(self, state: State) -> None:
        """At the beginning of a turn every player lays one of his cards ready, who controls the Free City two."""
        if self._turn == (state.age, state.turn):
            return
        self._turn, self._ready = (state.age, state.turn), {}
        for seat in waits(state):
            held = self._held(state, seat)
            move = POLICIES["greedy"](state, choices(state, seat, sorted(set(held)), held), self._rng)
            assert not isinstance(move, Decline)
            self._ready[seat] = state.facts.index[_named(move)]

    def _held(self, state: State, seat: int) -> list[int]:
        """The cards that this seat can choose from: not those that lie ready for another out of the same hand."""
        holder = holder_of(state, seat)
        held = list(self._deal.hand(state, holder))
        for other, card in self._ready.items():
            if other != seat and other in waits(state) and holder_of(state, other) == holder:
                held.remove(card)
        return held

    def piles(self) -> Mapping[str, tuple[str, ...]]:
        """No move shuffles a pile."""
        return {}

    def lies(self, state: State) -> Tableau:
        """Which card it is that lies face down, and which coins make up a purse."""
        waiting = waits(state)
        if waiting and not state.offers:
            self._lay_ready(state)
        spread: dict[str, tuple[str, ...]] = {}
        for seat in range(len(state.cities)):
            ready = (FACE_DOWN + face_of(self._card(state, seat)),) if seat in waiting else ()
            under = tuple(FACE_DOWN + face_of(card) for card in self._under.get(seat, ()))
            spread |= {f"seat/{seat}/chosen": ready, f"seat/{seat}/stages": under}
        spread |= {f"seat/{seat}/coins": purse(coins, COINS) for seat, coins in enumerate(purses(state))}
        return Tableau(spread, {}, {})

    def at_first(self, state: State) -> Iterator[Lot]:
        """The cards before the first turn: one lies ready before each player, all others together."""
        self._lay_ready(state)
        for seat, card in self._ready.items():
            yield Lot(f"seat/{seat}/chosen", _cards((card,)), up=False)
        for age in reversed(_AGES):
            cards = Counter(card for heap in self._of_age(age - 1) for card in heap)
            yield Lot(_deck(age), _cards((cards - Counter(self._ready.values())).elements()), up=False)


def _face_down(moves: Iterable[Move]) -> tuple[Move, ...]:
    """The same moves as those who look on see them."""
    seen = (type(m)(m.seat, trade=m.trade) if isinstance(m, BuildStage | Discard) else m for m in moves)
    return tuple(dict.fromkeys(seen))


def _named(move: Any) -> str:
    return str(move.card)


def _cards(cards: Iterable[int]) -> tuple[tuple[str, str], ...]:
    return tuple((face_of(card), back_of(card)) for card in cards)


def _deck(age: int) -> str:
    return f"deck/{age}"


def deal(players: int, rng: Random, edition: int = EDITION) -> Dealt:
    """Wonders and their sides, hands: as shuffled boards and decks give them. Raises ``InvalidSetup``."""
    boards = [(wonder, rng.choice("AB")) for wonder in rng.sample(EDITIONS[edition].wonders, max(players, 3))]
    setup = Setup(tuple(boards[:players]), boards[2] if players == 2 else None, edition=edition)
    state = begin(setup)
    order = _Order(Deal.shuffled(players, rng, edition=edition), Random(rng.random()))
    return Dealt(setup, order, tuple(_lots(state, order)))


def _lots(state: State, order: _Order) -> Iterator[Lot]:
    yield from order.at_first(state)
    held: Counter[str] = Counter()
    for seat, city in enumerate(state.cities):
        coins = purse(city.coins, COINS)
        held.update(coins)
        # Where no mat is printed coins may lie on the board.
        yield Lot(f"seat/{seat}/board", one_sided((board_face(city.board),)))
        yield Lot(f"seat/{seat}/coins", one_sided(coins))
    for face, count in (_IN_THE_BOX - held).items():
        yield Lot(bank(face), one_sided((face,) * count))


def _unwatched(state: State) -> tuple[Place, ...]:
    return (
        *(around(f"seat/{seat}/board", seat + 1, (BOARD_SPOT,), (), "printed") for seat in range(len(state.cities))),
        *(around(_deck(age), 0, (DECK,), (), "laid", kind="pile") for age in _AGES),
        *(around(bank(face), 0, (spot,), (face,), "laid", kind="pile") for face, spot in BANK.items()),
    )


def _also(state: State) -> Tableau:
    """How many pieces lie where no camera looks."""
    dealt = TABLE.hand * (state.players + (state.players == 2))
    laid = Counter(_laid(state))
    # This age's first: a grey card of the age before looks the same and has another back, and is not to be dealt now.
    piles = {_deck(age): dealt - laid[age] for age in sorted(_AGES, key=lambda age: age != state.age)}
    piles[_deck(state.age)] -= len(waits(state))
    held = Counter(face for coins in purses(state) for face in purse(coins, COINS))
    held.update(TOKENS[token] for city in state.cities for token in city.tokens)
    return Tableau({}, {}, {**piles, **{bank(face): count - held[face] for face, count in _IN_THE_BOX.items()}})


def _laid(state: State) -> Iterator[int]:
    """The age of every card that has been played, or thrown away."""
    for city in state.cities:
        yield from (card.age for card in cards_in(city.cards))
        yield from (_age(card) for card in (*city.under, *city.surplus))
    yield from (_age(card) for card in state.discard)
    yield from (state.age for chosen in state.chosen if chosen is not None)


def _age(card: int) -> int:
    return -card if card < 0 else CARDS[card].age


def _midway(before: State, move: Move, after: State) -> tuple[Midway, ...]:
    """First the card that lay ready goes where it is played, and is paid for; then all that follows."""
    seat = move.seat
    if isinstance(move, Revive):
        # Out of the discard pile, before the next age's cards are taken up: some look the same and have another back.
        city, left = f"seat/{seat}/city", tableau(before).piles["discard"] - 1
        return (Midway(Tableau({city: tableau(after).spread[city]}, {}, {"discard": left}), seat),)
    if before.offers or isinstance(move, Decline | Hand):
        return (Midway(NOTHING, seat),)
    played = replace(before, chosen=(*before.chosen[:seat], choice(before, move), *before.chosen[seat + 1 :]))
    should, stock = tableau(played), _also(played).piles
    spread = {
        f"seat/{seat}/city": should.spread[f"seat/{seat}/city"],
        f"seat/{seat}/chosen": (),
        f"seat/{seat}/stages": _backs(played, seat),
        **{f"seat/{other}/coins": purse(coins, COINS) for other, coins in enumerate(purses(played))},
    }
    piles = {**should.piles, **{bank(face): stock[bank(face)] for face in COINS}}
    return (Midway(Tableau(spread, {}, piles), seat),)


def _backs(state: State, seat: int) -> tuple[str, ...]:
    """The backs that stick out from under a board."""
    chosen = state.chosen[seat]
    ages = [_age(card) for card in state.cities[seat].under]
    ages += [state.age] * (chosen is not None and chosen.act == "stage")
    return tuple(BACKS[age - 1] for age in ages)


TWIN = Twin(
    deal=deal,
    columns=Columns.alike(COLUMNS, CITY_COLUMNS, CITY_BOTTOM, CITY_STRIP),
    unwatched=_unwatched,
    also=_also,
    midway=_midway,
    unseen=(Decline,),
    at_once=True,
    open_table=laid_out,
    margin=BOARD[1] + 6.0,
)
