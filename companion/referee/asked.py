"""A question that is open: what its options stand for, and how the table looked when it was asked."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from companion.games.vocabulary import AnyMove, seat_of
from companion.referee.game import RefusedError
from companion.referee.messages import Question
from vision.sighting import Sighting


class Asked(NamedTuple):
    """A question and what its options stand for.

    ``exposed``, ``seen``, ``looked``: when it was asked, and how each zone looked then, since when.
    """

    question: Question
    choices: tuple[tuple[AnyMove, ...], ...]
    exposed: float
    seen: Mapping[str, Sighting]
    looked: Mapping[str, float]

    def option(self, body: Mapping[str, Any]) -> tuple[AnyMove, ...]:
        """What the option stands for that an answer names. Raises ``RefusedError``."""
        option = body.get("option")
        if not isinstance(option, int) or not 0 <= option < len(self.choices):
            raise RefusedError(f"there are {len(self.choices)} options, counted from 0")
        return self.choices[option]


def whom(choices: Iterable[Sequence[AnyMove]]) -> int | None:
    """Whom to ask: who may have moved, by the first move that somebody makes."""
    return next((seat for moves in choices for move in moves if (seat := seat_of(move)) is not None), None)
