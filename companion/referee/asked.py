"""A question that is open: what its options stand for, and how the table looked when it was asked."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple, Self

from msgspec.structs import replace

from companion.games.vocabulary import AnyMove, seat_of
from companion.referee.game import RefusedError
from companion.referee.inference.decide import Choice
from companion.referee.inference.observations import Observations
from companion.referee.messages import Question
from vision.sighting import Sighting

ANSWERED_WITHIN = 30.0
"""Seconds (of frame time) after which nobody will answer, or another question has its turn: people do not wait."""


class Asked(NamedTuple):
    """A question and what its options stand for.

    ``exposed``, ``seen``, ``looked``: when it was asked, and how each zone looked then, since when; ``changed``: those
    that looked otherwise than they should.
    """

    question: Question
    choices: tuple[tuple[AnyMove, ...], ...]
    exposed: float
    seen: Mapping[str, Sighting]
    looked: Mapping[str, float]
    changed: frozenset[str]

    def waits(self, observed: Observations) -> bool:
        """Whether a place that it is about has been set aside, and who is asked may still say what happened there."""
        return not self.changed.isdisjoint(observed.aside) and observed.exposed - self.exposed < ANSWERED_WITHIN

    def as_now(self, choices: Sequence[Choice]) -> Self | None:
        """The same question without the answers that are none of these any more (likeliest first).

        It has another number only where it is another question: none of its answers is possible, or what is likelier
        now than any of them, once one of them is not, has never been one.
        """
        likely = dict(choices)
        there = [moves in likely for moves in self.choices]
        left = max((likely[moves] for moves in self.choices if moves in likely), default=0.0)
        if not any(there) or (not all(there) and choices[0].probability > left):
            return None
        options = (replace(one, gone=not here) for one, here in zip(self.question.options, there, strict=True))
        return self._replace(question=replace(self.question, options=tuple(options)))

    def option(self, body: Mapping[str, Any]) -> tuple[AnyMove, ...]:
        """What the option stands for that an answer names. Raises ``RefusedError``."""
        option = body.get("option")
        if not isinstance(option, int) or not 0 <= option < len(self.choices):
            raise RefusedError(f"there are {len(self.choices)} options, counted from 0")
        if self.question.options[option].gone:
            raise RefusedError("that answer has become impossible", "question_closed")
        return self.choices[option]


def whom(choices: Iterable[Sequence[AnyMove]]) -> int | None:
    """Whom to ask: who may have moved, by the first move that somebody makes."""
    return next((seat for moves in choices for move in moves if (seat := seat_of(move)) is not None), None)
