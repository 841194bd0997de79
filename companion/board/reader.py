"""One phone that looks on: what it has been sent, and what is new to it."""

import asyncio

import msgspec

from companion.board.encoded_view import Edition
from companion.board.picture import Mine

_ENCODER = msgspec.json.Encoder()
_NOTHING = b"null"
Notes = tuple[bytes, ...]
"""Rows of the log, encoded."""


class Reader:
    """What one phone has seen. However much happens while it is being sent something, the newest comes next."""

    def __init__(self, lang: str, token: str) -> None:
        self.lang, self.token = lang, token
        self.news = asyncio.Event()
        self._sent: dict[str, bytes] = {}
        self._log: Notes = ()
        self._new = True

    def letter(self, edition: Edition, mine: Mine | None) -> str | None:
        """What is to be sent now; ``None``: nothing that this phone shows has changed."""
        fields = {**edition.fields, "mine": _NOTHING if mine is None else _ENCODER.encode(mine)}
        changed = {name: msgspec.Raw(text) for name, text in fields.items() if self._sent.get(name) != text}
        begin = _shared(self._log, edition.log)
        same = begin == len(self._log) == len(edition.log)
        if not changed and same and not self._new:
            return None
        message: dict[str, object] = {"seq": edition.seq, "set": changed}
        if self._new:
            message["whole"] = True
        if self._new or not same:
            message["log"] = {"from": begin, "rows": [msgspec.Raw(row) for row in edition.log[begin:]]}
        self._sent, self._log, self._new = fields, edition.log, False
        return _ENCODER.encode(message).decode()


def _shared(one: Notes, other: Notes) -> int:
    """How many rows from the beginning are the same."""
    length = min(len(one), len(other))
    return next((place for place in range(length) if one[place] != other[place]), length)
