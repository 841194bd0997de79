"""What may be spent for a stage: grey cards, coins for what is missing, Economy and Engineering.

Grey cards are one resource each. Sections "Building a stage", "Yellow cards"; rulings coin_instead_of_grey, economy,
engineering.
"""

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations_with_replacement, product

import msgspec

from companion.games.architects.rules.facts import COIN, FACTS, RESOURCES, SCIENCE, Counts
from companion.games.architects.rules.setup import UNREAD

Purse = tuple[int, ...]
"""How many wood, clay, stone, glass, papyrus and coin cards: the first six of ``FACTS.cards``."""


class Payment(msgspec.Struct, frozen=True):
    """One way to pay: the cards (sorted ids), and the tokens that it needs."""

    spent: tuple[str, ...]
    economy: bool = False
    engineering: bool = False


def fits(grey: Purse, kind: str) -> bool:
    """Whether these resources go together for a cost of this kind, without Engineering."""
    if kind == "different":
        return max(grey[:RESOURCES]) <= 1
    return sum(count > 0 for count in grey[:RESOURCES]) <= 1


def could_add(purse: Purse, grey: Purse, count: int, kind: str, *, engineering: bool) -> bool:
    """Whether a grey card left in the purse would fit where a coin was spent."""
    if sum(grey[:RESOURCES]) >= count:
        return False
    for k in range(RESOURCES):
        more = (*grey[:k], grey[k] + 1, *grey[k + 1 : RESOURCES])
        if purse[k] > grey[k] and (engineering or fits(more, kind)):
            return True
    return False


def _grey_choices(purse: Purse, count: int, kind: str, *, engineering: bool) -> Iterator[Purse]:
    for grey in product(*(range(min(have, count) + 1) for have in purse[:RESOURCES])):
        if sum(grey) <= count and (engineering or fits(grey, kind)):
            yield grey


@lru_cache(maxsize=1 << 15)
def payments(
    purse: Purse, count: int, kind: str, *, strict: bool = True, economy: bool = False, engineering: bool = False
) -> tuple[Payment, ...]:
    """Every distinct payment for a stage that costs so many resources of this kind, fewest coins first.

    ``strict``: coins only for what is missing. ``economy`` and ``engineering``: the token may be used.
    """
    found: dict[tuple[str, ...], Payment] = {}
    for grey in _grey_choices(purse, count, kind, engineering=engineering):
        special = not fits(grey, kind)
        missing = count - sum(grey)
        if missing and strict and could_add(purse, grey, count, kind, engineering=special):
            continue
        options = [(missing, False)] + ([(missing - 1, True)] if economy and missing >= 2 else [])
        for coins, doubled in options:
            if coins <= purse[COIN]:
                spent = card_names((*grey, coins))
                found[spent] = Payment(spent, doubled, special)
    return tuple(sorted(found.values(), key=_plainest_first))


@lru_cache(maxsize=1 << 12)
def unread_payments(
    purse: Purse, face_down: int, count: int, kind: str, *, strict: bool, economy: bool, engineering: bool
) -> tuple[tuple[str, ...], ...]:
    """Every payment for such a stage with some of so many cards that nobody has read (``"?"``), each any resource.

    Sorted ids; the cards that are known are named.
    """
    found = set[tuple[str, ...]]()
    for unread in range(1, min(face_down, count) + 1):
        for faces in combinations_with_replacement(range(COIN + 1), unread):
            hidden = tuple(faces.count(face) for face in range(COIN + 1))
            whole = tuple(have + more for have, more in zip(purse, hidden, strict=True))
            for way in payments(whole, count, kind, strict=strict, economy=economy, engineering=engineering):
                known = tuple(n - m for n, m in zip(count_cards(way.spent)[: COIN + 1], hidden, strict=True))
                if min(known) >= 0:
                    found.add((*(UNREAD,) * unread, *card_names(known)))
    return tuple(sorted(found))


def _plainest_first(way: Payment) -> tuple[bool, bool, int, tuple[str, ...]]:
    return way.engineering, way.economy, way.spent.count("coin"), way.spent


@lru_cache(maxsize=1 << 14)
def affordable(purse: Purse, count: int, kind: str, *, economy: bool) -> bool:
    """Whether a stage can be paid for without Engineering, so that it must be built."""
    return bool(payments(purse, count, kind, economy=economy))


@lru_cache(maxsize=1 << 14)
def card_names(counts: Counts) -> tuple[str, ...]:
    """Counts as a sorted multiset of card ids (``counts`` may be a head of ``FACTS.cards``)."""
    return tuple(sorted(card.id for card, count in zip(FACTS.cards, counts, strict=False) for _ in range(count)))


def count_cards(names: tuple[str, ...]) -> Counts:
    """A multiset of card ids as counts in the order of ``FACTS.cards``."""
    counts = [0] * len(FACTS.cards)
    for name in names:
        counts[FACTS.index[name]] += 1
    return tuple(counts)


@lru_cache(maxsize=1 << 10)
def _sets(science: tuple[int, ...]) -> tuple[tuple[str, ...], ...]:
    symbols = [FACTS.cards[place].id for place in SCIENCE]
    pairs = [(symbol, symbol) for symbol, count in zip(symbols, science, strict=True) if count >= 2]
    return tuple(pairs) + ((tuple(sorted(symbols)),) if min(science) else ())


def science_sets(cards: Counts) -> tuple[tuple[str, ...], ...]:
    """The sets that must be turned in: 2 identical or 3 different symbols (Green cards)."""
    return _sets(cards[SCIENCE[0] : SCIENCE[-1] + 1])


def unread_science_sets(cards: Counts, face_down: int) -> tuple[tuple[str, ...], ...]:
    """Every set with some of so many cards that nobody has read (``"?"``), each any symbol; sorted ids."""
    return _unread_sets(cards[SCIENCE[0] : SCIENCE[-1] + 1], face_down)


@lru_cache(maxsize=1 << 10)
def _unread_sets(science: tuple[int, ...], face_down: int) -> tuple[tuple[str, ...], ...]:
    found, symbols = set[tuple[str, ...]](), [FACTS.cards[place].id for place in SCIENCE]
    for unread in range(1, min(face_down, len(symbols)) + 1):
        for hidden in map(Counter, combinations_with_replacement(symbols, unread)):
            whole = tuple(have + hidden[symbol] for have, symbol in zip(science, symbols, strict=True))
            ways = [Counter(way) for way in _sets(whole)]
            found.update((*(UNREAD,) * unread, *sorted((way - hidden).elements())) for way in ways if way >= hidden)
    return tuple(sorted(found))
