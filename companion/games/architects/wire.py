"""Moves as JSON objects (docs/moves.md) and back: ``parse_move(dump_move(move)) == move``."""

import re
from typing import Any

import msgspec

from companion.games.architects.facts import FACTS
from companion.games.architects.judge import NO_TOKEN
from companion.games.architects.moves import BuildStage, Move, RevealProgress, TakeCard, TakeProgress
from companion.games.common import UnknownMoveError

_SOURCE = re.compile(r"left|right|central|holder:[0-9]")
_REASONS = ("olympia", "ephesus", "alexandria", "halicarnassus")


def dump_move(move: Move) -> dict[str, Any]:
    """A move as the JSON object that files and messages hold; what is not said is left out."""
    obj = msgspec.to_builtins(move)
    return {key: list(value) if isinstance(value, tuple) else value for key, value in obj.items() if value is not None}


def parse_move(obj: Any) -> Move:
    """The move that a JSON object means. Raises ``UnknownMoveError`` for unknown keys' types, cards, tokens, stages."""
    try:
        move: Move = msgspec.convert(obj, Move)
    except msgspec.ValidationError as error:
        raise UnknownMoveError(f"not a move: {error}") from None
    if isinstance(move, TakeCard):
        _known("card", move.card, FACTS.index)
        if not _SOURCE.fullmatch(move.source):
            raise UnknownMoveError(f"no deck {move.source!r}: from is left, right, central or holder:N")
        if move.because is not None:
            _known("reason", move.because, (*_REASONS, *FACTS.progress_tokens))
    elif isinstance(move, BuildStage):
        _known("stage", move.stage, FACTS.stages)
    elif isinstance(move, TakeProgress):
        _known("progress token", move.token, (*FACTS.progress_tokens, NO_TOKEN))
    elif isinstance(move, RevealProgress):
        _known("progress token", move.token, FACTS.progress_tokens)
    for card in getattr(move, "spent", ()):
        _known("card", card, FACTS.index)
    return move


def _known(what: str, name: str, names: Any) -> None:
    if name not in names:
        raise UnknownMoveError(f"no {what} {name!r}: known are {', '.join(names)}")
