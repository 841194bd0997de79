"""The one error that a user sees: what, where, how to mend it, on one line; and codes of what is not done."""

from collections.abc import Iterable
from typing import Literal, TypeVar

Refusal = Literal[
    "",
    "bad_name",
    "ended_already",
    "game_is_over",
    "game_running",
    "no_board",
    "no_game",
    "no_journal",
    "no_past_game",
    "nobody_there",
    "not_saved",
    "not_undoable",
    "nothing_to_undo",
    "only_read",
    "question_closed",
    "undone_already",
]
"""Why something is not done or has no answer: told in every language (``companion.words.refusals``); empty: in no other
words than its line, which is for who writes a client."""


class Unusable(Exception):
    """The input was unusable: exit code 2 and this one line on standard error, nothing written."""

    def __init__(self, line: str, code: Refusal = "") -> None:
        super().__init__(line)
        self.code: Refusal = code


Known = TypeVar("Known", bound=str)


def one_of(what: str, given: str, known: Iterable[Known]) -> Known:
    """The one of those known that was given. Raises ``Unusable``, which says what there is."""
    every = tuple(known)
    if given not in every:
        raise Unusable(f"{what} {given!r}: not known; one of {', '.join(every)}")
    return every[every.index(given)]
