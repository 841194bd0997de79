"""A real, shuffled table to play on: decks with an order, a stack of tokens, nothing known in advance.

The rules know only counts; who deals knows the order. ``Deal`` is that knowledge; it changes as the game goes.
"""

from collections.abc import Iterator, Mapping
from random import Random
from typing import Self

from msgspec.structs import replace

from companion.games.architects.rules.begin import begin
from companion.games.architects.rules.expansion import EXPANDED, MEDALS, TOKENS
from companion.games.architects.rules.facts import FACTS, Facts
from companion.games.architects.rules.legal import legal_with
from companion.games.architects.rules.medals import unread_places
from companion.games.architects.rules.moves import Move, RevealMedal, RevealProgress, TakeCard, TakeProgress, TurnUp
from companion.games.architects.rules.payments import card_names
from companion.games.architects.rules.play import apply
from companion.games.architects.rules.setup import UNREAD, Setup, check_setup, facts_of
from companion.games.architects.rules.state import Medals, State, city_of, deck_of
from companion.games.playing import play_on, whole_game
from companion.games.vocabulary import Playthrough, Policy

LOOK = 5
"""Halicarnassus looks at so many cards."""


class Deal:
    """The order of every deck (``decks[k][-1]`` is the top; the last one is central) and of the token stack.

    ``face_up``: the tokens lying face up, known to all or not. ``lying``: the medals on the table, as in ``Medals``.
    ``face_down``: the cards that lie face down before each seat, the next one to be turned up last.
    """

    def __init__(self, decks: list[list[str]], stack: list[str], face_up: tuple[str, ...], rng: Random) -> None:
        self.decks, self.stack, self.face_up = decks, stack, face_up
        self.lying: tuple[str | None, ...] = ()
        self.face_down: list[list[str]] = [[] for _ in decks]
        self._rng = rng

    @classmethod
    def shuffled(cls, wonders: tuple[str, ...], rng: Random, facts: Facts = FACTS) -> Self:
        """A new game's table: every deck and the tokens shuffled."""
        decks = [list(card_names(facts.decks[name])) for name in (*wonders, "central")]
        for deck in decks:
            rng.shuffle(deck)
        stack = [token.id for token in facts.progress_tokens.values() for _ in range(token.copies)]
        rng.shuffle(stack)
        face_up = tuple(stack.pop() for _ in range(facts.table.face_up))
        return cls(decks, stack, face_up, rng)

    def choices(self, state: State) -> tuple[Move, ...]:
        """The legal moves that the real cards allow the player to move (or the token that must be turned up)."""
        if UNREAD in state.face_up:
            return (RevealProgress(self.stack[-1]),)
        unread = self._unread_medal(state)
        if unread is not None:
            return (unread,)
        return tuple(move for move in legal_with(state, self._tops) if self._lies_there(move))

    def _tops(self, deck: int, because: str | None) -> tuple[str, ...]:
        if because == "halicarnassus":
            return tuple(sorted(set(self.decks[deck][-LOOK:]), key=FACTS.index.__getitem__))
        return tuple(self.decks[deck][-1:])

    def _unread_medal(self, state: State) -> RevealMedal | None:
        places = unread_places(state)
        if state.medals is None or not places:
            return None
        lying = state.medals.lying
        place = places[0] if places[0] is not None else lying.index(UNREAD, state.medals.gaps)
        name = self.lying[place]
        assert name is not None
        return RevealMedal(name, places[0])

    def _lies_there(self, move: Move) -> bool:
        """Whether the token, or the card lying face down, that a move names is really the one to be had."""
        if isinstance(move, TakeProgress) and move.source == "stack" and self.stack:
            return move.token == self.stack[-1]
        return not isinstance(move, TurnUp) or self.face_down[move.seat][-1:] == [move.card]

    def done(self, state: State, move: Move) -> None:
        """Take from the decks what a move took; ``state`` is the one before it."""
        if isinstance(move, TakeCard):
            opponent = city_of(state, move.source)
            if opponent is not None:
                self.face_down[opponent] += self.decks[-1][-1:]
                del self.decks[-1][-1:]
                return
            place = deck_of(state, move.seat, move.source)
            assert place is not None
            deck = self.decks[place]
            if move.because == "halicarnassus":
                deck.reverse()
                deck.remove(move.card)
                self._rng.shuffle(deck)
            else:
                deck.pop()
        elif isinstance(move, RevealProgress) or (isinstance(move, TakeProgress) and move.source == "stack"):
            del self.stack[-1:]
        elif isinstance(move, TurnUp):
            self.face_down[move.seat].pop()


def imagine(state: State, rng: Random) -> Deal:
    """A random deal that agrees with everything known in ``state``: what is left, in any order."""
    decks = [list(card_names(tuple(max(0, count) for count in deck))) for deck in state.decks]
    for deck in decks:
        rng.shuffle(deck)
    # What nobody has read lies before a player already.
    for number in (number for city in state.cities for number in city.unread):
        del decks[number][-1:]
    hidden = zip(TOKENS, state.hidden, strict=True)
    stack = [token for token, count in hidden for _ in range(count)]
    rng.shuffle(stack)
    unread = sum(city.progress.count(UNREAD) for city in state.cities)
    del stack[max(0, len(stack) - unread) :]
    deal = Deal(decks, stack, state.face_up, rng)
    if state.medals is not None:
        _imagine_medals(deal, state.medals, rng)
    return deal


def put_on_top(deal: Deal, tops: Mapping[str, str]) -> None:
    """Let these faces lie on top of these places (``holder/1``), where they are left at all: everybody sees them."""
    for place, face in tops.items():
        kind, _slash, number = place.partition("/")
        card = face.removeprefix("architects/")
        if kind == "holder" and card in deal.decks[int(number)]:
            deck = deal.decks[int(number)]
            deck.remove(card)
            deck.append(card)


def _imagine_medals(deal: Deal, medals: Medals, rng: Random) -> None:
    """What lies face down before players comes out of the central deck; unread medals are any nobody has seen."""
    for seat, count in enumerate(medals.debts):
        deal.face_down[seat] = [deal.decks[-1].pop() for _ in range(min(count, len(deal.decks[-1])))]
    unseen = [medal.id for k, medal in enumerate(MEDALS) if medals.unseen >> k & 1]
    rng.shuffle(unseen)
    deal.lying = tuple(unseen.pop() if name == UNREAD else name for name in medals.lying)


def dealt(setup: Setup, rng: Random) -> tuple[Setup, Deal]:
    """Shuffle the box for this set-up: the set-up with what then lies open, and the hidden order of the table."""
    deal = Deal.shuffled(setup.wonders, rng, facts_of(setup))
    setup = replace(setup, progress=deal.face_up)
    if setup.has_medals:
        setup = with_medals(setup, rng)
        deal.lying = (*setup.medals, *setup.centre)
    return setup, deal


def with_medals(setup: Setup, rng: Random) -> Setup:
    """The set-up with shuffled medals laid between neighbours and, for experts, in the centre."""
    names = [medal.id for medal in MEDALS]
    rng.shuffle(names)
    gaps, centre = setup.gaps, EXPANDED.table.centre_medals if setup.expert else 0
    return replace(setup, medals=tuple(names[:gaps]), centre=tuple(names[gaps : gaps + centre]))


def play(
    players: int, rng: Random, policy: Policy[State, Move], *, expansions: tuple[str, ...] = ()
) -> Playthrough[Setup, State, Move]:
    """Deal a random table (wonders, who begins, cards, medals) and play a whole game. Raises ``InvalidSetup``."""
    wonders = tuple(rng.sample(list(FACTS.wonders), min(players, len(FACTS.wonders))))
    first = rng.randrange(players)
    setup = Setup(wonders, first, expansions=expansions)
    return play_set_up(setup, rng, policy)


def play_set_up(setup: Setup, rng: Random, policy: Policy[State, Move]) -> Playthrough[Setup, State, Move]:
    """Shuffle the box for this set-up and play a whole game. Raises ``InvalidSetup``."""
    check_setup(setup)
    setup, deal = dealt(setup, rng)
    state = begin(setup)
    return whole_game(setup, state, steps(deal, state, rng, policy))


def steps(deal: Deal, state: State, rng: Random, policy: Policy[State, Move]) -> Iterator[tuple[Move, State]]:
    """Play on to the end: each move with the state after it."""
    return play_on(deal, state, rng, policy, apply)
