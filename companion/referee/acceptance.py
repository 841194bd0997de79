"""What is accepted: moves, who vouches for them, and what has been seen of others meanwhile."""

from collections.abc import Collection, Mapping, Sequence
from typing import NamedTuple

from companion.games.vocabulary import AnyMove
from companion.referee.events import By
from companion.referee.inference.baseline import Expected


class Acceptance(NamedTuple):
    """Moves to accept, all or none: who vouches for them, by which command, how sure the camera was (0: a person).

    ``again``: zones that changed for another move too; ``then``: what should lie where after what a person has not
    spoken of, that seems to have been done since. ``supposed``: what people played on was explained as if a person had
    said so, and told that it is.
    """

    moves: Sequence[AnyMove]
    by: By
    command: str = ""
    posterior: float = 0.0
    again: Collection[str] = ()
    then: Mapping[str, Expected] = {}
    supposed: bool = False

    @property
    def by_word(self) -> bool:
        """Whether what is seen matters less than what was said, or supposed to be."""
        return self.by == "finger" or self.supposed
