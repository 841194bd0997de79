"""The one error that a user sees: what, where, how to mend it, on one line; and codes of what is not done."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Literal, TypeVar

Refusal = Literal[
    "",
    "bad_name",
    "box_is_file",
    "box_of_other",
    "camera_silent",
    "ended",
    "ended_already",
    "game_is_over",
    "game_running",
    "hung",
    "journal_damaged",
    "journal_lost",
    "journal_mended",
    "journal_of_other_version",
    "library_damaged",
    "no_board",
    "few_wonders",
    "first_age_unseen",
    "no_camera",
    "no_proposal",
    "no_tags",
    "table_unread",
    "no_game",
    "no_game_in_it",
    "no_journal",
    "no_past_game",
    "no_picture",
    "nobody_there",
    "not_saved",
    "not_toml",
    "not_undoable",
    "not_written",
    "nothing_to_undo",
    "only_read",
    "pin_failed",
    "question_closed",
    "nothing_differs",
    "silent",
    "undone_already",
    "piece_twice",
    "too_many_pieces",
    "too_many_stages",
    "too_many_wonders",
    "too_many_guilds",
    "too_many_of_age",
    "conflicts_differ",
    "two_supremacies",
    "one_cat",
    "free_city_for_two",
    "stage_below",
]
"""Why something is not done, has no answer or does not work: told in every language (``companion.words.refusals``);
empty: in no other words than its line, which is for who writes a client."""


class Unusable(Exception):
    """The input was unusable: exit code 2 and this one line on standard error, nothing written."""

    def __init__(self, line: str, code: Refusal = "", **params: int | str) -> None:
        super().__init__(line)
        self.code: Refusal = code
        self.params = params


def not_written(path: Path, error: OSError, mend: str = "") -> Unusable:
    """The error for a file or folder that cannot be written; ``mend``: what to do about it."""
    said = error.strerror or str(error)
    line = f"{path}: cannot be written ({said})" + (f"; {mend}" if mend else "")
    return Unusable(line, "not_written", file=path.name, said=said)


def last_words(who: str, error: Exception) -> str:
    """What a process that ends writes to standard error: the line, then its code for who starts it again, as JSON."""
    code, params = getattr(error, "code", ""), getattr(error, "params", {})
    return f"{who}: {error}\n" + (json.dumps({"code": code, "params": params}) + "\n" if code else "")


Known = TypeVar("Known", bound=str)


def one_of(what: str, given: str, known: Iterable[Known]) -> Known:
    """The one of those known that was given. Raises ``Unusable``, which says what there is."""
    every = tuple(known)
    if given not in every:
        raise Unusable(f"{what} {given!r}: not known; one of {', '.join(every)}")
    return every[every.index(given)]
