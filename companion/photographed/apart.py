"""Cards that lie apart from all others: where decks lie beside cities, such a one may be the top of a deck."""

from collections.abc import Callable, Iterator, Mapping, Sequence

import msgspec
import numpy as np

from companion.photographed.marks import Guess
from vision.geometry.image import Points
from vision.recognition.kinds import Size
from vision.stills.lying import alone, touching
from vision.stills.placing import Shown
from vision.stills.stacked import beyond_print, casts_shade

_DECK, _ONE = 1.0, 0.4
"""mm beyond its print from which on a card, brought home, lies on others, and up to which it is one (45 lone cards of
the twin: up to 0.18; 56 decks of 7 to 24 cards: from 0.65 on). Between them also lie cards of which something covers
the next strip."""

_ABOUT = 1.1
"""What must lie within the photograph of a lone card and what is about it, by the card: 2 to 4 mm on each side."""

Home = Callable[[str, Points], Points]
"""Where a card (its id, its corners in px as it was found) lies to a quarter of a mm, by its own print."""


def without_decks(guesses: Sequence[Guess], seen: Shown, sizes: Mapping[str, Size], home: Home) -> list[Guess]:
    """The guesses without the tops of decks; a card that lies apart from all others and may be one is not counted.

    A card that lies apart and on no other is the city's. What shows above a deck is its side and its shade.
    ``seen``: the photograph; ``sizes``: of the cards (mm).
    """
    cards = [guess for guess in guesses if guess.mark.field == "cards"]
    places = [np.array(card.mark.quad) for card in cards]
    lone = {k: home(cards[k].mark.piece, places[k]) for k in alone(places) if cards[k].mark.piece}
    reach = {k: beyond_print(seen, place, sizes[cards[k].mark.piece]) for k, place in lone.items()}
    decks = {
        k
        for k, beyond in reach.items()
        if (beyond is not None and beyond > _DECK) or casts_shade(seen, lone[k], sizes[cards[k].mark.piece])
    }
    shown_above = dict(_below_nameless(cards, places))
    below = {k: home(cards[k].mark.piece, places[k]) for k in shown_above}
    tops = {k for k, place in below.items() if _reaches_aside(seen, place, sizes[cards[k].mark.piece])}
    gone = [cards[k] for k in (*tops, *(above for top in tops for above in shown_above[top]))]
    thin = {k for k, beyond in reach.items() if beyond is not None and beyond < _ONE}
    single = {k for k in thin if _is_within(seen, lone[k])} - decks
    told: list[Guess] = []
    for guess in guesses:
        if any(guess is one for one in gone):
            continue
        k = next((k for k in reach if cards[k] is guess), None)
        if k is None or k in single:
            told.append(guess)
        elif k not in decks:
            told.append(_perhaps_a_deck(guess))
    return told


def _below_nameless(cards: Sequence[Guess], places: Sequence[Points]) -> Iterator[tuple[int, list[int]]]:
    """The cards (numbers) that lie apart but for strips without a name, each with these."""
    named = [k for k, card in enumerate(cards) if card.mark.piece]
    for n in alone([places[k] for k in named]):
        top = named[n]
        strips = [k for k in range(len(cards)) if k not in named and touching(places[k], [places[top]])]
        if strips:
            yield top, strips


def _is_within(seen: Shown, place: Points) -> bool:
    """Whether a card and what is about it lie within the photograph: beyond its edge a deck's side may be."""
    height, width = seen.levels[0].shape[:2]
    middle = place.mean(0)
    about = middle + _ABOUT * (place - middle)
    return bool((about >= 0).all() and (about <= (width, height)).all())


def _reaches_aside(seen: Shown, place: Points, size: Size) -> bool:
    """Whether paper reaches beyond a card's print on its left or right: a strip of its column shows above it only."""
    beyond = beyond_print(seen, place, size, upright=True)
    return beyond is not None and beyond > _DECK


def _perhaps_a_deck(guess: Guess) -> Guess:
    mark = guess.mark
    others = (mark.piece, *mark.others)
    half = tuple((name, share / 2) for name, share in guess.shares if name)
    return Guess(msgspec.structs.replace(mark, piece="", sure=False, others=others), (("", 0.5), *half))
