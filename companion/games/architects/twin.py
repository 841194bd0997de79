"""A real box of Architects on a table: its shuffled decks, its tokens, and what its players do wrong."""

from collections import Counter
from collections.abc import Mapping
from random import Random

from msgspec.structs import replace

from companion.games.architects.laid_out import (
    MEDALS_LEFT_SPOT,
    heap_of_tokens,
    laid_out,
    turned_medals,
)
from companion.games.architects.places import (
    BATTLE,
    CAT,
    CITY_COLUMNS,
    CITY_STRIP,
    COLOURS,
    MEDAL,
    MEDAL_BACK,
    MILITARY,
    MILITARY_RECT,
    MILITARY_SUPPLY_RECT,
    PEACE,
    PROGRESS,
    PROGRESS_TOKEN,
    STACK_SPOT,
)
from companion.games.architects.rules.deal import Deal, with_medals
from companion.games.architects.rules.expansion import MEDAL_FACES
from companion.games.architects.rules.facts import FACTS, Facts
from companion.games.architects.rules.legal import legal
from companion.games.architects.rules.moves import (
    BuildStage,
    EndTurn,
    Move,
    RevealProgress,
    TakeCard,
    TakeMedal,
    TakeProgress,
)
from companion.games.architects.rules.resolve import place_move
from companion.games.architects.rules.setup import UNREAD, Setup, facts_of
from companion.games.architects.rules.state import State, deck_of, next_seat
from companion.games.architects.seen import tableau
from companion.games.dealing import NOTHING, Column, Columns, Dealt, Lot, Midway, Mistake, Tops, Twin
from companion.games.mats import Place
from companion.games.vocabulary import Tableau
from vision.sighting import Spot

_BACK_OF_TOKENS = f"{PROGRESS}back"
_DECK, _DISCARD, _FACE_UP, _STACK = "central/deck", "central/discard", "central/progress", "central/stack"
_CONFLICT, _SUPPLY, _MEDALS_LEFT = "central/conflict", "central/military", "central/medals_left"
_OWN_MEDALS_SPOT = Spot(167.0, 268.0, *MEDAL)
_MILITARY_BESIDE_MEDALS = (126.5, 243.0, 24.0, 49.0)
"""Where a player's own medals lie, one on another, and his military tokens then."""
_BATTLE_PAUSE = 1.0
"""Seconds from the last conflict token to the first hand that takes what the battle won: everybody counts shields."""
_COLUMN_ENDS = {"grey": 295.0, "yellow": 150.0, "green": 295.0, "blue": 295.0, "red": 260.0}
"""How far down (mm) the lowest card of a colour may reach: the next column, the edge, a marker."""


class _Order(Deal):
    """The decks and the stack as they lie; every legal move that they allow, the next player's first card included."""

    def choices(self, state: State) -> tuple[Move, ...]:
        """See ``Order``."""
        moves = tuple(move for move in legal(state) if self._fits(state, move))
        reveals = tuple(move for move in moves if isinstance(move, RevealProgress))
        return reveals[:1] or moves

    def _fits(self, state: State, move: Move) -> bool:
        if isinstance(move, TakeCard):
            deck = deck_of(state, move.seat, move.source)
            return deck is not None and move.card in self._tops(deck, move.because)
        if isinstance(move, RevealProgress):
            return self.stack[-1:] == [move.token] and UNREAD in state.face_up
        if isinstance(move, TakeProgress) and move.source == "stack":
            return not self.stack or self.stack[-1] == move.token
        return True

    def done(self, state: State, move: Move) -> None:
        """See ``Order``. Whoever has looked at five cards shuffles the deck as it lies."""
        if isinstance(move, TakeCard) and move.because == "halicarnassus":
            place = deck_of(state, move.seat, move.source)
            assert place is not None
            deck = self.decks[place]
            del deck[len(deck) - 1 - deck[::-1].index(move.card)]
            self._rng.shuffle(deck)
        else:
            super().done(state, move)

    def piles(self) -> Mapping[str, tuple[str, ...]]:
        """The decks by their holders; the last one is the central one."""
        return {_pile(k, len(self.decks) - 1): _faces(deck) for k, deck in enumerate(self.decks)}

    def lies(self, state: State) -> Tableau:  # noqa: ARG002 - as every game's
        """The rules know all that matters."""
        return NOTHING


def _pile(deck: int, players: int) -> str:
    return _DECK if deck == players else f"holder/{deck}"


def _faces(cards: list[str]) -> tuple[str, ...]:
    return tuple(f"architects/{card}" for card in cards)


def _shuffled_tokens(rng: Random, facts: Facts, without: tuple[str, ...] = ()) -> list[str]:
    tokens = [token.id for token in facts.progress_tokens.values() for _ in range(token.copies)]
    for token in without:
        tokens.remove(token)
    rng.shuffle(tokens)
    return tokens


def _cards(deck: str) -> list[str]:
    counts = zip(FACTS.cards, FACTS.decks[deck], strict=True)
    return [card.id for card, count in counts for _ in range(count)]


def deal(players: int, rng: Random, expansions: tuple[str, ...] = ()) -> Dealt:
    """Wonders, first player, decks and tokens as a shuffled box gives them; every other table of Medals is experts'."""
    facts = facts_of(Setup((), expansions=expansions))
    face_up = tuple(_shuffled_tokens(rng, facts)[: FACTS.table.face_up])
    wonders = tuple(rng.sample(sorted(FACTS.wonders), players))
    setup = Setup(wonders=wonders, first=rng.randrange(players), progress=face_up, expansions=expansions)
    if setup.has_medals:
        setup = with_medals(replace(setup, expert=rng.random() < 0.5), rng)
    decks = [_cards(name) for name in (*wonders, "central")]
    for deck in decks:
        rng.shuffle(deck)
    order = _Order(decks, _shuffled_tokens(rng, facts, face_up), face_up, rng)
    return Dealt(setup, order, _lots(setup, order))


def _lots(setup: Setup, order: _Order) -> tuple[Lot, ...]:
    backs = [f"architects/back/{name}" for name in (*setup.wonders, "central")]
    decks = [tuple((face, back) for face in _faces(deck)) for deck, back in zip(order.decks, backs, strict=True)]
    lots = []
    for seat, wonder in enumerate(setup.wonders):
        stages = (f"architects/stage/{stage.id}" for stage in FACTS.wonders[wonder].stages)
        sides = tuple((f"{stage}/built", f"{stage}/building") for stage in stages)
        lots += [Lot(f"holder/{seat}", decks[seat]), Lot(f"seat/{seat}/wonder", sides, up=False)]
    peace = FACTS.table.conflict_tokens[len(setup.wonders)]
    return (
        *lots,
        Lot(_DECK, decks[-1], up=False),
        Lot(_STACK, _tokens(order.stack), up=False),
        Lot(_FACE_UP, _tokens(setup.progress)),
        Lot(_CONFLICT, ((PEACE, BATTLE),) * peace),
        Lot("central/cat", ((CAT, CAT),)),
        Lot(_SUPPLY, ((MILITARY, MILITARY),) * FACTS.table.military_tokens),
        *_medals(setup),
    )


def _medals(setup: Setup) -> tuple[Lot, ...]:
    if not setup.has_medals:
        return ()
    left = [name for name in MEDAL_FACES if name not in (*setup.medals, *setup.centre)]
    between = (Lot(f"seat/{seat}/medal", _medal(name)) for seat, name in enumerate(setup.medals))
    centre = (Lot("central/medals", _medal(*setup.centre)),) if setup.centre else ()
    return (*between, *centre, Lot(_MEDALS_LEFT, _medal(*left), up=False))


def _medal(*names: str) -> tuple[tuple[str, str], ...]:
    return tuple((MEDAL_FACES[name], MEDAL_BACK) for name in names)


def _tokens(names: list[str] | tuple[str, ...]) -> tuple[tuple[str, str], ...]:
    return tuple((f"{PROGRESS}{token}", _BACK_OF_TOKENS) for token in names)


def _unwatched(state: State) -> tuple[Place, ...]:
    stack = Place(_STACK, 0, "pile", 0, 0, 0, 0, PROGRESS_TOKEN, (STACK_SPOT,))
    rect = MILITARY_RECT if state.medals is None else _MILITARY_BESIDE_MEDALS
    own = (heap_of_tokens(f"seat/{seat}/military", seat + 1, rect) for seat in range(state.players))
    return (stack, heap_of_tokens(_SUPPLY, 0, MILITARY_SUPPLY_RECT), *own, *_places_of_medals(state))


def _places_of_medals(state: State) -> tuple[Place, ...]:
    if state.medals is None:
        return ()
    own = (turned_medals(_own_medals(seat), seat + 1, _OWN_MEDALS_SPOT) for seat in range(state.players))
    return (*own, turned_medals(_MEDALS_LEFT, 0, MEDALS_LEFT_SPOT))


def _own_medals(seat: int) -> str:
    return f"seat/{seat}/medals"


def _also(state: State) -> Tableau:
    """How many tokens lie where no camera looks."""
    won = {f"seat/{seat}/military": city.military for seat, city in enumerate(state.cities)}
    supply = FACTS.table.military_tokens - sum(won.values())
    return Tableau({}, {}, {_STACK: state.stack, _SUPPLY: max(0, supply), **won, **_medals_turned(state)})


def _medals_turned(state: State) -> dict[str, int]:
    if state.medals is None:
        return {}
    own = {_own_medals(seat): len(city.medals) for seat, city in enumerate(state.cities)}
    return {**own, _MEDALS_LEFT: state.medals.spare}


def _midway(before: State, move: Move, after: State) -> tuple[Midway, ...]:
    """What everybody else owes first, then the move alone, then the horns; the battle comes after that."""
    placed = before if isinstance(move, RevealProgress) else place_move(before, move)[0]
    owed = tableau(placed)
    laid = owed if isinstance(move, EndTurn) else _laid(placed, move, after, owed)
    horns = FACTS.cards[FACTS.index[move.card]].horns if isinstance(move, TakeCard) else 0
    flipped = min(placed.conflict, placed.battle + horns)
    sides = (BATTLE,) * flipped + (PEACE,) * (placed.conflict - flipped)
    battle = flipped == placed.conflict > after.battle
    hand = getattr(move, "seat", placed.to_move)
    return (
        Midway(owed, placed.to_move),
        Midway(laid, hand, one_by_one=True),
        Midway(_with(laid, _CONFLICT, sides), placed.to_move, pause=_BATTLE_PAUSE if battle else 0.0),
    )


def _with(lying: Tableau, place: str, faces: tuple[str, ...]) -> Tableau:
    return replace(lying, spread={**lying.spread, place: tuple(sorted(faces))})


def _laid(placed: State, move: Move, after: State, owed: Tableau) -> Tableau:
    """The table when the move is made and nothing that follows from it."""
    if isinstance(move, TakeCard):
        deck = deck_of(placed, move.seat, move.source)
        assert deck is not None
        pile, city = _pile(deck, placed.players), f"seat/{move.seat}/city"
        owed = _with(owed, city, (*owed.spread[city], f"architects/{move.card}"))
        return replace(owed, piles={**owed.piles, pile: owed.piles[pile] - 1})
    if isinstance(move, BuildStage):
        place = f"seat/{move.seat}/wonder"
        stages = tuple(_built(face, move.stage) for face in owed.spots[place])
        return replace(_spent(owed, placed, move, after), spots={**owed.spots, place: stages})
    if isinstance(move, TakeProgress):
        return _gained(_spent(owed, placed, move, after), placed, move)
    last = tableau(after)
    if isinstance(move, TakeMedal):
        lying = {place: faces for place, faces in last.spread.items() if place.endswith(("/medal", "/medals"))}
        return replace(owed, spread={**owed.spread, **lying}, piles={**owed.piles, **_medals_turned(after)})
    return _with(owed, _FACE_UP, last.spread[_FACE_UP])


def _built(face: str | None, stage: str) -> str | None:
    return f"architects/stage/{stage}/built" if face == f"architects/stage/{stage}/building" else face


def _gained(lying: Tableau, placed: State, move: TakeProgress) -> Tableau:
    token, home = f"{PROGRESS}{move.token}", f"seat/{move.seat}/progress"
    if move.source == "face_up":
        if token not in lying.spread[_FACE_UP]:
            return lying
        lying = _with(lying, _FACE_UP, tuple((Counter(lying.spread[_FACE_UP]) - Counter((token,))).elements()))
    elif not placed.stack:
        return lying
    return _with(lying, home, (*lying.spread[home], token))


def _spent(lying: Tableau, placed: State, move: BuildStage | TakeProgress, after: State) -> Tableau:
    """Without the cards that a payment takes away, also where the move does not name them."""
    spent = move.spent
    if not spent:
        had, has = placed.cities[move.seat].cards, after.cities[move.seat].cards
        gone = zip(FACTS.cards, had, has, strict=True)
        spent = tuple(card.id for card, count, left in gone for _ in range(count - left) if not card.horns)
    city = f"seat/{move.seat}/city"
    left = Counter(lying.spread[city]) - Counter(_faces(list(spent)))
    piles = {**lying.piles, _DISCARD: lying.piles[_DISCARD] + len(spent)}
    return replace(_with(lying, city, tuple(left.elements())), piles=piles)


def _build_late(state: State, move: Move, top: Tops, rng: Random) -> Mistake | None:  # noqa: ARG001 - as every blunder
    """The player forgets to build, and the next one takes a card."""
    if not isinstance(move, BuildStage):
        return None
    seat = next_seat(state)
    takes = (_top_of(state, source, seat, top) for source in ("left", "right", "central"))
    take = next((take for take in takes if take), None)
    return Mistake(take, f"seat {move.seat} forgets to build {move.stage}") if take else None


def _wrong_holder(state: State, move: Move, top: Tops, rng: Random) -> Mistake | None:
    if not isinstance(move, TakeCard) or move.because is not None or state.turn.opened:
        return None
    wrong = [seat for seat in range(state.players) if seat not in (move.seat, (move.seat - 1) % state.players)]
    takes = [take for take in (_top_of(state, f"holder:{seat}", move.seat, top) for seat in wrong) if take]
    return Mistake(rng.choice(takes), "the card is from a wrong holder") if takes else None


def _top_of(state: State, source: str, seat: int, top: Tops) -> TakeCard | None:
    deck = deck_of(state, seat, source)
    card = None if deck is None else top(_pile(deck, state.players))
    return TakeCard(seat, source, card.removeprefix("architects/")) if card else None


TWIN = Twin(
    deal=deal,
    columns=Columns(
        COLOURS.__getitem__,
        {colour: Column(x, y, _COLUMN_ENDS[colour], CITY_STRIP) for colour, (x, y) in CITY_COLUMNS.items()},
    ),
    unwatched=_unwatched,
    also=_also,
    midway=_midway,
    unseen=(EndTurn,),
    open_table=laid_out,
    blunders=(_build_late, _wrong_holder),
)
