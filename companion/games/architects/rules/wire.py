"""Moves as JSON objects (docs/moves.md) and back: ``parse_move(dump_move(move)) == move``."""

import re
from typing import Any

from companion.games.architects.rules import moves as act
from companion.games.architects.rules.expansion import MEDAL_PLACE, OWN_STAGES, TOKENS
from companion.games.architects.rules.facts import FACTS
from companion.games.architects.rules.judge import NO_TOKEN
from companion.games.architects.rules.setup import UNREAD
from companion.games.reading import check_known, read_move, write_move
from companion.games.vocabulary import UnknownMoveError

_SOURCE = re.compile(r"left|right|central|(holder|city):[0-9]")
_REASONS = ("olympia", "ephesus", "alexandria", "halicarnassus", "rome", "ur")


dump_move = write_move


def parse_move(obj: Any) -> act.Move:
    """The move that a JSON object means. Raises ``UnknownMoveError`` for unknown keys' types, cards, tokens, stages."""
    move: act.Move = read_move(obj, act.Move)
    if isinstance(move, act.TakeCard):
        if not _SOURCE.fullmatch(move.source):
            raise UnknownMoveError(f"no deck {move.source!r}: from is left, right, central, holder:N or city:N")
        if move.because is not None:
            check_known("reason", move.because, (*_REASONS, *TOKENS, UNREAD))
    elif isinstance(move, act.BuildStage):
        check_known("stage", move.stage, (*FACTS.stages, *OWN_STAGES))
    elif isinstance(move, act.TakeProgress):
        _check_tokens(move)
    elif isinstance(move, act.RevealProgress):
        check_known("progress token", move.token, TOKENS)
    elif isinstance(move, act.TakeMedal | act.RevealMedal):
        check_known("medal", move.medal, MEDAL_PLACE)
    for card in (move.card,) if isinstance(move, act.TakeCard | act.TurnUp) else getattr(move, "spent", ()):
        if not (card == UNREAD and isinstance(move, act.TakeCard | act.BuildStage | act.TakeProgress)):
            check_known("card", card, FACTS.index)
    return move


def _check_tokens(move: act.TakeProgress) -> None:
    check_known("progress token", move.token, (*TOKENS, NO_TOKEN, UNREAD))
    for token in move.among or ():
        check_known("progress token", token, TOKENS)
