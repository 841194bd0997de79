"""What each answer to a question would make of all that is seen since: what people play on tells which one is right.

Nobody waits for an answer. Each is supposed to be given, in a copy of the game of which nothing is written down, and
what comes is seen there one scene after another, as if it were so.
"""

import math
from collections.abc import Callable, Sequence
from copy import copy, deepcopy
from typing import Protocol

from companion.games.tables import Played
from companion.games.vocabulary import AnyMove
from companion.referee.events import Draft, Event, supposed
from companion.referee.game import LiveGame
from companion.referee.inference.belief import Belief
from companion.referee.inference.decide import ASK_WHILE_MOVING, SECOND_THOUGHTS, SURE_ENOUGH, WORTH_ASKING, Choice
from companion.referee.inference.pieces import may_be
from companion.referee.inference.search import IRREGULAR, LEGAL, UNKNOWN
from companion.referee.journal.journal import Journal
from vision.sighting import Scene

_OFFERED = 0.5
"""The answers are supposed where it is likelier than this to be one of them; else the question stands for as long as
nobody answers."""
_HALF_DONE = ASK_WHILE_MOVING
"""Seconds for which what people are about to do may look like nothing that could be played: a card goes, coins come."""


class Following(Protocol):
    """A game that is followed as it would be if an answer had been given."""

    moving: bool
    explained: float

    @property
    def game(self) -> LiveGame:
        """The game, with that answer."""

    @property
    def belief(self) -> Belief | None:
        """What may have happened since the last move there."""

    def suppose(self, moves: Sequence[AnyMove]) -> None:
        """These moves were made (none: nothing was)."""

    def saw(self, scene: Scene) -> None:
        """This is seen."""

    def look(self, *, closely: bool = False) -> None:
        """Accept what follows from it."""


class Supposals:
    """The answers to one question, each supposed to be given: all that are likely, or none where much else is.

    ``explains``: the game with the likeliest answer of those that explain what people have played on, or did a moment
    ago; None: none does.
    """

    def __init__(
        self, game: LiveGame, choices: Sequence[Choice], follow: Callable[[LiveGame], Following], *, moving: bool
    ) -> None:
        told = sum(choice.probability for choice in choices)
        self._else = max(0.0, 1.0 - told) * math.exp(IRREGULAR - LEGAL)
        likely = choices if told >= _OFFERED else ()
        self._found = [_Supposal(game, choice, follow, moving=moving) for choice in likely]
        self._leading: tuple[AnyMove, ...] | None = None
        self._leads_since = 0.0
        self.explains: LiveGame | None = None
        self._explained_at = 0.0
        self._note(game.observed.exposed)

    def saw(self, scene: Scene) -> None:
        """The same is seen, whichever answer is right."""
        for one in self._found:
            one.exposed(scene.exposed)
            one.session.look()
            one.session.saw(scene)
        self._note(scene.exposed)

    def look(self, exposed: float, *, moving: bool) -> None:
        """Time has passed."""
        for one in self._found:
            one.exposed(exposed)
            one.session.moving = moving
            one.session.look(closely=True)
        self._note(exposed)

    def _note(self, exposed: float) -> None:
        """Which answer explains what people have played on by now."""
        for one in self._found:
            if one.explains:
                one.explained_at = exposed
        going = [one for one in self._found if one.goes_on]
        if going:
            self.explains, self._explained_at = max(going, key=lambda one: one.weight).session.game, exposed
        elif exposed - self._explained_at > _HALF_DONE:
            self.explains = None

    def told(self, exposed: float) -> tuple[tuple[AnyMove, ...], float] | None:
        """The answer that what has come since tells, and how surely, once it has done so for a moment."""
        shares = [one.weight for one in self._found]
        top = max(shares)
        best = self._found[shares.index(top)]
        weights = [math.exp(share - top) for share in shares]
        # What leaves open which piece it was is not belied by what names it.
        told = sum(weight for one, weight in zip(self._found, weights, strict=True) if best.leaves_open(one))
        # Were it none of them, what people have played on would be irregular.
        posterior = told / (sum(weights) + math.exp(-top) * self._else)
        leading = best.moves if best.goes_on and posterior >= SURE_ENOUGH else None
        if leading is None or leading != self._leading:
            self._leading, self._leads_since = leading, exposed
        lasts = leading is not None and exposed - self._leads_since >= SECOND_THOUGHTS
        return (best.moves, posterior) if lasts else None

    def unanswered(self, exposed: float) -> tuple[tuple[AnyMove, ...], float] | None:
        """The answer to go on with where nobody gives one, and how likely it is; None: none explains what has come.

        That nothing was done, if all that has come is explained as well by it: what is unknown stays unknown. Nor is
        one that is less likely gone on with while what people do just now is half done by a likelier one.
        """
        explaining = [one for one in self._found if one.explains]
        if not explaining:
            return None
        best = max(explaining, key=lambda one: one.weight)
        if any(one.weight > best.weight and exposed - one.explained_at <= _HALF_DONE for one in self._found):
            return None
        chosen = next((one for one in explaining if not one.moves and one.explained >= best.explained), best)
        return chosen.moves, math.exp(chosen.odds)


class _Supposal:
    """One answer, in a game of its own. ``explained_at``: when it explained all that people had played on last."""

    def __init__(
        self, game: LiveGame, choice: Choice, follow: Callable[[LiveGame], Following], *, moving: bool
    ) -> None:
        self.moves, self.odds = choice.moves, math.log(choice.probability)
        supposed = copy(game)
        supposed.journal, supposed.observed = _Unwritten(game.journal.events), deepcopy(game.observed)
        self.session = follow(supposed)
        self.session.moving = moving
        self.explained_at = -math.inf
        self.session.suppose(choice.moves)
        self._begun = len(supposed.fold.played)
        self.session.look()
        # How likely it is says already how badly it explained what was seen until then.
        self._at_first = self.explained

    def exposed(self, moment: float) -> None:
        """It is so late."""
        observed = self.session.game.observed
        observed.exposed = max(observed.exposed, moment)

    def leaves_open(self, other: "_Supposal") -> bool:
        """Whether the other says the same, and perhaps which piece it was."""
        rules, pairs = self.session.game.rules, zip(self.moves, other.moves, strict=False)
        same = len(self.moves) == len(other.moves)
        return same and all(mine == its or may_be(rules, mine, its) for mine, its in pairs)

    @property
    def goes_on(self) -> bool:
        """Whether this is a move after which people have played on, and all that is seen is explained."""
        return bool(self.moves) and self.explains

    @property
    def explains(self) -> bool:
        """Whether people have played on, and all that is seen is explained."""
        return bool(self._later) and residue(self.session.belief) > WORTH_ASKING

    @property
    def weight(self) -> float:
        """How likely (log, beside the others) this answer is by all that has come since."""
        return self.odds + min(0.0, self.explained - self._at_first)

    @property
    def explained(self) -> float:
        """How well (log) what has come since is explained.

        A move that is irregular by it costs as much as a mistake does, also where an unread piece may be its cause.
        """
        irregular = (IRREGULAR - LEGAL) * sum(bool(entry.findings) for entry in self._later)
        return min(irregular, self.session.explained) + residue(self.session.belief)

    @property
    def _later(self) -> Sequence[Played]:
        """The moves that were accepted since: not an earlier one that is put right."""
        return self.session.game.fold.played[self._begun :]


def residue(belief: Belief | None) -> float:
    """How badly (log) what is seen is explained at best, however many moves that takes."""
    weights = (h.weight - LEGAL * len(h.moves) for h, _ in (belief.ranked if belief is not None else ()))
    return max((min(0.0, max(weight, UNKNOWN)) for weight in weights), default=0.0)


class _Unwritten(Journal):
    """A journal of which nothing is on disk."""

    def __init__(self, events: Sequence[Event]) -> None:
        self.events = list(events)

    def append(self, *drafts: Draft) -> tuple[Event, ...]:
        """Events that are only supposed."""
        found = supposed(drafts, after=len(self.events))
        self.events.extend(found)
        return found
