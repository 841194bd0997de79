"""A question that is open: what its options stand for, and how the table looked when it was asked."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.games.vocabulary import AnyMove, seat_of
from companion.referee.game import RefusedError
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

    def option(self, body: Mapping[str, Any]) -> tuple[AnyMove, ...]:
        """What the option stands for that an answer names. Raises ``RefusedError``."""
        option = body.get("option")
        if not isinstance(option, int) or not 0 <= option < len(self.choices):
            raise RefusedError(f"there are {len(self.choices)} options, counted from 0")
        return self.choices[option]


def whom(choices: Iterable[Sequence[AnyMove]]) -> int | None:
    """Whom to ask: who may have moved, by the first move that somebody makes."""
    return next((seat for moves in choices for move in moves if (seat := seat_of(move)) is not None), None)
